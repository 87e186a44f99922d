/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The windows of whole pictures beside a plain search: whole layers, their sums
 * in order, window by window.
 */
#include "cascades.h"
#include "haar-fixture.h"
#include "haar-layers.h"
#include "haar-window.h"

typedef struct {
  const VfImage *image;
  const HaarParams *params;
  HaarReady ready;
  HaarLayout layout;
  GArray *objects; /* found: HaarObject, of which rect and score are set */
} Search;

static guint8 *
pixels_of (const Search *s, const HaarLayer *layer)
{
  const HaarStages *stages = haar_stages_scalar ();
  guint width = layer->width, height = layer->height;
  HaarTap *columns = g_new (HaarTap, width), *rows = g_new (HaarTap, height);
  guint16 *above = g_new (guint16, width), *below = g_new (guint16, width);
  guint8 *pixels = g_malloc ((gsize) width * height);

  haar_layers_set_taps (columns, width, s->image->width);
  haar_layers_set_taps (rows, height, s->image->height);
  for (guint y = 0; y < height; y++) {
    const guint8 *from =
        s->image->data[0] + (gssize) rows[y].first * s->image->stride[0];

    stages->shrink_row (from, columns, width, above);
    stages->shrink_row (from + s->image->stride[0], columns, width, below);
    stages->shrink_column (
        above, below, rows[y].weight, width, pixels + (gsize) y * width);
  }
  g_free (columns);
  g_free (rows);
  g_free (above);
  g_free (below);
  return pixels;
}

static HaarSums
sums_of (const Search *s, const HaarLayer *layer, const guint8 *pixels)
{
  const HaarStages *stages = haar_stages_scalar ();
  const HaarLayout *l = &s->layout;
  HaarSums sums = { g_new0 (guint32, (layer->height + 1) * l->pitch),
    g_new0 (guint32, (layer->height + 1) * l->stride), *l };

  for (guint y = 0; y < layer->height; y++) {
    const guint8 *row = pixels + (gsize) y * layer->width;
    guint32 *above = sums.sums + y * l->pitch, *tilted = above + l->stride;
    guint32 *squares = sums.squares + y * l->stride;

    stages->sums (row, layer->width, 0, above, above + l->pitch);
    stages->squares (row, layer->width, 0, squares, squares + l->stride);
    if (l->pitch > l->stride)
      stages->tilted (row, y > 0 ? row - layer->width : NULL, layer->width, 0,
          tilted, y > 0 ? tilted - l->pitch : tilted, tilted + l->pitch);
  }
  return sums;
}

/* How many stages a window passes; -1: it is flat. */
static gint
stages_of (const HaarNodes *nodes, const guint32 *sums, const guint32 *squares,
    gdouble *score)
{
  gfloat norm;

  if (!haar_window_norm (nodes, sums, squares, &norm))
    return -1;
  for (guint i = 0; i < nodes->n_stages; i++) {
    *score = haar_window_sum (nodes, &nodes->stages[i], sums, norm);
    if (*score < nodes->stages[i].bound)
      return (gint) i;
  }
  return (gint) nodes->n_stages;
}

static void
add_object (Search *s, const HaarLayer *layer, guint x, guint y, gdouble score)
{
  HaarRect r = haar_layers_rect (layer, x, y);
  HaarObject object = {
    .rect = vf_rect_clip (
        (VfRect){ (guint) r.x, (guint) r.y, (guint) r.width, (guint) r.height },
        s->image->width, s->image->height),
    .score = score
  };

  g_array_append_val (s->objects, object);
}

static void
search_layer (Search *s, const HaarLayer *layer)
{
  const HaarNodes *nodes = &s->ready.nodes[0];
  guint8 *pixels = pixels_of (s, layer);
  HaarSums sums = sums_of (s, layer, pixels);

  for (guint y = 0; y < layer->rows; y += layer->step)
    for (guint x = 0; x < layer->columns; x += layer->step) {
      gdouble score = 0;
      gint n = stages_of (nodes, sums.sums + y * s->layout.pitch + x,
          sums.squares + y * s->layout.stride + x, &score);

      if (n == (gint) nodes->n_stages)
        add_object (s, layer, x, y, score);
      if (n == 0 && s->params->opencv_skip)
        x += layer->step;
    }
  g_free (pixels);
  g_free (sums.sums);
  g_free (sums.squares);
}

/* Without confidences. */
static GArray *
search (Cascade *cascade, const VfImage *image, const HaarParams *params)
{
  gsize stride = image->width + 1;
  Search s = { .image = image,
    .params = params,
    .layout = haar_layout (stride, cascade_is_tilted (cascade), 1),
    .objects = g_array_new (FALSE, FALSE, sizeof (HaarObject)) };
  const VfRect whole = { 0, 0, image->width, image->height };
  guint n = haar_layers_of (cascade, params, whole, 0, NULL);
  HaarLayer *layers = g_new (HaarLayer, n);

  haar_layers_of (cascade, params, whole, 0, layers);
  g_assert_true (haar_ready (&s.ready, cascade, stride));
  for (guint i = 0; i < n; i++)
    search_layer (&s, &layers[i]);
  haar_ready_clear (&s.ready);
  g_free (layers);
  return s.objects;
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const HaarObject *x = a, *y = b;
  const guint kx[] = { x->rect.y, x->rect.x, x->rect.width, x->rect.height };
  const guint ky[] = { y->rect.y, y->rect.x, y->rect.width, y->rect.height };

  for (guint i = 0; i < G_N_ELEMENTS (kx); i++)
    if (kx[i] != ky[i])
      return kx[i] < ky[i] ? -1 : 1;
  return x->score < y->score ? -1 : x->score > y->score;
}

static void
assert_same (GArray *found, GArray *expected)
{
  g_array_sort (found, compare);
  g_array_sort (expected, compare);
  g_assert_cmpuint (found->len, ==, expected->len);
  for (guint i = 0; i < found->len; i++)
    g_assert_cmpint (compare (&g_array_index (found, HaarObject, i),
                         &g_array_index (expected, HaarObject, i)),
        ==, 0);
}

static void
windows (void)
{
  HaarDetector *detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  GRand *rand = test_rand_new ();
  guint n_found = 0;

  for (guint i = 0; i < 40; i++) {
    CascadeShape shape = random_shape (rand);
    Cascade *cascade = random_cascade_new (rand, &shape);
    Picture *picture = picture_photo (30 + g_rand_int (rand) % 170,
        30 + g_rand_int (rand) % 120, 1, g_rand_int (rand));
    GArray *found, *expected;
    HaarParams params;

    haar_params_init (&params);
    params.min_neighbors = 0;
    params.scale_factor = g_rand_double_range (rand, 1.05, 1.5);
    params.opencv_skip = i % 2;
    found = haar_objects_of (detector, cascade, &params, &picture->image, NULL);
    expected = search (cascade, &picture->image, &params);
    assert_same (found, expected);
    n_found += found->len;
    g_array_unref (found);
    g_array_unref (expected);
    picture_free (picture);
    cascade_unref (cascade);
  }
  g_assert_cmpuint (n_found, >, 100);
  g_rand_free (rand);
  haar_free (detector);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/windows", windows);
  return g_test_run ();
}
