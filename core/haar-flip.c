/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-flip.h"

#include "haar-objects.h"
#include "place.h"

#include <string.h>

VfImage
haar_flip_image (const VfImage *image)
{
  VfImage mirrored = *image;

  for (guint c = 0; c < image->channels; c++) {
    mirrored.data[c] += (gssize) (image->width - 1) * image->step[c];
    mirrored.step[c] = -image->step[c];
  }
  return mirrored;
}

static VfRect
flip_rect (VfRect rect, guint width)
{
  rect.x = width - rect.x - rect.width;
  return rect;
}

gboolean
haar_flip_region (HaarFlip *flip, const VfImage *image, const VfRegion *region,
    VfRegion *mirrored)
{
  gboolean missing = FALSE;
  VfRect *rects = vf_scratch_reserve (
      &flip->scratch[FLIP_RECTS], region->n_rects, sizeof *rects, &missing);

  if (missing)
    return FALSE;
  for (guint i = 0; i < region->n_rects; i++)
    rects[i] =
        flip_rect (vf_rect_clip (region->rects[i], image->width, image->height),
            image->width);
  *mirrored = (VfRegion){ .rects = rects, .n_rects = region->n_rects };
  return TRUE;
}

static HaarObject *
copy_objects (HaarFlip *flip, guint which, const HaarResult *result)
{
  gboolean missing = FALSE;
  HaarObject *copy = vf_scratch_reserve (
      &flip->scratch[which], result->n_objects, sizeof *copy, &missing);

  if (copy)
    memcpy (copy, result->objects, result->n_objects * sizeof *copy);
  return copy;
}

gboolean
haar_flip_keep (HaarFlip *flip, const HaarResult *upright)
{
  flip->n_objects = upright->n_objects;
  flip->objects = copy_objects (flip, FLIP_UPRIGHT, upright);
  return flip->objects || flip->n_objects == 0;
}

/* The objects that stay so far, and from which side each of them is. */
typedef struct {
  HaarObject *objects;
  guint8 *sides;
  guint n;
} Joined;

static gboolean
are_same (const HaarObject *a, const HaarObject *b)
{
  const VfPlace place_a = { a->rect.x, a->rect.y, a->rect.width,
    a->rect.height };
  const VfPlace place_b = { b->rect.x, b->rect.y, b->rect.width,
    b->rect.height };

  return a->region == b->region
         && vf_place_overlap (&place_a, &place_b) >= VF_PLACE_SAME;
}

static gboolean
is_there (const Joined *joined, const HaarObject *object, guint8 side)
{
  for (guint i = 0; i < joined->n; i++)
    if (joined->sides[i] != side && are_same (&joined->objects[i], object))
      return TRUE;
  return FALSE;
}

/* Both lists are in order; of equals that of the picture comes first. */
static void
join (Joined *joined, const HaarObject *const objects[2], const guint n[2],
    gboolean all)
{
  guint next[2] = { 0, 0 };

  while (next[0] < n[0] || next[1] < n[1]) {
    guint8 side =
        next[0] == n[0]
        || (next[1] < n[1]
            && haar_object_compare (&objects[1][next[1]], &objects[0][next[0]])
                   < 0);
    const HaarObject *object = &objects[side][next[side]++];

    if (!all && is_there (joined, object, side))
      continue;
    joined->sides[joined->n] = side;
    joined->objects[joined->n++] = *object;
  }
}

gboolean
haar_flip_join (
    HaarFlip *flip, const HaarParams *params, guint width, HaarResult *result)
{
  gboolean missing = FALSE;
  HaarObject *mirrored = copy_objects (flip, FLIP_MIRRORED, result);
  const guint n[2] = { flip->n_objects, result->n_objects };
  const HaarObject *const objects[2] = { flip->objects, mirrored };
  Joined joined = { 0 };

  joined.objects = vf_scratch_reserve (&flip->scratch[FLIP_JOINED],
      (gsize) n[0] + n[1], sizeof *joined.objects, &missing);
  joined.sides = vf_scratch_reserve (
      &flip->scratch[FLIP_SIDES], (gsize) n[0] + n[1], 1, &missing);
  if (missing || (n[1] > 0 && !mirrored))
    return FALSE;
  for (guint i = 0; i < n[1]; i++)
    mirrored[i].rect = flip_rect (mirrored[i].rect, width);
  haar_objects_sort (mirrored, n[1]);
  join (&joined, objects, n, params->min_neighbors == 0);
  result->objects = joined.objects;
  result->n_objects = joined.n;
  if (params->max_objects > 0)
    result->n_objects = MIN (joined.n, params->max_objects);
  return TRUE;
}

void
haar_flip_clear (HaarFlip *flip)
{
  vf_scratch_free_all (flip->scratch, FLIP_N_SCRATCH);
}

gsize
haar_flip_bytes (const HaarFlip *flip)
{
  return vf_scratch_bytes (flip->scratch, FLIP_N_SCRATCH);
}
