/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the tests of the element share: pictures in every format, a harness
 * with a bus, and short ways to its corners and messages.
 */
#pragma once

#include "gstcornersmeta.h"

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

/* Where a format of 8 bits keeps the samples that the element reads, written
 * down here once more so that no table of GStreamer's judges itself. */
typedef struct {
  const gchar *name;
  guint step;     /* bytes from one pixel to the next; 0: IYU1's uneven steps */
  guint at[3];    /* luma, or red, green and blue: bytes into the pixel */
  guint plane[3]; /* and in which planes */
  gboolean rgb;
  guint depth; /* bits of a sample; above 8 the places above mean nothing */
} TestFormat;

/* Those that this GStreamer knows, as test_main() has found. */
extern TestFormat test_formats[];
extern guint test_n_formats;
void test_formats_init (void);

const TestFormat *test_format (const gchar *name);

/* The number of a picture without any corner. */
#define TEST_FLAT G_MAXUINT

/* What the test picture number `seed` has at (x, y): patches of random
 * brightness, a bit of noise. Channel 0 is the luma, or red. */
guint8 test_sample (guint seed, guint channel, guint x, guint y);

/* The same with as many bits as the format has; those below are noise. */
guint16 test_deep_sample (
    const TestFormat *format, guint seed, guint channel, guint x, guint y);

/* Noise, which nobody should look at: padding, chroma, alpha. */
void test_fill_noise (guint8 *data, gsize size);

/* Where the sample lies in a frame of these planes; 8 bits. */
gsize test_sample_at (const TestFormat *format, const gsize *offset,
    const gint *stride, guint channel, guint x, guint y);

/* Writes the picture's samples; nothing else if they have 8 bits. There is an
 * offset and a stride for each of GST_VIDEO_MAX_PLANES planes. */
void test_fill_samples (guint8 *data, const gsize *offset, const gint *stride,
    const TestFormat *format, guint width, guint height, guint seed);

/* The frame's samples, row by row, the channels of a pixel side by side. */
guint16 *test_read_samples (
    const TestFormat *format, const GstVideoInfo *info, GstBuffer *frame);

GstCaps *test_caps (const gchar *format, guint width, guint height);

/* The picture as a buffer of the format's usual layout, noise around it. */
GstBuffer *test_frame (
    const gchar *format, guint width, guint height, guint seed);

/* A grey frame without any corner. */
GstBuffer *test_flat_frame (guint width, guint height);

/* A playing element, as gst-launch-1.0 describes it, with a bus; its caps are not
 * set. */
GstHarness *test_harness_of (const gchar *description);

/* A playing harriscorners with a bus, its caps set. */
GstHarness *test_harness (const gchar *format, guint width, guint height);
void test_harness_free (GstHarness *harness);

/* Pushes the frame, and pulls what comes out; it must come. */
GstBuffer *test_push (GstHarness *harness, GstBuffer *frame);

/* The same for a grey picture of the size that the test uses everywhere. */
#define TEST_WIDTH  64
#define TEST_HEIGHT 48
GstHarness *test_gray_harness (void);
GstBuffer *test_gray_frame (guint seed);

/* A custom meta of that name is registered, with the tags by which it follows a
 * picture. */
void test_check_registration (const gchar *name);

guint test_n_metas (GstBuffer *buffer);

/* The view of the buffer's only meta; there must be one. */
GstCornersMeta test_meta (GstBuffer *buffer);
const GstStructure *test_structure (GstBuffer *buffer);

/* The corners' bytes in the buffer's only meta, with a reference. */
GBytes *test_corners (GstBuffer *buffer);

/* What comes out for this frame; takes it. */
GBytes *test_corners_of (GstHarness *harness, GstBuffer *frame);

/* Takes both. There must be some corners, else nothing is compared. */
void test_same_corners (GBytes *a, GBytes *b);
void test_other_corners (GBytes *a, GBytes *b);

/* The bus's next message of these types, or NULL. */
GstMessage *test_message (GstHarness *harness, GstMessageType types);

/* How many of these types are on the bus; they are taken off. */
guint test_count_messages (GstHarness *harness, GstMessageType types);

/* An ERROR or WARNING of this code, whose text has all the words. Takes it. */
void test_check_complaint (
    GstMessage *message, GQuark domain, gint code, const gchar *const *words);

/* Such a message of `type` is the only one on the bus. */
void test_only_complaint (GstHarness *harness, GstMessageType type,
    GQuark domain, gint code, const gchar *const *words);
void test_no_complaint (GstHarness *harness);

/* A field of a message or a meta, in nanoseconds. */
void test_check_time (
    const GstStructure *structure, const gchar *name, guint64 expected);

/* The buffers that arrive at an appsink until EOS. Errors fail. */
GPtrArray *test_pull_all (GstElement *pipeline, const gchar *sink_name);

/* A whole run of such a pipeline; the appsink is called "out". */
GPtrArray *test_play (const gchar *description);

/* A meta as another program could have made it: one corner, of `stride`
 * bytes, and a field of its own. */
GstStructure *test_add_foreign_meta (
    GstBuffer *buffer, gfloat x, gfloat y, guint stride);

/* Whether this is what markers have: 145 to 173, as matrix and range have it.
 */
gboolean test_is_green_luma (guint8 luma);

/* The same for the highest 8 bits of red, green and blue; in deep formats
 * GStreamer's opaque green is nearly so. */
gboolean test_is_green (
    const TestFormat *format, guint red, guint green, guint blue);

typedef Suite *(*TestSuite) (void);

/* Runs the suite. With GST_TRACERS=leaks, a test that leaks fails. */
int test_main (int argc, char **argv, TestSuite suite);

#define TEST_MAIN(suite)                                                       \
  int main (int argc, char **argv)                                             \
  {                                                                            \
    return test_main (argc, argv, suite);                                      \
  }

G_END_DECLS
