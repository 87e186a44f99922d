/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The maxima of a worker's blocks, and what they alone say about which of them
 * survive.
 */
#pragma once

#include "frame-worker.cuh"

__device__ __forceinline__ guint32
place_of_word (guint32 word)
{
  return 15 - (word & 15);
}

/* The responses of a unit's rows, in the lane's columns. */
template <int ROWS>
__device__ __forceinline__ void
load_rows (const FrameArgs &a, const FrameWorker &w, guint row, float4 q[ROWS])
{
  guint unit = row / FRAME_SIDE, lane = this_lane ();

  if (unit < a.kept) {
    const float4 *p =
        (const float4 *) w.tile (a) + row * (FRAME_STRIP / 4) + lane;

#pragma unroll
    for (int i = 0; i < ROWS; i++)
      q[i] = p[i * (FRAME_STRIP / 4)];
  } else {
    const float *p = plane_of_unit (a, place_of_unit (a, w, unit))
                     + row % FRAME_SIDE * a.pitch + 4 * lane;

#pragma unroll
    for (int i = 0; i < ROWS; i++)
      q[i] = __ldcg ((const float4 *) (p + (gsize) i * a.pitch));
  }
}

__device__ __forceinline__ float
largest (float4 q)
{
  return fmaxf (fmaxf (q.x, q.y), fmaxf (q.z, q.w));
}

/* The first of several that are equal, row by row. */
__device__ __forceinline__ guint32
word_of_block (const float4 q[FRAME_SIDE])
{
  float m[4] = { largest (q[0]), largest (q[1]), largest (q[2]),
    largest (q[3]) };
  float top = fmaxf (fmaxf (m[0], m[1]), fmaxf (m[2], m[3]));
  bool in0 = m[0] == top, in1 = m[1] == top, in2 = m[2] == top;
  float x = in0 ? q[0].x : in1 ? q[1].x : in2 ? q[2].x : q[3].x;
  float y = in0 ? q[0].y : in1 ? q[1].y : in2 ? q[2].y : q[3].y;
  float z = in0 ? q[0].z : in1 ? q[1].z : in2 ? q[2].z : q[3].z;
  guint32 place = in0 ? 12 : in1 ? 8 : in2 ? 4 : 0;

  place += x == top ? 3 : y == top ? 2 : z == top ? 1 : 0;
  return top > 0 ? (__float_as_uint (top) & ~15u) | place : 0;
}

/* Of the warp's own units, for which it waits for nobody. Two at once: that
 * takes as long as one. */
__device__ __forceinline__ void
find_maxima (const FrameArgs &a, const FrameWorker &w, FrameSpan span)
{
  guint32 *words = w.words (a.layout.maxima) + this_lane () + 1;

#pragma unroll 1
  for (guint unit = span.first; unit < span.end; unit += 2) {
    guint next = min (unit + 1, span.end - 1);
    float4 p[FRAME_SIDE], q[FRAME_SIDE];

    load_rows<FRAME_SIDE> (a, w, FRAME_SIDE * unit, p);
    load_rows<FRAME_SIDE> (a, w, FRAME_SIDE * next, q);
    guint32 one = word_of_block (p), two = word_of_block (q);

    words[(unit + FIRST_ROW) * MAXIMA] = one;
    words[(next + FIRST_ROW) * MAXIMA] = two;
  }
}

/* The places of a block beside that lie in the window of a pixel: bit `place of
 * the word' of each half. */
struct Reach {
  guint32 left, right, up, down;
};

__device__ __forceinline__ Reach
reach_of (guint32 word)
{
  guint32 column = word & 3, row = word >> 2 & 3; /* both from the end */
  Reach n;

  n.left = ((2u << column) - 1) * 0x11111111u;
  n.right = (15u & (15u << column)) * 0x11111111u;
  n.up = ((16u << 4 * row) - 1) * 0x00010001u;
  n.down = (0xffffu & (0xffffu << 4 * row)) * 0x00010001u;
  return n;
}

/* Bit 0: another block's maximum comes before all words up to `last`, and lies
 * in the window. ALIEN is negative. */
__device__ __forceinline__ guint32
beats (guint32 other, guint32 last, guint32 reach)
{
  return (gint32) other > (gint32) last ? shift_right (reach, other) : 0;
}

enum { LOST, SURE, DOUBT };

/* DOUBT: what comes before it may lie in its window; its pixels tell. */
__device__ __forceinline__ guint32
judge (const guint32 *above, const guint32 *own, const guint32 *below)
{
  guint32 word = own[0], last = word | 15;
  guint32 ul = above[-1], u = above[0], ur = above[1], l = own[-1], r = own[1],
          dl = below[-1], d = below[0], dr = below[1];
  Reach n = reach_of (word);
  guint32 lost = beats (ul, last, n.left & n.up) | beats (u, last, n.up)
                 | beats (ur, last, n.right & n.up) | beats (l, last, n.left)
                 | beats (r, last, n.right) | beats (dl, last, n.left & n.down)
                 | beats (d, last, n.down) | beats (dr, last, n.right & n.down);
  guint32 most =
      max (max (max (ul, u), max (ur, l)), max (max (r, dl), max (d, dr)));

  if (word == 0 || (lost & 1))
    return LOST;
  return most < (word & ~15u) ? SURE : DOUBT;
}

__device__ __forceinline__ guint32
judge_unit (const FrameArgs &a, const FrameWorker &w, guint unit)
{
  const guint32 *words = w.words (a.layout.maxima) + this_lane () + 1;
  guint strip_unit = place_of_unit (a, w, unit).strip_unit;
  guint row = unit + FIRST_ROW;
  guint above = strip_unit == 0 ? NO_UNIT : unit == 0 ? THEIRS : row - 1;
  guint below = strip_unit == a.strip_units.divisor - 1 ? NO_UNIT
                : unit == w.units - 1                   ? THEIRS
                                                        : row + 1;

  return judge (
      words + above * MAXIMA, words + row * MAXIMA, words + below * MAXIMA);
}

/* A response's step of strength, from its bits or from a block's word. */
__device__ __forceinline__ guint32
strength_of (guint32 bits)
{
  return bits >> 19;
}

/* The lanes whose blocks survive, or may. */
struct Verdicts {
  guint32 sure, doubt;
};

__device__ __forceinline__ void
note_verdict (const FrameArgs &a, const FrameWorker &w, guint unit,
    guint32 verdict, guint32 top)
{
  Verdicts v = { __ballot_sync (ALL_LANES, verdict == SURE),
    __ballot_sync (ALL_LANES, verdict == DOUBT) };
  guint lane = this_lane ();

  if (lane == 0)
    ((Verdicts *) w.words (a.layout.masks))[unit] = v;
  if (verdict == SURE) {
    guint32 word =
        w.words (a.layout.maxima)[(unit + FIRST_ROW) * MAXIMA + lane + 1];
    guint32 below = min (top - strength_of (word), FRAME_STRENGTHS - 1u);

    atomicAdd (&w.words (a.layout.strengths)[below], 1u);
  }
}

/* Of the warp's own units, when all maxima are known; the strengths of those
 * that survive are counted from `top` down. */
__device__ __forceinline__ void
find_verdicts (
    const FrameArgs &a, const FrameWorker &w, FrameSpan span, guint32 top)
{
#pragma unroll 1
  for (guint unit = span.first; unit < span.end; unit += 2) {
    guint next = min (unit + 1, span.end - 1);
    guint32 one = judge_unit (a, w, unit), two = judge_unit (a, w, next);

    note_verdict (a, w, unit, one, top);
    if (next != unit)
      note_verdict (a, w, next, two, top);
  }
}
