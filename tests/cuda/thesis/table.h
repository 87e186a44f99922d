/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What was measured: tables of values, as text and as JSON.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _Tables Tables;

Tables *tables_new (void);
void tables_free (Tables *tables);

/* Into the table of that name, which begins with its first value: rows and
 * columns come in the order in which they are first named. */
void tables_add (Tables *tables, const gchar *table, const gchar *row,
    const gchar *column, gdouble value);

void tables_print (const Tables *tables);

/* {"TABLE": {"rows": [...], "columns": {"COLUMN": [value or null, ...]}}} */
gchar *tables_to_json (const Tables *tables);

G_END_DECLS
