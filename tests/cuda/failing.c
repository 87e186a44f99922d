/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "failing.h"

#include "memory.h"

/* FALSE: the call is not reached. */
static gboolean
cuda_fails (const Walk *w, guint call)
{
  GError *error = NULL;
  gpointer detector;

  fail_at (call);
  detector = w->open (w->data, VF_BACKEND_CUDA, &error);
  for (guint i = 0; detector && !error && i < w->n_frames; i++)
    w->detect (w->data, detector, i, &error);
  w->close (detector);
  g_assert_cmpint (vf_cuda_blocks (), ==, 0);
  if (!error)
    return FALSE;
  g_assert_true (is_of_cuda (error));
  g_error_free (error);
  return TRUE;
}

static gboolean
is_on_cpu (const Walk *w, gpointer detector)
{
  return vf_detector_backend (w->base (detector)) == VF_BACKEND_CPU;
}

/* Returns how often the failure has been told by now. */
static guint
check_frame (const Walk *w, gpointer detector, guint i, guint told)
{
  gconstpointer result = w->detect (w->data, detector, i, NULL);
  const GError *reason = vf_detector_fallback (w->base (detector));

  g_assert_nonnull (result);
  if (w->fallback (result)) {
    g_assert_true (w->fallback (result) == reason);
    told++;
  }
  g_assert_cmpuint (told, ==, is_on_cpu (w, detector));
  if (told || !FAKE_CUDART)
    w->check (w->data, i, result);
  return told;
}

static void
auto_goes_on (const Walk *w, guint call)
{
  gpointer detector;
  guint told;

  fail_at (call);
  detector = w->open (w->data, VF_BACKEND_AUTO, NULL);
  g_assert_nonnull (detector);
  told = is_on_cpu (w, detector);
  for (guint i = 0; i < w->n_frames; i++)
    told = check_frame (w, detector, i, told);
  g_assert_cmpuint (told, ==, 1);
  g_assert_true (is_of_cuda (vf_detector_fallback (w->base (detector))));
  w->close (detector);
  g_assert_cmpint (vf_cuda_blocks (), ==, 0);
}

/* An error that nobody heeds looks like the end of the calls: those behind it
 * would still fail. */
static guint
check_end (const Walk *w, guint call)
{
  g_test_message ("%u calls", call - 1);
  for (guint i = 1; i <= 10; i++)
    g_assert_false (cuda_fails (w, call + i));
  return call - 1;
}

guint
walk_each_call (const Walk *w)
{
  guint call = 1;

  for (; cuda_fails (w, call); call++)
    auto_goes_on (w, call);
  return check_end (w, call);
}

guint
walk_each_call_in_place (const Walk *w)
{
  guint call = 1;

  while (cuda_fails (w, call))
    call++;
  return check_end (w, call);
}

guint
walk_on (const Walk *w, guint first, guint end, guint n)
{
  guint n_failed = 0;

  for (guint call = first; call < end; call++) {
    gpointer detector;

    fail_at (call);
    detector = w->open (w->data, VF_BACKEND_CUDA, NULL);
    for (guint i = 0; detector && i < n; i++) {
      gconstpointer result =
          w->detect (w->data, detector, i % w->n_frames, NULL);

      n_failed += !result;
      if (result && !FAKE_CUDART)
        w->check (w->data, i % w->n_frames, result);
    }
    w->close (detector);
    g_assert_cmpint (vf_cuda_blocks (), ==, 0);
  }
  return n_failed;
}
