#!/bin/sh
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Runs corners-probe ($1): to the end of a stream, into errors, and until
# Ctrl-C.
set -u
# What runs a program of another machine than this one comes before its name.
# shellcheck disable=SC2086 # several words, or none
set -- ${MESON_EXE_WRAPPER:-} "$1"
fail () { echo "FAILED: $1"; exit 1; }

lines=$("$@") || fail "the default pipeline"
[ "$(echo "$lines" | grep -c '^harriscorners0 .*corners=[0-9]')" = 30 ] \
  || fail "not one line a frame: $lines"
echo "$lines" | grep -q 'strongest=([0-9]*, [0-9]*) response=[0-9]' \
  || fail "no strongest corner: $lines"

echo "$lines" | grep -q '^message from harriscorners0 at .*corners=[1-9]' \
  || fail "no message: $lines"

# All corners lie in the region, and 5 are left from the third frame on.
lines=$("$@" --roi=80,0,160,240 --change=2:max-corners=5) \
  || fail "options"
[ "$(echo "$lines" | grep -c '^harris.* corners=5 strongest=')" = 28 ] \
  || fail "a changed property: $lines"
echo "$lines" | grep -o 'strongest=([0-9]*' | tr -dc '0-9\n' \
  | while read -r x; do [ "$x" -ge 80 ] && [ "$x" -lt 240 ] || exit 1; done \
  || fail "a region: $lines"
"$@" --change=nonsense && fail "a change that is none"

lines=$("$@" videotestsrc num-buffers=2 pattern=black ! harriscorners \
  name=first ! harriscorners name=second keep-metas=true ! fakesink) \
  || fail "two elements"
# Two elements have a probe each, and the second one's buffers two metas.
[ "$(echo "$lines" | grep -c '^first .*corners=0$')" = 4 ] \
  && [ "$(echo "$lines" | grep -c '^second .*corners=0$')" = 2 ] \
  || fail "metas of two elements: $lines"

"$@" nosuchelement ! fakesink && fail "an element that does not exist"
"$@" videotestsrc ! fakesink && fail "a pipeline without harriscorners"
"$@" videotestsrc ! harriscorners filter-length=2 ! fakesink \
  && fail "a property that cannot be used"

# A shell that runs jobs in the background has them ignore SIGINT, unless it
# controls jobs.
set -m
"$@" videotestsrc is-live=true ! harriscorners ! fakesink >/dev/null &
pid=$!
sleep 1
kill -INT $pid
wait $pid || fail "Ctrl-C"
echo "ok"
