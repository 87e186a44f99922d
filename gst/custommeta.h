/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What our custom metas have in common: adding and removing them, and how they
 * follow a picture that is scaled, cropped or turned.
 */
#pragma once

#include <gst/video/video.h>

#include <string.h>

G_BEGIN_DECLS

/* Where a transform moves what lies on a picture to. */
typedef struct {
  /* Coordinates of pixels, whose centres are at integers; FALSE: to nowhere. */
  gboolean (*point) (gconstpointer transform, gdouble *x, gdouble *y);
  gconstpointer transform;
  const GstVideoRectangle *picture; /* what lies outside is lost; NULL: nothing
                                       comes to lie outside */
} VfMove;

/* FALSE: the point is lost. */
gboolean vf_move_point (const VfMove *move, gdouble *x, gdouble *y);

/* (x, y) is the box's corner, not the centre of its first pixel. It stays
 * upright: the smallest around what it became, of which the part in the picture
 * is left. FALSE: none is. */
gboolean vf_move_box (const VfMove *move, gdouble *x, gdouble *y,
    gdouble *width, gdouble *height);

/* One kind of meta. */
typedef struct {
  const gchar *name;
  const gchar *content; /* in the plural, for the log */
  /* Adds to the target a meta with what is left of these fields; nothing, where
   * it cannot read them. */
  void (*move) (
      GstBuffer *target, const GstStructure *fields, const VfMove *move);
  gsize said; /* its one warning */
} VfMetaKind;

/* Before anything else with this kind; as often as one likes. */
void vf_meta_kind_register (VfMetaKind *kind);

/* A meta with a copy of the fields. The buffer must be writable. */
GstStructure *vf_custom_meta_add (
    GstBuffer *buffer, const gchar *name, const GstStructure *fields);

void vf_custom_meta_remove_all (GstBuffer *buffer, const gchar *name);

/* Little-endian, at any address. */
static inline void
vf_write_uint (guint8 *at, guint32 number)
{
  number = GUINT32_TO_LE (number);
  memcpy (at, &number, sizeof number);
}

static inline void
vf_write_float (guint8 *at, gfloat number)
{
  guint32 bits;

  memcpy (&bits, &number, sizeof bits);
  vf_write_uint (at, bits);
}

G_END_DECLS
