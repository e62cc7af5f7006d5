#!/bin/sh
# Fuzzes one target, or each in turn: run.sh SECONDS [TARGET…]. It runs with any stable Rust and a C++ compiler.
# Whatever it finds is left in the folder `artifacts`; put it into fixtures/ as a case.
set -eu
cd "$(dirname "$0")"
seconds=$1
shift
[ $# -gt 0 ] || set -- log streams files records oracle batch answers rules parameters
target=${CARGO_TARGET_DIR:-target}
level="-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module $level -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1" \
  cargo build --release --target "$(rustc -vV | sed -n 's/^host: //p')" --target-dir "$target"
for name; do
  mkdir -p "corpus/$name" "artifacts/$name"
  STICKLER_FUZZ=$name "$target/$(rustc -vV | sed -n 's/^host: //p')/release/stickler-fuzz" "corpus/$name" \
    -max_total_time="$seconds" -max_len=400 -timeout=20 -rss_limit_mb=4096 -artifact_prefix="artifacts/$name/" -print_final_stats=1 -verbosity=0 -close_fd_mask=1
done
