/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-plan.h"

#include "haar-layers.h"

typedef struct {
  const Cascade *cascade;
  const HaarParams *params;
  const VfImage *image;
  const VfRegion *region;
} Search;

/* Returns how many; layers NULL: only that. */
static guint
set_layers (const Search *s, HaarLayer *layers)
{
  guint n = 0;

  for (guint i = 0; i < s->region->n_rects; i++) {
    VfRect area =
        vf_rect_clip (s->region->rects[i], s->image->width, s->image->height);

    n += haar_layers_of (
        s->cascade, s->params, area, i, layers ? layers + n : NULL);
  }
  return n;
}

static gboolean
make_layers (HaarPlan *plan, const Search *search)
{
  gboolean missing = FALSE;

  plan->n_layers = set_layers (search, NULL);
  plan->layers = vf_scratch_reserve (
      &plan->scratch[0], plan->n_layers, sizeof *plan->layers, &missing);
  if (plan->layers)
    set_layers (search, plan->layers);
  return !missing;
}

static gboolean
make_taps (HaarPlan *plan)
{
  gboolean missing = FALSE;
  gsize n = 0;

  for (guint i = 0; i < plan->n_layers; i++) {
    plan->layers[i].taps = n;
    n += plan->layers[i].width + plan->layers[i].height;
  }
  plan->taps =
      vf_scratch_reserve (&plan->scratch[1], n, sizeof *plan->taps, &missing);
  if (missing)
    return FALSE;
  for (guint i = 0; i < plan->n_layers; i++) {
    const HaarLayer *l = &plan->layers[i];
    HaarTap *columns = plan->taps + l->taps;

    haar_layers_set_taps (columns, l->width, l->area.width);
    haar_layers_set_taps (columns + l->width, l->height, l->area.height);
  }
  return TRUE;
}

static gboolean
make_bands (HaarPlan *plan)
{
  gboolean missing = FALSE;

  plan->n_bands = 0;
  for (guint i = 0; i < plan->n_layers; i++)
    plan->n_bands += haar_bands_of (plan->layers, i, NULL);
  plan->bands = vf_scratch_reserve (
      &plan->scratch[2], plan->n_bands, sizeof *plan->bands, &missing);
  if (missing)
    return FALSE;
  for (guint i = 0, n = 0; i < plan->n_layers; i++)
    n += haar_bands_of (plan->layers, i, plan->bands + n);
  return TRUE;
}

gboolean
haar_plan_make (HaarPlan *plan, const Cascade *cascade,
    const HaarParams *params, const VfImage *image, const VfRegion *region)
{
  const Search search = { cascade, params, image, region };

  return make_layers (plan, &search) && make_taps (plan) && make_bands (plan);
}

void
haar_plan_clear (HaarPlan *plan)
{
  vf_scratch_free_all (plan->scratch, G_N_ELEMENTS (plan->scratch));
}

gsize
haar_plan_bytes (const HaarPlan *plan)
{
  return vf_scratch_bytes (plan->scratch, G_N_ELEMENTS (plan->scratch));
}
