/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstcornersmeta-private.h"

#include "compat.h"

#include <gst/video/video.h>

#include <math.h>

GST_DEBUG_CATEGORY_STATIC (corners_meta_debug);
#define GST_CAT_DEFAULT corners_meta_debug

#define RECORD_SIZE 12

static void
write_float (guint8 *at, gfloat number)
{
  guint32 bits;

  memcpy (&bits, &number, sizeof bits);
  bits = GUINT32_TO_LE (bits);
  memcpy (at, &bits, sizeof bits);
}

GBytes *
gst_corners_meta_pack (const HarrisCorner *corners, guint count)
{
  gsize size = (gsize) count * RECORD_SIZE;
  guint8 *data = g_malloc (size);

  for (guint i = 0; i < count; i++) {
    guint8 *record = data + (gsize) i * RECORD_SIZE;

    write_float (record, corners[i].x);
    write_float (record + 4, corners[i].y);
    write_float (record + 8, corners[i].response);
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

static gboolean
copy_field (GQuark field, const GValue *value, gpointer structure)
{
  gst_structure_id_set_value (structure, field, value);
  return TRUE;
}

static GstStructure *
add_meta (GstBuffer *buffer, const GstStructure *fields)
{
  GstCustomMeta *meta =
      gst_buffer_add_custom_meta (buffer, GST_CORNERS_META_NAME);
  GstStructure *structure = gst_custom_meta_get_structure (meta);

  gst_structure_foreach (fields, copy_field, structure);
  return structure;
}

void
gst_corners_meta_add (GstBuffer *buffer, const GstStructure *fields)
{
  add_meta (buffer, fields);
}

static gboolean
remove_corners (GstBuffer *buffer, GstMeta **meta, gpointer user_data)
{
  if (gst_meta_info_is_custom ((*meta)->info)
      && gst_custom_meta_has_name (
          (GstCustomMeta *) *meta, GST_CORNERS_META_NAME))
    *meta = NULL;
  return TRUE;
}

void
gst_corners_meta_remove_all (GstBuffer *buffer)
{
  gst_buffer_foreach_meta (buffer, remove_corners, NULL);
}

/* Where a transform moves a point to; FALSE: out of the picture. */
typedef gboolean (*MovePoint) (gconstpointer transform, gfloat *x, gfloat *y);

/* A new GBytes with the records that `move` keeps, tails of longer records
 * included. */
static GBytes *
move_corners (
    const GstCornersMeta *view, MovePoint move, gconstpointer transform)
{
  gsize size = (gsize) view->count * view->stride, kept = 0;
  guint8 *data = g_malloc (size);

  for (gsize at = 0; at < size; at += view->stride) {
    gfloat x = gst_corners_meta_read_float (view->data + at);
    gfloat y = gst_corners_meta_read_float (view->data + at + 4);

    if (!move (transform, &x, &y))
      continue;
    memcpy (data + kept, view->data + at, view->stride);
    write_float (data + kept, x);
    write_float (data + kept + 4, y);
    kept += view->stride;
  }
  return g_bytes_new_take (data, kept);
}

/* A meta that cannot be read cannot be moved: it stays behind. */
static void
move_meta (GstBuffer *target, GstCustomMeta *meta, MovePoint move,
    gconstpointer transform)
{
  const GstStructure *fields = gst_custom_meta_get_structure (meta);
  GstStructure *structure;
  GstCornersMeta view;
  GBytes *moved;

  if (!gst_corners_meta_from_structure (fields, &view))
    return;
  moved = move_corners (&view, move, transform);
  structure = add_meta (target, fields);
  gst_structure_set (structure, "corners", G_TYPE_BYTES, moved, "count",
      G_TYPE_UINT, (guint) (g_bytes_get_size (moved) / view.stride), NULL);
  g_bytes_unref (moved);
}

static gboolean
scale_point (gconstpointer transform, gfloat *x, gfloat *y)
{
  const GstVideoMetaTransform *scale = transform;

  *x = (gfloat) ((*x + 0.5) * scale->out_info->width / scale->in_info->width
                 - 0.5);
  *y = (gfloat) ((*y + 0.5) * scale->out_info->height / scale->in_info->height
                 - 0.5);
  return TRUE;
}

/* A scaler between different display aspect ratios may add borders that the
 * transform does not tell. */
static gboolean
same_display_aspect (const GstVideoMetaTransform *scale)
{
  const GstVideoInfo *in = scale->in_info, *out = scale->out_info;

  return (guint64) in->width * in->par_n * ((guint64) out->height * out->par_d)
         == (guint64) out->width * out->par_n
                * ((guint64) in->height * in->par_d);
}

static void
scale_meta (
    GstBuffer *target, GstCustomMeta *meta, const GstVideoMetaTransform *scale)
{
  static gsize said = 0;

  if (same_display_aspect (scale)) {
    move_meta (target, meta, scale_point, scale);
  } else if (g_once_init_enter (&said)) {
    GST_WARNING ("corners are dropped where a picture is scaled to another "
                 "display aspect ratio: its borders are unknown here");
    g_once_init_leave (&said, 1);
  }
}

#if VF_HAVE_MATRIX_TRANSFORM
static gboolean
point_in_rectangle (const GstVideoRectangle *rectangle, gdouble x, gdouble y)
{
  return x >= rectangle->x - 0.5 && x < rectangle->x + rectangle->w - 0.5
         && y >= rectangle->y - 0.5 && y < rectangle->y + rectangle->h - 0.5;
}

/* One coordinate: the matrix' row m applied to pixel (x, y). A scale maps
 * edges of pixels, a flip their centres: the last term moves both to centres.
 */
static gdouble
matrix_row (const gfloat *m, gdouble x, gdouble y, gdouble w)
{
  return (m[0] * x + m[1] * y + m[2]) / w
         + ((fabs (m[0]) + fabs (m[1])) / fabs (w) - 1) / 2;
}

static gboolean
matrix_point (gconstpointer transform, gfloat *x, gfloat *y)
{
  const GstVideoMetaTransformMatrix *t = transform;
  gdouble from_x = *x - t->in_rectangle.x, from_y = *y - t->in_rectangle.y;
  gdouble w =
      t->matrix[2][0] * from_x + t->matrix[2][1] * from_y + t->matrix[2][2];
  gdouble to_x, to_y;

  if (w == 0)
    return FALSE;
  to_x = matrix_row (t->matrix[0], from_x, from_y, w) + t->out_rectangle.x;
  to_y = matrix_row (t->matrix[1], from_x, from_y, w) + t->out_rectangle.y;
  *x = (gfloat) to_x;
  *y = (gfloat) to_y;
  return point_in_rectangle (&t->out_rectangle, to_x, to_y);
}
#endif

static gboolean
transform_meta (GstBuffer *target, GstCustomMeta *meta, GstBuffer *buffer,
    GQuark type, gpointer data, gpointer user_data)
{
  if (GST_META_TRANSFORM_IS_COPY (type)) {
    if (!((GstMetaTransformCopy *) data)->region)
      add_meta (target, gst_custom_meta_get_structure (meta));
    return TRUE;
  }
#if VF_HAVE_MATRIX_TRANSFORM
  if (GST_VIDEO_META_TRANSFORM_IS_MATRIX (type)) {
    move_meta (target, meta, matrix_point, data);
    return TRUE;
  }
#endif
  if (GST_VIDEO_META_TRANSFORM_IS_SCALE (type)) {
    scale_meta (target, meta, data);
    return TRUE;
  }
  return FALSE;
}

static gpointer
register_once (gpointer data)
{
  static const gchar *tags[] = { GST_META_TAG_VIDEO_STR,
    GST_META_TAG_VIDEO_SIZE_STR, GST_META_TAG_VIDEO_ORIENTATION_STR, NULL };

  GST_DEBUG_CATEGORY_INIT (
      corners_meta_debug, "cornersmeta", 0, "corner metadata");
  if (!gst_meta_get_info (GST_CORNERS_META_NAME))
    gst_meta_register_custom (
        GST_CORNERS_META_NAME, tags, transform_meta, NULL, NULL);
  return NULL;
}

void
gst_corners_meta_register (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, register_once, NULL);
}
