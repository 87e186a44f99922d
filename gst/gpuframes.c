/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "gpuframes.h"

#include "backend.h"
#include "backendmessages.h"
#include "canvas.h"
#include "coverframe.h"
#include "frames.h"
#include "pinned.h"

void
vf_gpu_frames_init (VfGpuFrames *gpu, GstElement *element)
{
  gpu->element = element;
  gpu->device = VF_DEVICE_ANY;
  gpu->bridge = vf_cuda_bridge_new (element);
}

static void
drop_painter (VfGpuFrames *gpu)
{
  g_clear_pointer (&gpu->painter, vf_gpu_painter_free);
  g_clear_pointer (&gpu->context, vf_context_unref);
}

void
vf_gpu_frames_clear (VfGpuFrames *gpu)
{
  drop_painter (gpu);
  if (gpu->bridge)
    vf_cuda_bridge_free (gpu->bridge);
  gpu->bridge = NULL;
}

void
vf_gpu_frames_start (VfGpuFrames *gpu, gint device)
{
  gpu->device = device;
  gpu->gave_up = FALSE;
}

void
vf_gpu_frames_stop (VfGpuFrames *gpu)
{
  drop_painter (gpu);
  vf_cuda_bridge_close (gpu->bridge);
}

static gboolean
has (const gchar *const *formats, const gchar *format)
{
  return g_strv_contains (formats, format)
         && gst_video_format_from_string (format) != GST_VIDEO_FORMAT_UNKNOWN;
}

GstCaps *
vf_gpu_template (const gchar *const *formats)
{
  const gchar *const *known = vf_cuda_formats ();
  GString *list = g_string_new (NULL);
  GstCaps *caps;
  gchar *text;

  for (; *known; known++)
    if (has (formats, *known))
      g_string_append_printf (list, "%s%s", list->len ? ", " : "", *known);
  text = g_strdup_printf ("video/x-raw(" VF_CUDA_FEATURE "), format = { %s }, "
                          "width = " GST_VIDEO_SIZE_RANGE
                          ", height = " GST_VIDEO_SIZE_RANGE
                          ", framerate = " GST_VIDEO_FPS_RANGE,
      list->str);
  caps = list->len ? gst_caps_from_string (text) : gst_caps_new_empty ();
  g_free (text);
  g_string_free (list, TRUE);
  return caps;
}

gboolean
vf_gpu_caps_are (const GstCaps *caps, guint i)
{
  return i < gst_caps_get_size (caps)
         && gst_caps_features_contains (
             gst_caps_get_features (caps, i), VF_CUDA_FEATURE);
}

GstCaps *
vf_gpu_caps_without (GstCaps *caps)
{
  GstCaps *copy = gst_caps_copy (caps);

  for (guint i = gst_caps_get_size (copy); i-- > 0;)
    if (vf_gpu_caps_are (copy, i))
      gst_caps_remove_structure (copy, i);
  return copy;
}

void
vf_gpu_query_without (GstQuery *query)
{
  GstCaps *caps, *rest;

  gst_query_parse_caps_result (query, &caps);
  if (!caps)
    return;
  rest = vf_gpu_caps_without (caps);
  gst_query_set_caps_result (query, rest);
  gst_caps_unref (rest);
}

GstCaps *
vf_gpu_caps_possible (GstCaps *caps)
{
  return vf_cuda_is_possible () ? gst_caps_ref (caps)
                                : vf_gpu_caps_without (caps);
}

gboolean
vf_gpu_query (VfGpuFrames *gpu, GstBaseTransform *trans, gpointer parent_class,
    GstPadDirection direction, GstQuery *query)
{
  if (vf_cuda_bridge_answer (gpu->bridge, query))
    return TRUE;
  if (!GST_BASE_TRANSFORM_CLASS (parent_class)->query (trans, direction, query))
    return FALSE;
  if (GST_QUERY_TYPE (query) == GST_QUERY_CAPS && !vf_cuda_is_possible ())
    vf_gpu_query_without (query);
  return TRUE;
}

gboolean
vf_gpu_propose_allocation (
    VfGpuFrames *gpu, GstQuery *query, VfContext *context)
{
  GstCaps *caps;
  gboolean need_pool;

  gst_query_parse_allocation (query, &caps, &need_pool);
  if (!caps)
    return FALSE;
  if (!vf_gpu_caps_are (caps, 0))
    return need_pool && context && vf_pinned_offer_pool (context, query, caps);
  /* Rows are padded there, as only the meta says. */
  if (!gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL))
    gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  return need_pool
         && vf_cuda_bridge_offer_pool (gpu->bridge, query, caps, gpu->device);
}

/* Makes a painter in that context. */
static gboolean
enter (VfGpuFrames *gpu, VfContext *context, GError **error)
{
  if (gpu->painter && gpu->context == context)
    return TRUE;
  drop_painter (gpu);
  gpu->painter = vf_gpu_painter_new (context, error);
  if (gpu->painter)
    gpu->context = vf_context_ref (context);
  return gpu->painter != NULL;
}

/* What is done to a frame in the GPU's memory. */
typedef struct {
  const VfOverlay *overlay; /* laid over this part of it; or */
  VfRect picture;
  const GArray *covers; /* VfCovers */
  const VfLayout *layout;
} Task;

static gboolean
blend (VfGpuFrames *gpu, const GstVideoFrame *frame, const Task *task,
    GError **error)
{
  VfCanvas canvas = vf_frame_canvas (frame);
  VfPatches *patches =
      vf_overlay_patches (task->overlay, (gint) task->picture.x,
          (gint) task->picture.y, canvas.width, canvas.height);
  gboolean drawn =
      !patches || vf_gpu_blend (gpu->painter, &canvas, patches, error);

  vf_patches_free (patches);
  return drawn;
}

static gboolean
cover (VfGpuFrames *gpu, const GstVideoFrame *frame, const Task *task,
    GError **error)
{
  VfCoverFrame mapped = vf_cover_frame_mapped (task->layout, frame);

  return vf_gpu_cover (gpu->painter, &mapped,
      (const VfCover *) task->covers->data, task->covers->len, error);
}

static gboolean
draw (VfGpuFrames *gpu, VfContext *context, const GstVideoFrame *frame,
    const Task *task)
{
  GError *error = NULL;
  gboolean drawn = enter (gpu, context, &error)
                   && (task->covers ? cover (gpu, frame, task, &error)
                                    : blend (gpu, frame, task, &error));

  if (!drawn) {
    drop_painter (gpu);
    gpu->gave_up = TRUE;
    vf_post_drawn_on_cpu (gpu->element, error);
    g_error_free (error);
  }
  return drawn;
}

static VfDrawing
do_task (VfGpuFrames *gpu, GstBuffer *buffer, const GstVideoInfo *info,
    const Task *task)
{
  VfContext *context = NULL;
  GstVideoFrame frame;
  VfDrawing drawing;

  if (gpu->bridge && !gpu->gave_up && vf_buffer_fits (buffer, info))
    context = vf_cuda_bridge_adopt (gpu->bridge, buffer, gpu->device);
  if (!context)
    return VF_NOT_DRAWN_HERE;
  vf_cuda_bridge_own (gpu->bridge, buffer);
  if (!vf_cuda_frame_map (&frame, info, buffer, GST_MAP_READWRITE))
    return VF_NOT_DRAWN_HERE;
  if (!vf_frame_is_whole (&frame))
    drawing = VF_CANNOT_DRAW;
  else if (draw (gpu, context, &frame, task))
    drawing = VF_DRAWN;
  else
    drawing = VF_NOT_DRAWN_HERE;
  gst_video_frame_unmap (&frame);
  return drawing;
}

VfDrawing
vf_gpu_draw (VfGpuFrames *gpu, GstBuffer *buffer, const GstVideoInfo *info,
    const VfOverlay *overlay, VfRect picture)
{
  Task task = { .overlay = overlay, .picture = picture };

  if (!vf_canvas_has_format (GST_VIDEO_INFO_FORMAT (info)))
    return VF_NOT_DRAWN_HERE;
  return do_task (gpu, buffer, info, &task);
}

VfDrawing
vf_gpu_cover_frame (VfGpuFrames *gpu, GstBuffer *buffer,
    const GstVideoInfo *info, const VfLayout *layout, const GArray *covers)
{
  Task task = { .covers = covers, .layout = layout };

  if (!layout->in_place)
    return VF_NOT_DRAWN_HERE;
  return do_task (gpu, buffer, info, &task);
}
