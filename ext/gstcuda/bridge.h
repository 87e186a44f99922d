/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Frames in the GPU's memory, and the contexts that elements share, by
 * gstreamer-cuda-1.0; a stub where that, or CUDA, was not found.
 */
#pragma once

#include "context.h"

#include <gst/video/video.h>

G_BEGIN_DECLS

/* The caps feature of such frames. */
#define VF_CUDA_FEATURE "memory:CUDAMemory"

/* The formats that frames there can have, NULL at the end; the stub's has none.
 */
const gchar *const *vf_cuda_formats (void);

/* Whether there are a driver and a GPU; asked once a process. */
gboolean vf_cuda_is_possible (void);

/* An element's part in the sharing of contexts. Any thread may come. */
typedef struct _VfCudaBridge VfCudaBridge;

VfCudaBridge *vf_cuda_bridge_new (GstElement *element);
void vf_cuda_bridge_free (VfCudaBridge *bridge);

/* In what follows `device` is what the property cuda-device-id says: the number
 * of the GPU, or VF_DEVICE_ANY. */

/* For the element's set_context, and for queries on its pads; TRUE: this has
 * answered. */
void vf_cuda_bridge_set_context (
    VfCudaBridge *bridge, GstContext *context, gint device);
gboolean vf_cuda_bridge_answer (VfCudaBridge *bridge, GstQuery *query);

/* For start: the context that the neighbours, the bins or the application have;
 * else the one that all of the process shares on that GPU, which is then
 * announced. A reference, or NULL: there is none to be had. */
VfContext *vf_cuda_bridge_open (VfCudaBridge *bridge, gint device);
void vf_cuda_bridge_close (VfCudaBridge *bridge);

/* The context in which the buffer's frame lies, if it lies in the memory of a
 * GPU that may be used: it becomes the element's. Borrowed, until the next
 * call; NULL: the frame must be read by way of the host. */
VfContext *vf_cuda_bridge_adopt (
    VfCudaBridge *bridge, GstBuffer *buffer, gint device);

/* Where others have the memory of an adopted buffer too, a copy of the frame in
 * the GPU's memory takes its place, if there can be one, before it is mapped for
 * writing. The buffer is writable. */
void vf_cuda_bridge_own (VfCudaBridge *bridge, GstBuffer *buffer);

/* As gst_video_frame_map(), for a buffer that has been adopted: the pointers
 * are to the GPU's memory, and nobody else is still writing there. */
gboolean vf_cuda_frame_map (GstVideoFrame *frame, const GstVideoInfo *info,
    GstBuffer *buffer, GstMapFlags flags);

/* For propose_allocation: where nobody has offered one, a pool of frames in the
 * GPU's memory, with these caps. TRUE: that has been offered. */
gboolean vf_cuda_bridge_offer_pool (
    VfCudaBridge *bridge, GstQuery *query, GstCaps *caps, gint device);

G_END_DECLS
