/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The mask that the property mask-location names.
 */
#pragma once

#include "mask.h"
#include "namedfile.h"

G_BEGIN_DECLS

/* A VfMask, from a PGM, PPM or PNG picture. Errors name property and value. */
extern const VfFileKind vf_mask_file;

G_END_DECLS
