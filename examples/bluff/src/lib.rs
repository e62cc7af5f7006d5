//! Bluff as a contest task: its clauses, its parameters and the game. The page is `spec/bluff.md`.

mod bot;
mod protocol;
mod rules;

use stickler::prelude::*;

stickler::clauses! {
    page include_str!("../spec/bluff.md");
    ROLL_FACE "bluff.roll.face",
    BID_HIGHER "bluff.bid.higher",
    DOUBT_BID "bluff.doubt.bid",
    ROLL_TOLD "bluff.roll.told",
    ROLL_FIRST "bluff.roll.first",
    TURN_ALTERNATE "bluff.turn.alternate",
    TURN_BID "bluff.turn.bid",
    SHOW_DICE "bluff.show.dice",
    SHOW_FIRST "bluff.show.first",
    ANSWER_FORM "bluff.answer.form",
    ANSWER_TIME "bluff.answer.time",
    FAULT_END "bluff.fault.end",
    LIMIT_MEMORY "bluff.limit.memory",
}

stickler::parameters! {
    Params {
        lives "lives": Within<1, 9> = Within(2),
        time "time": Ms = Ms(1_000),
        memory "memory": Megabytes = Megabytes(512),
    }
}

pub const GAMES: Registry = Registry::new(&[&Contest]);

#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = rules::Bluff;
    type Referee = Match<protocol::Dialogue>;

    const NAME: &'static str = "bluff";
    const ABOUT: &'static str = "two seats bid on the sum of two dice of which each sees its own";
    const PAGE: fn() -> &'static Page = page;
    const CASES: &'static [&'static str] = &[include_str!("../fixtures/bluff/rules.yaml")];
    const TELLS_THE_END: bool = false;

    fn bot(_: &Params) -> Box<dyn Bot> {
        Box::new(bot::Reference::default())
    }
}
