/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long faces take on the GPU, and on the CPU with 1 and with 16 threads:
 *   bench-haar CASCADE.xml[,CASCADE.xml...] [SCALE_FACTOR [RUNS]] [PICTURE...]
 * Pictures are PGM or PPM files; without one a picture of our own is taken. One
 * line for each; medians in milliseconds. `gpu` is between two events around a
 * frame in the GPU's memory, `there` and `host` from call to return, for a
 * frame there and one in the host's memory. With VF_BENCH_CPU=no in the
 * environment the CPU is left out. VF_BENCH_STAGES is stage-groups, in the
 * thesis' ways, with VF_BENCH_ATOMIC=yes its compaction by atomics.
 */
#include "testing.h"

#include "bench-times.h"
#include "clock.h"
#include "haar.h"
#include "memory.h"
#include "pnm.h"

#include <stdlib.h>
#include <string.h>

#define N_COPIES 32 /* rotated through */

typedef struct {
  HaarDetector *gpu, *cpu;
  HaarParams params;
  guint n_runs;
} Bench;

typedef struct {
  gdouble gpu, wall, groups;
  guint n_windows, n_objects;
} Times;

static void
must (cudaError_t result)
{
  if (result != cudaSuccess)
    g_error ("%s", cudaGetErrorString (result));
}

static void
run (HaarDetector *detector, const Bench *b, Cascade *cascade,
    const VfImage *images, guint n_images, guint n_runs, Times *times)
{
  gdouble *gpu = g_new (gdouble, 3 * n_runs), *wall = gpu + n_runs;
  gdouble *groups = wall + n_runs;

  for (guint i = 0; i < n_runs + n_runs / 10; i++) {
    guint64 start = vf_now_ns ();
    const HaarResult *result = haar_detect (
        detector, cascade, &b->params, &images[i % n_images], NULL, NULL);
    guint at = i % n_runs;

    if (!result)
      g_error ("it failed");
    wall[at] = (gdouble) (vf_now_ns () - start) / 1e6;
    gpu[at] = (gdouble) result->stage_ns[HAAR_STAGE_GREY] / 1e6;
    groups[at] = (gdouble) result->stage_ns[HAAR_STAGE_GROUPS] / 1e6;
    times->n_windows = result->n_windows;
    times->n_objects = result->n_objects;
  }
  times->gpu = median_of (gpu, n_runs);
  times->wall = median_of (wall, n_runs);
  times->groups = median_of (groups, n_runs);
  g_free (gpu);
}

/* Copies in the GPU's memory; planes lie in one block. */
static guint8 *
send (const VfImage *image, gsize size, VfImage *copies)
{
  guint8 *memory;

  must (cudaMalloc ((void **) &memory, N_COPIES * size));
  for (guint i = 0; i < N_COPIES; i++) {
    copies[i] = *image;
    copies[i].memory = VF_MEMORY_DEVICE;
    must (cudaMemcpyAsync (memory + i * size, image->data[0], size,
        cudaMemcpyHostToDevice, cudaStreamLegacy));
    for (guint c = 0; c < image->channels; c++)
      copies[i].data[c] = memory + i * size + (image->data[c] - image->data[0]);
  }
  must (cudaStreamSynchronize (cudaStreamLegacy));
  return memory;
}

static void
time_cpu (const Bench *b, Cascade *cascade, const VfImage *image,
    const Times *expected)
{
  Times one, many;

  haar_set_threads (b->cpu, 1);
  run (b->cpu, b, cascade, image, 1, 1, &one);
  haar_set_threads (b->cpu, 16);
  run (b->cpu, b, cascade, image, 1, 3, &many);
  g_print (" cpu-1 %8.2f cpu-16 %7.2f%s", one.wall, many.wall,
      expected->n_windows == one.n_windows
              && expected->n_objects == one.n_objects
          ? ""
          : " DIFFERENT");
}

static void
time_frame (const Bench *b, Cascade *cascade, const gchar *cascade_name,
    const VfImage *image, const gchar *name)
{
  gsize size = (gsize) image->height * (gsize) image->stride[0]
               * (image->step[0] == 1 ? image->channels : 1);
  VfImage copies[N_COPIES];
  Times there, host;
  guint8 *memory = send (image, size, copies);

  run (b->gpu, b, cascade, copies, N_COPIES, b->n_runs, &there);
  run (b->gpu, b, cascade, image, 1, b->n_runs, &host);
  g_print ("%-34s %-16s %4u x %-4u %4.2f %6u %4u gpu %7.3f there %7.3f "
           "groups %6.3f host %7.3f",
      cascade_name, name, image->width, image->height, b->params.scale_factor,
      there.n_windows, there.n_objects, there.gpu, there.wall, there.groups,
      host.wall);
  if (b->cpu)
    time_cpu (b, cascade, image, &there);
  g_print ("\n");
  must (cudaFree (memory));
}

static void
time_cascade (const Bench *b, const gchar *path, gchar **pictures)
{
  GError *error = NULL;
  Cascade *cascade = cascade_load (path, &error);
  gchar *name = g_path_get_basename (path);

  if (!cascade)
    g_error ("%s", error->message);
  if (!pictures || !*pictures) {
    Picture *picture = picture_photo (1920, 1080, 1, 1);

    time_frame (b, cascade, name, &picture->image, "generated");
    picture_free (picture);
  }
  for (; pictures && *pictures; pictures++) {
    gchar *base = g_path_get_basename (*pictures);
    PnmPicture *picture = pnm_load (*pictures, &error);

    if (!picture)
      g_error ("%s", error->message);
    time_frame (b, cascade, name, &picture->image, base);
    pnm_free (picture);
    g_free (base);
  }
  cascade_unref (cascade);
  g_free (name);
}

static void
set_thesis (HaarParams *params)
{
  const gchar *groups = g_getenv ("VF_BENCH_STAGES");
  GError *error = NULL;

  if (!groups)
    return;
  params->kernel = HAAR_KERNEL_THESIS;
  if (!haar_stage_groups_parse (groups, &params->thesis, &error))
    g_error ("%s", error->message);
  if (g_strcmp0 (g_getenv ("VF_BENCH_ATOMIC"), "yes") == 0)
    params->thesis.compaction = HAAR_COMPACTION_ATOMIC;
  if (g_strcmp0 (g_getenv ("VF_BENCH_PYRAMID"), "integral") == 0)
    params->thesis.pyramid = HAAR_PYRAMID_INTEGRAL;
}

static const gchar usual[] =
    "/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt.xml";

int
main (int argc, char **argv)
{
  Bench b = { .n_runs = argc > 3 ? (guint) atoi (argv[3]) : 100 };
  gchar **cascades = g_strsplit (argc > 1 ? argv[1] : usual, ",", -1);
  GError *error = NULL;

  b.gpu = haar_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, &error);
  if (!b.gpu || !g_file_test (cascades[0], G_FILE_TEST_EXISTS)) {
    g_print ("skipped: %s\n", b.gpu ? "no cascade" : error->message);
    return 77;
  }
  if (g_strcmp0 (g_getenv ("VF_BENCH_CPU"), "no") != 0)
    b.cpu = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  haar_params_init (&b.params);
  if (argc > 2)
    b.params.scale_factor = g_ascii_strtod (argv[2], NULL);
  set_thesis (&b.params);
  vf_context_push (haar_context (b.gpu));
  for (guint i = 0; cascades[i]; i++)
    time_cascade (&b, cascades[i], argc > 4 ? argv + 4 : NULL);
  vf_context_pop (haar_context (b.gpu));
  haar_free (b.gpu);
  haar_free (b.cpu);
  g_strfreev (cascades);
  return 0;
}
