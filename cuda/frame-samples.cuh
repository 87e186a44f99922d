/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The rows of samples that a warp goes down. A lane owns 4 columns and needs 3
 * more to each side: it reads its own word and those beside it.
 */
#pragma once

#include "frame-memory.cuh"

/* Columns of a lane with what its sums need: -3 to 6. */
#define FRAME_COLUMNS 10

struct SampleWords {
  guint32 left, own, right;
};

/* Reads whole words that hold at least one sample of the row. Bytes beside the
 * picture are taken from its first and last column; those of words that are not
 * read go into nothing but what lies outside. */
struct FrameFeed {
  const guint8 *at; /* the lane's own word of the next row */
  int row;          /* its number, from above the picture on */
  bool has_left, has_own, has_right;
  guint32 left, own, right; /* which bytes of the words make them */
};

__device__ __forceinline__ FrameFeed
frame_feed (const FrameArgs &a, guint x, int row)
{
  FrameFeed f;

  f.at = a.samples + max (row, 0) * a.stride + x;
  f.row = row;
  f.has_own = x < a.width;
  f.has_left = x > 0 && f.has_own;
  f.has_right = x + 4 < a.width;
  f.left = x == 0 ? 0x4444 : 0x3210;
  f.own = f.right = 0;
  for (guint i = 0; i < 4; i++) {
    guint own = min (x + i, a.width - 1), right = min (x + 4 + i, a.width - 1);

    f.own |= ((own - x) & 3) << (4 * i);
    f.right |= (right >= x + 4 ? right - x - 4 : 4 + ((right - x) & 3))
               << (4 * i);
  }
  f.own = keep_value (f.own);
  return f;
}

__device__ __forceinline__ SampleWords
feed_next (FrameFeed &f, const FrameArgs &a)
{
  SampleWords w = { any_word (), any_word (), any_word () };

  if (f.has_left)
    w.left = *(const guint32 *) (f.at - 4);
  if (f.has_own)
    w.own = *(const guint32 *) f.at;
  if (f.has_right)
    w.right = *(const guint32 *) (f.at + 4);
  f.at += (guint) f.row < a.height - 1 ? a.stride : 0;
  f.row++;
  return w;
}

/* 2^23 + byte i: differences of such floats are exact, and the 2^23 goes. */
__device__ __forceinline__ float
byte_as_float (guint32 word, guint32 i)
{
  return __uint_as_float (__byte_perm (word, 0x4b000000u, 0x7440u | i));
}

__device__ __forceinline__ void
feed_floats (const FrameFeed &f, SampleWords w, float v[FRAME_COLUMNS])
{
  guint32 left = __byte_perm (w.left, w.own, f.left);
  guint32 own = __byte_perm (w.own, 0, f.own);
  guint32 right = __byte_perm (w.right, w.own, f.right);

#pragma unroll
  for (int i = 0; i < 3; i++) {
    v[i] = byte_as_float (left, i + 1);
    v[7 + i] = byte_as_float (right, i);
  }
#pragma unroll
  for (int i = 0; i < 4; i++)
    v[3 + i] = byte_as_float (own, i);
}

/* Brings n rows of a strip near, from row `first` on; 4 lanes a row. */
__device__ __forceinline__ void
prefetch_rows (const FrameArgs &a, guint strip, int first, int n)
{
  const guint8 *column = a.samples + min (strip * FRAME_STRIP, a.width - 1)
                         + this_lane () % 4 * 32;

  for (int i = this_lane () / 4; i < n; i += 8) {
    int row = min (max (first + i, 0), (int) a.height - 1);

    prefetch (column + row * a.stride);
  }
}
