/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cpu.h"

#include <pthread.h>
#include <stdlib.h>

static const gchar *const level_names[VF_N_CPU_LEVELS] = {
  [VF_CPU_SCALAR] = "scalar",
  [VF_CPU_V2] = "v2",
  [VF_CPU_V3] = "v3",
  [VF_CPU_V4] = "v4",
  [VF_CPU_NEON] = "neon",
};

const gchar *
vf_cpu_level_name (VfCpuLevel level)
{
  return level_names[level];
}

#ifdef __x86_64__

static gboolean
has_v2 (void)
{
  return __builtin_cpu_supports ("sse4.2") && __builtin_cpu_supports ("popcnt");
}

static gboolean
has_v3 (void)
{
  return has_v2 () && __builtin_cpu_supports ("avx2")
         && __builtin_cpu_supports ("fma") && __builtin_cpu_supports ("bmi")
         && __builtin_cpu_supports ("bmi2");
}

gboolean
vf_cpu_has (VfCpuLevel level)
{
  switch (level) {
    case VF_CPU_SCALAR:
      return TRUE;
    case VF_CPU_V2:
      return has_v2 ();
    case VF_CPU_V3:
      return has_v3 ();
    case VF_CPU_V4:
      return has_v3 () && __builtin_cpu_supports ("avx512f")
             && __builtin_cpu_supports ("avx512bw")
             && __builtin_cpu_supports ("avx512cd")
             && __builtin_cpu_supports ("avx512dq")
             && __builtin_cpu_supports ("avx512vl");
    default:
      return FALSE;
  }
}

#else

gboolean
vf_cpu_has (VfCpuLevel level)
{
#ifdef __aarch64__
  if (level == VF_CPU_NEON)
    return TRUE;
#endif
  return level == VF_CPU_SCALAR;
}

#endif

VfCpuLevel
vf_cpu_level (void)
{
  const gchar *wanted = g_getenv ("VF_CPU_LEVEL");
  VfCpuLevel best = VF_CPU_SCALAR;

  for (guint i = 0; i < VF_N_CPU_LEVELS; i++) {
    if (!vf_cpu_has (i))
      continue;
    if (wanted && g_str_equal (wanted, level_names[i]))
      return i;
    best = i;
  }
  return best;
}

struct _VfPool {
  pthread_mutex_t mutex;
  pthread_cond_t wake; /* there is work, or the end */
  pthread_cond_t done; /* a thread has no more of it */
  pthread_t threads[VF_POOL_MAX_THREADS];
  guint n_started; /* threads besides the caller's */
  gboolean stop;

  guint n_wanted;  /* threads that this call may still take */
  guint n_working; /* threads that it has taken */
  VfTask task;
  gpointer data;
  guint n_tasks;
  gint next; /* task, atomic */
};

VfPool *
vf_pool_new (void)
{
  VfPool *pool = calloc (1, sizeof *pool);

  if (!pool)
    return NULL;
  pthread_mutex_init (&pool->mutex, NULL);
  pthread_cond_init (&pool->wake, NULL);
  pthread_cond_init (&pool->done, NULL);
  return pool;
}

void
vf_pool_free (VfPool *pool)
{
  if (!pool)
    return;
  pthread_mutex_lock (&pool->mutex);
  pool->stop = TRUE;
  pthread_cond_broadcast (&pool->wake);
  pthread_mutex_unlock (&pool->mutex);
  for (guint i = 0; i < pool->n_started; i++)
    pthread_join (pool->threads[i], NULL);
  pthread_cond_destroy (&pool->done);
  pthread_cond_destroy (&pool->wake);
  pthread_mutex_destroy (&pool->mutex);
  free (pool);
}

static void
do_tasks (VfPool *pool, guint thread)
{
  for (;;) {
    guint i = (guint) g_atomic_int_add (&pool->next, 1);

    if (i >= pool->n_tasks)
      return;
    pool->task (pool->data, i, thread);
  }
}

/* Under the mutex. A thread that comes late finds no more work, or the next
 * call's. */
static void
join_call (VfPool *pool)
{
  guint thread = pool->n_wanted--;

  pool->n_working++;
  pthread_mutex_unlock (&pool->mutex);
  do_tasks (pool, thread);
  pthread_mutex_lock (&pool->mutex);
  if (--pool->n_working == 0)
    pthread_cond_signal (&pool->done);
}

static gpointer
work (gpointer self)
{
  VfPool *pool = self;

  pthread_mutex_lock (&pool->mutex);
  while (!pool->stop)
    if (pool->n_wanted > 0)
      join_call (pool);
    else
      pthread_cond_wait (&pool->wake, &pool->mutex);
  pthread_mutex_unlock (&pool->mutex);
  return NULL;
}

/* Under the mutex. */
static void
start_threads (VfPool *pool, guint n)
{
  while (pool->n_started < n
         && pthread_create (&pool->threads[pool->n_started], NULL, work, pool)
                == 0)
    pool->n_started++;
}

void
vf_pool_run (
    VfPool *pool, guint n_threads, guint n_tasks, VfTask task, gpointer data)
{
  guint n_others = MIN (MIN (n_threads, n_tasks), VF_POOL_MAX_THREADS);

  if (n_others < 2) {
    for (guint i = 0; i < n_tasks; i++)
      task (data, i, 0);
    return;
  }
  n_others--;
  pthread_mutex_lock (&pool->mutex);
  start_threads (pool, n_others);
  pool->task = task;
  pool->data = data;
  pool->n_tasks = n_tasks;
  pool->next = 0;
  pool->n_wanted = MIN (n_others, pool->n_started);
  for (guint i = 0; i < pool->n_wanted; i++)
    pthread_cond_signal (&pool->wake);
  pthread_mutex_unlock (&pool->mutex);
  do_tasks (pool, 0);
  pthread_mutex_lock (&pool->mutex);
  pool->n_wanted = 0;
  while (pool->n_working > 0)
    pthread_cond_wait (&pool->done, &pool->mutex);
  pthread_mutex_unlock (&pool->mutex);
}
