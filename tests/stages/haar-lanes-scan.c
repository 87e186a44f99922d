/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade at rows of windows.
 */
#include "cascade-data.h"
#include "cascades.h"
#include "haar-lanes.h"
#include "haar-pack.h"

#include <math.h>

typedef struct {
  const HaarStages *stages; /* of the level that is tested */
  GRand *rand;
  Picture *picture;
  Cascade *cascade;
  HaarReady ready;
  HaarSums sums;
  guint step, n; /* between windows, and of a row */
  HaarHits hits[2];
} Scan;

static HaarHits
hits_new (guint n)
{
  guint units = n / HAAR_HITS_UNIT + 1;

  return (HaarHits){ .at = g_new (guint16, units * HAAR_HITS_UNIT),
    .scores = g_new (gdouble, units * HAAR_HITS_UNIT),
    .norms = g_new (gfloat, (units + 1) * HAAR_HITS_UNIT),
    .alive = g_new (guint64, units + 1),
    .groups = g_new (guint16, units * HAAR_HITS_UNIT) };
}

static void
hits_clear (HaarHits *hits)
{
  g_free (hits->at);
  g_free (hits->scores);
  g_free (hits->norms);
  g_free (hits->alive);
  g_free (hits->groups);
}

static void
make_sums (Scan *s)
{
  const HaarLayout *l = &s->sums.layout;
  const HaarStages *scalar = haar_stages_scalar ();
  guint width = s->picture->image.width, height = s->picture->image.height;

  s->sums.sums = g_new0 (guint32, (height + 1) * l->pitch + HAAR_HITS_UNIT);
  s->sums.squares = g_new0 (guint32, (height + 1) * l->stride + HAAR_HITS_UNIT);
  for (guint y = 0; y < height; y++) {
    const guint8 *pixels = picture_at (s->picture, 0, 0, y);
    guint32 *sums = s->sums.sums + y * l->pitch, *tilted = sums + l->stride;
    guint32 *squares = s->sums.squares + y * l->stride;

    scalar->sums (pixels, width, l->odd, sums, sums + l->pitch);
    scalar->squares (pixels, width, l->odd, squares, squares + l->stride);
    if (l->pitch > l->stride)
      scalar->tilted (pixels, y > 0 ? pixels - width : NULL, width, l->odd,
          tilted, y > 0 ? tilted - l->pitch : tilted, tilted + l->pitch);
  }
}

/* Takes the cascade and the picture. data: a HaarLevel. */
static Scan
scan_new (gconstpointer data, GRand *rand, Cascade *cascade, Picture *picture,
    guint step)
{
  Scan s = { ((const HaarLevel *) data)->stages, rand, picture, cascade,
    .step = step };
  gsize stride = picture->image.width + 1 + any (rand, 20);

  stride += stride % 2;
  g_assert_true (haar_ready (&s.ready, cascade, stride));
  s.sums.layout = haar_layout (stride, cascade_is_tilted (cascade), step);
  s.n = (picture->image.width - cascade_width (cascade)) / step + 1;
  s.hits[0] = hits_new (s.n);
  s.hits[1] = hits_new (s.n);
  make_sums (&s);
  return s;
}

static void
scan_clear (Scan *s)
{
  picture_free (s->picture);
  cascade_unref (s->cascade);
  haar_ready_clear (&s->ready);
  g_free (s->sums.sums);
  g_free (s->sums.squares);
  hits_clear (&s->hits[0]);
  hits_clear (&s->hits[1]);
}

/* Returns how many pass. */
static guint
check_row (Scan *s, const HaarNodes *nodes, guint y, gboolean skip)
{
  guint expected =
      haar_stages_scalar ()->scan (nodes, &s->sums, y, s->n, skip, &s->hits[0]);
  guint found = s->stages->scan (nodes, &s->sums, y, s->n, skip, &s->hits[1]);

  g_assert_cmpuint (found, ==, expected);
  g_assert_cmpmem (s->hits[1].at, found * sizeof *s->hits[1].at, s->hits[0].at,
      found * sizeof *s->hits[0].at);
  for (guint i = 0; i < found; i++)
    g_assert_cmpfloat (s->hits[1].scores[i], ==, s->hits[0].scores[i]);
  return found;
}

/* What passes the first stages only: so each stage is seen at many windows.
 * Returns how many pass. */
static guint
check_scan (Scan *s)
{
  HaarNodes nodes = s->ready.nodes[s->step - 1];
  guint n = nodes.n_stages, rows, found = 0;

  rows = s->picture->image.height - cascade_height (s->cascade) + 1;
  for (nodes.n_stages = 1; nodes.n_stages <= n; nodes.n_stages++)
    for (guint y = 0; y < rows; y += any (s->rand, 7))
      found += check_row (s, &nodes, y, nodes.n_stages % 2 ^ y % 2);
  return found;
}

/* Around what is too flat. */
static void
fill_low (Picture *picture, GRand *rand)
{
  for (guint y = 0; y < picture->image.height; y++)
    for (guint x = 0; x < picture->image.width; x++)
      *picture_at (picture, 0, x, y) = (guint8) (100 + any (rand, 35));
}

Picture *
haar_lanes_picture (GRand *rand, guint width, guint height)
{
  guint kind = any (rand, N_FILLS + 2) - 1;
  Picture *picture;

  if (kind == N_FILLS)
    return picture_photo (width, height, 1, g_rand_int (rand));
  picture = picture_new (width, height, 1);
  if (kind > N_FILLS)
    fill_low (picture, rand);
  else
    picture_fill (picture, kind, rand);
  return picture;
}

void
haar_lanes_random_cascades (gconstpointer data)
{
  GRand *rand = test_rand_new ();
  guint found = 0;

  for (guint i = 0; i < 400; i++) {
    CascadeShape shape = random_shape (rand);
    guint width = shape.width + any (rand, i % 4 ? 150 : 3) - 1;
    guint height = shape.height + any (rand, 12) - 1;
    Scan s = scan_new (data, rand, random_cascade_new (rand, &shape),
        haar_lanes_picture (rand, width, height), 1 + i % 2);

    found += check_scan (&s);
    scan_clear (&s);
  }
  g_assert_cmpuint (found, >, 1000);
  g_rand_free (rand);
}

/* The first stage with a bound at what a window has, as nearly as a float can
 * say it: its units do not decide. */
static void
check_bound (Scan *s, gfloat bound)
{
  HaarNodes nodes = s->ready.nodes[0];
  HaarNodeStage stage = nodes.stages[0];
  HaarPacked *packed = g_new (HaarPacked, stage.n_trees * CASCADE_MAX_TREE);

  stage.bound = bound;
  haar_pack (packed, &stage, 1, nodes.nodes);
  nodes.packed = packed;
  nodes.stages = &stage;
  nodes.n_stages = 1;
  check_row (s, &nodes, 0, FALSE);
  check_row (s, &nodes, 0, TRUE);
  g_free (packed);
}

/* The sums of all windows that are not flat. */
static GArray *
sums_of (Scan *s)
{
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (gdouble));
  HaarNodes nodes = s->ready.nodes[0];
  HaarNodeStage stage = nodes.stages[0];
  guint n;

  stage.bound = -G_MAXFLOAT;
  nodes.stages = &stage;
  nodes.n_stages = 1;
  n = haar_stages_scalar ()->scan (
      &nodes, &s->sums, 0, s->n, FALSE, &s->hits[0]);
  return g_array_append_vals (sums, s->hits[0].scores, n);
}

void
haar_lanes_narrow_bounds (gconstpointer data)
{
  GRand *rand = test_rand_new ();
  guint n_bounds = 0;

  for (guint i = 0; i < 200; i++) {
    CascadeShape shape = random_shape (rand);
    Scan s = scan_new (data, rand, random_cascade_new (rand, &shape),
        picture_photo (shape.width + 60, shape.height, 1, i), 1);
    GArray *sums = sums_of (&s);

    for (guint j = 0; j < sums->len; j += any (rand, 9)) {
      gfloat bound = (gfloat) g_array_index (sums, gdouble, j);

      check_bound (&s, bound);
      check_bound (&s, nextafterf (bound, G_MAXFLOAT));
      n_bounds++;
    }
    g_array_unref (sums);
    scan_clear (&s);
  }
  g_assert_cmpuint (n_bounds, >, 100);
  g_rand_free (rand);
}

GPtrArray *
haar_lanes_cascades (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  gchar **folders = g_strsplit (CASCADE_DIR, ":", -1);

  for (gchar **folder = folders; *folder; folder++) {
    GDir *dir = g_dir_open (*folder, 0, NULL);
    const gchar *name;

    while (dir && (name = g_dir_read_name (dir)))
      if (g_str_has_suffix (name, ".xml"))
        g_ptr_array_add (paths, g_build_filename (*folder, name, NULL));
    if (dir)
      g_dir_close (dir);
  }
  g_strfreev (folders);
  if (paths->len == 0) {
    g_test_skip ("no cascades in " CASCADE_DIR);
    g_clear_pointer (&paths, g_ptr_array_unref);
  }
  return paths;
}

void
haar_lanes_real_cascades (gconstpointer data)
{
  GRand *rand = test_rand_new ();
  GPtrArray *paths = haar_lanes_cascades ();
  guint found = 0;

  for (guint i = 0; paths && i < 4 * paths->len; i++) {
    Cascade *cascade = cascade_load (g_ptr_array_index (paths, i / 4), NULL);
    guint width = cascade_width (cascade) + any (rand, 150) - 1;
    guint height = cascade_height (cascade) + any (rand, 12) - 1;
    Scan s = scan_new (data, rand, cascade,
        haar_lanes_picture (rand, width, height), 1 + i % 2);

    found += check_scan (&s);
    scan_clear (&s);
  }
  if (paths) {
    g_assert_cmpuint (found, >, 1000);
    g_ptr_array_unref (paths);
  }
  g_rand_free (rand);
}
