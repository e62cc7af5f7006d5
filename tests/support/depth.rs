//! How deep the tests go, and from which seed their cases are drawn.
//!
//! By default the seed is fixed, so that one commit has one result. `STICKLER_DEPTH=deep` draws a fresh seed and takes the large
//! counts; `STICKLER_SEED` gives the seed of a run that failed. `--include-ignored` runs what is only worth it there.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

const SEED: u64 = 20_261_122;

/// True where the large counts are wanted.
pub(crate) fn is_deep() -> bool {
    std::env::var("STICKLER_DEPTH").is_ok_and(|depth| depth == "deep")
}

/// One of two counts, by depth.
pub(crate) fn depth<T>(usual: T, deep: T) -> T {
    if is_deep() { deep } else { usual }
}

/// The seed of this run.
pub(crate) fn seed() -> u64 {
    static SEED_OF_RUN: OnceLock<u64> = OnceLock::new();
    let fresh = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(SEED, |time| time.as_nanos() as u64)
    };
    *SEED_OF_RUN.get_or_init(|| {
        let seed = match std::env::var("STICKLER_SEED") {
            Ok(seed) => seed.parse().expect("STICKLER_SEED is a number"),
            Err(_) => depth(SEED, fresh()),
        };
        if is_deep() {
            eprintln!(
                "deep, from seed {seed}; STICKLER_DEPTH=deep STICKLER_SEED={seed} repeats it"
            );
        }
        seed
    })
}

/// So many generated cases, and twenty times as many where the tests go deep.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    ProptestConfig {
        cases: depth(usual, 20 * usual),
        max_shrink_time: 60_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed()),
        ..ProptestConfig::default()
    }
}
