#!/bin/sh
# Changes the rules of a game line by line, and asks which changed judges the matches of `stickler judge` tell from the right one:
#   tests/changed-rules/run.sh gomoku [NAME=VALUE…] [@MATCH]
# It copies the code to target/changed, and compiles every change once, behind its number; a judge in memory has one of them on.
# GAME.txt has changes that no operator makes, GAME.same those that no honest match can show, with the reason.
set -eu
cd "$(dirname "$0")/../.."
here=$PWD
next=$here/target/changed-next
copy=$here/target/changed
game=$1
shift
(cd tests/changed-rules && CARGO_TARGET_DIR="$here/target/changed-rules" cargo build -q)
change=$here/target/changed-rules/debug/changed-rules
rm -rf "$next"
mkdir -p "$next/crates" "$copy"
cp -r Cargo.toml Cargo.lock README.md src spec fixtures clients examples docs "$next/"
cp -r crates/check crates/judge-test crates/arena examples/own-game "$next/crates/"
rm -rf "$next"/crates/own-game/site "$next"/crates/own-game/target "$next"/crates/own-game/Cargo.lock "$next"/crates/own-game/tests "$next"/crates/own-game/src/main.rs
sed -i '/^stickler-/d; /^default-run/d; /^\[dev-dependencies\]/d; /^default = /d; /^cli = /d; /^\[workspace\]/d; /^\[\[/,$d; s/path = "..\/.."/workspace = true/' "$next/crates/own-game/Cargo.toml"
mkdir -p "$next/crates/measure/src"
cp tests/changed-rules/measure/Cargo.toml "$next/crates/measure/"
cp tests/changed-rules/measure/main.rs "$next/crates/measure/src/"
sed -i '/^default-members/d; s/"tests", *//; s/, *"tests"//; /^stickler-cli/d; /^\[dev-dependencies\]/,/^\[lib\]/{/^\[lib\]/!d}; /^\[target.*dev-dep/,/^$/d; /^\[\[test\]\]/,/^$/d; /^\[\[bench\]\]/,/^$/d; /^autotests/d' "$next/Cargo.toml"
printf '\n[profile.release]\nopt-level = 2\ncodegen-units = 16\nincremental = true\n' >> "$next/Cargo.toml"
cp tests/changed-rules/changed.rs "$next/src/changed.rs"
printf '\n#[allow(missing_docs)]\npub mod changed;\n' >> "$next/src/lib.rs"
first=1
for name in gomoku betris blackout blokus tetris reversi; do
  : > "$next/$name.changes"
  # Some games find in the text of an answer whether it is on the board.
  for part in rules state decide notation named; do
    at=src/games/$name path=crate::changed::now to=src/games/$name
    if [ $name = reversi ]; then at=examples/own-game/src path=stickler::changed::now to=crates/own-game/src; fi
    [ -e "$at/$part.rs" ] || continue
    hand=
    [ $part = rules ] && [ -e "tests/changed-rules/$name.txt" ] && hand=tests/changed-rules/$name.txt
    "$change" "$at/$part.rs" "$next/$to/$part.rs" $first $path $hand | sed "s/\\t/\\t$part.rs:/" > "$next/found"
    if [ $part = notation ] || [ $part = named ]; then
      awk -F '\t' '$3 ~ /^(bet|cell|cells|counts|named_cell|on_board|placed|read_answer|read_list|read_numbers|listed)$/ && $4 ~ / is (true|false)$|^[<>=!&|]+ for /' "$next/found" > "$next/kept"
      mv "$next/kept" "$next/found"
    fi
    # A grader decides. What explains a decision to people, and what an engine does piece by piece, it never runs.
    if [ $name = tetris ]; then
      case " $* " in
        *" start=mid-bag "*) runs='rules.rs:(left|received|ended)|decide.rs:(new|starting|place|run|wait|hold|add)' ;;
        *) runs='decide.rs:greedy' ;;
      esac
      awk -F '\t' -v runs="^($runs)\$" '{ split($2, at, ":"); if (at[1] ":" $3 ~ runs) print }' "$next/found" > "$next/kept"
      mv "$next/kept" "$next/found"
    fi
    cat "$next/found" >> "$next/$name.changes"
    first=$((first + 1000))
  done
done
# Only files that differ, so that only what depends on them is compiled.
(cd "$next" && find . -type f) | while read -r file; do
  cmp -s "$next/$file" "$copy/$file" || { mkdir -p "$copy/$(dirname "$file")" && cp "$next/$file" "$copy/$file"; }
done
(cd "$copy" && RUSTFLAGS=-Awarnings CARGO_TARGET_DIR="$here/target/changed-build" cargo build --release -p measure --offline 2>&1 | grep -E '^error' -A9 >&2) || true
"$here/target/changed-build/release/measure" "$game" "$copy/$game.changes" "$here/tests/changed-rules/$game.same" "$@"
