/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What haar_detect() promises, with cascades that nobody has trained.
 */
#include "cascades.h"
#include "error.h"
#include "haar.h"
#include "testing.h"

#include <string.h>

static Cascade *
cascade_new_random (GRand *rand, const CascadeShape *shape)
{
  gchar *text = random_cascade (rand, shape);
  GError *error = NULL;
  Cascade *cascade = cascade_parse (text, strlen (text), "random", &error);

  g_assert_no_error (error);
  g_free (text);
  return cascade;
}

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
    cascade = cascade_new_random (rand, &shape);
    n = haar_detect (detector, cascade, &params, image, NULL, NULL)->n_windows;
  }
  g_assert_cmpuint (n, >=, 20);
  haar_free (detector);
  return cascade;
}

/* A list of HaarObject. */
static GArray *
objects_of (HaarDetector *detector, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region)
{
  GArray *objects = g_array_new (FALSE, FALSE, sizeof (HaarObject));
  GError *error = NULL;
  const HaarResult *result =
      haar_detect (detector, cascade, params, image, region, &error);

  g_assert_no_error (error);
  g_array_append_vals (objects, result->objects, result->n_objects);
  return objects;
}

static gboolean
is_same (const HaarObject *a, const HaarObject *b)
{
  return memcmp (&a->rect, &b->rect, sizeof a->rect) == 0
         && a->score == b->score && a->confidence == b->confidence
         && a->neighbors == b->neighbors && a->region == b->region;
}

static void
assert_same (const GArray *a, const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    g_assert_true (is_same (
        &g_array_index (a, HaarObject, i), &g_array_index (b, HaarObject, i)));
}

/* What most tests need. */
typedef struct {
  GRand *rand;
  Picture *picture;
  Cascade *cascade;
  HaarDetector *detector;
  HaarParams params;
} Fixture;

static Fixture
fixture_new (guint width, guint height, guint channels)
{
  Fixture f = { .rand = test_rand_new () };

  f.picture = picture_photo (width, height, channels, g_rand_int (f.rand));
  f.cascade = cascade_new_for (f.rand, &f.picture->image);
  f.detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  haar_params_init (&f.params);
  f.params.min_neighbors = 0;
  return f;
}

static void
fixture_clear (Fixture *f)
{
  g_rand_free (f->rand);
  picture_free (f->picture);
  cascade_unref (f->cascade);
  haar_free (f->detector);
}

static GArray *
find (const Fixture *f, const VfImage *image, const VfRegion *region)
{
  return objects_of (f->detector, f->cascade, &f->params, image, region);
}

/* -- Results -- */

/* Before b in the list. */
static gboolean
comes_before (const HaarObject *a, const HaarObject *b)
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
order (void)
{
  Fixture f = fixture_new (150, 120, 1);

  for (f.params.min_neighbors = 0; f.params.min_neighbors < 3;
       f.params.min_neighbors++) {
    GArray *objects = find (&f, &f.picture->image, NULL);

    g_assert_cmpuint (objects->len, >, 0);
    for (guint i = 1; i < objects->len; i++)
      g_assert_true (comes_before (&g_array_index (objects, HaarObject, i - 1),
          &g_array_index (objects, HaarObject, i)));
    g_array_unref (objects);
  }
  fixture_clear (&f);
}

static void
cut (void)
{
  Fixture f = fixture_new (150, 120, 1);
  GArray *all = find (&f, &f.picture->image, NULL);

  for (guint n = 1; n < 12; n += 5) {
    GArray *some;

    f.params.max_objects = n;
    some = find (&f, &f.picture->image, NULL);
    g_assert_cmpuint (some->len, ==, MIN (n, all->len));
    for (guint i = 0; i < some->len; i++)
      g_assert_true (is_same (&g_array_index (some, HaarObject, i),
          &g_array_index (all, HaarObject, i)));
    g_array_unref (some);
  }
  g_array_unref (all);
  fixture_clear (&f);
}

/* One tree, one leaf that passes: the score is known. */
static void
confidence (void)
{
  static const gchar format[] =
      "<opencv_storage><c><stageType>BOOST</stageType>"
      "<featureType>HAAR</featureType><height>8</height><width>8</width>"
      "<stages><_><stageThreshold>%s</stageThreshold><weakClassifiers><_>"
      "<internalNodes>0 -1 0 0</internalNodes><leafValues>%s %s</leafValues>"
      "</_></weakClassifiers></_></stages><features><_><rects>"
      "<_>0 0 8 8 -1</_><_>0 0 4 8 2</_></rects></_></features>"
      "</c></opencv_storage>";
  static const struct {
    const gchar *threshold, *score;
    gdouble confidence;
  } rows[] = { { "1", "1", 0 }, { "1", "2", 0.5 }, { "-1", "2", 0.75 },
    { "0.5", "0.75", 0.2 }, { "1", "0.99999499320983887", 0 } };
  Fixture f = fixture_new (60, 50, 1);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    gchar *text = g_strdup_printf (
        format, rows[i].threshold, rows[i].score, rows[i].score);
    Cascade *cascade = cascade_parse (text, strlen (text), "one", NULL);
    const HaarResult *result = haar_detect (
        f.detector, cascade, &f.params, &f.picture->image, NULL, NULL);

    g_assert_cmpuint (result->n_objects, >, 0);
    g_assert_cmpuint (result->n_windows, ==, result->n_objects);
    for (guint j = 0; j < result->n_objects; j++) {
      g_assert_cmpfloat (
          result->objects[j].score, ==, g_ascii_strtod (rows[i].score, NULL));
      g_assert_cmpfloat (result->objects[j].confidence, ==, rows[i].confidence);
      g_assert_cmpuint (result->objects[j].neighbors, ==, 1);
    }
    cascade_unref (cascade);
    g_free (text);
  }
  fixture_clear (&f);
}

/* A picture of one window passes where its deviation is above 10. At just 10 it
 * depends on the rounding of the quotient, and on none of the product. */
static void
flat (void)
{
  static const gchar format[] =
      "<opencv_storage><c><stageType>BOOST</stageType>"
      "<featureType>HAAR</featureType><height>%u</height><width>%u</width>"
      "<stages><_><stageThreshold>0</stageThreshold><weakClassifiers><_>"
      "<internalNodes>0 -1 0 0</internalNodes><leafValues>1 1</leafValues>"
      "</_></weakClassifiers></_></stages><features><_><rects>"
      "<_>0 0 2 2 1</_></rects></_></features></c></opencv_storage>";
  static const struct {
    guint width, height, n; /* the first n columns within the edge */
    guint8 value;           /* are not 0, but this */
    guint n_windows;
  } rows[] = { { 7, 9, 1, 25, 1 }, { 7, 9, 1, 24, 0 }, { 7, 9, 4, 25, 1 },
    { 8, 11, 3, 20, 1 }, { 8, 11, 3, 19, 0 }, { 4, 3, 1, 20, 0 },
    { 4, 3, 1, 21, 1 }, { 4, 3, 2, 255, 0 } };
  HaarDetector *detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  HaarParams params;

  haar_params_init (&params);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    gchar *text = g_strdup_printf (format, rows[i].height, rows[i].width);
    Cascade *cascade = cascade_parse (text, strlen (text), "flat", NULL);
    Picture *picture = picture_new (rows[i].width, rows[i].height, 1);

    for (guint y = 1; y + 1 < rows[i].height; y++)
      memset (picture_at (picture, 0, 1, y), rows[i].value, rows[i].n);
    g_assert_cmpuint (
        haar_detect (detector, cascade, &params, &picture->image, NULL, NULL)
            ->n_windows,
        ==, rows[i].n_windows);
    picture_free (picture);
    cascade_unref (cascade);
    g_free (text);
  }
  haar_free (detector);
}

static void
min_confidence (void)
{
  Fixture f = fixture_new (150, 120, 1);
  GArray *all = find (&f, &f.picture->image, NULL), *some;
  guint n = 0;

  f.params.min_confidence =
      g_array_index (all, HaarObject, all->len / 2).confidence;
  some = find (&f, &f.picture->image, NULL);
  while (n < all->len
         && g_array_index (all, HaarObject, n).confidence
                >= f.params.min_confidence)
    n++;
  g_assert_cmpuint (some->len, ==, n);
  g_array_set_size (all, n);
  assert_same (some, all);
  g_array_unref (some);
  g_array_unref (all);
  fixture_clear (&f);
}

/* Without it no window is left out. */
static void
opencv_skip (void)
{
  Fixture f = fixture_new (150, 120, 1);
  GArray *few = find (&f, &f.picture->image, NULL), *all;

  f.params.opencv_skip = FALSE;
  all = find (&f, &f.picture->image, NULL);
  for (guint i = 0; i < few->len; i++) {
    guint j = 0;

    while (j < all->len
           && !is_same (&g_array_index (few, HaarObject, i),
               &g_array_index (all, HaarObject, j)))
      j++;
    g_assert_cmpuint (j, <, all->len);
  }
  g_array_unref (few);
  g_array_unref (all);
  fixture_clear (&f);
}

/* -- Pictures -- */

/* What is in each rectangle as a picture of its own. */
static GArray *
find_in_crops (const Fixture *f, const VfRegion *region)
{
  const VfImage *image = &f->picture->image;
  GArray *all = g_array_new (FALSE, FALSE, sizeof (HaarObject));

  for (guint r = 0; r < region->n_rects; r++) {
    VfRect rect = vf_rect_clip (region->rects[r], image->width, image->height);
    VfImage crop = image_crop (image, rect);
    GArray *part;

    if (vf_rect_is_empty (rect))
      continue;
    part = find (f, &crop, NULL);
    for (guint i = 0; i < part->len; i++) {
      HaarObject object = g_array_index (part, HaarObject, i);

      object.rect.x += rect.x;
      object.rect.y += rect.y;
      object.region = r;
      g_array_append_val (all, object);
    }
    g_array_unref (part);
  }
  return all;
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return comes_before (a, b) ? -1 : 1;
}

static void
regions (void)
{
  Fixture f = fixture_new (150, 120, 1);
  guint n_found = 0;

  for (guint i = 0; i < 60; i++) {
    RandomRegion random;
    GArray *expected, *found;

    f.params.min_neighbors = i % 3;
    random_region (f.rand, &f.picture->image, &random);
    found = find (&f, &f.picture->image, &random.region);
    expected = find_in_crops (&f, &random.region);
    g_array_sort (expected, compare);
    assert_same (found, expected);
    n_found += found->len;
    g_array_unref (found);
    g_array_unref (expected);
  }
  g_assert_cmpuint (n_found, >, 0);
  fixture_clear (&f);
}

static void
threads (void)
{
  Fixture f = fixture_new (700, 500, 1);
  GArray *expected;

  f.params.scale_factor = 1.1;
  haar_set_threads (f.detector, 1);
  expected = find (&f, &f.picture->image, NULL);
  for (guint n = 2; n <= 9; n++) {
    GArray *found;

    haar_set_threads (f.detector, n == 9 ? 1000 : n);
    found = find (&f, &f.picture->image, NULL);
    assert_same (found, expected);
    g_array_unref (found);
  }
  g_array_unref (expected);
  fixture_clear (&f);
}

/* More bits, other places in memory: the same objects. */
static void
words (void)
{
  for (guint channels = 1; channels <= 3; channels += 2) {
    Fixture f = fixture_new (90, 70, channels);
    GArray *expected = find (&f, &f.picture->image, NULL);

    for (guint i = 0; i < 60; i++) {
      Guarded memory[3] = { 0 };
      WordLayout layout;
      VfImage image;
      GArray *found;

      random_words (f.rand, channels, &layout);
      image = words_image (&f.picture->image, &layout,
          i % 2 ? GUARD_AFTER : GUARD_BEFORE, f.rand, memory);
      found = find (&f, &image, NULL);
      assert_same (found, expected);
      g_array_unref (found);
      for (guint c = 0; c < 3; c++)
        guarded_clear (&memory[c]);
    }
    g_array_unref (expected);
    fixture_clear (&f);
  }
}

/* Bytes of grey are read where they lie. */
static void
layouts (void)
{
  static const Layout all[] = { { "tight", 1, 0, FALSE, FALSE },
    { "padded", 1, 13, FALSE, FALSE }, { "upside down", 1, 5, TRUE, FALSE },
    { "apart", 3, 2, FALSE, FALSE } };
  Fixture f = fixture_new (90, 70, 1);
  GArray *expected = find (&f, &f.picture->image, NULL);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (all); i++) {
    Guarded memory[3] = { 0 };
    VfImage image = layout_image (&f.picture->image, &all[i / 2],
        i % 2 ? GUARD_AFTER : GUARD_BEFORE, 99, memory);
    GArray *found = find (&f, &image, NULL);

    assert_same (found, expected);
    g_array_unref (found);
    guarded_clear (&memory[0]);
  }
  g_array_unref (expected);
  fixture_clear (&f);
}

/* Colours are their luma. */
static void
luma (void)
{
  Fixture f = fixture_new (90, 70, 3);
  Picture *grey = picture_new (90, 70, 1);
  GArray *expected, *found;

  for (guint y = 0; y < 70; y++)
    for (guint x = 0; x < 90; x++)
      *picture_at (grey, 0, x, y) =
          (guint8) vf_image_luma (&f.picture->image, x, y);
  expected = find (&f, &grey->image, NULL);
  found = find (&f, &f.picture->image, NULL);
  g_assert_cmpuint (expected->len, >, 0);
  assert_same (found, expected);
  g_array_unref (expected);
  g_array_unref (found);
  picture_free (grey);
  fixture_clear (&f);
}

/* Whatever was searched before leaves no trace. */
static void
one_after_another (void)
{
  Fixture f = fixture_new (150, 120, 1);

  for (guint i = 0; i < 60; i++) {
    HaarDetector *fresh = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
    CascadeShape shape = random_shape (f.rand);
    Cascade *cascade = cascade_new_random (f.rand, &shape);
    VfRect rect = { 0, 0, 1 + g_rand_int (f.rand) % 150,
      1 + g_rand_int (f.rand) % 120 };
    VfImage image = image_crop (&f.picture->image, rect);
    GArray *expected = objects_of (fresh, cascade, &f.params, &image, NULL);
    GArray *found = objects_of (f.detector, cascade, &f.params, &image, NULL);

    assert_same (found, expected);
    g_array_unref (expected);
    g_array_unref (found);
    cascade_unref (cascade);
    haar_free (fresh);
    f.params.min_neighbors = i % 3;
    f.params.opencv_skip = i % 2;
  }
  fixture_clear (&f);
}

static void
small_pictures (void)
{
  Fixture f = fixture_new (60, 50, 1);
  guint w = cascade_width (f.cascade), h = cascade_height (f.cascade);

  for (guint y = 1; y <= h + 3; y++)
    for (guint x = 1; x <= w + 3; x++) {
      VfImage image = image_crop (&f.picture->image, (VfRect){ 0, 0, x, y });
      const HaarResult *result =
          haar_detect (f.detector, f.cascade, &f.params, &image, NULL, NULL);

      g_assert_nonnull (result);
      if (x < w || y < h)
        g_assert_cmpuint (result->n_windows, ==, 0);
    }
  fixture_clear (&f);
}

/* -- Errors and backends -- */

static void
errors (void)
{
  Fixture f = fixture_new (60, 50, 1);
  VfImage image = f.picture->image;
  GError *error = NULL;

  image.width = 0;
  g_assert_null (
      haar_detect (f.detector, f.cascade, &f.params, &image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_SIZE);
  g_clear_error (&error);
  image.width = VF_IMAGE_MAX_SIDE + 1;
  g_assert_null (
      haar_detect (f.detector, f.cascade, &f.params, &image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_SIZE);
  g_clear_error (&error);
  image = f.picture->image;
  image.memory = VF_MEMORY_DEVICE;
  g_assert_null (
      haar_detect (f.detector, f.cascade, &f.params, &image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_PLACE);
  g_clear_error (&error);
  f.params.scale_factor = 1;
  g_assert_null (haar_detect (
      f.detector, f.cascade, &f.params, &f.picture->image, NULL, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_PARAMETER);
  g_clear_error (&error);
  fixture_clear (&f);
}

/* There is none on the GPU: that is an error only where one is asked for. */
static void
backends (void)
{
  GError *error = NULL;
  HaarDetector *detector;

  g_assert_null (haar_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_NO_DEVICE);
  g_clear_error (&error);
  detector = haar_new (VF_BACKEND_AUTO, VF_DEVICE_ANY, &error);
  g_assert_no_error (error);
  g_assert_cmpint (haar_backend (detector), ==, VF_BACKEND_CPU);
  g_assert_null (haar_context (detector));
  g_assert_error (haar_fallback (detector), VF_ERROR, VF_ERROR_NO_DEVICE);
  g_assert_true (haar_move (detector, NULL, NULL));
  haar_free (detector);
  haar_free (NULL);
}

static void
names (void)
{
  static const gchar *const all[] = { "grey", "pyramid", "integral", "cascade",
    "groups" };

  g_assert_cmpuint (G_N_ELEMENTS (all), ==, HAAR_N_STAGES);
  for (guint i = 0; i < HAAR_N_STAGES; i++)
    g_assert_cmpstr (haar_stage_name (i), ==, all[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/order", order);
  g_test_add_func ("/cut", cut);
  g_test_add_func ("/confidence", confidence);
  g_test_add_func ("/confidence/min", min_confidence);
  g_test_add_func ("/flat", flat);
  g_test_add_func ("/opencv-skip", opencv_skip);
  g_test_add_func ("/regions", regions);
  g_test_add_func ("/threads", threads);
  g_test_add_func ("/words", words);
  g_test_add_func ("/layouts", layouts);
  g_test_add_func ("/luma", luma);
  g_test_add_func ("/one-after-another", one_after_another);
  g_test_add_func ("/small-pictures", small_pictures);
  g_test_add_func ("/errors", errors);
  g_test_add_func ("/backends", backends);
  g_test_add_func ("/names", names);
  return g_test_run ();
}
