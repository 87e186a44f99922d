/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Calls of CUDA that fail, and what comes of them.
 */
#pragma once

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

/* Says why all tests of a program are skipped; takes the error. */
static inline void
print_skip (GError *error)
{
  g_print ("1..0 # SKIP %s\n", error->message);
  g_error_free (error);
}

G_END_DECLS
