/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a backend of the Harris detector is.
 */
#pragma once

#include "backend.h"
#include "harris-stages.h"

G_BEGIN_DECLS

typedef struct {
  VfBackend base;

  /* As harris_detect(), for valid parameters, a valid size, and an area that
   * is cut by the picture. Fills the result; what it does not write is 0.
   * planes: as harris_want_planes(). */
  gboolean (*detect) (gpointer self, const HarrisParams *params,
      const VfImage *image, const VfArea *region, gboolean planes,
      HarrisResult *result, GError **error);
} HarrisBackend;

extern const HarrisBackend harris_backend_cpu;
extern const HarrisBackend harris_backend_cuda; /* never opens in a build
                                                   without CUDA */

/* The fields that are written before the first stage, but for `stages` and
 * what points to memory. */
void harris_work_set_up (HarrisWork *work, const HarrisParams *params,
    const VfImage *image, const VfArea *region);

/* Where the state says that there is one. */
void harris_work_set_histogram (const HarrisWork *work,
    const HarrisState *state, const guint32 *counts, HarrisResult *result);

/* "no memory for ...", with `where` the memory is missing. */
void harris_work_set_memory_error (
    const HarrisWork *work, const gchar *where, GError **error);

G_END_DECLS
