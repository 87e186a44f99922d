/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects on their way through copies and GStreamer's own elements.
 */
#include "objecttesting.h"

#include "boxes.h"
#include "compat.h"

#define NOWHERE -1e6f

/* What this launch line makes of a frame with an object; takes the frame. */
static GstBuffer *
push_through (const gchar *launch, GstBuffer *frame)
{
  GstHarness *harness = gst_harness_new_parse (launch);
  GstBuffer *out;

  gst_harness_set_src_caps (harness,
      gst_caps_from_string (
          "video/x-raw, format=GRAY8, width=64, height=48, framerate=25/1, "
          "pixel-aspect-ratio=1/1"));
  out = gst_harness_push_and_pull (harness, frame);
  fail_unless (out != NULL);
  gst_harness_teardown (harness);
  return out;
}

static GstBuffer *
with_object (gfloat x, gfloat y, gfloat width, gfloat height)
{
  GstBuffer *frame = test_gray_frame (1);

  test_add_foreign_object (frame, x, y, width, height, 40);
  return frame;
}

/* Takes the buffer. */
static void
check_place (GstBuffer *buffer, gfloat x, gfloat y, gfloat width, gfloat height)
{
  GstObjectsMeta meta = test_objects (buffer);
  GstDetectedObject object = gst_objects_meta_get (&meta, 0);

  fail_unless_equals_int (meta.count, 1);
  fail_unless_equals_float (object.x, x);
  fail_unless_equals_float (object.y, y);
  fail_unless_equals_float (object.width, width);
  fail_unless_equals_float (object.height, height);
  fail_unless (object.score == 7 && object.neighbors == 3 && object.id == 9);
  fail_unless (object.parent_id == -1 && object.flags == 0);
  fail_unless_equals_string (object.label, "face");
  fail_unless_equals_int (meta.width, TEST_WIDTH);
  fail_unless_equals_int (meta.height, TEST_HEIGHT);
  fail_unless_equals_uint64 (meta.pts, 42);
  gst_buffer_unref (buffer);
}

static const gchar *const stock[] = { "queue", "identity drop-allocation=true",
  "videoconvert ! capsfilter caps=video/x-raw,format=RGB", "videobalance" };

GST_START_TEST (test_stock_elements)
{
  check_place (push_through (stock[__i__], with_object (10, 20, 16, 12)), 10,
      20, 16, 12);
}
GST_END_TEST;

static void
check_scaled (guint width, guint height, gfloat x, gfloat y, gfloat w, gfloat h)
{
  gchar *line = g_strdup_printf (
      "videoscale ! capsfilter "
      "caps=video/x-raw,width=%u,height=%u,pixel-aspect-ratio=1/1",
      width, height);

  check_place (push_through (line, with_object (10, 20, 16, 12)), x, y, w, h);
  g_free (line);
}

/* Edges scale as they are: no half pixel is added. */
GST_START_TEST (test_scale)
{
  check_scaled (128, 96, 20, 40, 32, 24);
  check_scaled (32, 24, 5, 10, 8, 6);
  check_scaled (16, 12, 2.5f, 5, 4, 3);
}
GST_END_TEST;

GST_START_TEST (test_scale_keeps_tails_and_fields)
{
  GstBuffer *out = push_through (
      "videoscale ! capsfilter caps=video/x-raw,width=32,height=24",
      with_object (2, 4, 8, 8));
  const GstStructure *structure = gst_custom_meta_get_structure (
      gst_buffer_get_custom_meta (out, GST_OBJECTS_META_NAME));
  GBytes *bytes =
      g_value_get_boxed (gst_structure_get_value (structure, "objects"));
  const guint8 *data = g_bytes_get_data (bytes, NULL);

  fail_unless_equals_string (
      gst_structure_get_string (structure, "novelty"), "unknown to us");
  fail_unless_equals_int (g_bytes_get_size (bytes), 40);
  for (guint i = 36; i < 40; i++)
    fail_unless_equals_int (data[i], 0xA5);
  check_place (out, 1, 2, 4, 4);
}
GST_END_TEST;

GST_START_TEST (test_scale_to_another_display_aspect)
{
  GstBuffer *out =
      push_through ("videoscale add-borders=false ! "
                    "capsfilter caps=video/x-raw,width=64,height=24,"
                    "pixel-aspect-ratio=1/1",
          with_object (10, 20, 16, 12));

  if (VF_HAVE_MATRIX_TRANSFORM) {
    check_place (out, 10, 10, 16, 6);
  } else {
    fail_unless_equals_int (test_n_objects_metas (out), 0);
    gst_buffer_unref (out);
  }
}
GST_END_TEST;

GST_START_TEST (test_copies_share_the_bytes)
{
  GstBuffer *frame = with_object (1, 2, 3, 4);
  GstBuffer *copy = gst_buffer_copy (frame);
  GstBuffer *part = gst_buffer_copy_region (
      frame, GST_BUFFER_COPY_ALL, TEST_WIDTH, TEST_WIDTH);

  fail_unless (test_objects (copy).data == test_objects (frame).data);
  fail_unless_equals_int (test_n_objects_metas (part), 0);
  gst_buffer_unref (part);
  gst_buffer_unref (frame);
  check_place (copy, 1, 2, 3, 4);
}
GST_END_TEST;

/* From 1.28 on; before, these elements drop the meta. */
static const struct {
  const gchar *line;
  gfloat from[4], to[4];
} moves[] = {
  { "videoflip video-direction=horiz", { 10, 20, 16, 12 },
      { 64 - 26, 20, 16, 12 } },
  { "videoflip video-direction=vert", { 10, 20, 16, 12 },
      { 10, 48 - 32, 16, 12 } },
  { "videoflip video-direction=180", { 10, 20, 16, 12 },
      { 64 - 26, 48 - 32, 16, 12 } },
  { "videoflip video-direction=90r", { 10, 20, 16, 12 },
      { 48 - 32, 10, 12, 16 } },
  { "videoflip video-direction=90l", { 10, 20, 16, 12 },
      { 20, 64 - 26, 12, 16 } },
  { "videocrop left=4 top=8", { 10, 20, 16, 12 }, { 6, 12, 16, 12 } },
  { "videocrop left=14", { 10, 20, 16, 12 }, { 0, 20, 12, 12 } },
  { "videocrop right=40 bottom=20", { 10, 20, 16, 12 }, { 10, 20, 14, 8 } },
  { "videocrop left=26", { 10, 20, 16, 12 }, { NOWHERE } },
  { "videocrop left=25", { 10, 20, 16, 12 }, { 0, 20, 1, 12 } },
  { "videobox left=-6 top=-2", { 10, 20, 16, 12 }, { 16, 22, 16, 12 } },
};

static void
check_dropped (GstBuffer *buffer, gboolean meta_stays)
{
  fail_unless_equals_int (test_n_objects_metas (buffer), meta_stays);
  if (meta_stays)
    fail_unless_equals_int (test_objects (buffer).count, 0);
  gst_buffer_unref (buffer);
}

GST_START_TEST (test_moves)
{
  const gfloat *from = moves[__i__].from, *to = moves[__i__].to;
  GstBuffer *out = push_through (
      moves[__i__].line, with_object (from[0], from[1], from[2], from[3]));

  if (!VF_HAVE_MATRIX_TRANSFORM)
    check_dropped (out, FALSE);
  else if (to[0] == NOWHERE)
    check_dropped (out, TRUE);
  else
    check_place (out, to[0], to[1], to[2], to[3]);
}
GST_END_TEST;

/* Of several, each keeps its own label. */
GST_START_TEST (test_labels_of_those_that_stay)
{
  VfFoundObject objects[] = { test_face (0, 0, 4, 4, 1),
    test_face (30, 20, 8, 8, 2), test_face (1, 2, 3, 4, 3),
    test_face (40, 30, 8, 8, 4) };
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_gray_frame (1), *out;
  GstObjectsMeta meta;

  for (guint i = 0; i < 4; i++)
    objects[i].label = (const gchar *[]){ "a", "b", "c", "d" }[i];
  test_add_objects (frame, &info, objects, 4);
  out = push_through ("videocrop left=20", frame);
  if (VF_HAVE_MATRIX_TRANSFORM) {
    meta = test_objects (out);
    fail_unless_equals_int (meta.count, 2);
    fail_unless_equals_string (gst_objects_meta_get (&meta, 0).label, "b");
    fail_unless_equals_string (gst_objects_meta_get (&meta, 1).label, "d");
    fail_unless_equals_int (gst_objects_meta_get (&meta, 1).id, 4);
  }
  gst_buffer_unref (out);
}
GST_END_TEST;

/* The regions that are projections of these boxes. */
static guint
n_projections (GstBuffer *buffer, const GArray *boxes)
{
  gpointer state = NULL;
  guint count = 0, next = 0;
  GstMeta *meta;

  while ((meta = gst_buffer_iterate_meta_filtered (
              buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))) {
    VfBox box =
        vf_box_of_region ((GstVideoRegionOfInterestMeta *) meta, (VfRect){ 0 });

    count += vf_boxes_have (boxes, boxes->len, &box, TRUE, &next);
  }
  return count;
}

/* There may be other regions only where GStreamer has left some behind. */
static void
check_removal (GstBuffer *frame, const GstVideoInfo *info)
{
  GArray *boxes = vf_boxes_new ();

  vf_boxes_add_objects (boxes, frame);
  fail_unless_equals_int (boxes->len, 2);
  fail_unless (n_projections (frame, boxes) >= 2);
  if (!VF_SCALED_METAS_ARE_COPIED)
    fail_unless_equals_int (test_n_regions (frame, NULL), 2);
  gst_objects_meta_remove_all (frame, info);
  fail_unless_equals_int (n_projections (frame, boxes), 0);
  if (!VF_SCALED_METAS_ARE_COPIED)
    fail_unless_equals_int (test_n_regions (frame, NULL), 0);
  g_array_unref (boxes);
}

/* The projections of what has been moved are recognised. */
GST_START_TEST (test_removal_behind_elements)
{
  static const struct {
    const gchar *line;
    guint width, height;
  } cases[] = {
    { "videoscale ! capsfilter caps=video/x-raw,width=91,height=68", 91, 68 },
    { "videoscale ! capsfilter caps=video/x-raw,width=13,height=10 ! "
      "videoscale ! "
      "capsfilter caps=video/x-raw,width=640,height=480",
        640, 480 },
    { "videoconvert ! capsfilter caps=video/x-raw,format=I420", 64, 48 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const VfFoundObject objects[] = { test_face (9, 7, 23, 23, 1),
      test_face (40, 20, 17, 19, 2) };
    GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
    GstBuffer *frame = test_gray_frame (1);

    test_add_objects (frame, &info, objects, 2);
    frame = gst_buffer_make_writable (push_through (cases[i].line, frame));
    info = test_info (cases[i].width, cases[i].height);
    if (test_n_objects_metas (frame) > 0)
      check_removal (frame, &info);
    gst_buffer_unref (frame);
  }
}
GST_END_TEST;

static Suite *
objectssurvive_suite (void)
{
  Suite *suite = suite_create ("objectssurvive");
  TCase *tests = tcase_create ("objectssurvive");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_stock_elements, 0, G_N_ELEMENTS (stock));
  tcase_add_test (tests, test_scale);
  tcase_add_test (tests, test_scale_keeps_tails_and_fields);
  tcase_add_test (tests, test_scale_to_another_display_aspect);
  tcase_add_test (tests, test_copies_share_the_bytes);
  tcase_add_loop_test (tests, test_moves, 0, G_N_ELEMENTS (moves));
  tcase_add_test (tests, test_labels_of_those_that_stay);
  tcase_add_test (tests, test_removal_behind_elements);
  return suite;
}

TEST_MAIN (objectssurvive_suite)
