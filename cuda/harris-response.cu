/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From samples to the response: gradient, tensor, window, measure. Here, which
 * kernel does it.
 */
#include "response.cuh"

static ResponseArgs
response_args (const HarrisWork *w, guint pitch, HarrisCudaControl *control,
    guint64 *began)
{
  ResponseArgs a = {};

  a.image = w->image;
  a.region = w->region;
  a.gradient = w->gradient;
  for (guint i = 0; i <= w->radius; i++)
    a.taps[i] = w->taps[i];
  a.k = (gfloat) w->params.k;
  a.measure = w->params.measure;
  a.channels = w->channels;
  a.radius = w->radius;
  a.everywhere = !w->region.inside && w->region.bounds.width == w->image.width
                 && w->region.bounds.height == w->image.height;
  a.response = w->response;
  a.pitch = pitch;
  a.control = control;
  a.began = began;
  return a;
}

static void
launch_response (
    HarrisWork *w, guint pitch, HarrisCudaControl *control, guint64 *began)
{
  ResponseArgs a = response_args (w, pitch, control, began);
  bool box = w->params.window_type == HARRIS_WINDOW_BOX;

  if (!(box ? launch_box (w, a) : launch_wide_tiles (w, a)))
    launch_strips (w, a);
}

extern "C" void
harris_cuda_response (HarrisWork *w)
{
  launch_response (w, w->image.width, NULL, NULL);
}

extern "C" void
harris_cuda_response_for_frame (HarrisWork *w)
{
  launch_response (
      w, harris_cuda_frame_pitch (w), NULL, harris_cuda_frame_began (w));
}

extern "C" void
harris_cuda_response_and_range (HarrisWork *w)
{
  launch_response (
      w, w->image.width, ((HarrisCuda *) w->backend)->control, NULL);
}
