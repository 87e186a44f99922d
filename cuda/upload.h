/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The way of a picture to the GPU.
 */
#pragma once

#include "image.h"
#include "memory.h"

#include <cuda_runtime_api.h>

G_BEGIN_DECLS

typedef struct {
  VfCudaBlock staging;                /* pinned: rows are gathered here */
  VfCudaBlock samples;                /* the GPU's copy of it */
  VfCudaBlock inside_staging, inside; /* of an area that is no rectangle */
} VfCudaUpload;

/* Where the samples of `image` will lie: `copy` has the same ones in the GPU's
 * memory, that of `upload`, with words at multiples of their size. */
gboolean vf_cuda_upload_place (
    VfCudaUpload *upload, const VfImage *image, VfImage *copy, GError **error);

/* After that: puts them into the stream. The image may go as soon as this
 * returns, or, if its memory is pinned, when the stream has done its work,
 * which it must have before the next call. */
gboolean vf_cuda_upload_send (VfCudaUpload *upload, const VfImage *image,
    cudaStream_t stream, GError **error);

/* Whether that writes the samples of each word of 4 bytes at once, so that who
 * reads it meanwhile finds all of them or none. */
gboolean vf_cuda_upload_keeps_words (const VfImage *image);

/* Both. */
gboolean vf_cuda_upload (VfCudaUpload *upload, const VfImage *image,
    cudaStream_t stream, VfImage *copy, GError **error);

/* The same for an area's bytes, if it has any: it points to the copy then. */
gboolean vf_cuda_upload_area (
    VfCudaUpload *upload, VfArea *area, cudaStream_t stream, GError **error);

gsize vf_cuda_upload_bytes (const VfCudaUpload *upload);
void vf_cuda_upload_clear (VfCudaUpload *upload);

G_END_DECLS
