#!/usr/bin/env bash
# Builds the site and its module, and holds them: the law of the module in Node, its package, the pages in Chromium, and the site of
# a game in a crate of its own. What cannot be had here is skipped aloud.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target} CARGO_TERM_COLOR=never
tools=$CARGO_TARGET_DIR/tools
skip() { echo "skipped: the site in the browser: $*"; exit 0; }
step() { printf -- '-- %s (%s s)\n' "$*" "$SECONDS"; }

step "tools"
command -v node >/dev/null && command -v npm >/dev/null || skip "node and npm are not here"
has_target() { [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ]; }
has_debian() { [ -f /usr/lib/rustlib/src/rust/library/std/src/lib.rs ] || [ -f /usr/src/rustc-*/library/std/src/lib.rs ]; } 2>/dev/null
wanted=()
has_target || has_debian || wanted+=(rustc-web cargo-web rust-web-src)
command -v "${CHROMIUM:-chromium}" >/dev/null || wanted+=(chromium)
if [ ${#wanted[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${wanted[@]}"; } >/dev/null 2>&1 || true
fi
has_target || has_debian || skip "no Rust here builds for WebAssembly: rustup target add wasm32-unknown-unknown"
mkdir -p "$tools"
npm install --silent --no-audit --no-fund --prefix "$tools" axe-core@4 binaryen@132 json-schema-to-typescript@15 playwright-core@1 typescript@5 yaml@2 >/dev/null 2>&1 ||
  skip "npm cannot install axe-core, binaryen, playwright-core, typescript and yaml here"

# The same packages as beside it, so that they are built once.
cp -n site/Cargo.lock examples/own-game/site/Cargo.lock
step "the modules begin to be built beside everything else"
modules=$CARGO_TARGET_DIR/site-modules.log
{ site/module.sh site/module "$CARGO_TARGET_DIR/site-module" && site/module.sh examples/own-game/site "$CARGO_TARGET_DIR/own-module"; } >"$modules" 2>&1 &
building=$!
trap 'kill $building 2>/dev/null || true' EXIT
step "format and lints of the crates beside the library"
for crate in site site/module site/bind examples/own-game/site; do (cd $crate && cargo fmt --check); done
(cd site && cargo clippy --locked --all-targets -- -D warnings)
step "matches in which the reader is the bot, and the programs"
(cd site && cargo test --locked --quiet && cargo build --locked)
# The program as the tests of stickler use it: the law runs it thousands of times.
cargo test --locked --no-run --test bot
(cd examples/own-game/site && cargo build --features book)
step "the modules are waited for"
wait $building || { cat "$modules"; exit 1; }
cat "$modules"
for module in site-module own-module; do
  # What a reader feels is seconds, and the pages in Chromium hold those. This only tells of an accident.
  packed=$(gzip -9 <"$CARGO_TARGET_DIR/$module/module.wasm" | wc -c)
  [ "$packed" -le 1000000 ] || { echo "$module has $packed bytes packed, twice what it had; has something come in by accident?"; exit 1; }
done
step "the sites"
rm -rf "$CARGO_TARGET_DIR/site" "$CARGO_TARGET_DIR/own-site"
"$CARGO_TARGET_DIR/debug/stickler-site" book "$CARGO_TARGET_DIR/site" --module "$CARGO_TARGET_DIR/site-module" --address https://example.org
"$CARGO_TARGET_DIR/debug/reversi-site" book "$CARGO_TARGET_DIR/own-site" --module "$CARGO_TARGET_DIR/own-module" --root examples/own-game
step "the package for programs in JavaScript"
site/package.sh "$CARGO_TARGET_DIR/site-module" "$CARGO_TARGET_DIR/site-package"
node site/tests/package.mjs "$CARGO_TARGET_DIR/site-package"
step "the law: the module says what the program says; and the pages in Chromium"
law=$CARGO_TARGET_DIR/site-law.log
STICKLER_CHANGED=${STICKLER_CHANGED:-1000} node site/tests/law.mjs "$CARGO_TARGET_DIR/site-module" "$CARGO_TARGET_DIR/debug/stickler" >"$law" 2>&1 &
law_of=$!
trap 'kill $law_of 2>/dev/null || true' EXIT
if chromium=${CHROMIUM:-$(command -v chromium)}; then
  for pages in site own-site; do CHROMIUM=$chromium node site/tests/browser.mjs "$CARGO_TARGET_DIR/$pages"; done
else
  echo "skipped: the pages in Chromium: it is not here"
fi
wait $law_of || { cat "$law"; exit 1; }
cat "$law"
step "done"
