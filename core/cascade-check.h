/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Whether parts of a cascade keep what cascade-data.h says of them. Each gives
 * NULL, or what is wrong, which the caller frees.
 */
#pragma once

#include "cascade-data.h"

G_BEGIN_DECLS

gchar *cascade_check_window (guint width, guint height);

/* rect 0 to n_rects - 1 of a window of so many pixels. */
gchar *cascade_check_feature (
    const CascadeFeature *feature, guint width, guint height);

/* Its nodes and features are in the cascade. */
gchar *cascade_check_tree (const Cascade *cascade, const CascadeTree *tree);

/* So are its trees and their leaves. */
gchar *cascade_check_stage (const Cascade *cascade, const CascadeStage *stage);

/* Whether sums over all its stages together are exact in a double. */
gboolean cascade_is_exact (const Cascade *cascade);

G_END_DECLS
