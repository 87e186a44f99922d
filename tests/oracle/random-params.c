/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random parameters: over all their ranges, but mostly those that find
 * something in a small picture.
 */
#include "case.h"

#include <math.h>

static double
random_sigma (GRand *rand)
{
  static const double extremes[] = { 0.1, 0.2, SIGMA_BINARY, 32 };

  if (one_in (rand, 4))
    return PICK_OF (rand, extremes);
  return one_in (rand, 3) ? g_rand_double_range (rand, 0.1, 8) : 1.5;
}

static double
random_k (GRand *rand)
{
  static const double extremes[] = { 0, 0.25, 1 };

  if (one_in (rand, 4))
    return PICK_OF (rand, extremes);
  return one_in (rand, 3) ? g_rand_double_range (rand, 0, 0.2) : 0.04;
}

/* Half of them are distances that two pixels can have. */
static double
random_min_distance (GRand *rand)
{
  if (one_in (rand, 2))
    return 0;
  if (one_in (rand, 2))
    return sqrt (pick (rand, 1, 200));
  if (one_in (rand, 10))
    return 32768;
  return one_in (rand, 2) ? pick (rand, 1, 12)
                          : g_rand_double_range (rand, 0, 20);
}

static void
set_selection (OracleParams *params, GRand *rand)
{
  static const int most[] = { 0, 0, 1, 2, 5, 17, 40, 100, 200, 200, 1000,
    G_MAXINT32 };
  static const int sides[] = { 1, 2, 3, 4, 5, 7, 16, 255, 256 };

  params->max_corners = PICK_OF (rand, most);
  params->min_distance = random_min_distance (rand);
  if (one_in (rand, 2)) {
    params->grid_columns = PICK_OF (rand, sides);
    params->grid_rows = PICK_OF (rand, sides);
  }
  params->subpixel = pick (rand, 0, ORACLE_N_SUBPIXELS - 1);
}

OracleParams
random_params (GRand *rand)
{
  static const int bins[] = { 2, 3, 16, 100, 256, 256, 1000, 65535, 65536 };
  static const int radii[] = { 1, 1, 2, 2, 3, 4, 4, 5, 7, 8, 16, 33, 255 };
  OracleParams params = { 0 };

  params.gradient = pick (rand, 0, ORACLE_N_GRADIENTS - 1);
  params.window_type = pick (rand, 0, ORACLE_N_WINDOWS - 1);
  params.filter_length = one_in (rand, 4)   ? 2 * pick (rand, 0, 15) + 1
                         : one_in (rand, 2) ? 2 * pick (rand, 0, 3) + 1
                                            : 5;
  params.sigma = random_sigma (rand);
  params.k = random_k (rand);
  params.measure = pick (rand, 0, ORACLE_N_MEASURES - 1);
  params.bins = PICK_OF (rand, bins);
  params.threshold_mode = pick (rand, 0, ORACLE_N_THRESHOLD_MODES - 1);
  params.suppression = pick (rand, 0, ORACLE_N_SUPPRESSIONS - 1);
  params.suppression_radius = PICK_OF (rand, radii);
  params.gray = one_in (rand, 3);
  set_selection (&params, rand);
  return params;
}

static int
random_shift (GRand *rand, int room)
{
  return one_in (rand, 2) ? (one_in (rand, 2) ? room : 0)
                          : pick (rand, 0, room);
}

/* Where the channels' samples lie in their words. */
static void
set_shifts (Storage *s, GRand *rand, int depth, int channels)
{
  int n_in_word = s->layout == LAYOUT_ONE_WORD ? channels : 1;
  int room = 8 * s->word - n_in_word * depth, next = 0;

  for (int i = 0; i < channels; i++) {
    if (n_in_word == 1) {
      s->shift[i] = random_shift (rand, room);
    } else {
      s->shift[i] = pick (rand, next, i * depth + room);
      next = s->shift[i] + depth;
    }
  }
}

Storage
random_storage (GRand *rand, int depth, int channels)
{
  Storage s = storage_simple (depth);

  if (one_in (rand, 3))
    return s;
  s.word = one_in (rand, 3) ? 4 : depth > 8 || one_in (rand, 3) ? 2 : 1;
  s.big_endian = one_in (rand, 2);
  s.layout = pick (rand, LAYOUT_PLANES, LAYOUT_ONE_WORD);
  if (s.layout == LAYOUT_ONE_WORD && channels * depth > 8 * s.word)
    s.layout = LAYOUT_WORDS;
  set_shifts (&s, rand, depth, channels);
  s.gap = one_in (rand, 3) ? pick (rand, 1, 3) : 0;
  s.padding = one_in (rand, 2) ? pick (rand, 1, 80) : 0;
  s.upside_down = one_in (rand, 4);
  s.mirrored = one_in (rand, 4);
  s.before = one_in (rand, 2);
  return s;
}
