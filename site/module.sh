#!/usr/bin/env bash
# Builds the module of a crate for WebAssembly, and makes it small: site/module.sh CRATE OUT
# OUT gets module.wasm, module.js for a page's worker, and node.js for programs in JavaScript.
# It wants Debian's packages rustc-web, cargo-web and rust-web-src, or else a Rust with the target wasm32-unknown-unknown
# (`rustup target add wasm32-unknown-unknown`); and npm. What else it needs it installs below target/.
set -euo pipefail
[ $# = 2 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
crate=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
tools=$target/tools
name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$crate/Cargo.toml" | head -1 | tr - _)

build=(cargo build --release --target wasm32-unknown-unknown --manifest-path "$crate/Cargo.toml" --target-dir "$target/wasm")
has_sources() { [ -x /usr/bin/cargo ] && [ -f "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std/src/lib.rs" ]; }
# Nobody reads the messages of a panic in a browser: without them, and with a standard library that is made small, a module has a tenth
# less. An older Rust cannot do so.
silent="-Zunstable-options -Cpanic=immediate-abort"
is_silent() { has_sources && RUSTC_BOOTSTRAP=1 /usr/bin/rustc $silent --print cfg >/dev/null 2>&1; }
with_its_library() {
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(find "$(rustc --print sysroot)" -name rust-lld | head -1) \
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$1 RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
    /usr/bin/cargo "${build[@]:1}" -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size
}
if is_silent; then
  with_its_library "$silent"
elif [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ]; then
  "${build[@]}"
elif has_sources; then
  with_its_library ""
else
  echo "no Rust here builds for wasm32-unknown-unknown: rustup target add wasm32-unknown-unknown" >&2
  exit 3
fi

cargo build --quiet --release --locked --manifest-path "$root/site/bind/Cargo.toml" --target-dir "$tools/build"
built=$target/wasm/wasm32-unknown-unknown/release/$name.wasm
made=$out/module.wasm # the last of its files
if [ "$made" -nt "$built" ] && [ "$made" -nt "$tools/build/release/stickler-bind" ] && [ "$made" -nt "$0" ] &&
  [ -f "$out/module.js" ] && [ -f "$out/node.js" ]; then
  echo "$crate: nothing has changed"
  exit
fi
[ -x "$tools/node_modules/.bin/wasm-opt" ] || npm install --silent --no-audit --no-fund --prefix "$tools" binaryen@132
bound=$(mktemp -d)
trap 'rm -rf "$bound"' EXIT
"$tools/build/release/stickler-bind" "$built" "$bound"
cp "$bound/module.js" "$bound/node.js" "$out"
# Each feature by name: all of them together would make types that no browser takes. The stack lies below the data, so nothing stands
# at the lowest addresses, and a sum of addresses never wraps around to them.
"$tools/node_modules/.bin/wasm-opt" --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
  --enable-mutable-globals --enable-multivalue --enable-reference-types --strip-debug --strip-producers \
  --low-memory-unused -Oz --gufa-optimizing -Oz --reorder-functions "$bound/module.wasm" -o "$bound/small.wasm"
mv "$bound/small.wasm" "$made"
printf '%s: %s bytes, %s packed\n' "$crate" "$(wc -c <"$out/module.wasm")" "$(gzip -9 <"$out/module.wasm" | wc -c)"
