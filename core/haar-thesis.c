/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-thesis.h"

#include "error.h"

#include <string.h>

static const gchar *const ways[HAAR_N_WAYS] = { "sequential", "hybrid",
  "parallel" };

static gboolean
parse_way (const gchar *text, HaarWay *way)
{
  for (guint i = 0; i < HAAR_N_WAYS; i++)
    if (strcmp (text, ways[i]) == 0) {
      *way = (HaarWay) i;
      return TRUE;
    }
  return FALSE;
}

/* SIZE:WAY; only the last size is *. */
static gboolean
parse_group (const gchar *text, gboolean last, HaarStageGroup *group)
{
  const gchar *colon = strchr (text, ':');
  guint64 n = 0;
  gchar *end = NULL;

  if (!colon || !parse_way (colon + 1, &group->way))
    return FALSE;
  if (last)
    end = (gchar *) (text[0] == '*' ? text + 1 : text);
  else
    n = g_ascii_strtoull (text, &end, 10);
  group->n_stages = (guint) MIN (n, G_MAXUINT);
  return end == colon && (last || (g_ascii_isdigit (text[0]) && n > 0));
}

gboolean
haar_stage_groups_parse (const gchar *text, HaarThesis *thesis, GError **error)
{
  gchar **parts = g_strsplit (text, ",", HAAR_MAX_STAGE_GROUPS + 1);
  guint n = g_strv_length (parts), parsed = 0;
  HaarStageGroup groups[HAAR_MAX_STAGE_GROUPS];

  while (n <= HAAR_MAX_STAGE_GROUPS && parsed < n
         && parse_group (parts[parsed], parsed + 1 == n, &groups[parsed]))
    parsed++;
  g_strfreev (parts);
  if (n == 0 || parsed < n) {
    g_set_error (error, VF_ERROR, VF_ERROR_PARAMETER,
        "stage-groups is \"%s\", but must be up to %u of SIZE:WAY with commas "
        "between them, like " HAAR_STAGE_GROUPS_DEFAULT
        "; the ways are sequential, "
        "hybrid, parallel; the last size is *",
        text, HAAR_MAX_STAGE_GROUPS);
    return FALSE;
  }
  thesis->n_groups = n;
  memcpy (thesis->groups, groups, n * sizeof *groups);
  return TRUE;
}
