#!/usr/bin/env bash
# A run in parts on all cores of one machine, with GNU parallel: parallel.sh PARTS GAME [OPTIONS…] [-- BOT…]
# Started again, it plays only what is missing.
set -euo pipefail
parts=$1; shift
stickler=${STICKLER:-stickler}
mkdir -p stickler-parts
# A part may find a violation (1), or have too little to tell (2): the joined report says what all of them come to.
part() {
  n=$1; shift
  "$stickler" check "$@" || test $? -le 2
}
export -f part; export stickler
before=(); after=()
for word in "$@"; do
  if [ "$word" = "--" ] || [ ${#after[@]} -gt 0 ]; then after+=("$word"); else before+=("$word"); fi
done
parallel --quote --halt now,fail=1 part {} "${before[@]}" --quiet --shard "{}/$parts" --resume "stickler-parts/{}-of-$parts.jsonl" "${after[@]}" \
  ::: $(seq "$parts") > /dev/null
exec "$stickler" report merge stickler-parts/*-of-"$parts".jsonl
