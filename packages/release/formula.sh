#!/usr/bin/env bash
# Prints the Homebrew formula of a release, from the checksums of its archives: formula.sh ADDRESS-OF-THE-REPOSITORY FOLDER
set -euo pipefail
address=$1 folder=$2
sum() {
  local file=$folder/stickler-$version-$1.tar.gz.sha256
  [ -f "$file" ] || { echo "formula.sh: $file is missing" >&2; exit 1; }
  cut -d ' ' -f 1 "$file"
}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$(dirname "$0")/../../Cargo.toml" | head -1)
block() {
  local sha
  sha=$(sum "$1")
  printf '      url "%s/releases/download/v%s/stickler-%s-%s.tar.gz"\n      sha256 "%s"\n' "$address" "$version" "$version" "$1" "$sha"
}
for target in {aarch64,x86_64}-apple-darwin {aarch64,x86_64}-unknown-linux-musl; do sum "$target" >/dev/null; done
cat <<RUBY
class Stickler < Formula
  desc "Checks bots, logs and judges of contest games against their rules"
  homepage "$address"
  version "$version"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
$(block aarch64-apple-darwin)
    end
    on_intel do
$(block x86_64-apple-darwin)
    end
  end
  on_linux do
    on_arm do
$(block aarch64-unknown-linux-musl)
    end
    on_intel do
$(block x86_64-unknown-linux-musl)
    end
  end

  def install
    bin.install "stickler"
    generate_completions_from_executable(bin/"stickler", "completions")
  end

  test do
    assert_match "conforms", shell_output("#{bin}/stickler check gomoku --cases 1")
  end
end
RUBY
