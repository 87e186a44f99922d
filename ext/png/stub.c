/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "maskpng.h"

G_DEFINE_QUARK (vf - png - error - quark, vf_png_error)

VfMask *
vf_mask_new_png (const guint8 *data, gsize size, GError **error)
{
  g_set_error_literal (error, VF_PNG_ERROR, VF_PNG_ERROR_NOT_BUILT,
      "PNG cannot be read, as the plugin was built without libpng");
  return NULL;
}
