//! Nim as a contest task: its clauses, its parameters and the game. The page is `spec/nim.md`.

mod bot;
mod protocol;
mod rules;

use stickler::prelude::*;

stickler::clauses! {
    page include_str!("../spec/nim.md");
    TAKE_SOME "nim.take.some",
    READY_ROLE "nim.ready.role",
    READY_ANSWER "nim.ready.answer",
    READY_TIME "nim.ready.time",
    READY_BOTH "nim.ready.both",
    TURN_ALTERNATE "nim.turn.alternate",
    TURN_FULL "nim.turn.full",
    TURN_CLOCKS "nim.turn.clocks",
    ANSWER_FORM "nim.answer.form",
    ANSWER_TIME "nim.answer.time",
    OPP_MOVE "nim.opp.move",
    OPP_TIME "nim.opp.time",
    OPP_FIRST "nim.opp.first",
    FINISH_ONLY "nim.finish.only",
    FINISH_BOTH "nim.finish.both",
    FINISH_SILENT "nim.finish.silent",
    FINISH_EXIT "nim.finish.exit",
    FAULT_END "nim.fault.end",
    LIMIT_MEMORY "nim.limit.memory",
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
