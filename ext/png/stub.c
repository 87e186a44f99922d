/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "maskpng.h"

G_DEFINE_QUARK (vf - png - error - quark, vf_png_error)

VfMask *
vf_mask_new_png (const guint8 *data, gsize size, GError **error)
{
  g_set_error_literal (error, VF_PNG_ERROR, VF_PNG_ERROR_NOT_BUILT,
      "it is PNG, but this plugin was built without libpng: use PGM");
  return NULL;
}
