/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Objects that are followed: single steps.
 */
#include "tracking.h"

#include <math.h>

static void
assert_place (VfPlace place, gdouble x, gdouble y, gdouble width)
{
  g_assert_cmpfloat (fabs (place.x - x), <, 1e-9);
  g_assert_cmpfloat (fabs (place.y - y), <, 1e-9);
  g_assert_cmpfloat (fabs (place.width - width), <, 1e-9);
}

/* Three equal steps; then it is missed: it goes on, and leaves in time. */
static void
missed (void)
{
  VfTracks *tracks = vf_tracks_new ();

  for (guint i = 0; i < 3; i++) {
    VfSighting seen = seen_at (100 + 10 * i, 50 - 4.0 * i);

    update (tracks, &seen, 1);
    g_assert_cmpuint (tracks->n, ==, 1);
    g_assert_cmpuint (tracks->n_known, ==, i > 0);
    g_assert_cmpuint (tracks->tracks[0].missed, ==, 0);
    assert_place (tracks->tracks[0].place, 100 + 10 * i, 50 - 4.0 * i, 60);
  }
  assert_place (vf_track_place_after (&tracks->tracks[0], 2), 140, 34, 60);
  for (guint i = 3; i < 5; i++) {
    update (tracks, NULL, 0);
    g_assert_cmpuint (tracks->n, ==, 1);
    g_assert_cmpuint (tracks->n_left, ==, 0);
    g_assert_cmpuint (tracks->tracks[0].missed, ==, i - 2);
    assert_place (tracks->tracks[0].place, 100 + 10 * i, 50 - 4.0 * i, 60);
  }
  update (tracks, NULL, 0);
  g_assert_cmpuint (tracks->n, ==, 0);
  g_assert_cmpuint (tracks->n_left, ==, 1);
  g_assert_cmpuint (tracks->left[0].id, ==, 1);
  g_assert_cmpuint (tracks->left[0].sightings, ==, 3);
  update (tracks, NULL, 0);
  g_assert_cmpuint (tracks->n_left, ==, 0);
  vf_tracks_free (tracks);
}

/* One that comes back in time is counted anew. */
static void
comes_back (void)
{
  VfTracks *tracks = vf_tracks_new ();
  VfSighting seen = seen_at (100, 50);

  for (guint i = 0; i < 12; i++)
    update (tracks, &seen, i % 3 == 0);
  g_assert_cmpuint (tracks->n, ==, 1);
  g_assert_cmpuint (tracks->tracks[0].id, ==, 1);
  g_assert_cmpuint (tracks->tracks[0].sightings, ==, 4);
  vf_tracks_free (tracks);
}

/* Where only every third frame is looked at, velocities still are a frame's. */
static void
elapsed (void)
{
  VfTracks *tracks = vf_tracks_new ();

  for (guint i = 0; i < 9; i += 3) {
    VfSighting seen = seen_at (100 + 5 * i, 50);
    VfTracksFrame frame = frame_of (&seen, 1);

    frame.elapsed = 3;
    vf_tracks_update (tracks, &frame);
    assert_place (tracks->tracks[0].place, 100 + 5 * i, 50, 60);
  }
  assert_place (vf_track_place_after (&tracks->tracks[0], 1), 135, 50, 60);
  vf_tracks_free (tracks);
}

/* Of a straight line through n points: 2 (2n - 1) / (n (n + 1)) and
 * 6 / (n (n + 1)), until these are below 1/2 and 1/6. */
static void
gains (void)
{
  VfTracks *tracks = vf_tracks_new ();
  gdouble x = 0, velocity = 0;

  for (guint i = 0; i < 9; i++) {
    VfSighting seen = seen_at (i < 5 ? 100 : 106, 50);
    gdouble error = seen.place.x - 100 - (x + velocity);
    static const gdouble alphas[] = { 1, 1, 10 / 12.0, 14 / 20.0, 18 / 30.0,
      22 / 42.0, 0.5, 0.5, 0.5 };
    static const gdouble betas[] = { 0, 1, 0.5, 0.3, 0.2, 1 / 6.0, 1 / 6.0,
      1 / 6.0, 1 / 6.0 };

    x += velocity + alphas[i] * (i > 0 ? error : 0);
    velocity += betas[i] * error;
    update (tracks, &seen, 1);
    assert_place (tracks->tracks[0].place, 100 + x, 50, 60);
    g_assert_cmpfloat (
        fabs (tracks->tracks[0].velocity[0] - velocity), <, 1e-9);
  }
  vf_tracks_free (tracks);
}

static void
size_is_averaged (void)
{
  VfTracks *tracks = vf_tracks_new ();
  gdouble width = 60;

  for (guint i = 1; i < 12; i++) {
    VfSighting seen = seen_at (100, 50);
    gdouble share = MAX (0.25, 1.0 / i);

    seen.place.width += i % 2 * 8;
    seen.place.x -= i % 2 * 4;
    width += share * (seen.place.width - width);
    update (tracks, &seen, 1);
    assert_place (tracks->tracks[0].place, 130 - width / 2, 50, width);
  }
  vf_tracks_free (tracks);
}

static void
weak_ones (void)
{
  VfTracks *tracks = vf_tracks_new ();
  VfSighting seen[2] = { seen_at (104, 50), seen_at (110, 50) };

  seen[0].sure = FALSE;
  update (tracks, seen, 1);
  g_assert_cmpuint (tracks->n, ==, 0);
  seen[0].sure = TRUE;
  update (tracks, seen, 1);
  g_assert_cmpuint (tracks->n, ==, 1);
  /* A sure one comes first, though the other one is nearer. */
  seen[0].sure = FALSE;
  seen[0].confidence = 0.1;
  seen[1].confidence = 0.9;
  update (tracks, seen, 2);
  g_assert_cmpuint (tracks->n, ==, 1);
  g_assert_cmpfloat (tracks->tracks[0].last.place.x, ==, 110);
  update (tracks, seen, 1);
  g_assert_cmpuint (tracks->n, ==, 1);
  g_assert_cmpuint (tracks->tracks[0].missed, ==, 0);
  g_assert_cmpfloat (tracks->tracks[0].last.confidence, ==, 0.1);
  g_assert_cmpfloat (tracks->tracks[0].largest, ==, 0.9);
  vf_tracks_free (tracks);
}

static void
kinds_and_parents (void)
{
  VfTracks *tracks = vf_tracks_new ();
  VfSighting seen[2] = { seen_at (100, 50), seen_at (100, 50) };

  seen[0].parent = 7;
  seen[1].parent = 8;
  update (tracks, seen, 2);
  /* The other order, and each a little off to the wrong side. */
  seen[0].parent = 8;
  seen[1].parent = 7;
  update (tracks, seen, 2);
  g_assert_cmpuint (tracks->n, ==, 2);
  for (guint i = 0; i < 2; i++) {
    g_assert_cmpuint (tracks->tracks[i].id, ==, i + 1);
    g_assert_cmpint (tracks->tracks[i].last.parent, ==, 7 + (gint) i);
  }
  seen[0].kind = seen[1].kind = 5;
  update (tracks, seen, 2);
  g_assert_cmpuint (tracks->n, ==, 4);
  g_assert_cmpuint (tracks->tracks[3].id, ==, 4);
  vf_tracks_free (tracks);
}

static void
ids (void)
{
  VfTracks *tracks = vf_tracks_new ();
  VfSighting seen[2] = { seen_at (100, 50), seen_at (300, 50) };
  VfTracksFrame frame = frame_of (seen, 1);

  frame.above = 10;
  vf_tracks_update (tracks, &frame);
  g_assert_cmpuint (tracks->tracks[0].id, ==, 11);
  frame.n_sightings = 2;
  vf_tracks_update (tracks, &frame);
  g_assert_cmpuint (tracks->tracks[0].id, ==, 11);
  g_assert_cmpuint (tracks->tracks[1].id, ==, 12);
  frame.above = 11; /* now someone else has it */
  vf_tracks_update (tracks, &frame);
  g_assert_cmpuint (tracks->n_left, ==, 1);
  g_assert_cmpuint (tracks->left[0].id, ==, 11);
  g_assert_cmpuint (tracks->tracks[0].id, ==, 12);
  g_assert_cmpuint (tracks->tracks[1].id, ==, 13);
  vf_tracks_end (tracks);
  g_assert_cmpuint (tracks->n, ==, 0);
  g_assert_cmpuint (tracks->n_left, ==, 2);
  update (tracks, seen, 1);
  g_assert_cmpuint (tracks->n_left, ==, 0);
  g_assert_cmpuint (tracks->tracks[0].id, ==, 14);
  vf_tracks_restart (tracks);
  update (tracks, seen, 1);
  g_assert_cmpuint (tracks->tracks[0].id, ==, 1);
  vf_tracks_free (tracks);
}

static void
times (void)
{
  VfTracks *tracks = vf_tracks_new ();
  VfSighting seen = seen_at (100, 50);
  VfTracksFrame frame = frame_of (&seen, 1);

  for (guint i = 1; i < 6; i++) {
    frame.times = (VfTrackTimes){ 10 * i, 20 * i, 30 * i };
    frame.n_sightings = i < 4;
    vf_tracks_update (tracks, &frame);
  }
  g_assert_cmpuint (tracks->tracks[0].first_seen.pts, ==, 10);
  g_assert_cmpuint (tracks->tracks[0].first_seen.running, ==, 30);
  g_assert_cmpuint (tracks->tracks[0].last_seen.stream, ==, 60);
  vf_tracks_free (tracks);
}

static void
out_of_the_picture (void)
{
  VfTracks *tracks = vf_tracks_new ();

  for (guint i = 0; i < 3; i++) {
    VfSighting seen = seen_at (WIDTH - 90 + 31 * i, 50);

    update (tracks, &seen, 1);
  }
  update (tracks, NULL, 0);
  g_assert_cmpuint (tracks->n, ==, 0);
  g_assert_cmpuint (tracks->n_left, ==, 1);
  vf_tracks_free (tracks);
}

/* More than there is room for, some of them no places at all. */
static void
many (void)
{
  VfTracks *tracks = vf_tracks_new ();
  VfSighting *seen = g_new (VfSighting, 2 * VF_TRACKS_MAX);

  for (guint i = 0; i < 2 * VF_TRACKS_MAX; i++) {
    seen[i] = seen_at (i % 32 * 20, i / 32 * 30);
    seen[i].place.width = seen[i].place.height = 15;
  }
  for (guint round = 0; round < 5; round++) {
    update (tracks, seen, 2 * VF_TRACKS_MAX);
    g_assert_cmpuint (tracks->n, ==, VF_TRACKS_MAX);
    for (guint i = 0; i < tracks->n; i++)
      g_assert_cmpuint (tracks->tracks[i].id, ==, i + 1);
    seen++;
    update (tracks, seen--, 2 * VF_TRACKS_MAX - 1);
  }
  for (guint i = 0; i < VF_TRACKS_MAX; i++)
    seen[i].place = (VfPlace){ NAN, i % 2 ? INFINITY : 0, -INFINITY, NAN };
  for (guint round = 0; round < 5; round++)
    update (tracks, seen, VF_TRACKS_MAX);
  g_assert_cmpuint (tracks->n, <=, VF_TRACKS_MAX);
  g_free (seen);
  vf_tracks_free (tracks);
}

static void
places (void)
{
  const VfPlace a = { 0, 0, 10, 10 };
  const VfPlace b = { 5, 0, 10, 10 }, c = { 10, 0, 5, 5 }, d = { 2, 2, 5, 5 };
  const VfPlace out = { -3, 8, 20, 20 };
  VfPlace clipped = vf_place_clip (&out, 10, 10);

  g_assert_cmpfloat (vf_place_overlap (&a, &a), ==, 1);
  g_assert_cmpfloat (vf_place_overlap (&a, &b), ==, 50 / 150.0);
  g_assert_cmpfloat (vf_place_overlap (&b, &a), ==, 50 / 150.0);
  g_assert_cmpfloat (vf_place_overlap (&a, &c), ==, 0);
  g_assert_cmpfloat (vf_place_overlap (&a, &d), ==, 0.25);
  g_assert_cmpfloat (clipped.x, ==, 0);
  g_assert_cmpfloat (clipped.y, ==, 8);
  g_assert_cmpfloat (clipped.width, ==, 10);
  g_assert_cmpfloat (clipped.height, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tracks/places", places);
  g_test_add_func ("/tracks/missed", missed);
  g_test_add_func ("/tracks/comes-back", comes_back);
  g_test_add_func ("/tracks/elapsed", elapsed);
  g_test_add_func ("/tracks/gains", gains);
  g_test_add_func ("/tracks/size", size_is_averaged);
  g_test_add_func ("/tracks/weak-ones", weak_ones);
  g_test_add_func ("/tracks/kinds-and-parents", kinds_and_parents);
  g_test_add_func ("/tracks/ids", ids);
  g_test_add_func ("/tracks/times", times);
  g_test_add_func ("/tracks/out-of-the-picture", out_of_the_picture);
  g_test_add_func ("/tracks/many", many);
  return g_test_run ();
}
