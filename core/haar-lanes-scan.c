/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade at the windows of a row, for one CPU level.
 *
 * The first stage takes all windows. Later ones take groups of as many windows
 * as there are lanes, each group from a window that is still alive on: a group
 * may begin anywhere, as what its windows read lies in a row. Stage by stage
 * groups become fewer. A group costs what one window costs, so windows that
 * are alive alone lose nothing.
 *
 * The sums of a stage are whole numbers of its units; where these do not
 * decide, haar_window_sum() does.
 */
#include "haar-lanes.h"

#include "cascade-data.h"
#include "haar-window.h"

/* Vectors of windows for which a node is read once: of all windows, and groups. */
#define DENSE  2
#define SPARSE 4

#define N_VECTORS MAX (DENSE, SPARSE)

#define ALL_LANES ((guint) ((G_GUINT64_CONSTANT (1) << VF_LANES) - 1))

G_STATIC_ASSERT (HAAR_HITS_UNIT % (DENSE * VF_LANES) == 0);

typedef struct {
  const HaarNodes *nodes;
  const guint32 *sums, *squares; /* of the row's first window */
  HaarHits *hits;
  guint n_words; /* of hits->alive */
} Row;

/* Some vectors of windows. */
typedef struct {
  const guint32 *sums[N_VECTORS]; /* of the first lane */
  Vec norms[N_VECTORS];
  VecInt total[N_VECTORS]; /* of a stage */
} Block;

VEC_INLINE VecUint
load (const guint32 *sums, gssize offset)
{
  return *(const VecUintAnywhere *) (sums + offset);
}

/* -- Features -- */

VEC_INLINE VecUint
rect_of (const guint32 *sums, const gint32 *offset)
{
  return load (sums, offset[0]) - load (sums, offset[1])
         - load (sums, offset[2]) + load (sums, offset[3]);
}

VEC_INLINE VecUint
edge_of (const HaarPacked *p, const guint32 *sums)
{
  const gint32 *o = p->offset;

  return load (sums, o[0]) + load (sums, o[1]) - load (sums, o[2])
         - load (sums, o[3])
         + (load (sums, o[4]) - load (sums, o[5])) * (guint32) p->weight;
}

VEC_INLINE VecUint
pair_of (const HaarPacked *p, const guint32 *sums)
{
  return rect_of (sums, p->offset + 4) * (guint32) p->weight
         - rect_of (sums, p->offset);
}

VEC_INLINE VecUint
quad_of (const HaarPacked *p, const guint32 *sums)
{
  const gint32 *o = p->offset;
  VecUint corners = load (sums, o[0]) + load (sums, o[1]) + load (sums, o[2])
                    + load (sums, o[3]);
  VecUint sides = load (sums, o[4]) + load (sums, o[5]) + load (sums, o[6])
                  + load (sums, o[7]);
  VecUint middle = load (sums, o[8]);

  return (corners + 2 * (middle + middle - sides)) * (guint32) p->weight;
}

VEC_INLINE VecUint
any_of (const HaarNode *node, const guint32 *sums)
{
  VecUint value = { 0 };

  for (guint i = 0; i < node->n_rects; i++)
    value += rect_of (sums, node->offset[i]) * (guint32) node->weight[i];
  return value;
}

VEC_INLINE VecUint
feature_of (const HaarNodes *nodes, const HaarPacked *p, HaarShape shape,
    const guint32 *sums)
{
  switch (shape) {
    case HAAR_EDGE:
      return edge_of (p, sums);
    case HAAR_PAIR:
      return pair_of (p, sums);
    case HAAR_QUAD:
      return quad_of (p, sums);
    default:
      return any_of (nodes->nodes + p->offset[0], sums);
  }
}

/* Which windows go left. */
VEC_INLINE VecInt
goes_left (const HaarPacked *p, VecUint feature, Vec norm)
{
  return __builtin_convertvector((VecInt) feature, Vec) * norm
         < vec_set (p->threshold);
}

/* -- Stages -- */

VEC_INLINE const HaarPacked *
add_stumps (const HaarNodes *nodes, const HaarPacked *p, HaarShape shape,
    guint n, Block *b, guint n_vectors)
{
  for (const HaarPacked *end = p + n; p < end; p++)
#pragma GCC unroll 8
    for (guint v = 0; v < n_vectors; v++)
      b->total[v] +=
          goes_left (p, feature_of (nodes, p, shape, b->sums[v]), b->norms[v])
          & p->leaf[0];
  return p;
}

/* Which windows go left at a node. */
VEC_INLINE void
split (const HaarNodes *nodes, const HaarPacked *p, HaarShape shape,
    const Block *b, guint n_vectors, VecInt *left)
{
#pragma GCC unroll 8
  for (guint v = 0; v < n_vectors; v++)
    left[v] =
        goes_left (p, feature_of (nodes, p, shape, b->sums[v]), b->norms[v]);
}

/* The shape is asked for once for all vectors. */
VEC_INLINE void
split_by_shape (const HaarNodes *nodes, const HaarPacked *p, const Block *b,
    guint n_vectors, VecInt *left)
{
  switch (p->shape) {
    case HAAR_EDGE:
      split (nodes, p, HAAR_EDGE, b, n_vectors, left);
      break;
    case HAAR_PAIR:
      split (nodes, p, HAAR_PAIR, b, n_vectors, left);
      break;
    case HAAR_QUAD:
      split (nodes, p, HAAR_QUAD, b, n_vectors, left);
      break;
    default:
      split (nodes, p, HAAR_ANY, b, n_vectors, left);
  }
}

/* Those that do not end at the first node go on to the second one. */
VEC_INLINE void
add_chain (
    const HaarNodes *nodes, const HaarPacked *p, Block *b, guint n_vectors)
{
  VecInt first[N_VECTORS], second[N_VECTORS];

  split_by_shape (nodes, p, b, n_vectors, first);
  split_by_shape (nodes, p + 1, b, n_vectors, second);
#pragma GCC unroll 8
  for (guint v = 0; v < n_vectors; v++) {
    VecInt ends = first[v] ^ p[0].leaf[1];

    b->total[v] += (ends & p[0].leaf[0]) + (~ends & second[v] & p[1].leaf[0]);
  }
}

/* A window is on its way to a node, or not; it ends in one leaf. */
VEC_INLINE void
add_tree (
    const HaarNodes *nodes, const HaarPacked *p, Block *b, guint n_vectors)
{
  VecInt ways[CASCADE_MAX_TREE][N_VECTORS];

  for (guint i = 0; i < p->n_nodes; i++)
    for (guint v = 0; v < n_vectors; v++)
      ways[i][v] = (i > 0) - 1 - (VecInt){ 0 };
  for (guint i = 0; i < p->n_nodes; i++) {
    const HaarPacked *node = p + i;
    VecInt left[N_VECTORS];

    split_by_shape (nodes, node, b, n_vectors, left);
#pragma GCC unroll 2
    for (guint side = 0; side < 2; side++) {
      guint child = node->child[side];

#pragma GCC unroll 8
      for (guint v = 0; v < n_vectors; v++) {
        VecInt way = ways[i][v] & (side == 0 ? left[v] : ~left[v]);

        if (child > 0)
          ways[i + child][v] |= way;
        else
          b->total[v] += way & node->leaf[side];
      }
    }
  }
}

VEC_INLINE void
run_stage (const HaarNodes *nodes, const HaarNodeStage *stage, Block *b,
    guint n_vectors)
{
  const HaarPackedStage *packed = &stage->packed;
  const HaarPacked *p = nodes->packed + stage->first_node;

  for (guint v = 0; v < n_vectors; v++)
    b->total[v] = packed->base - (VecInt){ 0 };
  switch (packed->trees) {
    case HAAR_STUMPS:
      p = add_stumps (nodes, p, HAAR_EDGE, packed->n[HAAR_EDGE], b, n_vectors);
      p = add_stumps (nodes, p, HAAR_PAIR, packed->n[HAAR_PAIR], b, n_vectors);
      p = add_stumps (nodes, p, HAAR_QUAD, packed->n[HAAR_QUAD], b, n_vectors);
      add_stumps (nodes, p, HAAR_ANY, packed->n[HAAR_ANY], b, n_vectors);
      break;
    case HAAR_CHAINS:
      for (guint i = 0; i < stage->n_trees; i++, p += 2)
        add_chain (nodes, p, b, n_vectors);
      break;
    default:
      for (guint i = 0; i < stage->n_trees; i++, p += p->n_nodes)
        add_tree (nodes, p, b, n_vectors);
  }
}

/* Of the windows from `first` on whose bits are set, those that the stage
 * rejects. */
VEC_INLINE guint
rejected (const Row *row, const HaarNodeStage *stage, VecInt total, guint first,
    guint windows)
{
  guint fail = vec_mask (total < stage->packed.least) & windows;
  guint doubt = vec_mask (total < stage->packed.most) & windows & ~fail;

  for (; doubt; doubt &= doubt - 1) {
    guint lane = (guint) __builtin_ctz (doubt);

    if (haar_window_sum (row->nodes, stage, row->sums + first + lane,
            row->hits->norms[first + lane])
        < stage->bound)
      fail |= 1u << lane;
  }
  return fail;
}

/* -- All windows -- */

VEC_INLINE VecUint
corners_of (const guint32 *sums, const gsize corners[4])
{
  return load (sums, (gssize) corners[0]) - load (sums, (gssize) corners[1])
         - load (sums, (gssize) corners[2]) + load (sums, (gssize) corners[3]);
}

/* Squares may be above 2^31, sums are not. */
VEC_INLINE VecWide
variance_of (gdouble area, VecWide squares, VecWide sum)
{
  return area * (squares + 0x1p31) - sum * sum;
}

VEC_INLINE VecWide
norm_of (VecWide variance)
{
  return 1 / vec_wide_sqrt (variance);
}

VEC_INLINE gboolean
is_any (VecWide a, VecWide b, gdouble least)
{
  VecInt any = (VecInt) (a >= least) | (VecInt) (b >= least);

  return vec_mask (any) != 0;
}

/* As haar_window_norm(). Returns which windows are not flat. */
VEC_INLINE guint
find_norms (const Row *row, guint first, Vec *norms)
{
  gdouble area = row->nodes->norm_area;
  VecInt sum = (VecInt) corners_of (row->sums + first, row->nodes->norm_sum);
  VecInt square =
      (VecInt) corners_of (row->squares + first, row->nodes->norm_square)
      ^ G_MININT32;
  VecWide low = variance_of (area, vec_wide_low (square), vec_wide_low (sum));
  VecWide high =
      variance_of (area, vec_wide_high (square), vec_wide_high (sum));

  *norms = (Vec){ 0 };
  if (!is_any (low, high, 99 * area * area))
    return 0;
  *norms = vec_narrow (norm_of (low), norm_of (high));
  return vec_mask (*norms < vec_set (row->nodes->norm_limit));
}

/* The first stage at some vectors of windows: bits of those that pass, and of
 * those that it rejects; flat ones are in neither. */
VEC_INLINE guint64
start_block (const Row *row, guint first, guint64 *gone)
{
  const HaarNodeStage *stage = &row->nodes->stages[0];
  guint windows[DENSE], any = 0;
  guint64 passed = 0;
  Block b;

#pragma GCC unroll 8
  for (guint v = 0; v < DENSE; v++) {
    windows[v] = find_norms (row, first + v * VF_LANES, &b.norms[v]);
    *(VecAnywhere *) (row->hits->norms + first + v * VF_LANES) = b.norms[v];
    b.sums[v] = row->sums + first + v * VF_LANES;
    any |= windows[v];
  }
  *gone = 0;
  if (!any)
    return 0;
  run_stage (row->nodes, stage, &b, DENSE);
#pragma GCC unroll 8
  for (guint v = 0; v < DENSE; v++) {
    guint fail =
        rejected (row, stage, b.total[v], first + v * VF_LANES, windows[v]);

    *gone |= (guint64) fail << (v * VF_LANES);
    passed |= (guint64) (windows[v] & ~fail) << (v * VF_LANES);
  }
  return passed;
}

/* Bits of the windows that come after an odd number of rejected ones. A carry
 * runs along each run of these to the window after it; whether that is one of
 * odd number tells for the runs that begin at even ones, and the other way
 * round. odd: a run that began at an odd one goes on in the next word; one that
 * began at an even one may begin there again. */
static guint64
stepped_over (guint64 gone, guint64 *odd)
{
  const guint64 evens = G_GUINT64_CONSTANT (0x5555555555555555);
  guint64 starts = gone & ~(gone << 1 | *odd);
  guint64 even_ends = gone + (starts & evens);
  guint64 odd_ends = gone + ((starts & ~evens) | *odd);

  *odd = odd_ends < gone;
  return ((even_ends & ~evens) | (odd_ends & evens)) & ~gone;
}

static void
start (const Row *row, guint n, gboolean skip)
{
  guint64 odd = 0;

  for (guint word = 0; word < row->n_words; word++) {
    guint first = word * HAAR_HITS_UNIT;
    guint64 alive = 0, gone = 0;

    for (guint i = 0; i < HAAR_HITS_UNIT; i += DENSE * VF_LANES) {
      guint64 block;

      alive |= start_block (row, first + i, &block) << i;
      gone |= block << i;
    }
    if (skip)
      alive &= ~stepped_over (gone, &odd);
    if (n - first < HAAR_HITS_UNIT)
      alive &= (G_GUINT64_CONSTANT (1) << (n - first)) - 1;
    row->hits->alive[word] = alive;
  }
}

/* -- Groups -- */

/* Lists them; returns how many. */
static guint
list_groups (const Row *row)
{
  guint n = 0, end = 0; /* of the last group */

  for (guint word = 0; word < row->n_words; word++) {
    guint first = word * HAAR_HITS_UNIT;
    guint64 alive = row->hits->alive[word];

    if (end > first)
      alive &= ~G_GUINT64_CONSTANT (0) << (end - first);
    while (alive) {
      guint bit = (guint) __builtin_ctzll (alive);

      row->hits->groups[n++] = (guint16) (first + bit);
      end = first + bit + VF_LANES;
      alive = bit + VF_LANES < HAAR_HITS_UNIT
                  ? alive & ~G_GUINT64_CONSTANT (0) << (bit + VF_LANES)
                  : 0;
    }
  }
  return n;
}

VEC_INLINE guint
alive_in (const Row *row, guint first)
{
  const guint64 *word = row->hits->alive + first / HAAR_HITS_UNIT;
  guint bit = first % HAAR_HITS_UNIT;
  guint64 bits = word[0] >> bit;

  if (bit + VF_LANES > HAAR_HITS_UNIT)
    bits |= word[1] << (HAAR_HITS_UNIT - bit);
  return (guint) bits & ALL_LANES;
}

VEC_INLINE void
bury (const Row *row, guint first, guint64 windows)
{
  guint64 *word = row->hits->alive + first / HAAR_HITS_UNIT;
  guint bit = first % HAAR_HITS_UNIT;

  word[0] &= ~(windows << bit);
  if (bit + VF_LANES > HAAR_HITS_UNIT)
    word[1] &= ~(windows >> (HAAR_HITS_UNIT - bit));
}

VEC_INLINE void
run_groups (
    const Row *row, const HaarNodeStage *stage, const guint16 *groups, guint n)
{
  Block b;

#pragma GCC unroll 8
  for (guint v = 0; v < n; v++) {
    b.sums[v] = row->sums + groups[v];
    b.norms[v] = *(const VecAnywhere *) (row->hits->norms + groups[v]);
  }
  run_stage (row->nodes, stage, &b, n);
#pragma GCC unroll 8
  for (guint v = 0; v < n; v++)
    bury (row, groups[v],
        rejected (
            row, stage, b.total[v], groups[v], alive_in (row, groups[v])));
}

/* FALSE: no window is alive. */
static gboolean
go_on (const Row *row, const HaarNodeStage *stage)
{
  guint n = list_groups (row), i = 0;

  for (; i + SPARSE <= n; i += SPARSE)
    run_groups (row, stage, row->hits->groups + i, SPARSE);
  for (; i + 2 <= n; i += 2)
    run_groups (row, stage, row->hits->groups + i, 2);
  if (i < n)
    run_groups (row, stage, row->hits->groups + i, 1);
  return n > 0;
}

static guint
collect (const Row *row)
{
  const HaarNodes *nodes = row->nodes;
  const HaarHits *hits = row->hits;
  guint n = 0;

  for (guint word = 0; word < row->n_words; word++)
    for (guint64 alive = hits->alive[word]; alive; alive &= alive - 1) {
      guint i = word * HAAR_HITS_UNIT + (guint) __builtin_ctzll (alive);

      hits->at[n] = (guint16) i;
      hits->scores[n++] = haar_window_sum (nodes,
          &nodes->stages[nodes->n_stages - 1], row->sums + i, hits->norms[i]);
    }
  return n;
}

static guint
scan (const HaarNodes *nodes, const HaarSums *sums, guint y, guint n,
    gboolean skip, HaarHits *hits)
{
  const Row row = { nodes, sums->sums + y * sums->layout.pitch,
    sums->squares + y * sums->layout.stride, hits,
    (n + HAAR_HITS_UNIT - 1) / HAAR_HITS_UNIT };

  start (&row, n, skip);
  for (guint i = 1; i < nodes->n_stages; i++)
    if (!go_on (&row, &nodes->stages[i]))
      return 0;
  return collect (&row);
}

void
haar_lanes_fill_scan (HaarStages *stages)
{
  stages->scan = scan;
}
