#!/usr/bin/env bash
# Runs the commands of docs/own-game.md and holds that their output has the lines which the page shows.
set -euo pipefail
cd "$(dirname "$0")"
page=../../docs/own-game.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build -q
program=${CARGO_TARGET_DIR:-target}/debug/reversi
# The page writes to /tmp, and this script to a folder of its own.
run() { sed -e "s|/tmp/|$work/|g" -e "s|cargo run -q --|$program|g" <<<"$1" >"$work/command"; bash "$work/command" >"$work/shown" 2>&1 || true; }
checked=0 command=""
while IFS= read -r line; do
  case $line in
    '$ cargo test'*) command="" ;;
    '$ '*) command=${line#"$ "}; run "$command" ;;
    *)
      [ -n "$command" ] || continue
      grep -qF -- "${line#match.log: }" "$work/shown" || { echo "the page shows, and this does not: $line"; echo "after: $command"; cat "$work/shown"; exit 1; }
      checked=$((checked + 1)) ;;
  esac
done < <(awk '/^```console/ { on = 1; next } /^```/ { on = 0 } on' "$page")
rm -rf stickler-failures
[ -s "$work/match.html" ]
echo "$checked lines of the page are as it says"
[ "$checked" -ge 6 ]
