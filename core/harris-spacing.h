/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where a pixel lies among the buckets and the cells of the selection.
 */
#pragma once

#include "harris-stages.h"

G_BEGIN_DECLS

/* Row by row. */
VF_INLINE guint
harris_bucket_of (const HarrisBuckets *b, guint x, guint y)
{
  return y / b->side * b->columns + x / b->side;
}

typedef struct {
  guint columns, rows; /* of the grid */
  guint width, height; /* of the picture */
} HarrisCells;

VF_INLINE guint
harris_cell_of (const HarrisCells *c, guint x, guint y)
{
  return y * c->rows / c->height * c->columns + x * c->columns / c->width;
}

G_END_DECLS
