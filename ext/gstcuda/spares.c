/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "spares.h"

/* Nobody but us has it. */
static gboolean
is_spare (GstMemory *memory)
{
  return memory && GST_MINI_OBJECT_REFCOUNT_VALUE (memory) == 1;
}

static gboolean
is_like (GstMemory *memory, const GstCudaMemory *frame)
{
  const GstCudaMemory *there = GST_CUDA_MEMORY_CAST (memory);

  return there->context == frame->context && memory->size == frame->mem.size
         && gst_video_info_is_equal (&there->info, &frame->info);
}

/* A reference. What is no longer of use gives way to what is new; where all are
 * with others, new memory is kept by nobody. */
static GstMemory *
take (VfSpares *spares, const GstCudaMemory *frame)
{
  GstMemory **place = NULL, *memory;

  for (guint i = 0; i < VF_N_SPARES; i++) {
    memory = spares->memory[i];
    if (is_spare (memory) && is_like (memory, frame))
      return gst_memory_ref (memory);
    if (!memory || is_spare (memory))
      place = &spares->memory[i];
  }
  memory = vf_gst_cuda_memory_new_like (frame);
  if (memory && place) {
    g_clear_pointer (place, gst_memory_unref);
    *place = gst_memory_ref (memory);
  }
  return memory;
}

/* Both have the same rows; the planes follow each other. */
static gboolean
copy_rows (const GstMapInfo *from, const GstMapInfo *to, gsize stride)
{
  CUDA_MEMCPY2D copy = {
    .srcMemoryType = CU_MEMORYTYPE_DEVICE,
    .srcDevice = (CUdeviceptr) from->data,
    .srcPitch = stride,
    .dstMemoryType = CU_MEMORYTYPE_DEVICE,
    .dstDevice = (CUdeviceptr) to->data,
    .dstPitch = stride,
    .WidthInBytes = stride,
    .Height = from->size / stride,
  };

  return CuMemcpy2D (&copy) == CUDA_SUCCESS;
}

static gboolean
copy_frame (GstCudaMemory *frame, GstMemory *to)
{
  gsize stride = (gsize) GST_VIDEO_INFO_PLANE_STRIDE (&frame->info, 0);
  GstMapInfo from_map, to_map;
  gboolean copied = FALSE;

  if (!gst_memory_map (
          GST_MEMORY_CAST (frame), &from_map, GST_MAP_READ | GST_MAP_CUDA))
    return FALSE;
  vf_gst_cuda_memory_sync (GST_MEMORY_CAST (frame));
  if (gst_memory_map (to, &to_map, GST_MAP_WRITE | GST_MAP_CUDA)) {
    if (gst_cuda_context_push (frame->context)) {
      copied = copy_rows (&from_map, &to_map, stride);
      gst_cuda_context_pop (NULL);
    }
    gst_memory_unmap (to, &to_map);
  }
  gst_memory_unmap (GST_MEMORY_CAST (frame), &from_map);
  return copied;
}

/* New memory may have other rows. */
GstMemory *
vf_spares_copy (VfSpares *spares, GstCudaMemory *frame)
{
  GstMemory *copy = take (spares, frame);

  if (copy && (!is_like (copy, frame) || !copy_frame (frame, copy)))
    g_clear_pointer (&copy, gst_memory_unref);
  return copy;
}

void
vf_spares_clear (VfSpares *spares)
{
  for (guint i = 0; i < VF_N_SPARES; i++)
    g_clear_pointer (&spares->memory[i], gst_memory_unref);
}
