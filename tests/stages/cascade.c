/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cascade files that are right are read.
 */
#include "cascade-data.h"
#include "cascade-texts.h"
#include "cascades.h"
#include "error.h"
#include "testing.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <sys/stat.h>

static void
good_new (void)
{
  GError *error = NULL;
  Cascade *c = cascade_text_parse (cascade_text_new, &error);
  const CascadeRect *rect;

  g_assert_no_error (error);
  g_assert_cmpuint (cascade_width (c), ==, 12);
  g_assert_cmpuint (cascade_height (c), ==, 10);
  g_assert_cmpuint (cascade_n_stages (c), ==, 1);
  g_assert_cmpuint (cascade_n_features (c), ==, 2);
  g_assert_true (cascade_is_tilted (c));
  g_assert_cmpfloat (cascade_stage (c, 0)->threshold, ==, -0.15f);
  g_assert_cmpuint (cascade_stage (c, 0)->n_trees, ==, 2);
  g_assert_cmpint (cascade_node (c, 0)->child[0], ==, 1);
  g_assert_cmpint (cascade_node (c, 1)->child[1], ==, -2);
  g_assert_cmpfloat (cascade_node (c, 1)->threshold, ==, -0.125f);
  g_assert_cmpfloat (cascade_leaf (c, 2), ==, 1);
  g_assert_cmpuint (cascade_tree (c, 1)->first_leaf, ==, 3);
  rect = &cascade_feature (c, 0)->rects[1];
  g_assert_cmpuint (rect->x, ==, 3);
  g_assert_cmpuint (rect->y, ==, 2);
  g_assert_cmpuint (rect->width, ==, 2);
  g_assert_cmpuint (rect->height, ==, 4);
  g_assert_cmpint (rect->weight, ==, 3);
  cascade_unref (c);
}

/* The old format's tree is the first one of the new format's. */
static void
good_old (void)
{
  GError *error = NULL;
  Cascade *old = cascade_text_parse (cascade_text_old, &error);
  Cascade *new = cascade_text_parse (cascade_text_new, NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (cascade_width (old), ==, 12);
  g_assert_cmpuint (cascade_height (old), ==, 10);
  g_assert_cmpuint (cascade_n_stages (old), ==, 1);
  g_assert_cmpfloat (cascade_stage (old, 0)->threshold, ==, -0.15f);
  for (guint i = 0; i < 2; i++) {
    const CascadeNode *a = cascade_node (old, i), *b = cascade_node (new, i);

    g_assert_cmpfloat (a->threshold, ==, b->threshold);
    g_assert_cmpint (a->child[0], ==, b->child[0]);
    g_assert_cmpint (a->child[1], ==, b->child[1]);
    g_assert_cmpmem (cascade_feature (old, a->feature), sizeof (CascadeFeature),
        cascade_feature (new, b->feature), sizeof (CascadeFeature));
  }
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (cascade_leaf (old, i), ==, cascade_leaf (new, i));
  cascade_unref (old);
  cascade_unref (new);
}

static void
random_files (void)
{
  GRand *rand = test_rand_new ();

  for (guint i = 0; i < 200; i++) {
    CascadeShape shape = random_shape (rand);
    gchar *text = random_cascade (rand, &shape);
    GError *error = NULL;
    Cascade *cascade = cascade_text_parse (text, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (cascade_width (cascade), ==, shape.width);
    g_assert_cmpuint (cascade_n_stages (cascade), ==, shape.n_stages);
    cascade_unref (cascade);
    g_free (text);
  }
  g_rand_free (rand);
}

/* Where numbers have a comma, files have a point all the same. */
static void
locale (void)
{
  gchar *before = g_strdup (setlocale (LC_NUMERIC, NULL));

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") || setlocale (LC_NUMERIC, "de_DE"))
    good_new ();
  else
    g_test_skip ("there is no locale with a comma");
  setlocale (LC_NUMERIC, before);
  g_free (before);
}

static void
assert_unreadable (const gchar *path, const gchar *reason)
{
  GError *error = NULL;
  gchar *message = g_strdup_printf ("cannot read %s: %s", path, reason);

  g_assert_null (cascade_load (path, &error));
  g_assert_error (error, VF_ERROR, VF_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, message);
  g_free (message);
  g_error_free (error);
}

static void
files (void)
{
  gchar *folder = g_dir_make_tmp ("cascade-XXXXXX", NULL);
  gchar *path = g_build_filename (folder, "good.xml", NULL);
  gchar *pipe = g_build_filename (folder, "pipe", NULL);
  GError *error = NULL;
  Cascade *cascade;

  assert_unreadable ("/there/is/no/such/file.xml", g_strerror (ENOENT));
  assert_unreadable (folder, g_strerror (EISDIR));
  assert_unreadable ("/dev/zero", "it is no regular file");
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_unreadable (pipe, "it is no regular file");
  g_assert_true (g_file_set_contents (path, cascade_text_new, -1, NULL));
  cascade = cascade_load (path, &error);
  g_assert_no_error (error);
  g_assert_true (cascade_ref (cascade) == cascade);
  cascade_unref (cascade);
  g_assert_cmpuint (cascade_width (cascade), ==, 12);
  cascade_unref (cascade);
  cascade_unref (NULL);
  g_unlink (path);
  g_unlink (pipe);
  g_rmdir (folder);
  g_free (path);
  g_free (pipe);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/good/new", good_new);
  g_test_add_func ("/good/old", good_old);
  g_test_add_func ("/good/random", random_files);
  g_test_add_func ("/good/locale", locale);
  g_test_add_func ("/files", files);
  return g_test_run ();
}
