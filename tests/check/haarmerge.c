/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * haardetect with merge: several detectors, one list.
 */
#include "haartesting.h"

#include <math.h>
#include <time.h>

#define FRAME    (40 * GST_MSECOND)
#define FOLLOWED GST_DETECTED_OBJECT_STABLE_ID
#define HELD     GST_DETECTED_OBJECT_HELD

/* What comes out of the two for a scene; the second one has the only meta. */
static GstBuffer *
push_through (GstHarness *front, GstHarness *back, guint scene, guint number)
{
  return test_push (back, haar_push (front, scene, number * FRAME));
}

typedef struct {
  const gchar *label;
  guint id, flags;
  gint parent;
  const VfFoundObject *place; /* NULL: anywhere */
} Expected;

/* Takes the buffer. */
static void
check_objects (GstBuffer *out, const Expected *expected, guint n)
{
  GstObjectsMeta meta = test_objects (out);

  fail_unless_equals_int (meta.count, n);
  fail_unless_equals_int (test_n_regions (out, NULL), n);
  for (guint i = 0; i < n; i++) {
    GstDetectedObject object = gst_objects_meta_get (&meta, i);

    fail_unless_equals_string (object.label, expected[i].label);
    fail_unless_equals_int (object.id, expected[i].id);
    fail_unless_equals_int (object.flags, expected[i].flags);
    fail_unless_equals_int (object.parent_id, expected[i].parent);
    fail_unless_equals_int (test_region (out, i)->id, expected[i].id);
    if (expected[i].place)
      haar_check_place (&object, expected[i].place);
  }
  gst_buffer_unref (out);
}

/* The second one sees all that the first one does: it adds what is new only. */
GST_START_TEST (test_one_of_two_stays)
{
  GstHarness *front = haar_harness ("label=first max-size-width=40 "
                                    "max-size-height=40");
  GstHarness *back = haar_harness ("label=second merge=true");
  static const Expected expected[] = { { "first", 1, 0, -1, &scene_square },
    { "second", 3, 0, -1, &scene_head } };

  check_objects (
      push_through (front, back, SCENE_SQUARE | SCENE_HEAD, 0), expected, 2);
  check_objects (push_through (front, back, SCENE_SQUARE, 1), expected, 1);
  check_objects (push_through (front, back, SCENE_EMPTY, 2), NULL, 0);
  test_no_complaint (back);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Nothing overlaps: both lists. keep-metas makes no difference. */
GST_START_TEST (test_both_lists)
{
  GstHarness *front = haar_harness ("label=first min-size-width=40");
  GstHarness *back = haar_harness (
      "label=second max-size-width=40 max-size-height=40 merge=true");
  static const Expected expected[] = { { "first", 1, 0, -1, &scene_head },
    { "second", 2, 0, -1, &scene_square } };

  for (guint keep = 0; keep < 2; keep++) {
    g_object_set (back->element, "keep-metas", keep, NULL);
    check_objects (push_through (front, back, SCENE_SQUARE | SCENE_HEAD, keep),
        expected, 2);
  }
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Its messages and its count are of all. */
GST_START_TEST (test_messages)
{
  GstHarness *front = haar_harness ("label=first min-size-width=40");
  GstHarness *back = haar_harness ("label=second max-size-width=40 "
                                   "max-size-height=40 merge=true "
                                   "updates=every-frame");
  GstMessage *message;
  const GstStructure *fields, *object;
  const GValue *list;
  gdouble confidence;
  guint count;

  gst_buffer_unref (push_through (front, back, SCENE_SQUARE | SCENE_HEAD, 0));
  message = test_message (back, GST_MESSAGE_ELEMENT);
  fields = gst_message_get_structure (message);
  fail_unless (gst_structure_get_uint (fields, "count", &count) && count == 2);
  list = gst_structure_get_value (fields, "object-list");
  object = gst_value_get_structure (gst_value_array_get_value (list, 0));
  fail_unless_equals_string (
      gst_structure_get_string (object, "label"), "first");
  fail_unless (gst_structure_get_double (object, "confidence", &confidence));
  fail_unless (ABS (confidence - 2.5 / 3.5) < 1e-6);
  gst_message_unref (message);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* One that the first only holds lies where the second finds it. */
GST_START_TEST (test_held_and_found)
{
  GstHarness *front =
      haar_harness ("label=first detect-every=9 hold=true max-objects=1 "
                    "max-size-width=40 max-size-height=40");
  GstHarness *back = haar_harness ("label=second merge=true");
  ScenePlace place = { 60, 40 };
  GstDetectedObject objects[3];

  for (guint i = 0; i < 3; i++) {
    GstBuffer *out;
    GstObjectsMeta meta;

    place.x = i > 0 ? 64 : 60;
    out = test_push (
        back, test_push (front, scene_squares (&place, i < 2, i * FRAME)));
    meta = test_objects (out);
    fail_unless_equals_int (meta.count, 1);
    objects[i] = gst_objects_meta_get (&meta, 0);
    fail_unless_equals_string (objects[i].label, "first");
    fail_unless_equals_int (objects[i].id, 1);
    gst_buffer_unref (out);
  }
  fail_unless (objects[1].x > objects[0].x);
  fail_unless_equals_float (objects[2].x, objects[0].x);
  fail_unless_equals_int (objects[0].flags, 0);
  fail_unless_equals_int (objects[1].flags, 0);
  fail_unless_equals_int (objects[2].flags, HELD);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* A face that one detector sees for some frames, and then the other one. */
GST_START_TEST (test_followed_as_one)
{
  GstHarness *front = haar_harness ("label=first");
  GstHarness *back = haar_harness (
      "label=second merge=true smooth=true events=true hold-frames=1");
  static const guint seen_by[] = { 1, 1, 3, 2, 2, 0, 1, 0, 0 };
  static const gchar *const labels[] = { "first", "first", "first", "second",
    "second", "second", "first", "first" };

  for (guint i = 0; i < G_N_ELEMENTS (seen_by); i++) {
    GstBuffer *frame =
        haar_push (front, seen_by[i] & 1 ? SCENE_SQUARE : 0, i * FRAME);
    Expected expected = { i < 8 ? labels[i] : NULL, 1,
      FOLLOWED | (seen_by[i] ? 0 : HELD), -1, NULL };

    g_object_set (
        back->element, "min-neighbors", seen_by[i] & 2 ? 3 : 1000, NULL);
    if (seen_by[i] == 2) {
      /* For the second one only. */
      GstBuffer *other = scene_gray (SCENE_SQUARE);

      gst_buffer_copy_into (other, frame, GST_BUFFER_COPY_METADATA, 0, -1);
      gst_buffer_unref (frame);
      frame = other;
    }
    check_objects (test_push (back, frame), &expected, i < 8);
  }
  fail_unless_equals_int (test_count_messages (back, GST_MESSAGE_ELEMENT), 2);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

#define HOLES                                                                  \
  "label=hole cascade=hole min-neighbors=0 max-size-width=15 "                 \
  "max-size-height=15 start-confidence=0 "

/* The head and the square, and the two holes within the head. */
GST_START_TEST (test_parents)
{
  GstHarness *front = haar_harness ("");
  GstHarness *back = haar_harness (HOLES "roi-source=meta merge=true");
  static const Expected expected[] = { { "square", 1, 0, -1, &scene_square },
    { "square", 2, 0, -1, NULL }, { "hole", 3, 0, 2, &scene_holes[0] },
    { "hole", 4, 0, 2, &scene_holes[1] } };

  check_objects (
      push_through (front, back, SCENE_SQUARE | SCENE_HEAD | SCENE_WALL, 0),
      expected, 4);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Ids of those that are followed are others, and so are those of parents. */
GST_START_TEST (test_parents_that_are_followed)
{
  GstHarness *front = haar_harness ("");
  GstHarness *back =
      haar_harness (HOLES "roi-source=meta merge=true smooth=true");
  /* Of the first frame; then the head's id is 1, when the square has gone. */
  static const Expected expected[] = { { "square", 1, FOLLOWED, -1, NULL },
    { "square", 2, FOLLOWED, -1, NULL }, { "hole", 3, FOLLOWED, 2, NULL },
    { "hole", 4, FOLLOWED, 2, NULL } };
  static const Expected later[] = { { "square", 2, FOLLOWED, -1, NULL },
    { "hole", 3, FOLLOWED, 2, NULL }, { "hole", 4, FOLLOWED, 2, NULL } };

  check_objects (
      push_through (front, back, SCENE_SQUARE | SCENE_HEAD, 0), expected, 4);
  g_object_set (back->element, "hold-frames", 0, NULL);
  check_objects (push_through (front, back, SCENE_HEAD, 1), later, 3);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Frames between: with hold the list is held, ids and parents fit. */
GST_START_TEST (test_hold)
{
  GstHarness *front = haar_harness ("");
  GstHarness *back = haar_harness (
      HOLES "roi-source=meta merge=true detect-every=2 hold=true");
  static const Expected expected[] = { { "square", 1, HELD, -1, NULL },
    { "hole", 2, HELD, 1, NULL }, { "hole", 3, HELD, 1, NULL } };

  gst_buffer_unref (push_through (front, back, SCENE_HEAD, 0));
  check_objects (push_through (front, back, SCENE_EMPTY, 1), expected, 3);
  gst_buffer_unref (push_through (front, back, SCENE_HEAD, 2));
  check_objects (push_through (front, back, SCENE_HEAD, 3), expected, 3);
  g_object_set (back->element, "hold", FALSE, "detect-every", 9, NULL);
  for (guint keep = 0; keep < 2; keep++) {
    GstBuffer *out;

    g_object_set (back->element, "keep-metas", keep, NULL);
    gst_util_set_object_arg (G_OBJECT (back->element), "roi-source", "all");
    out = push_through (front, back, SCENE_HEAD, 4 + keep);
    fail_unless_equals_int (test_n_objects_metas (out), keep);
    gst_buffer_unref (out);
  }
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

GST_START_TEST (test_hold_followed)
{
  GstHarness *front = haar_harness ("");
  GstHarness *back = haar_harness (HOLES "roi-source=meta merge=true "
                                         "detect-every=2 hold=true "
                                         "smooth=true");
  static const Expected expected[] = { { "square", 1, FOLLOWED | HELD, -1,
                                           NULL },
    { "hole", 2, FOLLOWED | HELD, 1, NULL },
    { "hole", 3, FOLLOWED | HELD, 1, NULL } };

  gst_buffer_unref (push_through (front, back, SCENE_HEAD, 0));
  check_objects (push_through (front, back, SCENE_EMPTY, 1), expected, 3);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* What the first one only holds is no sighting. */
GST_START_TEST (test_held_by_the_first)
{
  GstHarness *front = haar_harness ("detect-every=9 hold=true");
  GstHarness *back =
      haar_harness ("cascade=hole merge=true smooth=true hold-frames=1");
  static const Expected seen = { "square", 1, FOLLOWED, -1, NULL };
  static const Expected held = { "square", 1, FOLLOWED | HELD, -1, NULL };

  check_objects (push_through (front, back, SCENE_SQUARE, 0), &seen, 1);
  check_objects (push_through (front, back, SCENE_SQUARE, 1), &held, 1);
  check_objects (push_through (front, back, SCENE_SQUARE, 2), NULL, 0);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

/* Ids of the first one that stay are kept, but not where they are held here:
 * that takes ids that are free. */
GST_START_TEST (test_followed_by_the_first)
{
  GstHarness *front = haar_harness ("smooth=true");
  GstHarness *back =
      haar_harness ("cascade=hole merge=true detect-every=2 hold=true");
  static const Expected seen = { "square", 1, FOLLOWED, -1, NULL };
  static const Expected held = { "square", 1, HELD, -1, NULL };

  check_objects (push_through (front, back, SCENE_SQUARE, 0), &seen, 1);
  check_objects (push_through (front, back, SCENE_SQUARE, 1), &held, 1);
  check_objects (push_through (front, back, SCENE_SQUARE, 2), &seen, 1);
  test_harness_free (front);
  test_harness_free (back);
}
GST_END_TEST;

static void
check_places (GstBuffer *buffer)
{
  GstObjectsMeta meta = test_objects (buffer);

  for (guint i = 0; i < meta.count; i++) {
    GstDetectedObject object = gst_objects_meta_get (&meta, i);

    fail_unless (isfinite (object.x) && isfinite (object.y));
    fail_unless (object.width > 0 && object.height > 0);
  }
}

/* Metas of any kind of garbage; and regions of others, which stay. */
GST_START_TEST (test_garbage)
{
  GstHarness *harness = haar_harness ("merge=true");

  for (guint i = 0; i < TEST_N_BROKEN; i++) {
    GstBuffer *frame = scene_gray (SCENE_HEAD);

    g_object_set (harness->element, "smooth", i % 2, NULL);
    test_add_broken_objects (frame, i);
    gst_buffer_add_video_region_of_interest_meta (frame, "car", 1, 2, 3, 4);
    frame = test_push (harness, frame);
    fail_unless_equals_int (test_n_regions (frame, "car"), 1);
    check_places (frame);
    gst_buffer_unref (frame);
  }
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

#define MANY 60000

/* The processor's time for a frame with so many objects, all of which come
 * out again with merge, and none without. */
static clock_t
time_many (const gchar *properties, guint expected)
{
  GstHarness *harness = haar_harness (properties);
  GstVideoInfo info = test_info (SCENE_WIDTH, SCENE_HEIGHT);
  VfFoundObject *objects = g_new (VfFoundObject, MANY);
  GstBuffer *frame = scene_gray (SCENE_EMPTY);
  clock_t start;

  for (guint i = 0; i < MANY; i++)
    objects[i] = test_face (i % 100, i / 100 % 90, 30, 30, i + 1);
  test_add_objects (frame, &info, objects, MANY);
  start = clock ();
  frame = test_push (harness, frame);
  start = clock () - start;
  fail_unless_equals_int (test_objects (frame).count, expected);
  gst_buffer_unref (frame);
  g_free (objects);
  test_harness_free (harness);
  return start;
}

/* Each costs some times what it costs to take it off, however many there are:
 * a search among all others costs some hundred times as much. */
GST_START_TEST (test_many)
{
  clock_t off = time_many ("merge=false", 0);
  clock_t over = time_many ("merge=true", MANY);

  fail_unless (over < 40 * off, "%ld, not %ld", (long) over, (long) off);
}
GST_END_TEST;

static Suite *
haarmerge_suite (void)
{
  Suite *suite = suite_create ("haarmerge");
  TCase *tests = tcase_create ("haarmerge");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_one_of_two_stays);
  tcase_add_test (tests, test_both_lists);
  tcase_add_test (tests, test_messages);
  tcase_add_test (tests, test_held_and_found);
  tcase_add_test (tests, test_followed_as_one);
  tcase_add_test (tests, test_parents);
  tcase_add_test (tests, test_parents_that_are_followed);
  tcase_add_test (tests, test_hold);
  tcase_add_test (tests, test_hold_followed);
  tcase_add_test (tests, test_held_by_the_first);
  tcase_add_test (tests, test_followed_by_the_first);
  tcase_add_test (tests, test_garbage);
  tcase_add_test (tests, test_many);
  return suite;
}

TEST_MAIN (haarmerge_suite)
