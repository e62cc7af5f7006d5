#!/usr/bin/env bash
# Holds the public address in Cargo.toml against the one from which a release goes: address.sh https://HOST/OWNER/REPOSITORY [Cargo.toml]
# crates.io, cargo binstall and readers look there, so no release goes with an empty address or another one.
set -euo pipefail
wanted=${1:?the address of the repository} manifest=${2:-$(dirname "$0")/../../Cargo.toml}
said=$(sed -n 's/^repository = "\([^"]*\)".*/\1/p' "$manifest" | head -1)
refuse() { echo "address.sh: $manifest: $*" >&2; exit 1; }
[ -n "$said" ] || refuse "\`repository\` is empty: write \"$wanted\" there, under [workspace.package], and commit it before the tag"
[[ "$said" =~ ^https://[^/[:space:]]+\.[^/[:space:]]+/[^[:space:]]+[^/[:space:]]$ ]] || refuse "\`repository\` is \"$said\", and no address that begins with https:// and ends without a slash"
[[ ! "$said" =~ (example\.(org|com|net)|\.invalid|\.test|localhost|OWNER|ADDRESS) ]] || refuse "\`repository\` is \"$said\", which only stands for an address: write \"$wanted\""
[ "$said" = "$wanted" ] || refuse "\`repository\` is \"$said\", and the release goes from $wanted: write the latter"
echo "the address is $said"
