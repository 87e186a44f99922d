/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which frames are waited for in their launch, in which memory, and whether that
 * is blank when it is said to be: with a runtime of our own, whose launch reads
 * nothing and leaves memory as the true one does.
 */
#include "device.h"
#include "fake-cudart.h"
#include "frame.h"
#include "gpu.h"
#include "harris.h"
#include "testing.h"

#include <math.h>

/* As in harris-arrival.c. */
#define PAUSE 256

/* The last frame. */
typedef struct {
  gconstpointer samples;
  gboolean waited, blank;
  guint launches;
} Frame;

static Frame frame;
static gboolean late; /* is the next one */

/* The last copy. */
static gconstpointer copied_to;
static gboolean copied_to_blank;

static void
look_at_memory (gconstpointer to, gsize size)
{
  const guint32 *words = to;

  copied_to = to;
  copied_to_blank = TRUE;
  for (gsize i = 0; i < size / 4; i++)
    copied_to_blank &= words[i] == FRAME_BLANK;
}

static void
make_blank (const FrameArgs *a)
{
  guint32 *words = (guint32 *) a->samples;

  for (gsize i = 0; i < (gsize) a->stride * a->height / 4; i++)
    words[i] = FRAME_BLANK;
}

/* Instead of the kernel. */
static void
run_frame (gpointer args)
{
  const FrameArgs *a = args;
  gboolean misses = a->arrived && late;

  if (a->arrived) {
    g_assert_cmpuint (*a->arrived, ==, a->turn);
    g_assert_true (copied_to == a->samples);
    g_assert_true (!a->blank || copied_to_blank);
    frame.waited = TRUE;
    frame.blank = a->blank;
  }
  frame.samples = a->samples;
  frame.launches++;
  a->state->hi = misses ? NAN : 0;
  if (a->arrived && !misses)
    make_blank (a);
  if (a->finished)
    *a->finished = a->turn;
}

static const Frame *
detect_image (HarrisDetector *detector, const VfImage *image)
{
  GError *error = NULL;
  HarrisParams params;

  harris_params_init (&params);
  frame = (Frame){ NULL, FALSE, FALSE, 0 };
  g_assert_nonnull (harris_detect (detector, &params, image, NULL, &error));
  g_assert_no_error (error);
  return &frame;
}

static const Frame *
detect (HarrisDetector *detector, guint width, guint height)
{
  Picture *picture = picture_photo (width, height, 1, 1);

  (void) detect_image (detector, &picture->image);
  picture_free (picture);
  return &frame;
}

/* A frame that is waited for. */
static gconstpointer
assert_waits (
    HarrisDetector *detector, guint width, guint height, gboolean blank)
{
  const Frame *f = detect (detector, width, height);

  g_assert_cmpuint (f->launches, ==, 1);
  g_assert_true (f->waited);
  g_assert_cmpint (f->blank, ==, blank);
  return f->samples;
}

static HarrisDetector *
open_detector (void)
{
  GError *error = NULL;
  HarrisDetector *detector = harris_new (VF_BACKEND_CUDA, 0, &error);

  g_assert_no_error (error);
  return detector;
}

static void
sides_take_turns (void)
{
  HarrisDetector *detector = open_detector ();
  gconstpointer first = assert_waits (detector, 64, 48, FALSE);
  gconstpointer second = assert_waits (detector, 64, 48, FALSE);

  g_assert_true (first != second);
  for (guint i = 0; i < 4; i++)
    g_assert_true (
        assert_waits (detector, 64, 48, TRUE) == (i % 2 == 0 ? first : second));
  harris_free (detector);
}

/* Memory that grows is new; a smaller frame lies in what a larger one has made
 * blank, but not the other way round. */
static void
sizes_change (void)
{
  HarrisDetector *detector = open_detector ();

  assert_waits (detector, 64, 48, FALSE);
  assert_waits (detector, 64, 48, FALSE);
  assert_waits (detector, 200, 90, FALSE);
  assert_waits (detector, 64, 48, FALSE);
  assert_waits (detector, 64, 48, TRUE);
  assert_waits (detector, 64, 48, TRUE);
  assert_waits (detector, 200, 90, FALSE);
  assert_waits (detector, 200, 90, FALSE);
  assert_waits (detector, 200, 90, TRUE);
  harris_free (detector);
}

/* It leaves memory that is not blank, and is done again where it is; those behind
 * it go to the first side. */
static void
late_frame (void)
{
  HarrisDetector *detector = open_detector ();
  gconstpointer first = assert_waits (detector, 64, 48, FALSE);
  gconstpointer second = assert_waits (detector, 64, 48, FALSE);
  const Frame *f;

  assert_waits (detector, 64, 48, TRUE);
  late = TRUE;
  f = detect (detector, 64, 48);
  late = FALSE;
  g_assert_true (f->waited && f->samples == second);
  g_assert_cmpuint (f->launches, ==, 2);
  for (guint i = 0; i < PAUSE; i++) {
    f = detect (detector, 64, 48);
    g_assert_true (!f->waited && f->samples == first);
    g_assert_cmpuint (f->launches, ==, 1);
  }
  assert_waits (detector, 64, 48, FALSE);
  assert_waits (detector, 64, 48, FALSE);
  assert_waits (detector, 64, 48, TRUE);
  harris_free (detector);
}

/* Frames that are not waited for, since others detect something, go to the first
 * side in between. */
static void
others_between (void)
{
  HarrisDetector *detector = open_detector ();
  guint n_blank = 0, n_plain = 0;

  for (guint i = 0; i < 300; i++) {
    gboolean others = g_test_rand_int_range (0, 4) == 0;
    guint height = (guint) g_test_rand_int_range (0, 4) * 10 + 40;
    const Frame *f;

    if (others)
      vf_cuda_begin_detection ();
    f = detect (detector, 64, height);
    if (others)
      vf_cuda_end_detection ();
    g_assert_cmpint (f->waited, ==, !others);
    n_blank += f->blank;
    n_plain += f->waited && !f->blank;
  }
  g_assert_cmpuint (n_blank, >, 20);
  g_assert_cmpuint (n_plain, >, 20);
  harris_free (detector);
}

/* Words of the copy are some of pinned memory, or may come in parts. */
static void
check_words (guint offset, guint width, gssize stride, gboolean blank)
{
  HarrisDetector *detector = open_detector ();
  VfContext *context = harris_context (detector);
  guint8 *memory = vf_gpu_pinned_alloc (context, 50 * 100, NULL);
  VfImage image = { .width = width, .height = 48, .channels = 1 };

  image.depth = 8;
  image.word = 1;
  image.step[0] = 1;
  image.stride[0] = stride;
  image.data[0] = memory + offset + (stride < 0 ? -47 * stride : 0);
  image.memory = VF_MEMORY_PINNED;
  for (guint i = 0; i < 3; i++)
    g_assert_true (detect_image (detector, &image)->waited);
  g_assert_cmpint (frame.blank, ==, blank);
  vf_gpu_pinned_free (context, memory);
  harris_free (detector);
}

static void
words_stay_whole (void)
{
  check_words (0, 64, 64, TRUE);
  check_words (4, 64, 68, TRUE);
  check_words (2, 64, 64, FALSE);
  check_words (0, 64, 66, FALSE);
  check_words (0, 62, 64, FALSE);
  check_words (1, 63, -65, TRUE); /* gathered first */
}

/* All of their frames' copies are waited for. */
static void
integrated_gpus (void)
{
  HarrisDetector *detector;

  g_setenv ("FAKE_CUDART", "integrated", TRUE);
  detector = open_detector ();
  for (guint i = 0; i < 4; i++)
    assert_waits (detector, 64, 48, FALSE);
  harris_free (detector);
  g_unsetenv ("FAKE_CUDART");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("VF_CUDA_WAY");
  fake_copy_begins = look_at_memory;
  fake_frame = run_frame;
  g_test_add_func ("/cuda/arrival/turns", sides_take_turns);
  g_test_add_func ("/cuda/arrival/sizes", sizes_change);
  g_test_add_func ("/cuda/arrival/late", late_frame);
  g_test_add_func ("/cuda/arrival/others", others_between);
  g_test_add_func ("/cuda/arrival/words", words_stay_whole);
  g_test_add_func ("/cuda/arrival/integrated", integrated_gpus);
  return g_test_run ();
}
