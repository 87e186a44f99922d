/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The element's state, for its files: gstharriscorners.c is what
 * GstBaseTransform sees, gstharriscorners-negotiation.c what neighbours are told
 * of frames, pools and contexts, gstharriscorners-analysis.c what is done with a
 * frame, gstharriscorners-properties.c what a GObject has.
 */
#pragma once

#include "gstharriscorners.h"

#include "framegate.h"
#include "frames.h"
#include "harrisproperties.h"
#include "harrispublish.h"
#include "harrisstats.h"
#include "maskfile.h"
#include "overlaypad.h"

G_BEGIN_DECLS

struct _GstHarrisCorners {
  GstBaseTransform parent;

  /* Under the object lock. */
  HarrisSettings asked;  /* what the properties say */
  HarrisSettings wanted; /* the same, but for calls that are setting several */
  HarrisStats stats;
  VfBackendKind active; /* AUTO: none, before start() */
  gboolean on_gpu;      /* the frames lie in a GPU's memory */

  VfFrameGate gate;
  VfMaskFile mask; /* a part of it, as it says */

  /* The streaming thread's. */
  HarrisDetector *detector;
  GstVideoInfo info;
  VfLayout layout; /* of the format */
  GstClockTime last_pts;
  HarrisSettings good; /* those of the last frame */
  HarrisPublisher publisher;
  VfOverlayPad pad;
  VfScratch unpacked;
  GArray *rects; /* VfRect; of the frame's region */

  /* What has been said. */
  const HarrisParamInfo *bad; /* of the last frame; NULL: none was */
  gboolean region_empty, too_large_said, color_said;
};

void gst_harris_corners_install_properties (GObjectClass *klass);
void gst_harris_corners_install_negotiation (GstHarrisCornersClass *klass);

/* For start: in a context that is shared with others, where there is a GPU. As
 * harris_new(). */
HarrisDetector *gst_harris_corners_new_detector (
    GstHarrisCorners *self, GError **error);

/* Where corners are found now: what the property active-backend says. */
void gst_harris_corners_set_active (
    GstHarrisCorners *self, VfBackendKind active);

/* Finds the corners of the buffer's frame and attaches and posts them. `image`
 * is then what was looked at; its pixels are not mapped any more. NULL, and an
 * element ERROR is posted. */
const HarrisResult *gst_harris_corners_analyse (
    GstHarrisCorners *self, GstBuffer *buffer, VfImage *image);

G_END_DECLS
