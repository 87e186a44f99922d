/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the CPU can do, and threads that share work.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  VF_CPU_SCALAR,
  VF_CPU_V2, /* x86-64-v2: SSE4.2 */
  VF_CPU_V3, /* x86-64-v3: AVX2, FMA */
  VF_CPU_V4, /* x86-64-v4: AVX-512 F, BW, CD, DQ, VL */
  VF_CPU_NEON,
  VF_N_CPU_LEVELS,
} VfCpuLevel;

/* "scalar", "v2", "v3", "v4", "neon". */
const gchar *vf_cpu_level_name (VfCpuLevel level);

/* Whether this CPU has it. */
gboolean vf_cpu_has (VfCpuLevel level);

/* The level that the environment variable VF_CPU_LEVEL names, where the CPU has
 * it, or else the highest that it has. */
VfCpuLevel vf_cpu_level (void);

/* Threads that sleep until there is work. Not safe for several callers at once.
 */
typedef struct _VfPool VfPool;

/* The most threads that work on one call, the caller's among them. */
#define VF_POOL_MAX_THREADS 64

/* It starts its threads when they are first wanted. NULL: there is no memory.
 */
VfPool *vf_pool_new (void);
void vf_pool_free (VfPool *pool); /* takes NULL */

/* Calls task (data, i, thread) for each i below n_tasks, each once, on up to
 * n_threads threads: the caller's, which is thread 0, and others, of which each
 * has a number of its own below n_threads. Comes back when all are done. Where
 * a thread cannot be had the others do its work. */
typedef void (*VfTask) (gpointer data, guint i, guint thread);
void vf_pool_run (
    VfPool *pool, guint n_threads, guint n_tasks, VfTask task, gpointer data);

G_END_DECLS
