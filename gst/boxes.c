/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "boxes.h"

#include "gstobjectsmeta.h"

#include <math.h>

GArray *
vf_boxes_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (VfBox));
}

static const gchar *
text_of (GQuark quark)
{
  return quark ? g_quark_to_string (quark) : "";
}

/* Whether both ends are: within two pixels and this part of the length. */
static gboolean
is_near (gdouble a_start, gdouble a_length, gdouble b_start, gdouble b_length,
    gdouble part)
{
  gdouble most = 2 + MIN (a_length, b_length) * part;

  return fabs (a_start - b_start) <= most
         && fabs (a_start + a_length - b_start - b_length) <= most;
}

gboolean
vf_box_is_like (const VfBox *a, const VfBox *b)
{
  gdouble part = a->id > 0 && a->id == b->id ? 1 / 2.0 : 1 / 8.0;

  return is_near (a->x, a->width, b->x, b->width, part)
         && is_near (a->y, a->height, b->y, b->height, part)
         && g_str_equal (a->label, b->label);
}

gboolean
vf_boxes_have (const GArray *boxes, guint count, const VfBox *box,
    gboolean same_id, guint *next)
{
  for (guint i = 0; i < count; i++) {
    guint at = (*next + i) % count;
    const VfBox *other = &g_array_index (boxes, VfBox, at);

    if ((!same_id || other->id == box->id) && vf_box_is_like (other, box)) {
      *next = at + 1;
      return TRUE;
    }
  }
  return FALSE;
}

void
vf_boxes_add_objects (GArray *boxes, GstBuffer *buffer)
{
  GstObjectsMeta meta;
  gpointer state = NULL;

  while (gst_objects_meta_next (buffer, &state, &meta))
    for (guint i = 0; i < meta.count; i++) {
      GstDetectedObject object = gst_objects_meta_get (&meta, i);
      VfBox box = { object.x, object.y, object.width, object.height,
        object.label, object.id <= G_MAXINT ? (gint) object.id : -1,
        object.score };

      g_array_append_val (boxes, box);
    }
}

VfBox
vf_box_of_analytics (const VfAnalyticsObject *object, VfRect picture)
{
  return (VfBox){ object->x - (gdouble) picture.x,
    object->y - (gdouble) picture.y, object->width, object->height,
    text_of (object->type), -1, object->confidence };
}

void
vf_boxes_add_analytics (GArray *boxes, GstBuffer *buffer, VfRect picture)
{
  GArray *objects = g_array_new (FALSE, FALSE, sizeof (VfAnalyticsObject));
  guint count = boxes->len, next = 0;

  vf_analytics_collect (buffer, objects);
  for (guint i = 0; i < objects->len; i++) {
    VfBox box = vf_box_of_analytics (
        &g_array_index (objects, VfAnalyticsObject, i), picture);

    if (!vf_boxes_have (boxes, count, &box, FALSE, &next))
      g_array_append_val (boxes, box);
  }
  g_array_unref (objects);
}

static gdouble
confidence_of (GstVideoRegionOfInterestMeta *region)
{
  GstStructure *detection =
      gst_video_region_of_interest_meta_get_param (region, "detection");
  gdouble confidence;

  if (detection
      && gst_structure_get_double (detection, "confidence", &confidence))
    return confidence;
  return NAN;
}

/* An id of 0 is what a region has that was given none. */
VfBox
vf_box_of_region (GstVideoRegionOfInterestMeta *region, VfRect picture)
{
  return (VfBox){ region->x - (gdouble) picture.x,
    region->y - (gdouble) picture.y, region->w, region->h,
    text_of (region->roi_type), region->id > 0 ? region->id : -1,
    confidence_of (region) };
}

void
vf_boxes_add_regions (GArray *boxes, GstBuffer *buffer, VfRect picture)
{
  guint count = boxes->len, next = 0;
  gpointer state = NULL;
  GstMeta *meta;

  while ((meta = gst_buffer_iterate_meta_filtered (
              buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))) {
    VfBox box =
        vf_box_of_region ((GstVideoRegionOfInterestMeta *) meta, picture);

    if (!vf_boxes_have (boxes, count, &box, FALSE, &next))
      g_array_append_val (boxes, box);
  }
}

GArray *
vf_boxes_of (GstBuffer *buffer, VfRect picture)
{
  GArray *boxes = vf_boxes_new ();

  vf_boxes_add_objects (boxes, buffer);
  vf_boxes_add_analytics (boxes, buffer, picture);
  vf_boxes_add_regions (boxes, buffer, picture);
  return boxes;
}

gchar **
vf_types_parse (const gchar *text)
{
  gchar **words = g_strsplit (text ? text : "", ",", -1);
  guint n_types = 0;

  for (guint i = 0; words[i]; i++)
    if (*g_strstrip (words[i]))
      words[n_types++] = words[i];
    else
      g_free (words[i]);
  words[n_types] = NULL;
  if (n_types == 0)
    g_clear_pointer (&words, g_strfreev);
  return words;
}

gboolean
vf_box_is_wanted (const VfBox *box, gchar **types)
{
  return !types || g_strv_contains ((const gchar *const *) types, box->label);
}

/* FALSE: nothing of it lies at 0 or more. */
static gboolean
round_edges (gdouble start, gdouble length, guint *first, guint *n)
{
  gdouble from = MAX (0, rint (start)), to = rint (start + length);

  if (!(from < G_MAXUINT && to > from))
    return FALSE;
  *first = (guint) from;
  *n = (guint) MIN (to - from, G_MAXUINT);
  return TRUE;
}

gboolean
vf_box_to_rect (const VfBox *box, VfRect *rect)
{
  return round_edges (box->x, box->width, &rect->x, &rect->width)
         && round_edges (box->y, box->height, &rect->y, &rect->height);
}
