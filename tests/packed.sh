#!/usr/bin/env bash
# The packages as a registry gets them: each has its licences, a README and the key `repository`, and nothing that a run left behind.
# They are built from the packed files alone, with the tests that they hold. Nothing is written into this clone.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
held=$(mktemp -d)
trap 'rm -rf "$held"' EXIT
fail() { echo "$*"; exit 1; }

# A copy of what is tracked or new, with the files that Python leaves where it ran: they must not be packed.
git ls-files -z --cached --others --exclude-standard | (while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done) |
  tar --null --files-from=- -cf - | (mkdir "$held/clone" && tar -xf - -C "$held/clone")
for folder in examples/bots examples/ci; do
  mkdir "$held/clone/$folder/__pycache__" && : >"$held/clone/$folder/__pycache__/left.cpython-311.pyc"
done
(cd "$held/clone" && cargo package --workspace --exclude stickler-tests --locked --allow-dirty --no-verify --target-dir "$held/target") >"$held/log" 2>&1 || { cat "$held/log"; exit 1; }
rm -rf "$held/clone"

mkdir "$held/packed"
for packed in "$held"/target/package/*.crate; do tar -xzf "$packed" -C "$held/packed"; done
cd "$held/packed"
left=$(find . -name __pycache__ -o -name '*.pyc' -o -name 'stickler-failures' -o -name Cargo.toml.rej)
[ -z "$left" ] || fail "packed, and made by a run: $left"
crates=(stickler stickler-arena stickler-check stickler-judge-test stickler-cli)
for crate in "${crates[@]}"; do
  folder=$(echo "$crate"-[0-9]*)
  [ -d "$folder" ] || fail "$crate is not packed"
  for licence in LICENSE-MIT LICENSE-APACHE; do cmp "$root/$licence" "$folder/$licence" || fail "$crate has no $licence, or another one"; done
  [ -s "$folder/README.md" ] && grep -q '^readme = "README.md"' "$folder/Cargo.toml" || fail "$crate has no README of its own"
  [ "$crate" = stickler ] || head -1 "$folder/README.md" | grep -qx "# $crate" || fail "the README of $crate is that of another crate"
  grep -q '^repository = ' "$folder/Cargo.toml" || fail "$crate has no \`repository\`: it takes that of the workspace, by repository.workspace = true"
  echo "$folder: $(find "$folder" -type f | wc -l) files"
done

# The registry does not have them yet, so each takes the others from where they lie.
{
  printf '[workspace]\nresolver = "3"\nmembers = [%s]\n[patch.crates-io]\n' "$(printf '"%s", ' *-[0-9]*)"
  for crate in "${crates[@]}"; do echo "$crate = { path = \"$(echo "$crate"-[0-9]*)\" }"; done
  # Built as the tests of this clone are: without that, the judges in memory take five times as long.
  sed -n '/^\[profile\./,$p' "$root/Cargo.toml"
} >Cargo.toml
cp "$root/Cargo.lock" .
target=${CARGO_TARGET_DIR:-$root/target}
export CARGO_TARGET_DIR=$target/packed
# Other people's packages that this clone has built are taken along. Cargo rewrites fingerprints in place, so those are copies.
if [ ! -d "$CARGO_TARGET_DIR/debug" ] && [ -d "$target/debug/.fingerprint" ]; then
  mkdir -p "$CARGO_TARGET_DIR"/debug/{.fingerprint,build,deps}
  others() { find "$target/debug/$1" -mindepth 1 -maxdepth 1 -not -name '*stickler*' -print0; }
  for part in .fingerprint build; do others $part | xargs -0r cp -a -t "$CARGO_TARGET_DIR/debug/$part" 2>/dev/null || true; done
  others deps | xargs -0r cp -al -t "$CARGO_TARGET_DIR/debug/deps" 2>/dev/null || true
fi
cargo test --workspace --lib --bins --tests --quiet
# What is installed from them starts, and knows the games that `new` writes.
cargo build --quiet -p stickler-cli --bin stickler
program=$(realpath "$CARGO_TARGET_DIR")/debug/stickler
(cd "$held" && "$program" new --game pebbles >/dev/null && "$program" check gomoku --cases 1 --search 0 | tail -1)
echo "the packages are built, and their tests pass, from the packed files alone"
