#!/usr/bin/env bash
# Runs README's two commands as on a stranger's machine: an ordinary user, one CPU, and a toolchain alone, without bubblewrap, Python,
# Node, a C++ compiler, a browser or rustfmt; the clone's folder has a blank and an umlaut in its name, HOME can only be read, and files are made
# for their owner alone. Both have to be green, and leave no process and no file behind. What was built here of other people's packages
# is taken along. It must be started by root: others cannot hide programs.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "skipped: a bare machine: only root can hide programs"; exit 0; }
unshare --mount --pid --fork true 2>/dev/null || { echo "skipped: a bare machine: this one makes no namespaces"; exit 0; }

bare=$(mktemp -d "${TMPDIR:-/tmp}/bare.XXXXXX")
trap 'rm -rf "$bare"' EXIT
chmod 755 "$bare"
mkdir "$bare"/{home,temporary,toolchain,packages,tools,work,bin}
echo "a copy of this folder for an ordinary user"
clone="$bare/a clone, ü"
mkdir "$clone"
# Of what was built, other people's packages alone. The gate builds beside it, so a file may change as it is read.
taken() {
  tar --exclude=./target/debug/incremental --exclude='./target/debug/*stickler*' --exclude=./target/{doc,packed,own-repository,site,tools,wasm,windows} \
    --warning=no-file-changed -cf - . || [ $? = 1 ]
}
taken | tar -xf - -C "$clone"
chown -R 65534:65534 "$clone" "$bare/temporary"
chmod 555 "$bare/home"

hidden='(bwrap|chrom.*|python.*|pypy.*|node|nodejs|[gc]\+\+.*|.*-g\+\+.*|clang.*|rustfmt|cargo-fmt|.*rustup.*)'
# shellcheck disable=SC2016 # the inner shell expands these
unshare --mount --pid --fork --kill-child bash -euc '
  bare=$1 clone=$2 hidden=$3 sysroot=$4 packages=$5
  mount --bind "$sysroot" "$bare/toolchain"
  mount --bind "$packages" "$bare/packages"
  mount -t proc proc /proc
  # Packages are known by their place, so they stay where they are, also where an ordinary user may not enter.
  above=$(dirname "$packages")
  if ! setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$above"; then
    mount -t tmpfs -o mode=755 none "$above"
    mkdir "$packages"
    mount --bind "$bare/packages" "$packages"
  fi
  mount -o remount,bind,ro "$packages"
  mount -t overlay -o "lowerdir=/usr/bin,upperdir=$bare/tools,workdir=$bare/work" none /usr/bin
  find /usr/bin -regextype egrep -regex "/usr/bin/$hidden" -exec rm {} +
  for tool in cargo rustc rustdoc; do ln -s "$bare/toolchain/bin/$tool" "$bare/bin/$tool"; done
  cd "$clone"
  umask 077
  bare_run() {
    setpriv --reuid=65534 --regid=65534 --clear-groups \
      env -i PATH="$bare/bin:/usr/bin:/bin" HOME="$bare/home" TMPDIR="$bare/temporary" CARGO_HOME="$packages" \
      CARGO_TERM_COLOR=never CARGO_NET_OFFLINE=true INSTA_UPDATE=no "$@" </dev/null
  }
  for tool in bwrap python3 node g++ rustfmt; do
    if bare_run sh -c "command -v $tool"; then echo "$tool is still to be seen"; exit 1; fi
  done
  before=$(bare_run git status --porcelain)
  failed=0
  # Programs know where they were built.
  bare_run cargo clean --locked -p stickler -p stickler-arena -p stickler-check -p stickler-judge-test -p stickler-tests -p stickler-cli
  bare_run cargo build --locked
  bare_run cargo test --locked --no-run
  echo "cargo run -- check gomoku"
  taskset -p -c 0 $$ >/dev/null
  bare_run cargo run --locked -- check gomoku || failed=1
  echo "cargo test"
  bare_run cargo test --locked --no-fail-fast || failed=1
  left=$(ps -o pid=,args= -u 65534 || true)
  [ -z "$left" ] || { echo "left running: $left"; failed=1; }
  left=$(ls -A "$bare/home" "$bare/temporary" target/tmp | grep -vE "^(cache|.*:)?$" || true)
  [ -z "$left" ] || { echo "files left behind: $left"; failed=1; }
  left=$(bare_run git status --porcelain --ignored | grep -v "target/" || true)
  [ "$left" = "$before" ] || { echo "files left in the repository: $left"; failed=1; }
  exit $failed
' sh "$bare" "$clone" "$hidden" "$(rustc --print sysroot)" "${CARGO_HOME:-$HOME/.cargo}"
