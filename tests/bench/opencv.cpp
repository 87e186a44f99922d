/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "peers.h"

#include <opencv2/imgproc.hpp>

#include <memory>

std::vector<Peer>
opencv_peers (const GreyPicture &picture)
{
  cv::Mat grey (picture.height, picture.width, CV_8U,
      const_cast<uint8_t *> (picture.samples));
  auto response = std::make_shared<cv::Mat> ();

  cv::setNumThreads (1);
  return {
    { "OpenCV goodFeaturesToTrack", true,
        [grey] {
          std::vector<cv::Point2f> corners;

          cv::goodFeaturesToTrack (
              grey, corners, 200, 0.01, 4, cv::noArray (), 5, true, 0.04);
        } },
    { "OpenCV cornerHarris", false,
        [grey, response] { cv::cornerHarris (grey, *response, 5, 3, 0.04); } },
  };
}
