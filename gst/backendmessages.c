/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "backendmessages.h"

#include "error.h"

/* Made when it is first used: elements of any kind come here. */
static GstDebugCategory *
backend_debug (void)
{
  static gsize category = 0;

  if (g_once_init_enter (&category)) {
    GstDebugCategory *made =
        _gst_debug_category_new ("videofeaturesbackend", 0, "CPU or CUDA");

    g_once_init_leave (&category, (gsize) made);
  }
  return (GstDebugCategory *) category;
}
#define GST_CAT_DEFAULT (backend_debug ())

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

void
vf_post_drawn_on_cpu (GstElement *element, const GError *reason)
{
  GST_ELEMENT_WARNING (element, LIBRARY, FAILED,
      ("The GPU cannot draw: %s. " THE_CPU, reason->message),
      ("Frames go to the host and back for that."));
}

void
vf_post_frames_lost (GstElement *element, const GError *reason)
{
  GST_ELEMENT_ERROR (element, LIBRARY, FAILED,
      ("The GPU has failed: %s. The frames in its memory cannot be read any "
       "more: start the pipeline again.",
          reason->message),
      (NULL));
}
