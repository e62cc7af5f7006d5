#!/usr/bin/env bash
# Changes the code in small ways, and lists the changes that no test notices. It needs cargo-mutants.
#   tests/mutate.sh 3/40     one change in forty, from the third
#   tests/mutate.sh HEAD~1   changes of the lines that differ from this commit
#   MOST=6 tests/mutate.sh HEAD~1          six of them, spread evenly
#   tests/mutate.sh 0/1 --file src/wire.rs  further options are those of cargo-mutants
# It runs in a PID and a mount namespace of its own: a changed judge may end any process, and mount anything.
set -euo pipefail
cd "$(dirname "$0")/.."
room=(unshare --pid --fork --mount --mount-proc --kill-child)
[ "$(id -u)" = 0 ] || room+=(--user --map-current-user)
if [ "${1-}" != inside ]; then
  "${room[@]}" true 2>/dev/null || { echo "skipped: mutation testing: this machine gives no namespaces"; exit 0; }
  exec "${room[@]}" "$0" inside "$@"
fi
what=$2
shift 2
out=${CARGO_TARGET_DIR:-target}/mutants
mkdir -p "$out"
if [[ $what =~ ^[0-9]+/[0-9]+$ ]]; then
  chosen=(--shard "$what" --sharding round-robin)
else
  git diff "$what" -- src >"$out/changes.diff"
  chosen=(--in-diff "$out/changes.diff")
  count=$(cargo mutants --list "${chosen[@]}" | wc -l)
  echo "$count changes of lines that differ from $what${MOST:+; at most $MOST are tried}"
  [ "$count" = 0 ] && exit
  [ "${MOST:-$count}" -ge "$count" ] || chosen+=(--shard "0/$(((count + MOST - 1) / MOST))" --sharding round-robin)
fi
[[ " $* " == *" --in-place "* ]] || unset CARGO_TARGET_DIR
ulimit -v $((16 << 20))
export STICKLER_FAIL_FAST=1
mutants() { cargo mutants --output "$out" --colors never "$@" || [ $? = 2 ] || [ $? = 3 ]; }
# Most changes show in the tests of the library, which take the least time.
mutants "${chosen[@]}" "$@" -- --test pure
cp "$out/mutants.out/missed.txt" "$out/left.txt"
[ -s "$out/left.txt" ] || exit 0
mapfile -t left < <(sed 's/[^a-zA-Z0-9_ ]/\\&/g; s/.*/^&$/' "$out/left.txt")
mutants "${left[@]/#/--re=}" "$@" -- --test programs --test clocks
[ ! -s "$out/mutants.out/missed.txt" ] || { echo "no test notices these:"; cat "$out/mutants.out/missed.txt"; exit 1; }
