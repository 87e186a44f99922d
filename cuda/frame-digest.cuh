/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is too weak for the list, before there is one: each worker says how
 * strong its 1st, 2nd, 4th, ... 128th survivor is. With those of all, a
 * strength follows that as many survivors have as are wanted at least; weaker ones need
 * not be sent, nor doubts about them settled.
 *
 * A digest is two words of four ranks, 16 bits each: 1 + the strength, 1 where
 * there are less survivors.
 */
#pragma once

#include "frame-blocks.cuh"

#define N_RANKS   8
#define NO_DIGEST 0x0001000100010001ull

/* The counts of 16 strengths for each lane of a warp. */
struct Strengths {
  guint32 n[16];
  guint32 before, after; /* survivors that are stronger; with these */
};

__device__ __forceinline__ Strengths
load_strengths (const guint32 *counts)
{
  const uint4 *from = (const uint4 *) counts + 4 * this_lane ();
  guint32 sum = 0;
  Strengths s;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    uint4 v = from[i];

    s.n[4 * i] = v.x;
    s.n[4 * i + 1] = v.y;
    s.n[4 * i + 2] = v.z;
    s.n[4 * i + 3] = v.w;
  }
#pragma unroll
  for (int i = 0; i < 16; i++)
    sum += s.n[i];
  s.after = warp_sum_up_to (sum);
  s.before = s.after - sum;
  return s;
}

/* The number of the strength that the survivor of that rank has, from 1 on;
 * FRAME_STRENGTHS: there are less. A warp's. */
__device__ __forceinline__ guint32
strength_at_rank (const Strengths &s, guint32 rank)
{
  guint32 at = FRAME_STRENGTHS, sum = s.before;

  if (s.before < rank && s.after >= rank) {
#pragma unroll
    for (int i = 0; i < 16; i++) {
      if (sum < rank && sum + s.n[i] >= rank)
        at = 16 * this_lane () + i;
      sum += s.n[i];
    }
  }
  return warp_min (at);
}

/* One warp's work. */
__device__ __forceinline__ void
publish_digest (const FrameArgs &a, const FrameWorker &w, guint32 top)
{
  Strengths s = load_strengths (w.words (a.layout.strengths));
  guint32 at[N_RANKS];
  guint64 word = 0;

#pragma unroll
  for (int i = 0; i < N_RANKS; i++)
    at[i] = strength_at_rank (s, 1u << i);
  if (this_lane () >= 2)
    return;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    guint32 below = this_lane () == 0 ? at[i] : at[4 + i];
    guint32 strength = below < FRAME_STRENGTHS - 1 ? top - below : 0;

    word |= (guint64) (strength + 1) << (16 * i);
  }
  store_now (&a.board->digests[2 * blockIdx.x + this_lane ()], word);
}

/* Adds what a worker has said, from `top` down. */
__device__ __forceinline__ void
add_digest (const guint64 word[2], guint32 top, guint32 *counts)
{
#pragma unroll
  for (int i = 0; i < N_RANKS; i++) {
    guint32 strength = (guint32) (word[i / 4] >> 16 * (i % 4) & 0xffff) - 1;

    /* Without a branch: the last count takes what does not count. */
    add_shared (&counts[min (top - strength, (guint32) FRAME_STRENGTHS)],
        i == 0 ? 1u : 1u << (i - 1));
  }
}

/* The least strength that is wanted; 0: any. One warp's work; counts has
 * FRAME_STRENGTHS + 1 words, and all but the last one are 0. */
__device__ __forceinline__ guint32
gather_cut (const FrameArgs &a, guint32 top, guint32 *counts)
{
  constexpr int n = 5; /* workers a lane: most GPUs need one turn */

#pragma unroll 1
  for (guint first = 0; first < a.workers; first += 32 * n) {
    guint64 word[n][2];
    bool all;

    do {
      all = true;
#pragma unroll
      for (int i = 0; i < 2 * n; i++) {
        guint worker = first + 32 * (i / 2) + this_lane ();

        word[i / 2][i % 2] = worker < a.workers ? load_now (
                                 &a.board->digests[2 * worker + i % 2])
                                                : NO_DIGEST;
      }
#pragma unroll
      for (int i = 0; i < n; i++)
        all &= word[i][0] != 0 && word[i][1] != 0;
    } while (!__all_sync (ALL_LANES, all));
#pragma unroll
    for (int i = 0; i < n; i++)
      add_digest (word[i], top, counts);
  }
  __syncwarp ();
  guint32 at = strength_at_rank (load_strengths (counts), a.listed);

  return at < FRAME_STRENGTHS ? top - at : 0;
}
