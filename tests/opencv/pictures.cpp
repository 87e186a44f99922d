/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "opencv.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstdlib>

#define SKIMAGE "/usr/lib/python3/dist-packages/skimage/data/"
#define LONGEST 320

using Pictures = std::vector<NamedPicture>;

static cv::Mat
made (int width, int height, int (*value) (int x, int y))
{
  cv::Mat grey (height, width, CV_8U);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      grey.at<uchar> (y, x) = (uchar) value (x, y);
  return grey;
}

/* The same numbers everywhere. */
static unsigned
hash (int x, int y)
{
  unsigned h = (unsigned) x * 2654435761u ^ (unsigned) y * 2246822519u;

  h = (h ^ h >> 15) * 2246822519u;
  h = (h ^ h >> 13) * 3266489917u;
  return h ^ h >> 16;
}

static void
add_made (Pictures &pictures)
{
  pictures.push_back (
      { "flat", made (200, 150, [] (int, int) { return 77; }) });
  pictures.push_back (
      { "white", made (133, 201, [] (int, int) { return 255; }) });
  pictures.push_back ({ "gradient",
      made (256, 190, [] (int x, int y) { return (x + y) / 2; }) });
  pictures.push_back ({ "steep",
      made (255, 97, [] (int x, int y) { return (x * 5 + y * 3) & 255; }) });
  pictures.push_back ({ "noise", made (203, 157, [] (int x, int y) {
                         return (int) (hash (x, y) & 255);
                       }) });
  pictures.push_back ({ "weak noise", made (160, 240, [] (int x, int y) {
                         return 100 + (int) (hash (x, y) % 22);
                       }) });
  pictures.push_back ({ "extremes", made (151, 211, [] (int x, int y) {
                         return hash (x, y) & 1 ? 255 : 0;
                       }) });
  pictures.push_back ({ "dots", made (240, 160, [] (int x, int y) {
                         return hash (x, y) % 64 ? 0 : 255;
                       }) });
  pictures.push_back ({ "board", made (192, 192, [] (int x, int y) {
                         return (x / 12 + y / 12) & 1 ? 220 : 30;
                       }) });
}

static void
add_file (Pictures &pictures, const std::string &path)
{
  cv::Mat grey = cv::imread (path, cv::IMREAD_GRAYSCALE);
  int longest = std::max (grey.cols, grey.rows);

  if (grey.empty ())
    return;
  if (longest > LONGEST) {
    double scale = (double) LONGEST / longest;

    cv::resize (grey, grey, cv::Size (), scale, scale, cv::INTER_AREA);
  }
  pictures.push_back ({ path.substr (path.rfind ('/') + 1), grey });
}

static void
add_blurred (Pictures &pictures)
{
  cv::Mat noise =
      made (320, 240, [] (int x, int y) { return (int) (hash (x, y) & 255); });

  cv::GaussianBlur (noise, noise, cv::Size (), 3);
  cv::normalize (noise, noise, 0, 255, cv::NORM_MINMAX);
  pictures.push_back ({ "clouds", noise });
}

Pictures
load_pictures ()
{
  static const char *const names[] = { "astronaut.png", "camera.png",
    "chelsea.png", "coffee.png", "rocket.jpg", "motorcycle_left.png",
    "coins.png", "page.png", "moon.png", "horse.png", "hubble_deep_field.jpg",
    "retina.jpg", "text.png", "brick.png", "grass.png", "gravel.png",
    "cell.png", "clock_motion.png", "ihc.png", "logo.png", "phantom.png" };
  static const char *const faces[] = { "2007_007763.jpg", "2008_001009.jpg",
    "2008_001322.jpg", "2008_002079.jpg", "dogs.jpg" };
  const char *data = getenv ("VF_TEST_DATA");
  Pictures pictures;

  add_made (pictures);
  add_blurred (pictures);
  for (const char *name : names)
    add_file (pictures, std::string (SKIMAGE) + name);
  for (const char *name : faces)
    if (data)
      add_file (pictures, std::string (data) + "/faces/" + name);
  return pictures;
}

cv::Mat
cut_picture (const Pictures &pictures, int width, int height)
{
  cv::Mat source = pictures[0].grey, small, large, cut;

  for (const NamedPicture &picture : pictures)
    if (picture.name == "clouds" || picture.name == "astronaut.png")
      source = picture.grey;
  cv::resize (source, small, cv::Size (200, 200), 0, 0, cv::INTER_AREA);
  cv::copyMakeBorder (small, large, 0, 400, 0, 400, cv::BORDER_REFLECT);
  large (cv::Rect (60, 10, width, height)).copyTo (cut);
  return cut;
}
