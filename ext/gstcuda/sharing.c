/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "sharing.h"

#include "gpu.h"

/* GPUs whose wrapper is shared; more of them work, too. */
#define MAX_DEVICES 64

/* TRUE: the neighbour at that pad has a context; the element has heard of it.
 */
static gboolean
ask_neighbour (GstElement *element, const gchar *pad_name)
{
  GstPad *pad = gst_element_get_static_pad (element, pad_name);
  GstQuery *query = gst_query_new_context (GST_CUDA_CONTEXT_TYPE);
  GstContext *context = NULL;

  if (gst_pad_peer_query (pad, query))
    gst_query_parse_context (query, &context);
  if (context)
    gst_element_set_context (element, context);
  gst_object_unref (pad);
  gst_query_unref (query);
  return context != NULL;
}

/* All are asked: the element may not want the first one's, of another GPU, and
 * keeps the first that it wants. */
void
vf_gst_cuda_ask (GstElement *element)
{
  ask_neighbour (element, "src");
  ask_neighbour (element, "sink");
  gst_element_post_message (
      element, gst_message_new_need_context (
                   GST_OBJECT (element), GST_CUDA_CONTEXT_TYPE));
}

/* Elements that make a context of their own get one that nobody else has,
 * unless they are in one pipeline. The GPU's shared one costs nothing the
 * second time; one wrapper of it is enough. */
GstCudaContext *
vf_gst_cuda_shared (gint device)
{
  static GWeakRef wrappers[MAX_DEVICES];
  static GMutex lock;
  VfContext *shared = vf_gpu_context_new (device, NULL);
  GstCudaContext *context = NULL;
  guint number;

  if (!shared)
    return NULL;
  number = vf_context_device (shared);
  g_mutex_lock (&lock);
  if (number < MAX_DEVICES)
    context = g_weak_ref_get (&wrappers[number]);
  if (!context)
    context = gst_cuda_context_new_wrapped (
        vf_context_owner (shared), (CUdevice) number);
  if (context && number < MAX_DEVICES)
    g_weak_ref_set (&wrappers[number], context);
  g_mutex_unlock (&lock);
  vf_context_unref (shared);
  return context;
}

void
vf_gst_cuda_tell (GstElement *element, GstCudaContext *context)
{
  GstContext *made = gst_context_new_cuda_context (context);

  gst_element_set_context (element, made);
  gst_element_post_message (
      element, gst_message_new_have_context (GST_OBJECT (element), made));
}

static gboolean
push (gpointer context)
{
  return gst_cuda_context_push (context);
}

static void
pop (gpointer context)
{
  gst_cuda_context_pop (NULL);
}

static const VfContextCalls calls = { push, pop, gst_object_unref };

VfContext *
vf_gst_cuda_wrap (GstCudaContext *context)
{
  return vf_context_new (
      &calls, gst_object_ref (context), vf_gst_cuda_device (context));
}

guint
vf_gst_cuda_device (GstCudaContext *context)
{
  guint device;

  g_object_get (context, "cuda-device-id", &device, NULL);
  return device;
}
