/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A worker's histogram. The extremes of most blocks lie in the same bin: they
 * are counted without reading their pixels.
 */
#pragma once

#include "frame-counter.cuh"

/* Where more blocks of a unit than these must be read, all are. */
#define DENSE 20

/* The blocks that a warp has yet to read: the number of the unit times 32 + the
 * lane. */
struct BlockQueue {
  guint16 *blocks;
  guint n;
};

/* The pixels of a block that count. */
template <bool SPECIAL>
__device__ __forceinline__ guint32
counted_of_block (
    const FrameArgs &a, const FrameWorker &w, guint unit, guint lane)
{
  FramePlace at;
  guint x, y;

  if (SPECIAL)
    return inside_of (a, w, unit, lane);
  at = place_of_unit (a, w, unit);
  x = at.strip * FRAME_STRIP + FRAME_SIDE * lane;
  y = FRAME_SIDE * at.strip_unit;
  return mask_of_block (a, x, y);
}

/* What the lane's block adds to the fields, if all of its pixels lie in one of
 * their bins; 0: they must be read. */
template <bool SPECIAL>
__device__ __forceinline__ guint32
fields_of_block (
    const FrameArgs &a, const FrameWorker &w, const Counter &c, guint unit)
{
  guint lane = this_lane ();
  guint32 word =
      w.words (a.layout.maxima)[(unit + FIRST_ROW) * FRAME_WORDS + lane + 1];
  float lo = w.minima (a)[unit * FRAME_BLOCKS + lane];
  float hi = __uint_as_float (word | 15);
  guint32 bits = bin_bits (lo, c.lo, c.scale);
  guint32 field = (bits << 3) - (c.window << 3);
  bool alike = field < 32 && bits == bin_bits (hi, c.lo, c.scale);

  if (SPECIAL)
    alike &= inside_of (a, w, unit, lane) == 0xffff;
  return alike ? 16u << field : 0;
}

/* Of the queue's last blocks one for each lane, as far as there are any. */
template <bool SPECIAL>
__device__ __forceinline__ void
count_queue (
    const FrameArgs &a, const FrameWorker &w, Counter &c, BlockQueue &queue)
{
  guint n = min (queue.n, 32u), lane = this_lane ();
  float4 q[FRAME_SIDE] = {};
  guint32 counted = 0;

  __syncwarp ();
  queue.n -= n;
  if (lane < n) {
    guint block = queue.blocks[queue.n + lane];

    load_block (a, w, block / 32, block % 32, q);
    counted = counted_of_block<SPECIAL> (a, w, block / 32, block % 32);
  }
  count_blocks<true> (c, q, counted);
  __syncwarp ();
}

/* Counts those of a unit's blocks that can be counted without their pixels. The
 * others are counted at once if there are many, else queued. */
template <bool SPECIAL>
__device__ __forceinline__ void
count_unit (const FrameArgs &a, const FrameWorker &w, Counter &c,
    BlockQueue &queue, guint unit)
{
  guint lane = this_lane ();
  guint32 fields = fields_of_block<SPECIAL> (a, w, c, unit);
  guint32 read = __ballot_sync (ALL_LANES, fields == 0);

  if (__popc (read) > DENSE
      && __all_sync (
          ALL_LANES, counted_of_block<SPECIAL> (a, w, unit, lane) == 0xffff)) {
    float4 q[FRAME_SIDE];

    load_block (a, w, unit, lane, q);
    count_blocks<false> (c, q, 0);
    return;
  }
  make_room (c);
  c.fields += fields;
  if (read >> lane & 1)
    queue.blocks[queue.n + __popc (read & ((1u << lane) - 1))] =
        (guint16) (FRAME_BLOCKS * unit + lane);
  queue.n += __popc (read);
}

/* Units of warp number `part` of so many. */
template <bool SPECIAL>
__device__ __forceinline__ void
count_units (const FrameArgs &a, const FrameWorker &w, Counter &c,
    BlockQueue queue, guint part, guint parts)
{
  guint unit = part;

#pragma unroll 1
  while (unit < w.units || queue.n > 0) {
    if (unit < w.units)
      count_unit<SPECIAL> (a, w, c, queue, unit);
    unit += parts;
    if (queue.n >= 32 || unit >= w.units)
      count_queue<SPECIAL> (a, w, c, queue);
  }
  flush (c);
}

template <bool SPECIAL>
__device__ __forceinline__ void
count_bins (const FrameArgs &a, const FrameWorker &w, guint part, guint parts)
{
  Counter c = { w.own ().range_lo, w.own ().scale, w.own ().window, 0, 0,
    w.words (a.layout.histogram), 0 };
  BlockQueue queue = {
    (guint16 *) w.words (a.layout.waiting) + FRAME_WAITING * part, 0
  };

  count_units<SPECIAL> (a, w, c, queue, part, parts);
}

/* By threads 0 to `threads` - 1. */
__device__ __forceinline__ void
send_bins (const FrameArgs &a, const FrameWorker &w, guint threads)
{
  const guint32 *bins = w.words (a.layout.histogram);
  guint32 *to =
      a.board->histograms + blockIdx.x % FRAME_HISTOGRAMS * FRAME_BINS;

  for (guint i = threadIdx.x; i < a.bins; i += threads) {
    guint32 n = bins[i] + (i == a.bins - 1 ? bins[a.bins] : 0);

    if (n > 0)
      add_now (&to[i], n);
  }
  if (a.special && threadIdx.x == 0 && w.own ().outside > 0)
    add_now (&a.board->outside, w.own ().outside);
}
