/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstharriscorners-private.h"

#include "properties.h"

/* After those of harrisproperties.c. */
enum {
  MASK_LOCATION,
  STATS,
  ACTIVE_BACKEND,
};
static guint first_id;
static gpointer parent_class;

void
gst_harris_corners_set_active (GstHarrisCorners *self, VfBackendKind active)
{
  GST_OBJECT_LOCK (self);
  self->active = active;
  GST_OBJECT_UNLOCK (self);
  g_object_notify (G_OBJECT (self), "active-backend");
}

static void
gst_harris_corners_set_property (
    GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (object);
  gboolean known = TRUE;

  GST_OBJECT_LOCK (self);
  if (id == first_id + MASK_LOCATION)
    vf_mask_file_set (&self->mask, g_value_get_string (value));
  else
    known = harris_settings_set (&self->asked, id, value);
  GST_OBJECT_UNLOCK (self);
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* GObject calls this once for each g_object_set(), however many properties that
 * sets: no frame sees one side of a grid without the other. */
static void
gst_harris_corners_dispatch_properties_changed (
    GObject *object, guint n_specs, GParamSpec **specs)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (object);
  gboolean redraw;

  GST_OBJECT_LOCK (self);
  redraw = self->asked.draw != self->wanted.draw;
  self->wanted = self->asked;
  GST_OBJECT_UNLOCK (self);
  if (redraw) {
    vf_overlay_pad_reset (&self->pad, GST_BASE_TRANSFORM (self));
    gst_base_transform_reconfigure_src (GST_BASE_TRANSFORM (self));
  }
  G_OBJECT_CLASS (parent_class)
      ->dispatch_properties_changed (object, n_specs, specs);
}

static gboolean
get_own_property (GstHarrisCorners *self, guint id, GValue *value)
{
  switch (id - first_id) {
    case MASK_LOCATION:
      g_value_set_string (value, self->mask.wanted);
      return TRUE;
    case STATS:
      g_value_take_boxed (value, harris_stats_to_structure (&self->stats));
      return TRUE;
    case ACTIVE_BACKEND:
      g_value_set_static_string (value, self->active == VF_BACKEND_AUTO
                                            ? NULL
                                            : vf_backend_name (self->active));
      return TRUE;
    default:
      return FALSE;
  }
}

static void
gst_harris_corners_get_property (
    GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GstHarrisCorners *self = GST_HARRIS_CORNERS (object);
  gboolean known;

  GST_OBJECT_LOCK (self);
  known = get_own_property (self, id, value)
          || harris_settings_get (&self->asked, id, value);
  GST_OBJECT_UNLOCK (self);
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

void
gst_harris_corners_install_properties (GObjectClass *klass)
{
  klass->set_property = gst_harris_corners_set_property;
  klass->get_property = gst_harris_corners_get_property;
  klass->dispatch_properties_changed =
      gst_harris_corners_dispatch_properties_changed;
  parent_class = g_type_class_peek_parent (klass);
  first_id = harris_properties_install (klass);
  g_object_class_install_property (klass, first_id + MASK_LOCATION,
      g_param_spec_string ("mask-location", "Mask location",
          "Path of a PGM, PPM or PNG picture, laid over the frame whatever its "
          "size: corners lie where its luma is above 0; empty: anywhere",
          NULL, VF_TUNABLE));
  g_object_class_install_property (klass, first_id + STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "frames analysed, and of the last one: corners, threshold, "
          "scratch-bytes, time-<stage> in nanoseconds",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (klass, first_id + ACTIVE_BACKEND,
      g_param_spec_string ("active-backend", "Active backend",
          "Where corners are found now: cpu or cuda; NULL before the start",
          NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}
