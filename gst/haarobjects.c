/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haarobjects.h"

void
haar_objects_take (GArray *found, const HaarResult *result, guint first_id,
    const GArray *ids, const gchar *label)
{
  g_array_set_size (found, 0);
  for (guint i = 0; i < result->n_objects; i++) {
    const HaarObject *object = &result->objects[i];
    VfFoundObject made = {
      .x = object->rect.x,
      .y = object->rect.y,
      .width = object->rect.width,
      .height = object->rect.height,
      .score = object->score,
      .confidence = object->confidence,
      .neighbors = object->neighbors,
      .id = first_id + i,
      .parent_id = ids ? g_array_index (ids, gint, object->region) : -1,
      .first_seen = GST_CLOCK_TIME_NONE,
      .label = label,
    };

    g_array_append_val (found, made);
  }
}

static gboolean
contains (VfRect rect, gdouble x, gdouble y)
{
  return x >= rect.x && y >= rect.y && x < (gdouble) rect.x + rect.width
         && y < (gdouble) rect.y + rect.height;
}

static gboolean
has_parent (const VfFoundObject *object, const GArray *rects, const GArray *ids)
{
  gdouble x = object->x + object->width / 2;
  gdouble y = object->y + object->height / 2;

  for (guint i = 0; i < rects->len; i++)
    if (g_array_index (ids, gint, i) == object->parent_id
        && contains (g_array_index (rects, VfRect, i), x, y))
      return TRUE;
  return FALSE;
}

void
haar_objects_check_parent (
    VfFoundObject *object, const GArray *rects, const GArray *ids)
{
  if (!rects || !has_parent (object, rects, ids))
    object->parent_id = -1;
}

gint
haar_objects_place_of (const GArray *objects, gint id)
{
  for (guint i = 0; i < objects->len && id >= 0; i++)
    if (g_array_index (objects, VfFoundObject, i).id == (guint) id)
      return (gint) i;
  return -1;
}

static void
hold_parents (GArray *found, guint first_id, const GArray *rects,
    const GArray *ids, gboolean merged)
{
  for (guint i = 0; i < found->len; i++) {
    VfFoundObject *object = &g_array_index (found, VfFoundObject, i);
    gint parent =
        merged ? haar_objects_place_of (found, object->parent_id) : -1;

    if (parent >= 0)
      object->parent_id = (gint) first_id + parent;
    else
      haar_objects_check_parent (object, rects, ids);
  }
}

void
haar_objects_hold (GArray *found, guint first_id, const GArray *rects,
    const GArray *ids, gboolean merged)
{
  hold_parents (found, first_id, rects, ids, merged);
  for (guint i = 0; i < found->len; i++) {
    VfFoundObject *object = &g_array_index (found, VfFoundObject, i);

    object->id = first_id + i;
    object->flags &= ~(guint) GST_DETECTED_OBJECT_STABLE_ID;
    object->flags |= GST_DETECTED_OBJECT_HELD;
  }
}
