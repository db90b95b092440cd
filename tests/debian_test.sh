#!/usr/bin/env bash
# The Debian packages of this build, taken apart in an empty folder: what is in them is there, runs from where it lies, and searches as the
# command does.   tests/debian_test.sh BUILD
set -euo pipefail
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/.." && pwd)
if ! command -v dpkg-deb >/dev/null || ! command -v dpkg-shlibdeps >/dev/null; then
  echo "skipped: no dpkg-deb and dpkg-shlibdeps (package dpkg-dev) here"
  exit 77
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$source/script/debian-packages" "$build" "$place/packages" >/dev/null
fail() { echo "debian_test: $*" >&2; exit 1; }
for package in "$place"/packages/*.deb; do
  dpkg-deb -x "$package" "$place/root"
  dpkg-deb -f "$package" Description Depends >/dev/null
done
usr=$place/root/usr
for file in bin/foray bin/foray-uai bin/foray-page share/man/man1/foray.1.gz share/man/man1/foray-serve.1.gz share/man/man1/foray-uai.1.gz \
  share/bash-completion/completions/foray share/zsh/vendor-completions/_foray share/fish/vendor_completions.d/foray.fish \
  share/applications/foray.desktop share/icons/hicolor/scalable/apps/foray.svg lib/systemd/system/foray-serve.service \
  share/doc/foray/copyright share/doc/foray/changelog.gz include/foray/foray.h lib/cmake/Foray/ForayConfig.cmake share/doc/libforay-dev/copyright; do
  [ -s "$usr/$file" ] || fail "there is no $file"
done
signature=$("$build/apps/foray/foray" bench | sed -n 's/^Bench: //p')
[ "$("$usr/bin/foray" bench | tail -n 1)" = "Bench: $signature" ] || fail "the packaged command has another signature"
[[ $(echo bench | "$usr/bin/foray-uai" | tail -n 1) == "bench nodes $signature "* ]] || fail "foray-uai has another signature"
dpkg-deb -f "$place"/packages/foray_*.deb Depends | grep -q 'libc6 (>= ' || fail "the package does not say which C library it needs"
if [ -d "$usr/lib/python3" ]; then
  PYTHONPATH=$usr/lib/python3/dist-packages python3 -c 'import foray; print(foray.__file__)' | grep -q "^$usr" || fail "the Python package cannot be imported"
fi
echo "packages: $(cd "$place/packages" && echo *)"
