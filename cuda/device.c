/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "device.h"

#include "backend.h"
#include "check.h"
#include "driver.h"
#include "error.h"
#include "gpu.h"

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

/* Makes GPU `wanted`, or the first that works, the thread's. -1: none. */
static gint
open_wanted (gint wanted, gint count, GError **error)
{
  GError *first = NULL;

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

static gboolean
push_shared (gpointer handle)
{
  return vf_cuda_driver ()->push (handle) == CUDA_SUCCESS;
}

static void
pop_shared (gpointer handle)
{
  CUcontext popped;

  (void) vf_cuda_driver ()->pop (&popped);
}

/* The runtime keeps a GPU's shared context until the process ends. */
static const VfContextCalls shared_calls = { push_shared, pop_shared, NULL };

static CUcontext
open_shared (gint *device, gint count, GError **error)
{
  const VfCudaDriver *driver = vf_cuda_driver ();
  CUcontext before = NULL, shared = NULL;

  (void) driver->get_current (&before);
  *device = open_wanted (*device, count, error);
  if (*device >= 0 && driver->get_current (&shared) != CUDA_SUCCESS)
    g_set_error (error, VF_ERROR, VF_ERROR_DEVICE,
        "GPU %d has no context: take another GPU (cuda-device-id), " USE_CPU,
        *device);
  (void) driver->set_current (before);
  return *device >= 0 ? shared : NULL;
}

VfContext *
vf_cuda_context_open (gint device, VfContext *given, GError **error)
{
  gint count = count_devices (error);
  CUcontext shared;

  if (count == 0 || !vf_cuda_driver_load (error))
    return NULL;
  if (given)
    return check_device ((gint) vf_context_device (given), error)
               ? vf_context_ref (given)
               : NULL;
  shared = open_shared (&device, count, error);
  return shared ? vf_context_new (&shared_calls, shared, (guint) device) : NULL;
}

gboolean
vf_cuda_enter (VfContext *context, GError **error)
{
  if (!vf_cuda_fails () && vf_context_push (context))
    return TRUE;
  g_set_error (error, VF_ERROR, VF_ERROR_DEVICE,
      "CUDA failed: the context of GPU %u cannot be entered",
      vf_context_device (context));
  return FALSE;
}

static gint detections;

void
vf_cuda_begin_detection (void)
{
  g_atomic_int_inc (&detections);
}

void
vf_cuda_end_detection (void)
{
  g_atomic_int_add (&detections, -1);
}

guint
vf_cuda_n_detections (void)
{
  return (guint) g_atomic_int_get (&detections);
}

VfContext *
vf_gpu_context_new (gint device, GError **error)
{
  vf_cuda_fail_init ();
  return vf_cuda_context_open (device, NULL, error);
}
