/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "bridge.h"

#include "backend.h"
#include "error.h"
#include "sharing.h"
#include "spares.h"

struct _VfCudaBridge {
  GstElement *element; /* whose part this is */
  GMutex lock;

  /* Under the lock. */
  GstCudaContext *context; /* the element's; NULL: none yet */
  VfContext *wrapped;      /* the same */

  VfSpares spares; /* the streaming thread's */
};

/* Those that GstCudaMemory has had from the start. A pool of 1.22 ends the
 * process when it is asked for another one. */
static const gchar *const formats[] = { "NV12", "NV21", "I420", "YV12", "Y42B",
  "Y444", "YUY2", "UYVY", "RGBA", "BGRA", "RGBx", "BGRx", "ARGB", "ABGR", "RGB",
  "BGR", "RGBP", "BGRP", "GBR", "GBRA", "P010_10LE", "P016_LE", "I420_10LE",
  "I422_10LE", "I422_12LE", "Y444_16LE", "BGR10A2_LE", "RGB10A2_LE", NULL };

const gchar *const *
vf_cuda_formats (void)
{
  return formats;
}

static gpointer
look_for_gpu (gpointer data)
{
  gint count = 0;

  if (!gst_cuda_load_library () || CuInit (0) != CUDA_SUCCESS
      || CuDeviceGetCount (&count) != CUDA_SUCCESS)
    count = 0;
  /* Without it a pool has no allocator. */
  if (count > 0)
    gst_cuda_memory_init_once ();
  return GINT_TO_POINTER (count);
}

gboolean
vf_cuda_is_possible (void)
{
  static GOnce once = G_ONCE_INIT;

  return GPOINTER_TO_INT (g_once (&once, look_for_gpu, NULL)) > 0;
}

VfCudaBridge *
vf_cuda_bridge_new (GstElement *element)
{
  VfCudaBridge *bridge = g_new0 (VfCudaBridge, 1);

  bridge->element = element;
  g_mutex_init (&bridge->lock);
  return bridge;
}

void
vf_cuda_bridge_close (VfCudaBridge *bridge)
{
  GstCudaContext *context;
  VfContext *wrapped;

  g_mutex_lock (&bridge->lock);
  context = g_steal_pointer (&bridge->context);
  wrapped = g_steal_pointer (&bridge->wrapped);
  g_mutex_unlock (&bridge->lock);
  vf_spares_clear (&bridge->spares);
  vf_context_unref (wrapped);
  gst_clear_object (&context);
}

void
vf_cuda_bridge_free (VfCudaBridge *bridge)
{
  vf_cuda_bridge_close (bridge);
  g_mutex_clear (&bridge->lock);
  g_free (bridge);
}

void
vf_cuda_bridge_set_context (
    VfCudaBridge *bridge, GstContext *context, gint device)
{
  g_mutex_lock (&bridge->lock);
  gst_cuda_handle_set_context (
      bridge->element, context, device, &bridge->context);
  g_mutex_unlock (&bridge->lock);
}

static GstCudaContext *
get_context (VfCudaBridge *bridge)
{
  GstCudaContext *context;

  g_mutex_lock (&bridge->lock);
  context = bridge->context ? gst_object_ref (bridge->context) : NULL;
  g_mutex_unlock (&bridge->lock);
  return context;
}

gboolean
vf_cuda_bridge_answer (VfCudaBridge *bridge, GstQuery *query)
{
  GstCudaContext *context;
  gboolean answered;

  if (GST_QUERY_TYPE (query) != GST_QUERY_CONTEXT)
    return FALSE;
  context = get_context (bridge);
  answered = gst_cuda_handle_context_query (bridge->element, query, context);
  gst_clear_object (&context);
  return answered;
}

/* Of several elements that look at the same time, all but the first find what
 * that one has made. */
static GstCudaContext *
find_context (VfCudaBridge *bridge, gint device)
{
  static GRecMutex one_at_a_time;
  GstCudaContext *context;

  g_rec_mutex_lock (&one_at_a_time);
  context = get_context (bridge);
  if (!context) {
    vf_gst_cuda_ask (bridge->element);
    context = get_context (bridge);
  }
  if (!context) {
    context = vf_gst_cuda_shared (device);
    if (context)
      vf_gst_cuda_tell (bridge->element, context);
  }
  g_rec_mutex_unlock (&one_at_a_time);
  return context;
}

/* Makes it the element's. Borrowed. */
static VfContext *
take (VfCudaBridge *bridge, GstCudaContext *context)
{
  VfContext *old = NULL;

  g_mutex_lock (&bridge->lock);
  if (!bridge->wrapped || vf_context_owner (bridge->wrapped) != context) {
    old = bridge->wrapped;
    bridge->wrapped = vf_gst_cuda_wrap (context);
    gst_object_replace ((GstObject **) &bridge->context, GST_OBJECT (context));
  }
  g_mutex_unlock (&bridge->lock);
  vf_context_unref (old);
  return bridge->wrapped;
}

VfContext *
vf_cuda_bridge_open (VfCudaBridge *bridge, gint device)
{
  GstCudaContext *context = NULL;
  VfContext *taken;

  if (!vf_cuda_is_possible () || !(context = find_context (bridge, device)))
    return NULL;
  taken = vf_context_ref (take (bridge, context));
  gst_object_unref (context);
  return taken;
}

/* NULL: the buffer's frame is none in a GPU's memory. */
static GstCudaMemory *
memory_of (GstBuffer *buffer)
{
  GstMemory *memory = gst_buffer_n_memory (buffer) == 1
                          ? gst_buffer_peek_memory (buffer, 0)
                          : NULL;

  return memory && gst_is_cuda_memory (memory) ? GST_CUDA_MEMORY_CAST (memory)
                                               : NULL;
}

/* Several objects may stand for one context of CUDA. */
static gboolean
is_current (const VfCudaBridge *bridge, GstCudaContext *context)
{
  return bridge->wrapped
         && gst_cuda_context_get_handle (vf_context_owner (bridge->wrapped))
                == gst_cuda_context_get_handle (context);
}

VfContext *
vf_cuda_bridge_adopt (VfCudaBridge *bridge, GstBuffer *buffer, gint device)
{
  GstCudaMemory *memory = memory_of (buffer);
  GstCudaContext *context;

  if (!memory)
    return NULL;
  context = memory->context;
  if (is_current (bridge, context))
    return bridge->wrapped;
  if (device != VF_DEVICE_ANY && (guint) device != vf_gst_cuda_device (context))
    return NULL;
  return take (bridge, context);
}

void
vf_cuda_bridge_own (VfCudaBridge *bridge, GstBuffer *buffer)
{
  GstMemory *copy;

  if (gst_buffer_is_all_memory_writable (buffer))
    return;
  copy = vf_spares_copy (&bridge->spares, memory_of (buffer));
  if (copy)
    gst_buffer_replace_all_memory (buffer, copy);
}

gboolean
vf_cuda_frame_map (GstVideoFrame *frame, const GstVideoInfo *info,
    GstBuffer *buffer, GstMapFlags flags)
{
  if (!gst_video_frame_map (frame, info, buffer, flags | GST_MAP_CUDA))
    return FALSE;
  vf_gst_cuda_memory_sync (gst_buffer_peek_memory (buffer, 0));
  return TRUE;
}

/* With its rows' padding a frame is larger than the caps say. */
static guint
size_of_buffers (GstBufferPool *pool)
{
  GstStructure *config = gst_buffer_pool_get_config (pool);
  guint size = 0;

  gst_buffer_pool_config_get_params (config, NULL, &size, NULL, NULL);
  gst_structure_free (config);
  return size;
}

gboolean
vf_cuda_bridge_offer_pool (
    VfCudaBridge *bridge, GstQuery *query, GstCaps *caps, gint device)
{
  GstCudaContext *context;
  GstStructure *config;
  GstBufferPool *pool;
  GstVideoInfo info;
  gboolean offered;

  if (gst_query_get_n_allocation_pools (query) > 0
      || !gst_video_info_from_caps (&info, caps)
      || !(context = find_context (bridge, device)))
    return FALSE;
  pool = gst_cuda_buffer_pool_new (context);
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (
      config, caps, (guint) GST_VIDEO_INFO_SIZE (&info), 0, 0);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  offered = gst_buffer_pool_set_config (pool, config);
  if (offered)
    gst_query_add_allocation_pool (query, pool, size_of_buffers (pool), 0, 0);
  gst_object_unref (pool);
  gst_object_unref (context);
  return offered;
}
