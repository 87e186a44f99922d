/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "pinned.h"

#include "gpu.h"

#include <gst/video/video.h>
#include <stdlib.h>

/* Of ordinary memory, so that vectors find their feet. */
#define LEAST_ALIGN 64

typedef struct {
  GstMemory memory;
  gpointer data;
  gboolean pinned;
} PinnedMemory;

typedef struct {
  GstAllocator parent;
  VfContext *context;
} PinnedAllocator;

typedef GstAllocatorClass PinnedAllocatorClass;

static GType pinned_allocator_get_type (void);
G_DEFINE_TYPE (PinnedAllocator, pinned_allocator, GST_TYPE_ALLOCATOR)

static gpointer
allocate_ordinary (gsize size, gsize align)
{
  gpointer data;

  return posix_memalign (&data, MAX (align + 1, LEAST_ALIGN), size) == 0 ? data
                                                                         : NULL;
}

/* Pinned memory begins at a page. */
static GstMemory *
pinned_allocator_alloc (
    GstAllocator *allocator, gsize size, GstAllocationParams *params)
{
  PinnedAllocator *self = (PinnedAllocator *) allocator;
  gsize all = params->prefix + size + params->padding;
  PinnedMemory *memory = g_new0 (PinnedMemory, 1);

  memory->data = vf_gpu_pinned_alloc (self->context, MAX (all, 1), NULL);
  memory->pinned = memory->data != NULL;
  if (!memory->data)
    memory->data = allocate_ordinary (MAX (all, 1), params->align);
  if (!memory->data) {
    g_free (memory);
    return NULL;
  }
  gst_memory_init (GST_MEMORY_CAST (memory), params->flags, allocator, NULL,
      all, params->align, params->prefix, size);
  return GST_MEMORY_CAST (memory);
}

static void
pinned_allocator_free (GstAllocator *allocator, GstMemory *base)
{
  PinnedMemory *memory = (PinnedMemory *) base;

  if (memory->pinned)
    vf_gpu_pinned_free (((PinnedAllocator *) allocator)->context, memory->data);
  else
    free (memory->data);
  g_free (memory);
}

static gpointer
map (GstMemory *memory, gsize size, GstMapFlags flags)
{
  return ((PinnedMemory *) memory)->data;
}

static void
unmap (GstMemory *memory)
{
}

static void
pinned_allocator_finalize (GObject *object)
{
  vf_context_unref (((PinnedAllocator *) object)->context);
  G_OBJECT_CLASS (pinned_allocator_parent_class)->finalize (object);
}

static void
pinned_allocator_class_init (PinnedAllocatorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pinned_allocator_finalize;
  klass->alloc = pinned_allocator_alloc;
  klass->free = pinned_allocator_free;
}

static void
pinned_allocator_init (PinnedAllocator *self)
{
  GstAllocator *allocator = GST_ALLOCATOR (self);

  allocator->mem_type = "VfPinnedMemory";
  allocator->mem_map = map;
  allocator->mem_unmap = unmap;
}

GstAllocator *
vf_pinned_allocator_new (VfContext *context)
{
  PinnedAllocator *self = g_object_new (pinned_allocator_get_type (), NULL);

  gst_object_ref_sink (self);
  self->context = vf_context_ref (context);
  return GST_ALLOCATOR (self);
}

gboolean
vf_buffer_is_pinned (GstBuffer *buffer)
{
  GstMemory *memory = gst_buffer_n_memory (buffer) == 1
                          ? gst_buffer_peek_memory (buffer, 0)
                          : NULL;

  return memory && memory->allocator
         && G_TYPE_CHECK_INSTANCE_TYPE (
             memory->allocator, pinned_allocator_get_type ())
         && ((PinnedMemory *) memory)->pinned;
}

/* Upstream takes the first one, also where downstream has others to offer. */
static void
add_first (GstQuery *query, GstAllocator *allocator)
{
  if (gst_query_get_n_allocation_params (query) > 0)
    gst_query_set_nth_allocation_param (query, 0, allocator, NULL);
  else
    gst_query_add_allocation_param (query, allocator, NULL);
}

gboolean
vf_pinned_offer_pool (VfContext *context, GstQuery *query, GstCaps *caps)
{
  GstAllocator *allocator;
  GstBufferPool *pool;
  GstStructure *config;
  GstVideoInfo info;
  gboolean offered;
  guint size;

  if (gst_query_get_n_allocation_pools (query) > 0
      || !gst_video_info_from_caps (&info, caps))
    return FALSE;
  size = (guint) GST_VIDEO_INFO_SIZE (&info);
  allocator = vf_pinned_allocator_new (context);
  pool = gst_video_buffer_pool_new ();
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, caps, size, 0, 0);
  gst_buffer_pool_config_set_allocator (config, allocator, NULL);
  offered = gst_buffer_pool_set_config (pool, config);
  if (offered) {
    gst_query_add_allocation_pool (query, pool, size, 0, 0);
    add_first (query, allocator);
  }
  gst_object_unref (pool);
  gst_object_unref (allocator);
  return offered;
}
