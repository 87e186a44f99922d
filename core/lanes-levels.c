/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The tables that this build does not have.
 */
#include "haar-stages.h"
#include "lanes.h"

#ifndef HAVE_LANES_V2
const Lanes *
lanes_v2 (void)
{
  return NULL;
}

const HaarStages *
haar_stages_v2 (void)
{
  return NULL;
}
#endif

#ifndef HAVE_LANES_V3
const Lanes *
lanes_v3 (void)
{
  return NULL;
}

const HaarStages *
haar_stages_v3 (void)
{
  return NULL;
}
#endif

#ifndef HAVE_LANES_V4
const Lanes *
lanes_v4 (void)
{
  return NULL;
}

const HaarStages *
haar_stages_v4 (void)
{
  return NULL;
}
#endif

#ifndef HAVE_LANES_NEON
const Lanes *
lanes_neon (void)
{
  return NULL;
}

const HaarStages *
haar_stages_neon (void)
{
  return NULL;
}
#endif
