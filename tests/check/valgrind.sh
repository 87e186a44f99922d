#!/bin/sh
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Runs a test program ($1) under valgrind, in one process. An error, or memory
# that is definitely lost, makes it fail.
if [ -n "${SANITIZED:-}" ]; then
  echo "Skipped: this build has sanitizers, which valgrind cannot run."
  exit 77
fi
if ! command -v valgrind >/dev/null; then
  echo "Skipped: there is no valgrind."
  exit 77
fi
export CK_FORK=no G_SLICE=always-malloc G_DEBUG=gc-friendly
exec valgrind --quiet --error-exitcode=1 --num-callers=30 \
  --leak-check=full --show-leak-kinds=definite \
  --errors-for-leak-kinds=definite \
  --suppressions="$(dirname "$0")/valgrind.supp" "$1"
