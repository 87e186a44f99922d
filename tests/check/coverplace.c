/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which pixels of a frame a box covers, and in how many blocks.
 */
#include "cover.h"
#include "testing.h"

#include <math.h>

#define WIDTH  101
#define HEIGHT 75

/* Of three channels, whose second and third have 2^right x 2^below pixels a
 * sample. */
static VfCoverFrame
frame_of (guint right, guint below)
{
  VfCoverFrame frame = {
    .width = WIDTH, .height = HEIGHT, .channels = 3, .depth = 8, .word = 1
  };

  for (guint c = 1; c < 3; c++) {
    frame.samples[c].right = right;
    frame.samples[c].below = below;
  }
  return frame;
}

static const VfCoverStyle plain = { VF_COVER_PIXELATE, VF_COVER_BOX, 0.1, 0,
  { 1, 2, 3 } };

typedef struct {
  guint right, below;
  gboolean interlaced;
  gdouble margin;
  VfCoverBox box;
  VfRect rect;
} Place;

static const Place places[] = {
  { 0, 0, FALSE, 0, { 10, 20, 30, 40 }, { 10, 20, 30, 40 } },
  /* Outward: to pixels, to samples of chroma, to those of fields. */
  { 0, 0, FALSE, 0, { 10.25, 20.75, 30, 40 }, { 10, 20, 31, 41 } },
  { 1, 1, FALSE, 0, { 11, 21, 30, 40 }, { 10, 20, 32, 42 } },
  { 1, 0, FALSE, 0, { 11, 21, 30, 40 }, { 10, 21, 32, 40 } },
  { 2, 2, FALSE, 0, { 11, 21, 30, 40 }, { 8, 20, 36, 44 } },
  { 1, 1, TRUE, 0, { 11, 21, 30, 40 }, { 10, 20, 32, 44 } },
  { 1, 0, TRUE, 0, { 11, 21, 30, 40 }, { 10, 21, 32, 40 } },
  { 0, 0, FALSE, 0.1, { 10, 20, 30, 40 }, { 7, 16, 36, 48 } },
  { 0, 0, FALSE, 2, { 40, 30, 10, 10 }, { 20, 10, 50, 50 } },
  { 0, 0, FALSE, 0, { 10, 20, 0.25, 0.25 }, { 10, 20, 1, 1 } },
  /* Beyond the frame, whose last samples of chroma have fewer pixels. */
  { 0, 0, FALSE, 0, { -10, -20, 30, 40 }, { 0, 0, 20, 20 } },
  { 1, 1, FALSE, 0, { 90, 70, 30, 40 }, { 90, 70, 11, 5 } },
  { 1, 1, FALSE, 0, { 99, 73, 1, 1 }, { 98, 72, 2, 2 } },
  { 2, 2, FALSE, 0, { 100, 74, 1, 1 }, { 100, 72, 1, 3 } },
  { 0, 0, FALSE, 0, { -1e30, 20, 2e30, 40 }, { 0, 20, WIDTH, 40 } },
  { 0, 0, FALSE, 0.1, { 5, 6, INFINITY, INFINITY }, { 0, 0, WIDTH, HEIGHT } },
  { 0, 0, FALSE, 0, { 5, 6, INFINITY, 8 }, { 5, 6, WIDTH - 5, 8 } },
  { 0, 0, FALSE, 2, { 110, 10, 10, 10 }, { 90, 0, 11, 40 } },
};

GST_START_TEST (test_places)
{
  const Place *p = &places[__i__];
  VfCoverFrame frame = frame_of (p->right, p->below);
  VfCoverStyle style = plain;
  VfCover cover;

  style.margin = p->margin;
  fail_unless (vf_cover_place (&cover, &frame, &p->box, &style, p->interlaced));
  fail_unless (cover.rect.x == p->rect.x && cover.rect.y == p->rect.y
                   && cover.rect.width == p->rect.width
                   && cover.rect.height == p->rect.height,
      "(%u, %u) %u x %u", cover.rect.x, cover.rect.y, cover.rect.width,
      cover.rect.height);
  fail_unless_equals_int (cover.right, p->right);
  fail_unless_equals_int (
      cover.below, p->below + (p->interlaced && p->below > 0));
  fail_unless (
      cover.columns >= 1
      && cover.columns <= vf_cover_parts (cover.rect.width, cover.right));
  fail_unless (
      cover.rows >= 1
      && cover.rows <= vf_cover_parts (cover.rect.height, cover.below));
}
GST_END_TEST;

static const VfCoverBox nowhere[] = {
  { 10, 10, 0, 5 },
  { 10, 10, 5, 0 },
  { 10, 10, -5, 5 },
  { NAN, 10, 5, 5 },
  { 10, 10, NAN, 5 },
  { 10, NAN, 5, 5 },
  { 10, 10, 5, NAN },
  { WIDTH, 10, 5, 5 },
  { 10, HEIGHT, 5, 5 },
  { -5, 10, 5, 5 },
  { 1e30, 10, 5, 5 },
  { -INFINITY, 10, INFINITY, 5 },
  { G_MAXUINT, G_MAXUINT, G_MAXUINT, G_MAXUINT },
};

GST_START_TEST (test_nowhere)
{
  VfCoverFrame frame = frame_of (1, 1);
  VfCover cover;

  fail_if (vf_cover_place (&cover, &frame, &nowhere[__i__], &plain, FALSE));
}
GST_END_TEST;

/* A box has as many blocks whatever its size, unless they would be too small;
 * one that is cut has fewer. */
GST_START_TEST (test_blocks)
{
  static const struct {
    VfCoverBox box;
    gdouble strength;
    guint columns, rows;
  } cases[] = {
    { { 0, 0, 60, 60 }, 0.1, 10, 10 },
    { { 0, 0, 60, 30 }, 0.1, 10, 5 },
    { { 0, 0, 60, 60 }, 0.5, 2, 2 },
    { { 0, 0, 60, 60 }, 1, 1, 1 },
    { { 0, 0, 60, 60 }, 0.02, 15, 15 },
    { { 0, 0, 12, 12 }, 0.1, 3, 3 },
    { { 0, 0, 5, 5 }, 0.1, 1, 1 },
    { { -30, 0, 60, 60 }, 0.1, 5, 10 },
    { { -1e9, 0, 2e9, 60 }, 0.1, 1, 1 },
    { { 0, 0, INFINITY, 60 }, 0.1, 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    VfCoverFrame frame = frame_of (0, 0);
    VfCoverStyle style = plain;
    VfCover cover;

    style.strength = cases[i].strength;
    fail_unless (vf_cover_place (&cover, &frame, &cases[i].box, &style, FALSE));
    fail_unless_equals_int (cover.columns, cases[i].columns);
    fail_unless_equals_int (cover.rows, cases[i].rows);
  }
}
GST_END_TEST;

/* Blocks follow each other, differ by a unit at most, and know their samples. */
GST_START_TEST (test_edges)
{
  for (guint pixels = 1; pixels < 70; pixels++)
    for (guint unit = 0; unit < 3; unit++)
      for (guint blocks = 1; blocks <= vf_cover_parts (pixels, unit); blocks++)
        for (guint sub = 0; sub <= unit; sub++) {
          VfCoverAxis axis = vf_cover_axis (pixels, unit, blocks, sub);
          guint shortest = axis.units / blocks;

          fail_unless_equals_int (vf_cover_edge (&axis, 0), 0);
          fail_unless_equals_int (vf_cover_edge (&axis, blocks), axis.samples);
          for (guint b = 0; b < blocks; b++) {
            guint from = vf_cover_edge (&axis, b);
            guint end = vf_cover_edge (&axis, b + 1);

            fail_unless (
                end > from && end - from <= (shortest + 1) << axis.shift);
            fail_unless (
                b + 1 == blocks || end - from >= shortest << axis.shift);
            fail_unless_equals_int (vf_cover_block (&axis, from), b);
            fail_unless_equals_int (vf_cover_block (&axis, end - 1), b);
          }
        }
}
GST_END_TEST;

/* A blurred sample's weights are those of the B-spline, and go over into those
 * of the next block. */
GST_START_TEST (test_weights)
{
  VfCoverAxis axis = vf_cover_axis (100, 0, 4, 0);

  for (guint x = 0; x < 100; x++) {
    VfCoverMix mix = vf_cover_mix (&axis, x);
    gdouble t = (x % 25 + 0.5) / 25;

    fail_unless_equals_int (
        mix.weight[0] + mix.weight[1] + mix.weight[2], 4096);
    fail_unless (fabs (mix.weight[0] - 2048 * (1 - t) * (1 - t)) <= 1);
    fail_unless (fabs (mix.weight[2] - 2048 * t * t) <= 1);
    fail_unless_equals_int (mix.block[1], x / 25);
    fail_unless_equals_int (mix.block[0], x < 25 ? 0 : x / 25 - 1);
    fail_unless_equals_int (mix.block[2], x < 75 ? x / 25 + 1 : 3);
  }
}
GST_END_TEST;

/* Its middle is covered, its corners are not, and every unit with a pixel of it
 * is. */
GST_START_TEST (test_ellipse)
{
  static const VfCoverBox box = { 11, 9, 40, 30 };
  VfCoverStyle style = plain;
  VfCoverFrame frame = frame_of (1, 1);
  VfCover cover;

  style.shape = VF_COVER_ELLIPSE;
  fail_unless (vf_cover_place (&cover, &frame, &box, &style, FALSE));
  for (guint y = 0; y < cover.rect.height; y += 2)
    for (guint x = 0; x < cover.rect.width; x += 2) {
      gboolean touched = FALSE;

      for (guint i = 0; i < 4; i++) {
        gdouble dx = (cover.rect.x + x + i % 2 - 30.5) / 20;
        gdouble dy = (cover.rect.y + y + i / 2 - 23.5) / 15;

        touched |= dx * dx + dy * dy <= 1;
      }
      fail_unless_equals_int (vf_cover_has (&cover, x / 2, y / 2), touched);
    }
  fail_if (vf_cover_has (&cover, 0, 0));
}
GST_END_TEST;

/* The smallest ellipses cover something, and endless ones do. */
GST_START_TEST (test_odd_ellipses)
{
  static const VfCoverBox boxes[] = { { 10.5, 10.5, 0.1, 0.1 },
    { 10, 10, 1, 1 }, { 10.5, 10.5, 1, 1 }, { 10, 10, 2, 2 },
    { -1e30, -1e30, 2e30, 2e30 }, { 5, 5, INFINITY, INFINITY } };
  VfCoverStyle style = plain;
  VfCoverFrame frame = frame_of (0, 0);

  style.shape = VF_COVER_ELLIPSE;
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++) {
    VfCover cover;
    guint x, y;

    fail_unless (vf_cover_place (&cover, &frame, &boxes[i], &style, FALSE));
    x = cover.rect.width / 2;
    y = cover.rect.height / 2;
    fail_unless (vf_cover_has (&cover, x, y), "box %u", i);
  }
}
GST_END_TEST;

static Suite *
coverplace_suite (void)
{
  Suite *suite = suite_create ("coverplace");
  TCase *tests = tcase_create ("coverplace");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_places, 0, G_N_ELEMENTS (places));
  tcase_add_loop_test (tests, test_nowhere, 0, G_N_ELEMENTS (nowhere));
  tcase_add_test (tests, test_blocks);
  tcase_add_test (tests, test_edges);
  tcase_add_test (tests, test_weights);
  tcase_add_test (tests, test_ellipse);
  tcase_add_test (tests, test_odd_ellipses);
  return suite;
}

TEST_MAIN (coverplace_suite)
