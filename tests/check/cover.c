/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Covering, pixel by pixel, in every format: the fast way, the way by GStreamer's
 * unpack functions, and the GPU's kernels on the host leave the same bytes;
 * nothing outside the covered units changes; no detail is left inside.
 */
#include "coverpictures.h"

#include <math.h>
#include <string.h>

static const VfCoverStyle plain = { VF_COVER_PIXELATE, VF_COVER_BOX, 0.15, 0,
  { 0 } };

GST_START_TEST (test_ways_agree)
{
  const gchar *format = test_formats[__i__].name;
  GRand *rand = g_rand_new_with_seed ((guint32) __i__);
  Picture before, fast, slow, gpu;

  picture_init (&before, format);
  for (guint i = 0; i < 60; i++) {
    VfCover part;

    random_cover (&part, &before, rand, i);
    picture_copy (&fast, &before);
    picture_copy (&slow, &before);
    picture_copy (&gpu, &before);
    cover (&fast, &part);
    cover_unpacked (&slow, &part);
    check_same (&fast, &slow, "unpacked");
    if (before.layout.in_place)
      cover_on_host (&gpu, &part);
    else
      cover (&gpu, &part);
    check_same (&fast, &gpu, "as on a GPU");
    picture_clear (&fast);
  }
  picture_clear (&before);
  g_rand_free (rand);
}
GST_END_TEST;

/* Pixel (x, y) may have changed only where it is covered. */
static void
check_pixel (const Picture *picture, const VfCover *cover,
    const guint16 *before, const guint16 *after, guint x, guint y)
{
  gsize at = 4 * ((gsize) y * WIDTH + x);
  gboolean covered = is_covered (cover, x, y);

  for (guint c = 0; c < 4; c++)
    if ((c == 0 || !covered) && before[at + c] != after[at + c])
      fail ("%s: channel %u of (%u, %u) has changed", picture->info.finfo->name,
          c, x, y);
}

/* Whether any pixel reads what byte i has now; all that do are covered. */
static gboolean
is_read (Picture *before, const Picture *after, const VfCover *cover,
    const guint16 *samples, gsize i)
{
  guint8 old = bytes_of (before)[i];
  gboolean read = FALSE;
  guint16 *changed;

  bytes_of (before)[i] = bytes_of (after)[i];
  changed = unpack (before);
  bytes_of (before)[i] = old;
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++) {
      gsize at = 4 * ((gsize) y * WIDTH + x);

      if (memcmp (changed + at, samples + at, 8) == 0)
        continue;
      read = TRUE;
      check_pixel (before, cover, samples, changed, x, y);
    }
  g_free (changed);
  return read;
}

/* Every byte that changes is a covered pixel's. */
GST_START_TEST (test_outside_stays)
{
  static const VfCoverStyle ellipse = { VF_COVER_FILL, VF_COVER_ELLIPSE, 0.2, 0,
    { 17, 33, 5 } };
  Picture before, after;
  guint16 *samples;
  VfCover part;
  guint n_changed = 0;

  picture_init (&before, test_formats[__i__].name);
  picture_copy (&after, &before);
  fail_unless (
      place (&part, &before, __i__ % 2 ? &plain : &ellipse, 21, 17, 15, 11));
  cover (&after, &part);
  samples = unpack (&before);
  for (gsize i = 0; i < before.info.size; i++)
    if (bytes_of (&before)[i] != bytes_of (&after)[i]) {
      fail_unless (is_read (&before, &after, &part, samples, i),
          "%s: byte %zu has changed", test_formats[__i__].name, i);
      n_changed++;
    }
  fail_unless (n_changed >= 15 * 11 / 2);
  g_free (samples);
  picture_clear (&before);
  picture_clear (&after);
}
GST_END_TEST;

/* How many samples of the covered row differ from the one before. */
static guint
count_steps (const guint16 *row, const VfCover *cover, guint channel)
{
  guint n = 0;

  for (guint x = cover->rect.x + 1; x < cover->rect.x + cover->rect.width; x++)
    n += row[4 * x + channel] != row[4 * (x - 1) + channel];
  return n;
}

static void
forget_alpha (guint16 *samples)
{
  for (gsize i = 0; i < WIDTH * HEIGHT; i++)
    samples[4 * i] = 0;
}

static gdouble
mean_of (const guint16 *samples, const VfCover *cover, guint channel)
{
  gdouble sum = 0;

  for (guint y = cover->rect.y; y < cover->rect.y + cover->rect.height; y++)
    for (guint x = cover->rect.x; x < cover->rect.x + cover->rect.width; x++)
      sum += samples[4 * (y * WIDTH + x) + channel];
  return sum / cover->rect.width / cover->rect.height;
}

/* How many rows differ from the one above. */
static guint
count_other_rows (const guint16 *samples, const VfCover *cover)
{
  guint n = 0;

  for (guint y = cover->rect.y + 1; y < cover->rect.y + cover->rect.height; y++)
    n += memcmp (samples + 4 * (y * WIDTH + cover->rect.x),
             samples + 4 * ((y - 1) * WIDTH + cover->rect.x),
             8 * cover->rect.width)
         != 0;
  return n;
}

/* Blocks of equal colour, and no more than 7; the mean is that of before. */
GST_START_TEST (test_pixelated)
{
  const TestFormat *format = &test_formats[__i__];
  gdouble level;
  guint16 *old, *new;
  Picture picture;
  VfCover part;

  picture_init (&picture, format->name);
  level = vf_layout_bytes (&picture.layout) == 1 ? 1 : 256;
  old = unpack (&picture);
  fail_unless (place (&part, &picture, &plain, 4, 4, 48, 36));
  cover (&picture, &part);
  new = unpack (&picture);
  forget_alpha (new);
  fail_unless (part.columns <= 7 && part.rows <= 6);
  for (guint y = part.rect.y; y < part.rect.y + part.rect.height; y++)
    for (guint c = 1; c < 4; c++)
      fail_unless (count_steps (new + 4 * y *WIDTH, &part, c) < part.columns,
          "%s: row %u has too many steps", format->name, y);
  fail_unless (count_other_rows (new, &part) < part.rows, "%s", format->name);
  for (guint c = 1; c < 4; c++)
    fail_unless (
        fabs (mean_of (old, &part, c) - mean_of (new, &part, c)) <= level,
        "%s: channel %u has another mean", format->name, c);
  g_free (old);
  g_free (new);
  picture_clear (&picture);
}
GST_END_TEST;

static gdouble
roughness (const guint16 *samples, const VfCover *cover, guint channel)
{
  gdouble sum = 0;

  for (guint y = cover->rect.y; y < cover->rect.y + cover->rect.height; y++)
    for (guint x = cover->rect.x + 1; x < cover->rect.x + cover->rect.width;
         x++) {
      gdouble d = (gdouble) samples[4 * (y * WIDTH + x) + channel]
                  - samples[4 * (y * WIDTH + x - 1) + channel];

      sum += d * d;
    }
  return sum;
}

/* Neighbours hardly differ any more. */
GST_START_TEST (test_blurred)
{
  const TestFormat *format = &test_formats[__i__];
  VfCoverStyle blur = plain;
  guint16 *old, *new;
  Picture picture;
  VfCover part;

  picture_init (&picture, format->name);
  old = unpack (&picture);
  blur.mode = VF_COVER_BLUR;
  fail_unless (place (&part, &picture, &blur, 4, 4, 48, 36));
  cover (&picture, &part);
  new = unpack (&picture);
  for (guint c = 1; c < (format->rgb ? 4 : 2); c++)
    fail_unless (roughness (new, &part, c) < roughness (old, &part, c) / 500,
        "%s: channel %u is rough", format->name, c);
  g_free (old);
  g_free (new);
  picture_clear (&picture);
}
GST_END_TEST;

/* One pixel of the colour, as GStreamer converts it. */
static void
convert (guint16 *samples, const Picture *picture, guint32 color)
{
  GstVideoInfo from;
  GstBuffer *buffer;
  GstVideoFrame frame;
  GstVideoConverter *converter;
  Picture to;
  guint16 *all;

  gst_video_info_set_format (
      &from, GST_VIDEO_FORMAT_xRGB, picture->width, HEIGHT);
  buffer = gst_buffer_new_allocate (NULL, from.size, NULL);
  for (gsize i = 0; i < from.size; i += 4) {
    guint32 pixel = GUINT32_TO_BE (color);

    gst_buffer_fill (buffer, i, &pixel, 4);
  }
  picture_copy (&to, picture);
  fail_unless (gst_video_frame_map (&frame, &from, buffer, GST_MAP_READ));
  converter = gst_video_converter_new (&from, &to.info,
      gst_structure_new ("options", "GstVideoConverter.dither-method",
          GST_TYPE_VIDEO_DITHER_METHOD, GST_VIDEO_DITHER_NONE, NULL));
  gst_video_converter_frame (converter, &frame, &to.frame);
  gst_video_converter_free (converter);
  all = unpack (&to);
  memcpy (samples, all + 4 * (20 * WIDTH + 20), 8);
  g_free (all);
  gst_video_frame_unmap (&frame);
  gst_buffer_unref (buffer);
  picture_clear (&to);
}

/* Every pixel has the colour, within a level of 8 bits of what GStreamer's
 * conversion makes of it. */
static void
check_filled (
    const Picture *picture, const VfCover *part, const guint16 *expected)
{
  gint level = vf_layout_bytes (&picture->layout) == 1 ? 1 : 257;
  guint16 *samples = unpack (picture);

  for (guint y = part->rect.y; y < part->rect.y + part->rect.height; y++)
    for (guint x = part->rect.x; x < part->rect.x + part->rect.width; x++)
      for (guint c = 1; c < 4; c++) {
        gint sample = samples[4 * (y * WIDTH + x) + c];

        if (ABS (sample - expected[c]) > level)
          fail ("%s: channel %u of (%u, %u) is %d, not %d",
              picture->info.finfo->name, c, x, y, sample, expected[c]);
      }
  g_free (samples);
}

GST_START_TEST (test_filled)
{
  static const guint32 colors[] = { 0xff000000, 0xffffffff, 0xff2040c0,
    0x00c02010 };
  VfCoverStyle fill = plain;
  guint16 expected[4];
  Picture picture;
  VfCover part;

  fill.mode = VF_COVER_FILL;
  for (guint i = 0; i < G_N_ELEMENTS (colors); i++) {
    picture_init (&picture, test_formats[__i__].name);
    convert (expected, &picture, colors[i]);
    vf_cover_color (fill.color, &picture.info, colors[i]);
    fail_unless (place (&part, &picture, &fill, 3, 5, 37, 31));
    cover (&picture, &part);
    check_filled (&picture, &part, expected);
    picture_clear (&picture);
  }
}
GST_END_TEST;

/* By the caps' own colorimetry. */
GST_START_TEST (test_colorimetry)
{
  static const struct {
    const gchar *colorimetry;
    guint color[3]; /* of pure red */
  } cases[] = {
    { "bt601", { 81, 90, 240 } },
    { "bt709", { 63, 102, 240 } },
    { "1:4:0:0", { 76, 85, 255 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstVideoInfo info;
    guint color[3];

    gst_video_info_set_format (&info, GST_VIDEO_FORMAT_NV12, WIDTH, HEIGHT);
    fail_unless (gst_video_colorimetry_from_string (
        &info.colorimetry, cases[i].colorimetry));
    vf_cover_color (color, &info, 0xffff0000);
    for (guint c = 0; c < 3; c++)
      fail_unless_equals_int (color[c], cases[i].color[c]);
  }
}
GST_END_TEST;

static void
check_unused_bits (void (*way) (Picture *, const VfCover *))
{
  Picture picture;
  VfCover part;

  picture_init (&picture, "P010_10LE");
  memset (bytes_of (&picture), 0xff, picture.info.size);
  fail_unless (place (&part, &picture, &plain, 20, 16, 20, 20));
  way (&picture, &part);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++) {
      gsize at = y * (gsize) picture.info.stride[0] + 2 * x;
      guint8 low = bytes_of (&picture)[at] & 0x3f;

      fail_unless_equals_int (low, is_covered (&part, x, y) ? 0 : 0x3f);
    }
  picture_clear (&picture);
}

/* Bits beside the samples are nobody's, and may hold what should be hidden. */
GST_START_TEST (test_unused_bits)
{
  check_unused_bits (cover);
  check_unused_bits (cover_on_host);
}
GST_END_TEST;

/* Frames may be wider than a sum of 32 bits has room for. */
GST_START_TEST (test_wide)
{
  static guint16 row[70000];
  VfCoverFrame frame = { .width = G_N_ELEMENTS (row),
    .height = 1,
    .channels = 1,
    .depth = 16,
    .word = 2,
    .big_endian = G_BYTE_ORDER == G_BIG_ENDIAN,
    .samples = { { .data = (guint8 *) row, .step = 2 } } };
  VfCoverBox all = { 0, 0, G_N_ELEMENTS (row), 1 };
  VfCoverStyle style = plain;
  VfScratch scratch = { 0 };
  VfCover cover;

  style.strength = 1;
  memset (row, 0xff, sizeof row);
  fail_unless (vf_cover_place (&cover, &frame, &all, &style, FALSE));
  fail_unless (vf_cover_frame (&frame, &cover, &scratch));
  for (guint x = 0; x < G_N_ELEMENTS (row); x++)
    fail_unless_equals_int (row[x], 0xffff);
  vf_scratch_free (&scratch);
}
GST_END_TEST;

static Suite *
cover_suite (void)
{
  Suite *suite = suite_create ("cover");
  TCase *tests = tcase_create ("cover");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_ways_agree, 0, test_n_formats);
  tcase_add_loop_test (tests, test_outside_stays, 0, test_n_formats);
  tcase_add_loop_test (tests, test_pixelated, 0, test_n_formats);
  tcase_add_loop_test (tests, test_blurred, 0, test_n_formats);
  tcase_add_loop_test (tests, test_filled, 0, test_n_formats);
  tcase_add_test (tests, test_colorimetry);
  tcase_add_test (tests, test_unused_bits);
  tcase_add_test (tests, test_wide);
  return suite;
}

TEST_MAIN (cover_suite)
