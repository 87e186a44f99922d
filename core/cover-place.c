/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cover.h"

#include <math.h>

/* An ellipse that is larger hardly differs from its box in any frame. */
#define MAX_RADIUS 1e6

/* A box in one direction: with its margin, to whole pixels outward; and what of
 * it is in the frame, to whole units. */
typedef struct {
  gdouble first, end;
  guint from, to;
} Side;

/* FALSE: nothing is. NaN, and lengths that are none, are nowhere. */
static gboolean
find_side (Side *side, gdouble start, gdouble length, gdouble margin,
    guint limit, guint unit)
{
  gdouble more = margin > 0 ? margin * length : 0;
  guint mask = (1u << unit) - 1;

  side->first = floor (start - more);
  side->end = ceil (start + length + more);
  if (!(length > 0 && side->first < limit && side->end > 0))
    return FALSE;
  side->from = (guint) MAX (0, side->first) & ~mask;
  side->to = limit;
  if (side->end < limit)
    side->to = MIN (limit, ((guint) side->end + mask) & ~mask);
  return TRUE;
}

static guint
count_blocks (const Side *side, guint unit, gdouble block)
{
  gdouble n = rint ((side->to - side->from) / block);

  return (guint) CLAMP (n, 1, vf_cover_parts (side->to - side->from, unit));
}

static void
set_shape (VfCover *cover, const Side *x, const Side *y)
{
  cover->center_x = (x->first + x->end - 1) / 2 - x->from;
  cover->center_y = (y->first + y->end - 1) / 2 - y->from;
  cover->radius_x = (x->end - x->first) / 2;
  cover->radius_y = (y->end - y->first) / 2;
  if (!(cover->radius_x < MAX_RADIUS && cover->radius_y < MAX_RADIUS))
    cover->shape = VF_COVER_BOX;
}

gboolean
vf_cover_place (VfCover *cover, const VfCoverFrame *frame,
    const VfCoverBox *box, const VfCoverStyle *style, gboolean interlaced)
{
  Side x, y;
  gdouble block;

  *cover = (VfCover){ .mode = style->mode, .shape = style->shape };
  for (guint c = 0; c < frame->channels; c++) {
    cover->right = MAX (cover->right, frame->samples[c].right);
    cover->below = MAX (cover->below, frame->samples[c].below);
    cover->color[c] = style->color[c];
  }
  if (interlaced && cover->below > 0)
    cover->below++;
  if (!find_side (
          &x, box->x, box->width, style->margin, frame->width, cover->right)
      || !find_side (
          &y, box->y, box->height, style->margin, frame->height, cover->below))
    return FALSE;
  cover->rect = (VfRect){ x.from, y.from, x.to - x.from, y.to - y.from };
  block = style->strength * MAX (x.end - x.first, y.end - y.first);
  block = MAX (block, VF_COVER_MIN_BLOCK);
  cover->columns = count_blocks (&x, cover->right, block);
  cover->rows = count_blocks (&y, cover->below, block);
  set_shape (cover, &x, &y);
  return TRUE;
}
