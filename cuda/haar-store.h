/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Tables that the host makes and the GPU reads, in one block.
 */
#pragma once

#include "memory.h"
#include "scratch.h"

G_BEGIN_DECLS

/* Starts zeroed. */
typedef struct {
  VfScratch host;
  VfCudaBlock device;
  gsize size;
} HaarCudaStore;

/* Room for `count` items at a multiple of 16 bytes; returns where. Starts anew
 * after `size` has been set to 0. */
gsize haar_cuda_store_add (HaarCudaStore *store, gsize count, gsize item);

/* After the last of them. FALSE with a VF_ERROR. */
gboolean haar_cuda_store_reserve (HaarCudaStore *store, GError **error);

gpointer haar_cuda_store_host (const HaarCudaStore *store, gsize place);
gpointer haar_cuda_store_device (const HaarCudaStore *store, gsize place);

/* Puts a copy of all into the stream. FALSE with a VF_ERROR. */
gboolean haar_cuda_store_send (
    HaarCudaStore *store, cudaStream_t stream, GError **error);

gsize haar_cuda_store_bytes (const HaarCudaStore *store);
void haar_cuda_store_clear (HaarCudaStore *store);

G_END_DECLS
