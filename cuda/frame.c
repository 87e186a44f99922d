/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which works are done in one launch or two, and how they are divided.
 */
#include "frame.h"

/* Units are numbered in 11 bits, their blocks in 16. */
#define MAX_UNITS 2047

static gsize
aligned (gsize size)
{
  return (size + 15) / 16 * 16;
}

/* `units`: the most of a worker. */
static FrameLayout
lay_out (const FrameArgs *a, guint units, guint kept, gboolean sharing)
{
  gsize blocks = units * FRAME_BLOCKS;
  gsize strengths = (FRAME_STRENGTHS + 1) * sizeof (guint32);
  gsize at = 64; /* FrameShared */
  FrameLayout l;

  l.histogram = (guint32) at;
  at += aligned ((FRAME_NO_BIN + 1) * sizeof (guint32));
  l.maxima = (guint32) at;
  at += aligned ((units + 2) * FRAME_WORDS * sizeof (guint32));
  l.masks = (guint32) at;
  at += aligned (units * 2 * sizeof (guint32));
  l.counts = (guint32) at;
  at += aligned (strengths);
  l.strengths = (guint32) at;
  at += aligned (strengths);
  l.minima = l.found = (guint32) at; /* one after the other */
  at += aligned (blocks * sizeof (gfloat));
  l.waiting = (guint32) at;
  at += aligned (FRAME_WARPS * FRAME_WAITING * sizeof (guint16));
  l.inside = (guint32) at;
  if (a->special)
    at += aligned (blocks * sizeof (guint16));
  l.tile = (guint32) at;
  at += kept * FRAME_UNIT * sizeof (gfloat);
  l.sums = (guint32) at;
  if (sharing)
    at += (FRAME_WARPS - 1) * FRAME_SUMS * sizeof (gfloat);
  l.summed = (guint32) at;
  at += aligned (sizeof (guint32));
  l.size = (guint32) at;
  return l;
}

static guint
most_units (const FrameArgs *a)
{
  return a->units + (a->with_more > 0);
}

static FrameDivisor
divisor (guint d)
{
  return (FrameDivisor){ d, (guint32) (((1ull << 32) + d - 1) / d) };
}

static void
divide (FrameArgs *a, guint width, guint height, guint processors)
{
  guint strip_units = (height + FRAME_SIDE - 1) / FRAME_SIDE, n_units;

  a->width = width;
  a->height = height;
  a->strips = (width + FRAME_STRIP - 1) / FRAME_STRIP;
  a->pitch = a->strips * FRAME_STRIP;
  a->strip_units = divisor (strip_units);
  a->row = divisor (width);
  n_units = a->strips * strip_units;
  a->workers = MIN (MIN (processors - 1, FRAME_MAX_WORKERS), n_units);
  a->units = n_units / a->workers;
  a->with_more = n_units % a->workers;
}

/* Sums are shared where there are any and that leaves room for all responses.
 */
static gboolean
fit (FrameArgs *a, gsize shared, gboolean given)
{
  guint units = most_units (a);
  gsize without;

  if (units > MAX_UNITS)
    return FALSE;
  a->sharing = !given;
  a->kept = units;
  a->layout = lay_out (a, units, units, a->sharing);
  if (a->layout.size <= shared)
    return TRUE;
  without = lay_out (a, units, 0, FALSE).size;
  if (without > shared)
    return FALSE;
  a->sharing = FALSE;
  a->kept = (guint) ((shared - without) / (FRAME_UNIT * sizeof (gfloat)));
  a->kept = MIN (a->kept, units);
  a->layout = lay_out (a, units, a->kept, FALSE);
  return TRUE;
}

static gboolean
is_whole (const HarrisWork *w)
{
  VfRect bounds = w->region.bounds;

  return !w->region.inside && bounds.width == w->image.width
         && bounds.height == w->image.height;
}

/* Any number of keys may be looked at for corners that are spaced. */
static void
set_choice (const HarrisWork *w, FrameArgs *a)
{
  gboolean spaced = harris_cuda_has_spacing (w);

  a->max_corners = w->params.max_corners;
  a->listed = spaced ? G_MAXUINT : a->max_corners;
  a->special = spaced || !is_whole (w);
  a->whole_plane = w->params.subpixel != HARRIS_SUBPIXEL_NONE;
  a->region = w->region;
  a->spacing = harris_cuda_spacing (w);
}

gboolean
frame_divide_work (const HarrisWork *w, gboolean given, FrameArgs *a)
{
  const HarrisCuda *cuda = w->backend;

  set_choice (w, a);
  if (cuda->processors < 2
      || cuda->shared < (a->special ? FRAME_LEAST_SPACED : FRAME_LEAST_SHARED))
    return FALSE;
  a->samples = w->image.data[0];
  a->stride = w->image.stride[0];
  for (guint i = 0; i <= FRAME_RADIUS; i++)
    a->taps[i] = w->taps[i];
  a->k = (gfloat) w->params.k;
  a->bins = w->params.bins;
  divide (a, w->image.width, w->image.height, cuda->processors);
  return fit (a, cuda->shared, given);
}

/* What all of it can do. */
static gboolean
takes_frame (const HarrisWork *w)
{
  const HarrisParams *params = &w->params;

  return params->threshold_mode == HARRIS_THRESHOLD_ROSIN
         && params->bins <= FRAME_BINS
         && params->suppression == HARRIS_SUPPRESSION_WINDOW
         && params->suppression_radius == FRAME_SIDE && params->max_corners > 0
         && params->max_corners <= FRAME_MAX_CORNERS
         && harris_work_n_cells (w) <= FRAME_MAX_CELLS
         && !vf_rect_is_empty (w->region.bounds);
}

/* What its response can do. */
static gboolean
takes_response (const HarrisWork *w)
{
  const HarrisParams *params = &w->params;
  const VfImage *image = &w->image;

  return image->channels == 1 && image->depth == 8 && image->word == 1
         && image->shift[0] == 0 && image->step[0] == 1
         && (gsize) image->data[0] % 4 == 0 && image->stride[0] % 4 == 0
         && params->gradient == HARRIS_GRADIENT_CENTRAL
         && params->window_type == HARRIS_WINDOW_GAUSSIAN
         && params->filter_length == 2 * FRAME_RADIUS + 1
         && params->measure == HARRIS_MEASURE_HARRIS;
}

const HarrisCudaWay *
harris_cuda_frame_way (const HarrisWork *w)
{
  FrameArgs args;

  if (!takes_frame (w) || !frame_divide_work (w, FALSE, &args))
    return NULL;
  return takes_response (w) ? &harris_cuda_one_launch
                            : &harris_cuda_two_launches;
}

guint
harris_cuda_frame_pitch (const HarrisWork *w)
{
  return (w->image.width + FRAME_STRIP - 1) / FRAME_STRIP * FRAME_STRIP;
}

/* Whole units. */
gsize
harris_cuda_frame_response_size (const HarrisWork *w)
{
  gsize strips = (w->image.width + FRAME_STRIP - 1) / FRAME_STRIP;
  gsize strip_units = (w->image.height + FRAME_SIDE - 1) / FRAME_SIDE;

  return strips * strip_units * FRAME_UNIT * sizeof (gfloat);
}

gsize
harris_cuda_frame_corners_size (const HarrisWork *w)
{
  return aligned (harris_work_max_corners (w) * sizeof (HarrisCorner));
}

gsize
harris_cuda_board_size (const HarrisWork *w)
{
  return aligned (sizeof (FrameBoard)
                  + (gsize) w->blocks_x * w->blocks_y * sizeof (HarrisKey));
}

const guint32 *
harris_cuda_frame_arrived (const HarrisWork *w)
{
  const HarrisCuda *cuda = w->backend;

  return &((const FrameBoard *) cuda->board)->arrived;
}

guint64 *
harris_cuda_frame_began (const HarrisWork *w)
{
  const HarrisCuda *cuda = w->backend;

  return cuda->times ? &((FrameBoard *) cuda->board)->began : NULL;
}
