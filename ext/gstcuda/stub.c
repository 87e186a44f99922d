/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "bridge.h"

const gchar *const *
vf_cuda_formats (void)
{
  static const gchar *const none[] = { NULL };

  return none;
}

gboolean
vf_cuda_is_possible (void)
{
  return FALSE;
}

VfCudaBridge *
vf_cuda_bridge_new (GstElement *element)
{
  return NULL;
}

void
vf_cuda_bridge_free (VfCudaBridge *bridge)
{
}

void
vf_cuda_bridge_set_context (
    VfCudaBridge *bridge, GstContext *context, gint device)
{
}

gboolean
vf_cuda_bridge_answer (VfCudaBridge *bridge, GstQuery *query)
{
  return FALSE;
}

VfContext *
vf_cuda_bridge_open (VfCudaBridge *bridge, gint device)
{
  return NULL;
}

void
vf_cuda_bridge_close (VfCudaBridge *bridge)
{
}

VfContext *
vf_cuda_bridge_adopt (VfCudaBridge *bridge, GstBuffer *buffer, gint device)
{
  return NULL;
}

void
vf_cuda_bridge_own (VfCudaBridge *bridge, GstBuffer *buffer)
{
}

gboolean
vf_cuda_frame_map (GstVideoFrame *frame, const GstVideoInfo *info,
    GstBuffer *buffer, GstMapFlags flags)
{
  return FALSE;
}

gboolean
vf_cuda_bridge_offer_pool (
    VfCudaBridge *bridge, GstQuery *query, GstCaps *caps, gint device)
{
  return FALSE;
}
