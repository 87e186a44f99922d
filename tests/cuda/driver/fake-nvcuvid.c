/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * NVIDIA's library of decoders, for GStreamer's plugin, which looks for it
 * before it registers the elements that copy frames. It decodes nothing.
 */

#define NOT_HERE(name)                                                         \
  int name (void);                                                             \
  int name (void)                                                              \
  {                                                                            \
    return 801; /* CUDA_ERROR_NOT_SUPPORTED */                                 \
  }

NOT_HERE (cuvidCreateDecoder)
NOT_HERE (cuvidCreateVideoParser)
NOT_HERE (cuvidCtxLock)
NOT_HERE (cuvidCtxLockCreate)
NOT_HERE (cuvidCtxLockDestroy)
NOT_HERE (cuvidCtxUnlock)
NOT_HERE (cuvidDecodePicture)
NOT_HERE (cuvidDestroyDecoder)
NOT_HERE (cuvidDestroyVideoParser)
NOT_HERE (cuvidGetDecodeStatus)
NOT_HERE (cuvidGetDecoderCaps)
NOT_HERE (cuvidMapVideoFrame64)
NOT_HERE (cuvidParseVideoData)
NOT_HERE (cuvidReconfigureDecoder)
NOT_HERE (cuvidUnmapVideoFrame64)
