/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * docs/ALGORITHM.md once more, read word by word: slow, in plain C, with no
 * code of the detector, whose judge it is. Nothing is done in a clever order:
 * each function is to be held against the text.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  ORACLE_CENTRAL,
  ORACLE_SOBEL3,
  ORACLE_SOBEL5,
  ORACLE_SOBEL7,
  ORACLE_SCHARR3,
  ORACLE_N_GRADIENTS,
} OracleGradient;

typedef enum {
  ORACLE_GAUSSIAN,
  ORACLE_BOX,
  ORACLE_N_WINDOWS,
} OracleWindow;

typedef enum {
  ORACLE_HARRIS,
  ORACLE_MIN_EIGEN,
  ORACLE_NOBLE,
  ORACLE_N_MEASURES,
} OracleMeasure;

typedef enum {
  ORACLE_ROSIN,
  ORACLE_ABSOLUTE,
  ORACLE_RELATIVE,
  ORACLE_N_THRESHOLD_MODES,
} OracleThresholdMode;

typedef enum {
  ORACLE_SUPPRESS_WINDOW,
  ORACLE_SUPPRESS_MAXIMA,
  ORACLE_SUPPRESS_BLOCK,
  ORACLE_SUPPRESS_NONE,
  ORACLE_N_SUPPRESSIONS,
} OracleSuppression;

typedef enum {
  ORACLE_SUBPIXEL_NONE,
  ORACLE_SUBPIXEL_QUADRATIC,
  ORACLE_N_SUBPIXELS,
} OracleSubpixel;

/* The definition's parameters, which are taken to be valid. */
typedef struct {
  int gradient;
  int window_type;
  int filter_length; /* n */
  double sigma;
  double k;
  int measure;
  int bins;
  int threshold_mode;
  double threshold;
  int suppression;
  int suppression_radius; /* L */
  int max_corners;        /* N */
  double min_distance;
  int grid_columns, grid_rows;
  int subpixel;
  int gray; /* three channels become their luma */
} OracleParams;

/* samples[(c * height + y) * width + x] is v(x, y) of channel c, of `depth`
 * bits. */
typedef struct {
  int width, height;
  int channels; /* 1 or 3 */
  int depth;    /* 8 to 16 */
  const uint16_t *samples;
} OracleImage;

typedef struct {
  int x, y, width, height;
} OracleRect;

/* The pixels that lie in one of the rectangles, or in none of them, if there is
 * a list of them, and inside the mask, if there is one. */
typedef struct {
  const OracleRect *rects; /* NULL: the whole picture */
  int n_rects;
  const uint8_t *mask; /* NULL: none; else row by row, not 0: inside */
  int mask_width, mask_height;
  bool inverted; /* in none */
} OracleRegion;

typedef struct {
  float x, y, response;
} OracleCorner;

typedef struct {
  float *response;   /* width * height */
  uint32_t *counts;  /* of the bins; NULL: there is no histogram */
  int threshold_bin; /* T */
  double threshold;  /* as it is reported */
  int *maxima;       /* of each block its pixel y * width + x, or -1 */
  int n_blocks;
  OracleCorner *corners;
  int n_corners;
} OracleResult;

/* The result's memory is the caller's: oracle_clear(). */
OracleResult oracle_detect (const OracleParams *params,
    const OracleImage *image, const OracleRegion *region);
void oracle_clear (OracleResult *result);

/* The four stages, in their order. Each reads what those before it wrote. */
void oracle_response (
    const OracleParams *params, const OracleImage *image, OracleResult *result);

/* What the second stage says: which pixels pass. `passing` has a byte a pixel.
 */
void oracle_threshold (const OracleParams *params, const OracleImage *image,
    const OracleRegion *region, OracleResult *result, bool *passing);

/* Leaves in result->maxima what survives. */
void oracle_suppression (const OracleParams *params, const OracleImage *image,
    const bool *passing, OracleResult *result);

void oracle_selection (
    const OracleParams *params, const OracleImage *image, OracleResult *result);

/* Whether pixel a (y * width + x) comes before pixel b in the order of pixels.
 */
bool oracle_comes_before (const OracleResult *result, int a, int b);
