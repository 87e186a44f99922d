/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A radix sort: all windows of a picture may pass.
 */
#include "haar-order.h"

#define DIGITS 256

static guint64
key_of (const HaarWindow *window)
{
  return (guint64) window->layer << 32 | (guint32) window->y << 16 | window->x;
}

static guint
digit_of (const HaarWindow *window, guint shift)
{
  return key_of (window) >> shift & (DIGITS - 1);
}

static void
sort_by_digit (const HaarWindow *from, HaarWindow *to, guint n, guint shift)
{
  guint places[DIGITS] = { 0 }, first = 0;

  for (guint i = 0; i < n; i++)
    places[digit_of (&from[i], shift)]++;
  for (guint i = 0; i < DIGITS; i++) {
    guint count = places[i];

    places[i] = first;
    first += count;
  }
  for (guint i = 0; i < n; i++)
    to[places[digit_of (&from[i], shift)]++] = from[i];
}

/* The bits in which keys differ. */
static guint64
bits_that_differ (const HaarWindow *windows, guint n)
{
  guint64 all = 0;

  for (guint i = 1; i < n; i++)
    all |= key_of (&windows[i]) ^ key_of (&windows[0]);
  return all;
}

HaarWindow *
haar_order_windows (HaarWindow *windows, HaarWindow *spare, guint n)
{
  guint64 bits = bits_that_differ (windows, n);

  for (guint shift = 0; shift < 64; shift += 8) {
    HaarWindow *sorted = spare;

    if ((bits >> shift & (DIGITS - 1)) == 0)
      continue;
    sort_by_digit (windows, sorted, n, shift);
    spare = windows;
    windows = sorted;
  }
  return windows;
}
