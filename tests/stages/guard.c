/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Memory beside a page that cannot be touched: an access past the end, or
 * before the start, stops the test at once.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "testing.h"

#include <sys/mman.h>
#include <unistd.h>

Guarded
guarded_new (gsize size, GuardSide side)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize usable = (size + page - 1) / page * page;
  Guarded guarded = { .length = usable + page };
  guint8 *map = mmap (NULL, guarded.length, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  guint8 *wall = side == GUARD_AFTER ? map + usable : map;

  g_assert_true (map != MAP_FAILED);
  g_assert_cmpint (mprotect (wall, page, PROT_NONE), ==, 0);
  guarded.map = map;
  guarded.data = side == GUARD_AFTER ? wall - size : wall + page;
  return guarded;
}

void
guarded_clear (Guarded *guarded)
{
  if (guarded->map)
    munmap (guarded->map, guarded->length);
  *guarded = (Guarded){ 0 };
}
