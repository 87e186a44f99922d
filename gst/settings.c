/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "settings.h"

#include "detector.h"
#include "markers.h"
#include "properties.h"

static const VfMarkerStyle default_style = VF_MARKER_STYLE_DEFAULT;

static const GEnumValue roi_sources[] = {
  { VF_ROI_SOURCE_ALL, "The whole frame", "all" },
  { VF_ROI_SOURCE_RECTANGLE, "roi-x, roi-y, roi-width, roi-height",
      "rectangle" },
  { VF_ROI_SOURCE_META,
      "The regions of interest (GstVideoRegionOfInterestMeta) and objects of "
      "each buffer",
      "meta" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (
    roi_source_type, "GstVideoFeaturesRoiSource", roi_sources)

static const GEnumValue updates_values[] = {
  { VF_UPDATES_NONE, "none", "none" },
  { VF_UPDATES_EVERY_FRAME, "every_frame", "every-frame" },
  { VF_UPDATES_ON_CHANGE, "on_change", "on-change" },
  { VF_UPDATES_ON_OBJECT, "on_object", "on-object" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (updates_type, "GstVideoFeaturesUpdates", updates_values)

static const GEnumValue backends[] = {
  { VF_BACKEND_AUTO, "CUDA where it works, else the CPU", "auto" },
  { VF_BACKEND_CPU, "The CPU", "cpu" },
  { VF_BACKEND_CUDA, "An NVIDIA GPU; an error where there is none", "cuda" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (backend_type, "GstVideoFeaturesBackend", backends)

void
vf_settings_init (VfSettings *settings)
{
  *settings = (VfSettings){
    .draw_color = default_style.color,
    .detect_every = 1,
    .cuda_device_id = VF_DEVICE_ANY,
  };
}

const gchar *
vf_settings_text (const gchar *format, const gchar *what)
{
  GString *text = g_string_new (format);
  const gchar *kept;

  g_string_replace (text, "%s", what, 0);
  kept = g_intern_string (text->str);
  g_string_free (text, TRUE);
  return kept;
}

typedef struct {
  GObjectClass *klass;
  guint id;
  gsize offset;
} Place;

#define INSTALL(place, field, spec)                                            \
  vf_property_install (place->klass, place->id, spec,                          \
      place->offset + G_STRUCT_OFFSET (VfSettings, field))

static GParamSpec *
roi_spec (const gchar *name, const gchar *nick, const gchar *blurb)
{
  return g_param_spec_uint (
      name, nick, blurb, 0, G_MAXINT32, 0, VF_CONTROLLABLE);
}

static void
install_roi (const Place *place, const gchar *what)
{
  INSTALL (place, roi.source,
      g_param_spec_enum ("roi-source", "Region source",
          vf_settings_text ("Where %s are looked for", what),
          roi_source_type (), VF_ROI_SOURCE_ALL, VF_TUNABLE));
  INSTALL (place, roi.rect.x,
      roi_spec ("roi-x", "Region x",
          "Left edge of the region, in pixels (roi-source=rectangle only)"));
  INSTALL (place, roi.rect.y,
      roi_spec ("roi-y", "Region y",
          "Upper edge of the region, in pixels (roi-source=rectangle only)"));
  INSTALL (place, roi.rect.width,
      roi_spec ("roi-width", "Region width",
          "In pixels; 0: to the right edge (roi-source=rectangle only)"));
  INSTALL (place, roi.rect.height,
      roi_spec ("roi-height", "Region height",
          "In pixels; 0: to the lower edge (roi-source=rectangle only)"));
  INSTALL (place, roi.type,
      g_param_spec_string ("roi-type", "Region type",
          "Only regions of interest of this type, such as face; empty: all "
          "(roi-source=meta only)",
          NULL, VF_TUNABLE));
}

static void
install_drawing (const Place *place, GType draw)
{
  INSTALL (place, draw,
      g_param_spec_flags ("draw", "Draw", "What is drawn into the frames", draw,
          0, VF_TUNABLE));
  INSTALL (place, draw_color,
      g_param_spec_uint ("draw-color", "Draw colour",
          "Of what is drawn, 0xAARRGGBB; 0xff00ff00 is green", 0, G_MAXUINT32,
          default_style.color, VF_CONTROLLABLE));
}

static void
install_pace (const Place *place, const gchar *what)
{
  INSTALL (place, detect_every,
      g_param_spec_uint ("detect-every", "Detect every",
          "Only every n-th frame is analysed", 1, G_MAXINT32, 1, VF_TUNABLE));
  INSTALL (place, hold,
      g_param_spec_boolean ("hold", "Hold",
          vf_settings_text (
              "Attach the last %s again, marked as held, to frames that are "
              "not analysed",
              what),
          FALSE, VF_TUNABLE));
  INSTALL (place, skip_late,
      g_param_spec_boolean ("skip-late", "Skip late",
          "Do not analyse frames that the sink says are late", FALSE,
          VF_TUNABLE));
}

static const gchar *
updates_text (const gchar *what, const gchar *message)
{
  gchar *format = g_strdup_printf (
      "When a \"%s\" message is posted on the bus: never, for every frame, "
      "when the count changes, when there are %%s",
      message);
  const gchar *text = vf_settings_text (format, what);

  g_free (format);
  return text;
}

static void
install_output (const Place *place, const gchar *what, const gchar *message)
{
  INSTALL (place, updates,
      g_param_spec_enum ("updates", "Updates", updates_text (what, message),
          updates_type (), VF_UPDATES_NONE, VF_TUNABLE));
  INSTALL (place, keep_metas,
      g_param_spec_boolean ("keep-metas", "Keep metas",
          vf_settings_text (
              "Keep the %s that an element before this one attached, beside "
              "ours",
              what),
          FALSE, VF_TUNABLE));
}

static void
install_backend (const Place *place, const gchar *what)
{
  INSTALL (place, backend,
      g_param_spec_enum ("backend", "Backend",
          vf_settings_text (
              "Where %s are found; the results are the same", what),
          backend_type (), VF_BACKEND_AUTO, VF_AT_START));
  INSTALL (place, cuda_device_id,
      g_param_spec_int ("cuda-device-id", "CUDA device",
          "Number of the GPU; -1: the first that works", VF_DEVICE_ANY,
          G_MAXINT, VF_DEVICE_ANY, VF_AT_START));
  INSTALL (place, n_threads,
      g_param_spec_uint ("n-threads", "Threads",
          vf_settings_text (
              "The most threads that find %s on the CPU; 0: as many as there "
              "are processors",
              what),
          0, VF_DETECTOR_MAX_THREADS, 0, VF_TUNABLE));
}

void
vf_settings_install (GObjectClass *klass, guint id, gsize offset,
    const gchar *what, const gchar *message, GType draw)
{
  Place place = { klass, id, offset };

  install_roi (&place, what);
  install_drawing (&place, draw);
  install_pace (&place, what);
  install_output (&place, what, message);
  install_backend (&place, what);
}
