/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Intel IPP's Harris response, from libraries that are loaded when they are
 * there: nothing of IPP is needed to build this.
 */
#include "peers.h"

#include <dlfcn.h>

#include <cstdio>
#include <memory>

/* As ippcv.h and ipptypes.h have them. */
struct Size {
  int width, height;
};
enum { MASK_3X3 = 33, CENTRAL_DIFFERENCES = 8, BORDER_REPEAT = 1, TYPE_8U = 1 };
typedef int (*GetBufferSize) (
    Size size, int mask, uint32_t window, int type, int channels, int *bytes);
typedef int (*HarrisCorner) (const uint8_t *source, int source_step,
    float *response, int response_step, Size size, int filter, int mask,
    uint32_t window, float k, float scale, int border, uint8_t border_value,
    uint8_t *buffer);

static const struct {
  const char *level;
  uint64_t features;
} features[] = {
  { "v2", 0xff },      /* to SSE4.2 */
  { "v3", 0x1abff },   /* and AVX, AVX2, MOVBE */
  { "v4", 0x1f7abff }, /* and AVX-512 F, CD, VL, BW, DQ */
};

static void
limit (void *core, const std::string &level)
{
  auto set = (int (*) (uint64_t)) dlsym (core, "ippSetCpuFeatures");

  for (const auto &f : features)
    if (set && level == f.level && set (f.features) < 0)
      fprintf (stderr, "IPP takes its own CPU features\n");
}

std::vector<Peer>
ipp_peers (const GreyPicture &picture, const std::string &level)
{
  void *core = dlopen ("libippcore.so.12", RTLD_NOW | RTLD_GLOBAL);
  void *cv = core ? dlopen ("libippcv.so.12", RTLD_NOW) : NULL;

  if (!cv) {
    fprintf (stderr, "no IPP: %s\n", dlerror ());
    return {};
  }
  auto init = (int (*) ()) dlsym (core, "ippInit");
  auto size_of = (GetBufferSize) dlsym (cv, "ippiHarrisCornerGetBufferSize");
  auto harris = (HarrisCorner) dlsym (cv, "ippiHarrisCorner_8u32f_C1R");
  Size size = { picture.width, picture.height };
  int bytes = 0;

  init ();
  limit (core, level);
  size_of (size, MASK_3X3, 5, TYPE_8U, 1, &bytes);
  auto buffer = std::make_shared<std::vector<uint8_t> > (bytes);
  auto response =
      std::make_shared<std::vector<float> > (picture.width * picture.height);
  return { { "IPP ippiHarrisCorner", false, [=] {
              int status =
                  harris (picture.samples, picture.width, response->data (),
                      4 * picture.width, size, CENTRAL_DIFFERENCES, MASK_3X3, 5,
                      0.04f, 1, BORDER_REPEAT, 0, buffer->data ());

              if (status != 0)
                fprintf (stderr, "IPP: error %d\n", status);
            } } };
}
