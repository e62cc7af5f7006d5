#!/usr/bin/env bash
# Measures the times that the first table of CONTRIBUTING.md tells, and writes them into it. It takes half an hour, on a machine
# that does nothing else. Each command begins without a target folder, and runs again after a change in one rule. The time of the
# gate is not measured: `.ci/run` prints its own.
set -euo pipefail
cd "$(dirname "$0")/.."
page=$PWD/CONTRIBUTING.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/stickler"
cd "$folder/stickler"
cargo fetch --quiet
export CARGO_TARGET_DIR=$folder/target
unset RUSTFLAGS
rule=src/games/gomoku/rules.rs
[ -f $rule ] || { echo "$rule is no more: name another file of rules in $0"; exit 1; }

# How long the command takes, in words.
took() {
  local start=$SECONDS
  bash -c "$1" >"$folder/said" 2>&1 || { tail -n 30 "$folder/said"; echo "$1 is red, so there is no time to tell"; exit 1; }
  local seconds=$((SECONDS - start))
  if [ $seconds -lt 120 ]; then echo "$seconds s"; else echo "$(((seconds + 30) / 60)) min"; fi
}
# The commands are those of the table.
mapfile -t commands < <(sed -n 's/^| `\(cargo [^`]*\)` | .*/\1/p' CONTRIBUTING.md | head -n 4)
for command in "${commands[@]}"; do
  rm -rf "$CARGO_TARGET_DIR"
  fresh=$(took "$command")
  echo "#[allow(dead_code)] fn changed() -> usize { std::process::id() as usize }" >>$rule
  again=$(took "$command")
  git checkout --quiet -- $rule
  echo "$command: $fresh, and again $again"
  sed -i "s/^\(| \`$command\` | [^|]* |\).*/\1 $fresh | $again |/" "$page"
done
