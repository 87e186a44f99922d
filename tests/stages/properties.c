/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the method promises of whole pictures: how corners move with the
 * picture, what the edge does, and what is never lost.
 *
 * Blocks start at (0, 0), so most suppressions answer differently when the
 * picture moves against them. `window` does not, as long as no two equal
 * responses meet in a window: what has no pixel before it in its window of
 * 2 L + 1 is the first of any block of L that holds it, so it is a candidate
 * wherever the blocks lie, and its window decides alone.
 */
#include "testing.h"

#include <math.h>
#include <string.h>

#define SEED 20

/* The corners of a picture and its response. */
typedef struct {
  GArray *corners;
  gfloat *response;
  gdouble threshold;
} Found;

static Found
find (const HarrisParams *params, const VfImage *image)
{
  HarrisDetector *detector = detector_new ();
  const HarrisResult *result =
      harris_detect (detector, params, image, NULL, NULL);
  gsize n = (gsize) image->width * image->height;
  Found found;

  g_assert_nonnull (result);
  found.corners = corners_copy (result);
  found.response = g_memdup2 (result->response, n * sizeof (gfloat));
  found.threshold = result->threshold;
  harris_free (detector);
  return found;
}

static void
found_clear (Found *found)
{
  g_array_unref (found->corners);
  g_free (found->response);
}

/* Whether two equal responses above 0, near enough to ask each other, exist.
 * Then the smaller position wins, and a mirror image keeps another one. */
static gboolean
has_ties (const Found *found, gint width, gint height, gint radius)
{
  for (guint i = 0; i < found->corners->len; i++) {
    HarrisCorner corner = g_array_index (found->corners, HarrisCorner, i);
    gint cx = (gint) corner.x, cy = (gint) corner.y;
    guint equal = 0;

    for (gint y = MAX (cy - radius, 0); y <= MIN (cy + radius, height - 1); y++)
      for (gint x = MAX (cx - radius, 0); x <= MIN (cx + radius, width - 1);
           x++)
        equal += found->response[y * width + x] == corner.response;
    if (equal != 1)
      return TRUE;
  }
  return FALSE;
}

/* The corners of a moved picture, at the places where its samples were. */
static void
move_back (Found *found, const VfImage *source, PlaceFunc from)
{
  for (guint i = 0; i < found->corners->len; i++) {
    HarrisCorner *c = &g_array_index (found->corners, HarrisCorner, i);
    Place place = from (source, (guint) c->x, (guint) c->y);

    c->x = (gfloat) place.x;
    c->y = (gfloat) place.y;
  }
}

static Place
mirror_x (const VfImage *source, guint x, guint y)
{
  return (Place){ source->width - 1 - x, y };
}

static Place
mirror_y (const VfImage *source, guint x, guint y)
{
  return (Place){ x, source->height - 1 - y };
}

/* A mirror image has the same sums in the same order (a pair's sum does not
 * depend on its order; Ix Iy only changes its sign and is squared): the same
 * responses bit for bit, the same histogram, the same threshold. */
static void
check_mirror (
    const HarrisParams *params, const Picture *picture, PlaceFunc mirror)
{
  const VfImage *image = &picture->image;
  gint width = (gint) image->width, height = (gint) image->height;
  Picture *moved = picture_moved (image, image->width, image->height, mirror);
  Found original = find (params, image), other = find (params, &moved->image);

  g_assert_cmpuint (original.corners->len, >, 20);
  g_assert_false (has_ties (
      &original, width, height, 2 * (gint) params->suppression_radius));
  g_assert_cmpfloat (original.threshold, ==, other.threshold);
  move_back (&other, image, mirror);
  /* Equal responses far from each other are listed by their position. */
  corners_sort_by_place (original.corners);
  corners_sort_by_place (other.corners);
  assert_same_corners (other.corners, original.corners);
  found_clear (&original);
  found_clear (&other);
  picture_free (moved);
}

static void
check_mirrors (const HarrisParams *params, guint width, guint height)
{
  for (guint channels = 1; channels <= 3; channels += 2) {
    Picture *picture = picture_photo (width, height, channels, SEED);

    check_mirror (params, picture, mirror_x);
    check_mirror (params, picture, mirror_y);
    picture_free (picture);
  }
}

/* Any size, for `window` asks no block. */
static void
mirror_window (void)
{
  HarrisParams params = params_all ();

  for (guint measure = 0; measure < HARRIS_N_MEASURES; measure++) {
    params.measure = measure;
    check_mirrors (&params, 301, 199);
    check_mirrors (&params, 240, 161);
  }
}

/* Sides that are whole blocks: the blocks' mirror image is the blocks. */
static void
mirror_blocks (void)
{
  HarrisParams params = params_all ();

  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++) {
    params.suppression = i;
    params.suppression_radius = 5;
    check_mirrors (&params, 240, 160);
  }
}

/* (x, y) goes to (height - 1 - y, x). */
static Place
before_turn (const VfImage *source, guint x, guint y)
{
  return (Place){ y, source->height - 1 - x };
}

/* After a quarter turn the columns are summed first: the last bits differ.
 * What passes and what survives does not, when nothing is as near to a
 * decision as that: so an absolute threshold, and a picture that shows it. */
static void
check_turn (const HarrisParams *params, const Picture *picture)
{
  const VfImage *image = &picture->image;
  Picture *turned =
      picture_moved (image, image->height, image->width, before_turn);
  Found original = find (params, image), other = find (params, &turned->image);

  g_assert_cmpuint (original.corners->len, >, 20);
  g_assert_cmpuint (other.corners->len, ==, original.corners->len);
  move_back (&other, image, before_turn);
  corners_sort_by_place (original.corners);
  corners_sort_by_place (other.corners);
  for (guint i = 0; i < other.corners->len; i++) {
    HarrisCorner a = g_array_index (other.corners, HarrisCorner, i);
    HarrisCorner e = g_array_index (original.corners, HarrisCorner, i);

    g_assert_cmpfloat (a.x, ==, e.x);
    g_assert_cmpfloat (a.y, ==, e.y);
    g_assert_cmpfloat_with_epsilon (a.response, e.response, 1e-5 * e.response);
  }
  found_clear (&original);
  found_clear (&other);
  picture_free (turned);
}

static void
quarter_turn (void)
{
  HarrisParams params = params_all ();

  for (guint channels = 1; channels <= 3; channels += 2) {
    Picture *picture = picture_photo (301, 199, channels, SEED);

    params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
    params.measure = HARRIS_MEASURE_HARRIS;
    params.threshold = 1e5;
    check_turn (&params, picture);
    params.measure = HARRIS_MEASURE_MIN_EIGEN;
    params.threshold = 100;
    check_turn (&params, picture);
    picture_free (picture);
  }
}

/* The corners of a crop that lies at (dx, dy), in the big picture's places,
 * as far as they lie in `interior` of the big picture. */
static GArray *
corners_of_crop (const HarrisParams *params, const VfImage *image, VfRect crop,
    VfRect interior)
{
  VfImage part = image_crop (image, crop);
  GArray *all = corners_of (params, &part, NULL);
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (HarrisCorner));

  for (guint i = 0; i < all->len; i++) {
    HarrisCorner c = g_array_index (all, HarrisCorner, i);

    c.x += (gfloat) crop.x;
    c.y += (gfloat) crop.y;
    if (c.x >= interior.x && c.x < interior.x + interior.width
        && c.y >= interior.y && c.y < interior.y + interior.height)
      g_array_append_val (kept, c);
  }
  g_array_unref (all);
  return kept;
}

#define SHIFTED_WIDTH  220
#define SHIFTED_HEIGHT 140

/* The lists of two crops of a picture, one shifted by (dx, dy), where neither
 * feels its edge: a corner depends on the blocks beside its own (2 L), each
 * pixel there on its window and its gradient. */
static gboolean
moves_along (
    const HarrisParams *params, const VfImage *image, guint dx, guint dy)
{
  guint reach = params->filter_length / 2 + 1 + 3 * params->suppression_radius;
  VfRect at_0 = { 0, 0, SHIFTED_WIDTH, SHIFTED_HEIGHT };
  VfRect shifted = { dx, dy, SHIFTED_WIDTH, SHIFTED_HEIGHT };
  VfRect interior = { dx + reach, dy + reach, SHIFTED_WIDTH - dx - 2 * reach,
    SHIFTED_HEIGHT - dy - 2 * reach };
  GArray *a = corners_of_crop (params, image, at_0, interior);
  GArray *b = corners_of_crop (params, image, shifted, interior);
  gboolean same =
      a->len == b->len
      && memcmp (a->data, b->data, a->len * sizeof (HarrisCorner)) == 0;

  g_assert_cmpuint (a->len, >, 20);
  g_array_unref (a);
  g_array_unref (b);
  return same;
}

/* `window` moves with the picture by any shift. The others do by whole blocks
 * only; `none` is shown to answer differently by one pixel, for it keeps one
 * pixel of each block wherever the blocks lie. */
static void
translation (void)
{
  Picture *picture =
      picture_photo (SHIFTED_WIDTH + 16, SHIFTED_HEIGHT + 16, 1, SEED);
  HarrisParams params = params_all ();

  params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
  params.threshold = 1e5;
  for (guint d = 0; d < 16; d++)
    g_assert_true (moves_along (&params, &picture->image, d, d * 7 % 16));
  for (guint i = 0; i < HARRIS_N_SUPPRESSIONS; i++) {
    params.suppression = i;
    g_assert_true (moves_along (&params, &picture->image, 4, 12));
    g_assert_true (moves_along (&params, &picture->image, 8, 0));
  }
  params.suppression = HARRIS_SUPPRESSION_NONE;
  g_assert_false (moves_along (&params, &picture->image, 1, 0));
  g_assert_false (moves_along (&params, &picture->image, 0, 1));
  picture_free (picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mirror/window", mirror_window);
  g_test_add_func ("/mirror/blocks", mirror_blocks);
  g_test_add_func ("/quarter-turn", quarter_turn);
  g_test_add_func ("/translation", translation);
  return g_test_run ();
}
