/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haarproperties.h"

#include "properties.h"

static const GFlagsValue draws[] = {
  { HAAR_DRAW_NONE, "Nothing: the pixels stay as they are", "none" },
  { HAAR_DRAW_OBJECTS, "A box around every object", "objects" },
  { 0, NULL, NULL },
};
VF_DEFINE_FLAGS (haar_draw_type, "GstHaarDetectDraw", draws)

static const VfParamText param_texts[] = {
  { "scale-factor", "Scale factor",
      "From one size of the search window to the next; nearer to 1: finds "
      "more, "
      "takes longer",
      VF_TUNABLE, NULL },
  { "min-neighbors", "Min neighbors",
      "An object has more windows that lie together than this; larger: fewer "
      "false ones; 0: every window is an object",
      VF_TUNABLE, NULL },
  { "min-size-width", "Min size width",
      "Of the smallest objects, in pixels; 0: that of the cascade's window",
      VF_TUNABLE, NULL },
  { "min-size-height", "Min size height",
      "Of the smallest objects, in pixels; 0: that of the cascade's window",
      VF_TUNABLE, NULL },
  { "max-size-width", "Max size width",
      "Of the largest objects, in pixels; 0, here or in max-size-height: no "
      "limit",
      VF_TUNABLE, NULL },
  { "max-size-height", "Max size height",
      "Of the largest objects, in pixels; 0, here or in max-size-width: no "
      "limit",
      VF_TUNABLE, NULL },
  { "max-objects", "Max objects",
      "How many objects are kept, those of the highest confidence; 0: all",
      VF_TUNABLE, NULL },
  { "min-confidence", "Min confidence",
      "Only objects of at least this confidence, which is no probability: it "
      "says by how much the last stage was passed",
      VF_CONTROLLABLE, NULL },
  { "opencv-skip", "OpenCV skip",
      "Leave out the windows that OpenCV leaves out; false: finds a little "
      "more, takes longer",
      VF_TUNABLE, NULL },
  { "flip", "Flip",
      "Look into the mirror image of the frame too: profileface finds faces "
      "that look the other way, then; takes twice as long",
      VF_TUNABLE, NULL },
};

#define INSTALL(klass, field, spec)                                            \
  gst_feature_detector_install (                                               \
      klass, spec, G_STRUCT_OFFSET (HaarSettings, field))

static void
install_merge (GstFeatureDetectorClass *klass)
{
  INSTALL (klass, merge,
      g_param_spec_boolean ("merge", "Merge",
          "Take over what detectors before this one found: one list, in which "
          "of objects that overlap only the earlier one stays",
          FALSE, VF_TUNABLE));
}

static void
install_tracking (GstFeatureDetectorClass *klass)
{
  INSTALL (klass, tracking.smooth,
      g_param_spec_boolean ("smooth", "Smooth",
          "Follow objects from frame to frame: each keeps its id, its box is "
          "steadied, and it is held where it is not found for a few frames",
          FALSE, VF_TUNABLE));
  INSTALL (klass, tracking.hold_frames,
      g_param_spec_uint ("hold-frames", "Hold frames",
          "How many analysed frames in a row an object may be missed; its box "
          "moves on, marked as held (smooth only)",
          0, G_MAXINT32, HAAR_HOLD_FRAMES, VF_TUNABLE));
  INSTALL (klass, tracking.start_confidence,
      g_param_spec_double ("start-confidence", "Start confidence",
          "An object is followed once it was found with this confidence; then "
          "min-confidence is enough (smooth only)",
          0, 1, HAAR_START_CONFIDENCE, VF_CONTROLLABLE));
  INSTALL (klass, tracking.events,
      g_param_spec_boolean ("events", "Events",
          "Post a message \"haardetect-appeared\" for each object that comes, "
          "and \"haardetect-left\" when it is gone (smooth only)",
          FALSE, VF_TUNABLE));
}

void
haar_properties_install (GstFeatureDetectorClass *klass)
{
  gst_feature_detector_install_params (klass, haar_param_infos,
      haar_n_param_infos, param_texts, G_N_ELEMENTS (param_texts),
      G_STRUCT_OFFSET (HaarSettings, params));
  INSTALL (klass, label,
      g_param_spec_string ("label", "Label",
          "What the objects are called, such as face; empty: by the cascade",
          NULL, VF_TUNABLE));
  INSTALL (klass, compatible_messages,
      g_param_spec_boolean ("compatible-messages", "Compatible messages",
          "With every message that updates asks for, post one named "
          "\"facedetect\" with the fields of that element",
          FALSE, VF_TUNABLE));
  install_merge (klass);
  install_tracking (klass);
}

void
haar_settings_init (HaarSettings *settings)
{
  vf_settings_init (&settings->common);
  haar_params_init (&settings->params);
  settings->label = 0;
  settings->compatible_messages = FALSE;
  settings->merge = FALSE;
  settings->tracking = (HaarTracking){ .hold_frames = HAAR_HOLD_FRAMES,
    .start_confidence = HAAR_START_CONFIDENCE };
}
