#!/usr/bin/env bash
# Builds the wheel of clients/python, installs it where there is no Rust, and runs its tests and every command of README and docs with it.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD python3=/usr/bin/python3
[ -x $python3 ] || python3=$(command -v python3) || { echo "skipped: the wheel: python3 is not here"; exit 0; }
held=$(mktemp -d)
trap 'rm -rf "$held"' EXIT

{ $python3 -m venv "$held/tools" && "$held/tools/bin/pip" install -q 'maturin>=1.7,<2' ziglang mypy pytest; } >"$held/log" 2>&1 ||
  { echo "skipped: the wheel: maturin, ziglang, mypy and pytest cannot be installed here: $(tail -1 "$held/log")"; exit 0; }
cd clients/python
"$held/tools/bin/mypy" --cache-dir "$held/mypy"
PATH="$held/tools/bin:$PATH" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$root/target}" \
  maturin build --quiet --locked --profile dev --zig --compatibility manylinux_2_17 --out "$held/dist"
if command -v readelf >/dev/null; then
  $python3 -B needed.py "$held"/dist/*.whl
else
  echo "skipped: the libraries that the wheel needs: readelf is not here"
fi

# A fresh environment with pytest, for the plugin that the wheel brings.
$python3 -m venv "$held/fresh"
"$held/fresh/bin/pip" install -q pytest "$held"/dist/*.whl
bare="$held/fresh/bin:/usr/bin:/bin"
for tool in cargo rustc; do
  ! PATH=$bare command -v $tool >/dev/null || echo "warning: $tool is on the path of the fresh environment"
done
in_fresh() { env -i HOME="$held/home" PATH="$bare" PYTHONDONTWRITEBYTECODE=1 "$@"; }
mkdir "$held/home" "$held/repository"
echo "== its tests, with the installed program"
in_fresh python -m unittest discover -s tests
echo "== a bot's repository: two commands from nothing to a checked bot, and the plugin"
cp "$root/examples/bots/gomoku.py" "$held/repository/bot.py"
(cd "$held/repository" && in_fresh stickler check gomoku --cases 1 -- python3 bot.py | tail -1)
(cd "$held/repository" && in_fresh python -m pytest -q -p no:cacheprovider --stickler gomoku --stickler-bot "python3 bot.py")
echo "== beside the package of PyPI that is called stickler"
if "$held/fresh/bin/pip" install -q --no-deps stickler==1.0.5 >/dev/null 2>&1; then
  said=$(cd "$held/repository" && in_fresh python -m pytest -q -p no:cacheprovider -k reference --stickler gomoku --stickler-bot "python3 bot.py")
  grep -q "^The package stickler 1.0.5, .* somebody else's" <<<"$said" || { echo "the plugin does not name the other package: $said"; exit 1; }
  in_fresh python -c 'import stickler_contest; assert stickler_contest.scenarios("gomoku")'
  "$held/fresh/bin/pip" uninstall -q -y stickler
  in_fresh python -c 'import stickler_contest' && ! in_fresh python -c 'import stickler' 2>/dev/null || { echo "the module has its old name, too"; exit 1; }
else
  echo "skipped: the other package: it cannot be had here"
fi
for layout in --target --prefix; do
  "$held/fresh/bin/pip" install -q --ignore-installed $layout "$held/laid$layout" "$held"/dist/*.whl
  site=$(find "$held/laid$layout" -type d -name stickler_contest | head -1)
  found=$(in_fresh PYTHONPATH="${site%/stickler_contest}" python -c 'import stickler_contest; print(*stickler_contest.program())')
  case $found in "$held/laid$layout"/*bin/stickler) echo "found after pip install $layout" ;; *) echo "pip install $layout: found $found"; exit 1 ;; esac
done
echo "== a commit's hook, from the wheel"
if "$held/tools/bin/pip" install -q pre-commit >/dev/null 2>&1; then
  mkdir "$held/hooked" && cd "$held/hooked" && git init -q
  sed "s|additional_dependencies: .*|additional_dependencies: ['$(ls "$held"/dist/*.whl)']|" "$root/examples/ci/pre-commit.yaml" > .pre-commit-config.yaml
  printf 'stickler: 1\ngame: gomoku\nomits: tail\n0< READY FIRST\n0> OK\n' > good.log
  printf 'stickler: 1\ngame: gomoku\nomits: tail\n0< READY FIRST\n0> NO\n' > bad.log
  hook() { git add -A && PRE_COMMIT_HOME="$held/pre-commit" "$held/tools/bin/pre-commit" run stickler --files "$1"; }
  hook good.log | grep -q Passed || { echo "the hook refuses a right log"; exit 1; }
  said=$(hook bad.log || true)
  grep -q "gomoku.ready.answer" <<<"$said" || { echo "the hook does not refuse a wrong log: $said"; exit 1; }
  cd "$root"
else
  echo "skipped: the hook: pre-commit cannot be installed here"
fi
echo "== every command of README and docs, with the installed program"
cd "$root"
STICKLER_TIER=gate STICKLER_INSTALLED="$held/fresh/bin" cargo test --locked --quiet -p stickler-cli --test system -- pages::
