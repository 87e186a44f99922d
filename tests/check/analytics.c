/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects in a frame's analytics, and what GStreamer's own elements make of
 * them.
 */
#include "objecttesting.h"

#include "analytics.h"

#if HAVE_ANALYTICS
#include <gst/analytics/analytics.h>

static GstVideoInfo
rgb_info (void)
{
  GstVideoInfo info;

  gst_video_info_set_format (
      &info, GST_VIDEO_FORMAT_RGB, TEST_WIDTH, TEST_HEIGHT);
  return info;
}

/* A face; with `flags` as its object's. */
static GstBuffer *
frame_with_face (guint flags)
{
  VfFoundObject face = test_face (12, 20, 30, 18, 7);
  GstVideoInfo info = rgb_info ();
  GstBuffer *frame = test_frame ("RGB", TEST_WIDTH, TEST_HEIGHT, TEST_FLAT);

  face.flags = flags;
  face.first_seen = 1234;
  test_add_objects (frame, &info, &face, 1);
  return frame;
}

static GstAnalyticsRelationMeta *
relations_of (GstBuffer *buffer)
{
  GstAnalyticsRelationMeta *relations =
      gst_buffer_get_analytics_relation_meta (buffer);

  fail_unless (relations != NULL, "no analytics");
  return relations;
}

static guint
n_of (GstBuffer *buffer, GstAnalyticsMtdType type)
{
  gpointer state = NULL;
  GstAnalyticsMtd mtd;
  guint n = 0;

  while (gst_analytics_relation_meta_iterate (
      relations_of (buffer), &state, type, &mtd))
    n++;
  return n;
}

static GstAnalyticsMtd
first_of (GstBuffer *buffer, GstAnalyticsMtdType type)
{
  gpointer state = NULL;
  GstAnalyticsMtd mtd;

  fail_unless (gst_analytics_relation_meta_iterate (
      relations_of (buffer), &state, type, &mtd));
  return mtd;
}

GST_START_TEST (test_object)
{
  GstBuffer *frame = frame_with_face (0);
  GstAnalyticsODMtd mtd =
      first_of (frame, gst_analytics_od_mtd_get_mtd_type ());
  gint x, y, width, height;
  gfloat confidence;

  fail_unless (gst_analytics_od_mtd_get_location (
      &mtd, &x, &y, &width, &height, &confidence));
  fail_unless (x == 12 && y == 20 && width == 30 && height == 18);
  fail_unless (confidence == 0.75f);
  fail_unless_equals_string (
      g_quark_to_string (gst_analytics_od_mtd_get_obj_type (&mtd)), "face");
  fail_unless_equals_int (n_of (frame, GST_ANALYTICS_MTD_TYPE_ANY), 1);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_tracking_of_stable_ids)
{
  GstBuffer *frame = frame_with_face (GST_DETECTED_OBJECT_STABLE_ID);
  GstAnalyticsMtd object =
      first_of (frame, gst_analytics_od_mtd_get_mtd_type ());
  GstAnalyticsTrackingMtd tracking;
  GstClockTime first_seen, last_seen;
  guint64 id;
  gboolean lost;

  fail_unless (gst_analytics_relation_meta_get_direct_related (
      relations_of (frame), object.id, GST_ANALYTICS_REL_TYPE_RELATE_TO,
      gst_analytics_tracking_mtd_get_mtd_type (), NULL, &tracking));
  fail_unless (gst_analytics_tracking_mtd_get_info (
      &tracking, &id, &first_seen, &last_seen, &lost));
  fail_unless (id == 7 && first_seen == 1234 && !lost);
  fail_unless_equals_int (n_of (frame, GST_ANALYTICS_MTD_TYPE_ANY), 2);
  gst_buffer_unref (frame);
}
GST_END_TEST;

GST_START_TEST (test_nothing_found_adds_nothing)
{
  GstVideoInfo info = rgb_info ();
  GstBuffer *frame = test_gray_frame (1);

  test_add_objects (frame, &info, NULL, 0);
  fail_unless (gst_buffer_get_analytics_relation_meta (frame) == NULL);
  gst_buffer_unref (frame);
}
GST_END_TEST;

static void
add_object (GstBuffer *frame, const gchar *type, gint x)
{
  const VfAnalyticsObject object = { .type = g_quark_from_string (type),
    .x = x,
    .y = 20,
    .width = 30,
    .height = 18 };

  vf_analytics_add (frame, &object, 1);
}

GST_START_TEST (test_they_share_a_meta)
{
  GstVideoInfo info = rgb_info ();
  const VfFoundObject face = test_face (12, 20, 30, 18, 7);
  GstBuffer *frame = test_gray_frame (1);

  add_object (frame, "hat", 3);
  test_add_objects (frame, &info, &face, 1);
  fail_unless_equals_int (n_of (frame, GST_ANALYTICS_MTD_TYPE_ANY), 2);
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* Whether the analytics are gone after ours were to be. */
static gboolean
goes (GstBuffer *frame)
{
  GstVideoInfo info = rgb_info ();
  gboolean gone;

  gst_objects_meta_remove_all (frame, &info);
  fail_unless_equals_int (test_n_regions (frame, NULL), 0);
  gone = gst_buffer_get_analytics_relation_meta (frame) == NULL;
  gst_buffer_unref (frame);
  return gone;
}

GST_START_TEST (test_removal)
{
  GstBuffer *frame = frame_with_face (0);
  GstAnalyticsMtd class;

  fail_unless (goes (frame));
  fail_unless (goes (frame_with_face (GST_DETECTED_OBJECT_STABLE_ID)));
  frame = frame_with_face (0);
  add_object (frame, "hat", 12);
  fail_if (goes (frame), "another one's object is gone");
  frame = frame_with_face (0);
  add_object (frame, "face", 30);
  fail_if (goes (frame), "another one's object is gone");

  /* What is said of ours goes with them, nothing else. */
  frame = frame_with_face (0);
  gst_analytics_relation_meta_add_one_cls_mtd (
      relations_of (frame), 0.5f, g_quark_from_string ("smile"), &class);
  fail_if (goes (gst_buffer_copy (frame)));
  gst_analytics_relation_meta_set_relation (relations_of (frame),
      GST_ANALYTICS_REL_TYPE_RELATE_TO,
      first_of (frame, gst_analytics_od_mtd_get_mtd_type ()).id, class.id);
  fail_unless (goes (frame));
}
GST_END_TEST;

/* What this makes of the frame, which it takes; NULL: there is no such
 * element. */
static GstBuffer *
push_through (const gchar *line, GstBuffer *frame)
{
  gchar **words = g_strsplit (line, " ", 2);
  GstElementFactory *factory = gst_element_factory_find (words[0]);
  GstHarness *harness;

  g_strfreev (words);
  if (!factory) {
    gst_buffer_unref (frame);
    return NULL;
  }
  gst_object_unref (factory);
  harness = gst_harness_new_parse (line);
  gst_harness_set_src_caps (
      harness, test_caps ("RGB", TEST_WIDTH, TEST_HEIGHT));
  frame = gst_harness_push_and_pull (harness, frame);
  fail_unless (frame != NULL);
  gst_harness_teardown (harness);
  return frame;
}

/* From 1.28 on; the objects' own ids are no matter to it. */
GST_START_TEST (test_ioutracker_tracks)
{
  GstBuffer *out = push_through ("ioutracker", frame_with_face (0));
  GstVideoInfo info = rgb_info ();

  if (!out)
    return;
  fail_unless_equals_int (
      n_of (out, gst_analytics_tracking_mtd_get_mtd_type ()), 1);
  fail_unless (test_objects (out).count == 1);
  out = gst_buffer_make_writable (out);
  gst_objects_meta_remove_all (out, &info);
  fail_unless (gst_buffer_get_analytics_relation_meta (out) == NULL);
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_scaled_analytics_are_recognised)
{
  GstBuffer *out = push_through (
      "videoscale ! capsfilter caps=video/x-raw,width=91,height=68",
      frame_with_face (0));
  GstVideoInfo info;

  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_RGB, 91, 68);
  if (test_n_objects_metas (out) == 1) {
    out = gst_buffer_make_writable (out);
    gst_objects_meta_remove_all (out, &info);
    fail_unless (gst_buffer_get_analytics_relation_meta (out) == NULL);
  }
  gst_buffer_unref (out);
}
GST_END_TEST;

/* Removal does not take the square of a large number of objects' time, and
 * analytics, which do, get the first ones. */
GST_START_TEST (test_many_objects)
{
  VfFoundObject *objects = g_new (VfFoundObject, 2000);
  GstVideoInfo info = rgb_info ();
  GstBuffer *frame = test_gray_frame (1);
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < 2000; i++)
    objects[i] = test_face (i % 40, i % 30, 20, 18, i + 1);
  test_add_objects (frame, &info, objects, 2000);
  g_print ("added: %" G_GINT64_FORMAT " us\n", g_get_monotonic_time () - start);
  fail_unless_equals_int (
      n_of (frame, gst_analytics_od_mtd_get_mtd_type ()), VF_ANALYTICS_MOST);
  fail_unless_equals_int (test_n_regions (frame, NULL), 2000);
  start = g_get_monotonic_time ();
  gst_objects_meta_remove_all (frame, &info);
  g_print (
      "removed: %" G_GINT64_FORMAT " us\n", g_get_monotonic_time () - start);
  fail_unless_equals_int (test_n_regions (frame, NULL), 0);
  fail_unless (gst_buffer_get_analytics_relation_meta (frame) == NULL);
  gst_buffer_unref (frame);
  g_free (objects);
}
GST_END_TEST;

static Suite *
analytics_suite (void)
{
  Suite *suite = suite_create ("analytics");
  TCase *tests = tcase_create ("analytics");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_object);
  tcase_add_test (tests, test_tracking_of_stable_ids);
  tcase_add_test (tests, test_nothing_found_adds_nothing);
  tcase_add_test (tests, test_they_share_a_meta);
  tcase_add_test (tests, test_removal);
  tcase_add_test (tests, test_ioutracker_tracks);
  tcase_add_test (tests, test_scaled_analytics_are_recognised);
  tcase_add_test (tests, test_many_objects);
  return suite;
}

TEST_MAIN (analytics_suite)
#else
int
main (void)
{
  g_print (
      "Skipped: built without gstreamer-analytics-1.0 (GStreamer 1.24).\n");
  return 77;
}
#endif
