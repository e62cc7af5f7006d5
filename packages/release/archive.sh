#!/usr/bin/env bash
# Packs a program that was built for a target, with its licences and README, and writes the checksum beside it:
# archive.sh TARGET FOLDER-OF-THE-PROGRAM OUT
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1 built=$2 out=$3
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
name=stickler-$version-$target
held=$(mktemp -d)
trap 'rm -rf "$held"' EXIT
program=stickler
[[ "$target" != *windows* ]] || program=stickler.exe
mkdir -p "$held/$name" "$out"
cp "$built/$program" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$held/$name/"
if [[ "$target" = *windows* ]]; then
  archive=$name.zip
  (cd "$held" && if command -v zip >/dev/null; then zip -qr "$archive" "$name"; else 7z a -bso0 "$archive" "$name"; fi)
else
  archive=$name.tar.gz
  tar -czf "$held/$archive" -C "$held" "$name"
fi
mv "$held/$archive" "$out/"
cd "$out"
if command -v sha256sum >/dev/null; then sha256sum "$archive"; else shasum -a 256 "$archive"; fi > "$archive.sha256"
echo "$out/$archive"
