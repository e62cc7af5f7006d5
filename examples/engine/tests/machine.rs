//! The same engine as a system under test of `proptest-state-machine`.

use myengine::Board;
use stickler::check::engine::machine::{Tested, prop_state_machine, proptest::prelude::ProptestConfig};
use stickler::games::gomoku::Entry;

prop_state_machine! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn the_board_plays_gomoku(sequential 1..120 => Tested<Entry, Board>);
}
