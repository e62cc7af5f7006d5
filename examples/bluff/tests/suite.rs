//! Page, code, cases, faulty bots and vectors agree, and the reference bot conforms.

use stickler_check::testing::{Misbehaviour, Suite};

/// Bots that break a rule of this game: each says a line in place of its answer of a number, from 0.
const WAYS: &[Misbehaviour] = &[
    Misbehaviour::saying("thirteen", "bids more than two dice can show", 0, "BID 13"),
    Misbehaviour::saying("doubts", "doubts a bid that nobody has made", 0, "LIAR"),
];

fn main() -> std::process::ExitCode {
    let games = bluff::GAMES;
    Suite::new(games, env!("CARGO_MANIFEST_DIR"))
        .with_ways(&[("bluff", WAYS)])
        .main()
}
