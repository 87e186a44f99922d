/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How the GPU goes through a cascade, for those who study it: the ways of
 * Tesar's thesis. They find the same windows as what is made for use.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  HAAR_WAY_SEQUENTIAL, /* a thread a window */
  HAAR_WAY_HYBRID,     /* a warp a window, trees in parallel */
  HAAR_WAY_PARALLEL,   /* a block of threads a window: every tree of the group,
                          one scan over their leaves */
  HAAR_N_WAYS,
} HaarWay;

/* How the windows that are left are gathered between groups. */
typedef enum {
  HAAR_COMPACTION_SCAN,
  HAAR_COMPACTION_ATOMIC,
} HaarCompaction;

#define HAAR_MAX_STAGE_GROUPS 8

typedef struct {
  guint n_stages; /* 0: all that are left */
  HaarWay way;
} HaarStageGroup;

typedef struct {
  guint n_groups; /* 0: not used */
  HaarStageGroup groups[HAAR_MAX_STAGE_GROUPS];
  HaarCompaction compaction;
} HaarThesis;

/* From "2:sequential,6:sequential,*:hybrid", the thesis' choice: sizes and ways;
 * the last size is *. FALSE with a VF_ERROR_PARAMETER. */
gboolean haar_stage_groups_parse (
    const gchar *text, HaarThesis *thesis, GError **error);

G_END_DECLS
