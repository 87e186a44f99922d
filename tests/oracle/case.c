/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "case.h"

Case *
case_copy (const Case *source)
{
  Case *c = g_memdup2 (source, sizeof *source);

  c->image.samples = g_memdup2 (
      source->image.samples, case_n_samples (source) * sizeof (guint16));
  if (source->mask)
    c->mask = g_memdup2 (
        source->mask, (gsize) source->mask_width * source->mask_height);
  return c;
}

void
case_free (Case *c)
{
  if (!c)
    return;
  g_free (case_samples (c));
  g_free (c->mask);
  g_free (c);
}

OracleRegion
case_region (const Case *c)
{
  return (OracleRegion){ c->has_list ? c->rects : NULL, c->n_rects, c->mask,
    c->mask_width, c->mask_height, c->inverted };
}

Storage
storage_simple (int depth)
{
  return (Storage){ .word = depth > 8 ? 2 : 1 };
}

/* Empty ones too, and some that stick out. */
static void
add_rects (Case *c, GRand *rand)
{
  int width = c->image.width, height = c->image.height;

  c->has_list = one_in (rand, 3);
  if (!c->has_list)
    return;
  c->inverted = one_in (rand, 3);
  c->n_rects = one_in (rand, 10) ? 0 : pick (rand, 1, CASE_MAX_RECTS);
  for (int i = 0; i < c->n_rects; i++)
    c->rects[i] = (OracleRect){ pick (rand, 0, width), pick (rand, 0, height),
      pick (rand, 0, width + 3), pick (rand, 0, height + 3) };
}

static void
add_mask (Case *c, GRand *rand)
{
  int share = pick (rand, 1, 8); /* eighths that are inside */

  if (!one_in (rand, 4))
    return;
  c->mask_width = one_in (rand, 2) ? c->image.width : pick (rand, 1, 100);
  c->mask_height = one_in (rand, 2) ? c->image.height : pick (rand, 1, 100);
  c->mask = g_new (guint8, (gsize) c->mask_width * c->mask_height);
  for (int i = 0; i < c->mask_width * c->mask_height; i++)
    c->mask[i] =
        (guint8) (pick (rand, 1, 8) <= share ? pick (rand, 1, 255) : 0);
}

/* Thresholds that some pixels' responses meet exactly. */
static void
aim_threshold (Case *c, GRand *rand)
{
  static const double absolute[] = { 0, 1e-300, 1e3, 1e40, G_MAXDOUBLE };
  static const double relative[] = { 0, 0.001, 0.01, 0.1, 1 - 1e-16 };
  OracleResult seen = { 0 };
  int n = c->image.width * c->image.height;
  float hi = 0, r;

  oracle_response (&c->params, &c->image, &seen);
  r = seen.response[pick (rand, 0, n - 1)];
  for (int i = 0; i < n; i++)
    hi = MAX (hi, seen.response[i]);
  if (c->params.threshold_mode == ORACLE_RELATIVE)
    c->params.threshold = one_in (rand, 2)  ? PICK_OF (rand, relative)
                          : r > 0 && r < hi ? (double) r / hi
                                            : 0.5;
  else
    c->params.threshold = one_in (rand, 2) ? PICK_OF (rand, absolute)
                          : r > 0          ? r * (1 + pick (rand, -1, 1) * 1e-9)
                                           : 0;
  oracle_clear (&seen);
}

Case *
case_new_random (GRand *rand)
{
  Case *c = g_new0 (Case, 1);

  c->params = random_params (rand);
  c->image = random_picture (rand);
  c->storage = random_storage (rand, c->image.depth, c->image.channels);
  c->junk = g_rand_int (rand);
  c->color = one_in (rand, 2);
  add_rects (c, rand);
  add_mask (c, rand);
  if (c->params.threshold_mode != ORACLE_ROSIN)
    aim_threshold (c, rand);
  return c;
}
