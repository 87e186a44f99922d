/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The stages of the Haar detector beside slow ones that follow the definition's
 * words.
 */
#include "cascades.h"
#include "haar-groups.h"
#include "testing.h"

#include <math.h>
#include <string.h>

static const HaarStages *stages;

static guint
any (GRand *rand, guint most)
{
  return 1 + (guint) g_rand_int_range (rand, 0, (gint32) most);
}

/* All samples the 8 highest bits, whatever lies around them. */
static void
grey (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 200; i++) {
    Picture *picture = picture_new (any (rand, 40), 3, i % 2 ? 3 : 1);
    const VfImage *bytes = &picture->image;
    guint8 *row = g_malloc (bytes->width);
    guint n = any (rand, bytes->width), x = bytes->width - n;
    Guarded memory[3] = { 0 };
    WordLayout layout;
    VfImage image;

    picture_fill (picture, FILL_RANDOM, rand);
    random_words (rand, bytes->channels, &layout);
    image = words_image (bytes, &layout, GUARD_AFTER, rand, memory);
    stages->grey (&image, x, 1, n, row);
    for (guint j = 0; j < n; j++)
      g_assert_cmpuint (row[j], ==, vf_image_luma (bytes, x + j, 1));
    for (guint c = 0; c < 3; c++)
      guarded_clear (&memory[c]);
    g_free (row);
    picture_free (picture);
  }
  g_rand_free (rand);
}

/* -- Sums -- */

typedef struct {
  Picture *picture;
  guint width, height;
  guint32 *sums, *squares, *tilted; /* height + 1 rows of width + 1 */
} Strip;

static Strip
strip_new (GRand *rand)
{
  Strip s = { .width = any (rand, 30), .height = any (rand, 30) };
  gsize stride = s.width + 1, n = stride * (s.height + 1);

  s.picture = picture_new (s.width, s.height, 1);
  picture_fill (s.picture, g_rand_int (rand) % N_FILLS, rand);
  s.sums = g_new0 (guint32, n);
  s.squares = g_new0 (guint32, n);
  s.tilted = g_new0 (guint32, n);
  for (guint y = 0; y < s.height; y++) {
    const guint8 *pixels = picture_at (s.picture, 0, 0, y);
    guint32 *above = s.tilted + y * stride;

    stages->sums (
        pixels, s.width, s.sums + y * stride, s.sums + (y + 1) * stride);
    stages->squares (
        pixels, s.width, s.squares + y * stride, s.squares + (y + 1) * stride);
    stages->tilted (pixels, y > 0 ? pixels - s.width : NULL, s.width, above,
        y > 0 ? above - stride : above, above + stride);
  }
  return s;
}

static void
strip_clear (Strip *s)
{
  picture_free (s->picture);
  g_free (s->sums);
  g_free (s->squares);
  g_free (s->tilted);
}

/* Of the pixels for which `is_in` says so. */
typedef gboolean (*IsIn) (gint x, gint y, const gint *rect);

static guint32
slow_sum (const Strip *s, IsIn is_in, const gint *rect, gboolean squared)
{
  guint32 sum = 0;

  for (guint y = 0; y < s->height; y++)
    for (guint x = 0; x < s->width; x++) {
      guint32 value = *picture_at (s->picture, 0, x, y);

      if (is_in ((gint) x, (gint) y, rect))
        sum += squared ? value * value : value;
    }
  return sum;
}

static gboolean
is_above_left (gint x, gint y, const gint *at)
{
  return x < at[0] && y < at[1];
}

static gboolean
is_in_triangle (gint x, gint y, const gint *at)
{
  return y < at[1] && ABS (x - at[0] + 1) <= at[1] - y - 1;
}

static void
sums (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 30; i++) {
    Strip s = strip_new (rand);

    for (guint y = 0; y <= s.height; y++)
      for (guint x = 0; x <= s.width; x++) {
        const gint at[] = { (gint) x, (gint) y };
        gsize place = y * (s.width + 1) + x;

        g_assert_cmpuint (
            s.sums[place], ==, slow_sum (&s, is_above_left, at, FALSE));
        g_assert_cmpuint (
            s.squares[place], ==, slow_sum (&s, is_above_left, at, TRUE));
        g_assert_cmpuint (
            s.tilted[place], ==, slow_sum (&s, is_in_triangle, at, FALSE));
      }
    strip_clear (&s);
  }
  g_rand_free (rand);
}

/* Above all sums that overflow: the next row goes on modulo 2^32. */
static void
overflow (void)
{
  const guint8 pixels[] = { 200, 100 };
  const guint32 above[] = { 0, G_MAXUINT32, G_MAXUINT32 - 5 };
  guint32 row[3];

  stages->sums (pixels, 2, above, row);
  g_assert_cmpuint (row[1], ==, 199);
  g_assert_cmpuint (row[2], ==, 294);
  stages->squares (pixels, 2, above, row);
  g_assert_cmpuint (row[2], ==, 49994);
}

/* -- The pyramid -- */

/* Pixel i of `length` in double: which two it lies between, and 256ths. */
static void
slow_place (guint i, guint length, guint source, guint *first, guint *weight)
{
  gdouble scale = (gdouble) length / source;
  gdouble place = (i + 0.5) * (1 / scale) - 0.5;

  *first = 0;
  *weight = 0;
  if (place < 0)
    return;
  *first = (guint) place;
  if (*first >= source - 1)
    *first = source - 1;
  else
    *weight = (guint) rint (256 * (place - *first));
}

static gdouble
slow_pixel (const Picture *picture, guint x, guint y, guint width, guint height)
{
  const VfImage *image = &picture->image;
  guint kx, cx, ky, cy, right, below;
  gdouble top, bottom;

  slow_place (x, width, image->width, &kx, &cx);
  slow_place (y, height, image->height, &ky, &cy);
  right = MIN (kx + 1, image->width - 1);
  below = MIN (ky + 1, image->height - 1);
  top = *picture_at (picture, 0, kx, ky) * (256.0 - cx)
        + *picture_at (picture, 0, right, ky) * (gdouble) cx;
  bottom = *picture_at (picture, 0, kx, below) * (256.0 - cx)
           + *picture_at (picture, 0, right, below) * (gdouble) cx;
  return (top * (256.0 - cy) + bottom * cy) / 65536;
}

static void
check_layer (const Picture *picture, guint width, guint height)
{
  const VfImage *image = &picture->image;
  HaarTap *columns = g_new (HaarTap, width), *rows = g_new (HaarTap, height);
  guint16 *above = g_new (guint16, width), *below = g_new (guint16, width);
  guint8 *pixels = g_new (guint8, width);

  haar_layers_set_taps (columns, width, image->width);
  haar_layers_set_taps (rows, height, image->height);
  for (guint y = 0; y < height; y++) {
    g_assert_cmpuint (rows[y].first + 1, <, image->height);
    stages->shrink_row (
        picture_at (picture, 0, 0, rows[y].first), columns, width, above);
    stages->shrink_row (
        picture_at (picture, 0, 0, rows[y].first + 1), columns, width, below);
    stages->shrink_column (above, below, rows[y].weight, width, pixels);
    for (guint x = 0; x < width; x++)
      g_assert_cmpfloat (pixels[x], ==,
          floor (slow_pixel (picture, x, y, width, height) + 0.5));
  }
  g_free (columns);
  g_free (rows);
  g_free (above);
  g_free (below);
  g_free (pixels);
}

static void
pyramid (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 200; i++) {
    Picture *picture = picture_new (2 + any (rand, 60), 2 + any (rand, 60), 1);

    picture_fill (picture, g_rand_int (rand) % N_FILLS, rand);
    check_layer (picture, any (rand, picture->image.width),
        any (rand, picture->image.height));
    picture_free (picture);
  }
  g_rand_free (rand);
}

/* Where it matters that two quotients are rounded, not one. */
static void
roundings (void)
{
  static const struct {
    guint length, source, i, first, weight;
  } cases[] = { { 256, 391, 0, 0, 67 }, { 256, 393, 1, 1, 205 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    HaarTap taps[256];

    haar_layers_set_taps (taps, cases[i].length, cases[i].source);
    g_assert_cmpuint (taps[cases[i].i].first, ==, cases[i].first);
    g_assert_cmpuint (taps[cases[i].i].weight, ==, cases[i].weight);
  }
}

/* -- Groups -- */

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
  gchar *text = random_cascade (rand, &shape);
  Cascade *cascade = cascade_parse (text, strlen (text), "random", NULL);

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
  g_free (text);
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
  stages = haar_stages_scalar ();
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/grey", grey);
  g_test_add_func ("/sums", sums);
  g_test_add_func ("/sums/overflow", overflow);
  g_test_add_func ("/pyramid", pyramid);
  g_test_add_func ("/pyramid/roundings", roundings);
  g_test_add_func ("/groups", groups);
  return g_test_run ();
}
