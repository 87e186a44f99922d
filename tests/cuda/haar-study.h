/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is for study: stage-groups, and the pyramid of integral images.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Once haar_compare_open() has found a GPU. */
void haar_study_add_tests (void);

G_END_DECLS
