/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "gstfeatureoverlay.h"
#include "gsthaardetect.h"
#include "gstharriscorners.h"
#include "gstregioncover.h"

static gboolean
plugin_init (GstPlugin *plugin)
{
  return GST_ELEMENT_REGISTER (harriscorners, plugin)
         && GST_ELEMENT_REGISTER (haardetect, plugin)
         && GST_ELEMENT_REGISTER (featureoverlay, plugin)
         && GST_ELEMENT_REGISTER (regioncover, plugin);
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, videofeatures,
    "Features of video: Harris corners, faces", plugin_init, VERSION, "LGPL",
    PACKAGE, GST_PACKAGE_ORIGIN)
