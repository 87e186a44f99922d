/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Ours beside other libraries, in one process and in turn: each round runs every
 * peer once, after each of them ours once (cold: the caches hold what the peer
 * left), and at its end ours again and again (hot). Medians.
 */
#include "peers.h"
#include "timing.h"

extern "C" {
#include "cpu.h"
#include "harris.h"
#include "pnm.h"
}

#include <cstdio>
#include <cstdlib>

/* Ours, with so many threads. */
class Detector {
public:
  Detector (const VfImage &image, unsigned n_threads)
      : detector (harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL)),
        image (image)
  {
    harris_params_init (&params);
    harris_set_threads (detector, n_threads);
  }
  ~Detector ()
  {
    harris_free (detector);
  }
  void run ()
  {
    harris_detect (detector, &params, &image, NULL, NULL);
  }

private:
  HarrisDetector *detector;
  VfImage image;
  HarrisParams params;
};

struct Options {
  const char *picture, *json;
  int rounds;
};

static Options
read_options (int argc, char **argv)
{
  Options o = { NULL, NULL, 41 };

  for (int i = 1; i < argc; i++) {
    std::string name = argv[i];

    if (name == "--json" && i + 1 < argc)
      o.json = argv[++i];
    else if (name == "--rounds" && i + 1 < argc)
      o.rounds = atoi (argv[++i]);
    else
      o.picture = argv[i];
  }
  return o;
}

struct Row {
  std::string name;
  double ms, ours; /* ours: right after it, one thread */
};

static void
report (const std::vector<Row> &rows, const Options &o, const VfImage &image,
    const std::string &level)
{
  FILE *json = o.json ? fopen (o.json, "w") : NULL;

  printf ("%s, %ux%u, %s\n%-30s %9s %9s %7s\n", o.picture, image.width,
      image.height, level.c_str (), "", "ms", "ours, ms", "ratio");
  for (const Row &r : rows)
    printf ("%-30s %9.3f %9.3f %7.1f\n", r.name.c_str (), r.ms, r.ours,
        r.ms / r.ours);
  if (!json)
    return;
  fprintf (json,
      "{\"level\": \"%s\", \"width\": %u, \"height\": %u, \"rows\": [",
      level.c_str (), image.width, image.height);
  for (size_t i = 0; i < rows.size (); i++)
    fprintf (json, "%s\n  {\"name\": \"%s\", \"ms\": %.4f, \"ours_ms\": %.4f}",
        i ? "," : "", rows[i].name.c_str (), rows[i].ms, rows[i].ours);
  fprintf (json, "\n]}\n");
  fclose (json);
}

static std::vector<Row>
measure (std::vector<Peer> &peers, const VfImage &image, int rounds)
{
  Detector ours (image, 1), two (image, 2);
  std::vector<Times> times (peers.size ()), cold (peers.size ());
  Times hot, wall, wall_two;
  std::vector<Row> rows;

  for (int i = -2; i < rounds; i++) {
    for (size_t j = 0; j < peers.size (); j++) {
      double peer = time_of (peers[j].run);
      double own = time_of ([&] { ours.run (); });

      if (i >= 0) {
        times[j].push_back (peer);
        cold[j].push_back (own);
      }
    }
    for (int j = 0; j < 4; j++) {
      double own = time_of ([&] { ours.run (); });
      double one = time_of ([&] { ours.run (); }, CLOCK_MONOTONIC);
      two.run (); /* its memory is another's */
      double both = time_of ([&] { two.run (); }, CLOCK_MONOTONIC);

      if (i < 0 || j == 0)
        continue;
      hot.push_back (own);
      wall.push_back (one);
      wall_two.push_back (both);
    }
  }
  for (size_t j = 0; j < peers.size (); j++)
    rows.push_back ({ peers[j].name, median (times[j]), median (cold[j]) });
  rows.push_back ({ peers[0].name + ", hot", median (times[0]), median (hot) });
  rows.push_back (
      { "ours, one thread to two", median (wall), median (wall_two) });
  return rows;
}

int
main (int argc, char **argv)
{
  Options o = read_options (argc, argv);
  std::string level = vf_cpu_level_name (vf_cpu_level ());
  GError *error = NULL;
  PnmPicture *pnm = o.picture ? pnm_load (o.picture, &error) : NULL;

  if (!pnm || pnm->image.channels != 1 || pnm->image.depth != 8) {
    fprintf (stderr, "usage: peers GREY.pgm [--rounds N] [--json FILE]\n%s\n",
        error ? error->message : "");
    return 1;
  }
  GreyPicture picture = { (int) pnm->image.width, (int) pnm->image.height,
    pnm->samples };
  std::vector<Peer> peers = opencv_peers (picture);
  for (const Peer &peer : halide_peers (picture))
    peers.push_back (peer);
  for (const Peer &peer : ipp_peers (picture, level))
    peers.push_back (peer);
  report (measure (peers, pnm->image, o.rounds), o, pnm->image, level);
  pnm_free (pnm);
  return 0;
}
