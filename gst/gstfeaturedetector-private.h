/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Between the files of the base class: gstfeaturedetector.c is what
 * GstBaseTransform sees, gstfeaturedetector-negotiation.c what neighbours are
 * told of frames, pools and contexts, gstfeaturedetector-analysis.c what is done
 * with a frame, gstfeaturedetector-publishing.c what others get of it,
 * gstfeaturedetector-properties.c what a GObject has,
 * gstfeaturedetector-settings.c what of that is used.
 */
#pragma once

#include "gstfeaturedetector.h"

G_BEGIN_DECLS

void gst_feature_detector_install_object (GstFeatureDetectorClass *klass);
void gst_feature_detector_install_negotiation (GstFeatureDetectorClass *klass);

/* For start: in a context that is shared with others, where there is a GPU. As
 * the method. */
VfDetector *gst_feature_detector_open (
    GstFeatureDetector *self, GError **error);

/* Where features are found now: what the property active-backend says. */
void gst_feature_detector_set_active (
    GstFeatureDetector *self, VfBackendKind active);

/* For start, when `good` is what is wanted: checks it and loads the file. FALSE,
 * and an element ERROR is posted. */
gboolean gst_feature_detector_begin_settings (GstFeatureDetector *self);

/* For stop: gives up the file. */
void gst_feature_detector_end_settings (GstFeatureDetector *self);

/* The settings of the frame that begins go into `good`, the file likewise: what
 * cannot be used stays as it was, with a warning. */
void gst_feature_detector_take_settings (GstFeatureDetector *self);

/* Searches the buffer's frame. `image` is then what was looked at; its pixels
 * are not mapped any more. FALSE, and an element ERROR is posted. */
gboolean gst_feature_detector_analyse (
    GstFeatureDetector *self, GstBuffer *buffer, VfImage *image);

/* Forgets what was found before. */
void gst_feature_detector_reset_publisher (GstFeatureDetector *self);

/* Attaches what was found to the buffer, which must be writable, and posts it
 * when the user wants it. */
void gst_feature_detector_publish (
    GstFeatureDetector *self, GstBuffer *buffer, const VfImage *image);

/* For a frame that is not analysed: attaches what was found last again, marked
 * as held, when the user wants it and there is anything. */
void gst_feature_detector_publish_held (
    GstFeatureDetector *self, GstBuffer *buffer);

G_END_DECLS
