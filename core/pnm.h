/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A reader of binary PGM and PPM files, of one byte or two a sample.
 */
#pragma once

#include "image.h"

G_BEGIN_DECLS

typedef enum {
  PNM_ERROR_FORMAT,    /* no binary PGM or PPM */
  PNM_ERROR_SIZE,      /* a side is 0 or above VF_IMAGE_MAX_SIDE */
  PNM_ERROR_TRUNCATED, /* the file ends before its last pixel */
  PNM_ERROR_MEMORY,    /* there is none for so many pixels */
} PnmError;

#define PNM_ERROR (pnm_error_quark ())
GQuark pnm_error_quark (void);

typedef struct {
  VfImage image;   /* of 1 or 3 channels; lies in samples */
  guint8 *samples; /* owned */
} PnmPicture;

/* The first picture in these bytes, which need not outlive the call. NULL with
 * a PNM_ERROR where there is none; any bytes at all are safe. */
PnmPicture *pnm_new (const guint8 *data, gsize size, GError **error);

/* As above, from a file; NULL with a G_FILE_ERROR too. */
PnmPicture *pnm_load (const gchar *path, GError **error);

void pnm_free (PnmPicture *picture); /* takes NULL */

G_END_DECLS
