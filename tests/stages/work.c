/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Stages one at a time, and whole detections.
 */
#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

guint32
test_seed (void)
{
  static guint32 seed;
  static gboolean known;
  const gchar *text = g_getenv ("VF_TEST_SEED");

  if (!known) {
    seed = text ? (guint32) g_ascii_strtoull (text, NULL, 0) : g_random_int ();
    known = TRUE;
  }
  return seed;
}

void
test_print_seed (void)
{
  g_test_message (
      "seed %u: VF_TEST_SEED=%u runs this again", test_seed (), test_seed ());
}

GRand *
test_rand_new (void)
{
  return g_rand_new_with_seed (test_seed ());
}

static gpointer
junk_new (gsize count, gsize item)
{
  return memset (g_malloc (count * item), 0xa5, count * item);
}

static void
set_taps (HarrisWork *w)
{
  gdouble two_variances = 2 * w->params.sigma * w->params.sigma, sum = 1;

  for (guint i = 1; i <= w->radius; i++)
    sum += 2 * exp (-(gdouble) (i * i) / two_variances);
  for (guint i = 0; i <= w->radius; i++)
    w->taps[i] = (gfloat) (exp (-(gdouble) (i * i) / two_variances) / sum);
}

static void
reserve_rows (HarrisWork *w)
{
  gsize width = w->image.width, extended = width + 2 * w->radius;
  gsize reach = w->gradient.reach;
  gboolean box = w->params.window_type == HARRIS_WINDOW_BOX;
  gsize sums = 3 * w->params.filter_length * width;

  w->samples = junk_new (
      (2 * reach + 1) * w->channels * (extended + 2 * reach), sizeof (gint32));
  w->gradients = junk_new (2 * w->channels * extended, sizeof (gint32));
  w->tensor = junk_new (3 * extended, sizeof (gint64));
  w->rounded = box ? NULL : junk_new (3 * extended, sizeof (gfloat));
  w->sums = box ? NULL : junk_new (sums, sizeof (gfloat));
  w->box_sums = box ? junk_new (sums, sizeof (gint64)) : NULL;
  w->windowed = junk_new (3 * width, sizeof (gfloat));
}

static void
reserve (HarrisWork *w)
{
  gsize n_blocks = (gsize) w->blocks_x * w->blocks_y;
  gsize n_cells = harris_work_n_cells (w);
  gsize n_buckets = harris_work_n_buckets (w);

  reserve_rows (w);
  w->response = junk_new (w->image.width * w->image.height, sizeof (gfloat));
  w->histogram = junk_new (w->params.bins, sizeof (guint32));
  w->maxima = junk_new (n_blocks, sizeof (HarrisKey));
  w->keys = junk_new (n_blocks, sizeof (HarrisKey));
  w->corners = junk_new (n_blocks, sizeof (HarrisCorner));
  w->cells = n_cells ? junk_new (n_cells, sizeof (guint32)) : NULL;
  w->buckets_first = n_buckets ? junk_new (n_buckets, sizeof (guint32)) : NULL;
  w->buckets_next = n_buckets ? junk_new (n_blocks, sizeof (guint32)) : NULL;
  w->state = junk_new (1, sizeof (HarrisState));
  w->error = NULL;
  w->backend = NULL;
}

static gboolean
is_inside (const VfRegion *region, guint x, guint y)
{
  for (guint i = 0; i < region->n_rects; i++) {
    VfRect r = region->rects[i];

    if (x >= r.x && x - r.x < r.width && y >= r.y && y - r.y < r.height)
      return !region->inverted;
  }
  return region->inverted;
}

static gboolean
is_masked (const VfMask *mask, const VfImage *image, guint x, guint y)
{
  guint column, row;

  if (!mask)
    return FALSE;
  column = x * mask->width / image->width;
  row = y * mask->height / image->height;
  return mask->inside[(gsize) row * mask->width + column] == 0;
}

/* A detector has tight bounds, and no bytes where one rectangle does; here are
 * always both, pixel by pixel. */
static VfArea
area_of (const VfRegion *region, const VfImage *image)
{
  VfArea area = { .bounds = { 0, 0, image->width, image->height } };
  guint8 *inside;

  if (!region)
    return area;
  if (region->n_rects == 0 && !region->inverted)
    return (VfArea){ 0 };
  if (region->n_rects == 1 && !region->mask && !region->inverted) {
    area.bounds = vf_rect_clip (region->rects[0], image->width, image->height);
    return area;
  }
  inside = g_malloc ((gsize) image->width * image->height);
  for (guint y = 0; y < image->height; y++)
    for (guint x = 0; x < image->width; x++)
      inside[(gsize) y * image->width + x] =
          is_inside (region, x, y) && !is_masked (region->mask, image, x, y);
  area.inside = inside;
  return area;
}

HarrisWork *
work_new (const HarrisStages *stages, const HarrisParams *params,
    const VfImage *image, const VfRegion *region)
{
  HarrisWork *w = junk_new (1, sizeof *w);
  guint side = params->suppression_radius;
  guint bucket = MAX ((guint) ceil (params->min_distance), side);

  w->stages = stages;
  w->params = *params;
  w->image = *image;
  w->region = area_of (region, image);
  w->channels = params->channels == HARRIS_CHANNELS_GRAY ? 1 : image->channels;
  w->gradient = harris_gradient_taps[params->gradient];
  w->buckets.side = bucket;
  w->buckets.columns = (image->width - 1) / bucket + 1;
  w->buckets.rows = (image->height - 1) / bucket + 1;
  w->radius = params->filter_length / 2;
  w->blocks_x = (image->width - 1) / side + 1;
  w->blocks_y = (image->height - 1) / side + 1;
  set_taps (w);
  reserve (w);
  return w;
}

void
work_free (HarrisWork *w)
{
  g_free (w->samples);
  g_free (w->gradients);
  g_free (w->tensor);
  g_free (w->rounded);
  g_free (w->box_sums);
  g_free (w->cells);
  g_free (w->buckets_first);
  g_free (w->buckets_next);
  g_free (w->sums);
  g_free (w->windowed);
  g_free (w->response);
  g_free (w->histogram);
  g_free (w->maxima);
  g_free (w->keys);
  g_free (w->corners);
  g_free (w->state);
  g_free ((gpointer) w->region.inside);
  g_free (w);
}

void
work_run (HarrisWork *w, HarrisStage first, HarrisStage last)
{
  for (guint i = first; i <= last; i++) {
    w->stages->frame[i](w);
    g_assert_no_error (w->error);
  }
}

HarrisWork *
work_new_response (const HarrisStages *stages, const HarrisParams *params,
    guint width, guint height, const gfloat *response)
{
  VfImage image = { .width = width, .height = height, .channels = 1 };
  HarrisWork *w = work_new (stages, params, &image, NULL);

  memcpy (w->response, response, (gsize) width * height * sizeof *response);
  return w;
}

HarrisParams
params_all (void)
{
  HarrisParams params;

  harris_params_init (&params);
  params.max_corners = 0;
  return params;
}

HarrisDetector *
detector_new (void)
{
  HarrisDetector *detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);

  harris_want_planes (detector, TRUE);
  return detector;
}

GArray *
corners_copy (const HarrisResult *result)
{
  GArray *corners = g_array_new (FALSE, FALSE, sizeof (HarrisCorner));

  if (result->n_corners > 0)
    g_array_append_vals (corners, result->corners, result->n_corners);
  return corners;
}

GArray *
corners_of (
    const HarrisParams *params, const VfImage *image, const VfRegion *region)
{
  HarrisDetector *detector = detector_new ();
  GError *error = NULL;
  const HarrisResult *result =
      harris_detect (detector, params, image, region, &error);
  GArray *corners;

  g_assert_no_error (error);
  g_assert_nonnull (result);
  corners = corners_copy (result);
  harris_free (detector);
  return corners;
}

static gint
compare_places (gconstpointer a, gconstpointer b)
{
  const HarrisCorner *p = a, *q = b;

  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return p->x < q->x ? -1 : p->x > q->x;
}

void
corners_sort_by_place (GArray *corners)
{
  g_array_sort (corners, compare_places);
}

void
assert_same_corners (const GArray *actual, const GArray *expected)
{
  g_assert_cmpuint (actual->len, ==, expected->len);
  g_assert_cmpmem (actual->data, actual->len * sizeof (HarrisCorner),
      expected->data, expected->len * sizeof (HarrisCorner));
}
