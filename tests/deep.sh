#!/usr/bin/env bash
# Runs the tests of the library at their full depth, in an order of the seed's own, and begins none after so many seconds:
#   tests/deep.sh SECONDS [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?"tests/deep.sh SECONDS [SEED]"} seed=${2:-$(date +%s)}
# The longest test takes a part of its million logs, or it alone would last half an hour.
export STICKLER_TIER=deep STICKLER_SEED=$seed STICKLER_SOAK=${STICKLER_SOAK:-50000}
built=$(cargo test --locked --test pure --no-run 2>&1) || { echo "$built"; exit 1; }
program=$(realpath "$(sed -n 's/^  Executable .*(\(.*\))$/\1/p' <<<"$built")")
# The build takes no part of the time.
export END=$(($(date +%s) + seconds))
echo "deep, from seed $seed; tests/deep.sh $seconds $seed repeats it"
# A test gets as many seconds, and then is skipped aloud.
export LIMIT=$seconds
begin='
  [ "$(date +%s)" -lt "$END" ] || exit 0
  came=0
  shown=$(timeout "$LIMIT" "$0" --exact "$1" --include-ignored 2>&1) || came=$?
  case $came in
    0) echo "ok $1" ;;
    124) echo "skipped: $1 had not ended after $LIMIT s" ;;
    *)
      echo "$shown"
      echo "failed: STICKLER_TIER=deep STICKLER_SEED=$STICKLER_SEED cargo test --test pure -- --exact $1 --include-ignored repeats it"
      exit 1 ;;
  esac'
code=0
shown=$("$program" --list --include-ignored 2>/dev/null | sed -n 's/: test$//p' | shuf --random-source=<(yes "$seed") |
  xargs -P "$(nproc)" -I{} sh -c "$begin" "$program" {}) || code=1
grep -v '^ok ' <<<"$shown" || true
went=$(grep -c '^ok ' <<<"$shown" || true)
echo "$went of $("$program" --list --include-ignored 2>/dev/null | grep -c ': test$') tests went deep"
[ "$went" != 0 ] || { echo "no test went deep in $seconds seconds"; code=1; }
exit $code
