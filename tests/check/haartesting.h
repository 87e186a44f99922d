/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures with bright squares, and harnesses of a haardetect that finds them
 * by the cascades in the folder cascades.
 */
#pragma once

#include "objecttesting.h"

G_BEGIN_DECLS

#define SCENE_WIDTH  160
#define SCENE_HEIGHT 120

/* What is in a picture. A head is a large square with two holes. */
typedef enum {
  SCENE_EMPTY = 0,
  SCENE_SQUARE = 1 << 0,
  SCENE_HEAD = 1 << 1,
  SCENE_WALL = 1 << 2, /* bright, up to the left edge, with a hole */
} Scene;

/* What squares, then holes, should be found; OpenCV 4.6 finds the same. */
extern const VfFoundObject scene_square, scene_head, scene_holes[2];

/* Squares as in SCENE_SQUARE, with their bright corner on the upper left at
 * these x, y; found around there, 8 and 9 pixels further out. */
#define SCENE_MARGIN_X 8
#define SCENE_MARGIN_Y 9
typedef struct {
  guint x, y;
} ScenePlace;
GstBuffer *scene_squares (const ScenePlace *places, guint n, GstClockTime pts);

/* The scene as a frame of that format. */
GstBuffer *scene_frame (const gchar *format, guint scene);
GstBuffer *scene_gray (guint scene);

/* A playing haardetect with a bus, for such frames in GRAY8; properties as in
 * gst-launch-1.0, the cascade of squares unless they say otherwise. */
GstHarness *haar_harness (const gchar *properties);

/* What comes out for a scene in GRAY8, of time `pts`. */
GstBuffer *haar_push (GstHarness *harness, guint scene, GstClockTime pts);

/* How many objects there are for a scene in GRAY8. */
guint haar_count (GstHarness *harness, guint scene);

/* The one meta of this source on the buffer. */
GstObjectsMeta haar_meta (GstBuffer *buffer, const gchar *source);

/* The object lies there. */
void haar_check_place (
    const GstDetectedObject *found, const VfFoundObject *expected);

/* Of a file in the folder cascades; to be freed. */
gchar *haar_cascade_path (const gchar *name);

/* Copies the cascade of squares to the test's own folder (foldertesting.h); the
 * path, to be freed. */
gchar *haar_copy_square (const gchar *name);

/* The property cascade. */
void haar_set_cascade (GstHarness *harness, const gchar *value);
void haar_check_cascade (GstHarness *harness, const gchar *expected);

/* Pushes a frame with a head, whose only object must have this label. */
void haar_check_label (GstHarness *harness, const gchar *expected);

G_END_DECLS
