/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-study.h"

#include "cascade-data.h"
#include "error.h"
#include "haar-compare.h"

#include <math.h>
#include <string.h>

/* -- stage-groups -- */

static void
stage_groups (void)
{
  static const gchar *const wrong[] = { "", "2:sequential", "*:both",
    "2:hybrid,*", "*:hybrid,2:hybrid", "0:hybrid,*:hybrid",
    "-1:hybrid,*:hybrid", "2 :hybrid,*:hybrid",
    "1:hybrid,1:hybrid,1:hybrid,1:hybrid,1:hybrid,"
    "1:hybrid,1:hybrid,1:hybrid,*:hybrid" };
  HaarThesis thesis = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    GError *error = NULL;

    g_assert_false (haar_stage_groups_parse (wrong[i], &thesis, &error));
    g_assert_error (error, VF_ERROR, VF_ERROR_PARAMETER);
    g_assert_cmpuint (thesis.n_groups, ==, 0);
    g_clear_error (&error);
  }
  g_assert_true (haar_stage_groups_parse (
      "2:sequential,6:parallel,*:hybrid", &thesis, NULL));
  g_assert_cmpuint (thesis.n_groups, ==, 3);
  g_assert_cmpuint (thesis.groups[1].n_stages, ==, 6);
  g_assert_cmpint (thesis.groups[1].way, ==, HAAR_WAY_PARALLEL);
  g_assert_cmpuint (thesis.groups[2].n_stages, ==, 0);
}

/* -- The pyramid of integral images, once more and slowly -- */

typedef struct {
  const Cascade *cascade;
  guint width, height;    /* of the picture */
  const guint64 *sums[2]; /* of its pixels, and of their squares */
  guint factor;
  guint x, y; /* of the window, in the picture */
} Window;

/* Those of all pixels above and to the left of each. */
static guint64 *
sums_of (const VfImage *image, gboolean squares)
{
  guint stride = image->width + 1;
  guint64 *sums = g_new0 (guint64, (gsize) stride * (image->height + 1));

  for (guint y = 0; y < image->height; y++)
    for (guint x = 0; x < image->width; x++) {
      guint64 pixel = vf_image_sample (image, 0, (gint) x, (gint) y);
      guint64 *at = sums + (gsize) (y + 1) * stride + x + 1;

      at[0] = (squares ? pixel * pixel : pixel) + at[-1] + at[-(gint) stride]
              - at[-(gint) stride - 1];
    }
  return sums;
}

/* Of rectangle (x, y, w, h) of the window: pixels, or their squares. */
static guint64
sum_of (const Window *at, guint x, guint y, guint w, guint h, gboolean squares)
{
  guint k = at->factor, stride = at->width + 1;
  const guint64 *top =
      at->sums[squares] + (gsize) (at->y + k * y) * stride + at->x + k * x;
  const guint64 *bottom = top + (gsize) k * h * stride;

  return bottom[k * w] - bottom[0] - top[k * w] + top[0];
}

/* 0: the window is flat. */
static gfloat
norm_of (const Window *at)
{
  guint w = at->cascade->width - 2, h = at->cascade->height - 2;
  gdouble area = (gdouble) w * h * at->factor * at->factor;
  gdouble sum = (gdouble) sum_of (at, 1, 1, w, h, FALSE);
  gdouble variance = area * (gdouble) sum_of (at, 1, 1, w, h, TRUE) - sum * sum;
  gfloat norm;

  if (variance <= 0)
    return 0;
  norm = (gfloat) (1 / sqrt (variance));
  return area * norm >= 0.1 ? 0 : norm;
}

static gfloat
feature_of (const Window *at, guint number)
{
  const CascadeFeature *feature = cascade_feature (at->cascade, number);
  gint64 value = 0;

  for (guint i = 0; i < feature->n_rects; i++) {
    const CascadeRect *r = &feature->rects[i];

    value += r->weight
             * (gint64) sum_of (at, r->x, r->y, r->width, r->height, FALSE);
  }
  return (gfloat) value;
}

static gfloat
leaf_of (const Window *at, const CascadeTree *tree, gfloat norm)
{
  gint node = 0;

  do {
    const CascadeNode *n =
        cascade_node (at->cascade, tree->first_node + (guint) node);

    node = n->child[feature_of (at, n->feature) * norm < n->threshold ? 0 : 1];
  } while (node > 0);
  return cascade_leaf (at->cascade, tree->first_leaf + (guint) -node);
}

static gboolean
passes (const Window *at, gdouble *score)
{
  gfloat norm = norm_of (at);

  for (guint i = 0; norm > 0 && i < at->cascade->stages->len; i++) {
    const CascadeStage *stage = cascade_stage (at->cascade, i);

    *score = 0;
    for (guint j = 0; j < stage->n_trees; j++)
      *score += (gdouble) leaf_of (
          at, cascade_tree (at->cascade, stage->first_tree + j), norm);
    if (*score < stage->threshold - 1e-5f)
      return FALSE;
  }
  return norm > 0;
}

static gboolean
is_found (const HaarResult *result, const Window *at, gdouble score)
{
  for (guint i = 0; i < result->n_objects; i++) {
    const HaarObject *o = &result->objects[i];

    if (o->rect.x == at->x && o->rect.y == at->y
        && o->rect.width == at->cascade->width * at->factor)
      return o->score == score;
  }
  return FALSE;
}

/* All windows of a factor; returns how many pass, each of which is there. */
static guint
check_factor (const HaarResult *result, Window at)
{
  guint k = at.factor, step = k == 1 ? 2 : 1, n = 0;
  guint right = at.width / k - at.cascade->width;
  guint bottom = at.height / k - at.cascade->height;

  for (guint y = 0; y <= bottom; y += step)
    for (guint x = 0; x <= right; x += step) {
      gdouble score = 0;

      at.x = k * x;
      at.y = k * y;
      if (!passes (&at, &score))
        continue;
      g_assert_true (is_found (result, &at, score));
      n++;
    }
  return n;
}

static guint
check_pyramid (const HaarResult *result, const Cascade *cascade,
    const VfImage *image, gdouble scale_factor)
{
  guint64 *sums = sums_of (image, FALSE), *squares = sums_of (image, TRUE);
  Window at = { cascade, image->width, image->height, { sums, squares }, 0, 0,
    0 };
  guint n = 0;

  for (gdouble f = 1; cascade->width * rint (f) <= image->width
                      && cascade->height * rint (f) <= image->height;
       f *= scale_factor) {
    if (at.factor != (guint) rint (f)) {
      at.factor = (guint) rint (f);
      n += check_factor (result, at);
    }
  }
  g_free (sums);
  g_free (squares);
  return n;
}

static HaarParams
integral_params (gdouble scale_factor)
{
  HaarParams params;

  haar_params_init (&params);
  params.kernel = HAAR_KERNEL_THESIS;
  params.thesis.pyramid = HAAR_PYRAMID_INTEGRAL;
  params.min_neighbors = 0;
  params.opencv_skip = FALSE;
  params.scale_factor = scale_factor;
  return params;
}

static void
compare (const HaarResult *result, const Cascade *cascade, const VfImage *image,
    gdouble scale_factor)
{
  guint n = check_pyramid (result, cascade, image, scale_factor);

  g_assert_cmpuint (n, ==, result->n_objects);
  g_assert_cmpuint (n, ==, result->n_windows);
}

/* A cascade that finds something in the picture. */
static Cascade *
finding_cascade (GRand *rand, const CascadeShape *shape,
    const HaarParams *params, const VfImage *image)
{
  for (;;) {
    Cascade *cascade = haar_random_cascade (rand, shape);

    if (haar_compare_find (cascade, params, image, NULL)->n_windows > 10)
      return cascade;
    cascade_unref (cascade);
  }
}

/* The last picture has several tiles at a factor above 1, both ways. */
static void
integral_pyramid (void)
{
  static const gchar *const ways[] = { "1:sequential,*:hybrid", "*:parallel" };
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 6; i++) {
    CascadeShape shape = { 8 + i, 12 - i, 3, 4, 1 + i % 3, FALSE, FALSE };
    Picture *picture = i < 5 ? picture_photo (97 + i, 83 - i, 1, i)
                             : picture_photo (521, 112, 1, i);
    HaarParams params = integral_params (1.1 + 0.2 * i);
    Cascade *cascade;

    haar_stage_groups_parse (ways[i == 1], &params.thesis, NULL);
    cascade = finding_cascade (rand, &shape, &params, &picture->image);
    compare (haar_compare_find (cascade, &params, &picture->image, NULL),
        cascade, &picture->image, params.scale_factor);
    picture_free (picture);
    cascade_unref (cascade);
  }
  g_rand_free (rand);
}

static Picture *
picture_grey (const Picture *color)
{
  const VfImage *image = &color->image;
  Picture *grey = picture_new (image->width, image->height, 1);

  for (guint y = 0; y < image->height; y++)
    for (guint x = 0; x < image->width; x++)
      *picture_at (grey, 0, x, y) =
          (guint8) ((9798 * *picture_at (color, 0, x, y)
                        + 19235 * *picture_at (color, 1, x, y)
                        + 3735 * *picture_at (color, 2, x, y) + (1 << 14))
                    >> 15);
  return grey;
}

/* Colour, and frames of other sizes and places, on the host and on the GPU: what
 * is kept is made anew. */
static void
integral_pictures (void)
{
  GRand *rand = test_rand_new ();
  CascadeShape shape = { 12, 12, 2, 3, 1, FALSE, FALSE };
  HaarParams params = integral_params (1.2);
  Cascade *cascade = NULL;

  for (guint i = 0; i < 8; i++) {
    Picture *color = picture_photo (60 + i / 4 * 20, 70, 3, i);
    Picture *grey = picture_grey (color);
    const VfImage *images[] = { &grey->image, &color->image };

    if (!cascade)
      cascade = finding_cascade (rand, &shape, &params, &grey->image);
    for (guint j = 0; j < 2; j++) {
      compare (haar_compare_find (cascade, &params, images[j], NULL), cascade,
          &grey->image, 1.2);
      compare (haar_compare_find_there (cascade, &params, images[i % 2]),
          cascade, &grey->image, 1.2);
    }
    picture_free (grey);
    picture_free (color);
  }
  cascade_unref (cascade);
  g_rand_free (rand);
}

/* A rectangle is a picture of its own. */
static void
integral_regions (void)
{
  static const VfRect rect = { 13, 7, 61, 52 };
  const VfRegion region = { &rect, 1, NULL, FALSE };
  GRand *rand = test_rand_new ();
  CascadeShape shape = { 11, 9, 2, 3, 1, FALSE, FALSE };
  HaarParams params = integral_params (1.3);
  Picture *picture = picture_photo (90, 70, 1, 3);
  VfImage cut = image_crop (&picture->image, rect);
  Cascade *cascade = finding_cascade (rand, &shape, &params, &cut);
  const HaarResult *result = haar_compare_find (cascade, &params, &cut, NULL);
  guint n = result->n_objects;
  HaarObject *expected = g_memdup2 (result->objects, n * sizeof *expected);

  result = haar_compare_find (cascade, &params, &picture->image, &region);
  g_assert_cmpuint (result->n_objects, ==, n);
  for (guint i = 0; i < n; i++) {
    VfRect at = result->objects[i].rect;

    at.x -= rect.x;
    at.y -= rect.y;
    g_assert_cmpmem (&at, sizeof at, &expected[i].rect, sizeof at);
    g_assert_true (result->objects[i].score == expected[i].score);
  }
  g_free (expected);
  cascade_unref (cascade);
  picture_free (picture);
  g_rand_free (rand);
}

/* Said with what to do. */
static void
integral_tilted (void)
{
  GRand *rand = test_rand_new ();
  CascadeShape shape = { 12, 12, 9, 9, 1, TRUE, FALSE };
  Cascade *cascade = haar_random_cascade (rand, &shape);
  Picture *picture = picture_photo (60, 50, 1, 1);
  HaarDetector *cuda = haar_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, NULL);
  GError *error = NULL;
  HaarParams params = integral_params (1.2);

  g_assert_true (cascade_is_tilted (cascade));
  g_assert_null (
      haar_detect (cuda, cascade, &params, &picture->image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_PARAMETER);
  g_assert_nonnull (strstr (error->message, "pyramid=scaled"));
  params.kernel = HAAR_KERNEL_AUTO;
  g_assert_nonnull (
      haar_detect (cuda, cascade, &params, &picture->image, NULL, NULL));
  g_clear_error (&error);
  haar_free (cuda);
  picture_free (picture);
  cascade_unref (cascade);
  g_rand_free (rand);
}

void
haar_study_add_tests (void)
{
  g_test_add_func ("/cuda-haar/stage-groups", stage_groups);
  g_test_add_func ("/cuda-haar/integral/pyramid", integral_pyramid);
  g_test_add_func ("/cuda-haar/integral/pictures", integral_pictures);
  g_test_add_func ("/cuda-haar/integral/regions", integral_regions);
  g_test_add_func ("/cuda-haar/integral/tilted", integral_tilted);
}
