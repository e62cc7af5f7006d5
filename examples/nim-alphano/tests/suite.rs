//! Page, code, cases, faulty bots and vectors agree, and the reference bot conforms.

use stickler_check::testing::{Misbehaviour, Suite};

/// Bots that break a rule of this game: each says a line in place of its answer of a number, from 0: OK is 0.
const WAYS: &[Misbehaviour] = &[Misbehaviour::saying("greedy", "takes four", 1, "TAKE 4")];

fn main() -> std::process::ExitCode {
    let games = nim::GAMES;
    Suite::new(games, env!("CARGO_MANIFEST_DIR"))
        .with_ways(&[("nim", WAYS)])
        .main()
}
