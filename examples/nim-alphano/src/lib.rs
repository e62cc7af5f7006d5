//! Nim as a contest task: its clauses, its parameters and the game. The page is `spec/nim.md`.

mod bot;
mod protocol;
mod rules;

use stickler::prelude::*;

stickler::clauses! {
    page include_str!("../spec/nim.md");
    judge bank "nim";
    TAKE_SOME "nim.take.some",
}

stickler::parameters! {
    /// The numbers of the page's table, in its order.
    Params {
        matches "matches": Within<1, 100> = Within(21),
        bank "bank": Ms = Ms(5_000),
        ready "ready": Ms = Ms(2_000),
        grace "grace": Ms = Ms(1_000),
        memory "memory": Megabytes = Megabytes(512),
    }
}

const CASES: &str = include_str!("../fixtures/nim/rules.yaml");

/// The games of this crate.
pub const GAMES: Registry = Registry::new(&[&Contest]);

/// The game in a list of games.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = rules::GameRules;
    type Referee = Match<protocol::Dialogue>;

    const NAME: &'static str = "nim";
    const ABOUT: &'static str = "two seats take matches in turn; who takes the last one wins";
    const PAGE: fn() -> &'static Page = page;
    const CASES: &'static [&'static str] = &[CASES];
    const DECIDED: &'static [(Clause, Decided)] = &[(TURN_CLOCKS, Decided::Bank)];

    fn bot(params: &Params) -> Box<dyn Bot> {
        Box::new(bot::Reference {
            left: i64::from(params.matches.0),
        })
    }
}
