/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A context of a GPU: where memory of the GPU lies and its kernels run. Who
 * makes one says how a thread enters it, so that core needs no header of CUDA.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Counts its references; may be entered by any number of threads. */
typedef struct _VfContext VfContext;

typedef struct {
  /* Makes it the calling thread's current one; FALSE: that fails. */
  gboolean (*push) (gpointer owner);

  /* Makes that current which was so before. */
  void (*pop) (gpointer owner);

  void (*free) (gpointer owner); /* with the last reference; NULL: nothing */
} VfContextCalls;

/* `device` is the number of its GPU. The calls outlive the context. */
VfContext *vf_context_new (
    const VfContextCalls *calls, gpointer owner, guint device);
VfContext *vf_context_ref (VfContext *context);
void vf_context_unref (VfContext *context); /* takes NULL */

gpointer vf_context_owner (const VfContext *context);
guint vf_context_device (const VfContext *context);

/* FALSE: nothing has changed; else vf_context_pop() must follow. */
gboolean vf_context_push (VfContext *context);
void vf_context_pop (VfContext *context);

G_END_DECLS
