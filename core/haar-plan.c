/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-plan.h"

enum {
  SCRATCH_LAYERS,
  SCRATCH_TAPS,
};

/* Those of all rectangles; layers NULL: only how many. */
static guint
layers_of (HaarLayer *layers, const Cascade *cascade, const HaarParams *params,
    const VfRegion *region, guint width, guint height)
{
  guint n = 0;

  for (guint i = 0; i < region->n_rects; i++) {
    VfRect area = vf_rect_clip (region->rects[i], width, height);

    n += haar_layers_of (cascade, params, area, i, layers ? layers + n : NULL);
  }
  return n;
}

static gboolean
make_taps (HaarPlan *plan)
{
  gboolean missing = FALSE;

  plan->n_taps = 0;
  for (guint i = 0; i < plan->n_layers; i++) {
    plan->layers[i].taps = plan->n_taps;
    plan->n_taps += plan->layers[i].width + plan->layers[i].height;
  }
  plan->taps = vf_scratch_reserve (
      &plan->scratch[SCRATCH_TAPS], plan->n_taps, sizeof *plan->taps, &missing);
  if (missing)
    return FALSE;
  for (guint i = 0; i < plan->n_layers; i++) {
    const HaarLayer *l = &plan->layers[i];
    HaarTap *taps = plan->taps + l->taps;

    haar_layers_set_taps (taps, l->width, l->area.width);
    haar_layers_set_taps (taps + l->width, l->height, l->area.height);
  }
  return TRUE;
}

gboolean
haar_plan_make (HaarPlan *plan, const Cascade *cascade,
    const HaarParams *params, const VfRegion *region, guint width, guint height)
{
  gboolean missing = FALSE;

  plan->n_layers = layers_of (NULL, cascade, params, region, width, height);
  plan->layers = vf_scratch_reserve (&plan->scratch[SCRATCH_LAYERS],
      plan->n_layers, sizeof *plan->layers, &missing);
  if (missing)
    return FALSE;
  if (plan->layers)
    layers_of (plan->layers, cascade, params, region, width, height);
  return make_taps (plan);
}

void
haar_plan_clear (HaarPlan *plan)
{
  vf_scratch_free (&plan->scratch[SCRATCH_LAYERS]);
  vf_scratch_free (&plan->scratch[SCRATCH_TAPS]);
}

gsize
haar_plan_bytes (const HaarPlan *plan)
{
  return plan->scratch[SCRATCH_LAYERS].size + plan->scratch[SCRATCH_TAPS].size;
}
