/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "analytics.h"

gboolean
vf_analytics_available (void)
{
  return FALSE;
}

void
vf_analytics_add (
    GstBuffer *buffer, const VfAnalyticsObject *objects, guint count)
{
}

void
vf_analytics_collect (GstBuffer *buffer, GArray *objects)
{
}

void
vf_analytics_remove (GstBuffer *buffer, VfIsOurs is_ours, gpointer user_data)
{
}
