/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How the GPU goes through a cascade, for those who study it: the ways of
 * Tesar's thesis. They find the same windows as what is made for use, but with
 * HAAR_PYRAMID_INTEGRAL.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  HAAR_KERNEL_AUTO, /* the fastest */
  HAAR_KERNEL_THESIS,
  HAAR_N_KERNELS,
} HaarKernel;

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
  HAAR_N_COMPACTIONS,
} HaarCompaction;

/* Where the sums of a layer come from. INTEGRAL: from those of the picture, of
 * which every k-th is taken both ways: scales are whole numbers, and a window's
 * deviation is that of the picture's own pixels. Not for tilted features. */
typedef enum {
  HAAR_PYRAMID_SCALED,
  HAAR_PYRAMID_INTEGRAL,
  HAAR_N_PYRAMIDS,
} HaarPyramid;

/* Larger windows have sums that do not fit: in pixels of the picture, with
 * HAAR_PYRAMID_INTEGRAL. */
#define HAAR_MAX_WINDOW_AREA (1u << 23)

#define HAAR_MAX_STAGE_GROUPS 8

typedef struct {
  guint n_stages; /* 0: all that are left */
  HaarWay way;
} HaarStageGroup;

typedef struct {
  guint compaction, pyramid; /* HaarCompaction, HaarPyramid */
  guint n_groups;
  HaarStageGroup groups[HAAR_MAX_STAGE_GROUPS];
} HaarThesis;

/* The thesis' own choice. */
#define HAAR_STAGE_GROUPS_DEFAULT "2:sequential,6:sequential,*:hybrid"

/* From a text like that, of sizes and ways; the last size is *. FALSE with a
 * VF_ERROR_PARAMETER: the thesis is as it was. */
gboolean haar_stage_groups_parse (
    const gchar *text, HaarThesis *thesis, GError **error);

G_END_DECLS
