/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The tables of all CPU levels that this build has.
 */
#include "haar-stages.h"
#include "lanes.h"

/* Each level's files define them: see VF_LEVEL_NAME(). */
#define DECLARE(level)                                                         \
  const Lanes *lanes_##level (void);                                           \
  const HaarStages *haar_stages_##level (void);
#define TABLES(level)                                                          \
  {                                                                            \
    lanes_##level, haar_stages_##level                                         \
  }

DECLARE (v2)
DECLARE (v3)
DECLARE (v4)
DECLARE (neon)

static const struct {
  const Lanes *(*lanes) (void);
  const HaarStages *(*haar_stages) (void);
} levels[VF_N_CPU_LEVELS] = {
#ifdef HAVE_LANES_V2
  [VF_CPU_V2] = TABLES (v2),
#endif
#ifdef HAVE_LANES_V3
  [VF_CPU_V3] = TABLES (v3),
#endif
#ifdef HAVE_LANES_V4
  [VF_CPU_V4] = TABLES (v4),
#endif
#ifdef HAVE_LANES_NEON
  [VF_CPU_NEON] = TABLES (neon),
#endif
};

const Lanes *
lanes_of (VfCpuLevel level)
{
  return levels[level].lanes ? levels[level].lanes () : NULL;
}

const HaarStages *
haar_stages_of (VfCpuLevel level)
{
  return levels[level].haar_stages ? levels[level].haar_stages () : NULL;
}
