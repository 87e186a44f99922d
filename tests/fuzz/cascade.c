/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes give either a cascade or an error.
 */
#include "cascade-data.h"
#include "cascades.h"
#include "error.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  GError *error = NULL;
  Cascade *cascade = cascade_parse ((const gchar *) data, size, "fuzz", &error);

  if (cascade) {
    g_assert_no_error (error);
    g_assert_cmpuint (cascade->stages->len, >, 0);
  } else {
    g_assert_error (error, VF_ERROR, VF_ERROR_CASCADE);
    g_assert_true (g_str_has_prefix (error->message, "fuzz:"));
  }
  g_clear_error (&error);
  cascade_unref (cascade);
  return 0;
}

GByteArray *
fuzz_seed (GRand *rand)
{
  CascadeShape shape = random_shape (rand);
  gchar *text = random_cascade (rand, &shape);
  GByteArray *seed = g_byte_array_new_take ((guint8 *) text, strlen (text));

  return seed;
}
