/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A whole detection in one launch, or what follows the response: how the work
 * is divided, and the memory through which the blocks of threads speak to each
 * other.
 *
 * The picture is cut into strips of 128 columns, and these into units of 4
 * rows: 32 blocks of the suppression, one for each thread of a warp. All
 * units, strip by strip, are dealt to the workers: blocks of threads that take
 * about as many each, one below the other. A worker keeps the response of its
 * units in shared memory, as far as it fits. The last block of threads, the
 * collector, has no units: it gathers what the workers send and makes the list.
 */
#pragma once

#include "spacing.h"

G_BEGIN_DECLS

#define FRAME_WARPS       16
#define FRAME_THREADS     (32 * FRAME_WARPS)
#define FRAME_STRIP       128
#define FRAME_SIDE        4 /* of a block of the suppression */
#define FRAME_UNIT        (FRAME_SIDE * FRAME_STRIP) /* pixels */
#define FRAME_RADIUS      2                          /* of the window */
#define FRAME_BINS        256
#define FRAME_NO_BIN      (FRAME_BINS + 1) /* what does not count */
#define FRAME_MAX_CORNERS 1024
#define FRAME_MAX_WORKERS 256

/* Shared memory, in bytes, that a block of threads needs at least: that of the
 * collector. */
#define FRAME_LEAST_SHARED (48 * 1024)
#define FRAME_LEAST_SPACED (64 * 1024) /* ... where it spaces corners */
#define FRAME_MAX_CELLS    1024        /* of a grid */

/* Rows of sums that a warp hands to the one above: 3 components each. */
#define FRAME_SHARED_ROWS (2 * FRAME_RADIUS)
#define FRAME_SUMS        (FRAME_SHARED_ROWS * 3 * FRAME_STRIP)

#define FRAME_BLOCKS (FRAME_STRIP / FRAME_SIDE) /* of a unit */
#define FRAME_WORDS  (FRAME_BLOCKS + 2)         /* with those to both sides */

/* Blocks that can wait with a warp: one less than are read at once, and those
 * of a unit; an even number. */
#define FRAME_WAITING (2 * FRAME_BLOCKS)

/* Responses in steps of a 16th of an octave, from the largest down; the last
 * one holds all below it. The bits of a float below its step: */
#define FRAME_STRENGTHS     512
#define FRAME_STRENGTH_BITS 19

/* Additions to one word wait for each other: there are so many histograms. */
#define FRAME_HISTOGRAMS 16

/* What lies where a frame has yet to come: any word that pictures hardly have.
 */
#define FRAME_BLANK 0x9e3779b9u

/* What the workers say. Every word but `arrived` is 0 before a launch and after
 * it. A word that is not 0, or histograms that hold all pixels of the region,
 * have been written in full: no other flag, and no fence, is needed. */
typedef struct {
  guint64 ranges[FRAME_MAX_WORKERS];      /* ordered() lo, then hi */
  guint64 digests[2 * FRAME_MAX_WORKERS]; /* frame-digest.cuh */
  guint32 histograms[FRAME_HISTOGRAMS * FRAME_BINS];
  guint64 listed;    /* workers that have taken their room in the list, in the
                     upper half, and the keys of all of them */
  guint64 apart[15]; /* nothing: `listed` has a line of the cache to itself */
  guint32 stored;    /* workers whose responses can be read by all */
  guint32 outside;   /* pixels that do not lie in the region */
  guint64 began;     /* when an earlier launch made the response, or the last of
                      a frame that was waited for came: time_now() */
  guint32 arrived; /* the turn of the last frame that is there and told so: the
                      one word that stays */
  guint32 fill[3]; /* nothing: the keys behind it begin at a whole vector */
} FrameBoard;
G_STATIC_ASSERT (sizeof (FrameBoard) % 16 == 0);

/* Where it lies in a worker's shared memory, in bytes. */
typedef struct {
  guint32 histogram, maxima, masks, counts, strengths, minima, found, waiting,
      tile, sums, summed, inside, size;
} FrameLayout;

/* x / divisor without a division; see frame_divide(). */
typedef struct {
  guint32 divisor, reciprocal;
} FrameDivisor;

typedef struct {
  const guint8 *samples;
  gint64 stride;
  guint width, height;
  gfloat taps[FRAME_RADIUS + 1], k;
  guint bins, max_corners;
  guint listed; /* at least so many of the strongest survivors are listed */

  /* Of any region, and spaced; else of the whole picture, and not. */
  gboolean special;

  /* All of the response is in the plane afterwards; else what is not in shared
   * memory, or read by other workers. */
  gboolean whole_plane;

  guint strips;
  FrameDivisor strip_units; /* units of a strip */
  FrameDivisor row;         /* the width */
  guint workers;
  guint units;      /* of a worker; */
  guint with_more;  /* so many of them, the first ones, have one more */
  guint kept;       /* units whose response is in shared memory */
  gboolean sharing; /* warps hand sums to each other */
  FrameLayout layout;

  gfloat *plane; /* of the response; rows of `pitch` floats, whole units */
  guint pitch;
  FrameBoard *board;
  HarrisKey *keys; /* an even number; all 0 before a launch and after it */

  /* The host's memory. */
  HarrisState *state;
  HarrisCorner *corners;       /* a multiple of 16 bytes is written */
  HarrisCudaFrameTimes *times; /* NULL: nobody asks */
  guint32 *finished;           /* these five as in HarrisCuda */
  const guint32 *arrived;
  gboolean blank;
  guint32 turn, patience;

  /* Where it is special. Last, so that what every frame reads lies together. */
  VfArea region;
  HarrisSpacing spacing;
} FrameArgs;

/* Fills all but pointers to memory and what the HarrisCuda tells for the launch.
 * `given`: the response is there. FALSE: the picture is too large for the GPU.
 */
gboolean frame_divide_work (
    const HarrisWork *work, gboolean given, FrameArgs *args);

G_END_DECLS
