/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The base class of elements that look for something in every frame: caps,
 * regions, pace, backends, publishing, drawing, and the properties of all that.
 * A subclass says what it looks for and how; its methods are called by the
 * streaming thread unless they say otherwise.
 */
#pragma once

#include "detector.h"
#include "framegate.h"
#include "frames.h"
#include "mask.h"
#include "namedfile.h"
#include "overlaypad.h"
#include "params.h"
#include "settings.h"

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

#define GST_TYPE_FEATURE_DETECTOR (gst_feature_detector_get_type ())
#define GST_FEATURE_DETECTOR(object)                                           \
  (G_TYPE_CHECK_INSTANCE_CAST (                                                \
      (object), GST_TYPE_FEATURE_DETECTOR, GstFeatureDetector))
#define GST_FEATURE_DETECTOR_CLASS(klass)                                      \
  (G_TYPE_CHECK_CLASS_CAST (                                                   \
      (klass), GST_TYPE_FEATURE_DETECTOR, GstFeatureDetectorClass))
#define GST_FEATURE_DETECTOR_GET_CLASS(object)                                 \
  (G_TYPE_INSTANCE_GET_CLASS (                                                 \
      (object), GST_TYPE_FEATURE_DETECTOR, GstFeatureDetectorClass))

typedef struct _GstFeatureDetector GstFeatureDetector;
typedef struct _GstFeatureDetectorClass GstFeatureDetectorClass;

GType gst_feature_detector_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstFeatureDetector, gst_object_unref)

/* What was found last, for frames that are not analysed and for updates. */
typedef struct {
  gboolean counted; /* last_count is that of an earlier frame */
  guint last_count;
  GstStructure *last; /* the fields of the last meta, for hold; or NULL */
} VfPublisher;

struct _GstFeatureDetector {
  GstBaseTransform parent;

  /* The subclass's, in whose structures they come first; set in its init. */
  VfSettings *asked;  /* what the properties say; under the object lock */
  VfSettings *wanted; /* the same, but for calls that are setting several;
                         likewise */
  VfSettings *good;   /* those of the last frame */

  /* Under the object lock. */
  guint64 n_frames;     /* analysed since the element started */
  VfBackendKind active; /* AUTO: none, before start() */
  gboolean on_gpu;      /* the frames lie in a GPU's memory */
  VfFrameGate gate;
  VfNamedFile file; /* a part of it, as it says */

  /* The streaming thread's. */
  VfDetector *detector; /* of the subclass; NULL: the element has not started */
  GstVideoInfo info;
  VfLayout layout; /* of the format */
  GstClockTime last_pts;
  const VfMask *mask; /* the subclass's; NULL: none */
  VfPublisher publisher;
  VfOverlayPad pad;
  VfScratch unpacked;
  GArray *rects; /* VfRect; of the frame's region */

  /* What has been said. */
  const gchar *bad; /* the property of the last frame; NULL: none was */
  gboolean region_empty, too_large_said;
};

struct _GstFeatureDetectorClass {
  GstBaseTransformClass parent;

  const gchar *what;    /* it finds: "corners" */
  const gchar *message; /* the name of its messages */
  gsize settings_size;  /* of the structures that begin with VfSettings */

  /* Of gst_feature_detector_install_file(). */
  const gchar *file_property;
  const VfFileKind *file_kind;

  /* For start, when `good` is what is wanted: FALSE with a VF_ERROR where the
   * element cannot start with that. */
  gboolean (*begin) (GstFeatureDetector *self, GError **error);

  /* After that: core's detector, made in this context, or where it is NULL on
   * the GPU that `good` names; as harris_new(). */
  VfDetector *(*open) (
      GstFeatureDetector *self, VfContext *context, GError **error);

  /* Frees what `open` made. */
  void (*close) (GstFeatureDetector *self);

  /* Gives settings in `asked` and `wanted` that cannot be used the values that
   * they have in `good`. NULL; or what was wrong with the first of them, whose
   * property is `bad`. Under the object lock. Optional, where the properties'
   * own ranges are all that there is to check. */
  GError *(*repair) (GstFeatureDetector *self, const gchar **bad);

  /* The settings of the frame that begins are in `good` now, what the file
   * holds in `file.loaded`. Optional. */
  void (*begin_frame) (GstFeatureDetector *self);

  /* As vf_roi_collect(), which is called where this is NULL. */
  gboolean (*find_region) (GstFeatureDetector *self, GstBuffer *buffer,
      VfRect picture, GArray *rects);

  /* The stream goes on somewhere else, or ends: earlier frames count no more.
   * Called at start and stop too. Optional. */
  void (*reset) (GstFeatureDetector *self);

  /* Core's function for a frame; may be called twice for one. FALSE with its
   * error; or else its result's `fallback`. */
  gboolean (*detect) (GstFeatureDetector *self, const VfImage *image,
      const VfRegion *region, const GError **fallback, GError **error);

  /* What was found is shown by the property stats from now on. Under the
   * object lock. */
  void (*count) (GstFeatureDetector *self);

  /* Adds that to "frames". Under the object lock, in any thread. */
  void (*fill_stats) (GstFeatureDetector *self, GstStructure *stats);

  /* Before that, and before metas of others are taken off: TRUE, and that is
   * done, where they are to be taken over. Optional. */
  gboolean (*take_over) (
      GstFeatureDetector *self, GstBuffer *buffer, gboolean analysed);

  /* Attaches what was found to the buffer, which must be writable; image: the
   * part of the frame that was looked at. The fields of the meta, with a guint
   * "count". */
  GstStructure *(*attach) (
      GstFeatureDetector *self, GstBuffer *buffer, const VfImage *image);

  /* Attaches what was found last to a frame that is not analysed. The fields
   * are those of that meta, but that they are held. */
  void (*attach_held) (
      GstFeatureDetector *self, GstBuffer *buffer, const GstStructure *fields);

  /* Takes all metas of that kind off the buffer. */
  void (*detach_all) (GstFeatureDetector *self, GstBuffer *buffer);

  /* Adds to the message, which has the fields and the times. Optional. */
  void (*fill_message) (GstFeatureDetector *self, GstStructure *message);

  /* After the message has been posted. Optional. */
  void (*posted) (GstFeatureDetector *self, GstBuffer *buffer);

  /* What the property draw asks for. image: as for attach; NULL: the frame was
   * not analysed. */
  void (*draw) (GstFeatureDetector *self, VfOverlay *overlay, GstBuffer *buffer,
      const VfImage *image);
};

/* For class_init, once `what` and `message` are set: the properties of
 * VfSettings. Those of the subclass that are kept in its settings are installed
 * by gst_feature_detector_install(). draw: the flags of the property draw; stats:
 * the text of that property. */
void gst_feature_detector_install_common (
    GstFeatureDetectorClass *klass, GType draw, const gchar *stats);
void gst_feature_detector_install (
    GstFeatureDetectorClass *klass, GParamSpec *spec, gsize offset);

/* For class_init: the property, a string, that names the file which every
 * detector has, and how that is read. Set to nothing it is its default. */
void gst_feature_detector_install_file (
    GstFeatureDetectorClass *klass, GParamSpec *spec, const VfFileKind *kind);

/* What core does not say of a parameter that becomes a property. */
typedef struct {
  const gchar *name, *nick, *blurb;
  GParamFlags flags;
  GType (*type) (void); /* of an enum */
} VfParamText;

/* Installs each of core's n parameters, with the text of its name, which there
 * must be. The structure of parameters lies at `offset` in the settings. */
void gst_feature_detector_install_params (GstFeatureDetectorClass *klass,
    const VfParamInfo *infos, guint n, const VfParamText *texts, guint n_texts,
    gsize offset);

/* Adds what every detector's result has. `name`: of each of its n stages. */
void gst_feature_detector_fill_times (GstStructure *stats, gsize scratch_bytes,
    const gchar *(*name) (guint stage), const guint64 *stage_ns, guint n);

G_END_DECLS
