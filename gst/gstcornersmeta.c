/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstcornersmeta-private.h"

#include "custommeta.h"

#define RECORD_SIZE 12

GBytes *
gst_corners_meta_pack (const HarrisCorner *corners, guint count)
{
  gsize size = (gsize) count * RECORD_SIZE;
  guint8 *data = g_malloc (size);

  for (guint i = 0; i < count; i++) {
    guint8 *record = data + (gsize) i * RECORD_SIZE;

    vf_write_float (record, corners[i].x);
    vf_write_float (record + 4, corners[i].y);
    vf_write_float (record + 8, corners[i].response);
  }
  return g_bytes_new_take (data, size);
}

void
gst_corners_meta_fill (
    GstStructure *fields, const GstCornersMeta *meta, GBytes *corners)
{
  guint count = (guint) (g_bytes_get_size (corners) / RECORD_SIZE);

  gst_structure_set (fields, "version", G_TYPE_UINT, 1, "source", G_TYPE_STRING,
      meta->source, "width", G_TYPE_UINT, meta->width, "height", G_TYPE_UINT,
      meta->height, "pts", G_TYPE_UINT64, meta->pts, "held", G_TYPE_BOOLEAN,
      meta->held, "measure", G_TYPE_STRING, meta->measure, "threshold",
      G_TYPE_DOUBLE, meta->threshold, "count", G_TYPE_UINT, count, "stride",
      G_TYPE_UINT, RECORD_SIZE, "corners", G_TYPE_BYTES, corners, NULL);
}

void
gst_corners_meta_add (GstBuffer *buffer, const GstStructure *fields)
{
  vf_custom_meta_add (buffer, GST_CORNERS_META_NAME, fields);
}

void
gst_corners_meta_remove_all (GstBuffer *buffer)
{
  vf_custom_meta_remove_all (buffer, GST_CORNERS_META_NAME);
}

/* A new GBytes with the records that are not lost, tails of longer records
 * included. */
static GBytes *
move_records (const GstCornersMeta *view, const VfMove *move)
{
  gsize size = (gsize) view->count * view->stride, kept = 0;
  guint8 *data = g_malloc (size);

  for (gsize at = 0; at < size; at += view->stride) {
    gdouble x = gst_corners_meta_read_float (view->data + at);
    gdouble y = gst_corners_meta_read_float (view->data + at + 4);

    if (!vf_move_point (move, &x, &y))
      continue;
    memcpy (data + kept, view->data + at, view->stride);
    vf_write_float (data + kept, (gfloat) x);
    vf_write_float (data + kept + 4, (gfloat) y);
    kept += view->stride;
  }
  return g_bytes_new_take (data, kept);
}

static void
move_corners (GstBuffer *target, const GstStructure *fields, const VfMove *move)
{
  GstCornersMeta view;
  GBytes *moved;

  if (!gst_corners_meta_from_structure (fields, &view))
    return;
  moved = move_records (&view, move);
  gst_structure_set (vf_custom_meta_add (target, GST_CORNERS_META_NAME, fields),
      "corners", G_TYPE_BYTES, moved, "count", G_TYPE_UINT,
      (guint) (g_bytes_get_size (moved) / view.stride), NULL);
  g_bytes_unref (moved);
}

void
gst_corners_meta_register (void)
{
  static VfMetaKind kind = { GST_CORNERS_META_NAME, "corners", move_corners,
    0 };

  vf_meta_kind_register (&kind);
}
