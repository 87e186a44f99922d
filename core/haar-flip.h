/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The mirror image of a picture, in the same memory; and what is found in both
 * as one list.
 */
#pragma once

#include "haar.h"
#include "scratch.h"

G_BEGIN_DECLS

enum {
  FLIP_RECTS,
  FLIP_UPRIGHT,  /* objects of the picture */
  FLIP_MIRRORED, /* and of its mirror image, moved back */
  FLIP_JOINED,
  FLIP_SIDES,
  FLIP_N_SCRATCH,
};

typedef struct {
  HaarObject *objects; /* of the picture */
  guint n_objects;
  VfScratch scratch[FLIP_N_SCRATCH];
} HaarFlip;

/* What a mirror shows. */
VfImage haar_flip_image (const VfImage *image);

/* The same for a part of it, in rectangles that `flip` keeps. FALSE: there is no
 * memory. */
gboolean haar_flip_region (HaarFlip *flip, const VfImage *image,
    const VfRegion *region, VfRegion *mirrored);

/* Keeps the objects of the picture. FALSE: there is no memory. */
gboolean haar_flip_keep (HaarFlip *flip, const HaarResult *upright);

/* The result of the mirror image becomes that of both: its objects are moved
 * back. Of objects from the two sides that overlap and lie in the same rectangle
 * of the region, the surer one stays; with min_neighbors 0 all do. FALSE: there
 * is no memory. */
gboolean haar_flip_join (
    HaarFlip *flip, const HaarParams *params, guint width, HaarResult *result);

void haar_flip_clear (HaarFlip *flip);
gsize haar_flip_bytes (const HaarFlip *flip);

G_END_DECLS
