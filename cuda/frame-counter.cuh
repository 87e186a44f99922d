/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How a warp counts responses: blocks whose pixels lie in one of the four bins
 * around that of 0, where most do, in the bytes of a register of each lane;
 * other pixels one by one in shared memory.
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
  guint32 *bins;
};

/* What blocks add to the fields whose pixels all lie in the bin of these bits;
 * 0: it has no field. */
__device__ __forceinline__ guint32
field_of_block (const Counter &c, guint32 bits)
{
  guint32 field = (bits << 3) - (c.window << 3);

  return shift_left (FRAME_SIDE * FRAME_SIDE, field);
}

/* A block of each lane. MASKED: of its pixels, those that count; inside: bit 4
 * row + column. To add 1 takes shared memory as long whatever the bins are. */
template <bool MASKED>
__device__ __forceinline__ void
count_pixels (const Counter &c, const float4 q[FRAME_SIDE], guint32 inside)
{
#pragma unroll
  for (int i = 0; i < FRAME_SIDE; i++) {
    const float r[4] = { q[i].x, q[i].y, q[i].z, q[i].w };

#pragma unroll
    for (int j = 0; j < 4; j++) {
      guint32 bin = bin_bits (r[j], c.lo, c.scale) - BINS_FROM;

      if (MASKED && !(inside >> (4 * i + j) & 1))
        bin = FRAME_NO_BIN;
      add_shared (&c.bins[bin], 1);
    }
  }
}

/* Adds the warp's fields; a byte holds 255 pixels. */
__device__ __forceinline__ void
flush (Counter &c)
{
  guint32 lane = this_lane ();
  guint32 even = warp_sum (c.fields & 0x00ff00ff);
  guint32 odd = warp_sum (c.fields >> 8 & 0x00ff00ff);
  guint32 n = (lane & 1 ? odd : even) >> (lane & 2 ? 16 : 0) & 0xffff;
  guint32 bin = c.window + lane - BINS_FROM;

  if (lane < 4 && n > 0 && bin <= FRAME_BINS)
    atomicAdd (&c.bins[bin], n);
  c.fields = 0;
}
