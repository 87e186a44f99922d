/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "memory.h"

#include "check.h"

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

gint
vf_cuda_blocks (void)
{
  return g_atomic_int_get (&n_blocks);
}
