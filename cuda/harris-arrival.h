/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the host and a launch tell each other beside the runtime, which takes
 * some microseconds longer: that a frame of the host has come, and that its
 * corners are there.
 *
 * A launch may begin before its frame has come, and wait for it there. It holds
 * the whole GPU meanwhile, so that it does so only where nobody else detects
 * anything, and not for long: a frame that comes too late is done again as
 * others are. So whatever the copy has to wait for, be it the launch itself, it
 * gets.
 *
 * Two copies of the frame take turns on the GPU: each launch that has waited for
 * one makes it blank when it has read it, so that the next but one can see which
 * rows have come (frame-arrival.cuh). The host does not wait for that.
 */
#pragma once

#include "harris-cuda.h"

G_BEGIN_DECLS

typedef struct {
  cudaStream_t stream; /* of the copies; NULL: there were none yet */
  gboolean by_rows;    /* they are looked at before all of the frame is there */
  guint side;          /* where the next frame goes: 0 or 1 */
  gsize blank[2];  /* bytes of either that are blank, from the first one on */
  guint pause;     /* so many frames wait for their copy first */
  gint64 patience; /* nanoseconds, for tests; below 0: as the size wants */
} HarrisCudaArrival;

/* In the context. For tests: the environment variable VF_CUDA_PATIENCE says how
 * many nanoseconds a launch waits. */
void harris_cuda_arrival_init (HarrisCudaArrival *arrival, gint device);

/* In the context. */
void harris_cuda_arrival_clear (HarrisCudaArrival *arrival);

/* Whether the launch of a frame may begin before the frame is there. */
gboolean harris_cuda_arrival_may_wait (HarrisCudaArrival *arrival);

/* Then: there is a stream for its copies. `image` is the host's, the work's is
 * where it goes. */
gboolean harris_cuda_arrival_begin (HarrisCudaArrival *arrival,
    const HarrisWork *work, const VfImage *image, GError **error);

/* Something else is written there than a frame that is waited for, or the side's
 * memory is new. */
void harris_cuda_arrival_spoil (HarrisCudaArrival *arrival, guint side);

/* The copies of the work's frame are in the stream: its launch waits for them,
 * or else they have been waited for here. */
gboolean harris_cuda_arrival_announce (
    HarrisCudaArrival *arrival, const HarrisWork *work, GError **error);

/* Before each frame, and before it is done again. */
void harris_cuda_take_turn (HarrisCuda *cuda);

/* After harris_cuda_reserve_for_frame(): nobody asks the launch for word of its
 * end where others wait for the GPU, which it would keep longer, or where there
 * is another launch behind it. */
void harris_cuda_choose_end (const HarrisWork *work);

/* Waits for the state and the corners of the last launch. */
gboolean harris_cuda_await_corners (const HarrisCuda *cuda, GError **error);

/* After that. TRUE: the launch has not seen its frame, and left nothing else.
 * The frame is there now, or there is an error. */
gboolean harris_cuda_arrival_was_late (
    HarrisCudaArrival *arrival, const HarrisWork *work, GError **error);

G_END_DECLS
