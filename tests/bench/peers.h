/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the benchmark compares: each runs once over a grey picture.
 */
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

struct GreyPicture {
  int width, height; /* pixels; rows without padding */
  const uint8_t *samples;
};

struct Peer {
  std::string name;
  bool whole; /* a whole detection; no: the response alone */
  std::function<void ()> run;
};

/* Empty where this build or this machine has it not. The picture must live as
 * long as the peers. */
std::vector<Peer> opencv_peers (const GreyPicture &picture);
std::vector<Peer> halide_peers (const GreyPicture &picture);

/* Where LD_LIBRARY_PATH leads to libippcore.so.12 and libippcv.so.12. level: v2,
 * v3 or v4. */
std::vector<Peer> ipp_peers (
    const GreyPicture &picture, const std::string &level);
