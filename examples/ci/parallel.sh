#!/usr/bin/env bash
# A run in parts on all cores of one machine, with GNU parallel: parallel.sh PARTS GAME [OPTIONS…] [-- BOT…]
# Started again, it plays only what is missing.
set -euo pipefail
parts=$1; shift
stickler=${STICKLER:-stickler}
mkdir -p stickler-parts
# A part that finds a violation ends with 1, which is a result like any other.
part() {
  n=$1; shift
  "$stickler" check "$@" || test $? -eq 1
}
export -f part; export stickler
before=(); after=()
for word in "$@"; do
  if [ "$word" = "--" ] || [ ${#after[@]} -gt 0 ]; then after+=("$word"); else before+=("$word"); fi
done
parallel --quote --halt now,fail=1 part {} "${before[@]}" --quiet --shard "{}/$parts" --resume "stickler-parts/{}-of-$parts.jsonl" "${after[@]}" \
  ::: $(seq "$parts") > /dev/null
exec "$stickler" report merge stickler-parts/*-of-"$parts".jsonl
