# shellcheck shell=bash
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The Debian packages that this project needs, and how they are installed.
# For bash scripts to read in.

# The Debian packages: which command wants them, and what for. `build` is for
# all commands; `test` takes these, those of `demo` and its own. `arm64` are
# for the root of that name only; `gpu` is for where nvcc is; `faces` is for the
# demo of that name.
packages='
build  build-essential                   C compiler
build  meson                             build system
build  ninja-build                       build system
build  pkg-config                        build system
build  libgstreamer1.0-dev               GStreamer, and gst-check for the tests
build  libgstreamer-plugins-base1.0-dev  GStreamer video
build  libpng-dev                        PNG masks, heat maps
build  libpango1.0-dev                   labels on boxes

gpu    libgstreamer-plugins-bad1.0-dev   frames in the memory of a GPU; large

demo   gstreamer1.0-tools                gst-launch-1.0, gst-inspect-1.0
demo   gstreamer1.0-plugins-base         decoding, converting, test pictures
demo   gstreamer1.0-plugins-good         PNG, JPEG, AVI, MP4, Matroska, RTSP
demo   gstreamer1.0-plugins-bad          PGM and PPM, the turning tiles
demo   gstreamer1.0-libav                the decoders of most videos
demo   python3                           the demo itself
demo   python3-gi                        GStreamer in Python
demo   gir1.2-gstreamer-1.0              GStreamer in Python
demo   gir1.2-gst-plugins-base-1.0       GStreamer in Python

faces  opencv-data                       what a face looks like
faces  python3-skimage                   a photograph of a face

test   octave                            the reference implementation
test   opencv-data                       cascades
test   opencv-doc                        videos and pictures
test   python3-skimage                   pictures
test   python3-pil                       reading them
test   python3-opencv                    other corners, to compare with
test   libopencv-dev                     faces, to compare with; large
test   opencv-data                       cascades
test   python3-matplotlib                an example that plots
test   valgrind                          memory errors

ci     clang                             the fuzz targets
ci     clang-format                      the look of the code
ci     git                               the list of the files
ci     shellcheck                        the scripts

on     mmdebstrap                        other releases in a folder
on     distro-info-data                  which are of Ubuntu, and where

arm64  gcc-aarch64-linux-gnu             C compiler
arm64  g++-aarch64-linux-gnu             a header in C++
arm64  qemu-user                         runs the programs
'

say () {
  printf '%s\n' "$*" >&2
}

die () {
  say "${0##*/}: $*"
  exit 1
}

# The packages of these uses, one a line.
packages_of () {
  local use
  for use in "$@"; do
    awk -v use="$use" '$1 == use { print $2 }' <<<"$packages"
  done
}

# Those of the packages of these uses that are not installed.
missing_of () {
  local names
  mapfile -t names < <(packages_of "$@")
  grep -vxF -f <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' \
    "${names[@]}" 2>/dev/null | sed -n 's/^installed //p') \
    < <(printf '%s\n' "${names[@]}") || true
}

# Runs apt-get as root, if that can be had.
as_root=()
can_be_root () {
  if [[ $(id -u) == 0 ]]; then
    return 0
  fi
  command -v sudo >/dev/null || return 1
  as_root=(sudo)
  # With a terminal, it may ask.
  sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]
}

apt_get () {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o Acquire::Retries=3 "$@" >&2
}

# Small images of Debian leave out what is in /usr/share/doc.
install_all () {
  apt_get -o 'DPkg::Options::=--path-include=/usr/share/doc/opencv-doc/*' \
    install -y --no-install-recommends "$@"
}

# Installs the packages of the given uses; without one of them nothing works.
need () {
  local missing
  mapfile -t missing < <(missing_of "$@")
  if [[ ${#missing[@]} == 0 ]]; then
    return
  fi
  local line="apt-get install --no-install-recommends ${missing[*]}"
  can_be_root || die "packages are missing; as root, run
  $line"
  say "installing ${missing[*]}"
  update_once
  install_all "${missing[@]}" || die "this did not work:
  $line"
}

# Installs the packages of the given uses as far as that goes.
want () {
  local missing name
  mapfile -t missing < <(missing_of "$@")
  if [[ ${#missing[@]} == 0 ]]; then
    return
  fi
  if can_be_root; then
    say "installing ${missing[*]}"
    update_once
    # All at once if possible: one that cannot be had must not stop the rest.
    if ! install_all "${missing[@]}"; then
      for name in "${missing[@]}"; do
        install_all "$name" || true
      done
    fi
    mapfile -t missing < <(missing_of "$@")
  fi
  if [[ ${#missing[@]} != 0 ]]; then
    say "What needs these packages will be skipped, as they are not installed:"
    say "  ${missing[*]}"
  fi
}

updated=false
update_once () {
  if ! $updated; then
    apt_get update || say "apt-get update failed; trying with the old lists"
    updated=true
  fi
}

is_debian () {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null
}
