/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the maxima of a worker's blocks alone say about which of them survive.
 */
#pragma once

#include "frame-region.cuh"

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

/* A row of words: a block's, and those to both sides. */
struct WordsBeside {
  guint32 left, own, right;
};

/* DOUBT: what comes before it may lie in its window; its pixels tell. */
__device__ __forceinline__ guint32
judge (
    const WordsBeside &above, const WordsBeside &row, const WordsBeside &below)
{
  guint32 word = row.own, last = word | 15;
  Reach n = reach_of (word);
  guint32 lost =
      beats (above.left, last, n.left & n.up) | beats (above.own, last, n.up)
      | beats (above.right, last, n.right & n.up)
      | beats (row.left, last, n.left) | beats (row.right, last, n.right)
      | beats (below.left, last, n.left & n.down)
      | beats (below.own, last, n.down)
      | beats (below.right, last, n.right & n.down);
  guint32 most =
      max (max (max (above.left, above.own), max (above.right, row.left)),
          max (max (row.right, below.left), max (below.own, below.right)));

  if (word == 0 || (lost & 1))
    return LOST;
  return most < (word & ~15u) ? SURE : DOUBT;
}

/* Where a unit lies in its strip and among the worker's units. */
struct UnitEnds {
  bool strip_first, strip_last, first, last;
};

__device__ __forceinline__ UnitEnds
ends_of_unit (
    const FrameArgs &a, const FrameWorker &w, guint unit, guint strip_unit)
{
  return UnitEnds{ strip_unit == 0, strip_unit == a.strip_units.divisor - 1,
    unit == 0, unit == w.units - 1 };
}

/* The row of words that is `apart` (-1 to 1) units below a unit. */
__device__ __forceinline__ guint
row_beside (guint unit, UnitEnds ends, int apart)
{
  bool at_end = apart < 0 ? ends.first : ends.last;

  if (apart == 0)
    return unit + FIRST_ROW;
  if (apart < 0 ? ends.strip_first : ends.strip_last)
    return NO_UNIT;
  return at_end ? THEIRS : unit + FIRST_ROW + apart;
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

/* SPECIAL: what lies outside the region does not survive. */
template <bool SPECIAL>
__device__ __forceinline__ void
note_verdict (const FrameArgs &a, const FrameWorker &w, guint unit,
    guint32 word, guint32 verdict, guint32 top)
{
  if (SPECIAL && !is_inside (a, w, unit, word))
    verdict = LOST;
  Verdicts v = { __ballot_sync (ALL_LANES, verdict == SURE),
    __ballot_sync (ALL_LANES, verdict == DOUBT) };

  if (this_lane () == 0)
    ((Verdicts *) w.words (a.layout.masks))[unit] = v;
  if (verdict == SURE) {
    guint32 below = min (top - strength_of (word), FRAME_STRENGTHS - 1u);

    add_shared (&w.words (a.layout.strengths)[below], 1u);
  }
}

__device__ __forceinline__ WordsBeside
words_beside (const guint32 *words, guint row)
{
  const guint32 *at = words + row * FRAME_WORDS;

  return WordsBeside{ at[-1], at[0], at[1] };
}

/* Of the warp's own units, when all maxima are known; the strengths of those
 * that survive are counted from `top` down. Rows that units share are read
 * once, ahead of the unit. */
template <bool SPECIAL>
__device__ __forceinline__ void
find_verdicts (
    const FrameArgs &a, const FrameWorker &w, FrameSpan span, guint32 top)
{
  const guint32 *words = w.words (a.layout.maxima) + this_lane () + 1;
  guint strip_unit = place_of_unit (a, w, span.first).strip_unit;
  UnitEnds ends = ends_of_unit (a, w, span.first, strip_unit);
  WordsBeside above, row, below;

  if (span.first >= span.end)
    return;
  above = words_beside (words, row_beside (span.first, ends, -1));
  row = words_beside (words, span.first + FIRST_ROW);
  below = words_beside (words, row_beside (span.first, ends, 1));
#pragma unroll 2
  for (guint unit = span.first; unit < span.end; unit++) {
    guint next = unit + 1;
    guint32 verdict = judge (above, row, below);

    note_verdict<SPECIAL> (a, w, unit, row.own, verdict, top);
    if (next == span.end)
      break;
    strip_unit = ends.strip_last ? 0 : strip_unit + 1;
    above = row;
    row = below;
    if (ends.strip_last) {
      above = WordsBeside{};
      row = words_beside (words, next + FIRST_ROW);
    }
    ends = ends_of_unit (a, w, next, strip_unit);
    below = words_beside (words, row_beside (next, ends, 1));
  }
}
