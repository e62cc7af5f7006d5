//! The fuzz targets, with bytes nobody planned and without a fuzzer: a sip of what `tests/fuzz/run.sh` does for hours.

mod targets;

use crate::support::depth::cases;
use proptest::prelude::*;

tests! {
    every_target_takes_any_bytes,
}

proptest! {
    #![proptest_config(cases(1500))]

    fn every_target_takes_any_bytes(target in 0..targets::TARGETS.len(), data in prop::collection::vec(any::<u8>(), 0..80)) {
        (targets::TARGETS[target].1)(&data);
    }
}
