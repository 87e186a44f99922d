/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstharriscorners-private.h"

#include "backendmessages.h"
#include "error.h"
#include "pinned.h"

GST_DEBUG_CATEGORY_EXTERN (harris_corners_debug);
#define GST_CAT_DEFAULT harris_corners_debug

#define MAP_FLAGS (GST_MAP_READ | GST_VIDEO_FRAME_MAP_FLAG_NO_REF)

/* Posts one WARNING while the rectangle lies outside the frames. */
static void
check_rectangle (GstHarrisCorners *self, const VfImage *image)
{
  VfRect rect = self->good.roi.rect;
  gboolean empty = self->good.roi.source == VF_ROI_SOURCE_RECTANGLE
                   && (rect.x >= image->width || rect.y >= image->height);

  if (empty && !self->region_empty)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The region (roi-x=%u, roi-y=%u) lies outside the frame of %u x %u "
         "pixels: no corners.",
            rect.x, rect.y, image->width, image->height),
        (NULL));
  self->region_empty = empty;
}

/* NULL: the whole frame. */
static const VfRegion *
frame_region (
    GstHarrisCorners *self, GstBuffer *buffer, VfRect picture, VfRegion *region)
{
  VfRect whole = { 0, 0, picture.width, picture.height };

  if (!vf_roi_collect (&self->good.roi, buffer, picture, self->rects)) {
    if (!self->mask.mask)
      return NULL;
    g_array_append_val (self->rects, whole);
  }
  *region = (VfRegion){ (const VfRect *) self->rects->data, self->rects->len,
    self->mask.mask };
  return region;
}

/* Maps a frame that lies in the memory of a GPU there, if the detector can read
 * it. FALSE: it must go by way of the host, or, with an error, cannot be read at
 * all. */
static gboolean
map_on_gpu (GstHarrisCorners *self, GstBuffer *buffer, GstVideoFrame *frame,
    GError **error)
{
  VfGpuFrames *gpu = &self->pad.gpu;
  VfContext *context = NULL;

  if (self->layout.in_place
      && harris_backend (self->detector) == VF_BACKEND_CUDA)
    context = vf_cuda_bridge_adopt (gpu->bridge, buffer, gpu->device);
  if (!context || !harris_move (self->detector, context, error)
      || harris_backend (self->detector) != VF_BACKEND_CUDA
      || !vf_cuda_frame_map (frame, &self->info, buffer, MAP_FLAGS))
    return FALSE;
  if (vf_frame_is_aligned (frame, &self->layout))
    return TRUE;
  gst_video_frame_unmap (frame);
  return FALSE;
}

/* FALSE, with an error unless it is the frame that cannot be read. */
static gboolean
map_frame (GstHarrisCorners *self, GstBuffer *buffer, GstVideoFrame *frame,
    VfMemory *memory, GError **error)
{
  GError *failure = NULL;

  *memory = VF_MEMORY_DEVICE;
  if (map_on_gpu (self, buffer, frame, &failure))
    return TRUE;
  if (failure) {
    g_propagate_error (error, failure);
    return FALSE;
  }
  *memory = vf_buffer_is_pinned (buffer) ? VF_MEMORY_PINNED : VF_MEMORY_HOST;
  return gst_video_frame_map (frame, &self->info, buffer, MAP_FLAGS);
}

/* NULL with a VF_ERROR, as harris_detect(). */
static const HarrisResult *
detect_in_frame (GstHarrisCorners *self, GstBuffer *buffer,
    const GstVideoFrame *frame, VfMemory memory, VfImage *image, GError **error)
{
  VfRect picture = vf_buffer_picture (buffer, &self->info);
  VfRegion region;

  if (!vf_frame_image (frame, &self->layout, picture, &self->unpacked, image)) {
    g_set_error (error, VF_ERROR, VF_ERROR_MEMORY,
        "no memory to unpack a frame of %u x %u %s pixels", image->width,
        image->height, GST_VIDEO_INFO_NAME (&self->info));
    return NULL;
  }
  image->memory = self->layout.in_place ? memory : VF_MEMORY_HOST;
  check_rectangle (self, image);
  return harris_detect (self->detector, &self->good.params, image,
      frame_region (self, buffer, picture, &region), error);
}

static void
post_failure (GstHarrisCorners *self, const GError *error)
{
  if (g_error_matches (error, VF_ERROR, VF_ERROR_MEMORY))
    GST_ELEMENT_ERROR (
        self, RESOURCE, NO_SPACE_LEFT, ("%s", error->message), (NULL));
  else
    GST_ELEMENT_ERROR (self, LIBRARY, FAILED, ("%s", error->message), (NULL));
}

/* NULL, with an error unless it is the frame that cannot be read. */
static const HarrisResult *
look_at (
    GstHarrisCorners *self, GstBuffer *buffer, VfImage *image, GError **error)
{
  const HarrisResult *result = NULL;
  GstVideoFrame frame;
  VfMemory memory;

  if (!map_frame (self, buffer, &frame, &memory, error))
    return NULL;
  if (vf_frame_is_whole (&frame))
    result = detect_in_frame (self, buffer, &frame, memory, image, error);
  gst_video_frame_unmap (&frame);
  return result;
}

/* NULL, and an element ERROR is posted. */
static const HarrisResult *
detect (GstHarrisCorners *self, GstBuffer *buffer, VfImage *image)
{
  GError *error = NULL;
  const HarrisResult *result = look_at (self, buffer, image, &error);

  /* The GPU has just been given up: once more, by way of the host. */
  if (g_error_matches (error, VF_ERROR, VF_ERROR_PLACE)) {
    g_clear_error (&error);
    result = look_at (self, buffer, image, &error);
    if (!result && !error)
      goto lost;
  }
  if (!result && error)
    goto failed;
  if (!result)
    goto not_read;
  if (result->fallback) {
    vf_post_gpu_lost (GST_ELEMENT (self), result->fallback);
    gst_harris_corners_set_active (self, harris_backend (self->detector));
  }
  return result;

  /* ERRORS */
lost:
  vf_post_frames_lost (GST_ELEMENT (self), harris_fallback (self->detector));
  return NULL;
not_read:
  GST_ELEMENT_ERROR (self, RESOURCE, READ,
      ("A buffer could not be read as a frame of %d x %d %s pixels.",
          self->info.width, self->info.height,
          GST_VIDEO_INFO_NAME (&self->info)),
      ("size %" G_GSIZE_FORMAT, gst_buffer_get_size (buffer)));
  return NULL;
failed:
  post_failure (self, error);
  g_error_free (error);
  return NULL;
}

static void
update_stats (GstHarrisCorners *self, const HarrisResult *result)
{
  GST_OBJECT_LOCK (self);
  self->stats.frames++;
  self->stats.last = *result;
  GST_OBJECT_UNLOCK (self);
}

const HarrisResult *
gst_harris_corners_analyse (
    GstHarrisCorners *self, GstBuffer *buffer, VfImage *image)
{
  const HarrisResult *result;

  harris_want_planes (self->detector,
      (self->good.draw & (HARRIS_DRAW_RESPONSE | HARRIS_DRAW_HISTOGRAM)) != 0);
  harris_set_threads (self->detector, self->good.n_threads);
  result = detect (self, buffer, image);
  if (!result)
    return NULL;
  update_stats (self, result);
  harris_publish (&self->publisher, GST_BASE_TRANSFORM (self), &self->good,
      buffer, image->width, image->height, result);
  GST_LOG_OBJECT (
      self, "%u corners, threshold %g", result->n_corners, result->threshold);
  return result;
}
