//! Nim as a contest task. Its rules and messages are on the page `spec/nim.md`.

use stickler::prelude::*;

stickler::clauses! {
    page include_str!("../spec/nim.md");
    judge plain "nim";
    TAKE_SOME "nim.take.some",
    TURN_LEFT "nim.turn.left",
}

stickler::parameters! {
    /// The numbers of the page's table, in its order.
    Params {
        matches "matches": Within<1, 100> = Within(21),
        time "time": Ms = Ms(1_000),
        memory "memory": Megabytes = Megabytes(512),
    }
}

/// The rules for a number of matches at the start.
#[derive(Clone, Copy, Debug)]
pub struct GameRules(i64);

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Matches left.
    pub left: i64,
    /// The seat whose turn it is, or would be.
    pub mover: Seat,
}

impl Rules for GameRules {
    type Position = Position;
    /// How many matches are taken.
    type Action = i64;

    fn start(&self) -> Position {
        let (left, mover) = (self.0, Seat(0));
        Position { left, mover }
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.left {
            0 => Turn::Over(Outcome::win(at.mover.other())),
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
        let wrong = Breach::new(TAKE_SOME, "{0} cannot be taken of {1}");
        Err(wrong.numbers([*count, at.left]).word(1))
    }

    fn apply(&self, at: &mut Position, _: Actor, count: &i64) {
        at.left -= count;
        at.mover = at.mover.other();
    }
}

/// How actions and positions are written.
impl Notation for GameRules {
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

stickler::messages! {
    /// A message of the judge.
    pub enum Say {
        Left "LEFT" due TURN_ALTERNATE "it is not this seat's turn" {
            count: i64 => TURN_LEFT "there are {0} matches",
        },
    }
}

/// The dialogue of one game: when a message is due.
#[derive(Clone, Debug)]
pub struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<GameRules>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    fn policy(&self) -> Policy {
        JUDGE.policy(self.0.memory)
    }

    fn rules(&self) -> GameRules {
        GameRules(self.0.matches.0.into())
    }

    fn ask(&self, on: &DialogueState<Self>, _: Seat) -> Option<Say> {
        let count = on.at.at.left;
        Some(Say::Left { count })
    }

    fn due(&self, _: &Situation<GameRules>, _: Seat) -> AnswerRules {
        const KEPT: &[Clause] = &[TAKE_SOME, ANSWER_FORM, ANSWER_TIME];
        AnswerRules::new(ANSWER_TIME, KEPT).within(self.0.time)
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
    type Rules = GameRules;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "nim";
    const ABOUT: &'static str = "two seats take matches in turn; who takes the last one wins";
    const PAGE: fn() -> &'static Page = page;
    const CASES: &'static [&'static str] = &[CASES];
    const TELLS_THE_END: bool = false;
}
