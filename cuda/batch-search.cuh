/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What stands in the way of a key of a batch: corners that have been kept, and
 * earlier keys, that lie near it or in its cell.
 */
#pragma once

#include "spacing.h"

/* What has been kept before: lists of corners by bucket, whose numbers `fold`
 * cuts to those that there are: then a list holds corners of several. Counts
 * and the numbers of first corners are 0 at first. */
struct Kept {
  guint32 *cells;
  guint32 *buckets_first, *buckets_next; /* see HarrisBuckets */
  guint32 fold;
  HarrisCorner *corners;
};

enum Fate { UNDECIDED, KEPT, REJECTED };

#define BATCH_NEAR  2048 /* lists by bucket, folded: powers of 2 */
#define BATCH_CELLS 256  /* lists by cell, folded */

/* Of N keys at most, as many as threads. Numbers are those of the keys of the
 * batch, from 0. Lists hold 1 + a number; 0: the end. Those of a cell lead from
 * a key to the one before it. */
template <guint N> struct Batch {
  guint32 at[N]; /* y << 16 | x */
  guint16 near_next[N], cell_before[N], cell[N];
  guint of_warp[N / 32];

  /* 1 + the lane of a warp's last key in a cell; 0: there is none. */
  alignas (16) guint8 cell_lanes[BATCH_CELLS][N / 32];

  volatile guint8 fates[N];
};

/* A thread's key. */
struct BatchSpot {
  guint number, x, y;
  Fate fate;

  /* The search through the 9 buckets around: bits of those that are left, and
   * what is left of the list of the last one. */
  guint column, row, left, node;
  guint32 *near_first; /* BATCH_NEAR of them */

  guint cell, cell_kept; /* and how many it had before the batch */
  guint cell_before;     /* see Batch */
};

/* The bucket `i` of the 9 around. */
__device__ inline guint
bucket_around (const HarrisBuckets &b, const BatchSpot &s, guint i)
{
  return (s.row + i / 3 - 1) * b.columns + s.column + i % 3 - 1;
}

/* Bits of those of the 9 that there are and whose lists are not empty; most
 * are. What goes through them is one loop, in which the lanes of a warp
 * stay together whatever the length of their lists. */
template <typename First>
__device__ inline guint
lists_around (const HarrisBuckets &b, const BatchSpot &s, First first)
{
  guint lists = 0;

#pragma unroll
  for (guint i = 0; i < 9; i++)
    if (s.column + i % 3 - 1 < b.columns && s.row + i / 3 - 1 < b.rows
        && first (bucket_around (b, s, i)) != 0)
      lists |= 1u << i;
  return lists;
}

/* The number of the lowest bit, which is taken away. */
__device__ inline guint
take_bit (guint &bits)
{
  guint i = __ffs (bits) - 1;

  bits &= bits - 1;
  return i;
}

/* Squares of whole numbers: near_below makes the same of it as doubles do. */
__device__ inline bool
is_near (const HarrisSpacing &a, const BatchSpot &s, guint x, guint y)
{
  int dx = (int) s.x - (int) x, dy = (int) s.y - (int) y;

  return (guint) (dx * dx + dy * dy) < a.near_below;
}

/* The same for the corners of earlier batches. */
__device__ inline bool
is_near_kept (const HarrisSpacing &a, const Kept &kept, const BatchSpot &s)
{
  auto first = [&] (guint bucket) {
    return kept.buckets_first[bucket & kept.fold];
  };
  guint left = lists_around (a.buckets, s, first), node = 0;

  while ((left | node) != 0) {
    if (node == 0)
      node = first (bucket_around (a.buckets, s, take_bit (left)));
    const HarrisCorner &corner = kept.corners[node - 1];

    if (is_near (a, s, (guint) corner.x, (guint) corner.y))
      return true;
    node = kept.buckets_next[node - 1];
  }
  return false;
}

__device__ inline guint
near_list (const BatchSpot &s, guint bucket)
{
  return s.near_first[bucket % BATCH_NEAR];
}

/* What stands in the way: a key that is kept, or one that may be; REJECTED:
 * nothing does. It goes on at the key where it stopped. */
template <guint N>
__device__ inline Fate
look_around (const HarrisSpacing &a, const Batch<N> &b, BatchSpot &s)
{
  while ((s.left | s.node) != 0) {
    if (s.node == 0)
      s.node = near_list (s, bucket_around (a.buckets, s, take_bit (s.left)));
    guint other = s.node - 1, next = b.near_next[other];
    guint32 at = b.at[other];

    if (other < s.number && is_near (a, s, at & 0xffff, at >> 16)) {
      Fate fate = (Fate) b.fates[other];

      if (fate != REJECTED)
        return fate;
    }
    s.node = next;
  }
  return REJECTED;
}

/* Whatever becomes of the earlier ones in it. */
template <guint N>
__device__ inline bool
cell_has_room (const HarrisSpacing &a, const Batch<N> &b, const BatchSpot &s)
{
  guint n = s.cell_kept;

  for (guint node = s.cell_before; node > 0 && n < a.cell_limit;
       node = b.cell_before[node - 1])
    n += b.cell[node - 1] == s.cell && b.fates[node - 1] != REJECTED;
  return n < a.cell_limit;
}
