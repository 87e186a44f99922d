/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Stands for NVIDIA's driver library, as far as CUDA's runtime asks before it
 * gives up. FAKE_LIBCUDA says why it does: old-driver or no-device.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SUCCESS   0
#define NO_DEVICE 100
#define NOT_FOUND 500

int cuDriverGetVersion (int *version);
int cuInit (unsigned flags);
int cuGetExportTable (const void **table, const void *uuid);
int cuGetProcAddress (
    const char *name, void **function, int version, uint64_t flags);
int cuGetProcAddress_v2 (
    const char *name, void **function, int version, uint64_t flags, int *found);

static int
is (const char *trouble)
{
  const char *value = getenv ("FAKE_LIBCUDA");

  return value && strcmp (value, trouble) == 0;
}

int
cuDriverGetVersion (int *version)
{
  *version = is ("old-driver") ? 10010 : 99000;
  return SUCCESS;
}

int
cuInit (unsigned flags)
{
  return is ("no-device") ? NO_DEVICE : NOT_FOUND;
}

int
cuGetExportTable (const void **table, const void *uuid)
{
  return NOT_FOUND;
}

static int
not_there (void)
{
  return NOT_FOUND;
}

int
cuGetProcAddress_v2 (
    const char *name, void **function, int version, uint64_t flags, int *found)
{
  static const struct {
    const char *name;
    void *function;
  } functions[] = { { "cuDriverGetVersion", (void *) cuDriverGetVersion },
    { "cuInit", (void *) cuInit },
    { "cuGetExportTable", (void *) cuGetExportTable },
    { "cuGetProcAddress", (void *) cuGetProcAddress_v2 } };

  *function = (void *) not_there;
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp (functions[i].name, name) == 0)
      *function = functions[i].function;
  if (found)
    *found = 0;
  return SUCCESS;
}

int
cuGetProcAddress (
    const char *name, void **function, int version, uint64_t flags)
{
  return cuGetProcAddress_v2 (name, function, version, flags, NULL);
}
