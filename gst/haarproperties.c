/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haarproperties.h"

#include "properties.h"

#include <string.h>

static const GFlagsValue draws[] = {
  { HAAR_DRAW_NONE, "Nothing: the pixels stay as they are", "none" },
  { HAAR_DRAW_OBJECTS, "A box around every object", "objects" },
  { 0, NULL, NULL },
};
VF_DEFINE_FLAGS (haar_draw_type, "GstHaarDetectDraw", draws)

static const GEnumValue kernels[] = {
  { HAAR_KERNEL_AUTO,
      "The fastest: all scales in one launch, a thread a window, then a warp a "
      "window",
      "auto" },
  { HAAR_KERNEL_THESIS, "As stage-groups, compaction and pyramid say",
      "thesis" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (kernel_type, "GstHaarDetectKernel", kernels)

static const GEnumValue compactions[] = {
  { HAAR_COMPACTION_SCAN, "Each to the place that a scan gives it", "scan" },
  { HAAR_COMPACTION_ATOMIC, "Each to the next place, by an atomic counter",
      "atomic" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (compaction_type, "GstHaarDetectCompaction", compactions)

static const GEnumValue pyramids[] = {
  { HAAR_PYRAMID_SCALED, "Sums of scaled pictures: OpenCV's windows",
      "scaled" },
  { HAAR_PYRAMID_INTEGRAL,
      "Every k-th sum of the picture, k whole: other windows; no tilted "
      "features",
      "integral" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (pyramid_type, "GstHaarDetectPyramid", pyramids)

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
  { "kernel", "Kernel",
      "How a GPU goes through the cascade: for use, or for study in the ways "
      "of a thesis, which find the same windows (on a GPU only)",
      VF_TUNABLE, kernel_type },
  { "compaction", "Compaction",
      "How windows that are left are gathered between groups of stages "
      "(kernel=thesis on a GPU only)",
      VF_TUNABLE, compaction_type },
  { "pyramid", "Pyramid",
      "Where the sums at each scale come from (kernel=thesis on a GPU only)",
      VF_TUNABLE, pyramid_type },
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
  INSTALL (klass, stage_groups,
      g_param_spec_string ("stage-groups", "Stage groups",
          "Sizes and ways of groups of stages, SIZE:WAY with commas between "
          "them; the last size is *, all that are left. sequential: a thread a "
          "window; hybrid: a warp a window; parallel: a block of threads a "
          "window (kernel=thesis on a GPU only)",
          HAAR_STAGE_GROUPS_DEFAULT, VF_TUNABLE));
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
  settings->stage_groups =
      g_quark_from_static_string (HAAR_STAGE_GROUPS_DEFAULT);
  settings->compatible_messages = FALSE;
  settings->merge = FALSE;
  settings->tracking = (HaarTracking){ .hold_frames = HAAR_HOLD_FRAMES,
    .start_confidence = HAAR_START_CONFIDENCE };
}

static gboolean
parse_stage_groups (HaarSettings *settings, GError **error)
{
  const gchar *text = g_quark_to_string (settings->stage_groups);

  return haar_stage_groups_parse (
      text ? text : "", &settings->params.thesis, error);
}

gboolean
haar_settings_check (HaarSettings *settings, GError **error)
{
  return parse_stage_groups (settings, error)
         && haar_params_check (&settings->params, NULL, error);
}

/* Those of the last frame have been parsed. */
static void
take_stage_groups (HaarSettings *settings, const HaarSettings *good)
{
  settings->stage_groups = good->stage_groups;
  settings->params.thesis.n_groups = good->params.thesis.n_groups;
  memcpy (settings->params.thesis.groups, good->params.thesis.groups,
      sizeof good->params.thesis.groups);
}

static GError *
repair_stage_groups (
    HaarSettings *settings, HaarSettings *asked, const HaarSettings *good)
{
  GQuark groups = settings->stage_groups;
  GError *error = NULL;

  if (groups != good->stage_groups && parse_stage_groups (settings, &error))
    return NULL;
  take_stage_groups (settings, good);
  if (asked->stage_groups == groups)
    take_stage_groups (asked, good);
  return error;
}

/* Whichever side of the relation was set. */
static GError *
repair_sizes (HaarParams *params, HaarParams *asked, const HaarParams *good,
    const HaarParamInfo **bad)
{
  const HaarParams before = *params;
  GError *error = NULL;

  if (haar_params_check (params, bad, &error))
    return NULL;
  params->min_size_width = good->min_size_width;
  params->min_size_height = good->min_size_height;
  params->max_size_width = good->max_size_width;
  params->max_size_height = good->max_size_height;
  vf_params_follow (
      asked, &before, params, haar_param_infos, haar_n_param_infos);
  return error;
}

GError *
haar_settings_repair (HaarSettings *settings, HaarSettings *asked,
    const HaarSettings *good, const gchar **bad)
{
  const HaarParamInfo *row = NULL;
  GError *error = repair_stage_groups (settings, asked, good);
  GError *other =
      repair_sizes (&settings->params, &asked->params, &good->params, &row);

  *bad = error ? "stage-groups" : row ? row->name : NULL;
  if (!error)
    return other;
  g_clear_error (&other);
  return error;
}

/* Whether what counts with kernel=thesis alone is set. */
static gboolean
is_thesis_set (const HaarSettings *settings)
{
  const HaarThesis *thesis = &settings->params.thesis;

  return thesis->compaction != HAAR_COMPACTION_SCAN
         || thesis->pyramid != HAAR_PYRAMID_SCALED
         || settings->stage_groups
                != g_quark_from_static_string (HAAR_STAGE_GROUPS_DEFAULT);
}

/* What counts only beside another property, and is set without it. */
static const gchar *
unused_alone (const HaarSettings *settings)
{
  const HaarTracking *tracking = &settings->tracking;

  if (!tracking->smooth
      && (tracking->events || tracking->hold_frames != HAAR_HOLD_FRAMES
          || tracking->start_confidence != HAAR_START_CONFIDENCE))
    return "events, hold-frames and start-confidence count only with "
           "smooth=true: they are not used now.";
  if (settings->compatible_messages
      && settings->common.updates == VF_UPDATES_NONE)
    return "compatible-messages counts only with updates, such as "
           "updates=every-frame: it is not used now.";
  return NULL;
}

const gchar *
haar_settings_unused (const HaarSettings *settings, VfBackendKind active)
{
  if (settings->params.kernel == HAAR_KERNEL_AUTO)
    return is_thesis_set (settings)
               ? "stage-groups, compaction and pyramid count only with "
                 "kernel=thesis, on an NVIDIA GPU: they are not used now."
               : unused_alone (settings);
  return active == VF_BACKEND_CUDA
             ? unused_alone (settings)
             : "kernel=thesis counts only on an NVIDIA GPU: the CPU finds the "
               "windows of pyramid=scaled in its own way.";
}
