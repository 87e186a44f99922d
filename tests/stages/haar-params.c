/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Haar detector's parameters: ranges and defaults as the definition lists
 * them, and what the error says outside.
 */
#include "error.h"
#include "haar-params.h"

#include <math.h>
#include <string.h>

/* A new parameter needs a row here. */
static const struct {
  const gchar *name;
  VfParamType type;
  gdouble minimum, maximum, initial;
} rows[] = {
  { "scale-factor", VF_PARAM_DOUBLE, 1.01, 10, 1.2 },
  { "min-neighbors", VF_PARAM_UINT, 0, G_MAXINT32, 3 },
  { "min-size-width", VF_PARAM_UINT, 0, 32768, 0 },
  { "min-size-height", VF_PARAM_UINT, 0, 32768, 0 },
  { "max-size-width", VF_PARAM_UINT, 0, 32768, 0 },
  { "max-size-height", VF_PARAM_UINT, 0, 32768, 0 },
  { "max-objects", VF_PARAM_UINT, 0, G_MAXINT32, 0 },
  { "min-confidence", VF_PARAM_DOUBLE, 0, 1, 0 },
  { "opencv-skip", VF_PARAM_BOOLEAN, 0, 1, 1 },
  { "flip", VF_PARAM_BOOLEAN, 0, 1, 0 },
  { "kernel", VF_PARAM_ENUM, 0, 1, 0 },
  { "compaction", VF_PARAM_ENUM, 0, 1, 0 },
  { "pyramid", VF_PARAM_ENUM, 0, 1, 0 },
};

static void
table (void)
{
  HaarParams params;

  haar_params_init (&params);
  g_assert_true (haar_params_check (&params, NULL, NULL));
  g_assert_cmpuint (haar_n_param_infos, ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const HaarParamInfo *info = haar_param_find (rows[i].name);

    g_assert_nonnull (info);
    g_assert_cmpint (info->type, ==, rows[i].type);
    g_assert_cmpfloat (info->minimum, ==, rows[i].minimum);
    g_assert_cmpfloat (info->maximum, ==, rows[i].maximum);
    g_assert_cmpfloat (info->initial, ==, rows[i].initial);
    g_assert_cmpfloat (haar_param_get (&params, info), ==, rows[i].initial);
  }
  g_assert_null (haar_param_find ("min-size"));
}

/* Each field is its own. */
static void
fields (void)
{
  for (guint i = 0; i < haar_n_param_infos; i++) {
    const HaarParamInfo *info = &haar_param_infos[i];
    gdouble value = info->initial == info->maximum ? 0 : info->maximum;
    HaarParams params;

    haar_params_init (&params);
    haar_param_set (&params, info, value);
    for (guint j = 0; j < haar_n_param_infos; j++)
      g_assert_cmpfloat (haar_param_get (&params, &haar_param_infos[j]), ==,
          i == j ? value : haar_param_infos[j].initial);
  }
}

static void
check (const HaarParamInfo *info, gdouble value, gboolean valid)
{
  const HaarParamInfo *bad = NULL;
  GError *error = NULL;
  HaarParams params;

  haar_params_init (&params);
  haar_param_set (&params, info, value);
  g_assert_cmpint (haar_params_check (&params, &bad, &error), ==, valid);
  g_assert_true (bad == (valid ? NULL : info));
  if (!valid) {
    g_assert_error (error, VF_ERROR, VF_ERROR_PARAMETER);
    g_assert_true (g_str_has_prefix (error->message, info->name));
  }
  g_clear_error (&error);
}

static void
ranges (void)
{
  for (guint i = 0; i < haar_n_param_infos; i++) {
    const HaarParamInfo *info = &haar_param_infos[i];

    check (info, info->minimum, TRUE);
    check (info, info->maximum, TRUE);
    if (info->type == VF_PARAM_DOUBLE) {
      check (info, nextafter (info->minimum, -INFINITY), FALSE);
      check (info, nextafter (info->maximum, INFINITY), FALSE);
      check (info, NAN, FALSE);
    } else {
      check (info, info->maximum + 1, FALSE);
    }
  }
}

/* Windows cannot be too small and too large at once; without both maxima there
 * is no maximum. */
static void
sizes (void)
{
  static const struct {
    guint min[2], max[2];
    const gchar *bad;
  } cases[] = {
    { { 50, 60 }, { 50, 60 }, NULL },
    { { 51, 60 }, { 50, 60 }, "min-size-width" },
    { { 50, 61 }, { 50, 60 }, "min-size-height" },
    { { 51, 61 }, { 50, 60 }, "min-size-width" },
    { { 51, 61 }, { 0, 60 }, NULL },
    { { 51, 61 }, { 50, 0 }, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const HaarParamInfo *bad = NULL;
    GError *error = NULL;
    HaarParams p;

    haar_params_init (&p);
    p.min_size_width = cases[i].min[0];
    p.min_size_height = cases[i].min[1];
    p.max_size_width = cases[i].max[0];
    p.max_size_height = cases[i].max[1];
    haar_params_check (&p, &bad, &error);
    g_assert_cmpstr (bad ? bad->name : NULL, ==, cases[i].bad);
    if (i == 1)
      g_assert_cmpstr (error->message, ==,
          "min-size-width is 51, but must be from 0 to 50 with "
          "max-size-width=50: no window is both");
    g_assert_cmpint (error != NULL, ==, bad != NULL);
    g_clear_error (&error);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table", table);
  g_test_add_func ("/fields", fields);
  g_test_add_func ("/ranges", ranges);
  g_test_add_func ("/sizes", sizes);
  return g_test_run ();
}
