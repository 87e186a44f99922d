/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "haar-objects.h"

gint
haar_object_compare (const HaarObject *a, const HaarObject *b)
{
  const guint ka[] = { a->rect.y, a->rect.x, a->rect.width, a->rect.height,
    a->region };
  const guint kb[] = { b->rect.y, b->rect.x, b->rect.width, b->rect.height,
    b->region };

  if (a->confidence != b->confidence)
    return a->confidence > b->confidence ? -1 : 1;
  for (guint i = 0; i < G_N_ELEMENTS (ka); i++)
    if (ka[i] != kb[i])
      return ka[i] < kb[i] ? -1 : 1;
  return 0;
}

static void
sift_down (HaarObject *objects, guint n, guint parent)
{
  HaarObject object = objects[parent];

  for (guint child = 2 * parent + 1; child < n; child = 2 * parent + 1) {
    if (child + 1 < n
        && haar_object_compare (&objects[child + 1], &objects[child]) > 0)
      child++;
    if (haar_object_compare (&objects[child], &object) <= 0)
      break;
    objects[parent] = objects[child];
    parent = child;
  }
  objects[parent] = object;
}

/* A heap sort: in place, where the C library's qsort may allocate. */
void
haar_objects_sort (HaarObject *objects, guint n)
{
  for (guint i = n / 2; i-- > 0;)
    sift_down (objects, n, i);
  for (; n > 1; n--) {
    HaarObject last = objects[0];

    objects[0] = objects[n - 1];
    objects[n - 1] = last;
    sift_down (objects, n - 1, 0);
  }
}
