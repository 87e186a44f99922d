/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "smoothtesting.h"

GstHarness *
smooth_harness (const gchar *properties)
{
  gchar *all = g_strconcat ("smooth=true ", properties, NULL);
  GstHarness *harness = haar_harness (all);

  g_free (all);
  return harness;
}

GstBuffer *
smooth_push_squares (
    GstHarness *harness, const ScenePlace *places, guint n, guint number)
{
  return test_push (harness, scene_squares (places, n, number * FRAME));
}

GstBuffer *
smooth_push (GstHarness *harness, guint x, guint number)
{
  const ScenePlace place = { x, 40 };

  return smooth_push_squares (harness, &place, x > 0, number);
}

static void
check_region (GstVideoRegionOfInterestMeta *region, guint id, guint flags)
{
  const GstStructure *detection =
      gst_video_region_of_interest_meta_get_param (region, "detection");
  gboolean held;

  fail_unless_equals_int (region->id, id);
  fail_unless (gst_structure_get_boolean (detection, "held", &held));
  fail_unless_equals_int (held, flags & GST_DETECTED_OBJECT_HELD);
}

GstDetectedObject
smooth_check (GstHarness *harness, guint x, guint number, guint id, guint flags)
{
  GstBuffer *out = smooth_push (harness, x, number);
  GstObjectsMeta meta = test_objects (out);
  GstDetectedObject object;

  fail_unless_equals_int (meta.count, 1);
  object = gst_objects_meta_get (&meta, 0);
  fail_unless_equals_int (object.id, id);
  fail_unless_equals_int (object.flags, flags);
  check_region (test_region (out, 0), id, flags);
  fail_unless_equals_int (test_n_regions (out, NULL), 1);
  object.label = NULL;
  gst_buffer_unref (out);
  return object;
}

void
smooth_check_none (GstHarness *harness, guint x, guint number)
{
  GstBuffer *out = smooth_push (harness, x, number);

  fail_unless_equals_int (test_objects (out).count, 0);
  fail_unless_equals_int (test_n_regions (out, NULL), 0);
  gst_buffer_unref (out);
}
