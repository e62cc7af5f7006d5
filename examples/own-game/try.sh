#!/usr/bin/env bash
# Walks through docs/own-game.md in an empty folder, and holds that each command prints the lines which the page shows.
set -euo pipefail
stickler=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$stickler/examples/own-game/target}
mkdir "$work/tmp"
# The page writes to /tmp, and this script to a folder of its own.
run() {
  local folder=$work
  [ ! -d "$work/reversi" ] || folder=$work/reversi
  sed -e "s|/tmp/|$work/tmp/|g" -e "s|/path/to/stickler|$stickler|g" <<<"$1" >"$work/command"
  (cd "$folder" && bash -e "$work/command") >"$work/shown" 2>&1
}
checked=0 kind="" block="" command=""
while IFS= read -r line; do
  case $line in
    '```sh') kind=sh block="" ;;
    '```console') kind=console command="" ;;
    '```'*)
      [ "$kind" != sh ] || run "$block" || { echo "this step of the page fails:"; echo "$block"; cat "$work/shown"; exit 1; }
      kind="" ;;
    *)
      case $kind in
        sh) block+=$line$'\n' ;;
        console)
          case $line in
            '$ '*) command=${line#"$ "}; run "$command" || true ;;
            *)
              grep -qF -- "${line#match.log: }" "$work/shown" || { echo "the page shows, and this does not: $line"; echo "after: $command"; cat "$work/shown"; exit 1; }
              checked=$((checked + 1)) ;;
          esac ;;
      esac ;;
  esac
done <"$stickler/docs/own-game.md"
[ -s "$work/tmp/match.html" ]
echo "$checked lines of the page are as it says"
[ "$checked" -ge 10 ]
# The same crate under another name, as `stickler new --game` writes it.
(cd "$stickler" && cargo run -q --locked -- new --game ataxx "$work/ataxx" --stickler "$stickler") >/dev/null
said=$(cd "$work/ataxx" && cargo run -q -- check ataxx --search 0 -- python3 bots/ataxx.py 2>&1) || { echo "the crate of new --game: $said"; exit 1; }
grep -qF "conforms: 18 games" <<<"$said"
(cd "$work/ataxx" && STICKLER_BLESS=1 cargo test -q vectors && cargo test -q) >"$work/shown" 2>&1 || { cat "$work/shown"; exit 1; }
echo "a crate of new --game conforms, and its tests are green"
