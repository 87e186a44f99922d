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

/* A row of words: a block's, and those to both sides. */
struct WordsBeside {
  guint32 left, own, right;
};

/* A block's word in the middle of those around. */
struct WordsAround {
  WordsBeside above, row, below;
};

/* No other block's response is as large. */
__device__ __forceinline__ bool
is_sure (const WordsAround &n)
{
  guint32 most = max (
      max (max (n.above.left, n.above.own), max (n.above.right, n.row.left)),
      max (max (n.row.right, n.below.left), max (n.below.own, n.below.right)));

  return most < (n.row.own & ~15u);
}

/* Another block's maximum comes before it. */
__device__ __forceinline__ bool
is_lost (const WordsAround &n)
{
  guint32 last = n.row.own | 15;
  Reach r = reach_of (n.row.own);
  guint32 lost = beats (n.above.left, last, r.left & r.up)
                 | beats (n.above.own, last, r.up)
                 | beats (n.above.right, last, r.right & r.up)
                 | beats (n.row.left, last, r.left)
                 | beats (n.row.right, last, r.right)
                 | beats (n.below.left, last, r.left & r.down)
                 | beats (n.below.own, last, r.down)
                 | beats (n.below.right, last, r.right & r.down);

  return lost & 1;
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
  return bits >> FRAME_STRENGTH_BITS;
}

/* The lanes whose blocks survive, or may as far as has been looked. */
struct Verdicts {
  guint32 sure, doubt;
};

/* SPECIAL: what lies outside the region does not survive. */
template <bool SPECIAL>
__device__ __forceinline__ void
note_verdict (const FrameArgs &a, const FrameWorker &w, guint unit,
    guint32 word, bool sure, guint32 top)
{
  bool there = word != 0 && (!SPECIAL || is_inside (a, w, unit, word));
  Verdicts v;

  sure &= there;
  v.sure = __ballot_sync (ALL_LANES, sure);
  v.doubt = __ballot_sync (ALL_LANES, there && !sure);
  if (this_lane () == 0)
    ((Verdicts *) w.words (a.layout.masks))[unit] = v;
  if (sure) {
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

__device__ __forceinline__ WordsAround
words_around (const guint32 *words, guint unit, UnitEnds ends)
{
  WordsAround n;

  n.above = words_beside (words, row_beside (unit, ends, -1));
  n.row = words_beside (words, unit + FIRST_ROW);
  n.below = words_beside (words, row_beside (unit, ends, 1));
  return n;
}

/* Of the warp's own units, when all maxima are known; the strengths of those
 * that surely survive are counted from `top` down. Rows that units share are
 * read once, ahead of the unit. */
template <bool SPECIAL>
__device__ __forceinline__ void
find_verdicts (
    const FrameArgs &a, const FrameWorker &w, FrameSpan span, guint32 top)
{
  const guint32 *words = w.words (a.layout.maxima) + this_lane () + 1;
  guint strip_unit = place_of_unit (a, w, span.first).strip_unit;
  UnitEnds ends = ends_of_unit (a, w, span.first, strip_unit);
  WordsAround n;

  if (span.first >= span.end)
    return;
  n = words_around (words, span.first, ends);
#pragma unroll 2
  for (guint unit = span.first; unit < span.end; unit++) {
    guint next = unit + 1;

    note_verdict<SPECIAL> (a, w, unit, n.row.own, is_sure (n), top);
    if (next == span.end)
      break;
    strip_unit = ends.strip_last ? 0 : strip_unit + 1;
    n.above = n.row;
    n.row = n.below;
    if (ends.strip_last) {
      n.above = WordsBeside{};
      n.row = words_beside (words, next + FIRST_ROW);
    }
    ends = ends_of_unit (a, w, next, strip_unit);
    n.below = words_beside (words, row_beside (next, ends, 1));
  }
}
