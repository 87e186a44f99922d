/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "labels.h"

gboolean
vf_labels_available (void)
{
  return FALSE;
}

guint32 *
vf_label_new (const gchar *text, guint font_size, guint32 color, guint *width,
    guint *height)
{
  return NULL;
}
