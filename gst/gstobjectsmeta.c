/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstobjectsmeta-private.h"

#include "boxes.h"
#include "custommeta.h"
#include "projections.h"

#define RECORD_SIZE 36

/* Only a broken writer gets that far; ids above it must be left. */
#define MAX_ID (1 << 30)

static void
write_box (guint8 *record, gdouble x, gdouble y, gdouble width, gdouble height)
{
  vf_write_float (record, (gfloat) x);
  vf_write_float (record + 4, (gfloat) y);
  vf_write_float (record + 8, (gfloat) width);
  vf_write_float (record + 12, (gfloat) height);
}

static GBytes *
pack (const VfFoundObject *objects, guint count)
{
  gsize size = (gsize) count * RECORD_SIZE;
  guint8 *data = g_malloc (size);

  for (guint i = 0; i < count; i++) {
    const VfFoundObject *object = &objects[i];
    guint8 *record = data + (gsize) i * RECORD_SIZE;

    write_box (record, object->x, object->y, object->width, object->height);
    vf_write_float (record + 16, (gfloat) object->score);
    vf_write_uint (record + 20, object->neighbors);
    vf_write_uint (record + 24, object->id);
    vf_write_uint (record + 28, object->flags);
    vf_write_uint (record + 32, (guint32) object->parent_id);
  }
  return g_bytes_new_take (data, size);
}

static void
set_labels (GstStructure *fields, const VfFoundObject *objects, guint count)
{
  GValue labels = G_VALUE_INIT;

  gst_value_array_init (&labels, count);
  for (guint i = 0; i < count; i++) {
    GValue label = G_VALUE_INIT;

    g_value_init (&label, G_TYPE_STRING);
    g_value_set_string (&label, objects[i].label);
    gst_value_array_append_and_take_value (&labels, &label);
  }
  gst_structure_take_value (fields, "labels", &labels);
}

void
gst_objects_meta_fill (GstStructure *fields, const GstObjectsMeta *meta,
    const VfFoundObject *objects, guint count)
{
  GBytes *bytes = pack (objects, count);

  gst_structure_set (fields, "version", G_TYPE_UINT, 1, "source", G_TYPE_STRING,
      meta->source, "width", G_TYPE_UINT, meta->width, "height", G_TYPE_UINT,
      meta->height, "pts", G_TYPE_UINT64, meta->pts, "held", G_TYPE_BOOLEAN,
      meta->held, "count", G_TYPE_UINT, count, "stride", G_TYPE_UINT,
      RECORD_SIZE, "objects", G_TYPE_BYTES, bytes, NULL);
  set_labels (fields, objects, count);
  g_bytes_unref (bytes);
}

void
gst_objects_meta_add (GstBuffer *buffer, const GstVideoInfo *info,
    const GstStructure *fields, const VfFoundObject *objects, guint count)
{
  vf_custom_meta_add (buffer, GST_OBJECTS_META_NAME, fields);
  vf_projections_add (buffer, info, objects, count);
}

void
gst_objects_meta_remove_all (GstBuffer *buffer, const GstVideoInfo *info)
{
  vf_projections_remove (buffer, info);
  vf_custom_meta_remove_all (buffer, GST_OBJECTS_META_NAME);
}

static gint
largest_id_of (const GArray *boxes)
{
  gint largest = 0;

  for (guint i = 0; i < boxes->len; i++) {
    gint id = g_array_index (boxes, VfBox, i).id;

    if (id > largest && id < MAX_ID)
      largest = id;
  }
  return largest;
}

guint
gst_objects_meta_largest_id (GstBuffer *buffer)
{
  GArray *objects = vf_boxes_new (), *regions = vf_boxes_new ();
  gint largest;

  vf_boxes_add_objects (objects, buffer);
  vf_boxes_add_regions (regions, buffer, (VfRect){ 0 });
  largest = MAX (largest_id_of (objects), largest_id_of (regions));
  g_array_unref (objects);
  g_array_unref (regions);
  return (guint) largest;
}

/* The records that are not lost, tails of longer records included. */
typedef struct {
  guint8 *data;
  gsize size;
  GValue labels;
} Kept;

static void
keep (Kept *kept, const GstObjectsMeta *view, guint index, const VfMove *move)
{
  GstDetectedObject object = gst_objects_meta_get (view, index);
  gdouble x = object.x, y = object.y;
  gdouble width = object.width, height = object.height;
  guint8 *record = kept->data + kept->size;

  if (!vf_move_box (move, &x, &y, &width, &height))
    return;
  memcpy (record, view->data + (gsize) index * view->stride, view->stride);
  write_box (record, x, y, width, height);
  kept->size += view->stride;
  gst_value_array_append_value (
      &kept->labels, gst_value_array_get_value (view->labels, index));
}

static void
move_objects (GstBuffer *target, const GstStructure *fields, const VfMove *move)
{
  Kept kept = { .labels = G_VALUE_INIT };
  GstStructure *structure;
  GstObjectsMeta view;
  GBytes *moved;

  if (!gst_objects_meta_from_structure (fields, &view))
    return;
  kept.data = g_malloc ((gsize) view.count * view.stride);
  gst_value_array_init (&kept.labels, view.count);
  for (guint i = 0; i < view.count; i++)
    keep (&kept, &view, i, move);
  moved = g_bytes_new_take (kept.data, kept.size);
  structure = vf_custom_meta_add (target, GST_OBJECTS_META_NAME, fields);
  gst_structure_set (structure, "objects", G_TYPE_BYTES, moved, "count",
      G_TYPE_UINT, (guint) (kept.size / view.stride), NULL);
  gst_structure_take_value (structure, "labels", &kept.labels);
  g_bytes_unref (moved);
}

void
gst_objects_meta_register (void)
{
  static VfMetaKind kind = { GST_OBJECTS_META_NAME, "objects", move_objects,
    0 };

  vf_meta_kind_register (&kind);
}
