/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-layers.h"

#include "cascade-data.h"

#include <math.h>

typedef struct {
  const Cascade *cascade;
  const HaarParams *params;
  VfRect area;
  guint region;
  HaarLayer *layers;
  guint n;
} Plan;

/* Rounded to nearest, ties to even. */
static guint
scaled (guint length, gfloat scale)
{
  return (guint) lrintf ((gfloat) length * scale);
}

static gboolean
is_too_large (const Plan *plan, gfloat scale)
{
  const HaarParams *p = plan->params;

  return p->max_size_width > 0 && p->max_size_height > 0
         && (scaled (plan->cascade->width, scale) > p->max_size_width
             || scaled (plan->cascade->height, scale) > p->max_size_height);
}

static gboolean
is_too_small (const Plan *plan, gfloat scale)
{
  return scaled (plan->cascade->width, scale) < plan->params->min_size_width
         || scaled (plan->cascade->height, scale)
                < plan->params->min_size_height;
}

/* From the smallest size, squared. */
static gint64
distance (const Plan *plan, gfloat scale)
{
  gint64 dx = (gint64) scaled (plan->cascade->width, scale)
              - plan->params->min_size_width;
  gint64 dy = (gint64) scaled (plan->cascade->height, scale)
              - plan->params->min_size_height;

  return dx * dx + dy * dy;
}

/* OpenCV divides the rows of every layer among as many stripes as the first
 * layer's columns suggest, and may so leave out the last rows. */
static guint
opencv_rows (const HaarLayer *layer, const HaarLayer *first)
{
  guint n_stripes = (first->columns + 31) / 32, stripe;

  if (n_stripes == 0)
    return 0;
  stripe = (layer->rows / layer->step + n_stripes - 1) / n_stripes;
  return MIN (n_stripes * MAX (stripe, 1) * layer->step, layer->rows);
}

/* Whether scales are whole numbers. */
static gboolean
is_integral (const Plan *plan)
{
  const HaarThesis *thesis = haar_params_thesis (plan->params);

  return thesis && thesis->pyramid == HAAR_PYRAMID_INTEGRAL;
}

/* Of whole pixels only, where they are not scaled. */
static guint
divided (const Plan *plan, guint length, gfloat scale)
{
  if (is_integral (plan))
    return length / (guint) scale;
  return (guint) lrintf ((gfloat) length / scale);
}

static void
set_layer (const Plan *plan, HaarLayer *layer, gfloat scale)
{
  guint width = plan->cascade->width, height = plan->cascade->height;

  *layer = (HaarLayer){ .area = plan->area,
    .region = plan->region,
    .scale = scale,
    .width = divided (plan, plan->area.width, scale),
    .height = divided (plan, plan->area.height, scale),
    .window_width = scaled (width, scale),
    .window_height = scaled (height, scale),
    .step = scale >= 2 ? 1 : 2 };
  if (layer->width < width || layer->height < height)
    return;
  layer->columns = layer->width + 1 - width;
  layer->rows = layer->height + 1 - height;
}

static void
add_layer (Plan *plan, gfloat scale)
{
  if (plan->layers)
    set_layer (plan, &plan->layers[plan->n], scale);
  plan->n++;
}

static gdouble
next_factor (const Plan *plan, gdouble factor)
{
  return factor == 0 ? 1 : factor * plan->params->scale_factor;
}

/* The next factor whose nearest whole number is another one. */
static gboolean
next_whole_scale (const Plan *plan, gdouble *factor, gfloat *scale)
{
  gdouble width = plan->cascade->width, height = plan->cascade->height;
  gdouble last = rint (*factor), whole;

  do
    *factor = next_factor (plan, *factor);
  while (rint (*factor) == last);
  whole = rint (*factor);
  *scale = (gfloat) whole;
  return width * whole <= plan->area.width
         && height * whole <= plan->area.height
         && width * height * whole * whole <= HAAR_MAX_WINDOW_AREA;
}

/* The scale after that of *factor; FALSE: there is none. Starts from 0. */
static gboolean
next_scale (const Plan *plan, gdouble *factor, gfloat *scale)
{
  if (is_integral (plan))
    return next_whole_scale (plan, factor, scale);
  *factor = next_factor (plan, *factor);
  *scale = (gfloat) *factor;
  return rint (plan->cascade->width * *factor) <= plan->area.width
         && rint (plan->cascade->height * *factor) <= plan->area.height;
}

/* Where every window is too small or too large. */
static void
add_nearest (Plan *plan)
{
  gfloat nearest = 0, scale;

  for (gdouble factor = 0; next_scale (plan, &factor, &scale);)
    if (nearest == 0 || distance (plan, scale) < distance (plan, nearest))
      nearest = scale;
  if (nearest > 0)
    add_layer (plan, nearest);
}

guint
haar_layers_of (const Cascade *cascade, const HaarParams *params, VfRect area,
    guint region, HaarLayer *layers)
{
  Plan plan = { cascade, params, area, region, layers, 0 };
  gfloat scale;

  for (gdouble factor = 0;
       next_scale (&plan, &factor, &scale) && !is_too_large (&plan, scale);)
    if (!is_too_small (&plan, scale))
      add_layer (&plan, scale);
  if (plan.n == 0)
    add_nearest (&plan);
  if (layers && params->opencv_skip)
    for (guint i = plan.n; i-- > 0;)
      layers[i].rows = opencv_rows (&layers[i], &layers[0]);
  return plan.n;
}

void
haar_layers_set_taps (HaarTap *taps, guint length, guint source)
{
  gdouble step = 1 / ((gdouble) length / source);

  for (guint i = 0; i < length; i++) {
    gdouble place = (i + 0.5) * step - 0.5, first = floor (place);

    if (first < 0)
      taps[i] = (HaarTap){ 0, 0 };
    else if (first >= source - 1)
      taps[i] = (HaarTap){ source - 2, 256 };
    else
      taps[i] =
          (HaarTap){ (guint32) first, (guint32) lrint (256 * (place - first)) };
  }
}

HaarRect
haar_layers_rect (const HaarLayer *layer, guint x, guint y)
{
  return (HaarRect){ (gint) scaled (x, layer->scale),
    (gint) scaled (y, layer->scale), (gint) layer->window_width,
    (gint) layer->window_height };
}
