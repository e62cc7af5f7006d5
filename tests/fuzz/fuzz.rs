//! The fuzzer's entry: `STICKLER_FUZZ` names the target. `run.sh` builds and runs it.

#![no_main]

#[path = "../pure/fuzz/targets.rs"]
mod targets;

use std::sync::LazyLock;

static TARGET: LazyLock<targets::Target> = LazyLock::new(|| {
    let name = std::env::var("STICKLER_FUZZ").unwrap_or_default();
    let names: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    let found = targets::TARGETS.iter().find(|(known, _)| *known == name);
    found
        .unwrap_or_else(|| panic!("STICKLER_FUZZ={name}: there are {}", names.join(", ")))
        .1
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| TARGET(data));
