/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random pictures: small, of odd sizes, with noise, ties, extremes, and some
 * like photographs.
 */
#include "case.h"

/* What a kind of picture needs to know for its sample (x, y). */
typedef struct {
  GRand *rand;
  int depth, most; /* most: the largest value */
  int cell, slope_x, slope_y, low, high;
  const Picture *photo;
} Maker;

typedef int (*Make) (const Maker *m, int channel, int x, int y);

static int
noise (const Maker *m, int channel, int x, int y)
{
  return pick (m->rand, 0, m->most);
}

static int
extremes (const Maker *m, int channel, int x, int y)
{
  return one_in (m->rand, 2) ? m->most : 0;
}

static int
sparse (const Maker *m, int channel, int x, int y)
{
  return one_in (m->rand, 40) ? m->most : 0;
}

static int
flat (const Maker *m, int channel, int x, int y)
{
  return m->low;
}

/* One grey level apart. */
static int
faint (const Maker *m, int channel, int x, int y)
{
  return MIN (m->low + one_in (m->rand, 3), m->most);
}

/* Many equal responses. */
static int
chequers (const Maker *m, int channel, int x, int y)
{
  return (x / m->cell + y / m->cell + channel) % 2 ? m->high : m->low;
}

static int
ramp (const Maker *m, int channel, int x, int y)
{
  return (m->low + m->slope_x * x + m->slope_y * y * (channel + 1)) & m->most;
}

static int
photo (const Maker *m, int channel, int x, int y)
{
  int fine = m->depth - 8;
  int sample = *picture_at (m->photo, (guint) channel, (guint) x, (guint) y);

  return sample << fine | pick (m->rand, 0, (1 << fine) - 1);
}

static const Make makes[] = { noise, extremes, sparse, flat, faint, chequers,
  chequers, ramp, photo, photo, photo };

static int
random_side (GRand *rand)
{
  if (one_in (rand, 12))
    return 1;
  if (one_in (rand, 5))
    return pick (rand, 2, 8);
  return one_in (rand, 50) ? pick (rand, 97, 250) : pick (rand, 9, 96);
}

static int
random_depth (GRand *rand)
{
  static const int common[] = { 8, 8, 10, 12, 16 };

  return one_in (rand, 2) ? PICK_OF (rand, common) : pick (rand, 8, 16);
}

static void
fill (const Maker *m, Make make, const OracleImage *image, guint16 *samples)
{
  for (int c = 0; c < image->channels; c++)
    for (int y = 0; y < image->height; y++)
      for (int x = 0; x < image->width; x++)
        *samples++ = (guint16) make (m, c, x, y);
}

OracleImage
random_picture (GRand *rand)
{
  OracleImage image = { random_side (rand), random_side (rand),
    one_in (rand, 2) ? 3 : 1, random_depth (rand), NULL };
  gsize n = (gsize) image.width * image.height * image.channels;
  int most = (1 << image.depth) - 1;
  Picture *source = picture_photo ((guint) image.width, (guint) image.height,
      (guint) image.channels, g_rand_int (rand));
  Maker m = { rand, image.depth, most, pick (rand, 1, 6),
    pick (rand, -300, 300), pick (rand, -300, 300), pick (rand, 0, most),
    pick (rand, 0, most), source };
  guint16 *samples = g_new (guint16, n);

  fill (&m, PICK_OF (rand, makes), &image, samples);
  picture_free (source);
  image.samples = samples;
  return image;
}
