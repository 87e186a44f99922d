/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "objecttesting.h"

#include <math.h>

VfFoundObject
test_face (gdouble x, gdouble y, gdouble width, gdouble height, guint id)
{
  return (VfFoundObject){ .x = x,
    .y = y,
    .width = width,
    .height = height,
    .score = 2.5,
    .confidence = 0.75,
    .neighbors = 5,
    .id = id,
    .parent_id = -1,
    .label = "face" };
}

GstVideoInfo
test_info (guint width, guint height)
{
  GstVideoInfo info;

  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_GRAY8, width, height);
  return info;
}

GstStructure *
test_object_fields (const VfFoundObject *objects, guint count)
{
  const GstObjectsMeta meta = {
    .source = "finder",
    .width = TEST_WIDTH,
    .height = TEST_HEIGHT,
    .pts = 42,
  };
  GstStructure *fields = gst_structure_new_empty (GST_OBJECTS_META_NAME);

  gst_objects_meta_fill (fields, &meta, objects, count);
  return fields;
}

void
test_add_objects (GstBuffer *buffer, const GstVideoInfo *info,
    const VfFoundObject *objects, guint count)
{
  GstStructure *fields = test_object_fields (objects, count);

  gst_objects_meta_add (buffer, info, fields, objects, count);
  gst_structure_free (fields);
}

VfFoundObject
test_eye (guint id, gint parent_id)
{
  VfFoundObject object = test_face (20, 14.5, 6, 5.5, id);

  object.label = "eye";
  object.parent_id = parent_id;
  object.score = -1.25;
  object.confidence = 0;
  object.flags = GST_DETECTED_OBJECT_HELD | GST_DETECTED_OBJECT_STABLE_ID;
  return object;
}

GstBuffer *
test_frame_with_two (void)
{
  const VfFoundObject objects[] = { test_face (16, 8, 32, 24, 3),
    test_eye (4, 3) };
  GstVideoInfo info = test_info (TEST_WIDTH, TEST_HEIGHT);
  GstBuffer *frame = test_gray_frame (1);

  test_add_objects (frame, &info, objects, 2);
  return frame;
}

guint
test_n_objects_metas (GstBuffer *buffer)
{
  GstObjectsMeta meta;
  gpointer state = NULL;
  guint n = 0;

  while (gst_objects_meta_next (buffer, &state, &meta))
    n++;
  return n;
}

GstObjectsMeta
test_objects (GstBuffer *buffer)
{
  GstObjectsMeta meta;
  gpointer state = NULL;

  fail_unless_equals_int (test_n_objects_metas (buffer), 1);
  fail_unless (gst_objects_meta_next (buffer, &state, &meta));
  return meta;
}

static GstVideoRegionOfInterestMeta *
next_region (GstBuffer *buffer, gpointer *state)
{
  return (GstVideoRegionOfInterestMeta *) gst_buffer_iterate_meta_filtered (
      buffer, state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE);
}

guint
test_n_regions (GstBuffer *buffer, const gchar *type)
{
  GstVideoRegionOfInterestMeta *region;
  gpointer state = NULL;
  guint n = 0;

  while ((region = next_region (buffer, &state)))
    n += !type || region->roi_type == g_quark_from_string (type);
  return n;
}

GstVideoRegionOfInterestMeta *
test_region (GstBuffer *buffer, guint index)
{
  GstVideoRegionOfInterestMeta *region;
  gpointer state = NULL;

  do {
    region = next_region (buffer, &state);
    fail_unless (region != NULL, "there are too few regions");
  } while (index-- > 0);
  return region;
}

static void
add_label (GValue *labels, const gchar *text)
{
  GValue label = G_VALUE_INIT;

  g_value_init (&label, G_TYPE_STRING);
  g_value_set_string (&label, text);
  gst_value_array_append_and_take_value (labels, &label);
}

static void
set_labels (GstStructure *structure, const gchar *text, guint count)
{
  GValue labels = G_VALUE_INIT;

  gst_value_array_init (&labels, count);
  for (guint i = 0; i < count; i++)
    add_label (&labels, text);
  gst_structure_take_value (structure, "labels", &labels);
}

GstStructure *
test_add_foreign_object (GstBuffer *buffer, gfloat x, gfloat y, gfloat width,
    gfloat height, guint stride)
{
  GstCustomMeta *meta =
      gst_buffer_add_custom_meta (buffer, GST_OBJECTS_META_NAME);
  GstStructure *structure = gst_custom_meta_get_structure (meta);
  guint8 *record = g_malloc (stride);
  GBytes *objects;

  memset (record, 0xA5, stride);
  GST_WRITE_FLOAT_LE (record, x);
  GST_WRITE_FLOAT_LE (record + 4, y);
  GST_WRITE_FLOAT_LE (record + 8, width);
  GST_WRITE_FLOAT_LE (record + 12, height);
  GST_WRITE_FLOAT_LE (record + 16, 7.0f);
  GST_WRITE_UINT32_LE (record + 20, 3);
  GST_WRITE_UINT32_LE (record + 24, 9);
  GST_WRITE_UINT32_LE (record + 28, 0);
  GST_WRITE_UINT32_LE (record + 32, (guint32) -1);
  objects = g_bytes_new_take (record, stride);
  gst_structure_set (structure, "version", G_TYPE_UINT, 1, "source",
      G_TYPE_STRING, "foreign", "width", G_TYPE_UINT, TEST_WIDTH, "height",
      G_TYPE_UINT, TEST_HEIGHT, "pts", G_TYPE_UINT64, G_GUINT64_CONSTANT (42),
      "held", G_TYPE_BOOLEAN, TRUE, "count", G_TYPE_UINT, 1, "stride",
      G_TYPE_UINT, stride, "objects", G_TYPE_BYTES, objects, "novelty",
      G_TYPE_STRING, "unknown to us", NULL);
  set_labels (structure, "face", 1);
  g_bytes_unref (objects);
  return structure;
}

static const gchar *const field_names[] = { "version", "source", "width",
  "height", "pts", "held", "count", "stride", "objects", "labels" };

static const gfloat odd_floats[] = { NAN, INFINITY, -INFINITY, 0, -0.0f, -1,
  3e38f, -3e38f, 1e-40f, 1e9f, -1e9f, 32767, 65536, 4294967296.0f, 0.4f };

static const guint odd_numbers[] = { 0, 1, 2, 35, 36, 37, 40, 0x7fffffff,
  0x80000000, 0xffffffff, 0x40000000, 0x71c71c8 };

/* Numbers that no detector gives, in a meta that is whole. */
static void
break_record (GstBuffer *buffer, GRand *random)
{
  gfloat n[4];

  for (guint i = 0; i < 4; i++)
    n[i] = g_rand_boolean (random)
               ? odd_floats[g_rand_int_range (
                   random, 0, G_N_ELEMENTS (odd_floats))]
               : (gfloat) g_rand_double_range (random, -100, 100);
  test_add_foreign_object (buffer, n[0], n[1], n[2], n[3], 36);
}

static void
break_sizes (GstStructure *structure, GRand *random)
{
  static const gchar *const sizes[] = { "count", "stride", "width", "height" };

  for (guint i = 0; i < 2; i++)
    gst_structure_set (structure, sizes[g_rand_int_range (random, 0, 4)],
        G_TYPE_UINT,
        odd_numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (odd_numbers))],
        NULL);
}

static void
break_field (GstStructure *structure, GRand *random)
{
  const gchar *name =
      field_names[g_rand_int_range (random, 0, G_N_ELEMENTS (field_names))];

  switch (g_rand_int_range (random, 0, 4)) {
    case 0:
      gst_structure_remove_field (structure, name);
      break;
    case 1:
      gst_structure_set (structure, name, G_TYPE_STRING, NULL, NULL);
      break;
    case 2:
      gst_structure_set (structure, name, G_TYPE_BYTES, NULL, NULL);
      break;
    default:
      gst_structure_set (structure, name, G_TYPE_INT, -1, NULL);
  }
}

static void
break_labels (GstStructure *structure, GRand *random)
{
  GValue labels = G_VALUE_INIT, number = G_VALUE_INIT;

  switch (g_rand_int_range (random, 0, 4)) {
    case 0:
      set_labels (structure, "face", 0);
      break;
    case 1:
      set_labels (structure, NULL, 1);
      break;
    case 2:
      set_labels (structure, "\xff\xfe%n%s<b>&\n", 3);
      break;
    default:
      gst_value_array_init (&labels, 1);
      g_value_init (&number, G_TYPE_INT);
      g_value_set_int (&number, 12345);
      gst_value_array_append_and_take_value (&labels, &number);
      gst_structure_take_value (structure, "labels", &labels);
  }
}

void
test_add_broken_objects (GstBuffer *buffer, guint number)
{
  GRand *random = g_rand_new_with_seed (number);
  GstStructure *structure;

  if (number % 4 == 0) {
    break_record (buffer, random);
  } else {
    structure = test_add_foreign_object (
        buffer, 5, 6, 20, 18, 36 + 4 * (number / 4 % 2));
    if (number % 4 == 1)
      break_sizes (structure, random);
    else if (number % 4 == 2)
      break_field (structure, random);
    else
      break_labels (structure, random);
  }
  g_rand_free (random);
}
