#!/usr/bin/env bash
# A bot's own repository, outside of this clone: the manifest of docs/check-a-bot.md with the address of this clone, and the files of
# examples/own-repository. Its tests are green, and a wrong move is one diagnosis under the name of its clause.
set -euo pipefail
cd "$(dirname "$0")/.."
clone=$PWD
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
git rev-parse --verify --quiet HEAD >/dev/null || { echo "skipped: this is no clone, so it has no address"; exit 0; }
mkdir "$own/my bot" && cd "$own/my bot"
cp -r "$clone"/examples/own-repository/{src,tests} .
# The versions are those of this clone, so that nothing is downloaded that is here already.
cp "$clone/Cargo.lock" .
sed -n '/^```toml$/,/^```$/{/^```/d;p}' "$clone/docs/check-a-bot.md" >Cargo.toml
grep -q STICKLER_SOURCE Cargo.toml || { echo "docs/check-a-bot.md shows no manifest with STICKLER_SOURCE"; exit 1; }
sed -i "s|STICKLER_SOURCE|file://$clone|" Cargo.toml
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$clone/target}/own-repository CARGO_TERM_COLOR=never
cargo test
sed -i 's/println!("MOVE {row} {col}")/println!("MOVE {row} 0")/' src/main.rs
if report=$(cargo test gomoku.move.inside 2>&1); then echo "a wrong move was not found"; exit 1; fi
for line in "running 1 test" "error[gomoku.move.inside]" "again: stickler replay " "1 failed"; do
  grep -qF "$line" <<<"$report" || { echo "the report lacks: $line"; echo "$report"; exit 1; }
done
saved=$(sed -n 's/^again: stickler replay \(.*\) -- .*/\1/p' <<<"$report")
[ -f "$(eval "echo $saved")" ] || { echo "no such file: $saved"; exit 1; }
if report=$(cargo test gomoku.move.insde 2>&1); then echo "a clause that is none was green"; exit 1; fi
echo "a wrong move was found under its clause, and saved"
