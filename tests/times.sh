#!/usr/bin/env bash
# Measures the times in CONTRIBUTING.md and writes them into its tables: how long each command takes from a fresh clone, and again
# after a change in one rule; and where the time of `cargo test` goes. It takes a quarter of an hour, on a machine that does nothing
# else. `.ci/run` prints its own times.
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

# took COMMAND: how long it takes, in words. What it prints stays in $folder/said.
took() {
  local start=$SECONDS
  bash -c "$1" >"$folder/said" 2>&1 || { tail -n 30 "$folder/said"; echo "$1 is red, so there is no time to tell"; exit 1; }
  echo "$((SECONDS - start)) s"
}
# part ROW: writes a row of the table of parts.
part() { sed -i "s/^\(| $1 |\).*/\1 $2 |/" "$page"; }
# The seconds of a test program in what `cargo test` printed.
of_program() { awk -v name="$1" '/Running|Doc-tests/ { is_it = index($0, name) } is_it && match($0, /finished in [0-9.]+s/) { sum += substr($0, RSTART + 12, RLENGTH - 13) } END { printf "%.0f", sum }' "$folder/said"; }

# The commands are those of the table.
mapfile -t commands < <(sed -n 's/^| `\(cargo [^`]*\)` | .*/\1/p' CONTRIBUTING.md | head -n 4)
for command in "${commands[@]}"; do
  rm -rf "$CARGO_TARGET_DIR"
  fresh=$(took "$command")
  if [ "$command" = "cargo test" ]; then
    part build "$(sed -n 's/.*Finished `test` profile.* in \(.*\)$/\1/p' "$folder/said" | head -1)"
    for crate in arena check judge-test; do part "\`$crate\` (lib)" "$(of_program "stickler_${crate/-/_}")"; done
    for program in pure data bot system; do part "\`$program\`" "$(of_program "/$program-")"; done
    part "doc tests" "$(of_program Doc-tests)"
  fi
  echo "#[allow(dead_code)] fn changed() -> usize { std::process::id() as usize }" >>$rule
  again=$(took "$command")
  git checkout --quiet -- $rule
  echo "$command: $fresh, and again $again"
  sed -i "s/^\(| \`$command\` | [^|]* |\).*/\1 $fresh | $again |/" "$page"
done
