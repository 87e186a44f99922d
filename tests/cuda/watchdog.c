/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#define _GNU_SOURCE /* syscall() */
#include "watchdog.h"

#include <dirent.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SECONDS 30

static gchar what[256];

/* Of the thread that has got the signal. */
static void
print_stack (int number)
{
  gpointer stack[40];

  backtrace_symbols_fd (
      stack, backtrace (stack, G_N_ELEMENTS (stack)), STDERR_FILENO);
}

static void
print_stacks (void)
{
  DIR *threads = opendir ("/proc/self/task");
  struct dirent *thread;

  while (threads && (thread = readdir (threads))) {
    glong id = atol (thread->d_name);

    if (id == 0 || id == syscall (SYS_gettid))
      continue;
    g_printerr ("thread %ld\n", id);
    (void) syscall (SYS_tgkill, getpid (), id, SIGUSR2);
    g_usleep (G_USEC_PER_SEC / 10);
  }
}

/* No other thread takes the alarm. */
static gpointer
wait_for_alarm (gpointer data)
{
  int number;

  sigwait (data, &number);
  g_printerr ("\nhangs: %s\n", what);
  print_stacks ();
  _exit (124);
}

static gpointer
set_up (gpointer data)
{
  static sigset_t alarms;

  sigemptyset (&alarms);
  sigaddset (&alarms, SIGALRM);
  pthread_sigmask (SIG_BLOCK, &alarms, NULL);
  signal (SIGUSR2, print_stack);
  g_thread_unref (g_thread_new ("watchdog", wait_for_alarm, &alarms));
  return GINT_TO_POINTER (TRUE);
}

void
watch (const gchar *format, ...)
{
  static GOnce once = G_ONCE_INIT;
  va_list args;

  va_start (args, format);
  g_vsnprintf (what, sizeof what, format, args);
  va_end (args);
  g_once (&once, set_up, NULL);
  g_printerr ("-- %s\n", what);
  alarm (SECONDS);
}
