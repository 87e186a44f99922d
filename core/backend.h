/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where a detector runs: the only place that chooses between CPU and CUDA.
 */
#pragma once

#include "context.h"

G_BEGIN_DECLS

typedef enum {
  VF_BACKEND_AUTO, /* CUDA where it works, else the CPU */
  VF_BACKEND_CPU,
  VF_BACKEND_CUDA,
  VF_N_BACKENDS,
} VfBackendKind;

/* "auto", "cpu", "cuda". */
const gchar *vf_backend_name (VfBackendKind kind);

/* The first device that works. */
#define VF_DEVICE_ANY (-1)

/* What the backends of every detector have in common. */
typedef struct {
  /* Opens it in a context that somebody has made already, or else, with NULL,
   * in the shared one of GPU `device`. NULL with a VF_ERROR when it cannot be
   * had: NO_DEVICE, DEVICE or MEMORY. The CPU's always can, and pays no
   * attention to either. */
  gpointer (*open) (gint device, VfContext *context, GError **error);

  void (*close) (gpointer self);

  VfContext *(*context) (gpointer self); /* borrowed; NULL: it has none */

  /* How many threads a detection may use, at least 1. NULL: it uses none. */
  void (*set_threads) (gpointer self, guint n_threads);
} VfBackend;

/* A backend that has been opened. */
typedef struct {
  VfBackendKind kind; /* CPU or CUDA */
  gpointer self;
} VfOpened;

/* Opens what `kind` says. self is NULL, and error is set, where VF_BACKEND_CUDA
 * cannot be had. With VF_BACKEND_AUTO `reason` is why it is not CUDA. */
VfOpened vf_backend_open (VfBackendKind kind, gint device, VfContext *context,
    const VfBackend *cpu, const VfBackend *cuda, GError **reason,
    GError **error);

G_END_DECLS
