/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fast way on the CPU against the scalar stages, with ==: each CPU level
 * that runs here, several numbers of threads, with the planes and without.
 */
#include "harris-fused.h"
#include "mask.h"
#include "testing.h"

#include <math.h>
#include <string.h>

static const VfCpuLevel levels[] = { VF_CPU_V2, VF_CPU_V3, VF_CPU_V4,
  VF_CPU_NEON };

/* One picture and its parameters, as the scalar stages see it. */
typedef struct {
  HarrisParams params;
  const VfImage *image;
  const VfRegion *region;
  guint32 seed; /* what made it */
  HarrisWork *reference;
  const gchar *level;
  guint n_threads;
  gboolean planes;
} Case;

/* Prints all that tells the case. */
static void
fail (const Case *c, const gchar *what)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < harris_n_param_infos; i++)
    g_string_append_printf (text, " %s=%.17g", harris_param_infos[i].name,
        harris_param_get (&c->params, &harris_param_infos[i]));
  g_error ("%s, %u threads, planes %d: %s differs from the scalar one; "
           "%u x %u pixels, %u channels of %u bits, region %d, case %u;%s; "
           "VF_TEST_SEED=%u",
      c->level, c->n_threads, c->planes, what, c->image->width,
      c->image->height, c->image->channels, c->image->depth, c->region != NULL,
      c->seed, text->str, test_seed ());
}

static void
check (const Case *c, const gchar *what, gconstpointer actual,
    gconstpointer expected, gsize size)
{
  if (size > 0 && memcmp (actual, expected, size) != 0)
    fail (c, what);
}

static void
check_planes (const Case *c, const HarrisWork *work)
{
  const HarrisWork *e = c->reference;
  gsize n = (gsize) c->image->width * c->image->height;

  /* By value: the sign of a 0 does not count. */
  for (gsize i = 0; i < n; i++)
    if (!(work->response[i] == e->response[i]))
      fail (c, "the response");
  if (e->state->cut.scale > 0)
    check (c, "the histogram", work->histogram, e->histogram,
        c->params.bins * sizeof *e->histogram);
}

static void
check_state (const Case *c, const HarrisWork *work)
{
  const HarrisState *a = work->state, *e = c->reference->state;

  if (!(a->lo == e->lo && a->hi == e->hi))
    fail (c, "the range");
  if (a->threshold != e->threshold
      && !(isnan (a->threshold) && isnan (e->threshold)))
    fail (c, "the threshold");
  if (a->cut.bin != e->cut.bin)
    fail (c, "the threshold's bin");
  if (a->n_corners != e->n_corners)
    fail (c, "the number of corners");
  check (c, "a corner", work->corners, c->reference->corners,
      e->n_corners * sizeof *work->corners);
}

/* As a detector runs it. */
static void
run (Case *c, HarrisFused *fused)
{
  HarrisWork *work =
      work_new (harris_stages_scalar (), &c->params, c->image, c->region);
  gfloat *response = work->response;
  guint64 ns[HARRIS_N_STAGES] = { 0 };

  if (!c->planes && c->params.subpixel == HARRIS_SUBPIXEL_NONE)
    work->response = NULL;
  fused->work = work;
  fused->n_threads = c->n_threads;
  g_assert_true (harris_fused_set_up (fused));
  harris_fused_run (fused, c->planes, ns);
  check_state (c, work);
  if (c->planes)
    check_planes (c, work);
  work->response = response;
  work_free (work);
}

/* What all detections of one level share. */
typedef struct {
  HarrisFused fused;
  const gchar *level;
} Fixture;

static void
compare (Fixture *f, const HarrisParams *params, const VfImage *image,
    const VfRegion *region, guint32 seed)
{
  static const guint n_threads[] = { 1, 2, 5 };
  Case c = { .params = *params, .image = image, .region = region };

  c.seed = seed;
  c.level = f->level;
  c.reference = work_new (harris_stages_scalar (), params, image, region);
  work_run (c.reference, 0, HARRIS_N_STAGES - 1);
  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
    for (c.planes = 0; c.planes < 2; c.planes++) {
      c.n_threads = n_threads[i];
      run (&c, &f->fused);
    }
  work_free (c.reference);
}

static guint
up_to (GRand *rand, guint most)
{
  return (guint) g_rand_int_range (rand, 0, (gint) most + 1);
}

/* Each parameter is what it is by default, or any other. */
static HarrisParams
random_params (GRand *rand)
{
  static const guint bins[] = { 2, 3, 64, 256, 1000, 65536 };
  HarrisParams p = params_all ();

  if (up_to (rand, 4) == 0)
    return p;
  for (guint i = 0; i < harris_n_param_infos; i++) {
    const HarrisParamInfo *info = &harris_param_infos[i];

    if (info->type == HARRIS_PARAM_ENUM && up_to (rand, 1))
      harris_param_set (&p, info, up_to (rand, (guint) info->maximum));
  }
  p.filter_length = 1 + 2 * up_to (rand, up_to (rand, 1) ? 15 : 3);
  p.sigma = g_rand_double_range (rand, 0.1, 5);
  p.k = g_rand_double_range (rand, 0, 0.2);
  p.bins = bins[up_to (rand, G_N_ELEMENTS (bins) - 1)];
  p.suppression_radius = 1 + up_to (rand, up_to (rand, 1) ? 5 : 40);
  p.max_corners = up_to (rand, 1) * up_to (rand, 40);
  if (p.threshold_mode != HARRIS_THRESHOLD_ROSIN)
    p.threshold = up_to (rand, 2) * 0.01;
  if (p.threshold_mode == HARRIS_THRESHOLD_ABSOLUTE)
    p.threshold *= 1e6;
  if (up_to (rand, 3) == 0)
    p.min_distance = g_rand_double_range (rand, 0, 20);
  if (up_to (rand, 3) == 0)
    p.grid_columns = p.grid_rows = 1 + up_to (rand, 8);
  return p;
}

static Picture *
random_picture (GRand *rand)
{
  guint width = 1 + up_to (rand, up_to (rand, 2) ? 90 : 700);
  guint height = 1 + up_to (rand, up_to (rand, 2) ? 40 : 130);
  guint channels = up_to (rand, 1) ? 1 : 3;
  guint fill = up_to (rand, N_FILLS + 3);
  Picture *picture;

  if (fill >= N_FILLS)
    return picture_photo (width, height, channels, g_rand_int (rand));
  picture = picture_new (width, height, channels);
  picture_fill (picture, fill, rand);
  return picture;
}

/* In any layout of 8 bits, or deeper. */
static VfImage
random_image (GRand *rand, const VfImage *image, Guarded memory[3])
{
  static const Layout layouts[] = {
    { "planes", 1, 0, FALSE, FALSE },
    { "planes with padding", 1, 13, FALSE, FALSE },
    { "planes upside down", 1, 5, TRUE, FALSE },
    { "every second byte", 2, 1, FALSE, FALSE },
    { "packed in 3 bytes", 3, 2, FALSE, TRUE },
    { "packed in 4 bytes upside down", 4, 3, TRUE, TRUE },
    { "packed in 5 bytes", 5, 0, FALSE, TRUE },
  };
  guint layout = up_to (rand, 2 * G_N_ELEMENTS (layouts) - 1);
  GuardSide side = up_to (rand, 1) ? GUARD_AFTER : GUARD_BEFORE;
  WordLayout words;

  if (layout < G_N_ELEMENTS (layouts))
    return layout_image (image, &layouts[layout], side, 0xa7, memory);
  random_words (rand, image->channels, &words);
  return words_image (image, &words, side, rand, memory);
}

static void
compare_random (Fixture *f, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);
  HarrisParams params = random_params (rand);
  Picture *picture = random_picture (rand);
  Guarded memory[3] = { { 0 } };
  VfImage image = random_image (rand, &picture->image, memory);
  RandomRegion region;
  VfMask *mask;

  random_region (rand, &image, &region);
  mask = random_mask (rand);
  region.region.mask = mask;
  compare (f, &params, &image, up_to (rand, 2) ? NULL : &region.region, seed);
  vf_mask_free (mask);
  for (guint i = 0; i < 3; i++)
    guarded_clear (&memory[i]);
  picture_free (picture);
  g_rand_free (rand);
}

static void
random_cases (Fixture *f)
{
  for (guint32 i = 0; i < 250; i++)
    compare_random (f, test_seed () + i);
}

/* Every operator with every window, length, measure, depth and channels; the
 * suppressions in turn. */
static void
compare_operators (Fixture *f, const VfImage *image, guint suppression)
{
  static const guint lengths[] = { 1, 3, 5, 7, 11, 31 };
  HarrisParams p = params_all ();

  p.suppression_radius = 2;
  for (p.gradient = 0; p.gradient < HARRIS_N_GRADIENTS; p.gradient++)
    for (p.window_type = 0; p.window_type < HARRIS_N_WINDOWS; p.window_type++)
      for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
        for (p.measure = 0; p.measure < HARRIS_N_MEASURES; p.measure++) {
          p.filter_length = lengths[i];
          p.suppression = suppression++ % HARRIS_N_SUPPRESSIONS;
          compare (f, &p, image, NULL, 0);
        }
}

static void
operators (Fixture *f)
{
  static const guint depths[] = { 8, 9, 12, 16 };
  GRand *rand = test_rand_new ();

  for (guint channels = 1; channels <= 3; channels += 2)
    for (guint i = 0; i < G_N_ELEMENTS (depths); i++) {
      Picture *picture = picture_new (37, 9, channels);
      WordLayout words = { .depth = depths[i], .word = 2, .step = 2 };
      Guarded memory[3] = { { 0 } };
      VfImage image;

      picture_fill (picture, i % 2 ? FILL_RANDOM : FILL_EXTREMES, rand);
      words.grain = TRUE;
      image = words_image (&picture->image, &words, GUARD_AFTER, rand, memory);
      compare_operators (f, i == 0 ? &picture->image : &image, i);
      for (guint j = 0; j < 3; j++)
        guarded_clear (&memory[j]);
      picture_free (picture);
    }
  g_rand_free (rand);
}

/* Widths up to two strips and more, where strips are cut; and lines. */
static void
sizes (Fixture *f)
{
  static const guint heights[] = { 1, 2, 3, 4, 5, 7, 8, 13 };
  guint most = 2 * f->fused.lanes->lanes * f->fused.lanes->length + 70;
  HarrisParams params = params_all ();

  for (guint width = 1; width < most; width += width < 70 ? 1 : 13) {
    guint height = heights[width % G_N_ELEMENTS (heights)];
    Picture *picture = picture_photo (width, height, 1, width);
    Picture *turned = picture_photo (height, width, 1, width);

    compare (f, &params, &picture->image, NULL, width);
    compare (f, &params, &turned->image, NULL, width);
    picture_free (picture);
    picture_free (turned);
  }
}

static guint
n_kept (const HarrisFused *f)
{
  guint n = 0;

  for (guint i = 0; i < f->n_strips * f->n_bands; i++)
    n += f->pieces[i].end - f->pieces[i].first;
  return n;
}

/* Of a picture most of which is flat few cells are kept. After one with strong
 * corners, what a weak one may leave out is not all in one bin: it is streamed
 * again, and everything kept. */
static void
left_out (Fixture *f)
{
  HarrisParams params = params_all ();
  Picture *strong = picture_new (320, 200, 1);
  Picture *weak = picture_photo (320, 200, 1, 1);

  for (guint i = 0; i < 320 * 200; i++) {
    weak->samples[i] = weak->samples[i] / 8 + 100;
    strong->samples[i] = i / 320 > 100 && i % 320 > 100 ? 250 : 5;
  }
  for (guint i = 0; i < 2; i++) {
    HarrisWork *work =
        work_new (harris_stages_scalar (), &params, &strong->image, NULL);
    gfloat *response = work->response;

    compare (f, &params, &strong->image, NULL, 0);
    work->response = NULL;
    f->fused.work = work;
    g_assert_true (harris_fused_set_up (&f->fused));
    harris_fused_stream (&f->fused);
    g_assert_true (harris_fused_threshold (&f->fused, FALSE));
    g_assert_cmpuint (n_kept (&f->fused), <, 1000);
    work->image = weak->image;
    g_assert_true (harris_fused_set_up (&f->fused));
    harris_fused_stream (&f->fused);
    g_assert_false (harris_fused_threshold (&f->fused, FALSE));
    compare (f, &params, &weak->image, NULL, 0);
    work->response = response;
    work_free (work);
  }
  picture_free (strong);
  picture_free (weak);
}

typedef struct {
  VfCpuLevel level;
  void (*test) (Fixture *fixture);
} Test;

static void
run_test (gconstpointer data)
{
  const Test *test = data;
  Fixture f = { .level = vf_cpu_level_name (test->level) };

  if (vf_cpu_has (test->level))
    f.fused.lanes = lanes_of (test->level);
  if (!f.fused.lanes) {
    g_test_skip ("it cannot run here");
    return;
  }
  f.fused.pool = vf_pool_new ();
  test->test (&f);
  vf_pool_free (f.fused.pool);
  harris_fused_clear (&f.fused);
}

static void
add (VfCpuLevel level, const gchar *name, void (*test) (Fixture *fixture))
{
  gchar *path = g_strdup_printf ("/%s/%s", vf_cpu_level_name (level), name);
  Test *data = g_new (Test, 1);

  *data = (Test){ level, test };
  g_test_add_data_func_full (path, data, run_test, g_free);
  g_free (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++) {
    add (levels[i], "random", random_cases);
    add (levels[i], "operators", operators);
    add (levels[i], "sizes", sizes);
    add (levels[i], "left-out", left_out);
  }
  return g_test_run ();
}
