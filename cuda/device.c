/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "device.h"

#include "backend.h"
#include "check.h"
#include "error.h"

#define USE_CPU "or use the CPU (backend=cpu)"

/* The compute capabilities that this build has code for, as 10 major + minor.
 * Code for one also runs on later ones of the same major number; the newest is
 * there as PTX too, which runs on everything later. */
static const gint architectures[] = { VF_CUDA_ARCHITECTURES };

/* 13020 is 13.2. */
#define VERSION_FORMAT        "%d.%d"
#define VERSION_ARGS(version) (version) / 1000, (version) % 1000 / 10

static void
set_driver_error (GError **error)
{
  gint version = 0;

  if (cudaDriverGetVersion (&version) != cudaSuccess || version == 0)
    g_set_error (error, VF_ERROR, VF_ERROR_NO_DEVICE,
        "there is no NVIDIA driver (libcuda.so.1): install one, " USE_CPU);
  else
    g_set_error (error, VF_ERROR, VF_ERROR_DEVICE,
        "the NVIDIA driver is too old: it is for CUDA " VERSION_FORMAT
        ", and CUDA " VERSION_FORMAT " is needed: update it, " USE_CPU,
        VERSION_ARGS (version), VERSION_ARGS (CUDART_VERSION));
}

static gint
count_devices (GError **error)
{
  gint count = 0;
  cudaError_t result =
      vf_cuda_fails () ? cudaErrorUnknown : cudaGetDeviceCount (&count);

  if (result == cudaErrorInsufficientDriver) {
    set_driver_error (error);
  } else if (result == cudaErrorNoDevice
             || (result == cudaSuccess && count == 0)) {
    g_set_error (error, VF_ERROR, VF_ERROR_NO_DEVICE,
        "the NVIDIA driver finds no GPU: check nvidia-smi and "
        "CUDA_VISIBLE_DEVICES, " USE_CPU);
    count = 0;
  } else if (!vf_cuda_check (result, "cudaGetDeviceCount", error)) {
    count = 0;
  }
  (void) cudaGetLastError ();
  return count;
}

static gboolean
has_code_for (gint major, gint minor)
{
  gint capability = 10 * major + minor, newest = 0;

  for (guint i = 0; i < G_N_ELEMENTS (architectures); i++) {
    if (architectures[i] / 10 == major && architectures[i] <= capability)
      return TRUE;
    newest = MAX (newest, architectures[i]);
  }
  return capability >= newest;
}

static gboolean
check_device (gint device, GError **error)
{
  gint major, minor;

  if (!VF_CUDA_TRY (cudaDeviceGetAttribute (
                        &major, cudaDevAttrComputeCapabilityMajor, device),
          error)
      || !VF_CUDA_TRY (cudaDeviceGetAttribute (
                           &minor, cudaDevAttrComputeCapabilityMinor, device),
          error))
    return FALSE;
  if (has_code_for (major, minor))
    return TRUE;
  g_set_error (error, VF_ERROR, VF_ERROR_DEVICE,
      "GPU %d, of compute capability %d.%d, is not supported by this build: "
      "build with sm_%d%d in the option cuda-architectures, take another GPU "
      "(cuda-device-id), " USE_CPU,
      device, major, minor, major, minor);
  return FALSE;
}

/* cudaFree() makes the context, which takes some hundred megabytes. */
static gboolean
open_device (gint device, GError **error)
{
  GError *failure = NULL;

  if (check_device (device, &failure)
      && VF_CUDA_TRY (cudaSetDevice (device), &failure)
      && VF_CUDA_TRY (cudaFree (NULL), &failure))
    return TRUE;
  if (g_error_matches (failure, VF_ERROR, VF_ERROR_MEMORY)) {
    g_set_error (error, VF_ERROR, VF_ERROR_MEMORY,
        "GPU %d has no memory left: end other programs that use it "
        "(nvidia-smi lists them), take another GPU (cuda-device-id), " USE_CPU,
        device);
    g_error_free (failure);
  } else {
    g_propagate_error (error, failure);
  }
  return FALSE;
}

gint
vf_cuda_device_open (gint wanted, GError **error)
{
  gint count = count_devices (error);
  GError *first = NULL;

  if (count == 0)
    return -1;
  if (wanted >= count) {
    g_set_error (error, VF_ERROR, VF_ERROR_DEVICE,
        "there is no GPU %d: cuda-device-id must be from 0 to %d, or -1 for "
        "the first that works",
        wanted, count - 1);
    return -1;
  }
  if (wanted != VF_DEVICE_ANY)
    return open_device (wanted, error) ? wanted : -1;
  for (gint device = 0; device < count; device++)
    if (open_device (device, first ? NULL : &first)) {
      g_clear_error (&first);
      return device;
    }
  g_propagate_error (error, first);
  return -1;
}
