/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The headers of gstreamer-cuda-1.0, and what differs between its versions.
 */
#pragma once

#include <gst/gst.h>

#if GST_CHECK_VERSION(1, 24, 0)
#include <gst/cuda/gstcuda.h>
#else
#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudautils.h>
#endif

G_BEGIN_DECLS

/* From 1.24 on a memory may have a stream of its own in which it is still being
 * written. Before, nothing says so. */
static inline void
vf_gst_cuda_memory_sync (GstMemory *memory)
{
#if GST_CHECK_VERSION(1, 24, 0)
  gst_cuda_memory_sync (GST_CUDA_MEMORY_CAST (memory));
#endif
}

/* Memory of the same GPU for another frame of the same kind; NULL: there is none
 * left. */
static inline GstMemory *
vf_gst_cuda_memory_new_like (const GstCudaMemory *frame)
{
#if GST_CHECK_VERSION(1, 24, 0)
  return gst_cuda_allocator_alloc (NULL, frame->context, NULL, &frame->info);
#else
  return gst_cuda_allocator_alloc (
      GST_CUDA_ALLOCATOR (frame->mem.allocator), frame->context, &frame->info);
#endif
}

G_END_DECLS
