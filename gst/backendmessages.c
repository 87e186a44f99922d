/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "backendmessages.h"

#include "error.h"

GST_DEBUG_CATEGORY_STATIC (backend_debug);
#define GST_CAT_DEFAULT backend_debug

#define THE_CPU "The CPU is used instead, with the same results."

void
vf_post_no_backend (GstElement *element, const GError *error)
{
  GST_ELEMENT_ERROR (element, LIBRARY, INIT,
      ("backend=cuda cannot be had: %s.", error->message), (NULL));
}

void
vf_post_cpu_instead (GstElement *element, const GError *reason)
{
  static gsize once = 0;

  if (g_once_init_enter (&once)) {
    GST_DEBUG_CATEGORY_INIT (
        backend_debug, "videofeaturesbackend", 0, "CPU or CUDA");
    g_once_init_leave (&once, 1);
  }
  if (reason->code == VF_ERROR_NO_DEVICE)
    GST_INFO_OBJECT (
        element, "backend=auto: the CPU is used, because %s", reason->message);
  else
    GST_ELEMENT_WARNING (element, LIBRARY, INIT,
        ("The GPU cannot be used: %s. " THE_CPU, reason->message), (NULL));
}

void
vf_post_gpu_lost (GstElement *element, const GError *reason)
{
  GST_ELEMENT_WARNING (element, LIBRARY, FAILED,
      ("The GPU has failed: %s. " THE_CPU, reason->message),
      ("From this frame on."));
}
