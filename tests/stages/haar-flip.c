/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The parameter flip: what is found in a picture, and in its mirror image as if
 * somebody had made that by hand.
 */
#include "allocations.h"
#include "cascades.h"
#include "haar-fixture.h"
#include "haar-flip.h"
#include "haar-objects.h"
#include "place.h"

static Place
from_the_other_side (const VfImage *source, guint x, guint y)
{
  return (Place){ source->width - 1 - x, y };
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return haar_object_compare (a, b);
}

/* What is in the mirror image, moved back, in order. */
static GArray *
find_mirrored (const HaarFixture *f, const VfRegion *region)
{
  const VfImage *image = &f->picture->image;
  Picture *mirrored =
      picture_moved (image, image->width, image->height, from_the_other_side);
  VfRect rects[4];
  VfRegion there = { rects, region ? region->n_rects : 0, NULL, FALSE };
  GArray *found;

  for (guint i = 0; i < there.n_rects; i++) {
    rects[i] = vf_rect_clip (region->rects[i], image->width, image->height);
    rects[i].x = image->width - (rects[i].x + rects[i].width);
  }
  found = haar_fixture_find (f, &mirrored->image, region ? &there : NULL);
  for (guint i = 0; i < found->len; i++) {
    VfRect *rect = &g_array_index (found, HaarObject, i).rect;

    rect->x = image->width - (rect->x + rect->width);
  }
  g_array_sort (found, compare);
  picture_free (mirrored);
  return found;
}

static gboolean
overlap (const HaarObject *a, const HaarObject *b)
{
  VfPlace place_a = { a->rect.x, a->rect.y, a->rect.width, a->rect.height };
  VfPlace place_b = { b->rect.x, b->rect.y, b->rect.width, b->rect.height };

  return a->region == b->region && vf_place_overlap (&place_a, &place_b) >= 0.3;
}

typedef struct {
  HaarObject object;
  gint side;
  gboolean out;
} Candidate;

static gint
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;
  gint order = haar_object_compare (&x->object, &y->object);

  return order ? order : x->side - y->side;
}

static void
add_candidates (GArray *all, const GArray *objects, gint side)
{
  for (guint i = 0; i < objects->len; i++) {
    Candidate candidate = { g_array_index (objects, HaarObject, i), side,
      FALSE };

    g_array_append_val (all, candidate);
  }
}

/* The rule, slowly: of two that overlap, from two sides, the surer one. */
static GArray *
joined (const GArray *upright, const GArray *mirrored, gboolean every_one)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Candidate));
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (HaarObject));

  add_candidates (all, upright, 0);
  add_candidates (all, mirrored, 1);
  g_array_sort (all, compare_candidates);
  for (guint i = 0; i < all->len; i++) {
    Candidate *a = &g_array_index (all, Candidate, i);

    for (guint j = 0; j < i && !every_one; j++) {
      const Candidate *b = &g_array_index (all, Candidate, j);

      a->out = a->out
               || (!b->out && a->side != b->side
                   && overlap (&a->object, &b->object));
    }
    if (!a->out)
      g_array_append_val (kept, a->object);
  }
  g_array_unref (all);
  return kept;
}

typedef struct {
  guint objects, mirrored, left_out;
} Tally;

static void
check (HaarFixture *f, const VfRegion *region, Tally *tally)
{
  const VfImage *image = &f->picture->image;
  GArray *upright, *mirrored, *expected, *found;

  f->params.flip = FALSE;
  upright = haar_fixture_find (f, image, region);
  mirrored = find_mirrored (f, region);
  expected = joined (upright, mirrored, f->params.min_neighbors == 0);
  f->params.flip = TRUE;
  found = haar_fixture_find (f, image, region);
  haar_assert_same (found, expected);
  tally->objects += found->len;
  tally->mirrored += mirrored->len;
  tally->left_out += upright->len + mirrored->len - found->len;
  g_array_unref (upright);
  g_array_unref (mirrored);
  g_array_unref (expected);
  g_array_unref (found);
}

/* Another cascade, of which some windows pass but not most. */
static void
take_cascade (HaarFixture *f, GRand *rand, gboolean tilted)
{
  guint n = 0;

  for (guint i = 0; i < 200 && (n < 20 || n > 5000); i++) {
    CascadeShape shape = random_shape (rand);

    shape.tilted = tilted;
    shape.n_stages = 2 + i % 2;
    cascade_unref (f->cascade);
    f->cascade = random_cascade_new (rand, &shape);
    n = haar_detect (
        f->detector, f->cascade, &f->params, &f->picture->image, NULL, NULL)
            ->n_windows;
  }
  g_assert_cmpuint (n, >=, 20);
}

/* Cascades upright and tilted, stumps and trees; pictures of odd and even
 * widths; scales, regions. */
static void
by_hand (gconstpointer tilted)
{
  GRand *rand = test_rand_new ();
  Tally tally = { 0 };

  for (guint i = 0; i < 40; i++) {
    HaarFixture f = haar_fixture_new (70 + i, 60 + i % 7, i % 2 ? 1 : 3);

    take_cascade (&f, rand, tilted != NULL);
    f.params.scale_factor = g_rand_double_range (rand, 1.1, 2);
    f.params.opencv_skip = i % 5 > 0;
    for (guint n = 0; n < 4; n++) {
      RandomRegion random;

      f.params.min_neighbors = n;
      check (&f, NULL, &tally);
      random_region (rand, &f.picture->image, &random);
      check (&f, &random.region, &tally);
    }
    haar_fixture_clear (&f);
  }
  g_test_message ("%u objects, %u mirrored, %u left out", tally.objects,
      tally.mirrored, tally.left_out);
  g_assert_cmpuint (tally.mirrored, >, 500);
  g_assert_cmpuint (tally.left_out, >, 20);
  g_rand_free (rand);
}

/* Samples in words of any kind. */
static void
words (void)
{
  for (guint channels = 1; channels <= 3; channels += 2) {
    HaarFixture f = haar_fixture_new (83, 70, channels);

    f.params.flip = TRUE;
    haar_fixture_check_words (&f, channels, 40);
    haar_fixture_clear (&f);
  }
}

static Place
from_the_left_half (const VfImage *source, guint x, guint y)
{
  return (Place){ MIN (x, source->width - 1 - x), y };
}

/* What looks the same in the mirror is found as often as without. */
static void
symmetrical (void)
{
  HaarFixture f = haar_fixture_new (121, 90, 1);
  Picture *picture =
      picture_moved (&f.picture->image, 121, 90, from_the_left_half);
  Tally tally = { 0 };

  picture_free (f.picture);
  f.picture = picture;
  take_cascade (&f, f.rand, FALSE);
  f.params.min_neighbors = 0;
  check (&f, NULL, &tally);
  f.params.min_neighbors = 1;
  check (&f, NULL, &tally);
  g_assert_cmpuint (tally.mirrored, >, 0);
  haar_fixture_clear (&f);
}

/* The cut comes last. */
static void
cut (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);
  GArray *all;

  f.params.flip = TRUE;
  for (guint neighbors = 0; neighbors < 2; neighbors++) {
    f.params.min_neighbors = neighbors;
    f.params.max_objects = 0;
    all = haar_fixture_find (&f, &f.picture->image, NULL);
    g_assert_cmpuint (all->len, >, neighbors > 0 ? 0 : 2);
    for (guint most = all->len + 1; most > 0; most--) {
      GArray *found;

      f.params.max_objects = most;
      found = haar_fixture_find (&f, &f.picture->image, NULL);
      g_array_set_size (all, MIN (all->len, most));
      haar_assert_same (found, all);
      g_array_unref (found);
      if (most > 40)
        most -= most / 4;
    }
    g_array_unref (all);
  }
  haar_fixture_clear (&f);
}

/* Both searches are counted. */
static void
counts (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);
  const HaarResult *result;
  Picture *mirrored =
      picture_moved (&f.picture->image, 150, 120, from_the_other_side);
  const VfImage *images[2] = { &f.picture->image, &mirrored->image };
  guint n_windows = 0;

  for (guint i = 0; i < 2; i++) {
    result =
        haar_detect (f.detector, f.cascade, &f.params, images[i], NULL, NULL);
    n_windows += result->n_windows;
  }
  f.params.flip = TRUE;
  result =
      haar_detect (f.detector, f.cascade, &f.params, images[0], NULL, NULL);
  g_assert_cmpuint (result->n_windows, ==, n_windows);
  g_assert_cmpuint (result->n_objects, ==, n_windows);
  picture_free (mirrored);
  haar_fixture_clear (&f);
}

static guint
calls_of_frame (HaarFixture *f, const VfRegion *region)
{
  guint before = allocations_count ();

  g_assert_nonnull (haar_detect (
      f->detector, f->cascade, &f->params, &f->picture->image, region, NULL));
  return allocations_count () - before;
}

static void
memory (void)
{
  HaarFixture f = haar_fixture_new (150, 120, 1);
  const VfRect rects[] = { { 10, 10, 50, 50 }, { 40, 20, 60, 30 } };
  const VfRegion region = { rects, G_N_ELEMENTS (rects), NULL, FALSE };

  f.params.flip = TRUE;
  if (allocations_can_count ()) {
    calls_of_frame (&f, NULL);
    calls_of_frame (&f, &region);
    calls_of_frame (&f, NULL);
    for (guint i = 0; i < 3; i++) {
      g_assert_cmpuint (calls_of_frame (&f, &region), ==, 0);
      g_assert_cmpuint (calls_of_frame (&f, NULL), ==, 0);
    }
  } else {
    g_test_skip ("this build cannot count allocations");
  }
  haar_fixture_clear (&f);
}

/* Each call fails in turn; a later frame is as good as ever. */
static void
no_memory (void)
{
  HaarFixture f = haar_fixture_new (90, 70, 3);
  guint failures = 0;
  GArray *expected;

  f.params.flip = TRUE;
  expected = haar_fixture_find (&f, &f.picture->image, NULL);
  for (guint nth = 1; allocations_can_fail () && nth < 200; nth++) {
    HaarDetector *fresh = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
    GArray *found;
    GError *error = NULL;

    allocations_fail (nth);
    if (!haar_detect (
            fresh, f.cascade, &f.params, &f.picture->image, NULL, &error)) {
      allocations_fail (0);
      failures++;
      g_assert_nonnull (error);
      g_clear_error (&error);
    }
    allocations_fail (0);
    found =
        haar_objects_of (fresh, f.cascade, &f.params, &f.picture->image, NULL);
    haar_assert_same (found, expected);
    g_array_unref (found);
    haar_free (fresh);
  }
  if (allocations_can_fail ())
    g_assert_cmpuint (failures, >, 5);
  else
    g_test_skip ("this build cannot make allocations fail");
  g_array_unref (expected);
  haar_fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_data_func ("/flip/upright", GINT_TO_POINTER (FALSE), by_hand);
  g_test_add_data_func ("/flip/tilted", GINT_TO_POINTER (TRUE), by_hand);
  g_test_add_func ("/flip/words", words);
  g_test_add_func ("/flip/symmetrical", symmetrical);
  g_test_add_func ("/flip/cut", cut);
  g_test_add_func ("/flip/counts", counts);
  g_test_add_func ("/flip/memory", memory);
  g_test_add_func ("/flip/no-memory", no_memory);
  return g_test_run ();
}
