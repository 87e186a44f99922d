/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The front of the detector: checks once, and hands on to a backend.
 */
#include "harris.h"

#include "backend.h"
#include "error.h"

struct _HarrisDetector {
  const HarrisBackend *backend;
  gpointer self; /* the backend's */
  HarrisResult result;
};

HarrisDetector *
harris_new (void)
{
  HarrisDetector *detector = g_new0 (HarrisDetector, 1);

  detector->backend = &harris_backend_cpu;
  detector->self = detector->backend->open (NULL);
  return detector;
}

void
harris_free (HarrisDetector *detector)
{
  if (!detector)
    return;
  detector->backend->close (detector->self);
  g_free (detector);
}

static gboolean
check_size (const VfImage *image, GError **error)
{
  if (image->width - 1 < VF_IMAGE_MAX_SIDE
      && image->height - 1 < VF_IMAGE_MAX_SIDE)
    return TRUE;
  g_set_error (error, VF_ERROR, VF_ERROR_SIZE,
      "a picture of %u x %u pixels: width and height must be from 1 to %u; "
      "scale or cut it before",
      image->width, image->height, VF_IMAGE_MAX_SIDE);
  return FALSE;
}

const HarrisResult *
harris_detect (HarrisDetector *detector, const HarrisParams *params,
    const VfImage *image, const VfRect *region, GError **error)
{
  VfRect all = { 0, 0, image->width, image->height };
  VfRect inside =
      vf_rect_clip (region ? *region : all, image->width, image->height);

  if (!harris_params_check (params, NULL, error) || !check_size (image, error)
      || !detector->backend->detect (
          detector->self, params, image, inside, &detector->result, error))
    return NULL;
  return &detector->result;
}
