/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A picture that has what photographs have: slow changes, texture at several
 * scales, straight and round edges, grain. Integers only, so that it is the
 * same on every machine.
 */
#include "testing.h"

/* Values at the points of a grid, between which the noise is bilinear. */
typedef struct {
  guint cell; /* pixels from point to point */
  guint columns;
  guint8 *values;
} Lattice;

static Lattice
lattice_new (const VfImage *image, guint cell, GRand *rand)
{
  Lattice lattice = { .cell = cell, .columns = image->width / cell + 2 };
  guint rows = image->height / cell + 2;

  lattice.values = g_malloc (lattice.columns * rows);
  for (guint i = 0; i < lattice.columns * rows; i++)
    lattice.values[i] = (guint8) g_rand_int_range (rand, 0, 256);
  return lattice;
}

static guint
lattice_at (const Lattice *lattice, guint x, guint y)
{
  guint cell = lattice->cell, fx = x % cell, fy = y % cell;
  const guint8 *v = lattice->values + y / cell * lattice->columns + x / cell;
  guint top = v[0] * (cell - fx) + v[1] * fx;
  guint bottom =
      v[lattice->columns] * (cell - fx) + v[lattice->columns + 1] * fx;

  return (top * (cell - fy) + bottom * fy) / (cell * cell);
}

static const struct {
  guint cell, weight; /* weights: of 16 */
} octaves[] = { { 97, 8 }, { 41, 4 }, { 17, 2 }, { 7, 1 } };

static void
add_noise (Picture *picture, guint channel, GRand *rand)
{
  const VfImage *image = &picture->image;

  for (guint i = 0; i < G_N_ELEMENTS (octaves); i++) {
    Lattice lattice = lattice_new (image, octaves[i].cell, rand);

    for (guint y = 0; y < image->height; y++)
      for (guint x = 0; x < image->width; x++)
        *picture_at (picture, channel, x, y) +=
            lattice_at (&lattice, x, y) * octaves[i].weight / 16;
    g_free (lattice.values);
  }
}

/* A box, or the ellipse in it, that darkens or lightens. */
static void
add_shape (Picture *picture, GRand *rand)
{
  const VfImage *image = &picture->image;
  gint width = (gint) image->width, height = (gint) image->height;
  gint rx = g_rand_int_range (rand, 2, MAX (3, width / 16));
  gint ry = g_rand_int_range (rand, 2, MAX (3, height / 12));
  gint cx = g_rand_int_range (rand, 0, width);
  gint cy = g_rand_int_range (rand, 0, height);
  gint change = g_rand_int_range (rand, -90, 91);
  gboolean round = g_rand_boolean (rand);

  for (gint y = MAX (cy - ry, 0); y <= MIN (cy + ry, height - 1); y++)
    for (gint x = MAX (cx - rx, 0); x <= MIN (cx + rx, width - 1); x++) {
      gint64 u = (gint64) (x - cx) * ry, v = (gint64) (y - cy) * rx;

      if (round && u * u + v * v > (gint64) rx * rx * ry * ry)
        continue;
      for (guint c = 0; c < image->channels; c++) {
        guint8 *sample = picture_at (picture, c, (guint) x, (guint) y);
        *sample = (guint8) CLAMP (*sample + change, 0, 255);
      }
    }
}

Picture *
picture_photo (guint width, guint height, guint channels, guint32 seed)
{
  Picture *picture = picture_new (width, height, channels);
  GRand *rand = g_rand_new_with_seed (seed);
  gsize n = (gsize) width * height * channels;

  for (guint c = 0; c < channels; c++)
    add_noise (picture, c, rand);
  for (guint i = 0; i < 80; i++)
    add_shape (picture, rand);
  for (gsize i = 0; i < n; i++) {
    gint grain = (gint) (g_rand_int (rand) % 5) - 2;

    picture->samples[i] = (guint8) CLAMP (picture->samples[i] + grain, 0, 255);
  }
  g_rand_free (rand);
  return picture;
}
