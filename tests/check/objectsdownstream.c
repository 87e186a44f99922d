/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The table in docs/ELEMENTS.md: what other elements do with the objects and
 * their projections, by the version of GStreamer that is running.
 */
#include "objecttesting.h"

#include "analytics.h"

#define SOURCE                                                                 \
  "videotestsrc num-buffers=3 pattern=checkers-8 ! "                           \
  "video/x-raw,format=I420,width=64,height=48,framerate=30/1 ! "               \
  "identity name=here ! "

typedef enum {
  KEPT,  /* as they were */
  MOVED, /* there, but elsewhere */
  LOST,
} Fate;

/* Of the objects, and of their regions and analytics. */
typedef struct {
  Fate objects, projections;
} Fates;

static const struct {
  const gchar *elements;
  Fates before_1_28, from_1_28;
} rows[] = {
  { "queue", { KEPT, KEPT }, { KEPT, KEPT } },
  { "videorate", { KEPT, KEPT }, { KEPT, KEPT } },
  { "videoconvert ! video/x-raw,format=RGB", { KEPT, KEPT }, { KEPT, KEPT } },
  { "gamma gamma=2", { KEPT, KEPT }, { KEPT, KEPT } },
  { "videobalance hue=0.5", { KEPT, KEPT }, { KEPT, KEPT } },
  { "videoscale ! video/x-raw,width=32,height=24", { MOVED, MOVED },
      { MOVED, MOVED } },
  { "videoscale ! video/x-raw,width=64,height=64,pixel-aspect-ratio=1/1",
      { LOST, MOVED }, { MOVED, MOVED } },
  { "videoflip video-direction=horiz", { LOST, LOST }, { MOVED, MOVED } },
  { "videocrop left=10 top=5", { LOST, LOST }, { MOVED, MOVED } },
  { "videobox left=-10", { LOST, LOST }, { MOVED, MOVED } },
  { "compositor", { LOST, LOST }, { KEPT, KEPT } },
  { "deinterlace mode=interlaced", { LOST, LOST }, { LOST, LOST } },
  { "jpegenc ! jpegdec", { KEPT, KEPT }, { KEPT, KEPT } },
};

static GstPadProbeReturn
add_face (GstPad *pad, GstPadProbeInfo *probe, gpointer user_data)
{
  GstBuffer *buffer =
      gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (probe));
  const VfFoundObject face = test_face (18, 10, 24, 16, 3);
  GstVideoInfo info;

  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_I420, 64, 48);
  test_add_objects (buffer, &info, &face, 1);
  GST_PAD_PROBE_INFO_DATA (probe) = buffer;
  return GST_PAD_PROBE_OK;
}

/* The frames behind the elements; NULL: one of them is not installed. */
static GPtrArray *
play_behind (const gchar *elements)
{
  gchar *line = g_strconcat (SOURCE, elements, " ! appsink name=out", NULL);
  GstElement *pipeline =
      gst_parse_launch_full (line, NULL, GST_PARSE_FLAG_FATAL_ERRORS, NULL);
  GPtrArray *frames;
  GstElement *here;
  GstPad *pad;

  g_free (line);
  if (!pipeline)
    return NULL;
  here = gst_bin_get_by_name (GST_BIN (pipeline), "here");
  pad = gst_element_get_static_pad (here, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, add_face, NULL, NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  frames = test_pull_all (pipeline, "out");
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pad);
  gst_object_unref (here);
  gst_object_unref (pipeline);
  return frames;
}

static Fate
fate_at (gdouble x, gdouble y, gdouble width, gdouble height)
{
  return x == 18 && y == 10 && width == 24 && height == 16 ? KEPT : MOVED;
}

static Fate
fate_of_objects (GstBuffer *buffer)
{
  GstDetectedObject object;
  GstObjectsMeta meta;
  gpointer state = NULL;

  if (!gst_objects_meta_next (buffer, &state, &meta))
    return LOST;
  fail_unless_equals_int (meta.count, 1);
  object = gst_objects_meta_get (&meta, 0);
  return fate_at (object.x, object.y, object.width, object.height);
}

/* Their ids come through wherever they do. */
static Fate
fate_of_regions (GstBuffer *buffer)
{
  GstVideoRegionOfInterestMeta *region;

  if (test_n_regions (buffer, NULL) == 0)
    return LOST;
  region = test_region (buffer, 0);
  fail_unless (region->id == 3 && region->parent_id == -1);
  return fate_at (region->x, region->y, region->w, region->h);
}

static Fate
fate_of_analytics (GstBuffer *buffer)
{
  GArray *objects = g_array_new (FALSE, FALSE, sizeof (VfAnalyticsObject));
  Fate fate = LOST;

  vf_analytics_collect (buffer, objects);
  if (objects->len > 0) {
    VfAnalyticsObject object = g_array_index (objects, VfAnalyticsObject, 0);

    fate = fate_at (object.x, object.y, object.width, object.height);
  }
  g_array_unref (objects);
  return fate;
}

static Fates
expected_of (guint row)
{
  guint major, minor, micro, nano;

  gst_version (&major, &minor, &micro, &nano);
  return major > 1 || minor >= 28 ? rows[row].from_1_28 : rows[row].before_1_28;
}

GST_START_TEST (test_row)
{
  const gchar *elements = rows[__i__].elements;
  Fates expected = expected_of (__i__);
  GPtrArray *frames = play_behind (elements);

  if (!frames)
    g_print ("%s: not installed\n", elements);
  fail_if (frames && frames->len == 0);
  for (guint i = 0; frames && i < frames->len; i++) {
    GstBuffer *frame = frames->pdata[i];

    fail_unless (fate_of_objects (frame) == expected.objects, "%s", elements);
    fail_unless (
        fate_of_regions (frame) == expected.projections, "%s", elements);
    if (vf_analytics_available ())
      fail_unless (
          fate_of_analytics (frame) == expected.projections, "%s", elements);
  }
  g_clear_pointer (&frames, g_ptr_array_unref);
}
GST_END_TEST;

static Suite *
objectsdownstream_suite (void)
{
  Suite *suite = suite_create ("objectsdownstream");
  TCase *tests = tcase_create ("objectsdownstream");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_row, 0, G_N_ELEMENTS (rows));
  return suite;
}

TEST_MAIN (objectsdownstream_suite)
