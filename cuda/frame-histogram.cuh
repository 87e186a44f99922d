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

/* Units whose blocks the fields can hold. */
#define TURNS (255 / (FRAME_SIDE * FRAME_SIDE))

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

  if (SPECIAL)
    return inside_of (a, w, unit, lane);
  if (a.width % FRAME_STRIP == 0 && a.height % FRAME_SIDE == 0)
    return 0xffff;
  at = place_of_unit (a, w, unit);
  return mask_of_block (a, at.strip * FRAME_STRIP + FRAME_SIDE * lane,
      FRAME_SIDE * at.strip_unit);
}

/* What the lane's block adds to the fields, if all of its pixels lie in one of
 * their bins; 0: they must be read. */
template <bool SPECIAL>
__device__ __forceinline__ guint32
fields_of_block (
    const FrameArgs &a, const FrameWorker &w, const Counter &c, guint unit)
{
  guint lane = this_lane ();
  guint32 word = word_of_block (a, w, unit, lane);
  float lo = w.minima (a)[unit * FRAME_BLOCKS + lane];
  float hi = __uint_as_float (word | 15);
  guint32 bits = bin_bits (lo, c.lo, c.scale);
  bool alike = bits == bin_bits (hi, c.lo, c.scale);

  if (SPECIAL)
    alike &= inside_of (a, w, unit, lane) == 0xffff;
  return alike ? field_of_block (c, bits) : 0;
}

/* Counts the unit's blocks that need no reading, and puts the others into the
 * queue. FALSE: there are too many of these; nothing is done. */
template <bool SPECIAL>
__device__ __forceinline__ bool
count_alike (const FrameArgs &a, const FrameWorker &w, Counter &c,
    BlockQueue &queue, guint unit)
{
  guint32 lane = this_lane ();
  guint32 fields = fields_of_block<SPECIAL> (a, w, c, unit);
  guint32 read = __ballot_sync (ALL_LANES, fields == 0);

  if (__popc (read) > DENSE)
    return false;
  c.fields += fields;
  if (read >> lane & 1)
    queue.blocks[queue.n + __popc (read & ((1u << lane) - 1))] =
        (guint16) (32 * unit + lane);
  queue.n += __popc (read);
  return true;
}

/* Reads a block of each lane for which there is one. */
template <bool SPECIAL>
__device__ __forceinline__ void
count_read (const FrameArgs &a, const FrameWorker &w, Counter &c, bool there,
    guint block)
{
  guint unit = block / 32, lane = block % 32;
  float4 q[FRAME_SIDE] = {};
  guint32 counted = 0;

  if (there) {
    load_block (a, w, unit, lane, q);
    counted = counted_of_block<SPECIAL> (a, w, unit, lane);
  }
  if (__all_sync (ALL_LANES, counted == 0xffff))
    count_pixels<false> (c, q, counted);
  else
    count_pixels<true> (c, q, counted);
}

/* The lane's of the queue's last blocks, if there are as many. */
__device__ __forceinline__ bool
take_block (BlockQueue &queue, guint *block)
{
  guint n = min (queue.n, 32u);
  bool there = this_lane () < n;

  __syncwarp ();
  queue.n -= n;
  if (there)
    *block = queue.blocks[queue.n + this_lane ()];
  __syncwarp ();
  return there;
}

/* Units of warp number `part` of so many. */
template <bool SPECIAL>
__device__ __forceinline__ void
count_units (const FrameArgs &a, const FrameWorker &w, Counter &c,
    BlockQueue queue, guint part, guint parts)
{
  guint unit = part, turns = 0;

#pragma unroll 1
  while (unit < w.units || queue.n > 0) {
    guint block = 32 * unit + this_lane ();
    bool dense = unit < w.units && !count_alike<SPECIAL> (a, w, c, queue, unit);

    unit += parts;
    if (dense || queue.n >= (unit < w.units ? 32u : 1u)) {
      bool there = dense || take_block (queue, &block);

      count_read<SPECIAL> (a, w, c, there, block);
    }
    if (++turns == TURNS) {
      flush (c);
      turns = 0;
    }
  }
  flush (c);
}

template <bool SPECIAL>
__device__ __forceinline__ void
count_bins (const FrameArgs &a, const FrameWorker &w, guint part, guint parts)
{
  Counter c = { w.own ().range_lo, w.own ().scale, w.own ().window, 0,
    w.words (a.layout.histogram) };
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
