/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the files of the comparison with OpenCV share.
 */
#pragma once

#include "cascades.h"
#include "haar.h"

#include <opencv2/objdetect.hpp>

#include <string>
#include <vector>

struct NamedPicture {
  std::string name;
  cv::Mat grey;
};

/* Made ones, and those that this machine has: of python3-skimage, and of
 * VF_TEST_DATA. None is larger than 320 pixels. */
std::vector<NamedPicture> load_pictures ();

/* A part of something with faces, of any size up to some hundred pixels. */
cv::Mat cut_picture (
    const std::vector<NamedPicture> &pictures, int width, int height);

/* One cascade, as both sides read it. */
struct Both {
  std::string name;
  Cascade *ours;
  cv::CascadeClassifier theirs;
};

Both load_both (const std::string &path);

/* What one search is asked for. */
struct Search {
  HaarParams params;
  guint n_threads;
};

/* How much has been compared. */
struct Totals {
  unsigned searches, windows, differences;
};
extern Totals totals;

/* Each counts as one search, and prints what differs. */
void compare (Both &both, const NamedPicture &picture, const Search &search);
void compare_scores (
    Both &both, const NamedPicture &picture, const Search &search);
void compare_without_skip (
    Both &both, const NamedPicture &picture, const Search &search);
