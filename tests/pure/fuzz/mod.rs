//! The fuzz targets, with bytes nobody planned and without a fuzzer: a sip of what `tests/fuzz/run.sh` does for hours, and always
//! the same one.

mod targets;

use stickler::referee::Stream;
use stickler::stream::{Seeded, SplitMix64};

#[test]
fn every_target_takes_any_bytes() {
    let mut dice = Seeded::new(SplitMix64(1));
    for round in 0..1500 {
        let data: Vec<u8> = (0..dice.pick(80)).map(|_| dice.pick(256) as u8).collect();
        let (name, target) = targets::TARGETS[round % targets::TARGETS.len()];
        let taken = std::panic::catch_unwind(|| target(&data));
        assert!(taken.is_ok(), "{name} {data:?}");
    }
}
