/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Blocks of a GPU's threads on the host, for tests: in one thread of the host,
 * which goes from one of the block's to the next where they wait for each
 * other, in an order that changes.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HOST_MAX_THREADS 512

/* The block's shared memory. */
#define HOST_SHARED (227 * 1024)
extern guint8 shared[];

typedef struct {
  guint x, y, z;
} HostIndex;

/* Of the thread that runs. */
extern HostIndex host_thread, host_block, host_grid;

/* Calls body (data) as each thread of each block. Shared memory starts as junk;
 * a kernel that writes behind its part ends the program. */
void host_run (guint n_blocks, guint n_threads, gsize shared_size,
    void (*body) (gconstpointer data), gconstpointer data);

/* Waits for all threads of the block. */
void host_wait_for_block (void);

/* Waits for the 32 of the warp, all of which call it; what each has given. */
const guint64 *host_exchange (guint64 value);

G_END_DECLS
