/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The errors that core reports. Each message says what to do.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  VF_ERROR_PARAMETER, /* a parameter is out of its range */
  VF_ERROR_SIZE,      /* the picture is empty or too large */
  VF_ERROR_MEMORY,    /* scratch memory could not be had */
  VF_ERROR_NO_DEVICE, /* CUDA is not built in, or there is no driver or no GPU
                       */
  VF_ERROR_DEVICE,    /* there is a GPU, but it cannot be used, or has failed */
  VF_ERROR_PLACE,     /* the picture lies where it cannot be read from */
  VF_ERROR_NOT_FOUND, /* a file cannot be read */
  VF_ERROR_CASCADE,   /* a file is no cascade that can be used */
} VfError;

#define VF_ERROR (vf_error_quark ())
GQuark vf_error_quark (void);

G_END_DECLS
