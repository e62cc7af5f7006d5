//! Page, code, cases, faulty bots and vectors agree, and the reference bot conforms.

use stickler_check::testing::{Misbehaviour, Suite};

/// Bots that break a rule of this game: each says a line in place of its answer of a number, from 0.
const WAYS: &[Misbehaviour] = &[
    Misbehaviour::saying(
        "overboard",
        "places a ship that leaves the sea",
        0,
        "PLACE 1 3 0 2 1 0",
    ),
    Misbehaviour::saying(
        "crossing",
        "places ships that share a cell",
        0,
        "PLACE 1 1 0 1 2 1",
    ),
    Misbehaviour::saying("far", "shoots at a cell that no sea has", 1, "SHOOT 1 9"),
    Misbehaviour::saying("again", "shoots twice at one cell", 2, "SHOOT 1 1"),
];

fn main() -> std::process::ExitCode {
    let games = ships::GAMES;
    Suite::new(games, env!("CARGO_MANIFEST_DIR"))
        .with_ways(&[("ships", WAYS)])
        .main()
}
