/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "analytics.h"

#include <gst/analytics/analytics.h>

/* Both ways: readers look from either. */
#define RELATED GST_ANALYTICS_REL_TYPE_RELATE_TO

gboolean
vf_analytics_available (void)
{
  return TRUE;
}

/* The buffer's relation meta; a new one has room for `count` objects, each
 * tracked: growing would copy the matrix of relations again and again. */
static GstAnalyticsRelationMeta *
relations_of (GstBuffer *buffer, guint count)
{
  GstAnalyticsRelationMeta *relations =
      gst_buffer_get_analytics_relation_meta (buffer);
  GstAnalyticsRelationMetaInitParams params = {
    .initial_relation_order = 2 * (gsize) count,
    .initial_buf_size = (gsize) count * 256,
  };

  if (relations)
    return relations;
  return gst_buffer_add_analytics_relation_meta_full (buffer, &params);
}

static void
add_tracking (GstAnalyticsRelationMeta *relations,
    const VfAnalyticsObject *object, guint object_id)
{
  GstAnalyticsTrackingMtd tracking;

  if (!gst_analytics_relation_meta_add_tracking_mtd (
          relations, object->tracking_id, object->first_seen, &tracking))
    return;
  gst_analytics_relation_meta_set_relation (
      relations, RELATED, object_id, tracking.id);
  gst_analytics_relation_meta_set_relation (
      relations, RELATED, tracking.id, object_id);
}

void
vf_analytics_add (
    GstBuffer *buffer, const VfAnalyticsObject *objects, guint count)
{
  GstAnalyticsRelationMeta *relations;

  if (count == 0)
    return;
  count = MIN (count, VF_ANALYTICS_MOST);
  relations = relations_of (buffer, count);
  for (guint i = 0; i < count; i++) {
    const VfAnalyticsObject *object = &objects[i];
    GstAnalyticsODMtd mtd;

    if (gst_analytics_relation_meta_add_od_mtd (relations, object->type,
            object->x, object->y, object->width, object->height,
            object->confidence, &mtd)
        && object->tracked)
      add_tracking (relations, object, mtd.id);
  }
}

static VfAnalyticsObject
read_object (GstAnalyticsODMtd *mtd)
{
  VfAnalyticsObject object = { .type =
                                   gst_analytics_od_mtd_get_obj_type (mtd) };

  gst_analytics_od_mtd_get_location (mtd, &object.x, &object.y, &object.width,
      &object.height, &object.confidence);
  return object;
}

void
vf_analytics_collect (GstBuffer *buffer, GArray *objects)
{
  GstAnalyticsRelationMeta *relations =
      gst_buffer_get_analytics_relation_meta (buffer);
  gpointer state = NULL;
  GstAnalyticsMtd mtd;

  if (!relations)
    return;
  while (gst_analytics_relation_meta_iterate (
      relations, &state, gst_analytics_od_mtd_get_mtd_type (), &mtd)) {
    VfAnalyticsObject object = read_object (&mtd);

    g_array_append_val (objects, object);
  }
}

/* The ids of the objects that are ours; NULL: one is not. */
static GArray *
our_ids (
    GstAnalyticsRelationMeta *relations, VfIsOurs is_ours, gpointer user_data)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));
  gpointer state = NULL;
  GstAnalyticsMtd mtd;

  while (gst_analytics_relation_meta_iterate (
      relations, &state, gst_analytics_od_mtd_get_mtd_type (), &mtd)) {
    VfAnalyticsObject object = read_object (&mtd);

    if (!is_ours (&object, user_data)) {
      g_array_unref (ids);
      return NULL;
    }
    g_array_append_val (ids, mtd.id);
  }
  return ids;
}

static gboolean
is_about (
    GstAnalyticsRelationMeta *relations, guint id, const GArray *object_ids)
{
  for (guint i = 0; i < object_ids->len; i++) {
    guint object_id = g_array_index (object_ids, guint, i);

    if (gst_analytics_relation_meta_get_relation (relations, id, object_id)
            != GST_ANALYTICS_REL_TYPE_NONE
        || gst_analytics_relation_meta_get_relation (relations, object_id, id)
               != GST_ANALYTICS_REL_TYPE_NONE)
      return TRUE;
  }
  return FALSE;
}

/* Whether all but objects are. */
static gboolean
all_are_about (GstAnalyticsRelationMeta *relations, const GArray *object_ids)
{
  gpointer state = NULL;
  GstAnalyticsMtd mtd;

  while (gst_analytics_relation_meta_iterate (
      relations, &state, GST_ANALYTICS_MTD_TYPE_ANY, &mtd))
    if (gst_analytics_mtd_get_mtd_type (&mtd)
            != gst_analytics_od_mtd_get_mtd_type ()
        && !is_about (relations, mtd.id, object_ids))
      return FALSE;
  return TRUE;
}

void
vf_analytics_remove (GstBuffer *buffer, VfIsOurs is_ours, gpointer user_data)
{
  GstAnalyticsRelationMeta *relations =
      gst_buffer_get_analytics_relation_meta (buffer);
  GArray *ids = relations ? our_ids (relations, is_ours, user_data) : NULL;

  if (ids && all_are_about (relations, ids))
    gst_buffer_remove_meta (buffer, (GstMeta *) relations);
  else if (relations)
    GST_INFO ("analytics of others stay, and ours with them");
  if (ids)
    g_array_unref (ids);
}
