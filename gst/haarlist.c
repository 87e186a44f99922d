/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haarlist.h"

#include "haarmerge.h"
#include "haarobjects.h"

void
haar_list_init (HaarList *list)
{
  *list = (HaarList){
    .found = g_array_new (FALSE, FALSE, sizeof (VfFoundObject)),
    .earlier = g_array_new (FALSE, FALSE, sizeof (VfFoundObject)),
  };
  haar_tracks_init (&list->tracks);
}

void
haar_list_clear (HaarList *list)
{
  g_array_unref (list->found);
  g_array_unref (list->earlier);
  haar_tracks_clear (&list->tracks);
}

gboolean
haar_list_take_over (
    HaarList *list, GstBuffer *buffer, const GstVideoInfo *info, gboolean merge)
{
  list->merged = merge;
  list->earlier_id = 0;
  if (!merge)
    return FALSE;
  haar_merge_collect (list->earlier, buffer);
  list->earlier_id = gst_objects_meta_largest_id (buffer);
  gst_objects_meta_remove_all (buffer, info);
  return TRUE;
}

gboolean
haar_list_take_off (
    const HaarList *list, GstBuffer *buffer, const GstVideoInfo *info)
{
  if (list->merged)
    gst_objects_meta_remove_all (buffer, info);
  return list->merged;
}

static HaarSurroundings
with_merged (const HaarList *list, const HaarSurroundings *surroundings)
{
  HaarSurroundings all = *surroundings;

  all.merged = list->merged ? list->earlier : NULL;
  return all;
}

void
haar_list_fill (HaarList *list, const HaarResult *result, GstBuffer *buffer,
    const gchar *label, const HaarTracking *tracking,
    const HaarSurroundings *surroundings, const VfTrackTimes *times)
{
  HaarSurroundings all = with_merged (list, surroundings);
  guint largest = gst_objects_meta_largest_id (buffer);

  haar_objects_take (list->found, result, MAX (largest, list->earlier_id) + 1,
      surroundings->ids, label);
  if (list->merged)
    haar_merge_join (list->found, list->earlier, tracking->smooth);
  list->followed = tracking->smooth;
  if (list->followed)
    haar_tracks_follow (&list->tracks, tracking, list->found,
        haar_tracks_ids_before (buffer), &all, times);
  else
    haar_tracks_end (&list->tracks);
}

void
haar_list_hold (
    HaarList *list, GstBuffer *buffer, const HaarSurroundings *surroundings)
{
  HaarSurroundings all = with_merged (list, surroundings);

  if (list->followed)
    haar_tracks_hold (&list->tracks, list->found, &all);
  else
    haar_objects_hold (list->found, gst_objects_meta_largest_id (buffer) + 1,
        surroundings->rects, surroundings->ids, list->merged);
}

const VfFoundObject *
haar_list_objects (const HaarList *list)
{
  return (const VfFoundObject *) list->found->data;
}
