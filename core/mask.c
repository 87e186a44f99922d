/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "mask.h"

#include "pnm.h"

VfMask *
vf_mask_new_of_size (guint width, guint height)
{
  guint8 *inside = g_try_malloc ((gsize) width * height);
  VfMask *mask;

  if (!inside)
    return NULL;
  mask = g_new (VfMask, 1);
  *mask = (VfMask){ width, height, inside };
  return mask;
}

VfMask *
vf_mask_new (const VfImage *image)
{
  VfMask *mask = vf_mask_new_of_size (image->width, image->height);
  guint8 *inside;

  if (!mask)
    return NULL;
  inside = mask->inside;
  for (guint y = 0; y < image->height; y++)
    for (guint x = 0; x < image->width; x++)
      *inside++ = vf_image_luma (image, x, y) > 0;
  return mask;
}

VfMask *
vf_mask_new_pnm (const guint8 *data, gsize size, GError **error)
{
  PnmPicture *picture = pnm_new (data, size, error);
  VfMask *mask = picture ? vf_mask_new (&picture->image) : NULL;

  if (picture && !mask)
    g_set_error (error, PNM_ERROR, PNM_ERROR_MEMORY,
        "no memory for %u x %u pixels", picture->image.width,
        picture->image.height);
  pnm_free (picture);
  return mask;
}

void
vf_mask_free (VfMask *mask)
{
  if (!mask)
    return;
  g_free (mask->inside);
  g_free (mask);
}

/* Steps from one column of the mask to the next, instead of a division for
 * each pixel. */
static void
apply_row (const guint8 *mask, guint mask_width, guint width, guint x0, guint n,
    guint8 *inside)
{
  guint at = x0 * mask_width / width, rest = x0 * mask_width % width;

  for (guint x = 0; x < n; x++) {
    inside[x] &= mask[at] != 0;
    for (rest += mask_width; rest >= width; rest -= width)
      at++;
  }
}

void
vf_mask_apply (const VfMask *mask, guint width, guint height, VfRect bounds,
    guint8 *inside)
{
  for (guint y = 0; y < bounds.height; y++) {
    guint row = (bounds.y + y) * mask->height / height;

    apply_row (mask->inside + (gsize) row * mask->width, mask->width, width,
        bounds.x, bounds.width, inside + (gsize) y * bounds.width);
  }
}
