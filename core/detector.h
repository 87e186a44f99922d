/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What every detector has, whatever it looks for: a backend that is open, and
 * what happens when it fails. Fronts begin with one.
 */
#pragma once

#include "backend.h"
#include "image.h"

G_BEGIN_DECLS

typedef struct {
  VfBackendKind wanted;
  VfOpened opened;
  const VfBackend *backends[VF_N_BACKENDS]; /* AUTO's is NULL */
  GError *fallback; /* why AUTO does not run on the GPU */
  gboolean told;    /* by a result, as far as it must be */
  guint n_threads;
} VfDetector;

/* As harris_new() and harris_new_in(). FALSE: there is nothing to clear. */
gboolean vf_detector_open (VfDetector *detector, VfBackendKind kind,
    gint device, VfContext *context, const VfBackend *cpu,
    const VfBackend *cuda, GError **error);
void vf_detector_clear (VfDetector *detector);

/* Moves a detector that runs on the GPU into another context; nothing where it
 * is there already. FALSE with a VF_ERROR (DEVICE, MEMORY) where that fails,
 * and VF_BACKEND_AUTO gives the GPU up. */
gboolean vf_detector_move (
    VfDetector *detector, VfContext *context, GError **error);

/* These as their namesakes in harris.h. */
VfBackendKind vf_detector_backend (const VfDetector *detector);
VfContext *vf_detector_context (const VfDetector *detector);
const GError *vf_detector_fallback (const VfDetector *detector);
#define VF_DETECTOR_MAX_THREADS 64
void vf_detector_set_threads (VfDetector *detector, guint n_threads);

/* FALSE with a VF_ERROR_SIZE: no detector takes it. */
gboolean vf_detector_check_size (const VfImage *image, GError **error);

/* Detects on the backend that is open. */
typedef gboolean (*VfDetect) (gpointer data, GError **error);

/* Calls it where the picture can be read, and again on the CPU where
 * VF_BACKEND_AUTO gives the GPU up. `fallback` is then why, else NULL. */
gboolean vf_detector_run (VfDetector *detector, const VfImage *image,
    VfDetect detect, gpointer data, const GError **fallback, GError **error);

G_END_DECLS
