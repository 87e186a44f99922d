/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The greedy selection of corners that keep a distance, or share the cells of
 * a grid, of one batch of sorted keys at a time. Each of them has a thread.
 *
 * A key is rejected when an earlier one that is kept lies too near, or when its
 * cell is full. It is kept when all earlier ones that lie near are rejected and
 * its cell has room whatever becomes of the earlier ones in it. Else it waits
 * for the next round. Nothing that is decided changes, and the first key that
 * is not can always be: so the order of the decisions does not matter, and the
 * rounds come to an end.
 */
#pragma once

#include "sort.cuh"

#define BATCH SORT_THREADS

typedef struct {
  guint width, height, max_corners;
  guint near_below; /* dx dx + dy dy is below it: too near; 0: nothing is */
  HarrisBuckets buckets;
  guint grid_columns, grid_rows;
  guint cell_limit;                      /* 0: there is none */
  HarrisKey *keys;                       /* in order; then those kept, first */
  guint32 *cells;                        /* 0 at first */
  guint32 *buckets_first, *buckets_next; /* see HarrisBuckets; 0 at first */
  HarrisCorner *corners;
  HarrisState *state;
} SpacingArgs;

enum Fate { UNDECIDED, KEPT, REJECTED };

/* Numbers: of the keys of the batch, from 0. */
struct Batch {
  guint32 at[BATCH]; /* y << 16 | x */
  guint8 fates[BATCH];
  HarrisKey by_bucket[BATCH]; /* bucket << 32 | number, sorted */
  HarrisKey by_cell[BATCH];   /* cell << 32 | number, sorted */
  guint32 in_cell[BATCH];     /* at the place of a cell's first key in by_cell:
                                 how many corners it has */
  guint of_warp[BATCH / 32];
};

/* A thread's key. */
struct Spot {
  guint number, x, y;
  Fate fate;

  /* The search through the buckets around: rows 0 to 2 of them; what is left of
   * a row's part of by_bucket. */
  guint row, place, end;

  /* The cell's first place in by_cell; the last one behind which all up to its
   * own are decided; how many are kept of those, and before the batch. */
  guint cell_first, cell_place, cell_kept;
};

__device__ inline guint
bucket_of (const SpacingArgs &a, guint x, guint y)
{
  return y / a.buckets.side * a.buckets.columns + x / a.buckets.side;
}

__device__ inline guint
cell_of (const SpacingArgs &a, guint x, guint y)
{
  return y * a.grid_rows / a.height * a.grid_columns
         + x * a.grid_columns / a.width;
}

/* Squares of whole numbers: near_below makes the same of it as doubles do. */
__device__ inline bool
is_near (const SpacingArgs &a, const Spot &s, guint x, guint y)
{
  int dx = (int) s.x - (int) x, dy = (int) s.y - (int) y;

  return (guint) (dx * dx + dy * dy) < a.near_below;
}

/* The same for the corners of earlier batches: the first keys. */
__device__ inline bool
is_near_kept (const SpacingArgs &a, const Spot &s)
{
  const HarrisBuckets &b = a.buckets;
  guint column = s.x / b.side, row = s.y / b.side;

  for (guint j = row - min (row, 1); j < min (row + 2, b.rows); j++)
    for (guint i = column - min (column, 1); i < min (column + 2, b.columns);
         i++)
      for (guint32 n = a.buckets_first[j * b.columns + i]; n > 0;
           n = a.buckets_next[n - 1]) {
        guint position = harris_key_position (a.keys[n - 1]);

        if (is_near (a, s, position % a.width, position / a.width))
          return true;
      }
  return false;
}

/* The first of n sorted ones that is not below. */
__device__ inline guint
lower_bound (const HarrisKey *sorted, guint n, HarrisKey least)
{
  guint low = 0;

  while (n > 0) {
    guint half = n / 2;

    if (sorted[low + half] < least) {
      low += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return low;
}

/* All threads of the block call it: numbers by bucket, or by cell. */
__device__ inline void
sort_numbers (HarrisKey *sorted, guint n, guint group, guint number)
{
  if (number < n)
    sorted[number] = (HarrisKey) group << 32 | number;
  __syncthreads ();
  sort_shared (sorted, n);
}

/* The next row of three buckets that lie one after the other. */
__device__ inline void
next_row (const SpacingArgs &a, const Batch &b, guint n, Spot &s)
{
  guint column = s.x / a.buckets.side, last = a.buckets.columns - 1;
  guint row = s.y / a.buckets.side + s.row++ - 1;
  guint start = row * a.buckets.columns;

  if (row >= a.buckets.rows)
    return;
  s.place = lower_bound (
      b.by_bucket, n, (HarrisKey) (start + column - min (column, 1)) << 32);
  s.end = lower_bound (
      b.by_bucket, n, (HarrisKey) (start + min (column + 1, last) + 1) << 32);
}

/* What stands in the way: a key that is kept, or one that may be; REJECTED:
 * nothing does. It goes on at the key where it stopped. */
__device__ inline Fate
look_around (const SpacingArgs &a, const Batch &b, guint n, Spot &s)
{
  for (;;) {
    for (; s.place < s.end; s.place++) {
      guint other = (guint) b.by_bucket[s.place];
      guint32 at = b.at[other];

      if (other < s.number && b.fates[other] != REJECTED
          && is_near (a, s, at & 0xffff, at >> 16))
        return (Fate) b.fates[other];
    }
    if (s.row == 3)
      return REJECTED;
    next_row (a, b, n, s);
  }
}

/* The place moves over what has been decided. */
__device__ inline bool
cell_has_room (const SpacingArgs &a, const Batch &b, Spot &s)
{
  while (s.cell_place > s.cell_first) {
    Fate before = (Fate) b.fates[(guint) b.by_cell[s.cell_place - 1]];

    if (before == UNDECIDED)
      break;
    s.cell_kept += before == KEPT;
    s.cell_place--;
  }
  return s.cell_kept + (s.cell_place - s.cell_first) < a.cell_limit;
}

/* A cell that is full is so by earlier keys alone: a later one is only kept
 * where there is room for all earlier ones too. */
__device__ inline Fate
decide (const SpacingArgs &a, const Batch &b, guint n, Spot &s)
{
  Fate around = REJECTED;

  if (a.cell_limit > 0 && b.in_cell[s.cell_first] >= a.cell_limit)
    return REJECTED;
  if (a.near_below > 0)
    around = look_around (a, b, n, s);
  if (around == KEPT)
    return REJECTED;
  if (around == REJECTED && (a.cell_limit == 0 || cell_has_room (a, b, s)))
    return KEPT;
  return UNDECIDED;
}
