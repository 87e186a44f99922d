/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Candidates of which the maxima of blocks do not tell whether they survive:
 * what lies in their windows does.
 */
#pragma once

#include "frame-blocks.cuh"

/* What is known of a candidate: something comes before it; nothing does; or
 * not yet. */
enum { LOST, SURE, DOUBT };

/* The response at a place (of a word) of a block. */
__device__ __forceinline__ float
response_at (const FrameArgs &a, const FrameWorker &w, guint unit, guint lane,
    guint place)
{
  guint row = place / FRAME_SIDE,
        column = FRAME_SIDE * lane + place % FRAME_SIDE;

  if (unit < a.kept)
    return w.tile (a)[(FRAME_SIDE * unit + row) * FRAME_STRIP + column];
  return __ldcg (plane_of_unit (a, place_of_unit (a, w, unit))
                 + (gsize) row * a.pitch + column);
}

/* A candidate's pixel. */
struct Spot {
  guint x, y, row, column; /* in the picture; in the worker's units */
  float response;
};

__device__ __forceinline__ Spot
spot_of (const FrameArgs &a, const FrameWorker &w, guint candidate)
{
  guint unit = candidate / 32, lane = candidate % 32;
  guint place = place_of_word (word_of_block (a, w, unit, lane));
  FramePlace at = place_of_unit (a, w, unit);
  Spot s;

  s.row = FRAME_SIDE * unit + place / FRAME_SIDE;
  s.column = FRAME_SIDE * lane + place % FRAME_SIDE;
  s.x = at.strip * FRAME_STRIP + s.column;
  s.y = FRAME_SIDE * at.strip_unit + place / FRAME_SIDE;
  s.response = response_at (a, w, unit, lane, place);
  return s;
}

/* The pixels of a window that a lane looks at, and whether they come before the
 * one in the middle where responses are equal. */
#define LOOKS ((9 * 9 + 31) / 32)
struct Look {
  int dx[LOOKS], dy[LOOKS];
  bool there[LOOKS], before[LOOKS];
};

__device__ __forceinline__ Look
look_of_lane ()
{
  Look l;

#pragma unroll
  for (int i = 0; i < LOOKS; i++) {
    int n = this_lane () + 32 * i;

    l.dy[i] = n / 9 - FRAME_SIDE;
    l.dx[i] = n % 9 - FRAME_SIDE;
    l.there[i] = n < 9 * 9;
    l.before[i] = n < 9 * 9 / 2;
  }
  return l;
}

/* The response at (x, y) of the picture. */
__device__ __forceinline__ float
response_anywhere (const FrameArgs &a, const FrameWorker &w, guint x, guint y)
{
  guint strip = x / FRAME_STRIP;
  guint unit =
      (strip - w.strip) * a.strip_units.divisor + y / FRAME_SIDE - w.strip_unit;

  if (unit < min (a.kept, w.units))
    return w.tile (
        a)[unit * FRAME_UNIT + y % FRAME_SIDE * FRAME_STRIP + x % FRAME_STRIP];
  return __ldcg (a.plane + (gsize) y * a.pitch + x);
}

/* The whole window lies in the worker's tile. */
__device__ __forceinline__ bool
is_inner (const FrameArgs &a, const FrameWorker &w, const Spot &s)
{
  guint unit = s.row / FRAME_SIDE, strip_unit = s.y / FRAME_SIDE;
  guint end = min (w.units, unit + a.strip_units.divisor - strip_unit);
  guint first_row = FRAME_SIDE * (unit - min (unit, strip_unit));

  return s.column >= FRAME_SIDE && s.column < FRAME_STRIP - FRAME_SIDE
         && s.row >= first_row + FRAME_SIDE
         && s.row + FRAME_SIDE < FRAME_SIDE * min (end, a.kept);
}

/* What a lane sees of a window; 0 beside the picture. */
struct Seen {
  float r[LOOKS];
};

__device__ __forceinline__ Seen
look_inside (const Look &l, const float *at)
{
  Seen s;

#pragma unroll
  for (int i = 0; i < LOOKS; i++)
    s.r[i] = l.there[i] ? at[l.dy[i] * FRAME_STRIP + l.dx[i]] : 0;
  return s;
}

__device__ __forceinline__ Seen
look_anywhere (
    const FrameArgs &a, const FrameWorker &w, const Look &l, guint x0, guint y0)
{
  Seen s;

#pragma unroll
  for (int i = 0; i < LOOKS; i++) {
    guint x = x0 + l.dx[i], y = y0 + l.dy[i];

    s.r[i] = l.there[i] && x < a.width && y < a.height
                 ? response_anywhere (a, w, x, y)
                 : 0;
  }
  return s;
}

/* A pixel that a lane has looked at comes before. */
__device__ __forceinline__ bool
is_beaten (const Look &l, const Seen &s, float response)
{
  bool beaten = false;

#pragma unroll
  for (int i = 0; i < LOOKS; i++)
    beaten |= s.r[i] > response || (l.before[i] && s.r[i] == response);
  return __any_sync (ALL_LANES, beaten);
}

/* What the maximum of the block that lies (i, j) blocks beside says about a
 * doubt, where only their responses in full tell which is larger. Nothing of a
 * block comes before its maximum. */
__device__ __forceinline__ guint32
judge_in_full (const FrameArgs &a, const FrameWorker &w, const Spot &s, int i,
    int j, guint32 other)
{
  guint unit = s.row / FRAME_SIDE, lane = s.column / FRAME_SIDE;
  guint place = place_of_word (other);
  int dx = FRAME_SIDE * i + (int) (place % FRAME_SIDE)
           - (int) (s.column % FRAME_SIDE);
  int dy =
      FRAME_SIDE * j + (int) (place / FRAME_SIDE) - (int) (s.row % FRAME_SIDE);
  float response = response_at (a, w, unit + j, lane + i, place);

  if (response < s.response
      || (response == s.response && (dy > 0 || (dy == 0 && dx > 0))))
    return SURE;
  return abs (dx) <= FRAME_SIDE && abs (dy) <= FRAME_SIDE ? LOST : DOUBT;
}

/* What the maxima of the 8 blocks around say about a doubt. It stays one where
 * something comes before it that lies outside the window, or is not known. */
__device__ __forceinline__ guint32
judge_by_maxima (const FrameArgs &a, const FrameWorker &w, const Spot &s)
{
  guint unit = s.row / FRAME_SIDE, lane = s.column / FRAME_SIDE;
  const guint32 *words = w.words (a.layout.maxima) + lane + 1;
  guint32 word = words[(unit + FIRST_ROW) * FRAME_WORDS];
  UnitEnds ends = ends_of_unit (a, w, unit, s.y / FRAME_SIDE);
  const guint32 *rows[3];
  guint32 equal = 0, verdict = SURE; /* equal: bit 3 (j + 1) + i + 1 */

#pragma unroll
  for (int j = 0; j < 3; j++) {
    rows[j] = words + row_beside (unit, ends, j - 1) * FRAME_WORDS;
#pragma unroll
    for (int i = 0; i < 3; i++) {
      guint32 other = i == 1 && j == 1 ? 0 : rows[j][i - 1];

      if ((other ^ word) < 16)
        equal |= 1u << (3 * j + i);
      else if (other > word)
        verdict = DOUBT;
    }
  }
#pragma unroll 1
  for (; equal != 0; equal &= equal - 1) {
    int bit = __ffs (equal) - 1, j = bit / 3, i = bit % 3;
    const guint32 *row = j == 0 ? rows[0] : j == 1 ? rows[1] : rows[2];
    guint32 one = judge_in_full (a, w, s, i - 1, j - 1, row[i - 1]);

    if (one == LOST)
      return LOST;
    verdict = one == DOUBT ? DOUBT : verdict;
  }
  return verdict;
}

/* What the lanes see of the window of lane `turn`. */
__device__ __forceinline__ Seen
look_at_turn (const FrameArgs &a, const FrameWorker &w, const Look &look,
    const Spot &s, guint32 inners, guint turn)
{
  guint at = s.row * FRAME_STRIP + s.column;

  if (inners >> turn & 1)
    return look_inside (look, w.tile (a) + __shfl_sync (ALL_LANES, at, turn));
  return look_anywhere (a, w, look, __shfl_sync (ALL_LANES, s.x, turn),
      __shfl_sync (ALL_LANES, s.y, turn));
}

/* Up to 32 doubts of a warp, one a lane: whether there is one and it does not
 * survive. Where there are many, each asks the maxima for its own first. Then
 * the lanes look at one window after the other together, at two at once: a lane
 * alone would have to look 81 times, at banks that others look at too. */
__device__ __forceinline__ bool
settle_warp (const FrameArgs &a, const FrameWorker &w, const Look &look,
    bool there, guint candidate, bool few)
{
  Spot s = there ? spot_of (a, w, candidate) : Spot{};
  guint lane = this_lane ();
  guint32 inners = __ballot_sync (ALL_LANES, there && is_inner (a, w, s));
  bool lost = false;

  if (!few && there) {
    guint32 verdict = judge_by_maxima (a, w, s);

    lost = verdict == LOST;
    there = verdict == DOUBT;
  }
#pragma unroll 1
  for (guint32 left = __ballot_sync (ALL_LANES, there); left != 0;) {
    guint turn = __ffs (left) - 1, next;
    Seen seen = look_at_turn (a, w, look, s, inners, turn), seen_next;
    bool beaten;

    left &= left - 1;
    next = left != 0 ? __ffs (left) - 1 : turn;
    if (left != 0)
      seen_next = look_at_turn (a, w, look, s, inners, next);
    left &= left - 1;
    beaten = is_beaten (look, seen, __shfl_sync (ALL_LANES, s.response, turn));
    lost = lane == turn ? beaten : lost;
    if (next == turn)
      break;
    beaten =
        is_beaten (look, seen_next, __shfl_sync (ALL_LANES, s.response, next));
    lost = lane == next ? beaten : lost;
  }
  return lost;
}
