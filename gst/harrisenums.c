/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harrisenums.h"

#include "harrisproperties.h"
#include "properties.h"

static const GEnumValue gradients[] = {
  { HARRIS_GRADIENT_CENTRAL, "Central differences", "central" },
  { HARRIS_GRADIENT_SOBEL3, "Sobel, 3x3", "sobel3" },
  { HARRIS_GRADIENT_SOBEL5, "Sobel, 5x5", "sobel5" },
  { HARRIS_GRADIENT_SOBEL7, "Sobel, 7x7", "sobel7" },
  { HARRIS_GRADIENT_SCHARR3, "Scharr, 3x3", "scharr3" },
  { 0, NULL, NULL },
};
VF_DEFINE_ENUM (harris_gradient_type, "GstHarrisCornersGradient", gradients)

static const GEnumValue windows[] = {
  { HARRIS_WINDOW_GAUSSIAN, "A Gaussian of sigma", "gaussian" },
  { HARRIS_WINDOW_BOX, "The plain sum", "box" },
  { 0, NULL, NULL },
};
VF_DEFINE_ENUM (harris_window_type, "GstHarrisCornersWindow", windows)

static const GEnumValue subpixels[] = {
  { HARRIS_SUBPIXEL_NONE, "Corners lie on pixels", "none" },
  { HARRIS_SUBPIXEL_QUADRATIC,
      "At the top of a quadratic through the responses around", "quadratic" },
  { 0, NULL, NULL },
};
VF_DEFINE_ENUM (harris_subpixel_type, "GstHarrisCornersSubpixel", subpixels)

static const GEnumValue measures[] = {
  { HARRIS_MEASURE_HARRIS, "det - k * trace^2 (Harris and Stephens)",
      "harris" },
  { HARRIS_MEASURE_MIN_EIGEN, "The smaller eigenvalue (Shi and Tomasi)",
      "min-eigen" },
  { HARRIS_MEASURE_NOBLE, "det / trace, without a constant (Noble)", "noble" },
  { 0, NULL, NULL },
};
VF_DEFINE_ENUM (harris_measure_type, "GstHarrisCornersMeasure", measures)

static const GEnumValue threshold_modes[] = {
  { HARRIS_THRESHOLD_ROSIN,
      "Automatic, from the histogram of responses (Rosin)", "rosin" },
  { HARRIS_THRESHOLD_ABSOLUTE, "The response exceeds threshold", "absolute" },
  { HARRIS_THRESHOLD_RELATIVE,
      "The response exceeds threshold times the region's largest", "relative" },
  { 0, NULL, NULL },
};
VF_DEFINE_ENUM (harris_threshold_mode_type, "GstHarrisCornersThresholdMode",
    threshold_modes)

static const GEnumValue suppressions[] = {
  { HARRIS_SUPPRESSION_WINDOW,
      "The strongest of all pixels of its window (Neubeck and Van Gool)",
      "window" },
  { HARRIS_SUPPRESSION_MAXIMA,
      "The strongest of the blocks' maxima in its window", "maxima" },
  { HARRIS_SUPPRESSION_BLOCK, "The strongest of the maxima of 3x3 blocks",
      "block" },
  { HARRIS_SUPPRESSION_NONE, "The maximum of every block", "none" },
  { 0, NULL, NULL },
};
VF_DEFINE_ENUM (
    harris_suppression_type, "GstHarrisCornersSuppression", suppressions)

static const GEnumValue channels[] = {
  { HARRIS_CHANNELS_AUTO, "Colour for RGB formats, else the luma", "auto" },
  { HARRIS_CHANNELS_GRAY, "The luma, computed for RGB formats", "gray" },
  { HARRIS_CHANNELS_COLOR,
      "The colour tensor for RGB formats (YUV ones give their luma)", "color" },
  { 0, NULL, NULL },
};
VF_DEFINE_ENUM (harris_channels_type, "GstHarrisCornersChannels", channels)

static const GFlagsValue draws[] = {
  { HARRIS_DRAW_NONE, "Nothing: the pixels stay as they are", "none" },
  { HARRIS_DRAW_CORNERS, "A cross on every corner", "corners" },
  { HARRIS_DRAW_RESPONSE,
      "The response as a heat map: warm at corners, cold on edges",
      "response" },
  { HARRIS_DRAW_HISTOGRAM,
      "The histogram of responses with Rosin's line and what passes",
      "histogram" },
  { 0, NULL, NULL },
};
VF_DEFINE_FLAGS (harris_draw_type, "GstHarrisCornersDraw", draws)
