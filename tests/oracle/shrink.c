/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Makes a case that fails smaller: tries one simplification after the other
 * and keeps those with which it still fails, in whatever way.
 */
#include "simplify.h"

/* Seconds after which what there is must do. */
#define PATIENCE 60

typedef struct {
  Case *c;
  HarrisDetector *detector;
  gint64 deadline;
  gboolean progress;
} Shrinker;

static gboolean
fails (const Shrinker *s, const Case *c)
{
  gchar *difference = judge (c, s->detector, NULL);
  gboolean different = difference != NULL;

  g_free (difference);
  return different;
}

static void
try_all (Shrinker *s, Simplify simplify)
{
  for (guint i = 0; g_get_monotonic_time () < s->deadline; i++) {
    Case *simpler = case_copy (s->c);
    Simplified simplified = simplify (simpler, i);

    if (simplified == SIMPLIFIED && fails (s, simpler)) {
      case_free (s->c);
      s->c = simpler;
      s->progress = TRUE;
    } else {
      case_free (simpler);
    }
    if (simplified == SIMPLIFY_NO_MORE)
      return;
  }
}

Case *
shrink (Case *c, HarrisDetector *detector)
{
  Shrinker s = { c, detector,
    g_get_monotonic_time () + PATIENCE * G_USEC_PER_SEC, TRUE };

  while (s.progress && g_get_monotonic_time () < s.deadline) {
    s.progress = FALSE;
    for (guint i = 0; simplifications[i]; i++)
      try_all (&s, simplifications[i]);
  }
  return s.c;
}
