/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cover.h"

#define INLINE inline __attribute__ ((always_inline))

/* One channel of a part. */
typedef struct {
  const VfCoverFrame *frame;
  const VfCover *cover;
  const VfCanvasSamples *samples;
  VfCoverAxis across, down;
  guint channel;
  guint16 *means;

  /* For a row of the part. */
  guint16 *row;     /* its samples */
  guint16 *columns; /* of a blurred row: between the rows of blocks */
  guint64 *sums;    /* of the blocks' samples */
  VfCoverMix *mix;  /* of each sample */
} Channel;

/* The row's first word in the frame. */
static guint8 *
row_at (const Channel *channel, guint y)
{
  const VfCanvasSamples *samples = channel->samples;
  VfRect rect = channel->cover->rect;

  return vf_cover_at (
      samples, rect.x >> samples->right, (rect.y >> samples->below) + y);
}

static INLINE void
load_words (const Channel *channel, guint y, guint word, gssize step)
{
  const guint8 *at = row_at (channel, y);
  gboolean big_endian = channel->frame->big_endian;
  guint shift = channel->samples->shift, n = channel->across.samples;
  guint mask = (1u << channel->frame->depth) - 1;

  for (guint x = 0; x < n; x++)
    channel->row[x] =
        (guint16) (vf_word_load (at + x * step, word, big_endian) >> shift
                   & mask);
}

static INLINE void
load_bytes (const Channel *channel, guint y, gssize step)
{
  const guint8 *at = row_at (channel, y);
  guint n = channel->across.samples;

  for (guint x = 0; x < n; x++)
    channel->row[x] = at[x * step];
}

/* The compiler makes a loop of its own for what is most usual. */
static void
load_row (const Channel *channel, guint y)
{
  gssize step = channel->samples->step;

  if (channel->frame->word > 1)
    load_words (channel, y, channel->frame->word, step);
  else if (step == 1)
    load_bytes (channel, y, 1);
  else if (step == 2)
    load_bytes (channel, y, 2);
  else if (step == 4)
    load_bytes (channel, y, 4);
  else
    load_bytes (channel, y, step);
}

static INLINE void
store_bytes (
    const Channel *channel, guint y, guint first, guint end, gssize step)
{
  guint8 *at = row_at (channel, y);

  for (guint x = first; x < end; x++)
    at[x * step] = (guint8) channel->row[x];
}

/* Samples `first` to `end` - 1 of the row. */
static void
store_row (const Channel *channel, guint y, guint first, guint end)
{
  const VfCanvasSamples *samples = channel->samples;
  VfRect rect = channel->cover->rect;

  if (channel->frame->word > 1)
    for (guint x = first; x < end; x++)
      vf_cover_store (channel->frame, samples, (rect.x >> samples->right) + x,
          (rect.y >> samples->below) + y, channel->row[x]);
  else if (samples->step == 1)
    store_bytes (channel, y, first, end, 1);
  else if (samples->step == 2)
    store_bytes (channel, y, first, end, 2);
  else if (samples->step == 4)
    store_bytes (channel, y, first, end, 4);
  else
    store_bytes (channel, y, first, end, samples->step);
}

static void
add_row (const Channel *channel, guint y)
{
  guint begin = 0;

  load_row (channel, y);
  for (guint i = 0; i < channel->across.blocks; i++) {
    guint end = vf_cover_edge (&channel->across, i + 1);
    guint32 sum = 0; /* of at most 2^16 samples */

    for (guint x = begin; x < end; x++)
      sum += channel->row[x];
    channel->sums[i] += sum;
    begin = end;
  }
}

static void
find_means (const Channel *channel, guint row)
{
  const VfCoverAxis *across = &channel->across;
  guint first = vf_cover_edge (&channel->down, row);
  guint end = vf_cover_edge (&channel->down, row + 1);

  for (guint i = 0; i < across->blocks; i++)
    channel->sums[i] = 0;
  for (guint y = first; y < end; y++)
    add_row (channel, y);
  for (guint i = 0; i < across->blocks; i++) {
    guint64 n = vf_cover_edge (across, i + 1) - vf_cover_edge (across, i);

    channel->means[(gsize) row * across->blocks + i] = (guint16) vf_cover_mean (
        channel->sums[i], n * (end - first), channel->frame->depth);
  }
}

static void
fill_row (const Channel *channel)
{
  for (guint x = 0; x < channel->across.samples; x++)
    channel->row[x] = (guint16) channel->cover->color[channel->channel];
}

static void
pixelate_row (const Channel *channel, guint y)
{
  guint row = vf_cover_block (&channel->down, y), x = 0;

  for (guint i = 0; i < channel->across.blocks; i++) {
    guint end = vf_cover_edge (&channel->across, i + 1);
    guint wide = channel->means[(gsize) row * channel->across.blocks + i];
    guint16 value = (guint16) vf_cover_narrow (wide, channel->frame->depth);

    for (; x < end; x++)
      channel->row[x] = value;
  }
}

static void
blur_row (const Channel *channel, guint y)
{
  VfCoverMix down = vf_cover_mix (&channel->down, y);
  guint n = channel->across.blocks, depth = channel->frame->depth;

  for (guint i = 0; i < n; i++)
    channel->columns[i] =
        (guint16) vf_cover_between (channel->means, n, i, &down);
  for (guint x = 0; x < channel->across.samples; x++) {
    const VfCoverMix *mix = &channel->mix[x];
    guint wide = vf_cover_mixed (mix, channel->columns[mix->block[0]],
        channel->columns[mix->block[1]], channel->columns[mix->block[2]]);

    channel->row[x] = (guint16) vf_cover_narrow (wide, depth);
  }
}

/* Fills the row with what it becomes; a pixelated one, and a filled one, is as
 * the one before, but for the first of a block. */
static void
make_row (const Channel *channel, guint y)
{
  switch (channel->cover->mode) {
    case VF_COVER_FILL:
      if (y == 0)
        fill_row (channel);
      break;
    case VF_COVER_PIXELATE:
      if (y
          == vf_cover_edge (&channel->down, vf_cover_block (&channel->down, y)))
        pixelate_row (channel, y);
      break;
    default:
      blur_row (channel, y);
  }
}

/* The samples of the row's units that are covered. */
static void
find_covered (const Channel *channel, guint y, guint *first, guint *end)
{
  const VfCoverAxis *across = &channel->across;
  guint unit_y = y >> channel->down.shift, from = 0, to = across->units;

  while (from < to && !vf_cover_has (channel->cover, from, unit_y))
    from++;
  while (to > from && !vf_cover_has (channel->cover, to - 1, unit_y))
    to--;
  *first = from << across->shift;
  *end = MIN (to << across->shift, across->samples);
}

static void
cover_channel (const Channel *channel)
{
  guint first, end;

  if (channel->cover->mode != VF_COVER_FILL)
    for (guint row = 0; row < channel->down.blocks; row++)
      find_means (channel, row);
  if (channel->cover->mode == VF_COVER_BLUR)
    for (guint x = 0; x < channel->across.samples; x++)
      channel->mix[x] = vf_cover_mix (&channel->across, x);
  for (guint y = 0; y < channel->down.samples; y++) {
    make_row (channel, y);
    find_covered (channel, y, &first, &end);
    store_row (channel, y, first, end);
  }
}

/* Lays the channel's rows into the scratch memory, the widest items first. */
static gboolean
reserve (Channel *channel, VfScratch *scratch)
{
  VfRect rect = channel->cover->rect;
  gsize columns = channel->cover->columns, rows = channel->cover->rows;
  gboolean missing = FALSE;
  guint8 *at = vf_scratch_reserve (scratch,
      rect.width * (sizeof *channel->mix + sizeof *channel->row)
          + columns * (sizeof *channel->sums + sizeof *channel->columns)
          + columns * rows * sizeof *channel->means,
      1, &missing);

  if (missing)
    return FALSE;
  channel->sums = (guint64 *) at;
  channel->mix = (VfCoverMix *) (channel->sums + columns);
  channel->row = (guint16 *) (channel->mix + rect.width);
  channel->columns = channel->row + rect.width;
  channel->means = channel->columns + columns;
  return TRUE;
}

gboolean
vf_cover_frame (
    const VfCoverFrame *frame, const VfCover *cover, VfScratch *scratch)
{
  Channel channel = { .frame = frame, .cover = cover };

  if (!reserve (&channel, scratch))
    return FALSE;
  for (guint c = 0; c < frame->channels; c++) {
    channel.channel = c;
    channel.samples = &frame->samples[c];
    channel.across = vf_cover_across (cover, channel.samples);
    channel.down = vf_cover_down (cover, channel.samples);
    cover_channel (&channel);
  }
  return TRUE;
}
