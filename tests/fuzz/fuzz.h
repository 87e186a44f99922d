/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What each target is: a function that libFuzzer calls with bytes of its own
 * making, and inputs to begin with. driver.c runs targets without libFuzzer.
 */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

G_BEGIN_DECLS

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* One that reaches far. */
GByteArray *fuzz_seed (GRand *rand);

/* Takes bytes from the front of the input; 0 where there are none left. */
typedef struct {
  const uint8_t *data;
  size_t size;
} FuzzInput;

static inline guint32
fuzz_take (FuzzInput *input, guint n)
{
  guint32 value = 0;

  for (; n > 0 && input->size > 0; n--) {
    value = value << 8 | *input->data++;
    input->size--;
  }
  return value;
}

/* The same, from minimum to maximum. */
static inline guint
fuzz_between (FuzzInput *input, guint minimum, guint maximum)
{
  return minimum + fuzz_take (input, 2) % (maximum - minimum + 1);
}

/* 8 bytes as they are: any double. */
static inline gdouble
fuzz_double (FuzzInput *input)
{
  guint64 bits = (guint64) fuzz_take (input, 4) << 32;
  gdouble value;

  bits |= fuzz_take (input, 4);
  memcpy (&value, &bits, sizeof value);
  return value;
}

G_END_DECLS
