/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "threads.h"

#include <setjmp.h>
#include <string.h>
#include <ucontext.h>

#define STACK (64 * 1024)

/* Behind the shared memory. */
#define GUARD      2048
#define GUARD_BYTE 0x5c

typedef enum { RUNNING, WAITING, DONE } State;

typedef struct {
  ucontext_t start;
  jmp_buf place;
  gboolean started;
  guint8 *stack;
  State state;
} Thread;

typedef struct {
  guint64 given[32], taken[32];
  guint n_given, turn;
} Warp;

_Alignas(128) guint8 shared[HOST_SHARED + GUARD];
HostIndex host_thread, host_block, host_grid;

static Thread threads[HOST_MAX_THREADS];
static Warp warps[HOST_MAX_THREADS / 32];
static ucontext_t unused;
static jmp_buf scheduler;
static void (*thread_body) (gconstpointer data);
static gconstpointer thread_data;

static void
leave (void)
{
  if (_setjmp (threads[host_thread.x].place) == 0)
    _longjmp (scheduler, 1);
}

static void
start (void)
{
  thread_body (thread_data);
  threads[host_thread.x].state = DONE;
  leave ();
}

/* Until it leaves. */
static void
enter (guint i)
{
  Thread *thread = &threads[i];

  host_thread.x = i;
  if (_setjmp (scheduler) != 0)
    return;
  if (thread->started)
    _longjmp (thread->place, 1);
  thread->started = TRUE;
  setcontext (&thread->start);
}

static void
prepare (Thread *thread)
{
  if (!thread->stack)
    thread->stack = g_malloc (STACK);
  getcontext (&thread->start);
  thread->start.uc_stack.ss_sp = thread->stack;
  thread->start.uc_stack.ss_size = STACK;
  thread->start.uc_link = &unused;
  makecontext (&thread->start, start, 0);
  thread->started = FALSE;
  thread->state = RUNNING;
}

/* Each goes on as far as it can. Returns how many wait for the block, or
 * G_MAXUINT where some do not. */
static guint
go_on (guint n_threads, guint first)
{
  guint n_waiting = 0, n_running = 0;

  for (guint i = 0; i < n_threads; i++) {
    Thread *thread = &threads[(first + i) % n_threads];

    if (thread->state == RUNNING)
      enter ((first + i) % n_threads);
    n_waiting += thread->state == WAITING;
    n_running += thread->state == RUNNING;
  }
  return n_running > 0 ? G_MAXUINT : n_waiting;
}

static void
run_block (guint n_threads, GRand *rand)
{
  guint n_waiting;

  memset (warps, 0, sizeof warps);
  for (guint i = 0; i < n_threads; i++)
    prepare (&threads[i]);
  do {
    guint first = (guint) g_rand_int_range (rand, 0, (gint) n_threads);

    n_waiting = go_on (n_threads, first);
    for (guint i = 0; n_waiting != G_MAXUINT && i < n_threads; i++)
      if (threads[i].state == WAITING)
        threads[i].state = RUNNING;
  } while (n_waiting > 0);
}

void
host_run (guint n_blocks, guint n_threads, gsize shared_size,
    void (*body) (gconstpointer data), gconstpointer data)
{
  GRand *rand = g_rand_new_with_seed (n_blocks);

  g_assert_cmpuint (n_threads, <=, HOST_MAX_THREADS);
  g_assert_cmpuint (shared_size, <=, HOST_SHARED);
  thread_body = body;
  thread_data = data;
  host_grid = (HostIndex){ n_blocks, 1, 1 };
  for (guint i = 0; i < n_blocks; i++) {
    memset (shared, (gint) i + 0xab, shared_size);
    memset (shared + shared_size, GUARD_BYTE, GUARD);
    host_block = (HostIndex){ i, 0, 0 };
    run_block (n_threads, rand);
    for (guint j = 0; j < GUARD; j++)
      g_assert_cmpuint (shared[shared_size + j], ==, GUARD_BYTE);
  }
  g_rand_free (rand);
}

void
host_wait_for_block (void)
{
  threads[host_thread.x].state = WAITING;
  leave ();
}

const guint64 *
host_exchange (guint64 value)
{
  Warp *warp = &warps[host_thread.x / 32];
  guint turn = warp->turn;

  warp->given[host_thread.x % 32] = value;
  if (++warp->n_given == 32) {
    memcpy (warp->taken, warp->given, sizeof warp->taken);
    warp->n_given = 0;
    warp->turn++;
  }
  while (warp->turn == turn)
    leave ();
  return warp->taken;
}
