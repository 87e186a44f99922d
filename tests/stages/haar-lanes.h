/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The tests of one CPU level of the Haar detector.
 */
#pragma once

#include "cpu.h"
#include "haar-stages.h"
#include "testing.h"

G_BEGIN_DECLS

typedef struct {
  VfCpuLevel level;
  const HaarStages *stages;
} HaarLevel;

/* 1 to `most`. */
static inline guint
any (GRand *rand, guint most)
{
  return 1 + (guint) g_rand_int_range (rand, 0, (gint32) most);
}

/* Random, extreme, flat, nearly flat, or like a photograph. */
Picture *haar_lanes_picture (GRand *rand, guint width, guint height);

/* The cascades of Debian's opencv-data: paths. NULL: they are not there, and
 * the test is skipped. */
GPtrArray *haar_lanes_cascades (void);

/* Of single rows, of the cascade, of whole detections. data: a HaarLevel. */
void haar_lanes_shrink (gconstpointer data);
void haar_lanes_sums (gconstpointer data);
void haar_lanes_random_cascades (gconstpointer data);
void haar_lanes_narrow_bounds (gconstpointer data);
void haar_lanes_real_cascades (gconstpointer data);
void haar_lanes_detections (gconstpointer data);
void haar_lanes_faces (gconstpointer data);

G_END_DECLS
