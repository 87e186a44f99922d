/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "custommeta.h"

#include "compat.h"

#include <math.h>

GST_DEBUG_CATEGORY_STATIC (meta_debug);
#define GST_CAT_DEFAULT meta_debug

gboolean
vf_move_point (const VfMove *move, gdouble *x, gdouble *y)
{
  const GstVideoRectangle *picture = move->picture;

  if (!move->point (move->transform, x, y))
    return FALSE;
  return !picture
         || (*x >= picture->x - 0.5 && *x < picture->x + picture->w - 0.5
             && *y >= picture->y - 0.5 && *y < picture->y + picture->h - 0.5);
}

/* The part of the stretch from `start` to `end` that lies in `length` pixels
 * from `first`. */
static void
clip (gdouble *start, gdouble *end, gint first, gint length)
{
  *start = MAX (*start, first);
  *end = MIN (*end, (gdouble) first + length);
}

gboolean
vf_move_box (
    const VfMove *move, gdouble *x, gdouble *y, gdouble *width, gdouble *height)
{
  gdouble left = INFINITY, right = -INFINITY;
  gdouble top = INFINITY, bottom = -INFINITY;

  for (guint corner = 0; corner < 4; corner++) {
    gdouble to_x = *x + (corner & 1 ? *width : 0) - 0.5;
    gdouble to_y = *y + (corner & 2 ? *height : 0) - 0.5;

    if (!move->point (move->transform, &to_x, &to_y))
      return FALSE;
    left = MIN (left, to_x + 0.5);
    right = MAX (right, to_x + 0.5);
    top = MIN (top, to_y + 0.5);
    bottom = MAX (bottom, to_y + 0.5);
  }
  if (move->picture) {
    clip (&left, &right, move->picture->x, move->picture->w);
    clip (&top, &bottom, move->picture->y, move->picture->h);
  }
  *x = left;
  *y = top;
  *width = right - left;
  *height = bottom - top;
  /* Not those of NaN either. */
  return *width > 0 && *height > 0;
}

static gboolean
copy_field (GQuark field, const GValue *value, gpointer structure)
{
  gst_structure_id_set_value (structure, field, value);
  return TRUE;
}

GstStructure *
vf_custom_meta_add (
    GstBuffer *buffer, const gchar *name, const GstStructure *fields)
{
  GstCustomMeta *meta = gst_buffer_add_custom_meta (buffer, name);
  GstStructure *structure = gst_custom_meta_get_structure (meta);

  gst_structure_foreach (fields, copy_field, structure);
  return structure;
}

static gboolean
remove_one (GstBuffer *buffer, GstMeta **meta, gpointer name)
{
  if (gst_meta_info_is_custom ((*meta)->info)
      && gst_custom_meta_has_name ((GstCustomMeta *) *meta, name))
    *meta = NULL;
  return TRUE;
}

void
vf_custom_meta_remove_all (GstBuffer *buffer, const gchar *name)
{
  gst_buffer_foreach_meta (buffer, remove_one, (gpointer) name);
}

static gboolean
scale_point (gconstpointer transform, gdouble *x, gdouble *y)
{
  const GstVideoMetaTransform *scale = transform;

  *x = (*x + 0.5) * scale->out_info->width / scale->in_info->width - 0.5;
  *y = (*y + 0.5) * scale->out_info->height / scale->in_info->height - 0.5;
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
scale_meta (VfMetaKind *kind, GstBuffer *target, const GstStructure *fields,
    const GstVideoMetaTransform *scale)
{
  const VfMove move = { .point = scale_point, .transform = scale };

  if (same_display_aspect (scale)) {
    kind->move (target, fields, &move);
  } else if (g_once_init_enter (&kind->said)) {
    GST_WARNING ("%s are dropped where a picture is scaled to another display "
                 "aspect ratio: its borders are unknown here",
        kind->content);
    g_once_init_leave (&kind->said, 1);
  }
}

#if VF_HAVE_MATRIX_TRANSFORM
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
matrix_point (gconstpointer transform, gdouble *x, gdouble *y)
{
  const GstVideoMetaTransformMatrix *t = transform;
  gdouble from_x = *x - t->in_rectangle.x, from_y = *y - t->in_rectangle.y;
  gdouble w =
      t->matrix[2][0] * from_x + t->matrix[2][1] * from_y + t->matrix[2][2];

  if (w == 0)
    return FALSE;
  *x = matrix_row (t->matrix[0], from_x, from_y, w) + t->out_rectangle.x;
  *y = matrix_row (t->matrix[1], from_x, from_y, w) + t->out_rectangle.y;
  return TRUE;
}

static void
turn_meta (VfMetaKind *kind, GstBuffer *target, const GstStructure *fields,
    const GstVideoMetaTransformMatrix *matrix)
{
  const VfMove move = { matrix_point, matrix, &matrix->out_rectangle };

  kind->move (target, fields, &move);
}
#endif

static gboolean
transform_meta (GstBuffer *target, GstCustomMeta *meta, GstBuffer *buffer,
    GQuark type, gpointer data, gpointer user_data)
{
  const GstStructure *fields = gst_custom_meta_get_structure (meta);
  VfMetaKind *kind = user_data;

  if (GST_META_TRANSFORM_IS_COPY (type)) {
    if (!((GstMetaTransformCopy *) data)->region)
      vf_custom_meta_add (target, kind->name, fields);
    return TRUE;
  }
#if VF_HAVE_MATRIX_TRANSFORM
  if (GST_VIDEO_META_TRANSFORM_IS_MATRIX (type)) {
    turn_meta (kind, target, fields, data);
    return TRUE;
  }
#endif
  if (GST_VIDEO_META_TRANSFORM_IS_SCALE (type)) {
    scale_meta (kind, target, fields, data);
    return !VF_SCALED_METAS_ARE_COPIED;
  }
  return FALSE;
}

static gpointer
init_debug (gpointer data)
{
  GST_DEBUG_CATEGORY_INIT (
      meta_debug, "videofeaturesmeta", 0, "metadata of video features");
  return NULL;
}

void
vf_meta_kind_register (VfMetaKind *kind)
{
  static const gchar *tags[] = { GST_META_TAG_VIDEO_STR,
    GST_META_TAG_VIDEO_SIZE_STR, GST_META_TAG_VIDEO_ORIENTATION_STR, NULL };
  static GOnce debug = G_ONCE_INIT;
  static GMutex lock;

  g_once (&debug, init_debug, NULL);
  g_mutex_lock (&lock);
  if (!gst_meta_get_info (kind->name))
    gst_meta_register_custom (kind->name, tags, transform_meta, kind, NULL);
  g_mutex_unlock (&lock);
}
