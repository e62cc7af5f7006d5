//! A snapshot of a position: whoever changes what the board shows reads the difference.

use stickler::cells::Cell;
use stickler::engine::strategies::Reached;
use stickler::game::{Notation, Rules};
use stickler::games::Game;
use stickler::games::gomoku::{Contest, Gomoku};
use stickler::params::{Parameters, Settings};

#[test]
fn three_moves_on_a_small_board() {
    let small = Settings::read(["board=5x5", "row=4"]).expect("settings");
    let params = <Contest as Game>::Params::with(&small).expect("parameters");
    let mut reached: Reached<Gomoku> = Reached::start(Contest::rules(&params));
    for text in ["MOVE 3 3", "MOVE 2 2", "MOVE 3 4"] {
        let (by, cell): (_, Cell) = reached.rules.parse(&reached.at, text).expect("a move");
        assert!(reached.rules.check(&reached.at, by, &cell).is_ok());
        reached.play(by, cell);
    }
    insta::assert_snapshot!(format!("{reached:?}"), @"
    after MOVE 3 3, MOVE 2 2, MOVE 3 4
        1 2 3 4 5
      1 . . . . .
      2 . W . . .
      3 . . B[B].
      4 . . . . .
      5 . . . . .
    ");
}
