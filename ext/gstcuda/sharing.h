/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How contexts are found and made known.
 */
#pragma once

#include "context.h"
#include "gstcuda-compat.h"

G_BEGIN_DECLS

/* Asks neighbours, bins and the application. Who has one hands it to the
 * element's set_context. */
void vf_gst_cuda_ask (GstElement *element);

/* The context that all of the process shares on that GPU. A reference, or NULL.
 */
GstCudaContext *vf_gst_cuda_shared (gint device);

/* Tells the bins and the application of the element's context. */
void vf_gst_cuda_tell (GstElement *element, GstCudaContext *context);

/* The same context for core; takes a reference. */
VfContext *vf_gst_cuda_wrap (GstCudaContext *context);

guint vf_gst_cuda_device (GstCudaContext *context);

G_END_DECLS
