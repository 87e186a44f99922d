/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "memory.h"

#include "check.h"
#include "device.h"
#include "gpu.h"

#include <string.h>

static gint n_blocks;

void
vf_cuda_release (VfCudaBlock *block, VfCudaPlace place)
{
  if (!block->data)
    return;
  if (place == VF_CUDA_DEVICE)
    VF_CUDA_UNDO (cudaFree (block->data));
  else
    VF_CUDA_UNDO (cudaFreeHost (block->data));
  *block = (VfCudaBlock){ NULL, 0 };
  g_atomic_int_add (&n_blocks, -1);
}

static gboolean
allocate (VfCudaBlock *block, VfCudaPlace place, gsize size, GError **error)
{
  if (place == VF_CUDA_DEVICE)
    return VF_CUDA_TRY (cudaMalloc (&block->data, size), error);
  return VF_CUDA_TRY (cudaMallocHost (&block->data, size), error);
}

/* So that no step ever reads what nobody wrote, not even a copy of a whole
 * block. */
static gboolean
clear (const VfCudaBlock *block, VfCudaPlace place, GError **error)
{
  if (place == VF_CUDA_DEVICE)
    return VF_CUDA_TRY (cudaMemset (block->data, 0, block->size), error)
           && VF_CUDA_TRY (cudaStreamSynchronize (NULL), error);
  memset (block->data, 0, block->size);
  return TRUE;
}

gpointer
vf_cuda_reserve (
    VfCudaBlock *block, VfCudaPlace place, gsize size, GError **error)
{
  if (size <= block->size)
    return block->data;
  vf_cuda_release (block, place);
  if (!allocate (block, place, size, error))
    return NULL;
  block->size = size;
  g_atomic_int_inc (&n_blocks);
  if (!clear (block, place, error))
    vf_cuda_release (block, place);
  return block->data;
}

gboolean
vf_cuda_wait_for_others (cudaStream_t stream, cudaEvent_t event, GError **error)
{
  return VF_CUDA_TRY (cudaEventRecord (event, cudaStreamLegacy), error)
         && VF_CUDA_TRY (cudaStreamWaitEvent (stream, event, 0), error);
}

/* Portable: so it is pinned for every context. */
gpointer
vf_gpu_pinned_alloc (VfContext *context, gsize size, GError **error)
{
  gpointer memory = NULL;

  if (!vf_cuda_enter (context, error))
    return NULL;
  if (!VF_CUDA_TRY (
          cudaHostAlloc (&memory, size, cudaHostAllocPortable), error))
    memory = NULL;
  vf_context_pop (context);
  return memory;
}

void
vf_gpu_pinned_free (VfContext *context, gpointer memory)
{
  if (!vf_context_push (context))
    return;
  VF_CUDA_UNDO (cudaFreeHost (memory));
  vf_context_pop (context);
}

gint
vf_cuda_blocks (void)
{
  return g_atomic_int_get (&n_blocks);
}
