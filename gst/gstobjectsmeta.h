/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reading the objects that `haardetect` put on a buffer.
 *
 * This header is all that a reader needs: it links with GStreamer only.
 *
 *   gpointer state = NULL;
 *   GstObjectsMeta meta;
 *
 *   while (gst_objects_meta_next (buffer, &state, &meta))
 *     for (guint i = 0; i < meta.count; i++) {
 *       GstDetectedObject object = gst_objects_meta_get (&meta, i);
 *       ...
 *     }
 */
#pragma once

#include <gst/gst.h>

#include <string.h>

G_BEGIN_DECLS

/**
 * GST_OBJECTS_META_NAME:
 *
 * The name of the #GstCustomMeta.
 *
 * Since: 0.1
 */
#define GST_OBJECTS_META_NAME "VideoFeaturesObjects"

/**
 * GstDetectedObjectFlags:
 * @GST_DETECTED_OBJECT_HELD: measured on an earlier frame than this buffer's
 * @GST_DETECTED_OBJECT_STABLE_ID: the same object has the same id on every
 *   frame
 *
 * Further bits may come.
 *
 * Since: 0.1
 */
typedef enum {
  GST_DETECTED_OBJECT_HELD = 1 << 0,
  GST_DETECTED_OBJECT_STABLE_ID = 1 << 1
} GstDetectedObjectFlags;

/**
 * GstDetectedObject:
 * @x: left edge of its box, in pixels of the buffer that carries the meta (of
 *   the picture that its crop meta leaves, where it has one): the box covers
 *   the columns from @x to @x + @width - 1
 * @y: upper edge, likewise
 * @width: of the box, in pixels
 * @height: likewise
 * @score: grows with the certainty; what its unit is, the detector says
 * @neighbors: how many windows of the detector this object was grouped from
 * @id: 1 or more, unique on the buffer
 * @flags: #GstDetectedObjectFlags, and bits that are unknown here
 * @parent_id: of the object within which this one was looked for; -1: none
 * @label: what was found, such as "face"; never %NULL; the meta's
 *
 * The numbers are as the writer wrote them: a foreign one may have written
 * NaN.
 *
 * Since: 0.1
 */
typedef struct {
  gfloat x, y;
  gfloat width, height;
  gfloat score;
  guint neighbors;
  guint id;
  guint flags;
  gint parent_id;
  const gchar *label;
} GstDetectedObject;

/**
 * GstObjectsMeta:
 * @version: 1
 * @source: the name of the element that detected
 * @width: of the frame that the objects were found in, in pixels (the objects
 *   themselves follow the buffer when it is scaled)
 * @height: likewise
 * @pts: of the frame that the objects were found in, in nanoseconds
 * @held: whether that was an earlier frame than this buffer's
 * @count: how many objects there are; 0: searched, and nothing found
 *
 * A view of one meta. The strings belong to the meta.
 *
 * Since: 0.1
 */
typedef struct {
  guint version;
  const gchar *source;
  guint width, height;
  GstClockTime pts;
  gboolean held;
  guint count;

  /*< private >*/
  guint stride;
  const guint8 *data;
  const GValue *labels;
} GstObjectsMeta;

/**
 * gst_objects_meta_from_structure:
 * @structure: of the meta, or of a "haardetect" message
 * @meta: (out): the view; valid as long as @structure
 *
 * Returns: %FALSE if these are no objects that this header can read.
 *
 * Since: 0.1
 */
static inline gboolean
gst_objects_meta_from_structure (
    const GstStructure *structure, GstObjectsMeta *meta)
{
  const GValue *objects = gst_structure_get_value (structure, "objects");
  const GValue *labels = gst_structure_get_value (structure, "labels");
  GBytes *bytes;
  gsize size = 0;

  memset (meta, 0, sizeof *meta);
  if (!gst_structure_get_uint (structure, "version", &meta->version)
      || meta->version != 1 || objects == NULL
      || !G_VALUE_HOLDS (objects, G_TYPE_BYTES) || labels == NULL
      || !GST_VALUE_HOLDS_ARRAY (labels)
      || !gst_structure_get_uint (structure, "count", &meta->count)
      || !gst_structure_get_uint (structure, "stride", &meta->stride)
      || !gst_structure_get_uint (structure, "width", &meta->width)
      || !gst_structure_get_uint (structure, "height", &meta->height)
      || !gst_structure_get_uint64 (structure, "pts", &meta->pts)
      || !gst_structure_get_boolean (structure, "held", &meta->held))
    return FALSE;
  meta->source = gst_structure_get_string (structure, "source");
  if (meta->source == NULL)
    return FALSE;
  bytes = (GBytes *) g_value_get_boxed (objects);
  if (bytes)
    meta->data = (const guint8 *) g_bytes_get_data (bytes, &size);
  meta->labels = labels;
  return meta->stride >= 36 && size / meta->stride >= meta->count
         && gst_value_array_get_size (labels) >= meta->count;
}

/**
 * gst_objects_meta_next:
 * @buffer: a buffer that stays alive while @meta is used
 * @state: (inout): %NULL before the first call
 * @meta: (out): the next of the buffer's object metas, the oldest first
 *
 * Returns: %FALSE when there is no further one.
 *
 * Since: 0.1
 */
static inline gboolean
gst_objects_meta_next (GstBuffer *buffer, gpointer *state, GstObjectsMeta *meta)
{
  GstMeta *item;

  while ((item = gst_buffer_iterate_meta (buffer, state)) != NULL) {
    GstCustomMeta *custom = (GstCustomMeta *) item;

    if (gst_meta_info_is_custom (item->info)
        && gst_custom_meta_has_name (custom, GST_OBJECTS_META_NAME)
        && gst_objects_meta_from_structure (
            gst_custom_meta_get_structure (custom), meta))
      return TRUE;
  }
  return FALSE;
}

/*< private >*/
static inline guint32
gst_objects_meta_read_uint (const guint8 *at)
{
  guint32 number;

  memcpy (&number, at, sizeof number); /* records may lie at odd addresses */
  return GUINT32_FROM_LE (number);
}

/*< private >*/
static inline gfloat
gst_objects_meta_read_float (const guint8 *at)
{
  guint32 bits = gst_objects_meta_read_uint (at);
  gfloat number;

  memcpy (&number, &bits, sizeof number);
  return number;
}

/*< private >*/
static inline const gchar *
gst_objects_meta_read_label (const GValue *labels, guint index)
{
  const GValue *label = gst_value_array_get_value (labels, index);
  const gchar *text =
      G_VALUE_HOLDS_STRING (label) ? g_value_get_string (label) : NULL;

  return text ? text : "";
}

/**
 * gst_objects_meta_get:
 * @meta: a view
 * @index: less than @meta's count
 *
 * Returns: the object
 *
 * Since: 0.1
 */
static inline GstDetectedObject
gst_objects_meta_get (const GstObjectsMeta *meta, guint index)
{
  const guint8 *record = meta->data + (gsize) index * meta->stride;
  GstDetectedObject object;

  object.x = gst_objects_meta_read_float (record);
  object.y = gst_objects_meta_read_float (record + 4);
  object.width = gst_objects_meta_read_float (record + 8);
  object.height = gst_objects_meta_read_float (record + 12);
  object.score = gst_objects_meta_read_float (record + 16);
  object.neighbors = gst_objects_meta_read_uint (record + 20);
  object.id = gst_objects_meta_read_uint (record + 24);
  object.flags = gst_objects_meta_read_uint (record + 28);
  object.parent_id = (gint) gst_objects_meta_read_uint (record + 32);
  object.label = gst_objects_meta_read_label (meta->labels, index);
  return object;
}

G_END_DECLS
