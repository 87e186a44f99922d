/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Between the files of the element: gsthaardetect.c finds objects,
 * gsthaardetect-objects.c hands them on.
 */
#pragma once

#include "gsthaardetect.h"
#include "haarlist.h"
#include "haarproperties.h"

G_BEGIN_DECLS

struct _GstHaarDetect {
  GstFeatureDetector parent;

  /* As the base class says. */
  HaarSettings asked, wanted, good;

  HaarResult stats; /* under the object lock; what it points to is not read */

  /* The streaming thread's. */
  HaarDetector *core;       /* NULL: the element has not started */
  const HaarResult *result; /* of this frame */
  GArray *ids;              /* gint; of the region's rectangles */
  HaarList list;
  gboolean unused_said; /* that settings are not used */
};

/* The methods that give objects to buffers and messages, and those that say where
 * they are looked for and when earlier ones count no more. */
void gst_haar_detect_install_objects (GstFeatureDetectorClass *klass);

G_END_DECLS
