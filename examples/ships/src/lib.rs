//! Ships as a contest task: its clauses, its parameters and the game. The page is `spec/ships.md`.

mod bot;
mod protocol;
mod rules;

use stickler::prelude::*;

stickler::clauses! {
    page include_str!("../spec/ships.md");
    PLACE_INSIDE "ships.place.inside",
    PLACE_APART "ships.place.apart",
    SHOT_INSIDE "ships.shot.inside",
    SHOT_ONCE "ships.shot.once",
    BEGIN_SEAT "ships.begin.seat",
    PLACE_ASK "ships.place.ask",
    BEGIN_TOLD "ships.begin.told",
    TURN_ALTERNATE "ships.turn.alternate",
    RESULT_TRUE "ships.result.true",
    RESULT_FIRST "ships.result.first",
    SHOT_TOLD "ships.shot.told",
    SHOT_FIRST "ships.shot.first",
    FLEET_TRUE "ships.fleet.true",
    FLEET_END "ships.fleet.end",
    ANSWER_FORM "ships.answer.form",
    ANSWER_TIME "ships.answer.time",
    FAULT_END "ships.fault.end",
    LIMIT_MEMORY "ships.limit.memory",
}

stickler::parameters! {
    Params {
        sea "sea": Within<4, 8> = Within(4),
        time "time": Ms = Ms(1_000),
        memory "memory": Megabytes = Megabytes(512),
    }
}

pub const GAMES: Registry = Registry::new(&[&Contest]);

#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = rules::Ships;
    type Referee = Match<protocol::Dialogue>;

    const NAME: &'static str = "ships";
    const ABOUT: &'static str = "two seats hide two ships each, and shoot at the other's in turn";
    const PAGE: fn() -> &'static Page = page;
    const CASES: &'static [&'static str] = &[include_str!("../fixtures/ships/rules.yaml")];
    const TELLS_THE_END: bool = false;

    fn bot(params: &Params) -> Box<dyn Bot> {
        Box::new(bot::Reference::new(params))
    }

    fn word(kind: FaultKind) -> &'static str {
        match kind {
            FaultKind::Late | FaultKind::Unlogged => "TLE",
            FaultKind::Habit => "OK",
            _ => "RE",
        }
    }
}
