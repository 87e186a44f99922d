/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the benchmarks make of their times.
 */
#pragma once

#include <glib.h>
#include <stdlib.h>
#include <time.h>

static inline int
median_compare (const void *a, const void *b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return x < y ? -1 : x > y;
}

/* Sorts them. */
static inline gdouble
median_of (gdouble *values, guint n)
{
  qsort (values, n, sizeof *values, median_compare);
  return values[n / 2];
}

/* Of all threads of this process, in nanoseconds. */
static inline gint64
processor_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}
