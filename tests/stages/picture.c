/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "testing.h"

#include <string.h>

Picture *
picture_new (guint width, guint height, guint channels)
{
  Picture *picture = g_new0 (Picture, 1);
  gsize plane = (gsize) width * height;

  picture->samples = g_malloc0 (plane * channels);
  picture->image.width = width;
  picture->image.height = height;
  picture->image.channels = channels;
  picture->image.depth = 8;
  picture->image.word = 1;
  for (guint c = 0; c < channels; c++) {
    picture->image.data[c] = picture->samples + c * plane;
    picture->image.stride[c] = width;
    picture->image.step[c] = 1;
  }
  return picture;
}

void
picture_free (Picture *picture)
{
  if (!picture)
    return;
  g_free (picture->samples);
  g_free (picture);
}

static gsize
n_samples (const Picture *picture)
{
  const VfImage *image = &picture->image;

  return (gsize) image->width * image->height * image->channels;
}

void
picture_fill (Picture *picture, Fill fill, GRand *rand)
{
  gsize n = n_samples (picture);
  guint8 flat = (guint8) g_rand_int_range (rand, 0, 256);

  for (gsize i = 0; i < n; i++) {
    guint32 random = g_rand_int (rand);

    if (fill == FILL_RANDOM)
      picture->samples[i] = (guint8) (random >> 24);
    else if (fill == FILL_EXTREMES)
      picture->samples[i] = random >> 31 ? 255 : 0;
    else if (fill == FILL_SPARSE)
      picture->samples[i] = random >> 26 ? 0 : 255;
    else
      picture->samples[i] = flat;
  }
}

Picture *
picture_moved (const VfImage *source, guint width, guint height, PlaceFunc from)
{
  Picture *picture = picture_new (width, height, source->channels);

  for (guint c = 0; c < source->channels; c++)
    for (guint y = 0; y < height; y++)
      for (guint x = 0; x < width; x++) {
        Place place = from (source, x, y);

        *picture_at (picture, c, x, y) = image_at (source, c, place.x, place.y);
      }
  return picture;
}

VfImage
image_crop (const VfImage *image, VfRect rect)
{
  VfImage crop = *image;

  crop.width = rect.width;
  crop.height = rect.height;
  for (guint c = 0; c < image->channels; c++)
    crop.data[c] +=
        (gssize) rect.y * image->stride[c] + (gssize) rect.x * image->step[c];
  return crop;
}

/* One plane of a layout: `offset` bytes into each pixel lies the sample. */
static void
copy_plane (const VfImage *source, guint channel, guint8 *memory, gsize offset,
    VfImage *copy)
{
  gssize stride = copy->stride[channel];
  gssize last = (gssize) (source->height - 1) * stride;

  copy->data[channel] = memory + offset - MIN (last, 0);
  for (guint y = 0; y < source->height; y++)
    for (guint x = 0; x < source->width; x++) {
      guint8 *to = (guint8 *) copy->data[channel] + (gssize) y * stride
                   + (gssize) x * copy->step[channel];

      *to = image_at (source, channel, x, y);
    }
}

VfImage
layout_image (const VfImage *source, const Layout *layout, GuardSide side,
    guint8 junk, Guarded memory[3])
{
  gsize row = (gsize) (source->width - 1) * layout->step
              + (layout->interleaved ? source->channels : 1);
  gssize stride = (gssize) (row + layout->padding);
  gsize size = (gsize) (source->height - 1) * (gsize) stride + row;
  VfImage copy = *source;

  memset (memory, 0, 3 * sizeof *memory);
  for (guint c = 0; c < source->channels; c++) {
    guint plane = layout->interleaved ? 0 : c;

    if (!memory[plane].data) {
      memory[plane] = guarded_new (size, side);
      memset (memory[plane].data, junk, size);
    }
    copy.step[c] = layout->step;
    copy.stride[c] = layout->upside_down ? -stride : stride;
    copy_plane (
        source, c, memory[plane].data, layout->interleaved ? c : 0, &copy);
  }
  return copy;
}

static VfRect
random_rect (GRand *rand, const VfImage *image)
{
  gint width = (gint) image->width, height = (gint) image->height;

  return (VfRect){ (guint) g_rand_int_range (rand, 0, width + 1),
    (guint) g_rand_int_range (rand, 0, height + 1),
    (guint) g_rand_int_range (rand, 0, width + 1),
    (guint) g_rand_int_range (rand, 0, height + 1) };
}

void
random_region (GRand *rand, const VfImage *image, RandomRegion *random)
{
  gint n_rects = g_rand_int_range (rand, 0, 6);

  random->region = (VfRegion){ random->rects, 1, NULL, FALSE };
  random->rects[0] = (VfRect){ 0, 0, image->width, image->height };
  if (n_rects > 4)
    return;
  random->region.inverted = g_rand_int_range (rand, 0, 4) == 0;
  random->region.n_rects = (guint) n_rects;
  for (gint i = 0; i < n_rects; i++)
    random->rects[i] = random_rect (rand, image);
}
