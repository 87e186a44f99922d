/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstfeaturedetector-private.h"

#include "properties.h"

enum {
  IN_SETTINGS = 1, /* of every property that vf_property_set() knows */
  STATS,
  ACTIVE_BACKEND,
  FILE_NAME,
};
static gpointer parent_class;

void
gst_feature_detector_set_active (GstFeatureDetector *self, VfBackendKind active)
{
  GST_OBJECT_LOCK (self);
  self->active = active;
  GST_OBJECT_UNLOCK (self);
  g_object_notify (G_OBJECT (self), "active-backend");
}

static gboolean
set_own_property (
    GstFeatureDetector *self, guint id, const GValue *value, GParamSpec *spec)
{
  const gchar *name;

  if (id != FILE_NAME)
    return FALSE;
  name = g_value_get_string (value);
  vf_named_file_set (&self->file,
      name && *name ? name : G_PARAM_SPEC_STRING (spec)->default_value);
  return TRUE;
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (object);
  gboolean known;

  GST_OBJECT_LOCK (self);
  known = vf_property_set (self->asked, spec, value)
          || set_own_property (self, id, value, spec);
  GST_OBJECT_UNLOCK (self);
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

/* GObject calls this once for each g_object_set(), however many properties that
 * sets: no frame sees one side of a grid without the other. */
static void
dispatch_properties_changed (GObject *object, guint n_specs, GParamSpec **specs)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (object);
  gboolean redraw;

  GST_OBJECT_LOCK (self);
  redraw = self->asked->draw != self->wanted->draw;
  memcpy (self->wanted, self->asked,
      GST_FEATURE_DETECTOR_GET_CLASS (self)->settings_size);
  GST_OBJECT_UNLOCK (self);
  if (redraw) {
    vf_overlay_pad_reset (&self->pad, GST_BASE_TRANSFORM (self));
    gst_base_transform_reconfigure_src (GST_BASE_TRANSFORM (self));
  }
  G_OBJECT_CLASS (parent_class)
      ->dispatch_properties_changed (object, n_specs, specs);
}

static GstStructure *
stats_of (GstFeatureDetector *self)
{
  GstFeatureDetectorClass *klass = GST_FEATURE_DETECTOR_GET_CLASS (self);
  gchar *name = g_strconcat (klass->message, "-stats", NULL);
  GstStructure *stats =
      gst_structure_new (name, "frames", G_TYPE_UINT64, self->n_frames, NULL);

  klass->fill_stats (self, stats);
  g_free (name);
  return stats;
}

static gboolean
get_own_property (GstFeatureDetector *self, guint id, GValue *value)
{
  switch (id) {
    case STATS:
      g_value_take_boxed (value, stats_of (self));
      return TRUE;
    case ACTIVE_BACKEND:
      g_value_set_static_string (value, self->active == VF_BACKEND_AUTO
                                            ? NULL
                                            : vf_backend_name (self->active));
      return TRUE;
    case FILE_NAME:
      g_value_set_string (value, self->file.wanted);
      return TRUE;
    default:
      return FALSE;
  }
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  GstFeatureDetector *self = GST_FEATURE_DETECTOR (object);
  gboolean known;

  GST_OBJECT_LOCK (self);
  known = vf_property_get (self->asked, spec, value)
          || get_own_property (self, id, value);
  GST_OBJECT_UNLOCK (self);
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

/* The subclass, whose properties these are: it inherits neither method. */
static GObjectClass *
owner_of (GstFeatureDetectorClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);

  object->set_property = set_property;
  object->get_property = get_property;
  return object;
}

void
gst_feature_detector_install (
    GstFeatureDetectorClass *klass, GParamSpec *spec, gsize offset)
{
  vf_property_install (owner_of (klass), IN_SETTINGS, spec, offset);
}

void
gst_feature_detector_install_file (
    GstFeatureDetectorClass *klass, GParamSpec *spec, const VfFileKind *kind)
{
  klass->file_property = spec->name;
  klass->file_kind = kind;
  g_object_class_install_property (owner_of (klass), FILE_NAME, spec);
}

static const VfParamText *
find_text (const VfParamText *texts, guint n, const gchar *name)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (texts[i].name, name))
      return &texts[i];
  g_assert_not_reached ();
}

static GParamSpec *
param_spec (const VfParamInfo *info, const VfParamText *text)
{
  switch (info->type) {
    case VF_PARAM_UINT:
      return g_param_spec_uint (info->name, text->nick, text->blurb,
          (guint) info->minimum, (guint) info->maximum, (guint) info->initial,
          text->flags);
    case VF_PARAM_DOUBLE:
      return g_param_spec_double (info->name, text->nick, text->blurb,
          info->minimum, info->maximum, info->initial, text->flags);
    case VF_PARAM_BOOLEAN:
      return g_param_spec_boolean (
          info->name, text->nick, text->blurb, info->initial != 0, text->flags);
    default:
      return g_param_spec_enum (info->name, text->nick, text->blurb,
          text->type (), (gint) info->initial, text->flags);
  }
}

void
gst_feature_detector_install_params (GstFeatureDetectorClass *klass,
    const VfParamInfo *infos, guint n, const VfParamText *texts, guint n_texts,
    gsize offset)
{
  for (guint i = 0; i < n; i++)
    gst_feature_detector_install (klass,
        param_spec (&infos[i], find_text (texts, n_texts, infos[i].name)),
        offset + infos[i].offset);
}

void
gst_feature_detector_install_common (
    GstFeatureDetectorClass *klass, GType draw, const gchar *stats)
{
  GObjectClass *object = owner_of (klass);

  vf_settings_install (
      object, IN_SETTINGS, 0, klass->what, klass->message, draw);
  g_object_class_install_property (object, STATS,
      g_param_spec_boxed ("stats", "Statistics", stats, GST_TYPE_STRUCTURE,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object, ACTIVE_BACKEND,
      g_param_spec_string ("active-backend", "Active backend",
          vf_settings_text (
              "Where %s are found now: cpu or cuda; NULL before the start",
              klass->what),
          NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

void
gst_feature_detector_install_object (GstFeatureDetectorClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);

  object->dispatch_properties_changed = dispatch_properties_changed;
  parent_class = g_type_class_peek_parent (klass);
}

void
gst_feature_detector_fill_times (GstStructure *stats, gsize scratch_bytes,
    const gchar *(*name) (guint stage), const guint64 *stage_ns, guint n)
{
  gst_structure_set (
      stats, "scratch-bytes", G_TYPE_UINT64, (guint64) scratch_bytes, NULL);
  for (guint i = 0; i < n; i++) {
    gchar *field = g_strconcat ("time-", name (i), NULL);

    gst_structure_set (stats, field, G_TYPE_UINT64, stage_ns[i], NULL);
    g_free (field);
  }
}
