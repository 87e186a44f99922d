/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The order of pixels, and which of them pass the threshold: the decisions
 * that every implementation shares.
 */
#pragma once

#include "macros.h"

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* A pixel with R > 0 as one number that sorts in the definition's order: the
 * larger R first, then the smaller y, then the smaller x. The upper half is
 * the complement of R's bits (floats above 0 sort like their bits), the lower
 * half y * width + x. */
typedef guint64 HarrisKey;

/* Comes after every pixel. */
#define HARRIS_KEY_NONE G_MAXUINT64

VF_INLINE HarrisKey
harris_key (gfloat response, guint position)
{
  guint32 bits;

  memcpy (&bits, &response, sizeof bits);
  return (HarrisKey) ~bits << 32 | position;
}

VF_INLINE gfloat
harris_key_response (HarrisKey key)
{
  guint32 bits = ~(guint32) (key >> 32);
  gfloat response;

  memcpy (&response, &bits, sizeof response);
  return response;
}

VF_INLINE guint
harris_key_position (HarrisKey key)
{
  return (guint) (key & G_MAXUINT32);
}

/* What the threshold stage decides: R passes when it is above 0, above `limit`
 * and, with scale > 0, in a bin above `bin`. */
typedef struct {
  gfloat limit;
  gfloat lo, scale;
  guint bins, bin;
} HarrisCut;

/* bins / (hi - lo), or 0 where no histogram can be made: an empty region, equal
 * responses, or responses too near to each other. */
VF_INLINE gfloat
harris_scale (gfloat lo, gfloat hi, guint bins)
{
  gfloat scale;

  if (!(hi > lo))
    return 0;
  scale = (gfloat) bins / (hi - lo);
  return scale <= G_MAXFLOAT ? scale : 0;
}

/* The bin of a response that is at least lo; scale = bins / (hi - lo). */
VF_INLINE guint
harris_bin (gfloat response, gfloat lo, gfloat scale, guint bins)
{
  guint bin = (guint) ((response - lo) * scale);

  return MIN (bin, bins - 1);
}

VF_INLINE gboolean
harris_passes (const HarrisCut *cut, gfloat response)
{
  if (!(response > 0 && response > cut->limit))
    return FALSE;
  return cut->scale == 0
         || harris_bin (response, cut->lo, cut->scale, cut->bins) > cut->bin;
}

G_END_DECLS
