/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cascade that the property cascade names: by the path of its file, or as
 * NAME, whose file is haarcascade_NAME.xml in one of a few folders.
 */
#pragma once

#include "cascade.h"
#include "namedfile.h"

G_BEGIN_DECLS

#define VF_CASCADE_DEFAULT "frontalface_alt"

/* Folders that are searched first, separated as in PATH. */
#define VF_CASCADE_PATH_VARIABLE "VIDEO_FEATURES_CASCADES"

typedef struct {
  Cascade *cascade;
  const gchar *label; /* of what it finds; never freed */
} VfCascadeFile;

/* A VfCascadeFile. Errors name property and value. */
extern const VfFileKind vf_cascade_file;

G_END_DECLS
