/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The pyramid of integral images against scaled pictures: time on one picture,
 * and what is found in others. Their folder has boxes.csv (image, x, y, width,
 * height; a line for each face), and for each image a PGM or PPM of its name.
 */
#include "bench.h"
#include "pnm.h"

#include <stdlib.h>
#include <string.h>

static const gchar *const pyramids[] = { "scaled", "integral" };

/* Faces of one picture, by those that somebody has labelled. */
typedef struct {
  gchar *image;  /* without its ending */
  GArray *boxes; /* VfRect */
} Labelled;

static void
labelled_free (gpointer data)
{
  Labelled *labelled = data;

  g_free (labelled->image);
  g_array_unref (labelled->boxes);
  g_free (labelled);
}

/* Of the file's picture, which is added where it is new. */
static GArray *
boxes_of (GPtrArray *all, const gchar *file)
{
  gchar *image = g_strndup (file, strcspn (file, "."));
  Labelled *labelled = NULL;

  for (guint i = 0; i < all->len; i++) {
    labelled = g_ptr_array_index (all, i);
    if (g_str_equal (labelled->image, image)) {
      g_free (image);
      return labelled->boxes;
    }
  }
  labelled = g_new (Labelled, 1);
  *labelled = (Labelled){ image, g_array_new (FALSE, FALSE, sizeof (VfRect)) };
  g_ptr_array_add (all, labelled);
  return labelled->boxes;
}

static GPtrArray *
read_boxes (const gchar *folder)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (labelled_free);
  gchar *path = g_build_filename (folder, "boxes.csv", NULL), *text = NULL;
  gchar **lines;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("there is no %s", path);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i]; i++) {
    gchar **fields = g_strsplit (lines[i], ",", -1);

    if (g_strv_length (fields) == 5) {
      VfRect box = { (guint) atoi (fields[1]), (guint) atoi (fields[2]),
        (guint) atoi (fields[3]), (guint) atoi (fields[4]) };

      g_array_append_val (boxes_of (all, fields[0]), box);
    }
    g_strfreev (fields);
  }
  g_strfreev (lines);
  g_free (text);
  g_free (path);
  return all;
}

static guint
common (guint a, guint a_length, guint b, guint b_length)
{
  guint first = MAX (a, b), end = MIN (a + a_length, b + b_length);

  return end > first ? end - first : 0;
}

/* The area that both have, as a share of what either has. */
static gdouble
overlap (const VfRect *a, const VfRect *b)
{
  gdouble both = (gdouble) common (a->x, a->width, b->x, b->width)
                 * common (a->y, a->height, b->y, b->height);

  return both
         / ((gdouble) a->width * a->height + (gdouble) b->width * b->height
             - both);
}

static PnmPicture *
load (const gchar *folder, const gchar *image)
{
  static const gchar *const endings[] = { ".ppm", ".pgm" };
  PnmPicture *picture = NULL;

  for (guint i = 0; !picture && i < G_N_ELEMENTS (endings); i++) {
    gchar *name = g_strconcat (image, endings[i], NULL);
    gchar *path = g_build_filename (folder, name, NULL);

    picture = pnm_load (path, NULL);
    g_free (path);
    g_free (name);
  }
  return picture;
}

typedef struct {
  guint faces, found, false_ones;
} Score;

static void
judge (const HaarResult *result, const GArray *boxes, Score *score)
{
  guint hits = 0;

  for (guint i = 0; i < boxes->len; i++) {
    gboolean found = FALSE;

    for (guint j = 0; j < result->n_objects; j++)
      found |=
          overlap (&g_array_index (boxes, VfRect, i), &result->objects[j].rect)
          > 0.3;
    score->found += found;
    hits += found;
  }
  score->faces += boxes->len;
  score->false_ones += result->n_objects - MIN (hits, result->n_objects);
}

static Score
score_of (HaarDetector *gpu, Cascade *cascade, const HaarParams *params,
    const gchar *folder, const GPtrArray *all)
{
  Score score = { 0 };

  for (guint i = 0; i < all->len; i++) {
    const Labelled *labelled = g_ptr_array_index (all, i);
    PnmPicture *picture = load (folder, labelled->image);

    if (!picture)
      g_error ("there is no %s in %s", labelled->image, folder);
    judge (haar_detect (gpu, cascade, params, &picture->image, NULL, NULL),
        labelled->boxes, &score);
    pnm_free (picture);
  }
  return score;
}

/* Milliseconds on the GPU, with the frame's way there. */
static gdouble
time_of (HaarDetector *gpu, Cascade *cascade, const HaarParams *params,
    const VfImage *image)
{
  guint64 least = G_MAXUINT64;

  for (guint i = 0; i < 20; i++)
    least = MIN (least, haar_detect (gpu, cascade, params, image, NULL, NULL)
                            ->stage_ns[HAAR_STAGE_GREY]);
  return (gdouble) least / 1e6;
}

static void
add (const Bench *b, const gchar *format, gdouble factor, const gchar *pyramid,
    gdouble value)
{
  gchar *row = g_strdup_printf (format, factor);

  tables_add (b->tables, "pyramid", row, pyramid, value);
  g_free (row);
}

void
bench_pyramids (
    const Bench *b, HaarDetector *gpu, Cascade *cascade, const gchar *folder)
{
  static const gdouble factors[] = { 1.1, 1.2, 1.5 };
  GPtrArray *all = folder ? read_boxes (folder) : NULL;
  HaarParams params;

  haar_params_init (&params);
  params.kernel = HAAR_KERNEL_THESIS;
  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    for (guint j = 0; j < G_N_ELEMENTS (pyramids); j++) {
      Score score;

      params.scale_factor = factors[i];
      params.thesis.pyramid = j;
      add (b, "ms on the picture, %g", factors[i], pyramids[j],
          time_of (gpu, cascade, &params, b->image));
      if (!all)
        continue;
      score = score_of (gpu, cascade, &params, folder, all);
      add (b, "found, %g", factors[i], pyramids[j], score.found);
      add (b, "false, %g", factors[i], pyramids[j], score.false_ones);
      add (b, "faces, %g", factors[i], pyramids[j], score.faces);
    }
  if (all)
    g_ptr_array_unref (all);
}
