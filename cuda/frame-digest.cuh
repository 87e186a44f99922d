/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is too weak for the list, before there is one: each worker says how
 * strong its 1st, 2nd, 4th, ... 128th survivor is. From what all say follows a
 * strength that at least as many survivors have as are wanted; weaker ones need
 * not be sent, nor doubts about them settled.
 *
 * A digest is two words of four ranks, 16 bits each: 1 + the strength, 1 where
 * there are less survivors.
 */
#pragma once

#include "frame-blocks.cuh"

#define N_RANKS   8
#define NO_DIGEST 0x0001000100010001ull

/* The counts of 16 strengths, which a lane reads. */
struct Strengths {
  guint32 n[16];
};

__device__ __forceinline__ Strengths
load_strengths (const guint32 *counts, guint lane)
{
  const uint4 *from = (const uint4 *) counts + 4 * lane;
  Strengths s;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    uint4 v = from[i];

    s.n[4 * i] = v.x;
    s.n[4 * i + 1] = v.y;
    s.n[4 * i + 2] = v.z;
    s.n[4 * i + 3] = v.w;
  }
  return s;
}

/* How many survivors are as strong as the lane's strengths, or stronger. */
__device__ __forceinline__ guint32
survivors_up_to_lane (const guint32 *counts)
{
  Strengths s = load_strengths (counts, this_lane ());
  guint32 sum = 0;

#pragma unroll
  for (int i = 0; i < 16; i++)
    sum += s.n[i];
  return warp_sum_up_to (sum);
}

/* The number of the strength that the survivor of that rank has, from 1 on;
 * FRAME_STRENGTHS: there are less. It is one of the lane number `at`, the first
 * one that does not come up to the rank without it; 32: there is none. */
__device__ __forceinline__ guint32
strength_at_rank (const guint32 *counts, guint32 up_to, guint at, guint32 rank)
{
  Strengths s = load_strengths (counts, at % 32);
  guint32 sum = __shfl_sync (ALL_LANES, up_to, (at - 1) % 32), n = 0;

  sum = at == 0 ? 0 : sum;
#pragma unroll
  for (int i = 0; i < 16; i++) {
    sum += s.n[i];
    n += sum < rank;
  }
  return at < 32 ? 16 * at + n : FRAME_STRENGTHS;
}

/* One warp's work: lane number i finds the survivor of rank 2^i. */
__device__ __forceinline__ void
publish_digest (const FrameArgs &a, const FrameWorker &w, guint32 top)
{
  const guint32 *counts = w.words (a.layout.strengths);
  guint32 up_to = survivors_up_to_lane (counts), lane = this_lane (), below;
  guint at = 32;
  guint64 word;

#pragma unroll
  for (guint i = 0; i < N_RANKS; i++) {
    guint32 before = __popc (__ballot_sync (ALL_LANES, up_to < 1u << i));

    at = lane == i ? before : at;
  }
  below = strength_at_rank (counts, up_to, at, 1u << lane % N_RANKS);
  word = (guint64) (below < FRAME_STRENGTHS - 1 ? top - below + 1 : 1)
         << 16 * (lane % 4);
  word |= __shfl_xor_sync (ALL_LANES, word, 1);
  word |= __shfl_xor_sync (ALL_LANES, word, 2);
  if (lane % 4 == 0 && lane < N_RANKS)
    store_now (&a.board->digests[2 * blockIdx.x + lane / 4], word);
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

/* The strength of the survivor of that rank; counts go from `top` down. */
__device__ __forceinline__ guint32
least_of_rank (const guint32 *counts, guint32 rank, guint32 top)
{
  guint32 up_to = survivors_up_to_lane (counts);
  guint at = __popc (__ballot_sync (ALL_LANES, up_to < rank));
  guint32 below = strength_at_rank (counts, up_to, at, rank);

  return below < FRAME_STRENGTHS ? top - below : 0;
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
  return least_of_rank (counts, a.listed, top);
}
