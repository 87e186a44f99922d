/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "heat-colors.h"

#include <math.h>

/* Steps from 0 to 1. */
#define LAST_STEP 4
static const guint32 warm[LAST_STEP + 1] = { 0x0a0a10, 0x5e123e, 0xbe2c2c,
  0xf68c1e, 0xfffcc8 };
static const guint32 cold[LAST_STEP + 1] = { 0x0a0a10, 0x142c54, 0x1c5488,
  0x3e88ba, 0x96ceec };

static guint32
mix (guint32 from, guint32 to, gdouble share)
{
  guint32 mixed = 0;

  for (guint shift = 0; shift < 24; shift += 8) {
    gint a = from >> shift & 0xff, b = to >> shift & 0xff;

    mixed |= (guint32) (a + (b - a) * share + 0.5) << shift;
  }
  return mixed;
}

guint32
vf_heat_color (gdouble place)
{
  const guint32 *steps = place < 0 ? cold : warm;
  gdouble along = fabs (place) * LAST_STEP;
  guint i = MIN ((guint) along, LAST_STEP - 1);

  return mix (steps[i], steps[i + 1], along - i);
}
