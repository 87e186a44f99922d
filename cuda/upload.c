/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "upload.h"

#include "check.h"

#include <string.h>

/* Rows start at multiples of it on the GPU. */
#define ROW_ALIGN 128

/* So many bytes are gathered before they are sent: the next ones are gathered
 * while these travel. */
#define PIECE ((gsize) 1 << 20)

/* The bytes of a row from the first word to the last one, of one channel or of
 * several that lie between each other. */
typedef struct {
  const guint8 *rows;
  gssize stride;
  gsize row, pitch; /* bytes in the picture, and on the GPU */
  gsize offset;     /* of the copy, among those of all planes */
} Plane;

static Plane
plane_of (const VfImage *image, guint first, guint last)
{
  gssize reach = (gssize) (image->width - 1) * image->step[first];
  const guint8 *low = image->data[first], *high = low;
  Plane plane;

  for (guint c = first; c <= last; c++) {
    low = MIN (low, image->data[c]);
    high = MAX (high, image->data[c]);
  }
  plane.rows = low + MIN (reach, 0);
  plane.row = (gsize) (high - low) + (gsize) ABS (reach) + image->word;
  plane.stride = image->stride[first];
  plane.pitch = (plane.row + ROW_ALIGN - 1) / ROW_ALIGN * ROW_ALIGN;
  return plane;
}

/* Whether all channels lie in the same bytes, a few from each other. Planes can
 * look like that when they are a pixel wide: then not even whole words may lie
 * between them, which the copy of one plane would not align. */
static gboolean
is_interleaved (const VfImage *image)
{
  for (guint c = 1; c < image->channels; c++) {
    gintptr apart = (gintptr) image->data[c] - (gintptr) image->data[0];

    if (image->stride[c] != image->stride[0] || image->step[c] != image->step[0]
        || ABS (apart) >= ABS (image->step[0])
        || apart % (gintptr) image->word != 0)
      return FALSE;
  }
  return TRUE;
}

/* The size of all copies; planes[c] is that of channel c. */
static gsize
find_planes (const VfImage *image, Plane planes[3], guint *n_planes)
{
  gboolean interleaved = is_interleaved (image);
  gsize size = 0;

  *n_planes = interleaved ? 1 : image->channels;
  for (guint i = 0; i < *n_planes; i++) {
    planes[i] = plane_of (image, i, interleaved ? image->channels - 1 : i);
    planes[i].offset = size;
    size += planes[i].pitch * image->height;
  }
  for (guint c = *n_planes; c < image->channels; c++)
    planes[c] = planes[0];
  return size;
}

/* Whether the planes can go as they are: a copy has no negative strides. */
static gboolean
can_be_sent (const VfImage *image, const Plane *planes, guint n_planes)
{
  for (guint i = 0; i < n_planes; i++)
    if (planes[i].stride < (gssize) planes[i].row)
      return FALSE;
  return image->memory == VF_MEMORY_PINNED;
}

static gboolean
gather_and_send (const Plane *plane, guint height, guint8 *staging, guint8 *to,
    cudaStream_t stream, GError **error)
{
  guint piece = (guint) MAX (PIECE / plane->pitch, 1);

  for (guint first = 0; first < height; first += piece) {
    guint n_rows = MIN (piece, height - first);
    gsize offset = first * plane->pitch;

    for (guint y = first; y < first + n_rows; y++)
      memcpy (staging + y * plane->pitch,
          plane->rows + (gssize) y * plane->stride, plane->row);
    if (!VF_CUDA_TRY (
            cudaMemcpyAsync (to + offset, staging + offset,
                n_rows * plane->pitch, cudaMemcpyHostToDevice, stream),
            error))
      return FALSE;
  }
  return TRUE;
}

/* The picture stays until the stream has done its work. Rows that lie alike in
 * both places are one piece, which begins sooner. */
static gboolean
send_pinned (const Plane *plane, guint height, guint8 *to, cudaStream_t stream,
    GError **error)
{
  if (plane->stride == (gssize) plane->pitch)
    return VF_CUDA_TRY (cudaMemcpyAsync (to, plane->rows,
                            (height - 1) * plane->pitch + plane->row,
                            cudaMemcpyHostToDevice, stream),
        error);
  return VF_CUDA_TRY (
      cudaMemcpy2DAsync (to, plane->pitch, plane->rows, (gsize) plane->stride,
          plane->row, height, cudaMemcpyHostToDevice, stream),
      error);
}

/* The image's samples at `to`. */
static VfImage
image_of (const VfImage *image, const Plane planes[3], const guint8 *to)
{
  VfImage copy = *image;

  copy.memory = VF_MEMORY_DEVICE;
  for (guint c = 0; c < image->channels; c++) {
    copy.data[c] = to + planes[c].offset + (image->data[c] - planes[c].rows);
    copy.stride[c] = (gssize) planes[c].pitch;
  }
  return copy;
}

gboolean
vf_cuda_upload_place (
    VfCudaUpload *upload, const VfImage *image, VfImage *copy, GError **error)
{
  Plane planes[3];
  guint n_planes;
  gsize size = find_planes (image, planes, &n_planes);
  guint8 *to;

  if (!can_be_sent (image, planes, n_planes)
      && !vf_cuda_reserve (&upload->staging, VF_CUDA_PINNED, size, error))
    return FALSE;
  to = vf_cuda_reserve (&upload->samples, VF_CUDA_DEVICE, size, error);
  if (!to)
    return FALSE;
  *copy = image_of (image, planes, to);
  return TRUE;
}

gboolean
vf_cuda_upload_send (VfCudaUpload *upload, const VfImage *image,
    cudaStream_t stream, GError **error)
{
  guint8 *staging = upload->staging.data, *to = upload->samples.data;
  Plane planes[3];
  guint n_planes;
  gboolean pinned;

  (void) find_planes (image, planes, &n_planes);
  pinned = can_be_sent (image, planes, n_planes);
  for (guint i = 0; i < n_planes; i++) {
    const Plane *p = &planes[i];
    guint8 *there = to + p->offset;

    if (pinned ? !send_pinned (p, image->height, there, stream, error)
               : !gather_and_send (
                   p, image->height, staging + p->offset, there, stream, error))
      return FALSE;
  }
  return TRUE;
}

/* What moves memory moves such words, at multiples of their size: those of the
 * copy are some of the picture where both lie alike. Whether a row's last bytes
 * are moved at once when they are no whole word nobody says. */
gboolean
vf_cuda_upload_keeps_words (const VfImage *image)
{
  Plane planes[3];
  guint n_planes;

  (void) find_planes (image, planes, &n_planes);
  if (!can_be_sent (image, planes, n_planes))
    return TRUE;
  for (guint i = 0; i < n_planes; i++)
    if ((gsize) planes[i].rows % 4 != 0 || planes[i].stride % 4 != 0
        || planes[i].row % 4 != 0)
      return FALSE;
  return TRUE;
}

gboolean
vf_cuda_upload (VfCudaUpload *upload, const VfImage *image, cudaStream_t stream,
    VfImage *copy, GError **error)
{
  return vf_cuda_upload_place (upload, image, copy, error)
         && vf_cuda_upload_send (upload, image, stream, error);
}

gboolean
vf_cuda_upload_area (
    VfCudaUpload *upload, VfArea *area, cudaStream_t stream, GError **error)
{
  gsize size = (gsize) area->bounds.width * area->bounds.height;

  if (!area->inside)
    return TRUE;
  if (!vf_cuda_reserve (&upload->inside_staging, VF_CUDA_PINNED, size, error)
      || !vf_cuda_reserve (&upload->inside, VF_CUDA_DEVICE, size, error))
    return FALSE;
  memcpy (upload->inside_staging.data, area->inside, size);
  area->inside = upload->inside.data;
  return VF_CUDA_TRY (
      cudaMemcpyAsync (upload->inside.data, upload->inside_staging.data, size,
          cudaMemcpyHostToDevice, stream),
      error);
}

gsize
vf_cuda_upload_bytes (const VfCudaUpload *upload)
{
  return upload->staging.size + upload->samples.size
         + upload->inside_staging.size + upload->inside.size;
}

void
vf_cuda_upload_clear (VfCudaUpload *upload)
{
  vf_cuda_release (&upload->inside_staging, VF_CUDA_PINNED);
  vf_cuda_release (&upload->inside, VF_CUDA_DEVICE);
  vf_cuda_release (&upload->staging, VF_CUDA_PINNED);
  vf_cuda_release (&upload->samples, VF_CUDA_DEVICE);
}
