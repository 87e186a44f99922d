/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Each parameter's range and default, as the definition lists them, and what
 * the error says outside.
 */
#include "error.h"
#include "testing.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A new parameter needs a row here. */
static const struct {
  const gchar *name;
  gdouble minimum, maximum, initial;
  const gchar *nicks; /* of an enum, in the order of its values */
} rows[] = {
  { "gradient", 0, 4, 0, "central, sobel3, sobel5, sobel7, scharr3" },
  { "window-type", 0, 1, 0, "gaussian, box" },
  { "filter-length", 1, 31, 5, NULL },
  { "sigma", 0.1, 32, 1.5, NULL },
  { "k", 0, 1, 0.04, NULL },
  { "measure", 0, 2, 0, "harris, min-eigen, noble" },
  { "bins", 2, 65536, 256, NULL },
  { "threshold-mode", 0, 2, 0, "rosin, absolute, relative" },
  { "threshold", 0, DBL_MAX, 0, NULL },
  { "suppression", 0, 3, 0, "window, maxima, block, none" },
  { "suppression-radius", 1, 255, 4, NULL },
  { "max-corners", 0, G_MAXINT32, 200, NULL },
  { "min-distance", 0, 32768, 0, NULL },
  { "grid-columns", 0, 256, 0, NULL },
  { "grid-rows", 0, 256, 0, NULL },
  { "subpixel", 0, 1, 0, "none, quadratic" },
  { "channels", 0, 2, 0, "auto, gray, color" },
};

static void
table (void)
{
  g_assert_cmpuint (harris_n_param_infos, ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const HarrisParamInfo *info = harris_param_find (rows[i].name);

    g_assert_nonnull (info);
    g_assert_cmpstr (info->name, ==, rows[i].name);
    g_assert_cmpfloat (info->minimum, ==, rows[i].minimum);
    g_assert_cmpfloat (info->maximum, ==, rows[i].maximum);
    g_assert_cmpfloat (info->initial, ==, rows[i].initial);
    g_assert_cmpint (
        info->type == HARRIS_PARAM_ENUM, ==, rows[i].nicks != NULL);
    if (rows[i].nicks) {
      gchar *nicks = g_strjoinv (", ", (gchar **) info->nicks);

      g_assert_cmpstr (nicks, ==, rows[i].nicks);
      g_free (nicks);
    }
  }
  g_assert_null (harris_param_find ("sigm"));
  g_assert_null (harris_param_find (""));
}

static void
defaults (void)
{
  HarrisParams params;
  const HarrisParamInfo *bad = NULL;
  GError *error = NULL;

  harris_params_init (&params);
  g_assert_true (harris_params_check (&params, &bad, &error));
  g_assert_no_error (error);
  g_assert_null (bad);
  g_assert_true (harris_params_check (&params, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpfloat (
        harris_param_get (&params, harris_param_find (rows[i].name)), ==,
        rows[i].initial);
}

/* Each field is its own: what is set is read back, and nothing else moves. */
static void
fields (void)
{
  for (guint i = 0; i < harris_n_param_infos; i++) {
    const HarrisParamInfo *info = &harris_param_infos[i];
    HarrisParams params;

    harris_params_init (&params);
    harris_param_set (&params, info, info->maximum);
    for (guint j = 0; j < harris_n_param_infos; j++)
      g_assert_cmpfloat (harris_param_get (&params, &harris_param_infos[j]), ==,
          i == j ? info->maximum : harris_param_infos[j].initial);
  }
}

static gboolean
contains (const gchar *message, const gchar *format, gdouble value)
{
  gchar *text = g_strdup_printf (format, value);
  gboolean found = strstr (message, text) != NULL;

  g_free (text);
  return found;
}

/* The message names the parameter, its value (6 digits will do) and its
 * range. */
static void
assert_message (
    const gchar *message, const HarrisParamInfo *info, gdouble value)
{
  g_assert_true (g_str_has_prefix (message, info->name));
  g_assert_true (contains (message, " is %g", value)
                 || contains (message, " is %.10g", value));
  if (info->type != HARRIS_PARAM_ENUM) {
    g_assert_true (contains (message, "%.10g", info->minimum));
    g_assert_true (contains (message, "%.10g", info->maximum));
    return;
  }
  for (guint i = 0; info->nicks[i]; i++)
    g_assert_nonnull (strstr (message, info->nicks[i]));
}

/* The check refuses it, and the detector with it. */
static void
assert_refused (const HarrisParamInfo *info, gdouble value)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_new (8, 8, 1);
  HarrisDetector *detector = detector_new ();
  const HarrisParamInfo *bad = NULL;
  GError *error = NULL, *again = NULL;

  harris_param_set (&params, info, value);
  g_assert_false (harris_params_check (&params, &bad, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_PARAMETER);
  g_assert_true (bad == info);
  assert_message (error->message, info, value);
  g_assert_false (harris_params_check (&params, NULL, NULL));
  g_assert_null (
      harris_detect (detector, &params, &picture->image, NULL, &again));
  g_assert_error (again, VF_ERROR, VF_ERROR_PARAMETER);
  g_assert_cmpstr (again->message, ==, error->message);
  g_clear_error (&error);
  g_clear_error (&again);
  harris_free (detector);
  picture_free (picture);
}

static void
assert_accepted (const HarrisParamInfo *info, gdouble value)
{
  HarrisParams params = params_all ();
  Picture *picture = picture_photo (20, 12, 1, 1);

  harris_param_set (&params, info, value);
  if (g_str_has_prefix (info->name, "grid-"))
    params.grid_columns = params.grid_rows = (guint) value;
  g_array_unref (corners_of (&params, &picture->image, NULL));
  picture_free (picture);
}

/* Both ends of each range run, and nothing beyond them. */
static void
ranges (void)
{
  for (guint i = 0; i < harris_n_param_infos; i++) {
    const HarrisParamInfo *info = &harris_param_infos[i];

    assert_accepted (info, info->minimum);
    assert_accepted (info, info->maximum);
    if (info->type == HARRIS_PARAM_DOUBLE) {
      assert_refused (info, nextafter (info->minimum, -INFINITY));
      assert_refused (info, info->minimum - 1);
      assert_refused (info, -INFINITY);
      assert_refused (info, nextafter (info->maximum, INFINITY));
      assert_refused (info, INFINITY);
      assert_refused (info, NAN);
    } else {
      if (info->minimum > 0)
        assert_refused (info, info->minimum - 1);
      assert_refused (info, info->maximum + 1);
      assert_refused (info, G_MAXUINT);
    }
  }
}

static void
even_length (void)
{
  for (guint i = 2; i < HARRIS_MAX_FILTER_LENGTH; i += 2) {
    assert_refused (harris_param_find ("filter-length"), i);
    assert_accepted (harris_param_find ("filter-length"), i + 1);
  }
}

/* A share of the largest response is below 1; a response itself need not. */
static void
relative_threshold (void)
{
  static const gdouble shares[] = { 0, 0.5, 0.999999, 1, 1.5, 100 };
  HarrisParams params = params_all ();

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++) {
    const HarrisParamInfo *bad = NULL;
    GError *error = NULL;

    params.threshold = shares[i];
    params.threshold_mode = HARRIS_THRESHOLD_RELATIVE;
    g_assert_cmpint (
        harris_params_check (&params, &bad, &error), ==, shares[i] < 1);
    if (shares[i] >= 1) {
      g_assert_error (error, VF_ERROR, VF_ERROR_PARAMETER);
      g_assert_true (bad == harris_param_find ("threshold"));
      g_assert_true (g_str_has_prefix (error->message, "threshold is "));
      g_assert_nonnull (strstr (error->message, "relative"));
    }
    g_clear_error (&error);
    params.threshold_mode = HARRIS_THRESHOLD_ABSOLUTE;
    g_assert_true (harris_params_check (&params, NULL, NULL));
    params.threshold_mode = HARRIS_THRESHOLD_ROSIN;
    g_assert_true (harris_params_check (&params, NULL, NULL));
  }
}

/* A grid has both sides or none; the missing one is named. */
static void
grid (void)
{
  static const guint sides[][2] = { { 0, 0 }, { 3, 0 }, { 0, 256 }, { 3, 4 } };
  static const gchar *const wrong[] = { NULL, "grid-rows", "grid-columns",
    NULL };
  HarrisParams params = params_all ();

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    const HarrisParamInfo *bad = NULL;
    GError *error = NULL;

    params.grid_columns = sides[i][0];
    params.grid_rows = sides[i][1];
    g_assert_cmpint (
        harris_params_check (&params, &bad, &error), ==, wrong[i] == NULL);
    g_assert_cmpstr (bad ? bad->name : NULL, ==, wrong[i]);
    if (wrong[i]) {
      g_assert_error (error, VF_ERROR, VF_ERROR_PARAMETER);
      assert_message (error->message,
          &(HarrisParamInfo){ .name = wrong[i], .minimum = 1, .maximum = 256 },
          0);
    }
    g_clear_error (&error);
  }
}

/* The first wrong row is named when several are. */
static void
several_wrong (void)
{
  HarrisParams params = params_all ();
  const HarrisParamInfo *bad = NULL;

  params.suppression_radius = 0;
  params.bins = 1;
  params.filter_length = 4;
  g_assert_false (harris_params_check (&params, &bad, NULL));
  g_assert_cmpstr (bad->name, ==, "bins");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table", table);
  g_test_add_func ("/defaults", defaults);
  g_test_add_func ("/fields", fields);
  g_test_add_func ("/ranges", ranges);
  g_test_add_func ("/even-length", even_length);
  g_test_add_func ("/relative-threshold", relative_threshold);
  g_test_add_func ("/grid", grid);
  g_test_add_func ("/several-wrong", several_wrong);
  return g_test_run ();
}
