/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A quick sort that leaves what nobody asks for unsorted.
 */
#include "harris-keys.h"

/* So few are sorted by insertion. */
#define FEW 16

static void
insertion_sort (HarrisKey *keys, guint n)
{
  for (guint i = 1; i < n; i++) {
    HarrisKey key = keys[i];
    guint j = i;

    for (; j > 0 && keys[j - 1] > key; j--)
      keys[j] = keys[j - 1];
    keys[j] = key;
  }
}

static HarrisKey
median (HarrisKey a, HarrisKey b, HarrisKey c)
{
  return MAX (MIN (a, b), MIN (MAX (a, b), c));
}

/* Of 9 keys that are spread over all: no order that pictures give makes it a
 * bad one. */
static HarrisKey
pivot_of (const HarrisKey *k, guint n)
{
  guint step = (n - 1) / 8;

  return median (median (k[0], k[step], k[2 * step]),
      median (k[3 * step], k[4 * step], k[5 * step]),
      median (k[6 * step], k[7 * step], k[8 * step]));
}

/* Keys below the returned place are at most the pivot, the others at least. */
static guint
partition (HarrisKey *keys, guint n)
{
  HarrisKey pivot = pivot_of (keys, n);
  guint i = 0, j = n - 1;

  for (;;) {
    HarrisKey key;

    while (keys[i] < pivot)
      i++;
    while (keys[j] > pivot)
      j--;
    if (i >= j)
      return i;
    key = keys[i];
    keys[i++] = keys[j];
    keys[j--] = key;
  }
}

void
harris_keys_sort (HarrisKey *keys, guint n, guint m)
{
  while (n > FEW && m > 0) {
    guint place = partition (keys, n);

    if (place == 0 || place == n)
      break;
    harris_keys_sort (keys, place, MIN (m, place));
    if (m <= place)
      return;
    keys += place;
    n -= place;
    m -= place;
  }
  insertion_sort (keys, n);
}
