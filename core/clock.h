/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <time.h>

G_BEGIN_DECLS

/* For times of stages. */
static inline guint64
vf_now_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (guint64) now.tv_sec * G_GUINT64_CONSTANT (1000000000)
         + (guint64) now.tv_nsec;
}

G_END_DECLS
