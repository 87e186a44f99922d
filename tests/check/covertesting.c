/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "covertesting.h"

const guint cover_box[1][4] = { { 20, 30, 40, 25 } };

GstHarness *
cover_harness (const gchar *properties)
{
  gchar *line = g_strconcat ("regioncover ", properties, NULL);
  GstHarness *harness = test_harness_of (line);

  gst_harness_set_src_caps (
      harness, test_caps ("RGB", COVER_WIDTH, COVER_HEIGHT));
  g_free (line);
  return harness;
}

GstBuffer *
cover_plain_frame (void)
{
  return test_frame ("RGB", COVER_WIDTH, COVER_HEIGHT, 1);
}

GstBuffer *
cover_frame (const gchar *properties, GstBuffer *frame)
{
  GstHarness *harness = cover_harness (properties);
  GstBuffer *out = test_push (harness, frame);

  test_no_complaint (harness);
  test_harness_free (harness);
  return out;
}

guint
cover_pixel (GstBuffer *frame, guint x, guint y)
{
  guint8 rgb[3];

  gst_buffer_extract (frame, (y * COVER_WIDTH + x) * 3, rgb, 3);
  return (guint) rgb[0] << 16 | (guint) rgb[1] << 8 | rgb[2];
}

void
cover_check_blue (GstBuffer *frame, guint n, const guint rects[][4])
{
  GstBuffer *before = cover_plain_frame ();

  for (guint y = 0; y < COVER_HEIGHT; y++)
    for (guint x = 0; x < COVER_WIDTH; x++) {
      gboolean covered = FALSE;
      guint expected;

      for (guint i = 0; i < n; i++)
        covered |=
            x - rects[i][0] < rects[i][2] && y - rects[i][1] < rects[i][3];
      expected = covered ? COVER_BLUE : cover_pixel (before, x, y);
      if (cover_pixel (frame, x, y) != expected)
        fail ("(%u, %u) is %06x, not %06x", x, y, cover_pixel (frame, x, y),
            expected);
    }
  gst_buffer_unref (before);
  gst_buffer_unref (frame);
}

GstBuffer *
cover_region_frame (const gchar *type, guint x, guint y, guint w, guint h)
{
  GstBuffer *frame = cover_plain_frame ();

  gst_buffer_add_video_region_of_interest_meta (frame, type, x, y, w, h);
  return frame;
}

GstBuffer *
cover_face_frame (gdouble x, gdouble y, gdouble width, gdouble height)
{
  GstBuffer *frame = cover_plain_frame ();

  test_add_foreign_object (
      frame, (gfloat) x, (gfloat) y, (gfloat) width, (gfloat) height, 36);
  return frame;
}
