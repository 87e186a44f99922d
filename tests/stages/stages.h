/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The program that tests and times the stages. Each file of it adds its tests
 * for one table of stages at a time, so that every variant meets them all.
 */
#pragma once

#include "testing.h"

G_BEGIN_DECLS

typedef struct {
  const gchar *name;
  const HarrisStages *(*stages) (void); /* NULL: not on this machine */
} Variant;

extern const Variant variants[];
extern const guint n_variants;

static inline void
assert_floats (const gfloat *actual, const gfloat *expected, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (actual[i], ==, expected[i]);
}

/* Rosin's mode with so many bins, and a row of n responses. */
HarrisWork *work_new_row (
    const HarrisStages *stages, guint bins, const gfloat *response, guint n);

/* "/<variant>/<name>" */
void add_stage_test (const Variant *variant, const gchar *name,
    void (*test) (const HarrisStages *stages));

void add_tensor_tests (const Variant *variant);
/* The same for a test that calls the rows, which not every variant has. */
void add_row_test (const Variant *variant, const gchar *name,
    void (*test) (const HarrisStages *stages));

void add_response_tests (const Variant *variant);
void add_threshold_tests (const Variant *variant);
void add_rosin_tests (const Variant *variant);
void add_suppression_tests (const Variant *variant);
void add_selection_tests (const Variant *variant);
void add_spacing_tests (const Variant *variant);
void add_row_comparisons (const Variant *variant);
void add_frame_comparisons (const Variant *variant);

/* `--bench` and what may follow it. */
int run_bench (int argc, char **argv);

G_END_DECLS
