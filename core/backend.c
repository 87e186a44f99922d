/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "backend.h"

const gchar *
vf_backend_name (VfBackendKind kind)
{
  static const gchar *const names[VF_N_BACKENDS] = {
    [VF_BACKEND_AUTO] = "auto",
    [VF_BACKEND_CPU] = "cpu",
    [VF_BACKEND_CUDA] = "cuda",
  };

  return names[kind];
}

VfOpened
vf_backend_open (VfBackendKind kind, gint device, VfContext *context,
    const VfBackend *cpu, const VfBackend *cuda, GError **reason,
    GError **error)
{
  VfOpened opened = { VF_BACKEND_CUDA, NULL };

  if (kind != VF_BACKEND_CPU)
    opened.self =
        cuda->open (device, context, kind == VF_BACKEND_AUTO ? reason : error);
  if (!opened.self && kind != VF_BACKEND_CUDA) {
    opened.kind = VF_BACKEND_CPU;
    opened.self = cpu->open (device, NULL, error);
  }
  return opened;
}
