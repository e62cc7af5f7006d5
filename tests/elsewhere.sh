#!/usr/bin/env bash
# Runs the tests that depend on where the clone lies: below a folder that only root may enter, and then as an ordinary user.
# Give names of tests of `programs` to run others: tests/elsewhere.sh wrap::
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- attacks:: isolation::
[ "$(id -u)" = 0 ] || { echo "skipped: tests elsewhere: only root can mount folders and become an ordinary user"; exit 0; }

built=$(cargo test --locked --test system --no-run 2>&1) || { echo "$built"; exit 1; }
program=$(realpath "$(sed -n 's/^  Executable .*(\(.*\))$/\1/p' <<<"$built")")
above=$(dirname "$PWD")
failed=0

echo "below a folder that only root may enter"
if [[ "$above" =~ ^/(mnt|tmp|var/tmp)?$ ]]; then
  echo "skipped: everybody needs $above, which lies above this folder"
elif ! unshare --mount true 2>/dev/null; then
  echo "skipped: this machine makes no mount namespace"
else
  unshare --mount bash -euc '
    held=/mnt clone=$1 above=$2 program=$3; shift 3
    mount --bind "$clone" "$held"
    mount -t tmpfs -o mode=700 none "$above"
    mkdir "$clone"; mount --bind "$held" "$clone"; umount "$held"; cd "$clone"
    [ -x "$program" ] || { echo "skipped: $above holds the programs too, outside this folder"; exit 0; }
    failed=0; for name in "$@"; do "$program" "$name" || failed=1; done; exit $failed
  ' sh "$PWD" "$above" "$program" "$@" || failed=1
fi

echo "as an ordinary user"
user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
if "${user[@]}" sh -c '[ -x "$0" ] && [ -r crates/cli/tests/system/programs/attacks/attacker.py ]' "$program"; then
  for name in "$@"; do "${user[@]}" "$program" "$name" || failed=1; done
else
  echo "skipped: an ordinary user may not enter $PWD"
fi
exit $failed
