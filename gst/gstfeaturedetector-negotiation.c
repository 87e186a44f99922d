/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstfeaturedetector-private.h"

static gpointer parent; /* the base class */

VfDetector *
gst_feature_detector_open (GstFeatureDetector *self, GError **error)
{
  GstFeatureDetectorClass *klass = GST_FEATURE_DETECTOR_GET_CLASS (self);
  VfContext *context = NULL;
  VfDetector *detector;

  if (self->good->backend != VF_BACKEND_CPU)
    context =
        vf_cuda_bridge_open (self->pad.gpu.bridge, self->good->cuda_device_id);
  detector = klass->open (self, context, error);
  vf_context_unref (context);
  return detector;
}

/* Whether frames may lie in a GPU's memory: while CUDA is active; before the
 * element has started, where it could be. Those that have been negotiated may
 * go on when the CPU has had to take over. */
static gboolean
takes_gpu_frames (GstFeatureDetector *self)
{
  VfBackendKind wanted, active;
  gboolean on_gpu;

  GST_OBJECT_LOCK (self);
  wanted = self->wanted->backend;
  active = self->active;
  on_gpu = self->on_gpu;
  GST_OBJECT_UNLOCK (self);
  if (active != VF_BACKEND_AUTO)
    return active == VF_BACKEND_CUDA || on_gpu;
  return wanted != VF_BACKEND_CPU && vf_cuda_is_possible ();
}

static GstCaps *
transform_caps (GstBaseTransform *trans, GstPadDirection direction,
    GstCaps *caps, GstCaps *filter)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);
  GstCaps *taken = takes_gpu_frames (self) ? gst_caps_ref (caps)
                                           : vf_gpu_caps_without (caps);
  GstCaps *result;
  gboolean offer;

  GST_OBJECT_LOCK (self);
  offer = self->wanted->draw != 0 && !self->pad.refused;
  GST_OBJECT_UNLOCK (self);
  result = vf_overlay_pad_transform_caps (direction, taken, filter, offer);
  gst_caps_unref (taken);
  return result;
}

static gboolean
query_pad (GstBaseTransform *trans, GstPadDirection direction, GstQuery *query)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);

  if (vf_cuda_bridge_answer (self->pad.gpu.bridge, query))
    return TRUE;
  if (!GST_BASE_TRANSFORM_CLASS (parent)->query (trans, direction, query))
    return FALSE;
  /* Behind a peer that takes anything, the template is the answer. */
  if (GST_QUERY_TYPE (query) == GST_QUERY_CAPS && !takes_gpu_frames (self))
    vf_gpu_query_without (query);
  return TRUE;
}

static void
set_context (GstElement *element, GstContext *context)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (element);
  gint device;

  GST_OBJECT_LOCK (self);
  device = self->wanted->cuda_device_id;
  GST_OBJECT_UNLOCK (self);
  vf_cuda_bridge_set_context (self->pad.gpu.bridge, context, device);
  GST_ELEMENT_CLASS (parent)->set_context (element, context);
}

static gboolean
propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (trans);
  gboolean answered = GST_BASE_TRANSFORM_CLASS (parent)->propose_allocation (
      trans, decide_query, query);

  vf_overlay_pad_refuse_crops (query);
  return vf_gpu_propose_allocation (&self->pad.gpu, query,
             self->detector ? vf_detector_context (self->detector) : NULL)
         || answered;
}

void
gst_feature_detector_install_negotiation (GstFeatureDetectorClass *klass)
{
  GstElementClass *element = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS (klass);

  parent = g_type_class_peek_parent (klass);
  element->set_context = GST_DEBUG_FUNCPTR (set_context);
  trans->query = GST_DEBUG_FUNCPTR (query_pad);
  trans->transform_caps = GST_DEBUG_FUNCPTR (transform_caps);
  trans->propose_allocation = GST_DEBUG_FUNCPTR (propose_allocation);
}
