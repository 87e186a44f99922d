/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "context.h"

struct _VfContext {
  gatomicrefcount references;
  const VfContextCalls *calls;
  gpointer owner;
  guint device;
};

VfContext *
vf_context_new (const VfContextCalls *calls, gpointer owner, guint device)
{
  VfContext *context = g_new (VfContext, 1);

  g_atomic_ref_count_init (&context->references);
  context->calls = calls;
  context->owner = owner;
  context->device = device;
  return context;
}

VfContext *
vf_context_ref (VfContext *context)
{
  g_atomic_ref_count_inc (&context->references);
  return context;
}

void
vf_context_unref (VfContext *context)
{
  if (!context || !g_atomic_ref_count_dec (&context->references))
    return;
  if (context->calls->free)
    context->calls->free (context->owner);
  g_free (context);
}

gpointer
vf_context_owner (const VfContext *context)
{
  return context->owner;
}

guint
vf_context_device (const VfContext *context)
{
  return context->device;
}

gboolean
vf_context_push (VfContext *context)
{
  return context->calls->push (context->owner);
}

void
vf_context_pop (VfContext *context)
{
  context->calls->pop (context->owner);
}
