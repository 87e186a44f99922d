/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Ours beside OpenCV's detectMultiScale: the same windows and groups, for every
 * Haar cascade of Debian's opencv-data. OpenCV is the judge.
 *
 * A part of all searches is drawn by the seed, which VF_TEST_SEED sets.
 * VF_OPENCV_FULL=1 makes all of them.
 */
#include "opencv.h"

#include <opencv2/core/utility.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <glib/gstdio.h>

#define CASCADES "/usr/share/opencv4/haarcascades/"

static GRand *draw;
static bool full;
static std::vector<NamedPicture> pictures;
static std::vector<Both> cascades;

static const double factors[] = { 1.05, 1.1, 1.2, 1.3, 1.5, 2.0 };

Both
load_both (const std::string &path)
{
  GError *error = NULL;
  Both both;

  both.name = path.substr (path.rfind ('/') + 1);
  both.ours = cascade_load (path.c_str (), &error);
  g_assert_no_error (error);
  g_assert_true (both.theirs.load (path));
  return both;
}

/* One of `n` searches is made. */
static bool
chosen (guint n)
{
  return full || g_rand_int (draw) % n == 0;
}

static Search
new_search (double factor, guint min_neighbors)
{
  Search search;

  haar_params_init (&search.params);
  search.params.scale_factor = factor;
  search.params.min_neighbors = min_neighbors;
  search.n_threads = 1 + g_rand_int (draw) % 4;
  return search;
}

static void
test_pictures (gconstpointer data)
{
  Both &both = cascades[GPOINTER_TO_UINT (data)];

  for (const NamedPicture &picture : pictures)
    for (double factor : factors) {
      if (chosen (60))
        compare (both, picture, new_search (factor, 0));
      if (factor > 1.05 && chosen (60))
        compare (both, picture, new_search (factor, 3));
    }
}

static void
test_scores ()
{
  for (Both &both : cascades)
    for (const NamedPicture &picture : pictures)
      if (chosen (15))
        compare_scores (both, picture, new_search (1.2, 0));
}

static void
test_without_skip ()
{
  for (Both &both : cascades)
    for (const NamedPicture &picture : pictures)
      if (chosen (20))
        compare_without_skip (both, picture, new_search (1.2, 0));
}

/* Around the window, and around 32 columns of windows, by which OpenCV divides
 * the rows. */
static std::vector<cv::Size>
sizes_for (const Cascade *cascade)
{
  int w = (int) cascade_width (cascade), h = (int) cascade_height (cascade);
  std::vector<cv::Size> sizes = { { 1, 1 }, { 2, 3 }, { 200, 1 }, { 1, 200 },
    { w - 1, h }, { w, h - 1 }, { w - 1, h - 1 }, { w, h }, { w + 1, h },
    { w, h + 1 }, { w + 1, h + 1 }, { w + 2, h + 2 }, { w + 3, h + 2 },
    { w + 2, h + 3 }, { w, 150 }, { 150, h }, { 2 * w - 1, 2 * h },
    { 2 * w, 2 * h }, { 2 * w + 1, 2 * h + 1 }, { w * 3, h * 3 - 1 } };

  for (int n : { 31, 32, 33, 63, 64, 65, 95, 96, 97, 128, 129, 160, 161 })
    for (int rows : { 7, 40, 61 })
      sizes.push_back ({ w - 1 + n, h - 1 + rows });
  for (int i = 0; i < 15; i++)
    sizes.push_back ({ w + (int) (g_rand_int (draw) % 200),
        h + (int) (g_rand_int (draw) % 200) });
  return sizes;
}

static void
test_sizes ()
{
  for (Both &both : cascades)
    for (const cv::Size &size : sizes_for (both.ours)) {
      if (size.width < 1 || size.height < 1)
        continue;
      NamedPicture cut = { "cut",
        cut_picture (pictures, size.width, size.height) };

      for (double factor : factors)
        if (chosen (20))
          compare (both, cut, new_search (factor, 0));
      if (chosen (20))
        compare (both, cut, new_search (1.1, 3));
    }
}

/* Smallest and largest sizes around those of the windows, and far from them. */
static void
test_limits ()
{
  NamedPicture cut = { "cut", cut_picture (pictures, 250, 190) };

  for (Both &both : cascades)
    for (int i = 0; i < 60; i++) {
      Search search = new_search (factors[g_rand_int (draw) % 6],
          g_rand_boolean (draw) ? 0 : 1 + g_rand_int (draw) % 4);
      HaarParams &p = search.params;
      guint w = cascade_width (both.ours), h = cascade_height (both.ours);

      p.min_size_width = g_rand_int (draw) % (4 * w);
      p.min_size_height = g_rand_int (draw) % (4 * h);
      p.max_size_width =
          i % 3 ? p.min_size_width + g_rand_int (draw) % (3 * w) : 0;
      p.max_size_height =
          i % 4 ? p.min_size_height + g_rand_int (draw) % (3 * h) : 0;
      if (i % 5 == 0)
        p.min_size_width = p.min_size_height = 0;
      if (chosen (10))
        compare (both, cut, search);
    }
}

/* Windows of any size, trees, tilted features, both formats. */
static void
test_random ()
{
  guint n = full ? 1000 : 60;

  for (guint i = 0; i < n; i++) {
    CascadeShape shape = random_shape (draw);
    gchar *text = random_cascade (draw, &shape), *path;
    gint file = g_file_open_tmp ("cascade-XXXXXX.xml", &path, NULL);

    g_assert_cmpint (file, >=, 0);
    g_assert_true (g_close (file, NULL));
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
    Both both = load_both (path);
    NamedPicture cut = { "cut",
      cut_picture (pictures, 1 + (int) (g_rand_int (draw) % 120),
          1 + (int) (g_rand_int (draw) % 90)) };
    guint differences = totals.differences;

    compare (both, cut, new_search (factors[i % 6], 0));
    compare (both, cut, new_search (factors[i % 6], 1 + i % 3));
    /* With one stage OpenCV gives flat windows the level of those that pass. */
    if (shape.n_stages > 1)
      compare_scores (both, cut, new_search (factors[i % 6], 0));
    if (totals.differences > differences)
      g_test_message ("%s", text);
    cascade_unref (both.ours);
    remove (path);
    g_free (path);
    g_free (text);
  }
}

static bool
load_cascades ()
{
  GDir *dir = g_dir_open (CASCADES, 0, NULL);
  std::vector<std::string> names;

  if (!dir)
    return false;
  while (const gchar *name = g_dir_read_name (dir))
    names.push_back (name);
  g_dir_close (dir);
  std::sort (names.begin (), names.end ());
  for (const std::string &name : names)
    cascades.push_back (load_both (CASCADES + name));
  return !cascades.empty ();
}

static guint32
seed_of_run ()
{
  const char *seed = getenv ("VF_TEST_SEED");

  return seed ? (guint32) strtoul (seed, NULL, 0) : g_random_int ();
}

int
main (int argc, char **argv)
{
  guint32 seed = seed_of_run ();
  int failed;

  g_test_init (&argc, &argv, NULL);
  if (!load_cascades ()) {
    printf ("1..0 # SKIP there are no cascades in " CASCADES
            ": install opencv-data\n");
    return 77;
  }
  full = getenv ("VF_OPENCV_FULL") != NULL;
  draw = g_rand_new_with_seed (seed);
  cv::setNumThreads (2);
  pictures = load_pictures ();
  g_test_message ("VF_TEST_SEED=%u", seed);
  for (guint i = 0; i < cascades.size (); i++)
    g_test_add_data_func (("/pictures/" + cascades[i].name).c_str (),
        GUINT_TO_POINTER (i), test_pictures);
  g_test_add_func ("/scores", test_scores);
  g_test_add_func ("/without-skip", test_without_skip);
  g_test_add_func ("/sizes", test_sizes);
  g_test_add_func ("/limits", test_limits);
  g_test_add_func ("/random", test_random);
  failed = g_test_run ();
  printf ("# %zu cascades, %zu pictures, %u searches, %u windows and objects, "
          "%u differences\n",
      cascades.size (), pictures.size (), totals.searches, totals.windows,
      totals.differences);
  for (Both &both : cascades)
    cascade_unref (both.ours);
  g_rand_free (draw);
  return failed;
}
