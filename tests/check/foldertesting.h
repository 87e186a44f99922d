/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A folder of a test's own.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For tcase_add_checked_fixture(): before and after each test. */
void test_folder_make (void);
void test_folder_remove (void);

/* Of a file in the folder; to be freed. */
gchar *test_folder_path (const gchar *name);

/* Writes it; its path, to be freed. size: -1: the bytes are a string. */
gchar *test_folder_write (const gchar *name, const gchar *bytes, gssize size);

G_END_DECLS
