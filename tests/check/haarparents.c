/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Detectors in series: objects within objects, ids, what is kept and what is
 * held.
 */
#include "haartesting.h"

/* A window for each hole. */
#define HOLES                                                                  \
  "name=inner cascade=hole min-neighbors=0 max-size-width=15 "                 \
  "max-size-height=15 "
#define INSIDE HOLES "roi-source=meta "

/* What comes out of a detector of squares, and then of the one behind it. */
static GstBuffer *
push_through (GstHarness *front, GstHarness *back, guint scene)
{
  return test_push (back, haar_push (front, scene, GST_CLOCK_TIME_NONE));
}

GST_START_TEST (test_objects_within_objects)
{
  GstHarness *front = haar_harness ("name=outer");
  GstHarness *back = haar_harness (INSIDE "roi-type=square");
  GstBuffer *out =
      push_through (front, back, SCENE_SQUARE | SCENE_HEAD | SCENE_WALL);
  GstObjectsMeta outer = haar_meta (out, "outer");
  GstObjectsMeta inner = haar_meta (out, "inner");

  /* The head comes second. */
  fail_unless_equals_int (outer.count, 2);
  fail_unless_equals_int (inner.count, 2);
  for (guint i = 0; i < 2; i++) {
    GstDetectedObject object = gst_objects_meta_get (&inner, i);

    haar_check_place (&object, &scene_holes[i]);
    fail_unless_equals_int (object.id, 3 + i);
    fail_unless_equals_int (object.parent_id, 2);
    fail_unless_equals_string (object.label, "hole");
    fail_unless_equals_int (test_region (out, 2 + i)->parent_id, 2);
  }
  fail_unless_equals_int (test_n_regions (out, NULL), 4);
  gst_buffer_unref (out);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Without the restriction, the wall's hole is found too. */
GST_START_TEST (test_everywhere)
{
  GstHarness *harness = haar_harness (HOLES);

  fail_unless_equals_int (haar_count (harness, SCENE_HEAD | SCENE_WALL), 3);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_type_of_region)
{
  GstHarness *front = haar_harness ("label=head");
  GstHarness *back = haar_harness (INSIDE);
  static const struct {
    const gchar *type;
    guint count;
  } cases[] = { { NULL, 2 }, { "head", 2 }, { "square", 0 }, { "hea", 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstBuffer *out;

    g_object_set (back->element, "roi-type", cases[i].type, NULL);
    out = push_through (front, back, SCENE_HEAD);
    fail_unless_equals_int (haar_meta (out, "inner").count, cases[i].count);
    gst_buffer_unref (out);
  }
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

GST_START_TEST (test_nothing_to_look_in)
{
  GstHarness *front = haar_harness ("");
  GstHarness *back = haar_harness (INSIDE);
  GstBuffer *out = push_through (front, back, SCENE_WALL);

  fail_unless_equals_int (haar_meta (out, "inner").count, 0);
  gst_buffer_unref (out);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Those of another element, which may have no id. */
GST_START_TEST (test_regions_of_others)
{
  GstHarness *harness = haar_harness (INSIDE);
  GstBuffer *frame = scene_gray (SCENE_HEAD);
  GstVideoRegionOfInterestMeta *region =
      gst_buffer_add_video_region_of_interest_meta (
          frame, "head", 29, 18, 76, 76);
  GstObjectsMeta meta;

  region->id = 7;
  frame = test_push (harness, frame);
  meta = haar_meta (frame, "inner");
  fail_unless_equals_int (meta.count, 2);
  fail_unless_equals_int (gst_objects_meta_get (&meta, 0).parent_id, 7);
  fail_unless_equals_int (gst_objects_meta_get (&meta, 0).id, 8);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

/* What lies in two regions is found in each. */
GST_START_TEST (test_regions_that_overlap)
{
  GstHarness *harness = haar_harness (INSIDE);
  GstBuffer *frame = scene_gray (SCENE_HEAD);
  GstObjectsMeta meta;
  guint parents = 0;

  for (guint i = 0; i < 2; i++)
    gst_buffer_add_video_region_of_interest_meta (frame, "head", 29, 18, 76, 76)
        ->id = 1 + (gint) i;
  frame = test_push (harness, frame);
  meta = haar_meta (frame, "inner");
  fail_unless_equals_int (meta.count, 4);
  for (guint i = 0; i < 4; i++)
    parents += (guint) gst_objects_meta_get (&meta, i).parent_id;
  fail_unless_equals_int (parents, 6);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

/* Without keep-metas a detector replaces what one before it found, and what
 * others made of that. */
GST_START_TEST (test_keep_metas)
{
  GstHarness *front = haar_harness ("name=outer");
  GstHarness *back = haar_harness ("name=inner");

  for (guint keep = 0; keep < 2; keep++) {
    GstBuffer *out;
    GstObjectsMeta meta;

    g_object_set (back->element, "keep-metas", keep, NULL);
    out = push_through (front, back, SCENE_SQUARE | SCENE_HEAD);
    meta = haar_meta (out, "inner");
    fail_unless_equals_int (test_n_objects_metas (out), 1 + keep);
    fail_unless_equals_int (test_n_regions (out, NULL), 2 + 2 * keep);
    fail_unless_equals_int (gst_objects_meta_get (&meta, 0).id, keep ? 3 : 1);
    gst_buffer_unref (out);
  }
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Regions that nobody of ours made stay. */
GST_START_TEST (test_foreign_regions_stay)
{
  GstHarness *harness = haar_harness ("");
  GstBuffer *frame = scene_gray (SCENE_HEAD);

  gst_buffer_add_video_region_of_interest_meta (frame, "car", 1, 2, 3, 4);
  frame = test_push (harness, frame);
  fail_unless_equals_int (test_n_regions (frame, "car"), 1);
  fail_unless_equals_int (test_n_regions (frame, "square"), 1);
  gst_buffer_unref (frame);
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_detect_every)
{
  GstHarness *harness = haar_harness ("detect-every=3");

  for (guint i = 0; i < 7; i++) {
    GstBuffer *out = haar_push (harness, SCENE_HEAD, i * GST_SECOND);

    fail_unless_equals_int (test_n_objects_metas (out), i % 3 == 0);
    fail_unless_equals_int (test_n_regions (out, NULL), i % 3 == 0);
    gst_buffer_unref (out);
  }
  test_harness_free (harness);
}
GST_END_TEST;

GST_START_TEST (test_hold)
{
  GstHarness *harness = haar_harness ("detect-every=3 hold=true");

  for (guint i = 0; i < 6; i++) {
    guint scene = i == 0 ? SCENE_HEAD : SCENE_SQUARE;
    GstBuffer *out = haar_push (harness, scene, i * GST_SECOND);
    GstObjectsMeta meta = test_objects (out);
    GstDetectedObject object = gst_objects_meta_get (&meta, 0);

    fail_unless (meta.held == (i % 3 != 0));
    fail_unless_equals_uint64 (meta.pts, i / 3 * 3 * GST_SECOND);
    fail_unless_equals_int (meta.count, 1);
    fail_unless_equals_int (object.flags & GST_DETECTED_OBJECT_HELD, meta.held);
    haar_check_place (&object, i < 3 ? &scene_head : &scene_square);
    fail_unless_equals_int (test_n_regions (out, "square"), 1);
    gst_buffer_unref (out);
  }
  test_harness_free (harness);
}
GST_END_TEST;

/* Held objects take ids that are free on their frame, and lose a parent that is
 * not there any more. */
GST_START_TEST (test_held_within_others)
{
  static const struct {
    guint scene, first_id;
    gint parent;
  } frames[] = { { SCENE_HEAD, 2, 1 }, { SCENE_HEAD | SCENE_SQUARE, 3, -1 },
    { SCENE_SQUARE, 2, -1 }, { SCENE_EMPTY, 1, -1 } };
  GstHarness *front = haar_harness ("name=outer");
  GstHarness *back = haar_harness (INSIDE "detect-every=9 hold=true");

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    GstBuffer *out = push_through (front, back, frames[i].scene);
    GstObjectsMeta meta = haar_meta (out, "inner");

    fail_unless_equals_int (meta.count, 2);
    fail_unless (meta.held == (i > 0));
    for (guint o = 0; o < 2; o++) {
      GstDetectedObject object = gst_objects_meta_get (&meta, o);

      fail_unless_equals_int (object.id, frames[i].first_id + o);
      fail_unless_equals_int (object.parent_id, frames[i].parent);
    }
    gst_buffer_unref (out);
  }
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* A parent of the same id in the same place stays one. */
GST_START_TEST (test_held_with_their_parent)
{
  GstHarness *front = haar_harness ("name=outer");
  GstHarness *back = haar_harness (INSIDE "detect-every=9 hold=true");

  for (guint i = 0; i < 3; i++) {
    GstBuffer *out = push_through (front, back, SCENE_HEAD);
    GstObjectsMeta meta = haar_meta (out, "inner");

    fail_unless_equals_int (gst_objects_meta_get (&meta, 1).parent_id, 1);
    fail_unless_equals_int (gst_objects_meta_get (&meta, 1).id, 3);
    gst_buffer_unref (out);
  }
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

GST_START_TEST (test_drawn_while_held)
{
  GstHarness *harness = haar_harness (
      "detect-every=3 hold=true draw=objects draw-color=0xffffffff");

  for (guint i = 0; i < 2; i++) {
    GstBuffer *out = haar_push (harness, SCENE_HEAD, i * GST_SECOND);
    guint8 luma;

    gst_buffer_extract (out, 80 * SCENE_WIDTH + 29, &luma, 1);
    fail_unless (luma > 220, "the box is of luma %u", luma);
    gst_buffer_unref (out);
  }
  test_harness_free (harness);
}
GST_END_TEST;

/* A corner detector between them neither sees nor hurts objects. */
GST_START_TEST (test_corners_in_faces)
{
  GstHarness *front = haar_harness ("");
  GstHarness *back =
      test_harness_of ("harriscorners roi-source=meta roi-type=square");
  GstBuffer *out;
  GstCornersMeta meta;

  gst_harness_set_src_caps (
      back, test_caps ("GRAY8", SCENE_WIDTH, SCENE_HEIGHT));
  out = push_through (front, back, SCENE_HEAD | SCENE_WALL);
  meta = test_meta (out);
  fail_unless (meta.count > 3);
  for (guint i = 0; i < meta.count; i++)
    fail_unless (gst_corners_meta_get (&meta, i).y < 96);
  fail_unless_equals_int (test_n_objects_metas (out), 1);
  gst_buffer_unref (out);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

static Suite *
haarparents_suite (void)
{
  Suite *suite = suite_create ("haarparents");
  TCase *tests = tcase_create ("haarparents");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_objects_within_objects);
  tcase_add_test (tests, test_everywhere);
  tcase_add_test (tests, test_type_of_region);
  tcase_add_test (tests, test_nothing_to_look_in);
  tcase_add_test (tests, test_regions_of_others);
  tcase_add_test (tests, test_regions_that_overlap);
  tcase_add_test (tests, test_keep_metas);
  tcase_add_test (tests, test_foreign_regions_stay);
  tcase_add_test (tests, test_detect_every);
  tcase_add_test (tests, test_hold);
  tcase_add_test (tests, test_held_within_others);
  tcase_add_test (tests, test_held_with_their_parent);
  tcase_add_test (tests, test_drawn_while_held);
  tcase_add_test (tests, test_corners_in_faces);
  return suite;
}

TEST_MAIN (haarparents_suite)
