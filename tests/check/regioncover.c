/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The element regioncover: what of a buffer's metas it covers, and when it lets
 * no frame pass.
 */
#include "objecttesting.h"

#include "analytics.h"

#include <math.h>

#define WIDTH  96
#define HEIGHT 80
#define FILL   "mode=fill color=0xff0000ff margin=0 "
#define BLUE   0x0000ff

static GstHarness *
new_harness (const gchar *properties)
{
  gchar *line = g_strconcat ("regioncover ", properties, NULL);
  GstHarness *harness = test_harness_of (line);

  gst_harness_set_src_caps (harness, test_caps ("RGB", WIDTH, HEIGHT));
  g_free (line);
  return harness;
}

static GstBuffer *
plain_frame (void)
{
  return test_frame ("RGB", WIDTH, HEIGHT, 1);
}

/* What comes out; takes the frame. */
static GstBuffer *
cover (const gchar *properties, GstBuffer *frame)
{
  GstHarness *harness = new_harness (properties);
  GstBuffer *out = test_push (harness, frame);

  test_no_complaint (harness);
  test_harness_free (harness);
  return out;
}

static guint
pixel (GstBuffer *frame, guint x, guint y)
{
  guint8 rgb[3];

  gst_buffer_extract (frame, (y * WIDTH + x) * 3, rgb, 3);
  return (guint) rgb[0] << 16 | (guint) rgb[1] << 8 | rgb[2];
}

/* Whether the frame is blue in these rectangles, and what it was elsewhere.
 * Takes it. */
static void
check_blue (GstBuffer *frame, guint n, const guint rects[][4])
{
  GstBuffer *before = plain_frame ();

  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++) {
      gboolean covered = FALSE;
      guint expected;

      for (guint i = 0; i < n; i++)
        covered |=
            x - rects[i][0] < rects[i][2] && y - rects[i][1] < rects[i][3];
      expected = covered ? BLUE : pixel (before, x, y);
      if (pixel (frame, x, y) != expected)
        fail (
            "(%u, %u) is %06x, not %06x", x, y, pixel (frame, x, y), expected);
    }
  gst_buffer_unref (before);
  gst_buffer_unref (frame);
}

static GstBuffer *
frame_with_region (const gchar *type, guint x, guint y, guint w, guint h)
{
  GstBuffer *frame = plain_frame ();

  gst_buffer_add_video_region_of_interest_meta (frame, type, x, y, w, h);
  return frame;
}

static GstBuffer *
frame_with_face (gdouble x, gdouble y, gdouble width, gdouble height)
{
  GstBuffer *frame = plain_frame ();

  test_add_foreign_object (
      frame, (gfloat) x, (gfloat) y, (gfloat) width, (gfloat) height, 36);
  return frame;
}

static const guint box[][4] = { { 20, 30, 40, 25 } };

GST_START_TEST (test_nothing_to_cover)
{
  GstBuffer *frame = plain_frame ();
  GstBuffer *out = cover ("", gst_buffer_ref (frame));

  fail_unless (
      gst_buffer_peek_memory (out, 0) == gst_buffer_peek_memory (frame, 0));
  check_blue (out, 0, NULL);
  gst_buffer_unref (frame);
}
GST_END_TEST;

/* What lies beyond the frame, or is of another type, leaves it alone, too. */
GST_START_TEST (test_nothing_in_the_frame)
{
  GstBuffer *frame = frame_with_region ("face", 500, 10, 20, 20);
  GstBuffer *out;

  gst_buffer_add_video_region_of_interest_meta (frame, "hat", 5, 5, 9, 9);
  out = cover ("region-types=face", gst_buffer_ref (frame));
  fail_unless (
      gst_buffer_peek_memory (out, 0) == gst_buffer_peek_memory (frame, 0));
  gst_buffer_unref (frame);
  gst_buffer_unref (out);
}
GST_END_TEST;

GST_START_TEST (test_shared_memory_stays)
{
  GstBuffer *frame = frame_with_region ("face", 20, 30, 40, 25);
  GstBuffer *out = cover (FILL, gst_buffer_ref (frame));

  check_blue (frame, 0, NULL);
  fail_unless_equals_int (test_n_regions (out, "face"), 1);
  check_blue (out, 1, box);
}
GST_END_TEST;

GST_START_TEST (test_our_objects)
{
  GstBuffer *frame = plain_frame (), *out;
  const VfFoundObject objects[] = { test_face (20, 30, 40, 25, 1) };
  GstVideoInfo info;

  check_blue (cover (FILL, frame_with_face (20, 30, 40, 25)), 1, box);
  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_RGB, WIDTH, HEIGHT);
  test_add_objects (frame, &info, objects, 1);
  out = cover (FILL, frame);
  fail_unless_equals_int (test_n_objects_metas (out), 1);
  check_blue (out, 1, box);
}
GST_END_TEST;

/* Held objects are covered as any are: test_eye() is one. */
GST_START_TEST (test_held_objects)
{
  static const guint eye[][4] = { { 20, 14, 6, 6 } };
  VfFoundObject object = test_eye (1, -1);
  GstBuffer *frame = plain_frame ();
  GstVideoInfo info;

  fail_unless (object.flags & GST_DETECTED_OBJECT_HELD);
  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_RGB, WIDTH, HEIGHT);
  test_add_objects (frame, &info, &object, 1);
  check_blue (cover (FILL, frame), 1, eye);
}
GST_END_TEST;

GST_START_TEST (test_regions)
{
  static const guint both[][4] = { { 20, 30, 40, 25 }, { 3, 5, 7, 9 } };
  GstBuffer *frame = frame_with_region ("face", 20, 30, 40, 25);

  gst_buffer_add_video_region_of_interest_meta (frame, "hat", 3, 5, 7, 9);
  check_blue (cover (FILL, frame), 2, both);
}
GST_END_TEST;

GST_START_TEST (test_analytics)
{
  const VfAnalyticsObject face = { .type = g_quark_from_string ("face"),
    .x = 20,
    .y = 30,
    .width = 40,
    .height = 25,
    .confidence = 0.5f };
  GstBuffer *frame = plain_frame ();

  if (vf_analytics_available ()) {
    vf_analytics_add (frame, &face, 1);
    check_blue (cover (FILL, frame), 1, box);
  } else {
    gst_buffer_unref (frame);
  }
}
GST_END_TEST;

GST_START_TEST (test_types)
{
  static const struct {
    const gchar *types;
    gboolean covered;
  } cases[] = {
    { FILL "region-types=face", TRUE },
    { FILL "region-types=eye", FALSE },
    { FILL "region-types=\"eye, face\"", TRUE },
    { FILL "region-types=\"\"", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    check_blue (
        cover (cases[i].types, frame_with_region ("face", 20, 30, 40, 25)),
        cases[i].covered, box);
    check_blue (cover (cases[i].types, frame_with_face (20, 30, 40, 25)),
        cases[i].covered, box);
  }
}
GST_END_TEST;

GST_START_TEST (test_margin)
{
  static const guint wide[][4] = { { 16, 27, 48, 31 } };

  check_blue (
      cover (FILL "margin=0.1", frame_with_region ("x", 20, 30, 40, 25)), 1,
      wide);
}
GST_END_TEST;

/* Covered at its place in the frame, and beyond the crop as well. */
GST_START_TEST (test_crop)
{
  static const guint beyond[][4] = { { 60, 40, 30, 25 } };
  GstBuffer *frame = frame_with_face (10, 10, 40, 25), *out;
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);

  crop->x = 10;
  crop->y = 20;
  crop->width = 60;
  crop->height = 50;
  check_blue (cover (FILL, gst_buffer_copy (frame)), 1, box);
  gst_buffer_unref (frame);
  frame = frame_with_face (50, 20, 30, 25);
  crop = gst_buffer_add_video_crop_meta (frame);
  crop->x = 10;
  crop->y = 20;
  crop->width = 60;
  crop->height = 50;
  out = cover (FILL, frame);
  check_blue (out, 1, beyond);
}
GST_END_TEST;

GST_START_TEST (test_shapes_and_modes)
{
  static const gchar *const settings[] = { "mode=pixelate", "mode=blur",
    "shape=ellipse mode=pixelate", "shape=ellipse mode=blur",
    "shape=ellipse mode=fill" };
  GstBuffer *before = plain_frame ();

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    gchar *line = g_strconcat (settings[i], " margin=0", NULL);
    GstBuffer *out = cover (line, frame_with_region ("x", 20, 30, 40, 25));
    gboolean ellipse = g_str_has_prefix (settings[i], "shape");

    fail_unless (pixel (out, 40, 42) != pixel (before, 40, 42));
    fail_unless ((pixel (out, 20, 30) == pixel (before, 20, 30)) == ellipse);
    fail_unless (pixel (out, 19, 42) == pixel (before, 19, 42));
    gst_buffer_unref (out);
    g_free (line);
  }
  gst_buffer_unref (before);
}
GST_END_TEST;

GST_START_TEST (test_odd_objects)
{
  static const gdouble odd[][4] = { { 0, 0, 0, 0 }, { 10, 10, 0, 5 },
    { NAN, 5, 9, 9 }, { 5, 5, NAN, 9 }, { 5, 5, -9, 9 }, { 500, 10, 20, 20 },
    { INFINITY, 0, 5, 5 } };
  static const guint all[][4] = { { 0, 0, WIDTH, HEIGHT } };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    check_blue (cover (FILL, frame_with_face (
                                 odd[i][0], odd[i][1], odd[i][2], odd[i][3])),
        0, NULL);
  check_blue (cover (FILL, frame_with_face (-1e30, -1e30, 2e30, 2e30)), 1, all);
  check_blue (
      cover (FILL, frame_with_face (-1e9, -1e9, INFINITY, INFINITY)), 1, all);
  check_blue (cover (FILL, frame_with_region ("x", 0, 0, G_MAXUINT, G_MAXUINT)),
      1, all);
  for (guint i = 0; i < 3; i++) {
    gchar *line = g_strdup_printf ("mode=%u shape=ellipse margin=2", i);

    gst_buffer_unref (cover (line, frame_with_face (-20, -20, 40, 40)));
    gst_buffer_unref (cover (line, frame_with_face (95, 79, 0.25, 0.25)));
    gst_buffer_unref (cover (line, frame_with_face (-1e30, 5, 2e30, 9)));
    g_free (line);
  }
}
GST_END_TEST;

/* Rows that lie apart; and, upside down, from the last one up. */
GST_START_TEST (test_strides)
{
  static const struct {
    gsize offset;
    gint stride;
  } ways[] = { { 50, 400 }, { 79 * 400 + 50, -400 } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    gsize offset[GST_VIDEO_MAX_PLANES] = { ways[i].offset };
    gint stride[GST_VIDEO_MAX_PLANES] = { ways[i].stride };
    GstBuffer *frame = gst_buffer_new_allocate (NULL, 80 * 400 + 50, NULL),
              *out;
    guint n_changed = 0;
    GstMapInfo map;

    gst_buffer_memset (frame, 0, 77, -1);
    gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
        GST_VIDEO_FORMAT_RGB, WIDTH, HEIGHT, 1, offset, stride);
    gst_buffer_add_video_region_of_interest_meta (frame, "x", 20, 30, 40, 25);
    out = cover (FILL, frame);
    fail_unless (gst_buffer_map (out, &map, GST_MAP_READ));
    for (gsize k = 0; k < map.size; k++)
      n_changed += map.data[k] != 77;
    fail_unless_equals_int (n_changed, 3 * 40 * 25);
    fail_unless_equals_int (
        map.data[(gssize) offset[0] + 30 * stride[0] + 3 * 20 + 2], 255);
    gst_buffer_unmap (out, &map);
    gst_buffer_unref (out);
  }
}
GST_END_TEST;

/* How many WARNINGs come with the end of a stream of this frame. Takes it. */
static guint
warnings_at_end (GstHarness *harness, GstBuffer *frame)
{
  static const gchar *const words[] = { "Nothing was covered", "haardetect",
    NULL };
  GstMessage *message;

  gst_buffer_unref (test_push (harness, frame));
  test_no_complaint (harness);
  gst_harness_push_event (harness, gst_event_new_eos ());
  message = test_message (harness, GST_MESSAGE_WARNING);
  if (message)
    test_check_complaint (
        message, GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED, words);
  test_no_complaint (harness);
  return message ? 1 : 0;
}

/* A face that was looked for and not found is another thing than a detector that
 * is missing. */
GST_START_TEST (test_not_searched)
{
  GstVideoInfo info = test_info (WIDTH, HEIGHT);
  GstHarness *harness = new_harness ("");
  GstBuffer *searched = plain_frame ();

  fail_unless_equals_int (warnings_at_end (harness, plain_frame ()), 1);
  test_harness_free (harness);

  harness = new_harness ("");
  test_add_objects (searched, &info, NULL, 0);
  fail_unless_equals_int (warnings_at_end (harness, searched), 0);
  test_harness_free (harness);

  harness = new_harness ("region-types=other");
  fail_unless_equals_int (
      warnings_at_end (harness, frame_with_region ("x", 20, 30, 40, 25)), 0);
  test_harness_free (harness);

  /* One frame is enough; and without a frame there is nothing to say. */
  harness = new_harness ("");
  gst_buffer_unref (test_push (harness, frame_with_face (20, 30, 40, 25)));
  fail_unless_equals_int (warnings_at_end (harness, plain_frame ()), 0);
  test_harness_free (harness);
  harness = new_harness ("");
  gst_harness_push_event (harness, gst_event_new_eos ());
  test_no_complaint (harness);
  test_harness_free (harness);
}
GST_END_TEST;

/* No frame comes out, and an ERROR says why. Takes the frame. */
static void
check_refused (GstBuffer *frame)
{
  static const gchar *const words[] = { "cannot be covered", "not passed on",
    NULL };
  GstHarness *harness = new_harness ("");

  fail_unless_equals_int (gst_harness_push (harness, frame), GST_FLOW_ERROR);
  fail_unless (gst_harness_try_pull (harness) == NULL);
  test_only_complaint (harness, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_WRITE, words);
  test_harness_free (harness);
}

/* Memory that can only be read, and cannot be copied either. */
static GstBuffer *
locked_frame (void)
{
  static guint8 bytes[WIDTH * HEIGHT * 3];
  GstBuffer *frame = gst_buffer_new_wrapped_full (
      GST_MEMORY_FLAG_READONLY | GST_MEMORY_FLAG_NO_SHARE, bytes, sizeof bytes,
      0, sizeof bytes, NULL, NULL);
  return frame;
}

GST_START_TEST (test_refused)
{
  gsize offset[GST_VIDEO_MAX_PLANES] = { 1 };
  gint stride[GST_VIDEO_MAX_PLANES] = { WIDTH * 3 };
  GstBuffer *frame = frame_with_region ("x", 20, 30, 40, 25);

  gst_buffer_resize (frame, 0, WIDTH * HEIGHT * 3 - 1);
  check_refused (frame);
  frame = frame_with_region ("x", 20, 30, 40, 25);
  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_RGB, WIDTH, HEIGHT, 1, offset, stride);
  check_refused (frame);
  frame = frame_with_region ("x", 20, 30, 40, 25);
  gst_buffer_add_video_meta (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_RGB, WIDTH - 1, HEIGHT);
  check_refused (frame);
}
GST_END_TEST;

static gpointer
cannot_copy (GstMemory *memory, gssize offset, gssize size)
{
  return NULL;
}

GST_START_TEST (test_read_only_memory)
{
  GstAllocator *allocator = gst_allocator_find (GST_ALLOCATOR_SYSMEM);
  GstMemoryCopyFunction copy = allocator->mem_copy;
  GstBuffer *frame = locked_frame ();

  gst_buffer_add_video_region_of_interest_meta (frame, "x", 20, 30, 40, 25);
  allocator->mem_copy = (GstMemoryCopyFunction) cannot_copy;
  check_refused (frame);
  allocator->mem_copy = copy;
  gst_object_unref (allocator);
}
GST_END_TEST;

/* Regions tell of the first picture of a buffer only. */
GST_START_TEST (test_several_pictures)
{
  static const gchar *const caps[] = {
    "interlace-mode=fields, field-order=top-field-first",
    "views=2, multiview-mode=separated",
  };
  static const gchar *const words[] = { "several views or fields", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (caps); i++) {
    GstHarness *harness = new_harness ("");
    gchar *text = g_strdup_printf (
        "video/x-raw, format=NV12, width=64, height=48, %s", caps[i]);

    gst_harness_set_src_caps (harness, gst_caps_from_string (text));
    fail_unless (gst_harness_push (harness, test_frame ("NV12", 64, 48, 1))
                 != GST_FLOW_OK);
    fail_unless (gst_harness_try_pull (harness) == NULL);
    test_check_complaint (test_message (harness, GST_MESSAGE_ERROR),
        GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT, words);
    g_free (text);
    test_harness_free (harness);
  }
}
GST_END_TEST;

/* Chroma of both fields is covered: rows that are multiples of 4. */
GST_START_TEST (test_interlaced)
{
  GstHarness *harness = new_harness (FILL "color=0xffffffff");
  GstBuffer *frame, *out;
  guint top = 0, n = 0;

  gst_harness_set_src_caps (harness,
      gst_caps_from_string ("video/x-raw, format=NV12, width=64, height=48, "
                            "framerate=25/1, interlace-mode=interleaved"));
  frame = test_frame ("NV12", 64, 48, TEST_FLAT);
  gst_buffer_memset (frame, 0, 50, -1);
  gst_buffer_add_video_region_of_interest_meta (frame, "x", 10, 14, 20, 8);
  out = test_push (harness, frame);
  for (guint y = 0; y < 48; y++) {
    guint8 luma;

    gst_buffer_extract (out, y * 64 + 12, &luma, 1);
    if (luma == 235 && n++ == 0)
      top = y;
  }
  fail_unless_equals_int (top, 12);
  fail_unless_equals_int (n, 12);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* A composition is for whoever draws it. */
GST_START_TEST (test_composition_stays)
{
  GstBuffer *frame = frame_with_region ("x", 20, 30, 40, 25), *picture, *out;
  GstVideoOverlayRectangle *rectangle;
  GstVideoOverlayComposition *composition;

  picture = gst_buffer_new_wrapped (g_malloc0 (4 * 4 * 4), 64);
  gst_buffer_add_video_meta (picture, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, 4, 4);
  rectangle = gst_video_overlay_rectangle_new_raw (
      picture, 22, 32, 4, 4, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);
  composition = gst_video_overlay_composition_new (rectangle);
  gst_buffer_add_video_overlay_composition_meta (frame, composition);
  out = cover (FILL, frame);
  fail_unless (gst_buffer_get_video_overlay_composition_meta (out)->overlay
               == composition);
  gst_video_overlay_composition_unref (composition);
  gst_video_overlay_rectangle_unref (rectangle);
  gst_buffer_unref (picture);
  check_blue (out, 1, box);
}
GST_END_TEST;

/* The whole way, in every format. */
GST_START_TEST (test_every_format)
{
  const TestFormat *format = &test_formats[__i__];
  GstHarness *harness = test_harness_of ("regioncover mode=fill margin=0.2");
  GstBuffer *frame = test_frame (format->name, WIDTH, HEIGHT, 1), *out;
  guint16 *samples;
  GstVideoInfo info;

  gst_harness_set_src_caps (harness, test_caps (format->name, WIDTH, HEIGHT));
  gst_buffer_add_video_region_of_interest_meta (frame, "x", 20, 30, 40, 25);
  out = test_push (harness, frame);
  gst_video_info_set_format (
      &info, gst_video_format_from_string (format->name), WIDTH, HEIGHT);
  samples = test_read_samples (format, &info, out);
  for (guint y = 25; y < 60; y++)
    for (guint x = 12; x < 68; x++)
      if (samples[(y * WIDTH + x) * (format->rgb ? 3 : 1)]
          >> (format->depth - 8) > 16)
        fail ("%s: (%u, %u) is not black", format->name, x, y);
  g_free (samples);
  gst_buffer_unref (out);
  test_harness_free (harness);
}
GST_END_TEST;

/* From NULL to PLAYING and back, again and again, with other frames each time.
 */
GST_START_TEST (test_states)
{
  GstElement *pipeline = gst_parse_launch (
      "videotestsrc name=s num-buffers=3 ! capsfilter name=c ! regioncover ! "
      "appsink name=out sync=false",
      NULL);
  GstElement *filter = gst_bin_get_by_name (GST_BIN (pipeline), "c");

  for (guint i = 0; i < 4; i++) {
    GstCaps *caps = test_caps (i % 2 ? "NV12" : "RGB", 64 + i, 48);
    GPtrArray *arrived;

    g_object_set (filter, "caps", caps, NULL);
    gst_caps_unref (caps);
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    arrived = test_pull_all (pipeline, "out");
    fail_unless_equals_int (arrived->len, 3);
    g_ptr_array_unref (arrived);
    gst_element_set_state (pipeline, GST_STATE_NULL);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (filter);
  gst_object_unref (pipeline);
}
GST_END_TEST;

GST_START_TEST (test_properties)
{
  static const struct {
    const gchar *name;
    gboolean controllable;
  } expected[] = { { "mode", FALSE }, { "shape", FALSE }, { "strength", TRUE },
    { "margin", TRUE }, { "color", TRUE }, { "region-types", FALSE } };
  GstElement *element =
      gst_object_ref_sink (gst_element_factory_make ("regioncover", NULL));
  gdouble strength;
  gchar *types;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    GParamSpec *spec = g_object_class_find_property (
        G_OBJECT_GET_CLASS (element), expected[i].name);

    fail_unless (spec != NULL && (spec->flags & GST_PARAM_MUTABLE_PLAYING));
    fail_unless (
        !!(spec->flags & GST_PARAM_CONTROLLABLE) == expected[i].controllable);
  }
  g_object_set (element, "region-types", "face,eye", "strength", 0.5, NULL);
  g_object_get (element, "region-types", &types, "strength", &strength, NULL);
  fail_unless_equals_string (types, "face,eye");
  fail_unless (strength == 0.5);
  g_free (types);
  gst_object_unref (element);
}
GST_END_TEST;

/* A property that changes while playing counts from the next frame on. */
GST_START_TEST (test_changes)
{
  GstHarness *harness = new_harness ("mode=fill margin=0");
  GstBuffer *out = test_push (harness, frame_with_region ("x", 20, 30, 40, 25));

  fail_unless (pixel (out, 30, 40) == 0);
  gst_buffer_unref (out);
  g_object_set (harness->element, "color", 0xff0000ffu, NULL);
  check_blue (
      test_push (harness, frame_with_region ("x", 20, 30, 40, 25)), 1, box);
  test_harness_free (harness);
}
GST_END_TEST;

static Suite *
regioncover_suite (void)
{
  Suite *suite = suite_create ("regioncover");
  TCase *tests = tcase_create ("regioncover");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_nothing_to_cover);
  tcase_add_test (tests, test_nothing_in_the_frame);
  tcase_add_test (tests, test_shared_memory_stays);
  tcase_add_test (tests, test_our_objects);
  tcase_add_test (tests, test_held_objects);
  tcase_add_test (tests, test_regions);
  tcase_add_test (tests, test_analytics);
  tcase_add_test (tests, test_types);
  tcase_add_test (tests, test_margin);
  tcase_add_test (tests, test_crop);
  tcase_add_test (tests, test_shapes_and_modes);
  tcase_add_test (tests, test_odd_objects);
  tcase_add_test (tests, test_strides);
  tcase_add_test (tests, test_not_searched);
  tcase_add_test (tests, test_refused);
  tcase_add_test (tests, test_read_only_memory);
  tcase_add_test (tests, test_several_pictures);
  tcase_add_test (tests, test_interlaced);
  tcase_add_test (tests, test_composition_stays);
  tcase_add_loop_test (tests, test_every_format, 0, test_n_formats);
  tcase_add_test (tests, test_states);
  tcase_add_test (tests, test_properties);
  tcase_add_test (tests, test_changes);
  return suite;
}

TEST_MAIN (regioncover_suite)
