/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstfeaturedetector-private.h"

#include "error.h"

#define CLASS(self) GST_FEATURE_DETECTOR_GET_CLASS (self)

/* Posts settings that cannot be used as an element message of that type. */
static void
complain (GstFeatureDetector *self, GstMessageType type, const GError *error,
    const gchar *debug)
{
  GQuark domain = GST_RESOURCE_ERROR;
  gint code;

  if (g_error_matches (error, VF_ERROR, VF_ERROR_NOT_FOUND)) {
    code = GST_RESOURCE_ERROR_NOT_FOUND;
  } else if (g_error_matches (error, VF_ERROR, VF_ERROR_CASCADE)) {
    code = GST_RESOURCE_ERROR_READ;
  } else {
    domain = GST_LIBRARY_ERROR;
    code = GST_LIBRARY_ERROR_SETTINGS;
  }
  gst_element_message_full (GST_ELEMENT (self), type, domain, code,
      g_strdup (error->message), g_strdup (debug), __FILE__, GST_FUNCTION,
      __LINE__);
}

/* One element WARNING; the property is as it was before. Takes the error. */
static void
warn (GstFeatureDetector *self, GError *error, const gchar *property)
{
  complain (self, GST_MESSAGE_WARNING, error, "The last good value stays.");
  g_error_free (error);
  g_object_notify (G_OBJECT (self), property);
}

static gboolean
update_file (GstFeatureDetector *self, GError **error)
{
  return vf_named_file_update (
      &self->file, CLASS (self)->file_kind, GST_OBJECT_GET_LOCK (self), error);
}

static void
take_file (GstFeatureDetector *self)
{
  GError *error = NULL;

  if (update_file (self, &error))
    return;
  GST_OBJECT_LOCK (self);
  vf_named_file_restore (&self->file);
  GST_OBJECT_UNLOCK (self);
  warn (self, error, CLASS (self)->file_property);
}

gboolean
gst_feature_detector_begin_settings (GstFeatureDetector *self)
{
  GError *error = NULL;

  gst_feature_detector_end_settings (self);
  if (CLASS (self)->begin (self, &error) && update_file (self, &error))
    return TRUE;
  complain (self, GST_MESSAGE_ERROR, error, NULL);
  g_error_free (error);
  return FALSE;
}

void
gst_feature_detector_end_settings (GstFeatureDetector *self)
{
  vf_named_file_close (
      &self->file, CLASS (self)->file_kind, GST_OBJECT_GET_LOCK (self));
}

/* The settings of the frame that begins. A controller may set the same property
 * to bad values for many frames: that is said once. */
void
gst_feature_detector_take_settings (GstFeatureDetector *self)
{
  const gchar *bad = NULL, *before = self->bad;
  GError *error = NULL;

  GST_OBJECT_LOCK (self);
  if (CLASS (self)->repair)
    error = CLASS (self)->repair (self, &bad);
  memcpy (self->good, self->wanted, CLASS (self)->settings_size);
  GST_OBJECT_UNLOCK (self);
  self->bad = bad;
  if (error && bad != before)
    warn (self, error, bad);
  else
    g_clear_error (&error);
  take_file (self);
  if (CLASS (self)->begin_frame)
    CLASS (self)->begin_frame (self);
}
