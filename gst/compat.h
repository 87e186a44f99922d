/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What differs between the versions of GStreamer that we build with.
 */
#pragma once

#include <gst/gst.h>

/* Transforms of metas by a matrix: crops, flips, borders. */
#define VF_HAVE_MATRIX_TRANSFORM GST_CHECK_VERSION (1, 28, 0)

/* videoscale copies a meta, too, whose transform says that it has scaled it. */
#define VF_SCALED_METAS_ARE_COPIED (!GST_CHECK_VERSION (1, 22, 0))
