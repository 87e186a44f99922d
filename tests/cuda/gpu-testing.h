/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Frames in a GPU's memory for an element in a harness.
 */
#pragma once

#include "gstcuda-compat.h"
#include "testing.h"

G_BEGIN_DECLS

#define WIDTH  320
#define HEIGHT 240
#define GPU    "video/x-raw(memory:CUDAMemory)"

GstCaps *gpu_caps (void); /* NV12 */

/* Active; of at most so many frames, or, with 0, of any number. */
GstBufferPool *gpu_pool (GstCudaContext *context, guint most);

/* A copy of a frame of the host, in NV12, in that context's memory. Takes the
 * frame. */
GstBuffer *gpu_upload (
    GstCudaContext *context, GstBuffer *here, guint width, guint height);

/* Test picture `seed` as a frame there. */
GstBuffer *gpu_frame (GstCudaContext *context, guint seed);

/* harriscorners with these properties. Takes the caps. */
GstHarness *harness_on (const gchar *backend, gint device, GstCaps *caps);
gboolean is_active (GstHarness *harness, const gchar *backend);

/* What the CPU finds in test picture `seed`. */
GBytes *expected_corners (guint seed);

/* A driver of our own: kernels that find corners do nothing, and what they would
 * find is not compared. */
gboolean gpu_is_fake (void);

/* As test_main(), without forks, which contexts do not survive; 77 where no GPU
 * can be used. */
int gpu_main (int argc, char **argv, TestSuite suite);

G_END_DECLS
