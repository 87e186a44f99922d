/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects that are followed: on paths that are known.
 */
#include "allocations.h"
#include "tracking.h"

#include <math.h>

#define N_FRAMES 200
#define MOST     8

typedef struct {
  gdouble misses, jitter; /* probability; pixels */
  guint false_alarms;     /* one in so many frames; 0: none */
} Noise;

/* Of a frame: where the objects are, and what a detector says. */
typedef struct {
  VfPlace truth[MOST];
  VfSighting seen[MOST + 1];
  guint n_seen;
} Scene;

static gdouble
jitter (GRand *rand, const Noise *noise)
{
  return g_rand_double_range (rand, -1, 1) * noise->jitter;
}

/* Objects go from side to side, up and down, through each other. */
static VfPlace
place_on_path (guint object, guint frame)
{
  gdouble phase = 2 * G_PI * (frame / 80.0 + object / 5.0);

  if (object % 2)
    return (
        VfPlace){ 280 + 220 * sin (phase), 200 + 20.0 * (object % 3), 64, 64 };
  return (
      VfPlace){ 260 + 25.0 * (object % 3), 200 + 150 * cos (phase), 56, 56 };
}

static void
look_at (Scene *scene, guint n, guint frame, const Noise *noise, GRand *rand)
{
  scene->n_seen = 0;
  for (guint i = 0; i < n; i++) {
    VfPlace place = place_on_path (i, frame);
    VfSighting seen = seen_at (0, 0);

    scene->truth[i] = place;
    seen.place = (VfPlace){ place.x + jitter (rand, noise),
      place.y + jitter (rand, noise), place.width + jitter (rand, noise),
      place.height + jitter (rand, noise) };
    if (g_rand_double (rand) >= noise->misses)
      scene->seen[scene->n_seen++] = seen;
  }
  if (noise->false_alarms > 0 && frame % noise->false_alarms == 0)
    scene->seen[scene->n_seen++] =
        seen_at (g_rand_double_range (rand, 0, WIDTH - 60),
            g_rand_double_range (rand, 0, HEIGHT - 60));
}

/* Of the track that lies there best, or the one that it was while that still
 * does, which is how CLEAR MOT counts; 0: none does. */
static guint
id_at (const VfTracks *tracks, const VfPlace *place, guint was)
{
  gdouble most = VF_PLACE_SAME;
  guint id = 0;

  for (guint i = 0; i < tracks->n; i++) {
    gdouble overlap = vf_place_overlap (&tracks->tracks[i].place, place);

    if (overlap >= VF_PLACE_SAME && tracks->tracks[i].id == was)
      return was;
    if (overlap > most) {
      most = overlap;
      id = tracks->tracks[i].id;
    }
  }
  return id;
}

typedef struct {
  guint switches, lost, frames;
} Tally;

static void
count (Tally *tally, const VfTracks *tracks, const Scene *scene, guint n,
    guint ids[MOST])
{
  for (guint i = 0; i < n; i++) {
    guint id = id_at (tracks, &scene->truth[i], ids[i]);

    tally->frames++;
    tally->lost += id == 0;
    tally->switches += id > 0 && ids[i] > 0 && id != ids[i];
    ids[i] = id > 0 ? id : ids[i];
  }
}

static Tally
follow (guint n, const Noise *noise, guint runs)
{
  Tally tally = { 0 };

  for (guint run = 0; run < runs; run++) {
    GRand *rand = g_rand_new_with_seed (run);
    VfTracks *tracks = vf_tracks_new ();
    guint of[MOST] = { 0 };
    Scene scene;

    for (guint f = 0; f < N_FRAMES; f++) {
      VfTracksFrame frame;

      look_at (&scene, n, f, noise, rand);
      frame = frame_of (scene.seen, scene.n_seen);
      frame.hold = 5;
      vf_tracks_update (tracks, &frame);
      count (&tally, tracks, &scene, n, of);
    }
    vf_tracks_free (tracks);
    g_rand_free (rand);
  }
  g_test_message ("%u objects: %u switches, %u of %u places lost", n,
      tally.switches, tally.lost, tally.frames);
  return tally;
}

/* Two that cross, some five times in a run, with speeds up to 17 pixels a frame:
 * of 200 crossings hardly one may confuse them. */
static void
two_cross (void)
{
  const Noise noise = { 0.15, 3, 0 };
  Tally tally = follow (2, &noise, 40);

  g_assert_cmpuint (tally.switches, <=, 2);
  g_assert_cmpuint (tally.lost * 100, <, tally.frames);
}

static void
crowd_crosses (void)
{
  const Noise noise = { 0.15, 3, 7 };
  Tally tally = follow (6, &noise, 40);

  g_assert_cmpuint (tally.switches, <=, 40);
  g_assert_cmpuint (tally.lost * 50, <, tally.frames);
}

/* A box at rest that is seen with jitter: how far it moves each frame. */
static void
steadier (void)
{
  const Noise noise = { 0, 4, 0 };
  GRand *rand = g_rand_new_with_seed (5);
  VfTracks *tracks = vf_tracks_new ();
  gdouble raw = 0, steady = 0;
  VfPlace last = { 0 }, last_seen = { 0 };

  for (guint f = 0; f < N_FRAMES; f++) {
    VfSighting seen = seen_at (100 + jitter (rand, &noise), 100);
    const VfPlace *place = &tracks->tracks[0].place;

    update (tracks, &seen, 1);
    if (f > 10) {
      steady += fabs (place->x - last.x);
      raw += fabs (seen.place.x - last_seen.x);
      g_assert_cmpfloat (fabs (place->x - 100), <, 4);
    }
    last = *place;
    last_seen = seen.place;
  }
  g_test_message ("moves: %g, as seen %g", steady, raw);
  g_assert_cmpfloat (steady, <, raw * 0.5);
  g_rand_free (rand);
  vf_tracks_free (tracks);
}

static void
no_allocations (void)
{
  const Noise noise = { 0.15, 3, 3 };
  GRand *rand = g_rand_new_with_seed (1);
  VfTracks *tracks = vf_tracks_new ();
  Scene scene;

  if (!allocations_can_count ()) {
    g_test_skip ("this build cannot count allocations");
  } else {
    guint before = allocations_count ();

    for (guint f = 0; f < N_FRAMES; f++) {
      look_at (&scene, 6, f, &noise, rand);
      update (tracks, scene.seen, scene.n_seen);
    }
    g_assert_cmpuint (allocations_count () - before, ==, 0);
  }
  g_rand_free (rand);
  vf_tracks_free (tracks);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tracks/two-cross", two_cross);
  g_test_add_func ("/tracks/crowd-crosses", crowd_crosses);
  g_test_add_func ("/tracks/steadier", steadier);
  g_test_add_func ("/tracks/no-allocations", no_allocations);
  return g_test_run ();
}
