/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an element needs for frames in the memory of a GPU: caps, contexts,
 * pools, mapping and drawing.
 */
#pragma once

#include "bridge.h"
#include "gpu.h"
#include "image.h"
#include "layout.h"
#include "overlay.h"

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

/* One an element. */
typedef struct {
  VfCudaBridge *bridge;

  /* The streaming thread's. */
  gint device;           /* cuda-device-id, or VF_DEVICE_ANY */
  GstElement *element;   /* who warns */
  VfContext *context;    /* that of the painter */
  VfGpuPainter *painter; /* made for the first frame that needs it */
  gboolean gave_up;      /* drawing there has failed */
} VfGpuFrames;

void vf_gpu_frames_init (VfGpuFrames *gpu, GstElement *element);
void vf_gpu_frames_clear (VfGpuFrames *gpu);

/* For start and stop. */
void vf_gpu_frames_start (VfGpuFrames *gpu, gint device);
void vf_gpu_frames_stop (VfGpuFrames *gpu);

/* Caps of frames in the GPU's memory with these of the formats, as far as there
 * can be such; else empty ones. */
GstCaps *vf_gpu_template (const gchar *const *formats);

/* Whether structure i of the caps is of frames in the GPU's memory. */
gboolean vf_gpu_caps_are (const GstCaps *caps, guint i);

/* A copy without such caps. */
GstCaps *vf_gpu_caps_without (GstCaps *caps);

/* For transform_caps of an element with no choice of a backend: the caps, as far
 * as there can be such frames. */
GstCaps *vf_gpu_caps_possible (GstCaps *caps);

/* For query of such an element, whose parent class that is. */
gboolean vf_gpu_query (VfGpuFrames *gpu, GstBaseTransform *trans,
    gpointer parent_class, GstPadDirection direction, GstQuery *query);

/* For the class's query, after the base class has answered it with caps: takes
 * such caps out. */
void vf_gpu_query_without (GstQuery *query);

/* For propose_allocation, after the base class, whose answer is downstream's: a
 * pool where nobody has offered one; for frames in the host's memory, if
 * `context` is given, a pinned one. TRUE: the query has an answer now, whatever
 * it had before. */
gboolean vf_gpu_propose_allocation (
    VfGpuFrames *gpu, GstQuery *query, VfContext *context);

typedef enum {
  VF_DRAWN,
  VF_NOT_DRAWN_HERE, /* it must be done by way of the host */
  VF_CANNOT_DRAW,    /* the buffer is smaller than its frame */
} VfDrawing;

/* Lays the overlay over the picture, a part of the frame, if the frame lies in
 * the GPU's memory. */
VfDrawing vf_gpu_draw (VfGpuFrames *gpu, GstBuffer *buffer,
    const GstVideoInfo *info, const VfOverlay *overlay, VfRect picture);

/* The same with VfCovers. The layout is that of the info's colour. */
VfDrawing vf_gpu_cover_frame (VfGpuFrames *gpu, GstBuffer *buffer,
    const GstVideoInfo *info, const VfLayout *layout, const GArray *covers);

G_END_DECLS
