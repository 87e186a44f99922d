/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The ways in which a case can be made smaller or simpler.
 */
#pragma once

#include "case.h"

G_BEGIN_DECLS

typedef enum {
  SIMPLIFIED,
  SIMPLIFY_SAME, /* it is that simple already: nothing was changed */
  SIMPLIFY_NO_MORE,
} Simplified;

/* Changes the case in the i-th way of its kind. No chain of changes goes on for
 * ever. */
typedef Simplified (*Simplify) (Case *c, guint i);

extern const Simplify simplifications[]; /* NULL at the end */

/* The kinds, those of the picture apart from the others. */
Simplified simplify_params (Case *c, guint i);
Simplified simplify_numbers (Case *c, guint i);
Simplified simplify_storage (Case *c, guint i);
Simplified simplify_region (Case *c, guint i);
Simplified simplify_channels (Case *c, guint i);
Simplified simplify_depth (Case *c, guint i);
Simplified simplify_columns (Case *c, guint i);
Simplified simplify_rows (Case *c, guint i);
Simplified simplify_to_zero (Case *c, guint i);
Simplified simplify_to_less (Case *c, guint i);
Simplified simplify_mask (Case *c, guint i);

/* The i-th part of `length` things: first all, then halves, quarters and so on
 * down to single ones. FALSE: there are no more. */
typedef struct {
  int start, end; /* end: one past the last */
} Span;
gboolean nth_span (int length, guint i, Span *span);

static inline Simplified
set_int (int *to, int value)
{
  if (*to == value)
    return SIMPLIFY_SAME;
  *to = value;
  return SIMPLIFIED;
}

G_END_DECLS
