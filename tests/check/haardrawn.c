/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect: what it draws.
 */
#include "haartesting.h"

static guint8
luma_at (GstBuffer *buffer, gdouble x, gdouble y)
{
  guint8 luma;

  gst_buffer_extract (buffer, (gsize) y * SCENE_WIDTH + (gsize) x, &luma, 1);
  return luma;
}

/* A box runs along the edge of what it is around: its lower right corner, over
 * which no label lies. */
static gboolean
has_box (GstBuffer *out, const VfFoundObject *object)
{
  gdouble right = object->x + object->width - 1;
  gdouble bottom = object->y + object->height - 1;

  return test_is_green_luma (luma_at (out, right, bottom))
         && test_is_green_luma (luma_at (out, right - 3, bottom));
}

GST_START_TEST (test_draw)
{
  GstHarness *harness = haar_harness ("draw=objects");
  GstBuffer *out = haar_push (harness, SCENE_SQUARE | SCENE_HEAD, 0);

  fail_unless (has_box (out, &scene_head));
  fail_unless (test_is_green_luma (luma_at (out, scene_head.x, 80)));
  fail_unless (test_is_green_luma (luma_at (out, 67, 93)));
  fail_unless (has_box (out, &scene_square));
  fail_unless_equals_int (luma_at (out, 67, 60), 220);
  gst_buffer_unref (out);
  gst_util_set_object_arg (G_OBJECT (harness->element), "draw", "none");
  out = haar_push (harness, SCENE_HEAD, 40);
  fail_if (has_box (out, &scene_head));
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_draw_color)
{
  GstHarness *harness = haar_harness ("draw=objects draw-color=0xff000000");
  GstBuffer *out = haar_push (harness, SCENE_HEAD, 0);
  guint8 luma = luma_at (out, scene_head.x, 80);

  fail_unless (luma <= 17, "the box is of luma %u", luma);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
haardrawn_suite (void)
{
  Suite *suite = suite_create ("haardrawn");
  TCase *tests = tcase_create ("haardrawn");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_draw);
  tcase_add_test (tests, test_draw_color);
  return suite;
}

TEST_MAIN (haardrawn_suite)
