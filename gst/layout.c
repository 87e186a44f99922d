/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "layout.h"

#define MAX_DEPTH 16
#define MAX_STEP  8 /* bytes from one pixel to the next */

/* Enough for what any format reads to give a few pixels, of every plane. */
#define ROW   64
#define PLANE (4 * ROW)

guint
vf_layout_bytes (const VfLayout *layout)
{
  const GstVideoFormatInfo *unpacked =
      gst_video_format_get_info (layout->info->unpack_format);

  return GST_VIDEO_FORMAT_INFO_DEPTH (unpacked, 0) / 8;
}

void
vf_layout_unpack (const VfLayout *layout, gpointer row, const gpointer *planes,
    const gint *strides, gint y, gint width)
{
  layout->info->unpack_func (layout->info, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE,
      row, planes, strides, 0, y, width);
}

/* A picture of zeros but for one bit. */
typedef struct {
  guint8 bytes[GST_VIDEO_MAX_PLANES][PLANE];
  gpointer planes[GST_VIDEO_MAX_PLANES];
  gint strides[GST_VIDEO_MAX_PLANES];
} Probe;

static void
probe_init (Probe *probe)
{
  *probe = (Probe){ 0 };
  for (guint i = 0; i < GST_VIDEO_MAX_PLANES; i++) {
    probe->planes[i] = probe->bytes[i];
    probe->strides[i] = ROW;
  }
}

/* As many pixels as may share a sample: some unpack functions mistake the chroma
 * of a pixel without its neighbour. */
#define PIXELS 4

/* The first pixel's sample of a channel, without the bits that an unpack
 * function may fill up with. */
static guint
probe_sample (Probe *probe, const VfLayout *layout, guint channel)
{
  guint bytes = vf_layout_bytes (layout);
  union {
    guint8 narrow[4 * ROW];
    guint16 wide[2 * ROW];
  } row = { { 0 } };

  vf_layout_unpack (layout, &row, probe->planes, probe->strides, 0, PIXELS);
  return (bytes == 1 ? row.narrow[1 + channel] : row.wide[1 + channel])
         >> (8 * bytes - layout->info->depth[channel]);
}

/* For each bit of a channel's sample, which bit of the pixel's bytes it is:
 * bit b of byte i is 8 * i + b. FALSE: that is not all there is to it. */
static gboolean
find_bits (Probe *probe, const VfLayout *layout, guint channel,
    guint places[MAX_DEPTH])
{
  guint8 *pixel = probe->bytes[layout->info->plane[channel]];
  guint n_bits = 8 * (guint) layout->info->pixel_stride[channel], found = 0;

  for (guint i = 0; i < n_bits; i++) {
    guint sample;

    pixel[i / 8] = (guint8) (1 << i % 8);
    sample = probe_sample (probe, layout, channel);
    pixel[i / 8] = 0;
    if (sample & (sample - 1) || sample & found)
      return FALSE;
    if (sample)
      places[g_bit_nth_lsf (sample, -1)] = i;
    found |= sample;
  }
  return found == (1u << layout->info->depth[channel]) - 1;
}

/* Whether these bits follow one another in a word of the layout. */
static gboolean
bits_fit (VfLayout *layout, guint channel, const guint *places)
{
  guint word = layout->word, at = places[0] / 8 / word * word;

  if (layout->info->pixel_stride[channel] % (gint) word != 0)
    return FALSE;
  for (guint i = 0; i < layout->info->depth[channel]; i++) {
    guint byte = places[i] / 8 - at, bit;

    if (byte >= word)
      return FALSE;
    bit = 8 * (layout->big_endian ? word - 1 - byte : byte) + places[i] % 8;
    if (i == 0)
      layout->shift[channel] = bit;
    if (bit != layout->shift[channel] + i)
      return FALSE;
  }
  layout->at[channel] = at;
  return TRUE;
}

static gboolean
all_bits_fit (VfLayout *layout, guint word, gboolean big_endian,
    guint places[][MAX_DEPTH])
{
  layout->word = word;
  layout->big_endian = big_endian;
  for (guint c = 0; c < layout->channels; c++)
    if (!bits_fit (layout, c, places[c]))
      return FALSE;
  return TRUE;
}

/* GstVideoFormatInfo does not say which bits of a packed word a component has
 * (Y410, r210), nor the byte order of all that have one (Y210, v216): what the
 * format's own unpack function makes of each bit does. */
static gboolean
find_words (VfLayout *layout)
{
  guint places[3][MAX_DEPTH];
  Probe probe;

  probe_init (&probe);
  for (guint c = 0; c < layout->channels; c++) {
    gint step = layout->info->pixel_stride[c];

    if (step < 1 || step > MAX_STEP
        || !find_bits (&probe, layout, c, places[c]))
      return FALSE;
  }
  for (guint word = 1; word <= 4; word *= 2)
    if (all_bits_fit (layout, word, FALSE, places)
        || all_bits_fit (layout, word, TRUE, places))
      return TRUE;
  return FALSE;
}

void
vf_layout_init (VfLayout *layout, const GstVideoFormatInfo *info)
{
  *layout = (VfLayout){ .info = info,
    .channels = GST_VIDEO_FORMAT_INFO_IS_RGB (info) ? 3 : 1 };
  layout->in_place = find_words (layout);
}

void
vf_layout_init_color (VfLayout *layout, const GstVideoFormatInfo *info)
{
  *layout = (VfLayout){ .info = info,
    .channels = MIN (3, GST_VIDEO_FORMAT_INFO_N_COMPONENTS (info)) };
  layout->in_place = find_words (layout);
}
