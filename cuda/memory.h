/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Blocks of memory that grow when they must and never shrink.
 */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  VF_CUDA_DEVICE, /* the GPU's */
  VF_CUDA_PINNED, /* the host's, where copies to and from the GPU are fast */
} VfCudaPlace;

typedef struct {
  gpointer data;
  gsize size;
} VfCudaBlock;

/* At least `size` bytes; NULL with a VF_ERROR (MEMORY, DEVICE). Memory that is
 * new is zeroed; the old contents are lost when it grows. */
gpointer vf_cuda_reserve (
    VfCudaBlock *block, VfCudaPlace place, gsize size, GError **error);
void vf_cuda_release (VfCudaBlock *block, VfCudaPlace place);

/* Has the stream wait until what others have put into the default stream, and
 * into all that wait for it, is done: where GStreamer's elements, before 1.24,
 * may still be writing to a frame. `event` is the caller's. */
gboolean vf_cuda_wait_for_others (
    cudaStream_t stream, cudaEvent_t event, GError **error);

/* How many blocks there are in this process; for tests. */
gint vf_cuda_blocks (void);

G_END_DECLS
