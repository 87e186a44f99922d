/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "error.h"

/* clang-format off */
G_DEFINE_QUARK (vf-error-quark, vf_error)
