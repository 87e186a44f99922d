/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cascades that nobody has trained, for tests.
 */
#pragma once

#include "cascade.h"

G_BEGIN_DECLS

typedef struct {
  guint width, height; /* of the window */
  guint n_stages;
  guint max_trees; /* of a stage */
  guint max_nodes; /* of a tree */
  gboolean tilted; /* with tilted features among the others */
  gboolean old;    /* the format */
} CascadeShape;

/* Of any size up to about 24 pixels. */
CascadeShape random_shape (GRand *rand);

/* A file with random features, of which each stage lets about half of a
 * picture's windows pass. */
gchar *random_cascade (GRand *rand, const CascadeShape *shape);

/* The same, read. */
Cascade *random_cascade_new (GRand *rand, const CascadeShape *shape);

G_END_DECLS
