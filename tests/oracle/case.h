/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A case: parameters, a picture, how it lies in memory, a region. Made at
 * random, judged by the oracle, made smaller, printed.
 */
#pragma once

#include "harris.h"
#include "oracle.h"
#include "testing.h"

G_BEGIN_DECLS

#define CASE_MAX_RECTS 4

typedef enum {
  LAYOUT_PLANES,
  LAYOUT_WORDS,    /* the channels of a pixel in neighbouring words */
  LAYOUT_ONE_WORD, /* in one word */
} StorageLayout;

/* How the samples lie in memory. */
typedef struct {
  int layout;
  int word; /* bytes */
  int big_endian;
  int shift[3];    /* of each channel, in its word */
  int gap;         /* words between one pixel and the next */
  int padding;     /* bytes between rows */
  int upside_down; /* negative strides */
  int mirrored;    /* negative steps */
  int before;      /* the page that nobody may touch lies before the samples */
} Storage;

typedef struct {
  OracleParams params;
  OracleImage image; /* its samples are the case's */
  Storage storage;
  guint32 junk;      /* seed of what lies between the samples */
  gboolean color;    /* channels=color instead of auto */
  gboolean has_list; /* of rectangles */
  gboolean inverted; /* that list */
  int n_rects;
  OracleRect rects[CASE_MAX_RECTS];
  guint8 *mask; /* NULL: none */
  int mask_width, mask_height;
} Case;

Case *case_new_random (GRand *rand);
Case *case_copy (const Case *source);
void case_free (Case *c); /* takes NULL */

static inline gsize
case_n_samples (const Case *c)
{
  return (gsize) c->image.width * c->image.height * c->image.channels;
}

static inline guint16 *
case_samples (Case *c)
{
  return (guint16 *) c->image.samples;
}

OracleRegion case_region (const Case *c);

/* One word of its storage for each sample, or for each pixel. */
Storage storage_simple (int depth);

/* The parts of case_new_random(). */
OracleParams random_params (GRand *rand);
Storage random_storage (GRand *rand, int depth, int channels);
OracleImage random_picture (GRand *rand); /* its samples: g_free() */

static inline int
pick (GRand *rand, int least, int most)
{
  return g_rand_int_range (rand, least, most + 1);
}

static inline gboolean
one_in (GRand *rand, int n)
{
  return pick (rand, 1, n) == 1;
}

#define PICK_OF(rand, array)                                                   \
  ((array)[pick (rand, 0, (int) G_N_ELEMENTS (array) - 1)])

/* The picture as core wants it. `memory` is the caller's: guarded_clear(). */
VfImage case_image (const Case *c, Guarded memory[3]);

HarrisParams case_params (const Case *c);

/* What the oracle and the detector have in common. */
typedef struct {
  guint cases, with_corners;
  guint64 corners;
} Tally;

/* NULL where the detector and the oracle agree, byte for byte; else the first
 * thing in which they do not, to be freed. `tally` may be NULL. */
gchar *judge (const Case *c, HarrisDetector *detector, Tally *tally);

/* A case that is as small and as simple as can be and still fails. Takes the
 * case. */
Case *shrink (Case *c, HarrisDetector *detector);

/* Everything that is needed to do it again, by hand too. */
void case_print (const Case *c);

G_END_DECLS
