/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Covering parts of a frame, so that nothing in them can be recognised: what
 * one sample becomes. The GPU's kernels, the CPU's rows and the tests are all
 * made of this, and integers do it: they agree in every bit.
 *
 * The part is divided into blocks. A pixelated sample is its block's mean; a
 * blurred one is a weighted mean of the means of 3 x 3 blocks, which changes
 * smoothly: both tell of the means and of nothing else. A filled one is the
 * colour. The samples of each component are covered by themselves, each as
 * often as it is there.
 */
#pragma once

#include "blend.h"
#include "image.h"
#include "scratch.h"

G_BEGIN_DECLS

/* The colour of a frame: luma and chroma, or red, green and blue, where they
 * lie; alpha is none of them. Samples are `depth` bits of words of `word` bytes
 * (1, 2 or 4). The other bits of words of 4 bytes, which may be samples too,
 * stay as they are; those of smaller ones become 0. */
typedef struct {
  guint width, height; /* pixels */
  guint channels;      /* 1 or 3 */
  guint depth;         /* 8 to 16 */
  guint word;
  gboolean big_endian;
  VfCanvasSamples samples[3];
} VfCoverFrame;

typedef enum {
  VF_COVER_PIXELATE,
  VF_COVER_BLUR,
  VF_COVER_FILL,
} VfCoverMode;

typedef enum {
  VF_COVER_BOX,
  VF_COVER_ELLIPSE,
} VfCoverShape;

/* A part of a frame, and how to cover it. Units of 2^right x 2^below pixels are
 * covered as a whole, or not at all: no sample belongs to two of them. */
typedef struct {
  VfCoverMode mode;
  VfCoverShape shape;
  VfRect rect; /* not empty; its edges are a unit's, or the frame's */
  guint right, below;
  guint columns, rows; /* of blocks: at least 1, at most one a unit */
  /* The ellipse, in pixels from the rectangle's first one. */
  gdouble center_x, center_y, radius_x, radius_y;
  guint color[3]; /* samples */
} VfCover;

/* The samples of one component in one direction of the rectangle. */
typedef struct {
  guint units, blocks;
  guint shift;   /* 2^shift samples a unit */
  guint samples; /* in all: the last unit may have fewer */
} VfCoverAxis;

/* How many whole or begun ones of 2^shift there are. */
VF_INLINE guint
vf_cover_parts (guint n, guint shift)
{
  return (n + (1u << shift) - 1) >> shift;
}

VF_INLINE VfCoverAxis
vf_cover_axis (guint pixels, guint unit, guint blocks, guint subsampling)
{
  VfCoverAxis axis = { vf_cover_parts (pixels, unit), blocks,
    unit - subsampling, vf_cover_parts (pixels, subsampling) };

  return axis;
}

VF_INLINE VfCoverAxis
vf_cover_across (const VfCover *cover, const VfCanvasSamples *samples)
{
  return vf_cover_axis (
      cover->rect.width, cover->right, cover->columns, samples->right);
}

VF_INLINE VfCoverAxis
vf_cover_down (const VfCover *cover, const VfCanvasSamples *samples)
{
  return vf_cover_axis (
      cover->rect.height, cover->below, cover->rows, samples->below);
}

/* The block's first sample; that of block `blocks` is where the last one ends.
 */
VF_INLINE guint
vf_cover_edge (const VfCoverAxis *axis, guint block)
{
  guint unit = (guint) ((guint64) block * axis->units / axis->blocks);
  guint sample = unit << axis->shift;

  return sample < axis->samples ? sample : axis->samples;
}

/* The block that the sample is in. */
VF_INLINE guint
vf_cover_block (const VfCoverAxis *axis, guint sample)
{
  guint64 next = (sample >> axis->shift) + 1;

  return (guint) ((next * axis->blocks - 1) / axis->units);
}

/* The mean of n samples, widened to 16 bits. */
VF_INLINE guint
vf_cover_mean (guint64 sum, guint64 n, guint depth)
{
  return (guint) (((sum << (16 - depth)) + n / 2) / n);
}

/* Back again. */
VF_INLINE guint
vf_cover_narrow (guint wide, guint depth)
{
  return (wide + (0x8000u >> depth)) >> (16 - depth);
}

/* What a blurred sample has of the block before its own, of its own, and of the
 * one after it: 4096 in all, by the quadratic B-spline. */
typedef struct {
  guint block[3];
  guint weight[3];
} VfCoverMix;

/* 512 * (2k + 1)^2 / n^2, k below n. */
VF_INLINE guint
vf_cover_weight (guint k, guint n)
{
  guint64 twice = 2 * (guint64) k + 1;

  return (guint) (512 * twice * twice / ((guint64) n * n));
}

VF_INLINE VfCoverMix
vf_cover_mix (const VfCoverAxis *axis, guint sample)
{
  guint block = vf_cover_block (axis, sample);
  guint first = vf_cover_edge (axis, block);
  guint end = vf_cover_edge (axis, block + 1);
  VfCoverMix mix;

  mix.block[0] = block > 0 ? block - 1 : 0;
  mix.block[1] = block;
  mix.block[2] = block + 1 < axis->blocks ? block + 1 : block;
  mix.weight[0] = vf_cover_weight (end - 1 - sample, end - first);
  mix.weight[2] = vf_cover_weight (sample - first, end - first);
  mix.weight[1] = 4096 - mix.weight[0] - mix.weight[2];
  return mix;
}

/* Of values of 16 bits. */
VF_INLINE guint
vf_cover_mixed (const VfCoverMix *mix, guint before, guint own, guint after)
{
  return (mix->weight[0] * before + mix->weight[1] * own
             + mix->weight[2] * after + 2048)
         >> 12;
}

/* The blurred sample's column of means, between the rows of blocks. */
VF_INLINE guint
vf_cover_between (
    const guint16 *means, guint columns, guint column, const VfCoverMix *down)
{
  return vf_cover_mixed (down, means[(gsize) down->block[0] * columns + column],
      means[(gsize) down->block[1] * columns + column],
      means[(gsize) down->block[2] * columns + column]);
}

/* Whether the unit, counted from the rectangle's first, is covered: any of its
 * pixels is. */
VF_INLINE gboolean
vf_cover_has (const VfCover *cover, guint unit_x, guint unit_y)
{
  gdouble left = (gdouble) ((guint64) unit_x << cover->right);
  gdouble top = (gdouble) ((guint64) unit_y << cover->below);
  gdouble right = left + (gdouble) ((1u << cover->right) - 1);
  gdouble bottom = top + (gdouble) ((1u << cover->below) - 1);
  gdouble x = cover->center_x, y = cover->center_y;

  if (cover->shape == VF_COVER_BOX)
    return TRUE;
  x = ((x < left ? left : x > right ? right : x) - x) / cover->radius_x;
  y = ((y < top ? top : y > bottom ? bottom : y) - y) / cover->radius_y;
  return x * x + y * y <= 1;
}

/* What sample (x, y) of a channel, counted from the rectangle's first,
 * becomes. `means` are that channel's, row by row. */
VF_INLINE guint
vf_cover_sample (const VfCover *cover, const VfCoverFrame *frame, guint channel,
    const guint16 *means, guint x, guint y)
{
  VfCoverAxis across = vf_cover_across (cover, &frame->samples[channel]);
  VfCoverAxis down = vf_cover_down (cover, &frame->samples[channel]);
  VfCoverMix mix_x, mix_y;
  guint n = cover->columns;

  if (cover->mode == VF_COVER_FILL)
    return cover->color[channel];
  if (cover->mode == VF_COVER_PIXELATE)
    return vf_cover_narrow (means[(gsize) vf_cover_block (&down, y) * n
                                  + vf_cover_block (&across, x)],
        frame->depth);
  mix_x = vf_cover_mix (&across, x);
  mix_y = vf_cover_mix (&down, y);
  return vf_cover_narrow (
      vf_cover_mixed (&mix_x,
          vf_cover_between (means, n, mix_x.block[0], &mix_y),
          vf_cover_between (means, n, mix_x.block[1], &mix_y),
          vf_cover_between (means, n, mix_x.block[2], &mix_y)),
      frame->depth);
}

/* The word of the component's sample (x, y), counted from the frame's first. */
VF_INLINE guint8 *
vf_cover_at (const VfCanvasSamples *samples, guint x, guint y)
{
  return samples->data + (gssize) y * samples->stride
         + (gssize) x * samples->step;
}

VF_INLINE guint
vf_cover_load (
    const VfCoverFrame *frame, const VfCanvasSamples *samples, guint x, guint y)
{
  return vf_word_load (
             vf_cover_at (samples, x, y), frame->word, frame->big_endian)
             >> samples->shift
         & ((1u << frame->depth) - 1);
}

VF_INLINE void
vf_cover_store (const VfCoverFrame *frame, const VfCanvasSamples *samples,
    guint x, guint y, guint value)
{
  guint8 *at = vf_cover_at (samples, x, y);
  guint32 mask = ((1u << frame->depth) - 1) << samples->shift, others = 0;

  if (frame->word == 4)
    others = vf_word_load (at, frame->word, frame->big_endian) & ~mask;
  vf_word_store (
      at, frame->word, frame->big_endian, others | value << samples->shift);
}

/* Covers pixel (x, y) of the rectangle, as far as it has samples of its own, if
 * it is to be covered. `means` are those of all channels. */
VF_INLINE void
vf_cover_pixel (const VfCoverFrame *frame, const VfCover *cover,
    const guint16 *means, guint x, guint y)
{
  VfRect rect = cover->rect;

  if (!vf_cover_has (cover, x >> cover->right, y >> cover->below))
    return;
  for (guint c = 0; c < frame->channels; c++) {
    const VfCanvasSamples *samples = &frame->samples[c];
    gsize first = (gsize) c * cover->rows * cover->columns;
    guint value;

    if (!vf_canvas_owns (samples, x, y))
      continue;
    value = vf_cover_sample (cover, frame, c, means + first,
        x >> samples->right, y >> samples->below);
    vf_cover_store (frame, samples, (rect.x + x) >> samples->right,
        (rect.y + y) >> samples->below, value);
  }
}

/* How a box is to be covered. */
typedef struct {
  VfCoverMode mode;
  VfCoverShape shape;
  gdouble strength; /* a block's side, as a share of the box's longer one */
  gdouble margin;   /* on each side, as a share of the box's width or height */
  guint color[3];
} VfCoverStyle;

/* The shortest side of a block that the box's size asks for, in pixels. */
#define VF_COVER_MIN_BLOCK 4

/* A box in pixels of the frame, of any numbers: its left upper corner is that
 * of pixel (x, y). */
typedef struct {
  gdouble x, y, width, height;
} VfCoverBox;

/* interlaced: rows of chroma belong to every other row of pixels. FALSE: there
 * is nothing to cover in the frame. */
gboolean vf_cover_place (VfCover *cover, const VfCoverFrame *frame,
    const VfCoverBox *box, const VfCoverStyle *style, gboolean interlaced);

/* Covers it on the CPU. `scratch` is kept for the next time. FALSE: there is no
 * memory for that, and nothing has been covered. */
gboolean vf_cover_frame (
    const VfCoverFrame *frame, const VfCover *cover, VfScratch *scratch);

G_END_DECLS
