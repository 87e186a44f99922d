/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A worker's histogram. Most responses fall into the bins around that of 0:
 * each thread counts these four in the bytes of a register, and only the others
 * in shared memory.
 */
#pragma once

#include "frame-blocks.cuh"

/* The bits of 2^23 + bin, for responses from lo on: the bin's fraction is cut
 * off, as harris_bin() does, but for bins + 1, which rounding may give. */
#define BINS_FROM 0x4b000000u

__device__ __forceinline__ guint32
bin_bits (float response, float lo, float scale)
{
  return __float_as_uint (
      __fadd_rz (__fmul_rn (__fsub_rn (response, lo), scale), 8388608.0f));
}

/* The bits of the first bin that is counted in fields. */
__device__ __forceinline__ guint32
first_window_bin (float lo, float scale)
{
  return bin_bits (fmaxf (lo, 0), lo, scale) - 1;
}

/* Bins of the pixels that are not counted in fields wait, until there are as
 * many as lanes: shared memory adds 32 numbers as fast as one. */
struct Counter {
  float lo, scale;
  guint32 window; /* first_window_bin() */
  guint32 fields; /* a byte a bin */
  guint32 none;   /* counts of the first field that are of no pixel */
  guint32 *bins;
  guint16 *waiting; /* FRAME_WAITING of them, the warp's */
  guint32 n_waiting;
};

__device__ __forceinline__ void
count_waiting (Counter &c)
{
  __syncwarp ();
  while (c.n_waiting >= 32) {
    c.n_waiting -= 32;
    add_shared (&c.bins[c.waiting[c.n_waiting + this_lane ()]], 1);
  }
  __syncwarp ();
}

/* Which pixels there are: all, those above -INFINITY, or those of the region. */
enum { ALL_PIXELS, IN_PICTURE, IN_REGION };

/* inside: bit i for pixel i. */
template <int WHICH>
__device__ __forceinline__ void
count_four (Counter &c, float4 q, guint32 inside)
{
  const float r[4] = { q.x, q.y, q.z, q.w };
  guint32 bits[4], field[4];

#pragma unroll
  for (int i = 0; i < 4; i++) {
    bits[i] = bin_bits (r[i], c.lo, c.scale);
    if ((WHICH == IN_PICTURE && r[i] == -INFINITY)
        || (WHICH == IN_REGION && !(inside >> i & 1))) {
      bits[i] = c.window;
      c.none++;
    }
    field[i] = (bits[i] << 3) - (c.window << 3);
    c.fields += shift_left (1, field[i]);
  }
  if (__all_sync (ALL_LANES,
          max (max (field[0], field[1]), max (field[2], field[3])) < 32))
    return;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    guint32 lanes = __ballot_sync (ALL_LANES, field[i] >= 32);
    guint32 before = __popc (lanes & ((1u << this_lane ()) - 1));

    if (field[i] >= 32)
      c.waiting[c.n_waiting + before] = (guint16) (bits[i] - BINS_FROM);
    c.n_waiting += __popc (lanes);
  }
  if (c.n_waiting >= 32)
    count_waiting (c);
}

/* Eight pixels at once where all lie in one bin that is counted in a field, for
 * each lane; FALSE: nothing is counted. Nor is it where some are not there. */
__device__ __forceinline__ bool
count_alike (Counter &c, float4 p, float4 q, bool all)
{
  float lo = fminf (fminf (fminf (p.x, p.y), fminf (p.z, p.w)),
      fminf (fminf (q.x, q.y), fminf (q.z, q.w)));
  float hi = fmaxf (fmaxf (fmaxf (p.x, p.y), fmaxf (p.z, p.w)),
      fmaxf (fmaxf (q.x, q.y), fmaxf (q.z, q.w)));
  guint32 bits = bin_bits (lo, c.lo, c.scale);
  guint32 field = (bits << 3) - (c.window << 3);

  if (!__all_sync (
          ALL_LANES, all && field < 32 && bits == bin_bits (hi, c.lo, c.scale)))
    return false;
  c.fields += 8u << field;
  return true;
}

/* Adds the warp's fields; a byte holds 255. */
__device__ __forceinline__ void
flush (Counter &c)
{
  guint32 fields = c.fields - c.none, lane = this_lane ();
  guint32 even = warp_sum (fields & 0x00ff00ff);
  guint32 odd = warp_sum (fields >> 8 & 0x00ff00ff);
  guint32 n = (lane & 1 ? odd : even) >> (lane & 2 ? 16 : 0) & 0xffff;
  guint32 bin = c.window + lane - BINS_FROM;

  if (lane < 4 && n > 0 && bin <= FRAME_BINS)
    atomicAdd (&c.bins[bin], n);
  c.fields = c.none = 0;
}

/* Warp number `part` of so many; two rows at once, while the next two come.
 * Where rows were not alike, the next ones hardly are. */
template <int WHICH>
__device__ __forceinline__ void
count_rows (const FrameArgs &a, const FrameWorker &w, Counter &c, guint part,
    guint parts)
{
  guint row = 2 * part, end = FRAME_SIDE * w.units, turns = 0;
  bool alike = true;
  float4 next[2];

  if (row < end)
    load_rows<2> (a, w, row, next);
#pragma unroll 1
  while (row < end) {
    float4 q[2] = { next[0], next[1] };
    guint32 inside = 0xff;

    if (WHICH == IN_REGION)
      inside = inside_of (a, w, row / FRAME_SIDE) >> 4 * (row % FRAME_SIDE);
    row += 2 * parts;
    if (row < end)
      load_rows<2> (a, w, row, next);
    alike = (alike || turns % 4 == 0)
            && count_alike (c, q[0], q[1], (inside & 0xff) == 0xff);
    if (!alike) {
      count_four<WHICH> (c, q[0], inside);
      count_four<WHICH> (c, q[1], inside >> 4);
    }
    if (++turns == 255 / 8) {
      flush (c);
      turns = 0;
    }
  }
  flush (c);
  __syncwarp ();
  if (this_lane () < c.n_waiting)
    add_shared (&c.bins[c.waiting[this_lane ()]], 1);
}

template <bool SPECIAL>
__device__ __forceinline__ void
count_bins (const FrameArgs &a, const FrameWorker &w, guint part, guint parts)
{
  FramePlace last = place_of_unit (a, w, w.units - 1);
  Counter c = { w.own ().range_lo, w.own ().scale, w.own ().window, 0, 0,
    w.words (a.layout.histogram),
    (guint16 *) w.words (a.layout.waiting) + FRAME_WAITING * part, 0 };

  if (SPECIAL)
    count_rows<IN_REGION> (a, w, c, part, parts);
  else if (a.height % FRAME_SIDE != 0
           || (a.width % FRAME_STRIP != 0 && last.strip == a.strips - 1))
    count_rows<IN_PICTURE> (a, w, c, part, parts);
  else
    count_rows<ALL_PIXELS> (a, w, c, part, parts);
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
