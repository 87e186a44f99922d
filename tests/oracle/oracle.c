/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "oracle.h"

#include <glib.h>

OracleResult
oracle_detect (const OracleParams *params, const OracleImage *image,
    const OracleRegion *region)
{
  OracleResult result = { 0 };
  bool *passing = g_new0 (bool, (size_t) image->width * image->height);

  oracle_response (params, image, &result);
  oracle_threshold (params, image, region, &result, passing);
  oracle_suppression (params, image, passing, &result);
  oracle_selection (params, image, &result);
  g_free (passing);
  return result;
}

void
oracle_clear (OracleResult *result)
{
  g_free (result->response);
  g_free (result->counts);
  g_free (result->maxima);
  g_free (result->corners);
}

/* The larger R first; of equal R the smaller y, then the smaller x. */
bool
oracle_comes_before (const OracleResult *result, int a, int b)
{
  if (result->response[a] != result->response[b])
    return result->response[a] > result->response[b];
  return a < b;
}
