/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "case.h"

/* Parameters as harris-picture reads them. */
static void
print_params (const Case *c)
{
  HarrisParams params = case_params (c);

  g_printerr ("#");
  for (guint i = 0; i < harris_n_param_infos; i++) {
    const HarrisParamInfo *info = &harris_param_infos[i];
    gdouble value = harris_param_get (&params, info);

    if (info->type == HARRIS_PARAM_ENUM)
      g_printerr (" %s=%s", info->name, info->nicks[(guint) value]);
    else
      g_printerr (" %s=%.17g", info->name, value);
  }
  g_printerr ("\n");
}

static void
print_storage (const Case *c)
{
  static const gchar *const layouts[] = { "planes", "words", "one word" };
  const Storage *s = &c->storage;

  g_printerr (
      "# depth %d in words of %d bytes, %s endian, shifts %d %d %d, in %s, "
      "gap %d, padding %d%s%s, junk %u\n",
      c->image.depth, s->word, s->big_endian ? "big" : "little", s->shift[0],
      s->shift[1], s->shift[2], layouts[s->layout], s->gap, s->padding,
      s->upside_down ? ", upside down" : "", s->mirrored ? ", mirrored" : "",
      c->junk);
}

static void
print_region (const Case *c)
{
  if (c->has_list)
    g_printerr ("# %d rectangles%s\n", c->n_rects,
        c->inverted ? ", outside of them" : "");
  for (int i = 0; i < c->n_rects; i++)
    g_printerr ("# rectangle x %d y %d width %d height %d\n", c->rects[i].x,
        c->rects[i].y, c->rects[i].width, c->rects[i].height);
  if (c->mask)
    g_printerr ("# mask %d x %d\n", c->mask_width, c->mask_height);
  for (int y = 0; c->mask && y < c->mask_height; y++) {
    g_printerr ("#  ");
    for (int x = 0; x < c->mask_width; x++)
      g_printerr (" %d", c->mask[y * c->mask_width + x]);
    g_printerr ("\n");
  }
}

static void
print_samples (const Case *c)
{
  const OracleImage *image = &c->image;
  int plane = image->width * image->height;

  g_printerr (
      "%d %d\n%d\n", image->width, image->height, (1 << image->depth) - 1);
  for (int i = 0; i < plane; i++)
    for (int channel = 0; channel < image->channels; channel++)
      g_printerr ("%d%c", image->samples[channel * plane + i],
          channel == image->channels - 1 && (i + 1) % image->width == 0 ? '\n'
                                                                        : ' ');
}

/* A plain PGM or PPM whose comments say the rest. */
void
case_print (const Case *c)
{
  g_printerr ("%s\n", c->image.channels == 3 ? "P3" : "P2");
  print_params (c);
  print_storage (c);
  print_region (c);
  print_samples (c);
}
