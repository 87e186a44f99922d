/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random parameters and masks.
 */
#include "testing.h"

static guint
up_to (GRand *rand, guint most)
{
  return (guint) g_rand_int_range (rand, 0, (gint) most + 1);
}

void
random_operators (GRand *rand, HarrisParams *params)
{
  params->gradient = up_to (rand, 1) * up_to (rand, HARRIS_N_GRADIENTS - 1);
  params->window_type = up_to (rand, HARRIS_N_WINDOWS - 1);
  params->measure = up_to (rand, HARRIS_N_MEASURES - 1);
  params->subpixel = up_to (rand, HARRIS_N_SUBPIXELS - 1);
}

/* Among the distances some that pairs of pixels have exactly. */
void
random_spacing (GRand *rand, HarrisParams *params)
{
  static const gdouble distances[] = { 0.5, 1, 1.5, 2, 5, 13, 300, 32768 };
  static const guint sides[] = { 1, 2, 3, 8, 31, 256 };

  params->min_distance = 0;
  params->grid_columns = params->grid_rows = 0;
  if (up_to (rand, 1))
    params->min_distance =
        up_to (rand, 1) ? distances[up_to (rand, G_N_ELEMENTS (distances) - 1)]
                        : g_rand_double_range (rand, 0, 40);
  if (up_to (rand, 1)) {
    params->grid_columns = sides[up_to (rand, G_N_ELEMENTS (sides) - 1)];
    params->grid_rows = sides[up_to (rand, G_N_ELEMENTS (sides) - 1)];
  }
}

VfMask *
random_mask (GRand *rand)
{
  Picture *picture;
  VfMask *mask;

  if (up_to (rand, 2) > 0)
    return NULL;
  picture = picture_new (1 + up_to (rand, 40), 1 + up_to (rand, 40), 1);
  picture_fill (picture, up_to (rand, N_FILLS - 1), rand);
  mask = vf_mask_new (&picture->image);
  picture_free (picture);
  return mask;
}
