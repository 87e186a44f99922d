/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cover.h"

#include "cover-rows.h"

/* One channel of a part. */
typedef struct {
  const VfCoverFrame *frame;
  const VfCover *cover;
  const VfCanvasSamples *samples;
  VfCoverAxis across, down;
  guint channel;
  guint16 *means;

  /* For a row of the part. */
  guint16 *row;            /* its samples */
  guint16 *columns;        /* of a blurred row: between the rows of blocks */
  guint64 *sums;           /* of the blocks' samples */
  guint16 *before, *after; /* weights of a blurred row, as in VfCoverMix */
} Channel;

/* Row y of the part in the frame. */
static VfCoverRow
row_of (const Channel *channel, guint y)
{
  const VfCanvasSamples *samples = channel->samples;
  VfRect rect = channel->cover->rect;

  return (VfCoverRow){ rect.x >> samples->right, (rect.y >> samples->below) + y,
    channel->across.samples };
}

/* So many samples of 16 bits are summed in 32. */
#define MAX_SUMMED 65536

static guint64
sum_of (const guint16 *samples, guint n)
{
  guint64 all = 0;

  for (guint i = 0; i < n; i += MAX_SUMMED) {
    guint end = MIN (n - i, MAX_SUMMED);
    guint32 sum = 0;

    for (guint x = 0; x < end; x++)
      sum += samples[i + x];
    all += sum;
  }
  return all;
}

static void
add_row (const Channel *channel, guint y)
{
  guint begin = 0;

  vf_cover_load_row (
      channel->frame, channel->samples, row_of (channel, y), channel->row);
  for (guint i = 0; i < channel->across.blocks; i++) {
    guint end = vf_cover_edge (&channel->across, i + 1);

    channel->sums[i] += sum_of (channel->row + begin, end - begin);
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

/* Samples of one block: only the weights differ. */
static void
blur_block (const Channel *channel, guint first, guint end)
{
  VfCoverMix mix = vf_cover_mix (&channel->across, first);
  guint before = channel->columns[mix.block[0]];
  guint own = channel->columns[mix.block[1]];
  guint after = channel->columns[mix.block[2]];
  guint depth = channel->frame->depth;

  for (guint x = first; x < end; x++) {
    mix.weight[0] = channel->before[x];
    mix.weight[2] = channel->after[x];
    mix.weight[1] = 4096 - mix.weight[0] - mix.weight[2];
    channel->row[x] = (guint16) vf_cover_narrow (
        vf_cover_mixed (&mix, before, own, after), depth);
  }
}

static void
blur_row (const Channel *channel, guint y)
{
  VfCoverMix down = vf_cover_mix (&channel->down, y);
  guint n = channel->across.blocks;

  for (guint i = 0; i < n; i++)
    channel->columns[i] =
        (guint16) vf_cover_between (channel->means, n, i, &down);
  for (guint i = 0; i < n; i++)
    blur_block (channel, vf_cover_edge (&channel->across, i),
        vf_cover_edge (&channel->across, i + 1));
}

static void
find_weights (const Channel *channel)
{
  for (guint x = 0; x < channel->across.samples; x++) {
    VfCoverMix mix = vf_cover_mix (&channel->across, x);

    channel->before[x] = (guint16) mix.weight[0];
    channel->after[x] = (guint16) mix.weight[2];
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
  *end = MIN (to << across->shift, across->samples);
  *first = MIN (from << across->shift, *end);
}

/* Samples `first` to `end` - 1 of the row. */
static void
store_row (const Channel *channel, guint y, guint first, guint end)
{
  VfCoverRow row = row_of (channel, y);

  row.x += first;
  row.n = end - first;
  vf_cover_store_row (
      channel->frame, channel->samples, row, channel->row + first);
}

static void
cover_channel (const Channel *channel)
{
  guint first, end;

  if (channel->cover->mode != VF_COVER_FILL)
    for (guint row = 0; row < channel->down.blocks; row++)
      find_means (channel, row);
  if (channel->cover->mode == VF_COVER_BLUR)
    find_weights (channel);
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
      3 * rect.width * sizeof *channel->row
          + columns * (sizeof *channel->sums + sizeof *channel->columns)
          + columns * rows * sizeof *channel->means,
      1, &missing);

  if (missing)
    return FALSE;
  channel->sums = (guint64 *) at;
  channel->row = (guint16 *) (channel->sums + columns);
  channel->before = channel->row + rect.width;
  channel->after = channel->before + rect.width;
  channel->columns = channel->after + rect.width;
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
