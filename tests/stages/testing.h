/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the tests of core share: random numbers, guarded memory, pictures, the
 * work of single stages, lists of corners.
 */
#pragma once

#include "harris-stages.h"
#include "mask.h"

G_BEGIN_DECLS

/* VF_TEST_SEED, else another number each run. */
guint32 test_seed (void);

/* Prints the seed, and how to come back to it. */
void test_print_seed (void);

/* A generator that starts from the seed. */
GRand *test_rand_new (void);

/* On which side of the memory the page lies that nobody may touch. */
typedef enum { GUARD_AFTER, GUARD_BEFORE } GuardSide;

typedef struct {
  gpointer data; /* its last byte, or its first one, touches the page */
  gpointer map;
  gsize length;
} Guarded;

/* Zeroed. */
Guarded guarded_new (gsize size, GuardSide side);
void guarded_clear (Guarded *guarded);

/* Planes without padding, zeroed. */
typedef struct {
  VfImage image;
  guint8 *samples;
} Picture;

Picture *picture_new (guint width, guint height, guint channels);
void picture_free (Picture *picture);

static inline guint8 *
picture_at (const Picture *picture, guint channel, guint x, guint y)
{
  const VfImage *image = &picture->image;

  return picture->samples + ((gsize) channel * image->height + y) * image->width
         + x;
}

static inline guint8
image_at (const VfImage *image, guint channel, guint x, guint y)
{
  return image->data[channel][(gssize) y * image->stride[channel]
                              + (gssize) x * image->step[channel]];
}

/* The kinds of samples that a test runs through. */
typedef enum {
  FILL_RANDOM,   /* any */
  FILL_EXTREMES, /* 0 and 255 only */
  FILL_SPARSE,   /* black, with few bright dots */
  FILL_FLAT,     /* one value */
  N_FILLS,
} Fill;

void picture_fill (Picture *picture, Fill fill, GRand *rand);

/* Something like a photograph: noise at several scales, shapes with edges, a
 * little grain. The same for the same seed, everywhere. */
Picture *picture_photo (
    guint width, guint height, guint channels, guint32 seed);

/* The same samples at other places: sample (x, y) of the new picture, of
 * width x height, is the one that `from` returns of the old. */
typedef struct {
  guint x, y;
} Place;
typedef Place (*PlaceFunc) (const VfImage *source, guint x, guint y);
Picture *picture_moved (
    const VfImage *source, guint width, guint height, PlaceFunc from);

/* A part of a picture, in the same memory. */
VfImage image_crop (const VfImage *image, VfRect rect);

/* How samples lie in memory. */
typedef struct {
  const gchar *name;
  guint step;           /* bytes from pixel to pixel */
  guint padding;        /* bytes between rows */
  gboolean upside_down; /* negative strides */
  gboolean interleaved; /* all channels in one plane; step >= channels */
} Layout;

/* A copy of a picture in a layout. The memory of each plane ends with its last
 * sample, or starts with its first one; what lies between samples is junk. */
VfImage layout_image (const VfImage *source, const Layout *layout,
    GuardSide side, guint8 junk, Guarded memory[3]);

/* How samples of more than 8 bits lie in memory. */
typedef struct {
  guint depth, word; /* see VfImage */
  gboolean big_endian;
  guint shift[3];
  guint step;           /* bytes from pixel to pixel, a multiple of the word */
  guint padding;        /* bytes between rows */
  gboolean upside_down; /* negative strides */
  gboolean backwards;   /* negative steps */
  gboolean interleaved; /* all channels in one plane */
  gboolean reversed;    /* ... the last one first */
  gboolean together;    /* all channels in one word, of 4 bytes */
  gboolean grain;       /* the bits that are new are random; else 0 */
} WordLayout;

void random_words (GRand *rand, guint channels, WordLayout *layout);

/* A copy of a picture of bytes in such a layout, likewise; what lies between
 * the samples is random. */
VfImage words_image (const VfImage *source, const WordLayout *layout,
    GuardSide side, GRand *rand, Guarded memory[3]);

/* Up to 4 rectangles, some of which overlap, are empty or stick out; or the
 * whole picture. */
typedef struct {
  VfRect rects[4];
  VfRegion region;
} RandomRegion;
void random_region (GRand *rand, const VfImage *image, RandomRegion *random);

/* Gradient, window, measure and subpixel; min-distance and grid: any. */
void random_operators (GRand *rand, HarrisParams *params);
void random_spacing (GRand *rand, HarrisParams *params);

/* Of any size, all black or all white among them; NULL: none. */
VfMask *random_mask (GRand *rand);

/* The work of single stages, as harris.c would set it up: memory of exactly
 * the sizes that the contracts name, full of junk. An image without samples
 * will do for the stages after the response. Region NULL: the whole image. */
HarrisWork *work_new (const HarrisStages *stages, const HarrisParams *params,
    const VfImage *image, const VfRegion *region);
void work_free (HarrisWork *work);
void work_run (HarrisWork *work, HarrisStage first, HarrisStage last);

/* Without samples: the response is width x height floats in row order. */
HarrisWork *work_new_response (const HarrisStages *stages,
    const HarrisParams *params, guint width, guint height,
    const gfloat *response);

/* On the CPU. */
HarrisDetector *detector_new (void);

/* A list of HarrisCorner that a new detector finds. */
GArray *corners_of (
    const HarrisParams *params, const VfImage *image, const VfRegion *region);
GArray *corners_copy (const HarrisResult *result);

/* By position instead of by strength. */
void corners_sort_by_place (GArray *corners);

/* The same, byte for byte. */
void assert_same_corners (const GArray *actual, const GArray *expected);

/* params as they are by default but for max-corners: all. */
HarrisParams params_all (void);

/* A sigma whose window of 3 taps is exactly 1/4 1/2 1/4: the outer taps are
 * exp (-1 / (2 sigma sigma)) = exp (-ln 2) = 1/2 of the middle one. */
#define SIGMA_BINARY 0.84932180028801907

G_END_DECLS
