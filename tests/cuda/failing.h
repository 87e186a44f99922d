/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Calls of CUDA that fail, and what comes of them: a walk through the calls that
 * a detector makes for a few frames. FAKE_CUDART: the runtime is one of our own,
 * whose kernels do nothing.
 */
#pragma once

#include "detector.h"
#include "error.h"

G_BEGIN_DECLS

/* The call of that number fails, counted from a detector's opening; 1: the
 * first. */
static inline void
fail_at (guint call)
{
  gchar *text = g_strdup_printf ("%u", call);

  g_setenv ("VF_CUDA_FAIL", text, TRUE);
  g_free (text);
}

static inline gboolean
is_of_cuda (const GError *error)
{
  return error->domain == VF_ERROR
         && (error->code == VF_ERROR_DEVICE || error->code == VF_ERROR_MEMORY
             || error->code == VF_ERROR_NO_DEVICE);
}

/* A detector of some kind, and its frames. */
typedef struct {
  gconstpointer data; /* for these: */
  gpointer (*open) (gconstpointer data, VfBackendKind kind, GError **error);
  void (*close) (gpointer detector); /* takes NULL */
  VfDetector *(*base) (gpointer detector);

  /* Frame `i`: a result; NULL with an error. */
  gconstpointer (*detect) (
      gconstpointer data, gpointer detector, guint i, GError **error);
  const GError *(*fallback) (gconstpointer result);

  /* The result is what the CPU finds in frame i. */
  void (*check) (gconstpointer data, guint i, gconstpointer result);
  guint n_frames;
} Walk;

/* Each call fails in turn, with the kernels doing what they do or not: CUDA says
 * so, AUTO tells it once and goes on with the CPU from the same frame on, and
 * nothing is left behind. Returns how many calls there are. */
guint walk_each_call (const Walk *walk);

/* The same with CUDA alone, for frames that the CPU cannot read. */
guint walk_each_call_in_place (const Walk *walk);

/* Calls `first` to end - 1 fail in turn. Where an error does not stick, a
 * detector on the GPU is as good as before for the other of n frames. Returns
 * how many frames failed. */
guint walk_on (const Walk *walk, guint first, guint end, guint n);

/* Says why all tests of a program are skipped; takes the error. */
static inline void
print_skip (GError *error)
{
  g_print ("1..0 # SKIP %s\n", error->message);
  g_error_free (error);
}

G_END_DECLS
