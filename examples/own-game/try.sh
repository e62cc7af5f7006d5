#!/usr/bin/env bash
# Walks through docs/own-game.md in an empty folder, and holds that each command prints the lines which the page shows.
set -euo pipefail
stickler=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$stickler/examples/own-game/target}
mkdir "$work/tmp"
(cd "$stickler" && cargo build -q --locked -p stickler-cli)
export PATH=$CARGO_TARGET_DIR/debug:$PATH
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
# The smallest game, as `stickler new --game` writes it, under names of any length.
for kind in plain alphano; do
  name=ataxx
  [ $kind = plain ] || name=agameofwhichthenameisverylong
  (cd "$work" && stickler new --game $name $name --messages $kind --stickler "$stickler") >/dev/null
  cd "$work/$name"
  cargo fmt --check
  said=$(cargo run -q -- check $name --search 0 -- python3 bots/$name.py 2>&1) || { echo "the crate of new --game: $said"; exit 1; }
  grep -q "^conforms: [0-9]* games" <<<"$said" || { echo "$said"; exit 1; }
  cargo test -q >"$work/shown" 2>&1 || { cat "$work/shown"; exit 1; }
done
# The game of docs/dice-and-hidden-hands.md.
cd "$stickler/examples/ships"
cargo fmt --check
said=$(cargo run -q -- check ships --search 0 -- python3 bots/ships.py 2>&1) || { echo "Ships: $said"; exit 1; }
grep -q "^conforms: [0-9]* games" <<<"$said" || { echo "$said"; exit 1; }
cargo test -q >"$work/shown" 2>&1 || { cat "$work/shown"; exit 1; }
echo "the crates of new --game and Ships conform, and their tests are green"
