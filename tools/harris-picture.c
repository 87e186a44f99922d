/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the Harris detector makes of one picture, as files to look at and to
 * compare with: the response as a heat map and as numbers, its histogram, the
 * maxima of the blocks, the corners.
 */
#include "harris-options.h"
#include "harris-order.h"
#include "harris.h"
#include "heat-map.h"
#include "pnm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  HarrisOptions options;
  const gchar *outputs; /* names with a comma between, NULL: all */
  PnmPicture *picture;
  HarrisDetector *detector;
  const HarrisResult *result; /* the detector's */
} Run;

static gsize
n_pixels (const Run *run)
{
  return (gsize) run->picture->image.width * run->picture->image.height;
}

/* Harris' R grows as the fourth power of the contrast and the smaller
 * eigenvalue as the second: the root makes them grow as the contrast. */
static gboolean
write_response_picture (const Run *run, const gchar *path, GError **error)
{
  const VfImage *image = &run->picture->image;
  guint root = run->options.params.measure == HARRIS_MEASURE_HARRIS ? 4 : 2;

  return heat_map_write (
      run->result->response, image->width, image->height, root, path, error);
}

static gboolean
write_response (const Run *run, const gchar *path, GError **error)
{
  return g_file_set_contents (path, (const gchar *) run->result->response,
      (gssize) (n_pixels (run) * sizeof (gfloat)), error);
}

static gboolean
write_text (GString *text, const gchar *path, GError **error)
{
  gboolean written =
      g_file_set_contents (path, text->str, (gssize) text->len, error);

  g_string_free (text, TRUE);
  return written;
}

/* One row a bin; none where there is no histogram. */
static gboolean
write_histogram (const Run *run, const gchar *path, GError **error)
{
  const HarrisHistogram *histogram = &run->result->histogram;
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text, "# threshold=%.17g\nbin,count\n", run->result->threshold);
  for (guint i = 0; histogram->counts && i < histogram->n_bins; i++)
    g_string_append_printf (text, "%u,%u\n", i, histogram->counts[i]);
  return write_text (text, path, error);
}

static gboolean
write_list (const HarrisResult *result, const gchar *path, GError **error)
{
  GString *text = g_string_new ("x,y,response\n");

  for (guint i = 0; i < result->n_corners; i++)
    g_string_append_printf (text, "%.9g,%.9g,%.9g\n", result->corners[i].x,
        result->corners[i].y, result->corners[i].response);
  return write_text (text, path, error);
}

static gboolean
write_corners (const Run *run, const gchar *path, GError **error)
{
  return write_list (run->result, path, error);
}

/* What passes the threshold and is the first of its block: the corners that
 * are left when nothing is suppressed. */
static gboolean
write_maxima (const Run *run, const gchar *path, GError **error)
{
  HarrisParams params = run->options.params;
  VfRect region = harris_options_region (&run->options);
  HarrisDetector *detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  const HarrisResult *result;
  gboolean written = FALSE;

  params.suppression = HARRIS_SUPPRESSION_NONE;
  params.max_corners = 0;
  params.min_distance = 0;
  params.subpixel = HARRIS_SUBPIXEL_NONE;
  result = harris_detect (detector, &params, &run->picture->image,
      &(VfRegion){ &region, 1, NULL, FALSE }, error);
  if (result)
    written = write_list (result, path, error);
  harris_free (detector);
  return written;
}

static const struct {
  const gchar *name, *suffix;
  gboolean (*write) (const Run *run, const gchar *path, GError **error);
} outputs[] = {
  { "response-picture", "-response.png", write_response_picture },
  { "response", "-response.f32", write_response },
  { "histogram", "-histogram.csv", write_histogram },
  { "maxima", "-maxima.csv", write_maxima },
  { "corners", "-corners.csv", write_corners },
};

static gboolean
write_outputs (const Run *run, const gchar *prefix, GError **error)
{
  gchar **wanted = g_strsplit (run->outputs ? run->outputs : "", ",", -1);
  gboolean written = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (outputs) && written; i++) {
    gchar *path = g_strconcat (prefix, outputs[i].suffix, NULL);

    if (!run->outputs
        || g_strv_contains ((const gchar *const *) wanted, outputs[i].name))
      written = outputs[i].write (run, path, error);
    g_free (path);
  }
  g_strfreev (wanted);
  return written;
}

static gboolean
check_output (const gchar *name, GError **error)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++) {
    if (g_str_equal (outputs[i].name, name)) {
      g_string_free (names, TRUE);
      return TRUE;
    }
    g_string_append_printf (names, "%s%s", i ? ", " : "", outputs[i].name);
  }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "write is '%s', which is none of %s", name, names->str);
  g_string_free (names, TRUE);
  return FALSE;
}

static gboolean
set_outputs (Run *run, const gchar *value, GError **error)
{
  gchar **names = g_strsplit (value, ",", -1);
  gboolean legal = names[0] || check_output ("", error);

  for (guint i = 0; legal && names[i]; i++)
    legal = check_output (names[i], error);
  g_strfreev (names);
  run->outputs = value;
  return legal;
}

static gboolean
set_property (Run *run, const gchar *argument, GError **error)
{
  const gchar *equals = strchr (argument, '=');
  gchar *name;
  gboolean set;

  if (!equals) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "'%s' is not of the form property=value", argument);
    return FALSE;
  }
  name = g_strndup (argument, (gsize) (equals - argument));
  if (g_str_equal (name, "write"))
    set = set_outputs (run, equals + 1, error);
  else
    set = harris_options_set (&run->options, name, equals + 1, error);
  g_free (name);
  return set;
}

static gboolean
go (Run *run, gchar **arguments, GError **error)
{
  VfRect region;

  for (; arguments[2]; arguments++)
    if (!set_property (run, arguments[0], error))
      return FALSE;
  run->picture = pnm_load (arguments[0], error);
  if (!run->picture)
    return FALSE;
  region = harris_options_region (&run->options);
  run->result = harris_detect (run->detector, &run->options.params,
      &run->picture->image, &(VfRegion){ &region, 1, NULL, FALSE }, error);
  return run->result && write_outputs (run, arguments[1], error);
}

static void
print_usage (FILE *stream)
{
  gchar *names = harris_options_names ();

  fprintf (stream,
      "usage: harris-picture [property=value ...] INPUT.pgm|ppm PREFIX\n"
      "\n"
      "Finds the Harris corners of a picture and writes\n"
      "  PREFIX-response.png   the response: warm above 0, cold below\n"
      "  PREFIX-response.f32   the same as 32-bit floats, row by row\n"
      "  PREFIX-histogram.csv  its histogram and the threshold\n"
      "  PREFIX-maxima.csv     what passes and is the first of its block\n"
      "  PREFIX-corners.csv    the corners, the strongest first\n"
      "or only what write= lists, such as write=response-picture,corners.\n"
      "\n"
      "properties: write %s\n",
      names);
  g_free (names);
}

int
main (int argc, char **argv)
{
  Run run = { 0 };
  GError *error = NULL;
  gboolean done;

  if (argc == 2 && g_str_equal (argv[1], "--help")) {
    print_usage (stdout);
    return 0;
  }
  if (argc < 3) {
    print_usage (stderr);
    return 2;
  }
  harris_options_init (&run.options);
  run.detector = harris_new (VF_BACKEND_CPU, VF_DEVICE_ANY, NULL);
  harris_want_planes (run.detector, TRUE);
  done = go (&run, argv + 1, &error);
  harris_free (run.detector);
  pnm_free (run.picture);
  if (done)
    return 0;
  fprintf (stderr, "harris-picture: %s\n", error->message);
  g_clear_error (&error);
  return 1;
}
