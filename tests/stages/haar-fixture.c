/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-fixture.h"

#include "cascades.h"

#include <string.h>

/* One whose windows are few enough to look at, and not none. */
static Cascade *
cascade_new_for (GRand *rand, const VfImage *image)
{
  HaarDetector *detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  Cascade *cascade = NULL;
  HaarParams params;
  guint n = 0;

  haar_params_init (&params);
  for (guint i = 0; i < 200 && (n < 20 || n > 20000); i++) {
    CascadeShape shape = random_shape (rand);

    shape.n_stages = 3;
    cascade_unref (cascade);
    cascade = random_cascade_new (rand, &shape);
    n = haar_detect (detector, cascade, &params, image, NULL, NULL)->n_windows;
  }
  g_assert_cmpuint (n, >=, 20);
  haar_free (detector);
  return cascade;
}

GArray *
haar_objects_of (HaarDetector *detector, Cascade *cascade,
    const HaarParams *params, const VfImage *image, const VfRegion *region)
{
  GArray *objects = g_array_new (FALSE, FALSE, sizeof (HaarObject));
  GError *error = NULL;
  const HaarResult *result =
      haar_detect (detector, cascade, params, image, region, &error);

  g_assert_no_error (error);
  g_array_append_vals (objects, result->objects, result->n_objects);
  return objects;
}

gboolean
haar_object_is_same (const HaarObject *a, const HaarObject *b)
{
  return memcmp (&a->rect, &b->rect, sizeof a->rect) == 0
         && a->score == b->score && a->confidence == b->confidence
         && a->neighbors == b->neighbors && a->region == b->region;
}

void
haar_assert_same (const GArray *a, const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    g_assert_true (haar_object_is_same (
        &g_array_index (a, HaarObject, i), &g_array_index (b, HaarObject, i)));
}

HaarFixture
haar_fixture_new (guint width, guint height, guint channels)
{
  HaarFixture f = { .rand = test_rand_new () };

  f.picture = picture_photo (width, height, channels, g_rand_int (f.rand));
  f.cascade = cascade_new_for (f.rand, &f.picture->image);
  f.detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  haar_params_init (&f.params);
  f.params.min_neighbors = 0;
  return f;
}

void
haar_fixture_clear (HaarFixture *f)
{
  g_rand_free (f->rand);
  picture_free (f->picture);
  cascade_unref (f->cascade);
  haar_free (f->detector);
}

GArray *
haar_fixture_find (
    const HaarFixture *f, const VfImage *image, const VfRegion *region)
{
  return haar_objects_of (f->detector, f->cascade, &f->params, image, region);
}

gboolean
haar_object_comes_before (const HaarObject *a, const HaarObject *b)
{
  const guint ka[] = { a->rect.y, a->rect.x, a->rect.width, a->rect.height,
    a->region };
  const guint kb[] = { b->rect.y, b->rect.x, b->rect.width, b->rect.height,
    b->region };

  if (a->confidence != b->confidence)
    return a->confidence > b->confidence;
  for (guint i = 0; i < G_N_ELEMENTS (ka); i++)
    if (ka[i] != kb[i])
      return ka[i] < kb[i];
  return TRUE;
}

static void
check_words (const HaarFixture *f, guint channels, GuardSide side,
    const GArray *expected)
{
  Guarded memory[3] = { 0 };
  WordLayout layout;
  VfImage image;
  GArray *found;

  random_words (f->rand, channels, &layout);
  image = words_image (&f->picture->image, &layout, side, f->rand, memory);
  found = haar_fixture_find (f, &image, NULL);
  haar_assert_same (found, expected);
  g_array_unref (found);
  for (guint c = 0; c < 3; c++)
    guarded_clear (&memory[c]);
}

void
haar_fixture_check_words (const HaarFixture *f, guint channels, guint n)
{
  GArray *expected = haar_fixture_find (f, &f->picture->image, NULL);

  for (guint i = 0; i < n; i++)
    check_words (f, channels, i % 2 ? GUARD_AFTER : GUARD_BEFORE, expected);
  g_array_unref (expected);
}
