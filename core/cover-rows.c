/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cover-rows.h"

#include <string.h>

/* The compiler makes a loop of its own for each step and order that is known. */
#define INLINE inline __attribute__ ((always_inline))

static INLINE void
load_bytes (const guint8 *at, gssize step, guint n, guint16 *values)
{
  for (guint i = 0; i < n; i++)
    values[i] = at[i * step];
}

static INLINE void
store_bytes (guint8 *at, gssize step, guint n, const guint16 *values)
{
  for (guint i = 0; i < n; i++)
    at[i * step] = (guint8) values[i];
}

/* Whether words of two bytes have an order that is not the machine's. */
static gboolean
are_swapped (const VfCoverFrame *frame)
{
  return frame->big_endian != (G_BYTE_ORDER == G_BIG_ENDIAN);
}

static INLINE void
load_pairs (const VfCoverFrame *frame, const VfCanvasSamples *samples,
    VfCoverRow row, guint16 *values, gboolean swapped)
{
  const guint8 *at = vf_cover_at (samples, row.x, row.y);
  guint mask = (1u << frame->depth) - 1;

  for (guint i = 0; i < row.n; i++) {
    guint16 word;

    memcpy (&word, at + i * samples->step, sizeof word);
    word = swapped ? GUINT16_SWAP_LE_BE (word) : word;
    values[i] = (guint16) (word >> samples->shift & mask);
  }
}

static INLINE void
store_pairs (const VfCanvasSamples *samples, VfCoverRow row,
    const guint16 *values, gboolean swapped)
{
  guint8 *at = vf_cover_at (samples, row.x, row.y);

  for (guint i = 0; i < row.n; i++) {
    guint16 word = (guint16) (values[i] << samples->shift);

    word = swapped ? GUINT16_SWAP_LE_BE (word) : word;
    memcpy (at + i * samples->step, &word, sizeof word);
  }
}

void
vf_cover_load_row (const VfCoverFrame *frame, const VfCanvasSamples *samples,
    VfCoverRow row, guint16 *values)
{
  const guint8 *at = vf_cover_at (samples, row.x, row.y);

  if (frame->word == 4)
    for (guint i = 0; i < row.n; i++)
      values[i] = (guint16) vf_cover_load (frame, samples, row.x + i, row.y);
  else if (frame->word == 2 && are_swapped (frame))
    load_pairs (frame, samples, row, values, TRUE);
  else if (frame->word == 2)
    load_pairs (frame, samples, row, values, FALSE);
  else if (samples->step == 1)
    load_bytes (at, 1, row.n, values);
  else if (samples->step == 2)
    load_bytes (at, 2, row.n, values);
  else if (samples->step == 4)
    load_bytes (at, 4, row.n, values);
  else
    load_bytes (at, samples->step, row.n, values);
}

void
vf_cover_store_row (const VfCoverFrame *frame, const VfCanvasSamples *samples,
    VfCoverRow row, const guint16 *values)
{
  guint8 *at = vf_cover_at (samples, row.x, row.y);

  if (frame->word == 4)
    for (guint i = 0; i < row.n; i++)
      vf_cover_store (frame, samples, row.x + i, row.y, values[i]);
  else if (frame->word == 2 && are_swapped (frame))
    store_pairs (samples, row, values, TRUE);
  else if (frame->word == 2)
    store_pairs (samples, row, values, FALSE);
  else if (samples->step == 1)
    store_bytes (at, 1, row.n, values);
  else if (samples->step == 2)
    store_bytes (at, 2, row.n, values);
  else if (samples->step == 4)
    store_bytes (at, 4, row.n, values);
  else
    store_bytes (at, samples->step, row.n, values);
}
