#!/usr/bin/env bash
# Builds stickler for Windows, tries its commands under wine, and holds the verdict of each fault of refbot against Linux's.
#
# tests/windows.sh [GAME...]: the faults of these games; without one those of gomoku, `all` for every game.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=${CARGO_TARGET_DIR:-$root/target}
skip() { echo "skipped: Windows under wine: $*"; exit 0; }
step() { printf -- '-- %s (%s s)\n' "$*" "$SECONDS"; }

# Debian's compiler comes with the sources of the standard library, so that a library for Windows can be built.
tools="rustc-web cargo-web rust-web-src gcc-mingw-w64-x86-64-posix wine64 wine"
has_all() { [ -x /usr/bin/cargo ] && [ -d /usr/lib/rustlib/src ] && command -v x86_64-w64-mingw32-gcc wine >/dev/null; }
if ! has_all; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || skip "$tools are not installed, and only root can, on Debian"
  # shellcheck disable=SC2086
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $tools; } >/dev/null 2>&1 || true
  has_all || skip "$tools cannot be installed here"
fi
step "build"
PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTUP_TOOLCHAIN='' CARGO_TARGET_DIR=$target/windows \
  /usr/bin/cargo build --quiet --locked --profile test --bins -Zbuild-std=std,panic_unwind --target x86_64-pc-windows-gnu
cargo build --quiet --locked --profile test --bins

# A path with a blank and letters beyond ASCII.
held=$(mktemp -d)
folder="$held/two words, größer"
mkdir "$folder"
export RUST_BACKTRACE=0 WINEDEBUG=-all WINEPREFIX=$held/wine
trap 'wineserver -k 2>/dev/null || true; rm -rf "$held" 2>/dev/null || { sleep 1; rm -rf "$held"; }' EXIT
cp "$target"/windows/x86_64-pc-windows-gnu/debug/{stickler,refbot}.exe "$folder"
cp "$root/fixtures/records/alphano/five.json" "$folder"
# Rust's standard library wants one function that Windows has had since 8, and that wine 8 lacks.
cat >"$held/prng.c" <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T bytes) { return RtlGenRandom(to, (ULONG)bytes); }
C
x86_64-w64-mingw32-gcc -shared -o "$folder/bcryptprimitives.dll" "$held/prng.c" -ladvapi32
cd "$folder"
# The first start makes wine's folder, and services that keep its output open.
wineboot --init >/dev/null 2>&1 </dev/null || true

stickler() { wine stickler.exe "$@" </dev/null 2>"$held/errors" | tr -d '\r'; return "${PIPESTATUS[0]}"; }
# Runs a command and holds its exit code, and a word of what it prints, against what is due.
due() {
  local code=$1 word=$2 got=0 printed
  shift 2
  printed=$(stickler "$@") || got=$?
  if [ "$got" != "$code" ] || ! grep -q -- "$word" <<<"$printed$(cat "$held/errors")"; then
    echo "stickler $*: exit code $got where $code is due, or it does not say \`$word\`:"
    echo "$printed"; cat "$held/errors"
    exit 1
  fi
}

step "commands"
for game in betris blackout blokus gomoku tetris; do due 0 "^conforms" check $game --cases 1 -- refbot.exe $game; done
due 0 "could not look: wire.process.children" check gomoku --cases 1 -- ./refbot gomoku
due 0 "conforms" validate five.json
due 0 "A B C\|1 2 3\|X" show five.json
due 1 "again: stickler.* replay" check gomoku --cases 1 --shrink 0 -- refbot.exe gomoku --fault lower-case
saved=$(find stickler-failures -name '*.yaml' | head -1)
due 1 "gomoku" replay "$saved" -- refbot.exe gomoku --fault lower-case
due 0 "" replay "$saved" -- refbot.exe gomoku
due 0 "" play gomoku --log match.log --bot "refbot.exe gomoku" --bot "stickler.exe tap --game gomoku --log tap.log -- refbot.exe gomoku"
due 0 "conforms" validate match.log
due 0 "conforms" validate tap.log
due 0 "^-1\|^[0-9]" referee gomoku -p1 "refbot.exe gomoku" -p2 "refbot.exe gomoku --fault crash"
touch bot.py
due 2 "name what runs it" check gomoku -- ./bot.py
due 2 "the portable arena cannot do it" check gomoku --cpu-time 9 -- refbot.exe gomoku
answer=$(echo '{"id":1,"ask":{"new":{"as":"a","actions":["MOVE 8 8"]}}}' | wine stickler.exe oracle gomoku 2>/dev/null | tr -d '\r')
[ "$answer" = '{"id":1,"answer":{"new":{"seats":[1]}}}' ] || { echo "the oracle answers: $answer"; exit 1; }

step "faults, held against Linux"
games=("${@:-gomoku}")
[ "${games[0]}" != all ] || games=(betris blackout blokus gomoku tetris)
# The exit code, and each broken clause of the first game with a fault.
verdict() {
  local code=0 printed
  printed=$(timeout 120 "$@" </dev/null 2>/dev/null) || code=$?
  echo "$code $(grep -o '"clause":"[^"]*","kind":"[^"]*"' <<<"$printed" | cut -d'"' -f4,8 | sort -u | tr '\n' ' ')"
}
# True for a verdict with one of the clauses that a fault breaks by the table of faulty bots; for some a race decides which.
is_either() {
  local clauses
  clauses=$(sed -n "s/.*mutant: $2, .*clause: \([a-z0-9.]*\), .* or: \[[a-z]* \([a-z.]*\)\].*/\1\"\\\\|\2\"/p" "$root/fixtures/mutants/$1.yaml")
  [ -n "$clauses" ] && grep -q "^1 .*\($clauses\)" <<<"$3"
}
row() {
  local game=$1 fault=$2 quick=(--json --cases 1 --shrink 0 --enough 1)
  local here there
  here=$(verdict "$target/debug/stickler" check "$game" "${quick[@]}" -- "$target/debug/refbot" "$game" --fault "$fault")
  there=$(verdict wine stickler.exe check "$game" "${quick[@]}" -- refbot.exe "$game" --fault "$fault")
  if is_either "$game" "$fault" "$here" && is_either "$game" "$fault" "$there"; then there=$here; fi
  case "$here/$there" in
    "$there/$here") echo "equal $game $fault $here" ;;
    2*/* | */2*) echo "untold $game $fault: on Linux $here; on Windows $there" ;;
    *) echo "other $game $fault: on Linux $here; on Windows $there" ;;
  esac
}
export -f verdict is_either row
export root target
# Where no rule limits CPU time, the number of CPUs decides what becomes of four busy threads.
for game in "${games[@]}"; do
  "$target/debug/refbot" "$game" --faults | awk -v game="$game" '$1 != "threads" || game == "blackout" { print game, $1 }'
done | xargs -P 4 -L 1 bash -c 'row "$0" "$1"' >"$held/rows"
# An unlisted difference is tried again, alone: a busy machine keeps no exact times.
while read -r word game fault rest; do
  again="$word $game $fault $rest"
  for _ in 1 2; do
    [[ $again != equal* ]] && ! grep -q "^| $game |.*\`${fault%:}\`" "$root/docs/other-systems.md" || break
    again=$(row "$game" "${fault%:}" </dev/null)
  done
  echo "$again"
done <"$held/rows" >"$held/table"
grep '^other\|^untold' "$held/table" || true
step "held against the table of docs/other-systems.md"
otherwise=0
wrong() { echo "$*"; otherwise=1; }
for game in "${games[@]}"; do
  equal=$(grep -c "^equal $game " "$held/table" || true)
  all=$(grep -c "^[a-z]* $game " "$held/table" || true)
  echo "$game: $equal of $all equal"
  row=$(grep "^| $game | $all |" "$root/docs/other-systems.md") || wrong "docs/other-systems.md has no row of $game with $all faults"
  always=$(cut -d'|' -f4 <<<"$row")
  while read -r word _ fault _; do
    named="\`${fault%:}\`"
    case $word in
      equal) ! grep -qF "$named" <<<"$always" || wrong "$game $fault is equal, and docs/other-systems.md says that it never is" ;;
      *) grep -qF "$named" <<<"$row" || wrong "$game $fault is not equal, and docs/other-systems.md does not say so" ;;
    esac
  done < <(grep "^[a-z]* $game " "$held/table")
done
[ $otherwise = 0 ]
