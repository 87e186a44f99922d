/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Frames in the memory of a GPU: the corners and the pixels of a pipeline that
 * keeps them there are those of one on the CPU, frame by frame. TEST_H264:
 * videos in Matroska, separated by colons.
 */
#include "gpu-testing.h"
#include "recording.h"
#include "watchdog.h"

#include <string.h>

static const gchar *const formats[] = { "NV12", "NV21", "I420", "YV12", "Y42B",
  "Y444", "YUY2", "UYVY", "RGBA", "BGRA", "RGBx", "BGRx", "ARGB", "ABGR", "RGB",
  "BGR", "RGBP", "BGRP", "GBR", "GBRA", "P010_10LE", "P016_LE", "I420_10LE",
  "I422_10LE", "I422_12LE", "Y444_16LE" };

/* Blending does not know them, nor does its kernel: read, and covered. */
static const gchar *const packed_words[] = { "BGR10A2_LE", "RGB10A2_LE" };

static gchar *
test_source (const gchar *format, guint width, guint height)
{
  return g_strdup_printf (
      "videotestsrc num-buffers=4 pattern=smpte horizontal-speed=3 ! "
      "video/x-raw,format=%s,width=%u,height=%u,framerate=25/1",
      format, width, height);
}

/* Runs the elements, once on frames in the GPU's memory and once without. */
static void
run_both (const gchar *source, const gchar *settings, Recording **gpu,
    Recording **cpu)
{
  gchar *on_gpu = g_strdup_printf (
      "%s ! cudaupload ! " GPU " ! harriscorners name=d backend=cuda "
      "updates=every-frame %s ! cudadownload ! appsink name=out sync=false",
      source, settings);
  gchar *on_cpu = g_strdup_printf (
      "%s ! harriscorners name=d backend=cpu updates=every-frame %s ! "
      "appsink name=out sync=false",
      source, settings);

  *gpu = record (on_gpu);
  *cpu = record (on_cpu);
  fail_if ((*gpu)->error, "%s: %s", on_gpu, (*gpu)->error->message);
  fail_if ((*gpu)->warning, "%s: %s", on_gpu, (*gpu)->warning->message);
  fail_unless_equals_string ((*gpu)->backend, "cuda");
  fail_unless_equals_int ((*gpu)->n_on_gpu, 4);
  g_free (on_gpu);
  g_free (on_cpu);
}

static void
compare (const gchar *format, guint width, guint height, const gchar *settings)
{
  gchar *source = test_source (format, width, height);
  gchar *what =
      g_strdup_printf ("%s %ux%u %s", format, width, height, settings);
  Recording *gpu, *cpu;

  run_both (source, settings, &gpu, &cpu);
  recordings_same_corners (what, gpu, cpu);
  recordings_same_pixels (what, gpu, cpu);
  if (!strstr (settings, "draw"))
    fail_unless_equals_int (gpu->n_copied, 0);
  recording_free (gpu);
  recording_free (cpu);
  g_free (what);
  g_free (source);
}

GST_START_TEST (test_each_format)
{
  watch ("format %s", formats[__i__]);
  compare (formats[__i__], 640, 480, "");
  compare (formats[__i__], 322, 242, "channels=gray max-corners=0");
}
GST_END_TEST;

GST_START_TEST (test_packed_words)
{
  watch ("format %s", packed_words[__i__]);
  compare (packed_words[__i__], 640, 480, "");
}
GST_END_TEST;

GST_START_TEST (test_drawing)
{
  watch ("drawing on %s", formats[__i__]);
  compare (formats[__i__], 640, 480, "draw=corners");
  compare (formats[__i__], 322, 242,
      "draw=corners draw-color=0x80ff4010 draw-radius=11 max-corners=0 "
      "suppression-radius=2");
}
GST_END_TEST;

/* What is drawn of the detector's inside comes by way of the host; many markers
 * are merged first. */
GST_START_TEST (test_drawing_all)
{
  watch ("drawing all");
  compare ("NV12", 640, 480, "draw=corners+response+histogram");
  compare ("RGBA", 640, 480,
      "draw=corners+histogram max-corners=0 suppression=none "
      "suppression-radius=2");
}
GST_END_TEST;

static GstPadProbeReturn
add_regions (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstBuffer *buffer =
      gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (info));

  gst_buffer_add_video_region_of_interest_meta (buffer, "face", 20, 30, 90, 71);
  gst_buffer_add_video_region_of_interest_meta (
      buffer, "eye", 300, 200, 40, 99);
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

/* Without a font Pango draws what lay in memory before. */
static const gchar *
labels (void)
{
  return g_file_test ("/etc/fonts/fonts.conf", G_FILE_TEST_EXISTS)
             ? ""
             : "font-size=0";
}

/* Frames on their way through the line's "c", where they get regions; takes it. */
static Recording *
record_line (gchar *line)
{
  Recording *recording = record_with (line, "c", add_regions);

  fail_if (recording->error, "%s: %s", line, recording->error->message);
  fail_if (recording->warning, "%s: %s", line, recording->warning->message);
  g_free (line);
  return recording;
}

/* The same, through `element`. */
static Recording *
record_regions (const gchar *format, const gchar *way, const gchar *element)
{
  gchar *source = test_source (format, 322, 242);
  gchar *line = g_strdup_printf (
      "%s ! %s name=c ! %s name=d ! %s ! appsink name=out sync=false", source,
      way, element, strstr (way, "cuda") ? "cudadownload" : "identity");

  g_free (source);
  return record_line (line);
}

static void
compare_covered (const gchar *format, const gchar *element)
{
  Recording *gpu =
      record_regions (format, "cudaupload ! " GPU " ! identity", element);
  Recording *cpu = record_regions (format, "identity", element);

  fail_unless_equals_int (gpu->n_on_gpu, 4);
  fail_unless_equals_int (cpu->n_on_gpu, 0);
  recordings_same_pixels (format, gpu, cpu);
  recording_free (gpu);
  recording_free (cpu);
}

static const gchar *const covers[] = { "regioncover",
  "regioncover mode=blur strength=0.3",
  "regioncover mode=fill color=0xff2040c0",
  "regioncover shape=ellipse strength=0.05 margin=0.5",
  "regioncover mode=blur shape=ellipse margin=1" };

GST_START_TEST (test_covering)
{
  watch ("covering %s", formats[__i__]);
  for (guint i = 0; i < G_N_ELEMENTS (covers); i++)
    compare_covered (formats[__i__], covers[i]);
}
GST_END_TEST;

GST_START_TEST (test_covering_packed_words)
{
  watch ("covering %s", packed_words[__i__]);
  for (guint i = 0; i < G_N_ELEMENTS (covers); i++)
    compare_covered (packed_words[__i__], covers[i]);
}
GST_END_TEST;

static Recording *
record_overlay (const gchar *format, const gchar *way, const gchar *settings)
{
  gchar *source = test_source (format, 322, 242);
  gchar *line =
      g_strdup_printf ("%s ! %s name=c ! featureoverlay name=d %s %s ! "
                       "%s ! appsink name=out sync=false",
          source, way, labels (), settings,
          strstr (way, "cuda ") ? "cudadownload" : "identity");

  g_free (source);
  return record_line (line);
}

GST_START_TEST (test_overlay)
{
  static const gchar *const settings[] = { "", "marker=circle thickness=3",
    "color=0x90ff00ff font-size=0" };

  watch ("overlay on %s", formats[__i__]);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    Recording *gpu = record_overlay (formats[__i__],
        gpu_is_fake () ? "cudaupload ! " GPU " ! identity "
                       : "cudaupload ! " GPU " ! harriscorners backend=cuda ",
        settings[i]);
    Recording *cpu = record_overlay (formats[__i__],
        gpu_is_fake () ? "identity " : "harriscorners backend=cpu ",
        settings[i]);

    fail_unless_equals_int (gpu->n_on_gpu, 4);
    fail_unless_equals_int (cpu->n_on_gpu, 0);
    recordings_same_pixels (formats[__i__], gpu, cpu);
    recording_free (gpu);
    recording_free (cpu);
  }
}
GST_END_TEST;

/* Each branch of a tee has the same memory: what one draws on is its own. */
static Recording *
record_branch (const gchar *drawn, const gchar *other)
{
  gchar *source = test_source ("NV12", 322, 242);
  gchar *line = g_strdup_printf ("%s ! cudaupload name=c ! " GPU
                                 " ! tee name=t ! queue ! "
                                 "featureoverlay name=d %s ! cudadownload ! %s "
                                 "t. ! queue ! cudadownload ! %s",
      source, labels (), drawn, other);
  Recording *recording = record_with (line, "c", add_regions);

  fail_if (recording->error, "%s: %s", line, recording->error->message);
  fail_if (recording->warning, "%s: %s", line, recording->warning->message);
  fail_unless_equals_int (recording->n_on_gpu, 4);
  g_free (line);
  g_free (source);
  return recording;
}

GST_START_TEST (test_tee)
{
  gchar *source = test_source ("NV12", 322, 242), *line;
  Recording *drawn, *other, *all, *none;

  watch ("tee");
  line = g_strdup_printf (
      "%s ! identity name=d ! appsink name=out sync=false", source);
  drawn = record_branch ("appsink name=out sync=false", "fakesink");
  other = record_branch ("fakesink", "appsink name=out sync=false");
  all = record_overlay ("NV12", "identity ", "");
  none = record (line);
  fail_unless (drawn->n_copied > 0);
  recordings_same_pixels ("drawn", drawn, all);
  recordings_same_pixels ("not drawn", other, none);
  recording_free (drawn);
  recording_free (other);
  recording_free (all);
  recording_free (none);
  g_free (line);
  g_free (source);
}
GST_END_TEST;

/* Its decoder hands frames on where it made them. */
static void
decode (const gchar *file, const gchar *between, const gchar *to_gpu)
{
  gchar *source = g_strdup_printf (
      "filesrc location=%s ! matroskademux ! h264parse ! nvh264dec", file);
  gchar *on_gpu = g_strdup_printf ("%s ! %s harriscorners name=d backend=cuda "
                                   "updates=every-frame ! fakesink",
      source, to_gpu);
  gchar *on_cpu = g_strdup_printf (
      "%s ! " GPU " ! cudadownload ! %s harriscorners name=d backend=cpu "
      "updates=every-frame ! fakesink",
      source, between);
  Recording *gpu, *cpu;

  if (can_launch (on_gpu)) {
    gpu = record (on_gpu);
    cpu = record (on_cpu);
    fail_if (gpu->error, "%s: %s", on_gpu, gpu->error->message);
    fail_if (cpu->error, "%s: %s", on_cpu, cpu->error->message);
    fail_unless_equals_int (gpu->n_on_gpu, gpu->corners->len);
    fail_unless_equals_int (gpu->n_copied, 0);
    fail_unless_equals_int (gpu->messages->len, gpu->corners->len);
    recordings_same_corners (on_gpu, gpu, cpu);
    recording_free (gpu);
    recording_free (cpu);
  }
  g_free (on_gpu);
  g_free (on_cpu);
  g_free (source);
}

GST_START_TEST (test_decoder)
{
  const gchar *text = g_getenv ("TEST_H264");
  gchar **files = g_strsplit (text ? text : "", ":", -1);

  for (guint i = 0; files[i] && *files[i]; i++) {
    watch ("decoder, %s", files[i]);
    decode (files[i], "", "");
    decode (files[i], "videoconvert ! video/x-raw,format=RGBA !",
        GPU " ! cudadownload ! videoconvert ! video/x-raw,format=RGBA ! "
            "cudaupload ! " GPU " !");
  }
  g_strfreev (files);
}
GST_END_TEST;

/* Who has what in its memory. */
static const gchar *
memory_type (const gchar *line)
{
  static gchar type[64];
  GstElement *pipeline = gst_parse_launch (line, NULL);
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  GstSample *sample = NULL;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_signal_emit_by_name (
      sink, "try-pull-sample", (guint64) (20 * GST_SECOND), &sample);
  fail_unless (sample != NULL, "%s: no frame", line);
  g_strlcpy (type,
      gst_buffer_peek_memory (gst_sample_get_buffer (sample), 0)
          ->allocator->mem_type,
      sizeof type);
  gst_sample_unref (sample);
  gst_object_unref (sink);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  return type;
}

#define OUT "! appsink name=out sync=false"

GST_START_TEST (test_pools)
{
  static const gchar *const pinned[] = {
    "videotestsrc num-buffers=3 ! harriscorners backend=cuda " OUT,
    "videotestsrc num-buffers=3 ! jpegenc ! jpegdec ! "
    "harriscorners backend=cuda " OUT,
  };

  watch ("pools");
  for (guint i = 0; i < G_N_ELEMENTS (pinned); i++)
    if (can_launch (pinned[i]))
      fail_unless_equals_string (memory_type (pinned[i]), "VfPinnedMemory");
  fail_unless_equals_string (
      memory_type (
          "videotestsrc num-buffers=3 ! harriscorners backend=cpu " OUT),
      "SystemMemory");
  fail_unless_equals_string (
      memory_type ("videotestsrc num-buffers=3 ! cudaupload ! " GPU
                   " ! harriscorners backend=cuda " OUT),
      "gst.cuda.memory");
}
GST_END_TEST;

static Suite *
frames_suite (void)
{
  Suite *suite = suite_create ("gpu-frames");
  TCase *tests = tcase_create ("all");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_pools);
  tcase_add_loop_test (tests, test_overlay, 0, G_N_ELEMENTS (formats));
  tcase_add_loop_test (tests, test_covering, 0, G_N_ELEMENTS (formats));
  tcase_add_loop_test (
      tests, test_covering_packed_words, 0, G_N_ELEMENTS (packed_words));
  tcase_add_test (tests, test_tee);
  if (gpu_is_fake ())
    return suite;
  tcase_add_test (tests, test_decoder);
  tcase_add_loop_test (tests, test_each_format, 0, G_N_ELEMENTS (formats));
  tcase_add_loop_test (
      tests, test_packed_words, 0, G_N_ELEMENTS (packed_words));
  tcase_add_loop_test (tests, test_drawing, 0, G_N_ELEMENTS (formats));
  tcase_add_test (tests, test_drawing_all);
  return suite;
}

int
main (int argc, char **argv)
{
  return gpu_main (argc, argv, frames_suite);
}
