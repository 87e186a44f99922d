/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#define _DEFAULT_SOURCE /* madvise */

#include "scratch.h"

#include <stdlib.h>
#include <sys/mman.h>

#define LINE      64
#define HUGE_PAGE (2 << 20)

static gsize
round_up (gsize size, gsize to)
{
  return (size + to - 1) / to * to;
}

/* Large blocks that are read here and there want large pages. */
static gpointer
allocate (gsize size)
{
  gsize alignment = size >= HUGE_PAGE ? HUGE_PAGE : LINE;
  gpointer data = aligned_alloc (alignment, round_up (size, alignment));

#ifdef MADV_HUGEPAGE
  if (data && alignment == HUGE_PAGE)
    madvise (data, round_up (size, alignment), MADV_HUGEPAGE);
#endif
  return data;
}

gpointer
vf_scratch_reserve (
    VfScratch *scratch, gsize count, gsize item, gboolean *missing)
{
  gsize size = count * item;

  if (size > scratch->size) {
    free (scratch->data);
    scratch->data = allocate (size);
    scratch->size = scratch->data ? size : 0;
    *missing |= !scratch->data;
  }
  return count > 0 ? scratch->data : NULL;
}

void
vf_scratch_free (VfScratch *scratch)
{
  free (scratch->data);
  *scratch = (VfScratch){ 0 };
}

void
vf_scratch_free_all (VfScratch *scratch, guint n)
{
  for (guint i = 0; i < n; i++)
    vf_scratch_free (&scratch[i]);
}

gsize
vf_scratch_bytes (const VfScratch *scratch, guint n)
{
  gsize bytes = 0;

  for (guint i = 0; i < n; i++)
    bytes += scratch[i].size;
  return bytes;
}
