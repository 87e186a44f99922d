/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haarmerge.h"

#include "boxes.h"
#include "place.h"

#include <math.h>

/* It is in the projection only, and may be lost on the way. Projections come in
 * the order of the objects, hence the search goes on at *next. */
static gdouble
confidence_of (const GArray *regions, guint id, guint *next)
{
  for (guint i = 0; i < regions->len; i++) {
    guint at = (*next + i) % regions->len;
    const VfBox *region = &g_array_index (regions, VfBox, at);

    if (region->id > 0 && (guint) region->id == id) {
      *next = at + 1;
      return isfinite (region->certainty) ? region->certainty : 1;
    }
  }
  return 1;
}

/* Never freed: it outlives the meta. One that is no UTF-8 cannot be in one of
 * ours. */
static const gchar *
label_of (const GstDetectedObject *object)
{
  return g_utf8_validate (object->label, -1, NULL)
             ? g_intern_string (object->label)
             : "object";
}

static gboolean
is_place (const GstDetectedObject *object)
{
  return isfinite (object->x) && isfinite (object->y)
         && isfinite (object->width) && isfinite (object->height)
         && object->width > 0 && object->height > 0;
}

void
haar_merge_collect (GArray *earlier, GstBuffer *buffer)
{
  GArray *regions = vf_boxes_new ();
  guint next = 0;
  GstObjectsMeta meta;
  gpointer state = NULL;

  g_array_set_size (earlier, 0);
  vf_boxes_add_regions (regions, buffer, (VfRect){ 0 });
  while (gst_objects_meta_next (buffer, &state, &meta))
    for (guint i = 0; i < meta.count; i++) {
      GstDetectedObject object = gst_objects_meta_get (&meta, i);
      VfFoundObject made = {
        .x = object.x,
        .y = object.y,
        .width = object.width,
        .height = object.height,
        .score = object.score,
        .confidence = confidence_of (regions, object.id, &next),
        .neighbors = object.neighbors,
        .id = object.id,
        .flags = object.flags,
        .parent_id = object.parent_id,
        .first_seen = GST_CLOCK_TIME_NONE,
        .label = label_of (&object),
      };

      if (is_place (&object))
        g_array_append_val (earlier, made);
    }
  g_array_unref (regions);
}

static gboolean
are_same (const VfFoundObject *a, const VfFoundObject *b)
{
  const VfPlace place_a = { a->x, a->y, a->width, a->height };
  const VfPlace place_b = { b->x, b->y, b->width, b->height };

  return vf_place_overlap (&place_a, &place_b) >= VF_PLACE_SAME;
}

/* The first of n that it overlaps; NULL: none. */
static VfFoundObject *
find_same (GArray *objects, guint n, const VfFoundObject *object)
{
  for (guint i = 0; i < n; i++) {
    VfFoundObject *other = &g_array_index (objects, VfFoundObject, i);

    if (are_same (other, object))
      return other;
  }
  return NULL;
}

/* It was held, and has been found again. */
static void
refresh (VfFoundObject *held, const VfFoundObject *found)
{
  held->x = found->x;
  held->y = found->y;
  held->width = found->width;
  held->height = found->height;
  held->score = found->score;
  held->confidence = found->confidence;
  held->neighbors = found->neighbors;
  held->flags &= ~(guint) GST_DETECTED_OBJECT_HELD;
}

static gboolean
is_held (const VfFoundObject *object)
{
  return (object->flags & GST_DETECTED_OBJECT_HELD) != 0;
}

/* Puts those before `found`; how many they are. */
static guint
prepend (GArray *found, const GArray *earlier, gboolean skip_held)
{
  guint n = 0;

  g_array_prepend_vals (found, earlier->data, earlier->len);
  for (guint i = 0; i < earlier->len; i++) {
    VfFoundObject object = g_array_index (found, VfFoundObject, i);

    if (!skip_held || !is_held (&object))
      g_array_index (found, VfFoundObject, n++) = object;
  }
  g_array_remove_range (found, n, earlier->len - n);
  return n;
}

void
haar_merge_join (GArray *found, const GArray *earlier, gboolean skip_held)
{
  guint n = prepend (found, earlier, skip_held), kept = n;

  for (guint i = n; i < found->len; i++) {
    VfFoundObject object = g_array_index (found, VfFoundObject, i);
    VfFoundObject *same = find_same (found, n, &object);

    if (!same)
      g_array_index (found, VfFoundObject, kept++) = object;
    else if (is_held (same))
      refresh (same, &object);
  }
  g_array_set_size (found, kept);
}
