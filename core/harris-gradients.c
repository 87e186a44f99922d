/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "harris-gradients.h"

const HarrisGradientTaps harris_gradient_taps[HARRIS_N_GRADIENTS] = {
  [HARRIS_GRADIENT_CENTRAL] = { 1, { -1, 0, 1 }, { 0, 1, 0 } },
  [HARRIS_GRADIENT_SOBEL3] = { 1, { -1, 0, 1 }, { 1, 2, 1 } },
  [HARRIS_GRADIENT_SOBEL5] = { 2, { -1, -2, 0, 2, 1 }, { 1, 4, 6, 4, 1 } },
  [HARRIS_GRADIENT_SOBEL7] = { 3, { -1, -4, -5, 0, 5, 4, 1 },
      { 1, 6, 15, 20, 15, 6, 1 } },
  [HARRIS_GRADIENT_SCHARR3] = { 1, { -1, 0, 1 }, { 3, 10, 3 } },
};
