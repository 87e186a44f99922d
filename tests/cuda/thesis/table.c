/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "table.h"

#include <math.h>

typedef struct {
  gchar *name;
  GPtrArray *rows, *columns; /* names */
  GHashTable *values;        /* of "row\ncolumn" */
} Table;

struct _Tables {
  GPtrArray *tables;
};

static void
table_free (gpointer data)
{
  Table *table = data;

  g_free (table->name);
  g_ptr_array_unref (table->rows);
  g_ptr_array_unref (table->columns);
  g_hash_table_unref (table->values);
  g_free (table);
}

static Table *
table_new (const gchar *name)
{
  Table *table = g_new0 (Table, 1);

  table->name = g_strdup (name);
  table->rows = g_ptr_array_new_with_free_func (g_free);
  table->columns = g_ptr_array_new_with_free_func (g_free);
  table->values =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return table;
}

Tables *
tables_new (void)
{
  Tables *tables = g_new0 (Tables, 1);

  tables->tables = g_ptr_array_new_with_free_func (table_free);
  return tables;
}

void
tables_free (Tables *tables)
{
  g_ptr_array_unref (tables->tables);
  g_free (tables);
}

static Table *
find (const Tables *tables, const gchar *name)
{
  for (guint i = 0; i < tables->tables->len; i++) {
    Table *table = g_ptr_array_index (tables->tables, i);

    if (g_str_equal (table->name, name))
      return table;
  }
  return NULL;
}

static void
add_name (GPtrArray *names, const gchar *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (name));
}

static gchar *
key_of (const gchar *row, const gchar *column)
{
  return g_strconcat (row, "\n", column, NULL);
}

void
tables_add (Tables *tables, const gchar *name, const gchar *row,
    const gchar *column, gdouble value)
{
  Table *table = find (tables, name);

  if (!table) {
    table = table_new (name);
    g_ptr_array_add (tables->tables, table);
  }
  add_name (table->rows, row);
  add_name (table->columns, column);
  g_hash_table_insert (
      table->values, key_of (row, column), g_memdup2 (&value, sizeof value));
}

/* NAN: there is none. */
static gdouble
value_of (const Table *table, guint row, guint column)
{
  gchar *key = key_of (g_ptr_array_index (table->rows, row),
      g_ptr_array_index (table->columns, column));
  const gdouble *value = g_hash_table_lookup (table->values, key);

  g_free (key);
  return value ? *value : NAN;
}

static void
print (const Table *table)
{
  g_print ("\n%s\n\n| |", table->name);
  for (guint c = 0; c < table->columns->len; c++)
    g_print (" %s |", (gchar *) g_ptr_array_index (table->columns, c));
  g_print ("\n|---|");
  for (guint c = 0; c < table->columns->len; c++)
    g_print ("---:|");
  g_print ("\n");
  for (guint r = 0; r < table->rows->len; r++) {
    g_print ("| %s |", (gchar *) g_ptr_array_index (table->rows, r));
    for (guint c = 0; c < table->columns->len; c++) {
      gdouble value = value_of (table, r, c);

      if (isnan (value))
        g_print (" |");
      else
        g_print (" %.4g |", value);
    }
    g_print ("\n");
  }
}

void
tables_print (const Tables *tables)
{
  for (guint i = 0; i < tables->tables->len; i++)
    print (g_ptr_array_index (tables->tables, i));
}

/* Names have nothing in them that JSON would escape. */
static void
append_names (GString *json, const GPtrArray *names)
{
  g_string_append_c (json, '[');
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (json, "%s\"%s\"", i ? ", " : "",
        (const gchar *) g_ptr_array_index (names, i));
  g_string_append_c (json, ']');
}

static void
append_column (GString *json, const Table *table, guint column)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (json, "      \"%s\": [",
      (const gchar *) g_ptr_array_index (table->columns, column));
  for (guint r = 0; r < table->rows->len; r++) {
    gdouble value = value_of (table, r, column);

    g_string_append_printf (json, "%s%s", r ? ", " : "",
        isnan (value) ? "null"
                      : g_ascii_formatd (text, sizeof text, "%.9g", value));
  }
  g_string_append_c (json, ']');
}

gchar *
tables_to_json (const Tables *tables)
{
  GString *json = g_string_new ("{");

  for (guint i = 0; i < tables->tables->len; i++) {
    const Table *table = g_ptr_array_index (tables->tables, i);

    g_string_append_printf (
        json, "%s\n  \"%s\": {\n    \"rows\": ", i ? "," : "", table->name);
    append_names (json, table->rows);
    g_string_append (json, ",\n    \"columns\": {\n");
    for (guint c = 0; c < table->columns->len; c++) {
      append_column (json, table, c);
      g_string_append (json, c + 1 < table->columns->len ? ",\n" : "\n");
    }
    g_string_append (json, "    }\n  }");
  }
  g_string_append (json, "\n}\n");
  return g_string_free (json, FALSE);
}
