//! Everything that reads what others wrote, with bytes that nobody planned: a sip of what `tests/fuzz/run.sh` does for hours.

mod targets;

use crate::support::tier::cases;
use proptest::prelude::*;

/// One test a target: it takes any bytes, and proptest finds the fewest that it does not take.
macro_rules! takes_any_bytes {
    ($($target:ident,)*) => {
        #[test]
        fn every_target_has_its_test() {
            let named = [$(stringify!($target)),*];
            assert_eq!(targets::TARGETS.map(|(name, _)| name), named);
        }

        $(proptest! {
            #![proptest_config(cases(1500))]

            #[test]
            fn $target(data in prop::collection::vec(any::<u8>(), 0..80)) {
                let (_, target) = targets::TARGETS.into_iter().find(|(name, _)| *name == stringify!($target)).expect("a target");
                target(&data);
            }
        })*
    };
}

takes_any_bytes! { log, streams, files, records, oracle, batch, answers, rules, parameters, }
