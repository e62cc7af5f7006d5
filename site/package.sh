#!/usr/bin/env bash
# Makes the package for npm of a module: site/package.sh MODULE OUT. OUT gets stickler-VERSION.tgz, and the folder that is packed.
set -euo pipefail
[ $# = 2 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
module=$(cd "$1" && pwd)
rm -rf "$2"
mkdir -p "$2/package"
out=$(cd "$2" && pwd)
tools=${CARGO_TARGET_DIR:-$root/target}/tools
cp "$root"/site/npm/* "$root"/LICENSE-* "$out/package"
cp "$module/module.wasm" "$out/package"
cp "$module/node.js" "$out/package/module.js"
for schema in validate oracle; do
  "$tools/node_modules/.bin/json2ts" -i "$root/spec/$schema.schema.json" -o "$out/package/$schema.d.ts"
done
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -1)
cat >"$out/package/package.json" <<END
{
  "name": "stickler",
  "version": "$version",
  "description": "The rules and judges of contest games, in Node and in browsers",
  "license": "MIT OR Apache-2.0",
  "type": "module",
  "main": "index.js",
  "types": "index.d.ts",
  "files": ["*.js", "*.d.ts", "module.wasm", "LICENSE-*"]
}
END
(cd "$out/package" && npm pack --silent --pack-destination "$out")
