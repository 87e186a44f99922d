/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The stages of the Haar detector beside slow ones that follow the definition's
 * words.
 */
#include "haar-layers.h"
#include "testing.h"

#include <math.h>

static const HaarStages *stages;

static guint
any (GRand *rand, guint most)
{
  return 1 + (guint) g_rand_int_range (rand, 0, (gint32) most);
}

/* All samples the 8 highest bits, whatever lies around them. */
static void
grey (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 200; i++) {
    Picture *picture = picture_new (any (rand, 40), 3, i % 2 ? 3 : 1);
    const VfImage *bytes = &picture->image;
    guint8 *row = g_malloc (bytes->width);
    guint n = any (rand, bytes->width), x = bytes->width - n;
    Guarded memory[3] = { 0 };
    WordLayout layout;
    VfImage image;

    picture_fill (picture, FILL_RANDOM, rand);
    random_words (rand, bytes->channels, &layout);
    image = words_image (bytes, &layout, GUARD_AFTER, rand, memory);
    stages->grey (&image, x, 1, n, row);
    for (guint j = 0; j < n; j++)
      g_assert_cmpuint (row[j], ==, vf_image_luma (bytes, x + j, 1));
    for (guint c = 0; c < 3; c++)
      guarded_clear (&memory[c]);
    g_free (row);
    picture_free (picture);
  }
  g_rand_free (rand);
}

/* -- Sums -- */

typedef struct {
  Picture *picture;
  guint width, height;
  guint32 *sums, *squares, *tilted; /* height + 1 rows of width + 1 */
} Strip;

static Strip
strip_new (GRand *rand)
{
  Strip s = { .width = any (rand, 30), .height = any (rand, 30) };
  gsize stride = s.width + 1, n = stride * (s.height + 1);

  s.picture = picture_new (s.width, s.height, 1);
  picture_fill (s.picture, g_rand_int (rand) % N_FILLS, rand);
  s.sums = g_new0 (guint32, n);
  s.squares = g_new0 (guint32, n);
  s.tilted = g_new0 (guint32, n);
  for (guint y = 0; y < s.height; y++) {
    const guint8 *pixels = picture_at (s.picture, 0, 0, y);
    guint32 *above = s.tilted + y * stride;

    stages->sums (
        pixels, s.width, 0, s.sums + y * stride, s.sums + (y + 1) * stride);
    stages->squares (pixels, s.width, 0, s.squares + y * stride,
        s.squares + (y + 1) * stride);
    stages->tilted (pixels, y > 0 ? pixels - s.width : NULL, s.width, 0, above,
        y > 0 ? above - stride : above, above + stride);
  }
  return s;
}

static void
strip_clear (Strip *s)
{
  picture_free (s->picture);
  g_free (s->sums);
  g_free (s->squares);
  g_free (s->tilted);
}

/* Of the pixels for which `is_in` says so. */
typedef gboolean (*IsIn) (gint x, gint y, const gint *rect);

static guint32
slow_sum (const Strip *s, IsIn is_in, const gint *rect, gboolean squared)
{
  guint32 sum = 0;

  for (guint y = 0; y < s->height; y++)
    for (guint x = 0; x < s->width; x++) {
      guint32 value = *picture_at (s->picture, 0, x, y);

      if (is_in ((gint) x, (gint) y, rect))
        sum += squared ? value * value : value;
    }
  return sum;
}

static gboolean
is_above_left (gint x, gint y, const gint *at)
{
  return x < at[0] && y < at[1];
}

static gboolean
is_in_triangle (gint x, gint y, const gint *at)
{
  return y < at[1] && ABS (x - at[0] + 1) <= at[1] - y - 1;
}

static void
sums (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 30; i++) {
    Strip s = strip_new (rand);

    for (guint y = 0; y <= s.height; y++)
      for (guint x = 0; x <= s.width; x++) {
        const gint at[] = { (gint) x, (gint) y };
        gsize place = y * (s.width + 1) + x;

        g_assert_cmpuint (
            s.sums[place], ==, slow_sum (&s, is_above_left, at, FALSE));
        g_assert_cmpuint (
            s.squares[place], ==, slow_sum (&s, is_above_left, at, TRUE));
        g_assert_cmpuint (
            s.tilted[place], ==, slow_sum (&s, is_in_triangle, at, FALSE));
      }
    strip_clear (&s);
  }
  g_rand_free (rand);
}

/* Above all sums that overflow: the next row goes on modulo 2^32. */
static void
overflow (void)
{
  const guint8 pixels[] = { 200, 100 };
  const guint32 above[] = { 0, G_MAXUINT32, G_MAXUINT32 - 5 };
  guint32 row[3];

  stages->sums (pixels, 2, 0, above, row);
  g_assert_cmpuint (row[1], ==, 199);
  g_assert_cmpuint (row[2], ==, 294);
  stages->squares (pixels, 2, 0, above, row);
  g_assert_cmpuint (row[2], ==, 49994);
}

/* -- The pyramid -- */

/* Pixel i of `length` in double: which two it lies between, and 256ths. */
static void
slow_place (guint i, guint length, guint source, guint *first, guint *weight)
{
  gdouble scale = (gdouble) length / source;
  gdouble place = (i + 0.5) * (1 / scale) - 0.5;

  *first = 0;
  *weight = 0;
  if (place < 0)
    return;
  *first = (guint) place;
  if (*first >= source - 1)
    *first = source - 1;
  else
    *weight = (guint) rint (256 * (place - *first));
}

static gdouble
slow_pixel (const Picture *picture, guint x, guint y, guint width, guint height)
{
  const VfImage *image = &picture->image;
  guint kx, cx, ky, cy, right, below;
  gdouble top, bottom;

  slow_place (x, width, image->width, &kx, &cx);
  slow_place (y, height, image->height, &ky, &cy);
  right = MIN (kx + 1, image->width - 1);
  below = MIN (ky + 1, image->height - 1);
  top = *picture_at (picture, 0, kx, ky) * (256.0 - cx)
        + *picture_at (picture, 0, right, ky) * (gdouble) cx;
  bottom = *picture_at (picture, 0, kx, below) * (256.0 - cx)
           + *picture_at (picture, 0, right, below) * (gdouble) cx;
  return (top * (256.0 - cy) + bottom * cy) / 65536;
}

static void
check_layer (const Picture *picture, guint width, guint height)
{
  const VfImage *image = &picture->image;
  HaarTap *columns = g_new (HaarTap, width), *rows = g_new (HaarTap, height);
  guint16 *above = g_new (guint16, width), *below = g_new (guint16, width);
  guint8 *pixels = g_new (guint8, width);

  haar_layers_set_taps (columns, width, image->width);
  haar_layers_set_taps (rows, height, image->height);
  for (guint y = 0; y < height; y++) {
    g_assert_cmpuint (rows[y].first + 1, <, image->height);
    stages->shrink_row (
        picture_at (picture, 0, 0, rows[y].first), columns, width, above);
    stages->shrink_row (
        picture_at (picture, 0, 0, rows[y].first + 1), columns, width, below);
    stages->shrink_column (above, below, rows[y].weight, width, pixels);
    for (guint x = 0; x < width; x++)
      g_assert_cmpfloat (pixels[x], ==,
          floor (slow_pixel (picture, x, y, width, height) + 0.5));
  }
  g_free (columns);
  g_free (rows);
  g_free (above);
  g_free (below);
  g_free (pixels);
}

static void
pyramid (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 200; i++) {
    Picture *picture = picture_new (2 + any (rand, 60), 2 + any (rand, 60), 1);

    picture_fill (picture, g_rand_int (rand) % N_FILLS, rand);
    check_layer (picture, any (rand, picture->image.width),
        any (rand, picture->image.height));
    picture_free (picture);
  }
  g_rand_free (rand);
}

/* Where it matters that two quotients are rounded, not one. */
static void
roundings (void)
{
  static const struct {
    guint length, source, i, first, weight;
  } cases[] = { { 256, 391, 0, 0, 67 }, { 256, 393, 1, 1, 205 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    HaarTap taps[256];

    haar_layers_set_taps (taps, cases[i].length, cases[i].source);
    g_assert_cmpuint (taps[cases[i].i].first, ==, cases[i].first);
    g_assert_cmpuint (taps[cases[i].i].weight, ==, cases[i].weight);
  }
}

int
main (int argc, char **argv)
{
  stages = haar_stages_scalar ();
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/grey", grey);
  g_test_add_func ("/sums", sums);
  g_test_add_func ("/sums/overflow", overflow);
  g_test_add_func ("/pyramid", pyramid);
  g_test_add_func ("/pyramid/roundings", roundings);
  return g_test_run ();
}
