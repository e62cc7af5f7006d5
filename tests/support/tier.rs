//! How many tests are run, how deep they go, and from which seed their cases are drawn: three tiers.
//!
//! - By default `cargo test` runs what a change in one rule, message, command or page should turn red.
//! - `STICKLER_TIER=gate` adds the tests marked `[GATE]` and takes four times as many drawn cases. `.ci/run` does so.
//! - `STICKLER_TIER=deep` takes twenty times as many as the gate, from a fresh seed, and runs the tests marked `[DEEP]`;
//!   `STICKLER_SEED` gives the seed of a run that failed.
//!
//! By default and in the gate the seed is fixed, so that one commit has one result.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

const SEED: u64 = 20_261_122;

/// The variable that names the tier.
pub(crate) const VARIABLE: &str = "STICKLER_TIER";

/// Which tests are run, from the fewest to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Tier {
    /// What `cargo test` runs.
    Usual,
    /// What the gate runs.
    Gate,
    /// What is run every night.
    Deep,
}

/// The tier of this run.
pub(crate) fn tier() -> Tier {
    static TIER: LazyLock<Tier> = LazyLock::new(|| match std::env::var(VARIABLE).as_deref() {
        Err(_) | Ok("") => Tier::Usual,
        Ok("gate") => Tier::Gate,
        Ok("deep") => Tier::Deep,
        Ok(other) => panic!("{VARIABLE} is {other:?}: expected `gate` or `deep`"),
    });
    *TIER
}

/// True where the large counts are wanted.
pub(crate) fn is_deep() -> bool {
    tier() == Tier::Deep
}

/// One of three counts, by tier.
pub(crate) fn by_tier<T>(usual: T, gate: T, deep: T) -> T {
    match tier() {
        Tier::Usual => usual,
        Tier::Gate => gate,
        Tier::Deep => deep,
    }
}

/// The seed of this run.
pub(crate) fn seed() -> u64 {
    static SEED_OF_RUN: LazyLock<u64> = LazyLock::new(|| {
        let fresh = || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(SEED, |time| time.as_nanos() as u64)
        };
        let seed = match std::env::var("STICKLER_SEED") {
            Ok(seed) => seed.parse().expect("STICKLER_SEED is a number"),
            Err(_) if is_deep() => fresh(),
            Err(_) => SEED,
        };
        if is_deep() {
            eprintln!("deep, from seed {seed}; {VARIABLE}=deep STICKLER_SEED={seed} repeats it");
        }
        seed
    });
    *SEED_OF_RUN
}

/// So many drawn cases in the gate; a quarter of them by default, and twenty times as many in depth.
pub(crate) fn cases(gate: u32) -> ProptestConfig {
    ProptestConfig {
        cases: by_tier(gate.div_ceil(4), gate, 20 * gate),
        max_shrink_time: 60_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed()),
        ..ProptestConfig::default()
    }
}
