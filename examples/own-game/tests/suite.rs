//! Page, code, fixtures, faulty bots and vectors agree, and the reference bot conforms.

use stickler_check::testing::{Misbehaviour, Suite};

/// Bots that break a rule at their first move, after the answer to START.
const WAYS: &[Misbehaviour] = &[
    Misbehaviour::saying("taken", "plays a cell that holds a disc", 1, "PLAY 4 4"),
    Misbehaviour::saying("corner", "plays a corner that turns nothing", 1, "PLAY 1 1"),
    Misbehaviour::saying("lazy", "passes where it could play", 1, "PASS"),
];

fn main() -> std::process::ExitCode {
    Suite::new(reversi::GAMES, env!("CARGO_MANIFEST_DIR"))
        .with_ways(&[("reversi", WAYS)])
        .main()
}
