/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What tests of haar_detect() share: a photograph, a random cascade for it, and
 * lists of objects.
 */
#pragma once

#include "haar.h"
#include "testing.h"

G_BEGIN_DECLS

typedef struct {
  GRand *rand;
  Picture *picture;
  Cascade *cascade; /* some windows of the picture pass, but not most */
  HaarDetector *detector;
  HaarParams params; /* without groups */
} HaarFixture;

HaarFixture haar_fixture_new (guint width, guint height, guint channels);
void haar_fixture_clear (HaarFixture *fixture);

/* GArrays of HaarObject. */
GArray *haar_fixture_find (
    const HaarFixture *fixture, const VfImage *image, const VfRegion *region);
GArray *haar_objects_of (HaarDetector *detector, Cascade *cascade,
    const HaarParams *params, const VfImage *image, const VfRegion *region);
void haar_assert_same (const GArray *a, const GArray *b);

/* The picture's samples in words of any kind, n times: the same objects. */
void haar_fixture_check_words (
    const HaarFixture *fixture, guint channels, guint n);

gboolean haar_object_is_same (const HaarObject *a, const HaarObject *b);

/* Whether a comes before b in a result's list, or is equal. */
gboolean haar_object_comes_before (const HaarObject *a, const HaarObject *b);

G_END_DECLS
