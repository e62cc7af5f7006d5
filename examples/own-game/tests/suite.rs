//! Page, code, fixtures, faulty bots and vectors agree, and the reference bot conforms.

use stickler::arena::faulty::{Misbehaviour, Moment};
use stickler::testing::Suite;

/// Bots that break a rule at their second move.
const WAYS: &[Misbehaviour] = &[
    Misbehaviour::new("taken", "plays a cell that holds a disc", None, |turn| second(turn, "PLAY 4 4\n")),
    Misbehaviour::new("corner", "plays a corner that turns nothing", None, |turn| second(turn, "PLAY 1 1\n")),
    Misbehaviour::new("lazy", "passes where it could play", None, |turn| second(turn, "PASS\n")),
];

fn second(turn: &mut Moment<'_>, answer: &str) {
    if turn.answers.len() == 1 {
        turn.on_answer(|_| answer);
    }
}

fn main() -> std::process::ExitCode {
    Suite::new(reversi::GAMES, env!("CARGO_MANIFEST_DIR")).with_ways(&[("reversi", WAYS)]).main()
}
