/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The few functions of the driver that the runtime has no name for: the stack
 * of current contexts that each thread has, and a word that a stream writes.
 * Nothing links the driver: the runtime finds them.
 */
#pragma once

#include <cuda.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  CUresult (*get_current) (CUcontext *context);
  CUresult (*set_current) (CUcontext context); /* NULL: none */
  CUresult (*push) (CUcontext context);
  CUresult (*pop) (CUcontext *context);

  /* NULL: the driver has none. It may also fail each time. */
  CUresult (*write_value) (
      CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned flags);
} VfCudaDriver;

/* For a process in which there is a driver. FALSE with a VF_ERROR_DEVICE: it
 * does not have all of those that must be there. */
gboolean vf_cuda_driver_load (GError **error);

/* After that. */
const VfCudaDriver *vf_cuda_driver (void);

G_END_DECLS
