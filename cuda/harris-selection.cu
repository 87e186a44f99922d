/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the survivors to the list of corners: compaction, sort, selection. One
 * stage a launch, or several.
 */
#include "launch.cuh"
#include "sort.cuh"

#define TILE_THREADS 256
#define TILE_WARPS   (TILE_THREADS / 32)
#define THREAD_KEYS  (HARRIS_CUDA_TILE / TILE_THREADS)

/* What a tile has said about itself: nothing yet, its own count, or the count
 * of it and all tiles before. */
#define TILE_OWN   (1u << 30)
#define TILE_ALL   (2u << 30)
#define TILE_COUNT (TILE_OWN - 1)

__device__ static void
publish (guint32 *tile, guint32 value)
{
  __threadfence ();
  *(volatile guint32 *) tile = value;
}

/* The keys in all tiles before this one; says so for those after it. Called by
 * one thread after its block has read the tile. */
__device__ static guint
count_before (guint32 *tiles, guint tile, guint own)
{
  guint before = 0;

  if (tile > 0) {
    publish (&tiles[tile], TILE_OWN | own);
    for (guint i = tile; i-- > 0;) {
      guint32 value;

      do
        value = *(volatile guint32 *) &tiles[i];
      while (value == 0);
      before += value & TILE_COUNT;
      if (value & TILE_ALL)
        break;
    }
  }
  publish (&tiles[tile], TILE_ALL | (before + own));
  __threadfence ();
  return before;
}

/* The places of a warp's keys that are there, within the warp: key j of a
 * thread gets place[j]. Returns how many there are. */
__device__ static guint
number_keys (const HarrisKey keys[THREAD_KEYS], guint place[THREAD_KEYS])
{
  guint before = (1u << threadIdx.x % 32) - 1, count = 0;

#pragma unroll
  for (int j = 0; j < THREAD_KEYS; j++) {
    guint lanes = __ballot_sync (~0u, keys[j] != HARRIS_KEY_NONE);

    place[j] = count + __popc (lanes & before);
    count += __popc (lanes);
  }
  return count;
}

/* A scan in one pass, in place: a tile goes to where only tiles before it have
 * been, and those have been read when they have published their count. Tiles
 * are numbered as they start, so none waits for one that has not. */
__global__ void
__launch_bounds__ (TILE_THREADS)
    compaction_kernel (HarrisKey *all, guint n_blocks, guint n_tiles,
        HarrisCudaControl *control, guint32 *tiles, HarrisState *state)
{
  __shared__ guint tile, before, of_warp[TILE_WARPS];
  guint warp = threadIdx.x / 32, first, to;
  HarrisKey keys[THREAD_KEYS];
  guint place[THREAD_KEYS];

  if (threadIdx.x == 0)
    tile = atomicAdd (&control->next_tile, 1);
  __syncthreads ();
  first = tile * HARRIS_CUDA_TILE + warp * 32 * THREAD_KEYS + threadIdx.x % 32;
#pragma unroll
  for (int j = 0; j < THREAD_KEYS; j++)
    keys[j] = first + 32 * j < n_blocks ? all[first + 32 * j] : HARRIS_KEY_NONE;
  of_warp[warp] = number_keys (keys, place);
  __syncthreads ();
  if (threadIdx.x == 0) {
    guint own = 0;

    for (guint i = 0; i < TILE_WARPS; i++)
      own += of_warp[i];
    before = count_before (tiles, tile, own);
    if (tile == n_tiles - 1)
      state->n_keys = before + own;
  }
  __syncthreads ();
  to = before;
  for (guint i = 0; i < warp; i++)
    to += of_warp[i];
#pragma unroll
  for (int j = 0; j < THREAD_KEYS; j++)
    if (keys[j] != HARRIS_KEY_NONE)
      all[to + place[j]] = keys[j];
}

extern "C" void
harris_cuda_compaction (HarrisWork *w)
{
  HarrisCuda *cuda = (HarrisCuda *) w->backend;
  guint n_blocks = w->blocks_x * w->blocks_y;
  guint n_tiles = (guint) harris_cuda_n_tiles (n_blocks);

  if (w->error
      || !VF_CUDA_TRY (cudaMemsetAsync (cuda->control, 0, sizeof *cuda->control,
                           cuda->stream),
          &w->error)
      || !VF_CUDA_TRY (cudaMemsetAsync (cuda->tiles, 0,
                           n_tiles * sizeof *cuda->tiles, cuda->stream),
          &w->error))
    return;
  launch (w, "the compaction", Launch{ n_tiles, TILE_THREADS },
      compaction_kernel, w->keys, n_blocks, n_tiles, cuda->control, cuda->tiles,
      w->state);
}

__global__ void
__launch_bounds__ (SORT_THREADS)
    sort_chunks_kernel (HarrisKey *keys, const HarrisState *state)
{
  __shared__ HarrisKey shared[SORT_CHUNK];

  sort_chunks (keys, state->n_keys, shared);
}

__global__ void
__launch_bounds__ (SORT_THREADS)
    sort_mirrored_kernel (HarrisKey *keys, guint size, const HarrisState *state)
{
  if (state->n_keys > size / 2)
    sort_step_mirrored (keys, state->n_keys, size);
}

__global__ void
__launch_bounds__ (SORT_THREADS) sort_apart_kernel (
    HarrisKey *keys, guint size, guint apart, const HarrisState *state)
{
  if (state->n_keys > size / 2)
    sort_step_apart (keys, state->n_keys, apart);
}

__global__ void
__launch_bounds__ (SORT_THREADS)
    merge_chunks_kernel (HarrisKey *keys, guint size, const HarrisState *state)
{
  __shared__ HarrisKey shared[SORT_CHUNK];

  if (state->n_keys > size / 2)
    sort_merge_chunks (keys, state->n_keys, shared);
}

static guint
sort_grid (const HarrisWork *w)
{
  const HarrisCuda *cuda = (const HarrisCuda *) w->backend;
  guint n_blocks = w->blocks_x * w->blocks_y;

  return MIN ((n_blocks + SORT_CHUNK - 1) / SORT_CHUNK, 2 * cuda->processors);
}

/* The host does not know how many keys there are: it launches the steps for
 * as many as there can be, and those that are not needed return at once. */
extern "C" void
harris_cuda_sort (HarrisWork *w)
{
  guint n_blocks = w->blocks_x * w->blocks_y;
  Launch l = { sort_grid (w), SORT_THREADS };

  launch (w, "the sort", l, sort_chunks_kernel, w->keys, w->state);
  for (guint size = 2 * SORT_CHUNK; size / 2 < n_blocks; size *= 2) {
    launch (w, "the sort", l, sort_mirrored_kernel, w->keys, size, w->state);
    for (guint apart = size / 4; apart >= SORT_CHUNK; apart /= 2)
      launch (
          w, "the sort", l, sort_apart_kernel, w->keys, size, apart, w->state);
    launch (w, "the sort", l, merge_chunks_kernel, w->keys, size, w->state);
  }
}

__global__ void
__launch_bounds__ (SORT_THREADS) selection_kernel (const HarrisKey *keys,
    guint max_corners, guint width, HarrisCorner *corners, HarrisState *state)
{
  select_corners (keys, state->n_keys, max_corners, width, corners, state);
}

extern "C" void
harris_cuda_selection (HarrisWork *w)
{
  if (harris_cuda_has_spacing (w))
    harris_cuda_select_spaced (w);
  else
    launch (w, "the selection", Launch{ sort_grid (w), SORT_THREADS },
        selection_kernel, w->keys, w->params.max_corners, w->image.width,
        w->corners, w->state);
  harris_cuda_subpixel (w);
}
