/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long something takes.
 */
#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <vector>

typedef std::vector<double> Times; /* ms */

inline double
now (clockid_t clock)
{
  timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

/* Milliseconds; the processor's time where one thread works: others that want
 * the processor do not count. */
inline double
time_of (const std::function<void ()> &run,
    clockid_t clock = CLOCK_PROCESS_CPUTIME_ID)
{
  double start = now (clock);

  run ();
  return now (clock) - start;
}

inline double
median (Times times)
{
  std::sort (times.begin (), times.end ());
  return times.empty () ? 0 : times[times.size () / 2];
}
