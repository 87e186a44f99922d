/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Integral images: by scans and transpositions, and as pyramid=integral has them.
 */
#include "bench.h"
#include "haar-cuda.h"

#include <string.h>

typedef struct {
  ThesisIntegral thesis;
  ThesisScan scan;
  guint block;
  HaarCudaIntegral ours;
} Integral;

static void
scan_transpose_scan (const Bench *b, gconstpointer data)
{
  const Integral *in = data;

  cuda_must (thesis_integral (&in->thesis, in->scan, in->block, NULL));
}

static void
launch (HaarCudaKernel kernel, gpointer argument)
{
  cuda_must (cudaLaunchKernel (kernel.function, (dim3){ kernel.grid, 1, 1 },
      (dim3){ kernel.block, 1, 1 }, &argument, kernel.shared, NULL));
}

static void
rows_and_columns (const Bench *b, gconstpointer data)
{
  HaarCudaIntegral in = ((const Integral *) data)->ours;

  launch (haar_cuda_integral_rows (&in), &in);
  launch (haar_cuda_integral_columns (&in), &in);
}

/* Those of the scans and ours must be the same. */
static void
check_integral (const Bench *b, const Integral *in)
{
  guint width = in->thesis.width, height = in->thesis.height;
  gsize stride = in->ours.sums_stride;
  guint32 *theirs = g_new (guint32, (gsize) width * height);
  guint32 *ours = g_new (guint32, stride * (height + 1));

  scan_transpose_scan (b, in);
  rows_and_columns (b, in);
  cuda_must (cudaMemcpy (theirs, in->thesis.transposed,
      (gsize) width * height * sizeof *theirs, cudaMemcpyDeviceToHost));
  cuda_must (cudaMemcpy (ours, in->ours.sums,
      stride * (height + 1) * sizeof *ours, cudaMemcpyDeviceToHost));
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      if (theirs[(gsize) y * width + x] != ours[(y + 1) * stride + x + 1])
        g_error ("scan %d: another sum at (%u, %u)", in->scan, x, y);
  g_free (theirs);
  g_free (ours);
}

static void
make_integral (const Bench *b, Integral *in)
{
  guint width = b->image->width, height = b->image->height;
  gsize n = ((gsize) (width + 1) * (height + 1) + 3) / 4 * 4;
  gpointer memory;

  cuda_must (cudaMalloc (&memory, n * 5 * sizeof (guint32)));
  in->thesis = (ThesisIntegral){ .pixels = thesis_send (
                                     b->image->data[0], (gsize) width * height),
    .width = width,
    .height = height,
    .stride = width,
    .sums = memory,
    .transposed = (guint32 *) memory + n };
  in->ours = (HaarCudaIntegral){ .pixels = in->thesis.pixels,
    .stride = width,
    .width = width,
    .height = height,
    .sums_stride = width + 1 };
  in->ours.sums = (guint32 *) memory + 2 * n;
  cuda_must (cudaMalloc ((void **) &in->ours.squares, n * sizeof (guint64)));
}

/* Nothing passes: what is left is making the sums, and one feature. */
static const gchar nothing[] =
    "<opencv_storage><cascade type_id=\"opencv-cascade-classifier\">"
    "<stageType>BOOST</stageType><featureType>HAAR</featureType>"
    "<height>20</height><width>20</width>"
    "<stageParams><maxWeakCount>1</maxWeakCount></stageParams>"
    "<featureParams><maxCatCount>0</maxCatCount></featureParams>"
    "<stageNum>1</stageNum><stages><_><stageThreshold>2.</stageThreshold>"
    "<weakClassifiers><_><internalNodes>0 -1 0 0.</internalNodes>"
    "<leafValues>-1. 1.</leafValues></_></weakClassifiers></_></stages>"
    "<features><_><rects><_>0 0 10 8 -1.</_><_>5 0 5 8 2.</_></rects>"
    "<tilted>0</tilted></_></features></cascade></opencv_storage>";

/* Microseconds for the layer that is the picture itself. */
static gdouble
time_tiles (const Bench *b, HaarDetector *gpu, const Integral *in)
{
  Cascade *cascade = cascade_parse (nothing, strlen (nothing), "nothing", NULL);
  VfImage there = *b->image;
  guint64 least = G_MAXUINT64;
  HaarParams params;

  haar_params_init (&params);
  params.max_size_width = params.max_size_height = 20;
  there.data[0] = (guint8 *) in->thesis.pixels;
  there.memory = VF_MEMORY_DEVICE;
  for (guint i = 0; i < 20; i++)
    least = MIN (least, haar_detect (gpu, cascade, &params, &there, NULL, NULL)
                            ->stage_ns[HAAR_STAGE_GREY]);
  cascade_unref (cascade);
  return (gdouble) least / 1e3;
}

void
bench_integrals (const Bench *b, HaarDetector *gpu)
{
  static const gchar *const scans[] = { "scan-transpose-scan, classic",
    "scan-transpose-scan, vectors" };
  const gchar *table = "integral image";
  Integral in;

  make_integral (b, &in);
  for (in.block = 64; in.block <= 1024; in.block *= 2) {
    gchar *row = g_strdup_printf ("%u", in.block);

    for (guint scan = 0; scan < THESIS_N_SCANS; scan++) {
      in.scan = (ThesisScan) scan;
      check_integral (b, &in);
      tables_add (b->tables, table, row, scans[scan],
          bench_time (b, scan_transpose_scan, &in));
    }
    g_free (row);
  }
  tables_add (b->tables, table, "rows, then columns, of squares as well",
      "ours", bench_time (b, rows_and_columns, &in));
  tables_add (b->tables, table,
      "in tiles, of squares as well, with norms and one feature", "ours",
      time_tiles (b, gpu, &in));
  cuda_must (cudaFree ((gpointer) in.thesis.pixels));
  cuda_must (cudaFree (in.thesis.sums));
  cuda_must (cudaFree (in.ours.squares));
}
