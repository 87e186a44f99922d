/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A clock that all multiprocessors share.
 */
#pragma once

#include <glib.h>

/* Nanoseconds. */
__device__ inline guint64
time_now ()
{
  guint64 ns;

  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}
