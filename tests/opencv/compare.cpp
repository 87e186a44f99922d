/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "opencv.h"

#include <algorithm>
#include <tuple>

Totals totals;

namespace {

/* x, y, width, height, neighbours, score: what is compared, as sets that may
 * hold things more than once. */
using Object = std::tuple<int, int, int, int, int, double>;
using Objects = std::vector<Object>;

Objects
find_ours (
    const Both &both, const cv::Mat &grey, const Search &search, bool scores)
{
  static HaarDetector *detector =
      haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  VfImage image = {};
  GError *error = NULL;
  Objects objects;

  image.width = (guint) grey.cols;
  image.height = (guint) grey.rows;
  image.channels = 1;
  image.data[0] = grey.data;
  image.stride[0] = (gssize) grey.step;
  image.step[0] = 1;
  image.depth = 8;
  image.word = 1;
  haar_set_threads (detector, search.n_threads);
  const HaarResult *result =
      haar_detect (detector, both.ours, &search.params, &image, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < result->n_objects; i++) {
    const HaarObject &o = result->objects[i];

    objects.emplace_back (o.rect.x, o.rect.y, o.rect.width, o.rect.height,
        o.neighbors, scores ? o.score : 0);
  }
  std::sort (objects.begin (), objects.end ());
  return objects;
}

cv::Size
min_size (const HaarParams &p)
{
  return cv::Size ((int) p.min_size_width, (int) p.min_size_height);
}

cv::Size
max_size (const HaarParams &p)
{
  return cv::Size ((int) p.max_size_width, (int) p.max_size_height);
}

Objects
find_theirs (Both &both, const cv::Mat &grey, const HaarParams &p)
{
  std::vector<cv::Rect> rects;
  std::vector<int> neighbors;
  Objects objects;

  both.theirs.detectMultiScale (grey, rects, neighbors, p.scale_factor,
      (int) p.min_neighbors, 0, min_size (p), max_size (p));
  for (size_t i = 0; i < rects.size (); i++)
    objects.emplace_back (rects[i].x, rects[i].y, rects[i].width,
        rects[i].height, neighbors[i], 0);
  std::sort (objects.begin (), objects.end ());
  return objects;
}

/* With scores it also tells of windows that fail late; those are left out. */
Objects
find_their_scores (Both &both, const cv::Mat &grey, const HaarParams &p)
{
  std::vector<cv::Rect> rects;
  std::vector<int> levels;
  std::vector<double> weights;
  Objects objects;

  both.theirs.detectMultiScale (grey, rects, levels, weights, p.scale_factor, 0,
      0, min_size (p), max_size (p), true);
  for (size_t i = 0; i < rects.size (); i++)
    if (levels[i] == (int) cascade_n_stages (both.ours))
      objects.emplace_back (rects[i].x, rects[i].y, rects[i].width,
          rects[i].height, 1, weights[i]);
  std::sort (objects.begin (), objects.end ());
  return objects;
}

Objects
without (const Objects &a, const Objects &b)
{
  Objects rest;

  std::set_difference (
      a.begin (), a.end (), b.begin (), b.end (), std::back_inserter (rest));
  return rest;
}

void
print_objects (const char *who, const Objects &objects)
{
  for (size_t i = 0; i < std::min<size_t> (objects.size (), 3); i++)
    g_test_message ("  only %s: %d %d %d %d, %d neighbours, score %.17g", who,
        std::get<0> (objects[i]), std::get<1> (objects[i]),
        std::get<2> (objects[i]), std::get<3> (objects[i]),
        std::get<4> (objects[i]), std::get<5> (objects[i]));
}

void
report (const Both &both, const NamedPicture &picture, const Search &search,
    const char *what, const Objects &ours, const Objects &theirs)
{
  const HaarParams &p = search.params;

  totals.searches++;
  if (ours.empty () && theirs.empty ())
    return;
  totals.differences++;
  g_test_message ("%s differ: %s, %s (%d x %d), scale-factor %.17g, "
                  "min-neighbors %u, min-size %u x %u, max-size %u x %u, "
                  "%u threads: only ours %zu, only OpenCV's %zu",
      what, both.name.c_str (), picture.name.c_str (), picture.grey.cols,
      picture.grey.rows, p.scale_factor, p.min_neighbors, p.min_size_width,
      p.min_size_height, p.max_size_width, p.max_size_height, search.n_threads,
      ours.size (), theirs.size ());
  print_objects ("ours", ours);
  print_objects ("theirs", theirs);
  g_test_fail ();
}

} // namespace

void
compare (Both &both, const NamedPicture &picture, const Search &search)
{
  Objects ours = find_ours (both, picture.grey, search, false);
  Objects theirs = find_theirs (both, picture.grey, search.params);

  totals.windows += (unsigned) theirs.size ();
  report (both, picture, search, "objects", without (ours, theirs),
      without (theirs, ours));
}

void
compare_scores (Both &both, const NamedPicture &picture, const Search &search)
{
  Objects ours = find_ours (both, picture.grey, search, true);
  Objects theirs = find_their_scores (both, picture.grey, search.params);

  totals.windows += (unsigned) theirs.size ();
  report (both, picture, search, "scores", without (ours, theirs),
      without (theirs, ours));
}

void
compare_without_skip (
    Both &both, const NamedPicture &picture, const Search &search)
{
  Search all = search;

  all.params.opencv_skip = FALSE;
  Objects ours = find_ours (both, picture.grey, all, false);
  Objects theirs = find_theirs (both, picture.grey, search.params);

  totals.windows += (unsigned) theirs.size ();
  report (both, picture, all, "windows without opencv-skip", {},
      without (theirs, ours));
}
