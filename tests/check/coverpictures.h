/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Noise of every format, and the ways in which it can be covered.
 */
#pragma once

#include "coverframe.h"
#include "testing.h"

#define WIDTH  61
#define HEIGHT 45

typedef struct {
  guint width;
  GstVideoInfo info;
  VfLayout layout;
  GstBuffer *buffer;
  GstVideoFrame frame;
} Picture;

/* Noise, padding too. Where two pixels have their chroma between their luma, or
 * in the order of NV61, GStreamer forgets that of a last one without a second:
 * there are none. */
void picture_init (Picture *picture, const gchar *format);

void picture_copy (Picture *copy, const Picture *picture);

void picture_clear (Picture *picture);

guint8 *bytes_of (const Picture *picture);

/* Takes b. */
void check_same (const Picture *a, Picture *b, const gchar *what);

gboolean place (VfCover *cover, const Picture *picture,
    const VfCoverStyle *style, gdouble x, gdouble y, gdouble width,
    gdouble height);

void cover (Picture *picture, const VfCover *cover);

void cover_unpacked (Picture *picture, const VfCover *cover);

void cover_on_host (Picture *picture, const VfCover *cover);

/* All samples of the frame, as the unpack function gives them: 4 a pixel. */
guint16 *unpack (const Picture *picture);

gboolean is_covered (const VfCover *cover, guint x, guint y);

void random_cover (
    VfCover *cover, const Picture *picture, GRand *rand, guint i);
