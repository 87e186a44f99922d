/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cascade files that go too far, end too early, or have other bytes.
 */
#include "cascade-data.h"
#include "cascade-texts.h"
#include "error.h"
#include "testing.h"

#include <string.h>

/* A sum of squares that does not fit, and the largest that does. */
static void
large_window (void)
{
  gchar *wide =
      cascade_text_replaced (cascade_text_new, "<width>12", "<width>259");
  gchar *large = cascade_text_replaced (wide, "<height>10", "<height>260");
  gchar *fits = cascade_text_replaced (wide, "<height>10", "<height>259");
  Cascade *cascade = cascade_text_parse (fits, NULL);

  cascade_text_assert_refused (large,
      "faces.xml:3: the window of 259 x 260 pixels is too "
      "large: without its edge it may have 66051 pixels");
  g_assert_nonnull (cascade);
  cascade_unref (cascade);
  g_free (wide);
  g_free (large);
  g_free (fits);
}

static gchar *
repeated (const gchar *before, const gchar *what, guint n, const gchar *after)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, what);
  g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static void
limits (void)
{
  gchar *deep = repeated ("", "<a>", 10000, "");
  gchar *many = repeated ("<a>", "<b/>", 1 << 20, "</a>");
  gchar *large = repeated ("<a>", "12345678", 2 << 20, "</a>");

  cascade_text_assert_refused (deep,
      "faces.xml:1: more than 32 elements within each other: "
      "no cascade has so many");
  cascade_text_assert_refused (
      many, "faces.xml:1: more than 1048576 elements: no cascade has so many");
  cascade_text_assert_refused (
      large, "faces.xml:1: more than 16777216 bytes: no cascade has so many");
  g_free (deep);
  g_free (many);
  g_free (large);
}

/* One tree, stage or node more than there may be. */
static void
counts (void)
{
  const gchar *stage = strstr (cascade_text_new, "<_>\n<stageThreshold");
  gchar *one = g_strndup (stage, (gsize) (strstr (stage, "</stages>") - stage));
  gchar *stages = repeated ("", one, CASCADE_MAX_STAGES, one);
  gchar *text = cascade_text_replaced (cascade_text_new, one, stages);
  gchar *nodes = repeated ("", " 0 -1 0 0", CASCADE_MAX_TREE, " 0 -1 0 0");
  GError *error = NULL;

  g_assert_null (cascade_text_parse (text, &error));
  g_assert_true (g_str_has_suffix (error->message, ": more than 1024 stages"));
  g_clear_error (&error);
  g_free (text);
  text = cascade_text_replaced (
      cascade_text_new, "  1 0 0 2.5e-1 -1 -2 1 -.125", nodes);
  cascade_text_assert_refused (
      text, "faces.xml:13: a tree has 257 nodes, but must have 1 to 256");
  g_free (text);
  g_free (nodes);
  g_free (stages);
  g_free (one);
}

static void
many_nodes (void)
{
  static const gchar tree[] = "<_><internalNodes>0 -1 1 0.5</internalNodes>\n"
                              "<leafValues>3 4</leafValues></_>\n";
  gchar *trees = repeated ("", tree, CASCADE_MAX_NODES, "");
  gchar *text = cascade_text_replaced (cascade_text_new, tree, trees);
  GError *error = NULL;

  g_assert_null (cascade_text_parse (text, &error));
  g_assert_true (g_str_has_suffix (error->message, ": more than 65536 nodes"));
  g_clear_error (&error);
  g_free (trees);
  g_free (text);
}

/* A file that ends too early is refused, wherever that is. */
static void
truncated (void)
{
  for (guint format = 0; format < 2; format++) {
    const gchar *text = format ? cascade_text_new : cascade_text_old;
    gsize length = strlen (text);

    while (length > 0 && text[length - 1] == '\n')
      length--;
    for (gsize i = 0; i < length; i++) {
      GError *error = NULL;
      gchar *part = g_memdup2 (text, i + 1);

      g_assert_null (cascade_parse (part, i, "part", &error));
      g_assert_error (error, VF_ERROR, VF_ERROR_CASCADE);
      g_assert_true (g_str_has_prefix (error->message, "part:"));
      g_error_free (error);
      g_free (part);
    }
  }
}

/* Bytes that are changed: a cascade or an error. */
static void
mutated (void)
{
  static const gchar bytes[] = "0123456789-+.eE <>/_\"\n\0\xff";
  GRand *rand = test_rand_new ();
  guint n_read = 0;

  for (guint i = 0; i < 5000; i++) {
    const gchar *text = i % 2 ? cascade_text_new : cascade_text_old;
    gsize length = strlen (text);
    gchar *changed = g_memdup2 (text, length + 1);
    GError *error = NULL;
    Cascade *cascade;

    for (guint j = 0; j < 1 + i % 3; j++)
      changed[g_rand_int (rand) % length] =
          bytes[g_rand_int (rand) % (sizeof bytes - 1)];
    cascade = cascade_parse (changed, length, "mutant", &error);
    g_assert_true (!cascade == !!error);
    n_read += cascade != NULL;
    g_clear_error (&error);
    cascade_unref (cascade);
    g_free (changed);
  }
  g_assert_cmpuint (n_read, >, 0);
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  /* Messages of GLib are compared: in English. */
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  test_print_seed ();
  g_test_add_func ("/large-window", large_window);
  g_test_add_func ("/limits", limits);
  g_test_add_func ("/counts", counts);
  g_test_add_func ("/many-nodes", many_nodes);
  g_test_add_func ("/truncated", truncated);
  g_test_add_func ("/mutated", mutated);
  return g_test_run ();
}
