/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How a warp counts responses. Most fall into the bins around that of 0: each
 * thread counts these four in the bytes of a register, and only the others in
 * shared memory.
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

struct Counter {
  float lo, scale;
  guint32 window; /* first_window_bin() */
  guint32 fields; /* a byte a bin */
  guint32 none;   /* counts of the first field that are of no pixel */
  guint32 *bins;
  guint32 turns; /* blocks that the fields may hold of each lane */
};

/* MASKED: of the pixels, those that count; inside: bit i for pixel i. */
template <bool MASKED>
__device__ __forceinline__ void
count_four (Counter &c, float4 q, guint32 inside)
{
  const float r[4] = { q.x, q.y, q.z, q.w };
  guint32 bits[4], field[4];

#pragma unroll
  for (int i = 0; i < 4; i++) {
    bits[i] = bin_bits (r[i], c.lo, c.scale);
    if (MASKED && !(inside >> i & 1)) {
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
  for (int i = 0; i < 4; i++)
    if (field[i] >= 32)
      add_shared (&c.bins[bits[i] - BINS_FROM], 1);
}

/* Adds the warp's fields. */
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

/* Before up to a block of each lane: a byte holds 255 pixels. */
__device__ __forceinline__ void
make_room (Counter &c)
{
  if (++c.turns > 255 / (FRAME_SIDE * FRAME_SIDE)) {
    flush (c);
    c.turns = 1;
  }
}

/* A block of each lane. inside: bit 4 row + column. */
template <bool MASKED>
__device__ __forceinline__ void
count_blocks (Counter &c, const float4 q[FRAME_SIDE], guint32 inside)
{
  make_room (c);
#pragma unroll
  for (int i = 0; i < FRAME_SIDE; i++)
    count_four<MASKED> (c, q[i], inside >> 4 * i);
}
