/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The same picture with more bits.
 */
#pragma once

void depths_cpu (void);
void depths_cuda (void);
