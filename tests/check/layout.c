/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which formats are read where they lie, and where their samples are said to
 * be.
 */
#include "testing.h"

#include "layout.h"

static VfLayout
layout_of (const gchar *name)
{
  VfLayout layout;

  vf_layout_init (
      &layout, gst_video_format_get_info (gst_video_format_from_string (name)));
  return layout;
}

/* Samples without an even step, some of them without bytes of their own. */
static gboolean
must_be_unpacked (const gchar *name)
{
  static const gchar *const names[] = { "IYU1", "GRAY10_LE32", "NV12_10LE32",
    "NV12_10LE40", "NV16_10LE32", "NV16_10LE40", "v210", "UYVP", NULL };

  return g_strv_contains (names, name);
}

GST_START_TEST (test_all_others_lie)
{
  const TestFormat *format = &test_formats[__i__];
  VfLayout layout = layout_of (format->name);

  fail_unless (layout.in_place != must_be_unpacked (format->name), "%s has %s",
      format->name, layout.in_place ? "words" : "no words");
  fail_unless_equals_int (layout.channels, format->rgb ? 3 : 1);
}
GST_END_TEST;

typedef struct {
  const gchar *name;
  guint word;
  gboolean big_endian;
  guint at[3], shift[3];
} Known;

/* As the texts on these formats have them. */
static const Known knowns[] = {
  { "GRAY8", 1, FALSE, { 0 }, { 0 } },
  { "UYVY", 1, FALSE, { 1 }, { 0 } },
  { "BGRx", 1, FALSE, { 2, 1, 0 }, { 0 } },
  { "GRAY16_LE", 2, FALSE, { 0 }, { 0 } },
  { "GRAY16_BE", 2, TRUE, { 0 }, { 0 } },
  { "P010_10LE", 2, FALSE, { 0 }, { 6 } },
  { "P010_10BE", 2, TRUE, { 0 }, { 6 } },
  { "P012_LE", 2, FALSE, { 0 }, { 4 } },
  { "I420_10LE", 2, FALSE, { 0 }, { 0 } },
  { "Y210", 2, FALSE, { 0 }, { 6 } },
  { "Y212_BE", 2, TRUE, { 0 }, { 4 } },
  { "v216", 2, FALSE, { 2 }, { 0 } },
  { "Y410", 4, FALSE, { 0 }, { 10 } },
  { "Y412_LE", 2, FALSE, { 2 }, { 4 } },
  { "r210", 4, TRUE, { 0, 0, 0 }, { 20, 10, 0 } },
  { "RGB10A2_LE", 4, FALSE, { 0, 0, 0 }, { 0, 10, 20 } },
  { "BGR10A2_LE", 4, FALSE, { 0, 0, 0 }, { 20, 10, 0 } },
  { "RGBA64_BE", 2, TRUE, { 0, 2, 4 }, { 0 } },
  { "BGRA64_LE", 2, FALSE, { 4, 2, 0 }, { 0 } },
  { "GBR_12BE", 2, TRUE, { 0, 0, 0 }, { 0 } },
};

GST_START_TEST (test_known_layouts)
{
  const Known *known = &knowns[__i__];
  VfLayout layout = layout_of (known->name);

  fail_unless_equals_int (layout.word, known->word);
  if (known->word > 1)
    fail_unless_equals_int (layout.big_endian, known->big_endian);
  for (guint c = 0; c < layout.channels; c++) {
    fail_unless_equals_int (layout.at[c], known->at[c]);
    fail_unless_equals_int (layout.shift[c], known->shift[c]);
  }
}
GST_END_TEST;

static Suite *
layout_suite (void)
{
  Suite *suite = suite_create ("layout");
  TCase *tests = tcase_create ("layout");

  suite_add_tcase (suite, tests);
  tcase_add_loop_test (tests, test_all_others_lie, 0, test_n_formats);
  tcase_add_loop_test (tests, test_known_layouts, 0, G_N_ELEMENTS (knowns));
  return suite;
}

TEST_MAIN (layout_suite)
