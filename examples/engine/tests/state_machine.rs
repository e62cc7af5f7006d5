//! The same engine as a system under test of `proptest-state-machine`.

use myengine::Board;
use stickler::engine::state_machine::proptest::prelude::ProptestConfig;
use stickler::engine::state_machine::proptest::test_runner::RngSeed;
use stickler::engine::state_machine::{Tested, prop_state_machine};
use stickler::games::gomoku::Contest;

prop_state_machine! {
    // The same games every time: a bug is found always or never.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 200,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_board_plays_gomoku(sequential 1..120 => Tested<Contest, Board>);
}
