/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "detector.h"

#include "error.h"

static const VfBackend *
backend_of (const VfDetector *detector)
{
  return detector->backends[detector->opened.kind];
}

static VfOpened
open_backend (const VfDetector *detector, VfBackendKind kind, gint device,
    VfContext *context, GError **reason, GError **error)
{
  return vf_backend_open (kind, device, context,
      detector->backends[VF_BACKEND_CPU], detector->backends[VF_BACKEND_CUDA],
      reason, error);
}

static void
pass_threads (VfDetector *detector)
{
  guint n = detector->n_threads;

  if (backend_of (detector)->set_threads)
    backend_of (detector)->set_threads (
        detector->opened.self, n > 0 ? n : g_get_num_processors ());
}

gboolean
vf_detector_open (VfDetector *detector, VfBackendKind kind, gint device,
    VfContext *context, const VfBackend *cpu, const VfBackend *cuda,
    GError **error)
{
  *detector = (VfDetector){ .wanted = kind,
    .backends = { [VF_BACKEND_CPU] = cpu, [VF_BACKEND_CUDA] = cuda },
    .told = TRUE };
  detector->opened = open_backend (
      detector, kind, device, context, &detector->fallback, error);
  if (!detector->opened.self) {
    g_clear_error (&detector->fallback);
    return FALSE;
  }
  pass_threads (detector);
  return TRUE;
}

static void
close_backend (VfDetector *detector)
{
  backend_of (detector)->close (detector->opened.self);
}

void
vf_detector_clear (VfDetector *detector)
{
  close_backend (detector);
  g_clear_error (&detector->fallback);
}

VfBackendKind
vf_detector_backend (const VfDetector *detector)
{
  return detector->opened.kind;
}

VfContext *
vf_detector_context (const VfDetector *detector)
{
  const VfBackend *backend = backend_of (detector);

  return backend->context ? backend->context (detector->opened.self) : NULL;
}

const GError *
vf_detector_fallback (const VfDetector *detector)
{
  return detector->fallback;
}

void
vf_detector_set_threads (VfDetector *detector, guint n_threads)
{
  detector->n_threads = n_threads;
  pass_threads (detector);
}

/* Gives the GPU up; the error is why. */
static gboolean
fall_back (VfDetector *detector, GError *reason, GError **error)
{
  if (detector->wanted != VF_BACKEND_AUTO
      || detector->opened.kind != VF_BACKEND_CUDA) {
    g_propagate_error (error, reason);
    return FALSE;
  }
  close_backend (detector);
  detector->opened =
      open_backend (detector, VF_BACKEND_CPU, VF_DEVICE_ANY, NULL, NULL, error);
  pass_threads (detector);
  detector->fallback = reason;
  detector->told = FALSE;
  return TRUE;
}

gboolean
vf_detector_move (VfDetector *detector, VfContext *context, GError **error)
{
  VfOpened moved;
  GError *reason = NULL;

  if (detector->opened.kind != VF_BACKEND_CUDA
      || vf_detector_context (detector) == context)
    return TRUE;
  moved = open_backend (
      detector, VF_BACKEND_CUDA, VF_DEVICE_ANY, context, NULL, &reason);
  if (!moved.self)
    return fall_back (detector, reason, error);
  close_backend (detector);
  detector->opened = moved;
  return TRUE;
}

gboolean
vf_detector_check_size (const VfImage *image, GError **error)
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

/* Whether the picture lies where the backend can read it. */
static gboolean
check_place (const VfDetector *detector, const VfImage *image, GError **error)
{
  if (image->memory != VF_MEMORY_DEVICE
      || detector->opened.kind == VF_BACKEND_CUDA)
    return TRUE;
  g_set_error_literal (error, VF_ERROR, VF_ERROR_PLACE,
      "the CPU cannot read a picture in the GPU's memory: copy it to the "
      "host's");
  return FALSE;
}

gboolean
vf_detector_run (VfDetector *detector, const VfImage *image, VfDetect detect,
    gpointer data, const GError **fallback, GError **error)
{
  GError *failure = NULL;

  if (!(check_place (detector, image, &failure) && detect (data, &failure))
      && !(fall_back (detector, failure, error)
           && check_place (detector, image, error) && detect (data, error)))
    return FALSE;
  *fallback = detector->told ? NULL : detector->fallback;
  detector->told = TRUE;
  return TRUE;
}
