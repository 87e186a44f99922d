/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where the detectors run, and what a backend is.
 */
#pragma once

#include "harris.h"

G_BEGIN_DECLS

typedef struct {
  const gchar *name;

  /* NULL with a VF_ERROR when it cannot be had. */
  gpointer (*open) (GError **error);

  /* As harris_detect(), for valid parameters, a valid size, and a region that
   * is cut by the picture. Fills the result. */
  gboolean (*detect) (gpointer self, const HarrisParams *params,
      const VfImage *image, VfRect region, HarrisResult *result,
      GError **error);

  void (*close) (gpointer self);
} HarrisBackend;

extern const HarrisBackend harris_backend_cpu;

G_END_DECLS
