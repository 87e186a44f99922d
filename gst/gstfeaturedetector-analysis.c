/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gstfeaturedetector-private.h"

#include "backendmessages.h"
#include "error.h"
#include "frames.h"
#include "pinned.h"

#define MAP_FLAGS (GST_MAP_READ | GST_VIDEO_FRAME_MAP_FLAG_NO_REF)

/* Posts one WARNING while the rectangle lies outside the frames. */
static void
check_rectangle (GstFeatureDetector *self, const VfImage *image)
{
  VfRect rect = self->good->roi.rect;
  gboolean empty = self->good->roi.source == VF_ROI_SOURCE_RECTANGLE
                   && !self->good->roi.invert
                   && (rect.x >= image->width || rect.y >= image->height);

  if (empty && !self->region_empty)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The region (roi-x=%u, roi-y=%u) lies outside the frame of %u x %u "
         "pixels: no %s.",
            rect.x, rect.y, image->width, image->height,
            GST_FEATURE_DETECTOR_GET_CLASS (self)->what),
        (NULL));
  self->region_empty = empty;
}

static gboolean
find_rects (GstFeatureDetector *self, GstBuffer *buffer, VfRect picture)
{
  GstFeatureDetectorClass *klass = GST_FEATURE_DETECTOR_GET_CLASS (self);

  if (klass->find_region)
    return klass->find_region (self, buffer, picture, self->rects);
  return vf_roi_collect (&self->good->roi, buffer, picture, self->rects);
}

/* NULL: the whole frame. */
static const VfRegion *
frame_region (GstFeatureDetector *self, GstBuffer *buffer, VfRect picture,
    VfRegion *region)
{
  VfRect whole = { 0, 0, picture.width, picture.height };

  gboolean limited = find_rects (self, buffer, picture);

  if (!limited) {
    if (!self->mask)
      return NULL;
    g_array_append_val (self->rects, whole);
  }
  *region = (VfRegion){ (const VfRect *) self->rects->data, self->rects->len,
    self->mask, limited && self->good->roi.invert };
  return region;
}

/* Maps a frame that lies in the memory of a GPU there, if the detector can read
 * it. FALSE: it must go by way of the host, or, with an error, cannot be read at
 * all. */
static gboolean
map_on_gpu (GstFeatureDetector *self, GstBuffer *buffer, GstVideoFrame *frame,
    GError **error)
{
  VfGpuFrames *gpu = &self->pad.gpu;
  VfContext *context = NULL;

  if (self->layout.in_place && vf_buffer_fits (buffer, &self->info)
      && vf_detector_backend (self->detector) == VF_BACKEND_CUDA)
    context = vf_cuda_bridge_adopt (gpu->bridge, buffer, gpu->device);
  if (!context || !vf_detector_move (self->detector, context, error)
      || vf_detector_backend (self->detector) != VF_BACKEND_CUDA
      || !vf_cuda_frame_map (frame, &self->info, buffer, MAP_FLAGS))
    return FALSE;
  if (vf_frame_is_aligned (frame, &self->layout))
    return TRUE;
  gst_video_frame_unmap (frame);
  return FALSE;
}

/* FALSE, with an error unless it is the frame that cannot be read. */
static gboolean
map_frame (GstFeatureDetector *self, GstBuffer *buffer, GstVideoFrame *frame,
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
  return vf_frame_map (frame, &self->info, buffer, MAP_FLAGS);
}

/* What is known of one frame while it is looked at. */
typedef struct {
  GstBuffer *buffer;
  VfImage *image;
  const GError *fallback;
} Look;

/* FALSE with a VF_ERROR, as core's detect. */
static gboolean
detect_in_frame (GstFeatureDetector *self, Look *look,
    const GstVideoFrame *frame, VfMemory memory, GError **error)
{
  VfRect picture = vf_buffer_picture (look->buffer, &self->info);
  VfImage *image = look->image;
  VfRegion region;

  if (!vf_frame_image (frame, &self->layout, picture, &self->unpacked, image)) {
    g_set_error (error, VF_ERROR, VF_ERROR_MEMORY,
        "no memory to unpack a frame of %u x %u %s pixels", image->width,
        image->height, GST_VIDEO_INFO_NAME (&self->info));
    return FALSE;
  }
  image->memory = self->layout.in_place ? memory : VF_MEMORY_HOST;
  check_rectangle (self, image);
  return GST_FEATURE_DETECTOR_GET_CLASS (self)->detect (self, image,
      frame_region (self, look->buffer, picture, &region), &look->fallback,
      error);
}

static void
post_failure (GstFeatureDetector *self, const GError *error)
{
  if (g_error_matches (error, VF_ERROR, VF_ERROR_MEMORY))
    GST_ELEMENT_ERROR (
        self, RESOURCE, NO_SPACE_LEFT, ("%s", error->message), (NULL));
  else
    GST_ELEMENT_ERROR (self, LIBRARY, FAILED, ("%s", error->message), (NULL));
}

/* FALSE, with an error unless it is the frame that cannot be read. */
static gboolean
look_at (GstFeatureDetector *self, Look *look, GError **error)
{
  gboolean found = FALSE;
  GstVideoFrame frame;
  VfMemory memory;

  if (!map_frame (self, look->buffer, &frame, &memory, error))
    return FALSE;
  if (vf_frame_is_whole (&frame))
    found = detect_in_frame (self, look, &frame, memory, error);
  gst_video_frame_unmap (&frame);
  return found;
}

/* FALSE, and an element ERROR is posted. */
static gboolean
detect (GstFeatureDetector *self, Look *look)
{
  GError *error = NULL;
  gboolean found = look_at (self, look, &error);

  /* The GPU has just been given up: once more, by way of the host. */
  if (g_error_matches (error, VF_ERROR, VF_ERROR_PLACE)) {
    g_clear_error (&error);
    found = look_at (self, look, &error);
    if (!found && !error)
      goto lost;
  }
  if (!found && error)
    goto failed;
  if (!found)
    goto not_read;
  return TRUE;

  /* ERRORS */
lost:
  vf_post_frames_lost (
      GST_ELEMENT (self), vf_detector_fallback (self->detector));
  return FALSE;
not_read:
  GST_ELEMENT_ERROR (self, RESOURCE, READ,
      ("A buffer of %" G_GSIZE_FORMAT " bytes could not be read as a frame of "
       "%d x %d %s pixels, which takes %" G_GSIZE_FORMAT ".",
          gst_buffer_get_size (look->buffer), self->info.width,
          self->info.height, GST_VIDEO_INFO_NAME (&self->info),
          self->info.size),
      ("%s", gst_buffer_get_video_meta (look->buffer)
                 ? "its video meta says where the planes lie"
                 : "it has no video meta"));
  return FALSE;
failed:
  post_failure (self, error);
  g_error_free (error);
  return FALSE;
}

static void
update_stats (GstFeatureDetector *self)
{
  GST_OBJECT_LOCK (self);
  self->n_frames++;
  GST_FEATURE_DETECTOR_GET_CLASS (self)->count (self);
  GST_OBJECT_UNLOCK (self);
}

gboolean
gst_feature_detector_analyse (
    GstFeatureDetector *self, GstBuffer *buffer, VfImage *image)
{
  Look look = { buffer, image, NULL };

  vf_detector_set_threads (self->detector, self->good->n_threads);
  if (!detect (self, &look))
    return FALSE;
  if (look.fallback) {
    vf_post_gpu_lost (GST_ELEMENT (self), look.fallback);
    gst_feature_detector_set_active (
        self, vf_detector_backend (self->detector));
  }
  update_stats (self);
  gst_feature_detector_publish (self, buffer, image);
  return TRUE;
}
