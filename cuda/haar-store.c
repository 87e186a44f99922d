/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-store.h"

#include "check.h"
#include "error.h"

gsize
haar_cuda_store_add (HaarCudaStore *store, gsize count, gsize item)
{
  gsize place = store->size;

  store->size += (count * item + 15) / 16 * 16;
  return place;
}

gboolean
haar_cuda_store_reserve (HaarCudaStore *store, GError **error)
{
  gboolean missing = FALSE;

  vf_scratch_reserve (&store->host, store->size, 1, &missing);
  if (missing) {
    g_set_error_literal (
        error, VF_ERROR, VF_ERROR_MEMORY, "no memory for tables");
    return FALSE;
  }
  return vf_cuda_reserve (&store->device, VF_CUDA_DEVICE, store->size, error)
         != NULL;
}

gpointer
haar_cuda_store_host (const HaarCudaStore *store, gsize place)
{
  return (guint8 *) store->host.data + place;
}

gpointer
haar_cuda_store_device (const HaarCudaStore *store, gsize place)
{
  return (guint8 *) store->device.data + place;
}

gboolean
haar_cuda_store_send (HaarCudaStore *store, cudaStream_t stream, GError **error)
{
  return VF_CUDA_TRY (cudaMemcpyAsync (store->device.data, store->host.data,
                          store->size, cudaMemcpyHostToDevice, stream),
      error);
}

gsize
haar_cuda_store_bytes (const HaarCudaStore *store)
{
  return store->host.size + store->device.size;
}

void
haar_cuda_store_clear (HaarCudaStore *store)
{
  vf_scratch_free (&store->host);
  vf_cuda_release (&store->device, VF_CUDA_DEVICE);
}
