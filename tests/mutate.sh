#!/usr/bin/env bash
# Changes the code in small ways, and lists the changes that no test notices.
#   tests/mutate.sh 3/40         every fortieth change, from the third
#   tests/mutate.sh HEAD~1       all changes of lines that differ from this commit
#   tests/mutate.sh 0/1 -F wire  all changes whose name holds a word; further options are those of cargo-mutants
# It needs cargo-mutants. It runs in a room of processes of its own, because a changed judge may end any process.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1-}" != inside ]; then
  if [ "$(id -u)" = 0 ]; then room=(unshare --pid --fork --mount-proc --kill-child); else room=(unshare --user --map-current-user --pid --fork --mount-proc --kill-child); fi
  exec "${room[@]}" "$0" inside "$@"
fi
what=$2
shift 2
out=${CARGO_TARGET_DIR:-target}/mutants
unset CARGO_TARGET_DIR
mkdir -p "$out"
case $what in
  */*) [[ $what =~ ^[0-9]+/[0-9]+$ ]] && chosen=(--shard "$what" --sharding round-robin) ;;
esac
if [ -z "${chosen+x}" ]; then
  git diff "$what" -- src >"$out/changes.diff"
  chosen=(--in-diff "$out/changes.diff")
fi
ulimit -v $((16 << 20))
export STICKLER_FAIL_FAST=1
mutants() { cargo mutants --output "$out" --colors never "$@" || [ $? = 2 ] || [ $? = 3 ]; }
# Most changes show in the tests of the library, which take the least time.
mutants "${chosen[@]}" "$@" -- --test pure
cp "$out/mutants.out/missed.txt" "$out/left.txt"
[ -s "$out/left.txt" ] || exit 0
mapfile -t left < <(sed 's/[^a-zA-Z0-9_ ]/\\&/g; s/.*/^&$/' "$out/left.txt")
mutants "${left[@]/#/--re=}" -- --test programs --test clocks
[ ! -s "$out/mutants.out/missed.txt" ] || { echo "no test notices these:"; cat "$out/mutants.out/missed.txt"; exit 1; }
