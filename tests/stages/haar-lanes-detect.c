/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Whole detections: the scalar stages with one thread, and a CPU level with
 * several.
 */
#include "cascades.h"
#include "haar-fixture.h"
#include "haar-lanes.h"

/* A detector takes the level when it is opened. */
static HaarDetector *
detector_new_for (VfCpuLevel level, guint n_threads)
{
  gchar *before = g_strdup (g_getenv ("VF_CPU_LEVEL"));
  HaarDetector *detector;

  g_setenv ("VF_CPU_LEVEL", vf_cpu_level_name (level), TRUE);
  detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  haar_set_threads (detector, n_threads);
  if (before)
    g_setenv ("VF_CPU_LEVEL", before, TRUE);
  else
    g_unsetenv ("VF_CPU_LEVEL");
  g_free (before);
  return detector;
}

typedef struct {
  GRand *rand;
  HaarDetector *scalar, *levels[3];
  HaarParams params;
} Fixture;

static Fixture
fixture_new (gconstpointer data)
{
  Fixture f = { .rand = test_rand_new () };

  f.scalar = detector_new_for (VF_CPU_SCALAR, 1);
  for (guint i = 0; i < G_N_ELEMENTS (f.levels); i++)
    f.levels[i] = detector_new_for (((const HaarLevel *) data)->level, i + 1);
  haar_params_init (&f.params);
  return f;
}

static void
fixture_clear (Fixture *f)
{
  g_rand_free (f->rand);
  haar_free (f->scalar);
  for (guint i = 0; i < G_N_ELEMENTS (f->levels); i++)
    haar_free (f->levels[i]);
}

/* Returns how many objects there are. */
static guint
check (
    Fixture *f, Cascade *cascade, const VfImage *image, const VfRegion *region)
{
  GArray *expected =
      haar_objects_of (f->scalar, cascade, &f->params, image, region);
  guint n = expected->len;

  for (guint i = 0; i < G_N_ELEMENTS (f->levels); i++) {
    GArray *found =
        haar_objects_of (f->levels[i], cascade, &f->params, image, region);

    haar_assert_same (found, expected);
    g_array_unref (found);
  }
  g_array_unref (expected);
  return n;
}

static void
random_params (Fixture *f)
{
  f->params.scale_factor = g_rand_double_range (f->rand, 1.05, 1.5);
  f->params.min_neighbors = any (f->rand, 3) - 1;
  f->params.opencv_skip = g_rand_boolean (f->rand);
}

/* Rows with something between them, whole and in regions. Returns how many
 * objects there are. */
static guint
check_layouts (Fixture *f, Cascade *cascade, const Picture *picture)
{
  const Layout padded = { "padded", 1, any (f->rand, 40), FALSE, FALSE };
  Guarded memory[3] = { 0 };
  VfImage image = layout_image (&picture->image, &padded,
      g_rand_boolean (f->rand) ? GUARD_AFTER : GUARD_BEFORE, 99, memory);
  RandomRegion random;
  guint n;

  random_region (f->rand, &image, &random);
  n = check (f, cascade, &image, NULL);
  n += check (f, cascade, &image, &random.region);
  guarded_clear (&memory[0]);
  return n;
}

void
haar_lanes_detections (gconstpointer data)
{
  Fixture f = fixture_new (data);
  guint found = 0;

  for (guint i = 0; i < 60; i++) {
    CascadeShape shape = random_shape (f.rand);
    Cascade *cascade = random_cascade_new (f.rand, &shape);
    Picture *picture = haar_lanes_picture (
        f.rand, any (f.rand, i % 3 ? 200 : 40), any (f.rand, 150));

    random_params (&f);
    found += check_layouts (&f, cascade, picture);
    picture_free (picture);
    cascade_unref (cascade);
  }
  g_assert_cmpuint (found, >, 20);
  fixture_clear (&f);
}

/* With enough layers for all threads. */
void
haar_lanes_faces (gconstpointer data)
{
  GPtrArray *paths = haar_lanes_cascades ();
  Fixture f = fixture_new (data);

  for (guint i = 0; paths && i < paths->len; i++) {
    Cascade *cascade = cascade_load (g_ptr_array_index (paths, i), NULL);
    Picture *picture =
        picture_photo (200 + any (f.rand, 200), 200 + any (f.rand, 100), 1, i);

    random_params (&f);
    f.params.min_neighbors = 0;
    check_layouts (&f, cascade, picture);
    picture_free (picture);
    cascade_unref (cascade);
  }
  g_clear_pointer (&paths, g_ptr_array_unref);
  fixture_clear (&f);
}
