/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any caps, any properties, any buffers, with metas that may lie: the elements
 * let frames pass or say what is wrong.
 */
#include "fuzz.h"
#include "gstcornersmeta.h"
#include "gstobjectsmeta.h"

#include <gst/check/gstharness.h>
#include <gst/video/video.h>

#define N_FRAMES 3

static const gchar *const elements[] = { "harriscorners", "haardetect",
  "featureoverlay", "regioncover" };

static const gchar *
take_string (FuzzInput *input)
{
  static const gchar *const strings[] = { "", "face", "square", "hole",
    CASCADES "/haarcascade_square.xml", CASCADES "/haarcascade_hole.xml",
    CASCADES "/meson.build", CASCADES, "/dev/null", "\xff\xfe" };

  return strings[fuzz_take (input, 1) % G_N_ELEMENTS (strings)];
}

/* Any value that the property may have; numbers are small, but for some. */
static void
take_value (FuzzInput *input, GParamSpec *spec, GValue *value)
{
  gboolean small = fuzz_take (input, 1) < 200;
  guint32 bits = small ? fuzz_take (input, 1) % 40 : fuzz_take (input, 4);

  if (G_IS_PARAM_SPEC_UINT (spec))
    g_value_set_uint (value, bits);
  else if (G_IS_PARAM_SPEC_INT (spec))
    g_value_set_int (value, (gint) bits);
  else if (G_IS_PARAM_SPEC_DOUBLE (spec))
    g_value_set_double (value, small ? bits / 20.0 : fuzz_double (input));
  else if (G_IS_PARAM_SPEC_BOOLEAN (spec))
    g_value_set_boolean (value, bits & 1);
  else if (G_IS_PARAM_SPEC_ENUM (spec))
    g_value_set_enum (value, (gint) bits);
  else if (G_IS_PARAM_SPEC_FLAGS (spec))
    g_value_set_flags (value, bits);
  else if (G_IS_PARAM_SPEC_STRING (spec))
    g_value_set_static_string (value, take_string (input));
  g_param_value_validate (spec, value);
}

static gboolean
may_be_set (const GParamSpec *spec)
{
  return (spec->flags & G_PARAM_WRITABLE) && spec->owner_type != GST_TYPE_OBJECT
         && spec->owner_type != GST_TYPE_BASE_TRANSFORM
         && !G_TYPE_IS_OBJECT (spec->value_type);
}

/* One in `rarity` of the properties. */
static void
set_properties (FuzzInput *input, GstElement *element, guint rarity)
{
  guint n;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (guint i = 0; i < n; i++) {
    GValue value = G_VALUE_INIT;

    if (!may_be_set (specs[i]) || fuzz_take (input, 1) % rarity != 0)
      continue;
    g_value_init (&value, specs[i]->value_type);
    take_value (input, specs[i], &value);
    g_object_set_property (G_OBJECT (element), specs[i]->name, &value);
    g_value_unset (&value);
  }
  g_free (specs);
}

static GstVideoInfo
take_info (FuzzInput *input)
{
  GstVideoInfo info;
  guint n;
  const GstVideoFormat *formats = gst_video_formats_raw (&n);
  GstVideoFormat format = formats[fuzz_take (input, 1) % n];

  if (!gst_video_info_set_format (&info, format, fuzz_between (input, 1, 80),
          fuzz_between (input, 1, 60)))
    gst_video_info_set_format (&info, GST_VIDEO_FORMAT_GRAY8, 64, 48);
  return info;
}

static void
push_caps (FuzzInput *input, GstHarness *harness, const GstVideoInfo *info)
{
  GstCaps *caps = gst_video_info_to_caps ((GstVideoInfo *) info);

  if (caps && fuzz_take (input, 1) % 8 == 0)
    gst_caps_set_features (caps, 0,
        gst_caps_features_new ("meta:GstVideoOverlayComposition", NULL));
  if (caps && fuzz_take (input, 1) % 16 == 0)
    gst_caps_set_simple (
        caps, "width", G_TYPE_INT, (gint) fuzz_take (input, 4), NULL);
  if (caps)
    gst_harness_push_event (harness, gst_event_new_caps (caps));
  gst_clear_caps (&caps);
}

/* Where planes are said to lie, which may be outside of the buffer. */
static void
add_video_meta (FuzzInput *input, GstBuffer *buffer, const GstVideoInfo *info)
{
  gsize offset[GST_VIDEO_MAX_PLANES] = { 0 };
  gint stride[GST_VIDEO_MAX_PLANES] = { 0 };

  for (guint i = 0; i < GST_VIDEO_INFO_N_PLANES (info); i++) {
    offset[i] = GST_VIDEO_INFO_PLANE_OFFSET (info, i) + fuzz_take (input, 1);
    stride[i] = GST_VIDEO_INFO_PLANE_STRIDE (info, i)
                + (gint) fuzz_between (input, 0, 80) - 40;
  }
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (info), GST_VIDEO_INFO_WIDTH (info),
      GST_VIDEO_INFO_HEIGHT (info), GST_VIDEO_INFO_N_PLANES (info), offset,
      stride);
}

static void
add_crop_meta (FuzzInput *input, GstBuffer *buffer)
{
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (buffer);

  crop->x = fuzz_between (input, 0, 90);
  crop->y = fuzz_between (input, 0, 90);
  crop->width = fuzz_between (input, 0, 90);
  crop->height = fuzz_between (input, 0, 90);
}

static void
add_region_meta (FuzzInput *input, GstBuffer *buffer)
{
  gst_buffer_add_video_region_of_interest_meta (buffer,
      fuzz_take (input, 1) % 2 ? "face" : "square", fuzz_between (input, 0, 90),
      fuzz_between (input, 0, 90), fuzz_between (input, 0, 90),
      fuzz_between (input, 0, 90));
}

/* A meta of ours whose bytes may not be what its numbers say. */
static void
add_own_meta (FuzzInput *input, GstBuffer *buffer)
{
  gboolean objects = fuzz_take (input, 1) % 2;
  GstCustomMeta *meta = gst_buffer_add_custom_meta (
      buffer, objects ? GST_OBJECTS_META_NAME : GST_CORNERS_META_NAME);
  gsize wanted = fuzz_take (input, 1);
  GBytes *bytes = g_bytes_new (input->data, MIN (wanted, input->size));
  GValue labels = G_VALUE_INIT, label = G_VALUE_INIT;

  if (!meta) /* no element of ours has been made yet */
    goto done;
  g_value_init (&labels, GST_TYPE_ARRAY);
  g_value_init (&label, G_TYPE_STRING);
  g_value_set_static_string (&label, "face");
  for (guint i = fuzz_take (input, 1) % 8; i > 0; i--)
    gst_value_array_append_value (&labels, &label);
  gst_structure_set (gst_custom_meta_get_structure (meta), "version",
      G_TYPE_UINT, 1, "source", G_TYPE_STRING, "fuzz", "width", G_TYPE_UINT,
      fuzz_take (input, 1), "height", G_TYPE_UINT, fuzz_take (input, 1), "pts",
      G_TYPE_UINT64, (guint64) 0, "held", G_TYPE_BOOLEAN, FALSE, "measure",
      G_TYPE_STRING, "harris", "threshold", G_TYPE_DOUBLE, 0.0, "count",
      G_TYPE_UINT, fuzz_take (input, 1) % 16, "stride", G_TYPE_UINT,
      fuzz_take (input, 1) % 64, objects ? "objects" : "corners", G_TYPE_BYTES,
      bytes, NULL);
  gst_structure_set_value (
      gst_custom_meta_get_structure (meta), "labels", &labels);
  g_value_unset (&label);
  g_value_unset (&labels);
done:
  g_bytes_unref (bytes);
}

static GstBuffer *
take_buffer (FuzzInput *input, const GstVideoInfo *info)
{
  guint way = fuzz_take (input, 1);
  gsize missing = way % 8 == 0 ? fuzz_take (input, 1) : 0;
  gsize size = GST_VIDEO_INFO_SIZE (info);
  guint8 *data = g_malloc (MAX (size, 1));

  size -= MIN (missing, size);
  for (gsize i = 0; i < size; i++)
    data[i] = (guint8) (i * i * (way + 1) >> 6);
  return gst_buffer_new_wrapped (data, size);
}

static void
push_frame (FuzzInput *input, GstHarness *harness, const GstVideoInfo *info)
{
  GstBuffer *buffer = take_buffer (input, info);
  guint metas = fuzz_take (input, 1);

  GST_BUFFER_PTS (buffer) = fuzz_take (input, 1) * GST_MSECOND;
  if ((metas & 3) == 1)
    add_video_meta (input, buffer, info);
  if ((metas & 12) == 4)
    add_crop_meta (input, buffer);
  if (metas & 16)
    add_region_meta (input, buffer);
  if (metas & 32)
    add_own_meta (input, buffer);
  gst_harness_push (harness, buffer);
}

static void
drain (GstHarness *harness)
{
  GstBuffer *buffer;

  while ((buffer = gst_harness_try_pull (harness)))
    gst_buffer_unref (buffer);
}

static void
run (FuzzInput *input, GstHarness *harness)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_harness_push_event (harness, gst_event_new_stream_start ("fuzz"));
  for (guint i = 0; i < N_FRAMES && input->size > 0; i++) {
    GstVideoInfo info = take_info (input);

    push_caps (input, harness, &info);
    if (i == 0)
      gst_harness_push_event (harness, gst_event_new_segment (&segment));
    push_frame (input, harness, &info);
    set_properties (input, harness->element, 8);
    push_frame (input, harness, &info);
    drain (harness);
  }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzInput input = { data, size };
  const gchar *name;
  GstHarness *harness;
  GstElement *element;

  gst_init (NULL, NULL);
  name = elements[fuzz_take (&input, 1) % G_N_ELEMENTS (elements)];
  element = gst_element_factory_make (name, NULL);
  g_assert_nonnull (element);
  if (g_str_equal (name, "haardetect"))
    g_object_set (element, "cascade", CASCADES "/haarcascade_square.xml", NULL);
  set_properties (&input, element, 4);
  if (gst_element_set_state (element, GST_STATE_PAUSED)
      != GST_STATE_CHANGE_FAILURE) {
    harness = gst_harness_new_with_element (element, "sink", "src");
    gst_harness_play (harness);
    run (&input, harness);
    gst_harness_teardown (harness);
  }
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
  return 0;
}

GByteArray *
fuzz_seed (GRand *rand)
{
  GByteArray *seed = g_byte_array_new ();

  for (guint i = 0; i < 700; i++) {
    guint8 byte = (guint8) g_rand_int (rand);

    g_byte_array_append (seed, &byte, 1);
  }
  return seed;
}
