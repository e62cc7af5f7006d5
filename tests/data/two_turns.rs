//! A game in which a seat can have two turns in a row: Nim, where who takes one match moves again.

use crate::support::files::root;
use crate::support::trials::of_library;
use libtest_mimic::Trial;
use stickler::prelude::*;
use stickler_check::testing::{Suite, Test};

/// Logs of recorders are as right as whole logs, though a message of the first turn may come after the second answer.
pub(crate) fn tests() -> Vec<Trial> {
    let suite = Suite::new(GAMES, root().join("examples/nim-alphano"));
    let recorded = suite.contract_tests().into_iter();
    let recorded = recorded.filter(|test| test.name.ends_with("logs_of_recorders_are_read"));
    let named = |test: Test| Test {
        name: format!("two_turns::{}", test.name),
        ..test
    };
    recorded.map(named).map(of_library).collect()
}

const GAMES: Registry = Registry::new(&[&Contest]);

stickler::clauses! {
    page include_str!("../../examples/nim-alphano/spec/nim.md");
    judge bank "nim";
    TAKE_SOME "nim.take.some",
}

stickler::parameters! {
    /// The numbers of the page's table.
    Params {
        matches "matches": Within<1, 100> = Within(21),
        bank "bank": Ms = Ms(5_000),
        ready "ready": Ms = Ms(2_000),
        grace "grace": Ms = Ms(1_000),
        memory "memory": Megabytes = Megabytes(512),
    }
}

#[derive(Clone, Copy, Debug)]
struct AgainAfterOne {
    matches: i64,
}

/// Matches left, whose turn it is, and the last answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    left: i64,
    mover: Seat,
    last: Option<(Seat, i64)>,
}

impl Rules for AgainAfterOne {
    type Position = Position;
    type Action = i64;

    fn start(&self) -> Position {
        Position {
            left: self.matches,
            mover: Seat(0),
            last: None,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.last {
            Some((last, _)) if at.left == 0 => Turn::Over(Outcome::win(last)),
            _ => Turn::Seats(Seats::only(at.mover)),
        }
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<i64>) {
        if by == Actor::Seat(at.mover) {
            into.extend(1..=at.left.min(3));
        }
    }

    fn check(&self, at: &Position, by: Actor, count: &i64) -> Result<(), Breach> {
        self.turn(at).allows(by, TURN_ALTERNATE)?;
        if (1..=at.left.min(3)).contains(count) {
            return Ok(());
        }
        Err(Breach::new(TAKE_SOME, "these cannot be taken").word(1))
    }

    fn apply(&self, at: &mut Position, _: Actor, count: &i64) {
        at.left -= count;
        at.last = Some((at.mover, *count));
        if *count != 1 {
            at.mover = at.mover.other();
        }
    }
}

impl Notation for AgainAfterOne {
    fn read(&self, words: &mut Words<'_>) -> Result<i64, Refusal> {
        words.whole((ANSWER_FORM, "expected `TAKE n`"), |words| {
            words.word("TAKE")?;
            words.integer()
        })
    }

    fn print(&self, _: Actor, count: &i64) -> String {
        format!("TAKE {count}")
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        vec![("left", at.left.to_string())]
    }
}

stickler::word_field! {
    enum Role { First "FIRST", Second "SECOND" }
}

stickler::messages! {
    enum Say {
        Ready "READY" is opening { role: Role },
        Turn "TURN" due TURN_ALTERNATE "it is not this seat's turn" { left: [BankLeft; 2] => TURN_CLOCKS "" },
        Opp "OPP" due OPP_MOVE "the other seat has not moved so" before OPP_FIRST "the other's move comes first" {
            count: i64 => OPP_MOVE "the other seat took {0}",
            took: Elapsed => OPP_TIME "the move was counted with {0} ms",
        },
        Finish "FINISH" is last,
    }
}

#[derive(Clone, Debug)]
struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<AgainAfterOne>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    fn policy(&self) -> Policy {
        JUDGE.policy(BankLimits {
            bank: self.0.bank,
            ready: self.0.ready,
            grace: self.0.grace,
            memory: self.0.memory,
        })
    }

    fn rules(&self) -> AgainAfterOne {
        let matches = i64::from(self.0.matches.0);
        AgainAfterOne { matches }
    }

    fn opening(&self, to: Seat) -> Option<Say> {
        let role = [Role::First, Role::Second][to.index()];
        Some(Say::Ready { role })
    }

    fn ask(&self, on: &DialogueState<Self>, to: Seat) -> Option<Say> {
        Some(Say::Turn { left: on.left(to) })
    }

    fn after(&self, on: &DialogueState<Self>, tell: &mut Telling<'_, Say>) {
        if let Some((by, count)) = on.at.at.last {
            let took = Elapsed(on.took[by.index()]);
            tell.tell(by.other(), Say::Opp { count, took });
        }
    }

    fn due(&self, _: &Situation<AgainAfterOne>, _: Seat) -> AnswerRules {
        AnswerRules::new(ANSWER_TIME, &[TAKE_SOME, ANSWER_FORM, ANSWER_TIME])
    }

    fn reveals(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Revealed<i64>> {
        let Say::Opp { count, took } = say else {
            return None;
        };
        let mover = on.at.at.mover;
        (to != mover).then_some(Revealed::Reply(mover, format!("TAKE {count}"), took.0))
    }
}

/// Nobody plays this game as a program.
struct Silent;

impl Bot for Silent {
    fn hear(&mut self, _: &str, _: &mut String) -> bool {
        false
    }
}

#[derive(Clone, Copy, Debug)]
struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = AgainAfterOne;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "nim";
    const ABOUT: &'static str = "who takes one match moves again";
    const PAGE: fn() -> &'static Page = page;

    fn bot(_: &Params) -> Box<dyn Bot> {
        Box::new(Silent)
    }
}
