/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A photograph, and OpenCV's cascades, where these are installed.
 */
#include "haartesting.h"

#define PHOTOGRAPH "/usr/lib/python3/dist-packages/skimage/data/astronaut.png"

/* What comes out of these elements for the photograph. */
static GstBuffer *
photograph_through (const gchar *elements)
{
  gchar *description = g_strdup_printf ("filesrc location=" PHOTOGRAPH
                                        " ! pngdec ! videoconvert ! %s ! "
                                        "appsink name=out",
      elements);
  GPtrArray *arrived = test_play (description);
  GstBuffer *out;

  fail_unless_equals_int (arrived->len, 1);
  out = gst_buffer_ref (arrived->pdata[0]);
  g_ptr_array_unref (arrived);
  g_free (description);
  return out;
}

/* Where the face is, as a person would draw it. */
static void
check_face (GstDetectedObject face)
{
  fail_unless (face.x > 150 && face.x + face.width < 300, "x %g", face.x);
  fail_unless (face.y > 40 && face.y + face.height < 200, "y %g", face.y);
  fail_unless (face.width > 70);
}

/* By default. OpenCV 4.6 has found the same box in the same picture. */
GST_START_TEST (test_a_face)
{
  const VfFoundObject expected = {
    .x = 173, .y = 63, .width = 103, .height = 103
  };
  GstBuffer *out = photograph_through ("haardetect");
  GstObjectsMeta meta = test_objects (out);
  GstDetectedObject face;

  fail_unless_equals_int (meta.count, 1);
  face = gst_objects_meta_get (&meta, 0);
  fail_unless_equals_string (face.label, "face");
  haar_check_place (&face, &expected);
  gst_buffer_unref (out);
}
GST_END_TEST;

static const gchar *const cascades[] = { "frontalface_alt", "frontalface_alt2",
  "frontalface_default" };

GST_START_TEST (test_face_by_other_cascades)
{
  gchar *elements =
      g_strdup_printf ("haardetect cascade=%s max-objects=1", cascades[__i__]);
  GstBuffer *out = photograph_through (elements);
  GstObjectsMeta meta = test_objects (out);

  fail_unless_equals_int (meta.count, 1);
  check_face (gst_objects_meta_get (&meta, 0));
  gst_buffer_unref (out);
  g_free (elements);
}
GST_END_TEST;

GST_START_TEST (test_eyes_in_the_face)
{
  GstBuffer *out = photograph_through (
      "haardetect name=faces ! haardetect name=eyes cascade=eye "
      "roi-source=meta roi-type=face");
  GstObjectsMeta faces = haar_meta (out, "faces");
  GstObjectsMeta eyes = haar_meta (out, "eyes");
  GstDetectedObject face = gst_objects_meta_get (&faces, 0);

  fail_unless_equals_int (eyes.count, 2);
  for (guint i = 0; i < 2; i++) {
    GstDetectedObject eye = gst_objects_meta_get (&eyes, i);

    fail_unless_equals_string (eye.label, "eye");
    fail_unless_equals_int (eye.parent_id, face.id);
    fail_unless (eye.x > face.x && eye.x + eye.width < face.x + face.width);
    fail_unless (eye.y > face.y && eye.y + eye.height < face.y + 60);
  }
  gst_buffer_unref (out);
}
GST_END_TEST;

/* Every cascade that is installed can be used. */
GST_START_TEST (test_all_cascades)
{
  static const gchar *const all[] = { "eye", "eye_tree_eyeglasses",
    "frontalcatface", "frontalcatface_extended", "frontalface_alt",
    "frontalface_alt2", "frontalface_alt_tree", "frontalface_default",
    "fullbody", "lefteye_2splits", "licence_plate_rus_16stages", "lowerbody",
    "profileface", "righteye_2splits", "russian_plate_number", "smile",
    "upperbody" };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    gchar *elements =
        g_strdup_printf ("haardetect cascade=%s scale-factor=2", all[i]);

    gst_buffer_unref (photograph_through (elements));
    g_free (elements);
  }
}
GST_END_TEST;

static Suite *
haarfaces_suite (void)
{
  Suite *suite = suite_create ("haarfaces");
  TCase *tests = tcase_create ("haarfaces");

  suite_add_tcase (suite, tests);
  tcase_add_test (tests, test_a_face);
  tcase_add_loop_test (
      tests, test_face_by_other_cascades, 0, G_N_ELEMENTS (cascades));
  tcase_add_test (tests, test_eyes_in_the_face);
  tcase_add_test (tests, test_all_cascades);
  return suite;
}

static gboolean
has_cascades (void)
{
  gchar *eye = g_build_filename (CASCADE_DIR, "haarcascade_eye.xml", NULL);
  gboolean there = g_file_test (eye, G_FILE_TEST_EXISTS);

  g_free (eye);
  return there;
}

int
main (int argc, char **argv)
{
  if (!g_file_test (PHOTOGRAPH, G_FILE_TEST_EXISTS)) {
    g_print ("Skipped: python3-skimage is not installed.\n");
    return 77;
  }
  if (!has_cascades ()) {
    g_print ("Skipped: opencv-data is not installed.\n");
    return 77;
  }
  return test_main (argc, argv, haarfaces_suite);
}
