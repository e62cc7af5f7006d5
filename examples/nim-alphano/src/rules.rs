//! The rules, and how actions and positions are written.

use super::{ANSWER_FORM, TAKE_SOME, TURN_ALTERNATE};
use stickler::prelude::*;

/// The rules for a number of matches at the start.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    pub matches: i64,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Matches left.
    pub left: i64,
    /// The seat whose turn it is, or would be.
    pub mover: Seat,
    /// How many were taken last.
    pub last: i64,
}

impl Rules for GameRules {
    type Position = Position;
    /// How many matches are taken.
    type Action = i64;

    fn start(&self) -> Position {
        Position {
            left: self.matches,
            mover: Seat(0),
            last: 0,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        if at.left == 0 {
            Turn::Over(Outcome::win(at.mover.other()))
        } else {
            Turn::Seats(Seats::only(at.mover))
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
        at.last = *count;
        at.mover = at.mover.other();
    }
}

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
