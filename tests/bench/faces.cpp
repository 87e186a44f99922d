/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Our Haar detector beside OpenCV's detectMultiScale, in one process and in
 * turn, with scale-factor 1.2 and min-neighbors 3, with one thread each and with
 * two. Medians.
 */
#include "timing.h"

extern "C" {
#include "haar.h"
#include "pnm.h"
}

#include <opencv2/objdetect.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

struct Options {
  std::vector<std::string> pictures, cascades;
  const char *json;
  int rounds;
  std::vector<unsigned> threads;
};

static Options
read_options (int argc, char **argv)
{
  Options o = { {}, {}, NULL, 5, {} };

  for (int i = 1; i < argc; i++) {
    std::string name = argv[i];

    if (name == "--json" && i + 1 < argc)
      o.json = argv[++i];
    else if (name == "--rounds" && i + 1 < argc)
      o.rounds = atoi (argv[++i]);
    else if (name == "--threads" && i + 1 < argc)
      o.threads.push_back ((unsigned) atoi (argv[++i]));
    else if (name.size () > 4 && name.substr (name.size () - 4) == ".xml")
      o.cascades.push_back (name);
    else
      o.pictures.push_back (name);
  }
  if (o.threads.empty ())
    o.threads = { 1, 2 };
  return o;
}

struct Row {
  std::string picture, cascade;
  unsigned width, height, threads, objects, theirs;
  double ms, ours;
};

/* Elapsed time where there are several threads: the processor's would add them
 * up. */
static Row
measure (const VfImage &image, const std::string &path, unsigned n_threads,
    int rounds)
{
  clockid_t clock = n_threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
  cv::Mat grey ((int) image.height, (int) image.width, CV_8U,
      const_cast<guint8 *> (image.data[0]));
  cv::CascadeClassifier classifier (path);
  Cascade *cascade = cascade_load (path.c_str (), NULL);
  HaarDetector *detector = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  std::vector<cv::Rect> found;
  HaarParams params;
  Times theirs, ours;
  Row row = { "", path, image.width, image.height, n_threads, 0, 0, 0, 0 };

  haar_params_init (&params);
  cv::setNumThreads ((int) n_threads);
  haar_set_threads (detector, n_threads);
  for (int i = -1; i < rounds; i++) {
    double a = time_of (
        [&] { classifier.detectMultiScale (grey, found, 1.2, 3); }, clock);
    double b = time_of (
        [&] {
          row.objects =
              haar_detect (detector, cascade, &params, &image, NULL, NULL)
                  ->n_objects;
        },
        clock);

    if (i < 0)
      continue;
    theirs.push_back (a);
    ours.push_back (b);
  }
  row.theirs = (unsigned) found.size ();
  row.ms = median (theirs);
  row.ours = median (ours);
  haar_free (detector);
  cascade_unref (cascade);
  return row;
}

static void
print (const Row &r)
{
  printf ("%-24s %4ux%-4u %-44s %7u %9.2f %9.2f %6.2f %4u %4u\n",
      r.picture.c_str (), r.width, r.height, r.cascade.c_str (), r.threads,
      r.ms, r.ours, r.ms / r.ours, r.theirs, r.objects);
  fflush (stdout);
}

static void
write_json (const std::vector<Row> &rows, const Options &o)
{
  FILE *json = fopen (o.json, "w");

  if (!json)
    return perror (o.json);
  fprintf (json, "{\"rows\": [");
  for (size_t i = 0; i < rows.size (); i++) {
    const Row &r = rows[i];

    fprintf (json,
        "%s\n  {\"picture\": \"%s\", \"cascade\": \"%s\", \"width\": %u, "
        "\"height\": %u, \"threads\": %u, \"opencv_ms\": %.3f, "
        "\"ours_ms\": %.3f, \"times\": %.2f}",
        i ? "," : "", r.picture.c_str (), r.cascade.c_str (), r.width, r.height,
        r.threads, r.ms, r.ours, r.ms / r.ours);
  }
  fprintf (json, "\n]}\n");
  fclose (json);
}

static std::string
base_name (const std::string &path)
{
  return path.substr (path.rfind ('/') + 1);
}

int
main (int argc, char **argv)
{
  Options o = read_options (argc, argv);
  std::vector<Row> rows;

  if (o.pictures.empty () || o.cascades.empty ()) {
    fprintf (stderr,
        "usage: faces GREY.pgm ... CASCADE.xml ... [--threads N ...] "
        "[--rounds N] [--json FILE]\n");
    return 1;
  }
  printf ("%-24s %9s %-44s %7s %9s %9s %6s %9s\n", "picture", "size", "cascade",
      "threads", "OpenCV,ms", "ours, ms", "ratio", "objects");
  for (const std::string &path : o.pictures) {
    GError *error = NULL;
    PnmPicture *pnm = pnm_load (path.c_str (), &error);

    if (!pnm || pnm->image.channels != 1 || pnm->image.depth != 8) {
      fprintf (stderr, "%s: %s\n", path.c_str (),
          error ? error->message : "not grey of 8 bits");
      return 1;
    }
    for (const std::string &cascade : o.cascades)
      for (unsigned n_threads : o.threads) {
        Row row = measure (pnm->image, cascade, n_threads, o.rounds);

        row.picture = base_name (path);
        row.cascade = base_name (cascade);
        print (row);
        rows.push_back (row);
      }
    pnm_free (pnm);
  }
  if (o.json)
    write_json (rows, o);
  return 0;
}
