/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Blocks of suppression_radius squared pixels: their maxima, and which of them
 * survive. R grows with the bin, so a block's largest R passes when any does:
 * maxima may be found before the threshold is known.
 */
#pragma once

#include "harris-cuda.h"

/* Threads of a block of threads; those of a group share the pixels of one
 * block of the picture: 1, a warp, or all. */
#define BLOCK_THREADS 256

/* Calls the launcher for the group that suits the size of the blocks. */
static inline void
launch_by_group (HarrisWork *w, void (*of_1) (HarrisWork *w),
    void (*of_warp) (HarrisWork *w), void (*of_all) (HarrisWork *w))
{
  guint side = w->params.suppression_radius;

  if (side <= 8)
    of_1 (w);
  else if (side <= 64)
    of_warp (w);
  else
    of_all (w);
}

typedef struct {
  guint width, height, side;
  guint blocks_x, blocks_y;
  VfArea region;
  guint suppression;
  const gfloat *response;
} BlockArgs;

static inline BlockArgs
block_args (const HarrisWork *w)
{
  BlockArgs a;

  a.width = w->image.width;
  a.height = w->image.height;
  a.side = w->params.suppression_radius;
  a.blocks_x = w->blocks_x;
  a.blocks_y = w->blocks_y;
  a.region = w->region;
  a.suppression = w->params.suppression;
  a.response = w->response;
  return a;
}

/* How many blocks of threads take blocks of the picture in turn. */
static inline guint
block_grid (const HarrisWork *w, guint group)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  guint64 threads = (guint64) w->blocks_x * w->blocks_y * group;
  guint64 wanted = (threads + BLOCK_THREADS - 1) / BLOCK_THREADS;

  return (guint) MIN (wanted, 16 * cuda->processors);
}

/* Pixels x0 to x1 - 1 of rows y0 to y1 - 1; may be empty. */
struct Box {
  guint x0, y0, x1, y1;
};

__device__ inline Box
box_intersect (Box a, Box b)
{
  return Box{ max (a.x0, b.x0), max (a.y0, b.y0), min (a.x1, b.x1),
    min (a.y1, b.y1) };
}

__device__ inline bool
box_contains (Box box, guint x, guint y)
{
  return x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1;
}

__device__ inline Box
region_box (const BlockArgs &a)
{
  VfRect bounds = a.region.bounds;

  return Box{ bounds.x, bounds.y, bounds.x + bounds.width,
    bounds.y + bounds.height };
}

/* The pixels of a block, cut by the edge of the picture. */
__device__ inline Box
block_box (const BlockArgs &a, guint bx, guint by)
{
  return Box{ bx * a.side, by * a.side, min ((bx + 1) * a.side, a.width),
    min ((by + 1) * a.side, a.height) };
}

/* The window of 2 L + 1 pixels a side around a pixel, cut by the edge. */
__device__ inline Box
window_box (const BlockArgs &a, guint x, guint y)
{
  return Box{ x - min (x, a.side), y - min (y, a.side),
    min (x + a.side + 1, a.width), min (y + a.side + 1, a.height) };
}

/* Calls visit (response, position) for the pixels of a box; thread `member` of
 * a group of GROUP threads takes its share. */
template <guint GROUP, typename Visit>
__device__ inline void
visit_box (const BlockArgs &a, Box box, guint member, Visit visit)
{
  constexpr guint lanes = GROUP < 32 ? GROUP : 32;

  for (guint y = box.y0 + member / lanes; y < box.y1; y += GROUP / lanes)
    for (guint x = box.x0 + member % lanes; x < box.x1; x += lanes) {
      guint position = y * a.width + x;

      visit (a.response[position], position);
    }
}

__device__ inline HarrisKey
warp_first (HarrisKey key)
{
  for (int i = 16; i > 0; i /= 2)
    key = min (key, (HarrisKey) __shfl_xor_sync (~0u, key, i));
  return key;
}

/* The first of a group's keys, for its first thread. Where the group is the
 * whole block of threads, all of it calls this. */
template <guint GROUP>
__device__ inline HarrisKey
group_first (HarrisKey key)
{
  __shared__ HarrisKey of_warp[BLOCK_THREADS / 32];

  if (GROUP == 1)
    return key;
  key = warp_first (key);
  if (GROUP == 32)
    return key;
  __syncthreads ();
  if (threadIdx.x % 32 == 0)
    of_warp[threadIdx.x / 32] = key;
  __syncthreads ();
  return warp_first (of_warp[threadIdx.x % (BLOCK_THREADS / 32)]);
}

/* Whether a pixel of the region's bounds is inside. */
__device__ inline bool
is_inside (const BlockArgs &a, guint position)
{
  return !a.region.inside
         || vf_area_contains (a.region, position % a.width, position / a.width);
}

/* The first pixel of every block in the definition's order, of those in the
 * region for which visit (response) is TRUE. All threads call it. */
template <guint GROUP, typename Visit>
__device__ inline void
find_maxima (const BlockArgs &a, HarrisKey *maxima, Visit visit)
{
  constexpr guint groups = BLOCK_THREADS / GROUP;
  guint n_blocks = a.blocks_x * a.blocks_y, member = threadIdx.x % GROUP;
  guint step = gridDim.x * groups;

  for (guint i = blockIdx.x * groups + threadIdx.x / GROUP; i < n_blocks;
       i += step) {
    Box box = block_box (a, i % a.blocks_x, i / a.blocks_x);
    HarrisKey first = HARRIS_KEY_NONE;

    visit_box<GROUP> (a, box_intersect (box, region_box (a)), member,
        [&] (gfloat response, guint position) {
          if (is_inside (a, position) && visit (response))
            first = min (first, harris_key (response, position));
        });
    first = group_first<GROUP> (first);
    if (member == 0)
      maxima[i] = first;
  }
}

/* What a block's maximum needs to survive. */
struct Candidate {
  HarrisKey key; /* NONE: there is none, or it does not survive */
  guint x, y;
  guint doubts; /* the blocks around it, bit 3 * j + i, some pixels of which may
                   come before it */
};

/* Nothing of the block comes before the key: its maximum does not, and that is
 * the first of all of its pixels, because all lie in the region. */
__device__ inline bool
block_is_clear (const BlockArgs &a, HarrisKey maximum, HarrisKey key, Box block)
{
  Box region = region_box (a);

  return !a.region.inside && maximum >= key && block.x0 >= region.x0
         && block.y0 >= region.y0 && block.x1 <= region.x1
         && block.y1 <= region.y1;
}

static_assert (
    HARRIS_N_SUPPRESSIONS == 4, "a suppression is missing on the GPU");

/* What a look at the maxima of the 3 x 3 blocks decides. A window reaches one
 * block to each side. */
__device__ __forceinline__ Candidate
judge_by_maxima (const BlockArgs &a, const HarrisKey *maxima, HarrisKey key)
{
  guint position = harris_key_position (key);
  Candidate c = { key, position % a.width, position / a.width, 0 };
  guint bx = c.x / a.side, by = c.y / a.side;
  Box window = window_box (a, c.x, c.y);

  if (key == HARRIS_KEY_NONE || a.suppression == HARRIS_SUPPRESSION_NONE)
    return c;
  for (guint j = 0; j < 3; j++)
    for (guint i = 0; i < 3; i++) {
      guint x = bx + i - 1, y = by + j - 1;
      HarrisKey other;
      guint place;

      if (x >= a.blocks_x || y >= a.blocks_y)
        continue;
      other = maxima[y * a.blocks_x + x];
      place = harris_key_position (other);
      if (other < key
          && (a.suppression == HARRIS_SUPPRESSION_BLOCK
              || box_contains (window, place % a.width, place / a.width)))
        c.key = HARRIS_KEY_NONE;
      if (!block_is_clear (a, other, key, block_box (a, x, y)))
        c.doubts |= 1u << (3 * j + i);
    }
  if (a.suppression != HARRIS_SUPPRESSION_WINDOW || c.key == HARRIS_KEY_NONE)
    c.doubts = 0;
  return c;
}

/* Windows up to this side are looked at as a whole: all loads are under way at
 * once, which is faster than to leave some of them out. */
#define WHOLE_SIDE 8

__device__ __forceinline__ bool
comes_before (const BlockArgs &a, guint x, guint y, HarrisKey key)
{
  guint position = y * a.width + x;
  gfloat response = a.response[position];

  return response > 0 && harris_key (response, position) < key;
}

/* No pixel of the window comes before the candidate. The whole warp calls it
 * for one candidate. */
__device__ __forceinline__ bool
survives_window (const BlockArgs &a, Candidate c)
{
  Box window = window_box (a, c.x, c.y);
  guint width = window.x1 - window.x0;
  guint n = width * (window.y1 - window.y0);
  bool survives = true;

#pragma unroll 4
  for (guint i = threadIdx.x % 32; i < n; i += 32)
    if (comes_before (a, window.x0 + i % width, window.y0 + i / width, c.key))
      survives = false;
  return __all_sync (~0u, survives);
}

/* The same by the blocks that are in doubt alone. */
__device__ __forceinline__ bool
survives_doubts (const BlockArgs &a, Candidate c)
{
  Box window = window_box (a, c.x, c.y);
  bool survives = true;

  for (guint doubts = c.doubts; doubts != 0 && survives; doubts &= doubts - 1) {
    guint bit = __ffs (doubts) - 1;
    Box box = box_intersect (window,
        block_box (a, c.x / a.side + bit % 3 - 1, c.y / a.side + bit / 3 - 1));

    for (guint y = box.y0; y < box.y1; y++)
      for (guint x = box.x0 + threadIdx.x % 32; x < box.x1; x += 32)
        if (comes_before (a, x, y, c.key))
          survives = false;
    survives = __all_sync (~0u, survives);
  }
  return survives;
}

/* The key if it survives, else NONE. All threads of a warp call it. */
__device__ __forceinline__ HarrisKey
survivor (const BlockArgs &a, const HarrisKey *maxima, HarrisKey key)
{
  Candidate mine = judge_by_maxima (a, maxima, key);
  guint lane = threadIdx.x % 32;

  for (guint lanes = __ballot_sync (~0u, mine.doubts != 0); lanes != 0;
       lanes &= lanes - 1) {
    int turn = __ffs (lanes) - 1;
    Candidate c = { __shfl_sync (~0u, mine.key, turn),
      __shfl_sync (~0u, mine.x, turn), __shfl_sync (~0u, mine.y, turn),
      __shfl_sync (~0u, mine.doubts, turn) };

    if (!(a.side <= WHOLE_SIDE ? survives_window (a, c)
                               : survives_doubts (a, c))
        && lane == (guint) turn)
      mine.key = HARRIS_KEY_NONE;
  }
  return mine.key;
}
