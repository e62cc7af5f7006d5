//! Page, code, fixtures, faulty bots and vectors agree, and the reference bot conforms.

use stickler::arena::faulty::{Misbehaviour, Turn};
use stickler::testing::Suite;

/// At its second move the bot says something else.
const fn second(name: &'static str, about: &'static str, act: fn(&mut Turn<'_>)) -> Misbehaviour {
    Misbehaviour::new(name, about, None, act)
}

const WAYS: &[Misbehaviour] = &[
    second("repeats", "plays its last cell again", |turn| match turn.answers.get(1) {
        Some(before) => turn.on_answer(|_| before.clone()),
        None => {}
    }),
    second("corner", "plays a corner that turns nothing", |turn| match turn.answers.len() {
        1 => turn.on_answer(|_| "PLAY 1 1\n"),
        _ => {}
    }),
    second("lazy", "passes where it could play", |turn| match turn.answers.len() {
        1 => turn.on_answer(|_| "PASS\n"),
        _ => {}
    }),
];

fn main() -> std::process::ExitCode {
    Suite::new(reversi::GAMES, env!("CARGO_MANIFEST_DIR")).with_ways(&[("reversi", WAYS)]).main()
}
