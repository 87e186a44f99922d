/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A worker: its units, its shared memory, and how its warps share them.
 */
#pragma once

#include "frame-response.cuh"

/* Warps with a second trade: one waits for what the other workers tell, one
 * tells what they wait for. */
#define MESSENGER (FRAME_WARPS - 1)
#define HERALD    (FRAME_WARPS - 2)

/* Barriers of a worker, beside that of __syncthreads(). */
enum {
  VERDICTS_KNOWN = 1, /* strengths, for the herald */
  RANGE_OF_ALL,       /* what the messenger writes into FrameShared */
  COUNTED,            /* the histogram, for who sends it */
};

/* At the start of a worker's shared memory; FrameLayout has what follows. */
struct FrameShared {
  guint32 lo, hi;                  /* ordered(): of the worker */
  float range_lo, range_hi, scale; /* of the picture, from here on */
  guint32 top;                     /* strength of the largest response */
  guint32 window; /* the first bin that is counted in fields (Counter) */
  guint32 cut;    /* the least strength that is wanted */
  guint32 found;  /* candidates: sure ones in the upper half, doubts */
  guint32 n_valid, n_put; /* doubts that survive, keys that are in the list */
  guint32 place;          /* in the list */
  guint32 outside;        /* pixels that do not lie in the region */
};
static_assert (sizeof (FrameShared) <= 64, "FrameLayout starts behind it");

struct FrameWorker {
  char *shared;
  guint units;
  guint strip, strip_unit; /* of the first one */

  __device__ FrameShared &own () const
  {
    return *(FrameShared *) shared;
  }

  __device__ float *tile (const FrameArgs &a) const
  {
    return (float *) (shared + a.layout.tile);
  }

  __device__ float *minima (const FrameArgs &a) const
  {
    return (float *) (shared + a.layout.minima);
  }

  __device__ guint32 *words (guint32 offset) const
  {
    return (guint32 *) (shared + offset);
  }
};

__device__ __forceinline__ FrameWorker
frame_worker (const FrameArgs &a, char *shared)
{
  guint first = blockIdx.x * a.units + min (blockIdx.x, a.with_more);
  FrameWorker w;

  w.shared = shared;
  w.units = a.units + (blockIdx.x < a.with_more);
  w.strip = frame_divide (first, a.strip_units);
  w.strip_unit = first - w.strip * a.strip_units.divisor;
  return w;
}

/* Where a unit lies in the picture. */
struct FramePlace {
  guint strip, strip_unit;
};

__device__ __forceinline__ FramePlace
place_of_unit (const FrameArgs &a, const FrameWorker &w, guint unit)
{
  FramePlace at = { w.strip, w.strip_unit + unit };

  while (at.strip_unit >= a.strip_units.divisor) {
    at.strip_unit -= a.strip_units.divisor;
    at.strip++;
  }
  return at;
}

__device__ __forceinline__ float *
plane_of_unit (const FrameArgs &a, FramePlace at)
{
  return a.plane + (gsize) (FRAME_SIDE * at.strip_unit) * a.pitch
         + at.strip * FRAME_STRIP;
}

/* Of a unit's block. */
__device__ __forceinline__ guint32
word_of_block (const FrameArgs &a, const FrameWorker &w, guint unit, guint lane)
{
  return w.words (a.layout.maxima)[(unit + FIRST_ROW) * FRAME_WORDS + lane + 1];
}

/* Units from `first` to `end` - 1. */
struct FrameSpan {
  guint first, end;
};

/* x / n rounded up, for small numbers. */
__device__ __forceinline__ guint
parts_of (guint x, guint n)
{
  return __float2uint_rz ((x + n - 0.5f) * __frcp_rn ((float) n));
}

/* The units of a warp. Where a strip ends within the worker, so does a warp's
 * span, if that leaves it as small: a second run costs about a unit. */
__device__ __forceinline__ FrameSpan
span_of_warp (const FrameArgs &a, const FrameWorker &w)
{
  guint warp = this_warp (), first = 0, end = w.units;
  guint quota = (w.units + FRAME_WARPS - 1) / FRAME_WARPS;
  guint strip_left = a.strip_units.divisor - w.strip_unit;
  guint rest = w.units - min (strip_left, w.units), parts;
  FrameSpan span;

  if (rest > 0 && rest <= a.strip_units.divisor) {
    parts = parts_of (strip_left, quota);
    if (parts + parts_of (rest, quota) > FRAME_WARPS)
      parts = quota < 4 ? parts_of (strip_left, ++quota) : 0;
    if (warp < parts) {
      end = strip_left;
    } else if (parts > 0) {
      first = strip_left;
      warp -= parts;
    }
  }
  span.first = min (first + warp * quota, end);
  span.end = min (span.first + quota, end);
  return span;
}

__device__ __forceinline__ FrameRun
run_at (const FrameArgs &a, const FrameWorker &w, FrameSpan span, guint unit)
{
  FramePlace at = place_of_unit (a, w, unit);
  guint strip_left = a.strip_units.divisor - at.strip_unit;
  FrameRun run;

  run.strip = at.strip;
  run.y = FRAME_SIDE * at.strip_unit;
  run.unit = unit;
  run.units = min (span.end - unit, strip_left);
  run.above = a.sharing && unit == span.first && unit > 0 && at.strip_unit > 0;
  run.below = a.sharing && unit + run.units == span.end && span.end < w.units
              && run.units < strip_left;
  return run;
}

/* The words to both sides of the units. */
__device__ __forceinline__ void
set_edges (const FrameArgs &a, const FrameWorker &w)
{
  for (guint unit = threadIdx.x; unit < w.units; unit += FRAME_THREADS) {
    guint32 *row = w.words (a.layout.maxima) + (unit + FIRST_ROW) * FRAME_WORDS;
    guint strip = place_of_unit (a, w, unit).strip;

    row[0] = strip == 0 ? 0 : ALIEN;
    row[FRAME_BLOCKS + 1] = strip == a.strips - 1 ? 0 : ALIEN;
  }
}

/* What is 0, or known, before the first step; all threads take a part. */
__device__ __forceinline__ void
clear_shared (const FrameArgs &a, const FrameWorker &w)
{
  guint32 *maxima = w.words (a.layout.maxima), t = threadIdx.x;

  set_edges (a, w);
  for (guint i = t; i <= FRAME_BINS; i += FRAME_THREADS)
    w.words (a.layout.histogram)[i] = 0;
  for (guint i = t; i < FRAME_STRENGTHS; i += FRAME_THREADS)
    w.words (a.layout.strengths)[i] = w.words (a.layout.counts)[i] = 0;
  if (t < FIRST_ROW * FRAME_WORDS)
    maxima[t] = t < FRAME_WORDS ? 0 : ALIEN;
  if (t == 0) {
    *summed_warps (a, w.shared) = 0;
    w.own ().lo = ~0u;
    w.own ().hi = 0;
    w.own ().found = w.own ().n_valid = w.own ().n_put = w.own ().outside = 0;
  }
}
