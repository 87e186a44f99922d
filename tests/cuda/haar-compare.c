/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-compare.h"

#include "failing.h"
#include "memory.h"

#include <string.h>

static HaarDetector *cpu, *gpu;

gboolean
haar_compare_open (void)
{
  GError *error = NULL;

  gpu = haar_new (VF_BACKEND_CUDA, VF_DEVICE_ANY, &error);
  if (!gpu) {
    print_skip (error);
    return FALSE;
  }
  cpu = haar_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  return TRUE;
}

void
haar_compare_close (void)
{
  haar_free (gpu);
  haar_free (cpu);
}

static const HaarResult *
find (HaarDetector *detector, Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region)
{
  GError *error = NULL;
  const HaarResult *result =
      haar_detect (detector, cascade, params, image, region, &error);

  g_assert_no_error (error);
  return result;
}

const HaarResult *
haar_compare_find (Cascade *cascade, const HaarParams *params,
    const VfImage *image, const VfRegion *region)
{
  return find (gpu, cascade, params, image, region);
}

static gboolean
is_same (const HaarObject *a, const HaarObject *b)
{
  return memcmp (&a->rect, &b->rect, sizeof a->rect) == 0
         && a->score == b->score && a->confidence == b->confidence
         && a->neighbors == b->neighbors && a->region == b->region;
}

static void
check (const HaarResult *a, const HaarResult *b)
{
  g_assert_cmpuint (a->n_windows, ==, b->n_windows);
  g_assert_cmpuint (a->n_objects, ==, b->n_objects);
  for (guint i = 0; i < a->n_objects; i++)
    g_assert_true (is_same (&a->objects[i], &b->objects[i]));
}

guint
haar_compare (Cascade *cascade, const HaarParams *params, const VfImage *image,
    const VfRegion *region)
{
  const HaarResult *expected = find (cpu, cascade, params, image, region);

  check (find (gpu, cascade, params, image, region), expected);
  return expected->n_windows;
}

static void
must (cudaError_t result)
{
  g_assert_cmpint (result, ==, cudaSuccess);
}

/* Planes, each in a block of its own. */
static VfImage
send (const VfImage *image, gpointer memory[3])
{
  VfImage there = *image;

  there.memory = VF_MEMORY_DEVICE;
  for (guint c = 0; c < image->channels; c++) {
    gsize row =
        (gsize) (image->width - 1) * (gsize) image->step[c] + image->word;
    gsize size = (gsize) (image->height - 1) * (gsize) image->stride[c] + row;

    must (cudaMalloc (&memory[c], size));
    must (cudaMemcpyAsync (memory[c], image->data[c], size,
        cudaMemcpyHostToDevice, cudaStreamLegacy));
    there.data[c] = memory[c];
  }
  must (cudaStreamSynchronize (cudaStreamLegacy));
  return there;
}

static void
release (gpointer memory[3])
{
  for (guint c = 0; c < 3; c++)
    must (cudaFree (memory[c]));
}

guint
haar_compare_there (
    Cascade *cascade, const HaarParams *params, const VfImage *image)
{
  VfContext *context = haar_context (gpu);
  gpointer memory[3] = { NULL };
  const HaarResult *expected;
  VfImage there;

  g_assert_true (vf_context_push (context));
  there = send (image, memory);
  expected = find (cpu, cascade, params, image, NULL);
  check (find (gpu, cascade, params, &there, NULL), expected);
  release (memory);
  vf_context_pop (context);
  return expected->n_windows;
}

const HaarResult *
haar_compare_find_there (
    Cascade *cascade, const HaarParams *params, const VfImage *image)
{
  static gpointer before[3];
  gpointer memory[3] = { NULL };
  const HaarResult *result;
  VfImage there;

  g_assert_true (vf_context_push (haar_context (gpu)));
  there = send (image, memory);
  result = find (gpu, cascade, params, &there, NULL);
  release (before);
  memcpy (before, memory, sizeof before);
  vf_context_pop (haar_context (gpu));
  return result;
}

Cascade *
haar_random_cascade (GRand *rand, const CascadeShape *shape)
{
  gchar *text = random_cascade (rand, shape);
  GError *error = NULL;
  Cascade *cascade = cascade_parse (text, strlen (text), "random", &error);

  g_assert_no_error (error);
  g_free (text);
  return cascade;
}
