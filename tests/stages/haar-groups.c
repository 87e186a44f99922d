/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From windows to objects: the groups beside slow ones that follow the
 * definition's words.
 */
#include "cascades.h"
#include "haar-groups.h"
#include "testing.h"

#include <math.h>

static guint
any (GRand *rand, guint most)
{
  return 1 + (guint) g_rand_int_range (rand, 0, (gint32) most);
}

#define N_WINDOWS 60

/* Windows of two regions, some near each other, in the order of windows. */
typedef struct {
  HaarLayer layers[40];
  guint n_layers;
  HaarWindow windows[N_WINDOWS];
  guint n;
} Found;

static gint
compare_windows (gconstpointer a, gconstpointer b)
{
  const HaarWindow *x = a, *y = b;

  if (x->layer != y->layer)
    return x->layer < y->layer ? -1 : 1;
  if (x->y != y->y)
    return x->y < y->y ? -1 : 1;
  return x->x < y->x ? -1 : x->x > y->x;
}

static void
add_layers (Found *found, const Cascade *cascade, const HaarParams *params,
    VfRect area, guint region)
{
  g_assert_cmpuint (
      found->n_layers + haar_layers_of (cascade, params, area, region, NULL),
      <=, G_N_ELEMENTS (found->layers));
  found->n_layers += haar_layers_of (
      cascade, params, area, region, found->layers + found->n_layers);
}

static void
random_windows (GRand *rand, const HaarParams *params, Found *found)
{
  const CascadeShape shape = { 7, 9, 1, 1, 1, FALSE, FALSE };
  Cascade *cascade = random_cascade_new (rand, &shape);

  found->n_layers = found->n = 0;
  add_layers (found, cascade, params, (VfRect){ 3, 2, 35, 40 }, 0);
  add_layers (found, cascade, params, (VfRect){ 20, 10, 28, 31 }, 2);
  while (found->n < N_WINDOWS) {
    guint i = g_rand_int (rand) % found->n_layers;
    const HaarLayer *layer = &found->layers[i];
    HaarWindow window = { i, (guint16) (any (rand, layer->columns) - 1),
      (guint16) (any (rand, layer->rows) - 1), g_rand_int (rand) % 9 - 3.0 };
    gboolean there = FALSE;

    for (guint j = 0; j < found->n; j++)
      there |= compare_windows (&window, &found->windows[j]) == 0;
    if (!there)
      found->windows[found->n++] = window;
  }
  qsort (found->windows, found->n, sizeof (HaarWindow), compare_windows);
  cascade_unref (cascade);
}

static gboolean
is_alike (const Found *found, guint i, guint j)
{
  const HaarWindow *a = &found->windows[i], *b = &found->windows[j];
  const HaarLayer *la = &found->layers[a->layer],
                  *lb = &found->layers[b->layer];
  HaarRect p = haar_layers_rect (la, a->x, a->y);
  HaarRect q = haar_layers_rect (lb, b->x, b->y);
  gdouble d = 0.2 * (MIN (p.width, q.width) + MIN (p.height, q.height)) / 2;

  return la->region == lb->region && abs (p.x - q.x) <= d
         && abs (p.y - q.y) <= d && abs (p.x + p.width - q.x - q.width) <= d
         && abs (p.y + p.height - q.y - q.height) <= d;
}

/* alike[i][j]: they belong to one group. */
static void
close_over (const Found *found, gboolean alike[N_WINDOWS][N_WINDOWS])
{
  for (guint i = 0; i < found->n; i++)
    for (guint j = 0; j < found->n; j++)
      alike[i][j] = is_alike (found, i, j);
  for (guint k = 0; k < found->n; k++)
    for (guint i = 0; i < found->n; i++)
      for (guint j = 0; j < found->n; j++)
        alike[i][j] |= alike[i][k] && alike[k][j];
}

typedef struct {
  gint x, y, width, height;
  guint n, region;
  gdouble score;
  VfRect area;
} SlowGroup;

static SlowGroup
group_of (const Found *found, gboolean alike[N_WINDOWS][N_WINDOWS], guint i)
{
  const HaarLayer *layer = &found->layers[found->windows[i].layer];
  SlowGroup g = {
    .region = layer->region, .score = -G_MAXDOUBLE, .area = layer->area
  };
  gint sums[4] = { 0 };
  gfloat part;

  for (guint j = 0; j < found->n; j++) {
    const HaarWindow *w = &found->windows[j];
    HaarRect r = haar_layers_rect (&found->layers[w->layer], w->x, w->y);

    if (!alike[i][j])
      continue;
    g.n++;
    g.score = MAX (g.score, w->score);
    sums[0] += r.x;
    sums[1] += r.y;
    sums[2] += r.width;
    sums[3] += r.height;
  }
  part = 1.0f / (gfloat) g.n;
  g.x = (gint) rintf ((gfloat) sums[0] * part);
  g.y = (gint) rintf ((gfloat) sums[1] * part);
  g.width = (gint) rintf ((gfloat) sums[2] * part);
  g.height = (gint) rintf ((gfloat) sums[3] * part);
  return g;
}

static gboolean
is_within (const SlowGroup *a, const SlowGroup *b)
{
  gint dx = (gint) rint (0.2 * b->width), dy = (gint) rint (0.2 * b->height);

  return a->region == b->region && a->x >= b->x - dx && a->y >= b->y - dy
         && a->x + a->width <= b->x + b->width + dx
         && a->y + a->height <= b->y + b->height + dy
         && (b->n > MAX (3, a->n) || a->n < 3);
}

/* The list has this group, cut by its area. */
static void
assert_listed (const HaarGroups *groups, const SlowGroup *g)
{
  gint right = MIN (g->x + g->width, (gint) g->area.width);
  gint bottom = MIN (g->y + g->height, (gint) g->area.height);
  guint n = 0;

  for (guint i = 0; i < groups->n_objects; i++) {
    const HaarObject *o = &groups->objects[i];

    n += o->region == g->region && o->neighbors == g->n && o->score == g->score
         && o->rect.x == (guint) g->x + g->area.x
         && o->rect.y == (guint) g->y + g->area.y
         && o->rect.width == (guint) (right - g->x)
         && o->rect.height == (guint) (bottom - g->y);
  }
  g_assert_cmpuint (n, >=, 1);
}

static void
check_groups (const Found *found, const HaarGroups *groups, guint min_neighbors)
{
  static gboolean alike[N_WINDOWS][N_WINDOWS];
  SlowGroup all[N_WINDOWS];
  guint n = 0, kept = 0;

  close_over (found, alike);
  for (guint i = 0; i < found->n; i++) {
    gboolean first = TRUE;

    for (guint j = 0; j < i; j++)
      first &= !alike[i][j];
    if (first)
      all[n++] = group_of (found, alike, i);
  }
  for (guint i = 0; i < n; i++) {
    gboolean keep = all[i].n > min_neighbors;

    for (guint j = 0; j < n; j++)
      if (j != i && all[j].n > min_neighbors && is_within (&all[i], &all[j]))
        keep = FALSE;
    if (keep)
      assert_listed (groups, &all[i]);
    kept += keep;
  }
  g_assert_cmpuint (groups->n_objects, ==, kept);
}

static void
groups (void)
{
  GRand *rand = test_rand_new ();
  HaarGroups g = { .threshold = -1 };
  guint n_objects = 0;

  for (guint i = 0; i < 300; i++) {
    HaarParams params;
    Found found;

    haar_params_init (&params);
    params.scale_factor = i % 3 ? 1.1 : 1.3;
    params.min_neighbors = any (rand, 4);
    random_windows (rand, &params, &found);
    g.layers = found.layers;
    g.n_layers = found.n_layers;
    g.windows = found.windows;
    g.n_windows = found.n;
    g_assert_true (haar_groups_find (&g, &params));
    check_groups (&found, &g, params.min_neighbors);
    n_objects += g.n_objects;
  }
  g_assert_cmpuint (n_objects, >, 300);
  haar_groups_clear (&g);
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/groups", groups);
  return g_test_run ();
}
