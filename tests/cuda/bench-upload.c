/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long a frame in the host's memory takes, against its upload alone. One
 * line a format: medians in microseconds.
 */
#include "testing.h"

#include "bench-times.h"
#include "gpu.h"

#include <cuda_runtime_api.h>
#include <string.h>

#define WIDTH    1920
#define HEIGHT   1080
#define N_FRAMES 32 /* rotated through */
#define N_RUNS   400

typedef struct {
  const gchar *name;
  guint channels, bytes; /* a pixel */
} Format;

static const Format formats[] = { { "luma", 1, 1 }, { "RGBA", 3, 4 } };

static void
check (cudaError_t result)
{
  if (result != cudaSuccess)
    g_error ("%s", cudaGetErrorString (result));
}

static gdouble
upload_alone (guint8 **frames, gsize size, gpointer to)
{
  gdouble us[N_RUNS];
  cudaStream_t stream;

  check (cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking));
  for (guint i = 0; i < N_RUNS; i++) {
    guint64 start = vf_now_ns ();

    check (cudaMemcpyAsync (
        to, frames[i % N_FRAMES], size, cudaMemcpyHostToDevice, stream));
    check (cudaStreamSynchronize (stream));
    us[i] = (gdouble) (vf_now_ns () - start) / 1e3;
  }
  check (cudaStreamDestroy (stream));
  return median_of (us, N_RUNS);
}

static VfImage
image_of (const Format *format, const guint8 *data, VfMemory memory)
{
  VfImage image = { .width = WIDTH,
    .height = HEIGHT,
    .channels = format->channels,
    .depth = 8,
    .word = 1,
    .memory = memory };

  for (guint c = 0; c < format->channels; c++) {
    image.data[c] = data + c;
    image.stride[c] = WIDTH * (gssize) format->bytes;
    image.step[c] = (gssize) format->bytes;
  }
  return image;
}

static gdouble
detection (HarrisDetector *detector, const Format *format, guint8 **frames,
    VfMemory memory)
{
  HarrisParams params;
  gdouble us[N_RUNS];

  harris_params_init (&params);
  for (guint i = 0; i < N_RUNS; i++) {
    VfImage image = image_of (format, frames[i % N_FRAMES], memory);
    guint64 start = vf_now_ns ();

    if (!harris_detect (detector, &params, &image, NULL, NULL))
      g_error ("no result");
    us[i] = (gdouble) (vf_now_ns () - start) / 1e3;
  }
  return median_of (us, N_RUNS);
}

/* The test picture, moved a little in each frame. */
static void
fill (const Format *format, guint8 *data, guint i)
{
  Picture *photo = picture_photo (WIDTH, HEIGHT, format->channels, i);

  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      for (guint c = 0; c < format->channels; c++)
        data[((gsize) y * WIDTH + x) * format->bytes + c] =
            (guint8) vf_image_sample (&photo->image, c, x, y);
  picture_free (photo);
}

static void
bench (const Format *format, HarrisDetector *detector)
{
  VfContext *context = harris_context (detector);
  gsize size = (gsize) WIDTH * HEIGHT * format->bytes;
  guint8 *pinned[N_FRAMES], *ordinary[N_FRAMES], *there[N_FRAMES];
  gdouble upload, straight, staged, resident;

  for (guint i = 0; i < N_FRAMES; i++) {
    pinned[i] = vf_gpu_pinned_alloc (context, size, NULL);
    ordinary[i] = g_malloc (size);
    fill (format, pinned[i], i);
    memcpy (ordinary[i], pinned[i], size);
    check (cudaMalloc ((void **) &there[i], size));
    check (cudaMemcpy (there[i], pinned[i], size, cudaMemcpyHostToDevice));
  }
  check (cudaDeviceSynchronize ());
  resident = detection (detector, format, there, VF_MEMORY_DEVICE);
  resident = detection (detector, format, there, VF_MEMORY_DEVICE);
  upload = upload_alone (pinned, size, there[0]);
  straight = detection (detector, format, pinned, VF_MEMORY_PINNED);
  staged = detection (detector, format, ordinary, VF_MEMORY_HOST);
  g_print ("| %s | %.1f | %.1f | %.1f | %.2f | %.1f |\n", format->name,
      resident, upload, straight, straight / upload, staged);
  for (guint i = 0; i < N_FRAMES; i++) {
    vf_gpu_pinned_free (context, pinned[i]);
    g_free (ordinary[i]);
    check (cudaFree (there[i]));
  }
}

int
main (void)
{
  GError *error = NULL;
  HarrisDetector *detector = harris_new (VF_BACKEND_CUDA, 0, &error);

  if (!detector) {
    g_print ("skipped: %s\n", error->message);
    return 77;
  }
  vf_context_push (harris_context (detector));
  g_print ("%u x %u, microseconds\n"
           "| | on the GPU | upload alone | pinned | of the upload | other "
           "memory |\n|---|---:|---:|---:|---:|---:|\n",
      WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    bench (&formats[i], detector);
  vf_context_pop (harris_context (detector));
  harris_free (detector);
  return 0;
}
