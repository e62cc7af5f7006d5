#!/usr/bin/env bash
# What action.yml runs: exactly one of BOT, LOG and JUDGE is checked, and what came of it is written to the job's summary.
# The words of BOT, LOG, JUDGE and OPTIONS are taken apart as a shell does, without running one.
set -uo pipefail
words() { xargs -n 1 printf '%s\0' <<<"$1"; }
read_words() { local -n into=$1; into=(); [ -z "${2// /}" ] || mapfile -d '' into < <(words "$2"); }
read_words options "${OPTIONS:-}"
read_words bot "${BOT:-}"
read_words logs "${LOG:-}"
read_words judge "${JUDGE:-}"
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
given=0
for one in "${BOT:-}" "${LOG:-}" "${JUDGE:-}"; do [ -z "$one" ] || given=$((given + 1)); done
[ "$given" = 1 ] || { echo "stickler: give one of bot, log and judge"; exit 2; }

if [ -n "${BOT:-}" ]; then
  stickler check "$GAME" --markdown "$summary" "${options[@]}" -- "${bot[@]}"
  exit
fi
report=$(mktemp)
if [ -n "${LOG:-}" ]; then
  stickler validate "$GAME" "${options[@]}" "${logs[@]}" | tee "$report"
else
  stickler judge "$GAME" "${options[@]}" -- "${judge[@]}" | tee "$report"
fi
code=${PIPESTATUS[0]}
{ printf '### stickler: %s\n\n```text\n' "$(tail -n 1 "$report")"; cat "$report"; printf '```\n'; } >> "$summary"
rm -f "$report"
exit "$code"
