/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * With glibc this program's own malloc stands before the library's, for GLib
 * too. AddressSanitizer has a malloc of its own, and hooks that count its
 * calls but cannot make them fail.
 */
#include "allocations.h"

#include <errno.h>
#include <stdlib.h>

static gint n_calls;
static gint until_failure;

guint
allocations_count (void)
{
  return (guint) g_atomic_int_get (&n_calls);
}

void
allocations_fail (guint nth)
{
  g_atomic_int_set (&until_failure, (gint) nth);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER
#elif __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define OTHER_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SANITIZER
#elif defined(__SANITIZE_THREAD__)
#define OTHER_SANITIZER
#endif

#if defined(ADDRESS_SANITIZER)

int __sanitizer_install_malloc_and_free_hooks (
    void (*malloc_hook) (const volatile void *, size_t),
    void (*free_hook) (const volatile void *));

static void
count_malloc (const volatile void *memory, size_t size)
{
  g_atomic_int_inc (&n_calls);
}

static void
ignore_free (const volatile void *memory)
{
}

gboolean
allocations_can_count (void)
{
  static gboolean installed;

  if (!installed)
    installed =
        __sanitizer_install_malloc_and_free_hooks (count_malloc, ignore_free)
        > 0;
  return installed;
}

gboolean
allocations_can_fail (void)
{
  return FALSE;
}

#elif defined(HAVE_LIBC_MALLOC) && !defined(OTHER_SANITIZER)

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *memory, size_t size);
void *__libc_memalign (size_t alignment, size_t size);

/* Counts a call; TRUE where it is the one that must fail. */
static gboolean
fails (void)
{
  g_atomic_int_inc (&n_calls);
  if (g_atomic_int_get (&until_failure) == 0
      || !g_atomic_int_dec_and_test (&until_failure))
    return FALSE;
  errno = ENOMEM;
  return TRUE;
}

void *
malloc (size_t size)
{
  return fails () ? NULL : __libc_malloc (size);
}

void *
calloc (size_t count, size_t size)
{
  return fails () ? NULL : __libc_calloc (count, size);
}

void *
realloc (void *memory, size_t size)
{
  return fails () ? NULL : __libc_realloc (memory, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return fails () ? NULL : __libc_memalign (alignment, size);
}

int
posix_memalign (void **memory, size_t alignment, size_t size)
{
  *memory = fails () ? NULL : __libc_memalign (alignment, size);
  return *memory ? 0 : ENOMEM;
}

gboolean
allocations_can_count (void)
{
  return TRUE;
}

gboolean
allocations_can_fail (void)
{
  return TRUE;
}

#else

gboolean
allocations_can_count (void)
{
  return FALSE;
}

gboolean
allocations_can_fail (void)
{
  return FALSE;
}

#endif
