/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every call of CUDA fails in turn: cuda says so, auto goes on with the CPU
 * from the same frame on, and nothing is left behind. Built twice: with CUDA's
 * runtime for a machine with a GPU, and with a runtime of our own, whose
 * kernels do nothing, for any machine.
 */
#include "failing.h"
#include "gpu.h"
#include "testing.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

#define N_FRAMES 3

/* Nothing is left out: also what several rectangles and pictures of what the
 * detector has seen need. */
static const VfRect rects[] = { { 0, 0, 40, 48 }, { 30, 10, 60, 30 } };
static const VfRegion region = { rects, G_N_ELEMENTS (rects), NULL, FALSE };

typedef struct {
  HarrisParams params;
  const VfRegion *region;
  gboolean planes;
  Picture *pictures[N_FRAMES];
  GArray *expected[N_FRAMES];
} Fixture;

/* SPACED: with what the defaults leave out. PLAIN: without what the picture
 * alone does not need, so that one launch does. TWO: SPACED without what two
 * launches cannot do. */
typedef enum { USUAL, SPACED, PLAIN, TWO } Kind;

static void
set_up (Fixture *f, Kind kind)
{
  harris_params_init (&f->params);
  f->region = kind == PLAIN ? NULL : &region;
  f->planes = kind == USUAL || kind == SPACED;
  if (kind == SPACED || kind == TWO) {
    f->params.gradient = HARRIS_GRADIENT_SOBEL5;
    f->params.window_type = HARRIS_WINDOW_BOX;
    f->params.min_distance = 6;
    f->params.grid_columns = 3;
    f->params.grid_rows = 2;
    f->params.subpixel = HARRIS_SUBPIXEL_QUADRATIC;
  }
  for (guint i = 0; i < N_FRAMES; i++) {
    f->pictures[i] = picture_photo (64 + 10 * i, 48, 1, i);
    f->expected[i] = corners_of (&f->params, &f->pictures[i]->image, f->region);
    g_assert_cmpuint (f->expected[i]->len, >, 0);
  }
}

static void
tear_down (Fixture *f)
{
  for (guint i = 0; i < N_FRAMES; i++) {
    picture_free (f->pictures[i]);
    g_array_unref (f->expected[i]);
  }
}

static gpointer
open_detector (gconstpointer data, VfBackendKind kind, GError **error)
{
  const Fixture *f = data;
  HarrisDetector *detector = harris_new (kind, 0, error);

  if (detector)
    harris_want_planes (detector, f->planes);
  return detector;
}

static void
close_detector (gpointer detector)
{
  harris_free (detector);
}

static VfDetector *
base_of (gpointer detector)
{
  return harris_base (detector);
}

static gconstpointer
detect_in (gconstpointer data, gpointer detector, guint i, GError **error)
{
  const Fixture *f = data;

  return harris_detect (
      detector, &f->params, &f->pictures[i]->image, f->region, error);
}

static const GError *
fallback_of (gconstpointer result)
{
  return ((const HarrisResult *) result)->fallback;
}

static void
check_list (gconstpointer data, guint i, gconstpointer result)
{
  const Fixture *f = data;
  GArray *corners = corners_copy (result);

  assert_same_corners (corners, f->expected[i]);
  g_array_unref (corners);
}

static Walk
walk_of (const Fixture *f)
{
  return (Walk){ .data = f,
    .open = open_detector,
    .close = close_detector,
    .base = base_of,
    .detect = detect_in,
    .fallback = fallback_of,
    .check = check_list,
    .n_frames = N_FRAMES };
}

typedef struct {
  const gchar *path, *way;
  Kind kind;
} EachCall;

static const EachCall each_calls[] = {
  { "/cuda/each-call-fails/fused", "fused", USUAL },
  { "/cuda/each-call-fails/stages", "stages", USUAL },
  { "/cuda/each-call-fails/fused-spaced", "fused", SPACED },
  { "/cuda/each-call-fails/stages-spaced", "stages", SPACED },
  { "/cuda/each-call-fails/one-launch", "best", PLAIN },
  { "/cuda/each-call-fails/two-launches", "best", TWO },
};

static void
each_call (gconstpointer data)
{
  const EachCall *test = data;
  Fixture f;
  Walk walk = walk_of (&f);

  g_setenv ("VF_CUDA_WAY", test->way, TRUE);
  set_up (&f, test->kind);
  g_assert_cmpuint (walk_each_call (&walk), >=, 20);
  tear_down (&f);
}

/* In the context: the picture in the GPU's memory instead; returns that. */
static gpointer
move_picture (Picture *picture)
{
  gsize size = (gsize) picture->image.stride[0] * picture->image.height;
  gpointer memory = NULL;

  g_assert_cmpint (cudaMalloc (&memory, size), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpyAsync (memory, picture->samples, size,
                       cudaMemcpyHostToDevice, NULL),
      ==, cudaSuccess);
  g_assert_cmpint (cudaStreamSynchronize (NULL), ==, cudaSuccess);
  picture->image.data[0] = memory;
  picture->image.memory = VF_MEMORY_DEVICE;
  return memory;
}

/* Frames that lie on the GPU, which are done as a graph. The CPU has no way to
 * go on with them. */
static void
each_call_in_place (gconstpointer data)
{
  Kind kind = GPOINTER_TO_INT (data);
  HarrisDetector *detector;
  gpointer memory[N_FRAMES];
  Fixture f;
  Walk walk = walk_of (&f);

  g_setenv ("VF_CUDA_WAY", "best", TRUE);
  g_unsetenv ("VF_CUDA_FAIL");
  detector = harris_new (VF_BACKEND_CUDA, 0, NULL);
  set_up (&f, kind);
  vf_context_push (harris_context (detector));
  for (guint i = 0; i < N_FRAMES; i++)
    memory[i] = move_picture (f.pictures[i]);
  g_assert_cmpuint (walk_each_call_in_place (&walk), >=, 20);
  for (guint i = 0; i < N_FRAMES; i++)
    g_assert_cmpint (cudaFree (memory[i]), ==, cudaSuccess);
  vf_context_pop (harris_context (detector));
  harris_free (detector);
  tear_down (&f);
}

/* Frames whose launch may wait for them. */
static void
each_call_pinned (void)
{
  VfContext *context;
  guint8 *memory[N_FRAMES];
  Fixture f;
  Walk walk = walk_of (&f);

  g_setenv ("VF_CUDA_WAY", "best", TRUE);
  g_unsetenv ("VF_CUDA_FAIL");
  context = vf_gpu_context_new (0, NULL);
  set_up (&f, PLAIN);
  for (guint i = 0; i < N_FRAMES; i++) {
    VfImage *image = &f.pictures[i]->image;
    gsize size = (gsize) image->stride[0] * image->height;

    memory[i] = vf_gpu_pinned_alloc (context, size, NULL);
    memcpy (memory[i], image->data[0], size);
    image->data[0] = memory[i];
    image->memory = VF_MEMORY_PINNED;
  }
  g_assert_cmpuint (walk_each_call (&walk), >=, 20);
  for (guint i = 0; i < N_FRAMES; i++)
    vf_gpu_pinned_free (context, memory[i]);
  vf_context_unref (context);
  tear_down (&f);
}

static void
recover (Kind kind)
{
  Fixture f;
  Walk walk = walk_of (&f);

  set_up (&f, kind);
  g_assert_cmpuint (walk_on (&walk, 12, 48, N_FRAMES), >, 10);
  tear_down (&f);
}

static void
recovers (void)
{
  g_setenv ("VF_CUDA_WAY", "best", TRUE);
  recover (USUAL);
  recover (PLAIN);
  recover (TWO);
}

int
main (int argc, char **argv)
{
  HarrisDetector *detector;
  GError *error = NULL;

  g_unsetenv ("VF_CUDA_FAIL");
  detector = harris_new (VF_BACKEND_CUDA, 0, &error);
  if (!detector) {
    print_skip (error);
    return 77;
  }
  harris_free (detector);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (each_calls); i++)
    g_test_add_data_func (each_calls[i].path, &each_calls[i], each_call);
  g_test_add_data_func ("/cuda/each-call-fails/graph-of-one",
      GINT_TO_POINTER (PLAIN), each_call_in_place);
  g_test_add_data_func ("/cuda/each-call-fails/graph-of-two",
      GINT_TO_POINTER (TWO), each_call_in_place);
  g_test_add_func ("/cuda/each-call-fails/pinned", each_call_pinned);
  g_test_add_func ("/cuda/recovers", recovers);
  return g_test_run ();
}
