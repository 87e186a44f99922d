/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "coverpictures.h"

#include "cover-on-host.h"
#include "frames.h"

/* Words of two bytes have no bits beside their sample. */
static void
clean (const VfLayout *layout, guint8 *data, gsize size)
{
  guint mask = ((1u << layout->info->depth[0]) - 1) << layout->shift[0];

  for (gsize i = 0; layout->word == 2 && i + 1 < size; i += 2)
    vf_word_store (data + i, 2, layout->big_endian,
        vf_word_load (data + i, 2, layout->big_endian) & mask);
}

void
picture_init (Picture *picture, const gchar *format)
{
  static const gchar *const even[] = { "NV61", "YUY2", "UYVY", "YVYU", "VYUY",
    "Y210", "Y212_LE", "Y212_BE", "Y216_LE", "Y216_BE", "v216", NULL };
  GstMapInfo map;

  picture->width = g_strv_contains (even, format) ? WIDTH - 1 : WIDTH;
  gst_video_info_set_format (&picture->info,
      gst_video_format_from_string (format), picture->width, HEIGHT);
  vf_layout_init_color (&picture->layout, picture->info.finfo);
  picture->buffer = gst_buffer_new_allocate (NULL, picture->info.size, NULL);
  fail_unless (gst_buffer_map (picture->buffer, &map, GST_MAP_WRITE));
  test_fill_noise (map.data, map.size);
  clean (&picture->layout, map.data, map.size);
  gst_buffer_unmap (picture->buffer, &map);
  fail_unless (gst_video_frame_map (&picture->frame, &picture->info,
      picture->buffer, GST_MAP_READWRITE | GST_VIDEO_FRAME_MAP_FLAG_NO_REF));
}

void
picture_copy (Picture *copy, const Picture *picture)
{
  *copy = *picture;
  copy->buffer = gst_buffer_copy_deep (picture->buffer);
  fail_unless (gst_video_frame_map (&copy->frame, &copy->info, copy->buffer,
      GST_MAP_READWRITE | GST_VIDEO_FRAME_MAP_FLAG_NO_REF));
}

void
picture_clear (Picture *picture)
{
  gst_video_frame_unmap (&picture->frame);
  gst_buffer_unref (picture->buffer);
}

guint8 *
bytes_of (const Picture *picture)
{
  return picture->frame.map[0].data;
}

void
check_same (const Picture *a, Picture *b, const gchar *what)
{
  for (gsize i = 0; i < a->info.size; i++)
    if (bytes_of (a)[i] != bytes_of (b)[i])
      fail ("%s, %s: byte %zu is %02x, not %02x", a->info.finfo->name, what, i,
          bytes_of (b)[i], bytes_of (a)[i]);
  picture_clear (b);
}

gboolean
place (VfCover *cover, const Picture *picture, const VfCoverStyle *style,
    gdouble x, gdouble y, gdouble width, gdouble height)
{
  VfCoverFrame frame =
      vf_cover_frame_sized (&picture->layout, picture->width, HEIGHT);
  VfCoverBox box = { x, y, width, height };

  return vf_cover_place (cover, &frame, &box, style, FALSE);
}

void
cover (Picture *picture, const VfCover *cover)
{
  VfCoverWork work = { 0 };

  fail_unless (
      vf_cover_mapped (&picture->layout, &picture->frame, cover, &work));
  vf_cover_work_free (&work);
}

void
cover_unpacked (Picture *picture, const VfCover *cover)
{
  VfCoverWork work = { 0 };

  fail_unless (
      vf_cover_unpacked (&picture->layout, &picture->frame, cover, &work));
  vf_cover_work_free (&work);
}

void
cover_on_host (Picture *picture, const VfCover *cover)
{
  VfCoverFrame frame =
      vf_cover_frame_mapped (&picture->layout, &picture->frame);
  guint16 *means = g_new0 (guint16, 3 * cover->columns * cover->rows);

  cover_means_on_host (&frame, cover, means);
  cover_pixels_on_host (&frame, cover, means);
  g_free (means);
}

guint16 *
unpack (const Picture *picture)
{
  guint bytes = vf_layout_bytes (&picture->layout);
  gsize n = 4 * (WIDTH + VF_ROW_SLACK);
  guint16 *samples = g_new0 (guint16, n * HEIGHT);
  guint8 *row = g_malloc0 (n * bytes);

  for (gint y = 0; y < HEIGHT; y++) {
    vf_layout_unpack (&picture->layout, row, picture->frame.data,
        picture->frame.info.stride, y, (gint) picture->width);
    for (gsize i = 0; i < 4 * (gsize) picture->width; i++)
      samples[(gsize) y * 4 * WIDTH + i] =
          bytes == 1 ? row[i] : ((const guint16 *) (gpointer) row)[i];
  }
  g_free (row);
  return samples;
}

gboolean
is_covered (const VfCover *cover, guint x, guint y)
{
  guint dx = x - cover->rect.x, dy = y - cover->rect.y;

  return dx < cover->rect.width && dy < cover->rect.height
         && vf_cover_has (cover, dx >> cover->right, dy >> cover->below);
}

void
random_cover (VfCover *cover, const Picture *picture, GRand *rand, guint i)
{
  VfCoverStyle style = { i % 3, i / 3 % 2, g_rand_double_range (rand, 0.02, 1),
    g_rand_double_range (rand, 0, 0.3), { 0 } };

  vf_cover_color (style.color, &picture->info, g_rand_int (rand));
  while (!place (cover, picture, &style, g_rand_double_range (rand, -30, WIDTH),
      g_rand_double_range (rand, -30, HEIGHT),
      g_rand_double_range (rand, 0.1, 70), g_rand_double_range (rand, 0.1, 70)))
    ;
}
