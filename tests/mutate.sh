#!/usr/bin/env bash
# Changes the code in small ways, and lists the changes that no test notices. It needs cargo-mutants and cargo-nextest.
#   tests/mutate.sh 3/40     one change in forty, from the third
#   tests/mutate.sh HEAD~1   changes of the lines that differ from this commit
#   MOST=6 tests/mutate.sh HEAD~1    six of them, spread evenly
#   tests/mutate.sh src/wire.rs -j 2 those of one file; further options are those of cargo-mutants
# It runs in a PID and a mount namespace of its own: a changed judge may end any process, and mount anything.
set -euo pipefail
cd "$(dirname "$0")/.."
namespace=(unshare --pid --fork --mount --mount-proc --kill-child)
[ "$(id -u)" = 0 ] || namespace+=(--user --map-current-user)
if [ "${1-}" != inside ]; then
  "${namespace[@]}" true 2>/dev/null || { echo "skipped: mutation testing: this machine gives no namespaces"; exit 0; }
  exec "${namespace[@]}" "$0" inside "$@"
fi
what=$2
shift 2
out=${CARGO_TARGET_DIR:-target}/mutants
mkdir -p "$out"
if [[ $what =~ ^[0-9]+/[0-9]+$ ]]; then
  chosen=(--shard "$what" --sharding round-robin)
else
  if [ -f "$what" ]; then
    # As if all of it were new.
    git diff --no-index /dev/null "$what" >"$out/changes.diff" || true
  else
    git diff "$what" -- src crates/*/src >"$out/changes.diff"
  fi
  chosen=(--in-diff "$out/changes.diff")
  count=$(cargo mutants --list "${chosen[@]}" | wc -l)
  echo "$count changes${MOST:+; at most $MOST are tried}"
  [ "$count" = 0 ] && exit
  [ "${MOST:-$count}" -ge "$count" ] || chosen+=(--shard "0/$(((count + MOST - 1) / MOST))" --sharding round-robin)
fi
[[ " $* " == *" --in-place "* ]] || unset CARGO_TARGET_DIR
ulimit -v $((16 << 20))
# 2: no test noticed some; 3: some ran into the limit of time, which counts as noticed.
code=0
export STICKLER_TIER=gate
cargo mutants --output "$out" --colors never "${chosen[@]}" "$@" || code=$?
[ $code != 3 ] || exit 0
exit $code
