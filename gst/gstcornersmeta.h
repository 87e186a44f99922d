/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reading the corners that `harriscorners` put on a buffer.
 *
 * This header is all that a reader needs: it links with GStreamer only.
 *
 *   gpointer state = NULL;
 *   GstCornersMeta meta;
 *
 *   while (gst_corners_meta_next (buffer, &state, &meta))
 *     for (guint i = 0; i < meta.count; i++) {
 *       GstCorner corner = gst_corners_meta_get (&meta, i);
 *       ...
 *     }
 */
#pragma once

#include <gst/gst.h>

#include <string.h>

G_BEGIN_DECLS

/**
 * GST_CORNERS_META_NAME:
 *
 * The name of the #GstCustomMeta.
 *
 * Since: 0.1
 */
#define GST_CORNERS_META_NAME "VideoFeaturesCorners"

/**
 * GstCorner:
 * @x: column, in pixels of the buffer that carries the meta; pixel centres are
 *   at integers
 * @y: row, likewise
 * @response: the corner's measure R, above 0
 *
 * Since: 0.1
 */
typedef struct {
  gfloat x, y;
  gfloat response;
} GstCorner;

/**
 * GstCornersMeta:
 * @version: 1
 * @source: the name of the element that measured
 * @width: of the frame that the corners were measured on, in pixels (the
 *   corners themselves follow the buffer when it is scaled)
 * @height: likewise
 * @pts: of the frame that the corners were measured on, in nanoseconds
 * @held: whether that was an earlier frame than this buffer's
 * @measure: "harris" or "min-eigen": what the responses are
 * @threshold: what R exceeds, besides 0; NaN when there was none to be had
 * @count: how many corners there are; 0: measured, and nothing found
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
  const gchar *measure;
  gdouble threshold;
  guint count;

  /*< private >*/
  guint stride;
  const guint8 *data;
} GstCornersMeta;

/**
 * gst_corners_meta_from_structure:
 * @structure: of the meta, or of a "harriscorners" message
 * @meta: (out): the view; valid as long as @structure
 *
 * Returns: %FALSE if these are no corners that this header can read.
 *
 * Since: 0.1
 */
static inline gboolean
gst_corners_meta_from_structure (
    const GstStructure *structure, GstCornersMeta *meta)
{
  const GValue *value = gst_structure_get_value (structure, "corners");
  GBytes *bytes;
  gsize size = 0;

  memset (meta, 0, sizeof *meta);
  if (!gst_structure_get_uint (structure, "version", &meta->version)
      || meta->version != 1 || value == NULL
      || !G_VALUE_HOLDS (value, G_TYPE_BYTES)
      || !gst_structure_get_uint (structure, "count", &meta->count)
      || !gst_structure_get_uint (structure, "stride", &meta->stride)
      || !gst_structure_get_uint (structure, "width", &meta->width)
      || !gst_structure_get_uint (structure, "height", &meta->height)
      || !gst_structure_get_uint64 (structure, "pts", &meta->pts)
      || !gst_structure_get_boolean (structure, "held", &meta->held)
      || !gst_structure_get_double (structure, "threshold", &meta->threshold))
    return FALSE;
  meta->source = gst_structure_get_string (structure, "source");
  meta->measure = gst_structure_get_string (structure, "measure");
  if (meta->source == NULL || meta->measure == NULL)
    return FALSE;
  bytes = (GBytes *) g_value_get_boxed (value);
  if (bytes)
    meta->data = (const guint8 *) g_bytes_get_data (bytes, &size);
  return meta->stride >= 3 * sizeof (gfloat)
         && size / meta->stride >= meta->count;
}

/**
 * gst_corners_meta_next:
 * @buffer: a buffer that stays alive while @meta is used
 * @state: (inout): %NULL before the first call
 * @meta: (out): the next of the buffer's corner metas, the oldest first
 *
 * Returns: %FALSE when there is no further one.
 *
 * Since: 0.1
 */
static inline gboolean
gst_corners_meta_next (GstBuffer *buffer, gpointer *state, GstCornersMeta *meta)
{
  GstMeta *item;

  while ((item = gst_buffer_iterate_meta (buffer, state)) != NULL) {
    GstCustomMeta *custom = (GstCustomMeta *) item;

    if (gst_meta_info_is_custom (item->info)
        && gst_custom_meta_has_name (custom, GST_CORNERS_META_NAME)
        && gst_corners_meta_from_structure (
            gst_custom_meta_get_structure (custom), meta))
      return TRUE;
  }
  return FALSE;
}

/*< private >*/
static inline gfloat
gst_corners_meta_read_float (const guint8 *at)
{
  guint32 bits;
  gfloat number;

  memcpy (&bits, at, sizeof bits); /* records may lie at odd addresses */
  bits = GUINT32_FROM_LE (bits);
  memcpy (&number, &bits, sizeof number);
  return number;
}

/**
 * gst_corners_meta_get:
 * @meta: a view
 * @index: less than @meta's count; the strongest corner is 0
 *
 * Returns: the corner
 *
 * Since: 0.1
 */
static inline GstCorner
gst_corners_meta_get (const GstCornersMeta *meta, guint index)
{
  const guint8 *record = meta->data + (gsize) index * meta->stride;
  GstCorner corner;

  corner.x = gst_corners_meta_read_float (record);
  corner.y = gst_corners_meta_read_float (record + 4);
  corner.response = gst_corners_meta_read_float (record + 8);
  return corner;
}

G_END_DECLS
