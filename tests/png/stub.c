/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Built without libpng: every picture is an error that says so.
 */
#include "maskpng.h"

#include <string.h>

static void
not_built (void)
{
  GError *error = NULL;

  g_assert_null (vf_mask_new_png ((const guint8 *) "\x89PNG", 4, &error));
  g_assert_error (error, VF_PNG_ERROR, VF_PNG_ERROR_NOT_BUILT);
  g_assert_nonnull (strstr (error->message, "libpng"));
  g_clear_error (&error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/not-built", not_built);
  return g_test_run ();
}
