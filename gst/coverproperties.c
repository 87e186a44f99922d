/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "coverproperties.h"

#include "coverframe.h"
#include "properties.h"

static const CoverSettings default_settings = {
  .mode = VF_COVER_PIXELATE,
  .shape = VF_COVER_BOX,
  .strength = 0.15,
  .margin = 0.15,
  .color = 0xff000000,
};

static const GEnumValue modes[] = {
  { VF_COVER_PIXELATE,
      "Blocks of one colour, the mean of what was there: hides a face from "
      "people, but not from every program",
      "pixelate" },
  { VF_COVER_BLUR, "The same blocks, flowing into each other", "blur" },
  { VF_COVER_FILL, "The colour of the property color: nothing is left",
      "fill" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (mode_type, "GstRegionCoverMode", modes)

static const GEnumValue shapes[] = {
  { VF_COVER_BOX, "The whole box", "box" },
  { VF_COVER_ELLIPSE,
      "The ellipse in the box; the box that was found is covered whole with a "
      "margin of 0.21 or more",
      "ellipse" },
  { 0, NULL, NULL },
};
static VF_DEFINE_ENUM (shape_type, "GstRegionCoverShape", shapes)

#define INSTALL(klass, field, spec)                                            \
  vf_property_install (klass, 1, spec, G_STRUCT_OFFSET (CoverSettings, field))

void
cover_properties_install (GObjectClass *klass)
{
  INSTALL (klass, mode,
      g_param_spec_enum ("mode", "Mode", "What takes the place of a region",
          mode_type (), (gint) default_settings.mode, VF_TUNABLE));
  INSTALL (klass, shape,
      g_param_spec_enum ("shape", "Shape",
          "What of a region's box, its margin included, is covered",
          shape_type (), (gint) default_settings.shape, VF_TUNABLE));
  INSTALL (klass, strength,
      g_param_spec_double ("strength", "Strength",
          "The side of a block, as a share of the longer side of the box with "
          "its margin; larger: less is left; 0.15 leaves 7 blocks along that "
          "side, whatever its length; blocks have 4 pixels at least "
          "(mode=pixelate and blur only)",
          0.02, 1, default_settings.strength, VF_CONTROLLABLE));
  INSTALL (klass, margin,
      g_param_spec_double ("margin", "Margin",
          "Added on each side of a box, as a share of its width or height: "
          "detectors leave out hair, chin and ears",
          0, 2, default_settings.margin, VF_CONTROLLABLE));
  INSTALL (klass, color,
      g_param_spec_uint ("color", "Colour",
          "0xAARRGGBB; 0xff000000 is black. A cover is opaque: AA does nothing "
          "(mode=fill only)",
          0, G_MAXUINT32, default_settings.color, VF_CONTROLLABLE));
  INSTALL (klass, region_types,
      g_param_spec_string ("region-types", "Region types",
          "Only objects and regions of these types (their labels) are covered, "
          "separated by commas; empty: all",
          NULL, VF_TUNABLE));
}

void
cover_settings_init (CoverSettings *settings)
{
  *settings = default_settings;
}

VfCoverStyle
cover_settings_style (const CoverSettings *settings, const GstVideoInfo *info)
{
  VfCoverStyle style = { settings->mode, settings->shape, settings->strength,
    settings->margin, { 0 } };

  vf_cover_color (style.color, info, settings->color);
  return style;
}
