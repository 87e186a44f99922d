/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Our operators up to the response in Halide, on one thread.
 */
#include "peers.h"

#include <Halide.h>

#include <cmath>
#include <memory>

using namespace Halide;

static std::vector<float>
gaussian ()
{
  std::vector<double> taps;
  double sum = 0;

  for (int i = 0; i <= 2; i++) {
    taps.push_back (std::exp (-i * i / (2 * 1.5 * 1.5)));
    sum += i == 0 ? taps[0] : 2 * taps[i];
  }
  return { (float) (taps[0] / sum), (float) (taps[1] / sum),
    (float) (taps[2] / sum) };
}

/* Tiles of rows: the stages before the response are computed in strips that
 * stay in the cache, and their rows are kept from one to the next. */
static Func
harris (Buffer<uint8_t> input)
{
  Var x ("x"), y ("y"), yo ("yo"), yi ("yi");
  std::vector<float> w = gaussian ();
  Func in = BoundaryConditions::repeat_edge (input), out ("response");
  Func f ("f"), ix ("ix"), iy ("iy"), windowed[3];
  int lanes = get_host_target ().natural_vector_size<float> ();

  f (x, y) = cast<float> (in (x, y));
  ix (x, y) = f (x + 1, y) - f (x - 1, y);
  iy (x, y) = f (x, y + 1) - f (x, y - 1);
  Expr products[3] = { ix (x, y) * ix (x, y), iy (x, y) * iy (x, y),
    ix (x, y) * iy (x, y) };
  for (int c = 0; c < 3; c++) {
    Func p, rows;

    p (x, y) = products[c];
    rows (x, y) = w[0] * p (x, y) + w[1] * (p (x - 1, y) + p (x + 1, y))
                  + w[2] * (p (x - 2, y) + p (x + 2, y));
    windowed[c](x, y) = w[0] * rows (x, y)
                        + w[1] * (rows (x, y - 1) + rows (x, y + 1))
                        + w[2] * (rows (x, y - 2) + rows (x, y + 2));
    p.compute_at (out, yi).store_at (out, yo).vectorize (x, lanes);
    rows.compute_at (out, yi).store_at (out, yo).vectorize (x, lanes);
  }
  Expr a = windowed[0](x, y), b = windowed[1](x, y), c = windowed[2](x, y);
  out (x, y) = a * b - c * c - 0.04f * (a + b) * (a + b);
  out.split (y, yo, yi, 64).vectorize (x, lanes);
  f.compute_at (out, yi).store_at (out, yo).vectorize (x, lanes);
  return out;
}

std::vector<Peer>
halide_peers (const GreyPicture &picture)
{
  Buffer<uint8_t> input (
      const_cast<uint8_t *> (picture.samples), picture.width, picture.height);
  auto output =
      std::make_shared<Buffer<float> > (picture.width, picture.height);
  auto pipeline = std::make_shared<Func> (harris (input));

  pipeline->compile_jit ();
  return { { "Halide, our operators", false,
      [pipeline, output] { pipeline->realize (*output); } } };
}
