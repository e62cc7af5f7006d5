//! The rules, and how actions and positions are written.

use super::{ANSWER_FORM, BID_HIGHER, DOUBT_BID, ROLL_FACE, TURN_ALTERNATE};
use stickler::prelude::*;

#[derive(Clone, Copy, Debug)]
pub struct Bluff {
    pub lives: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    /// The next die shows this: a choice of the judge.
    Roll(i64),
    Bid(i64),
    Doubt,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub lives: [i64; 2],
    /// What the die of each seat shows; 0 before it is rolled.
    pub dice: [i64; 2],
    /// The last bid of the round; 0: there is none.
    pub bid: i64,
    /// The seat whose turn it is, or would be.
    pub mover: Seat,
    pub shown: [i64; 2],
}

impl Position {
    /// The seat whose die is rolled next.
    pub fn rolls(&self) -> Option<Seat> {
        [Seat(0), Seat(1)]
            .into_iter()
            .find(|seat| self.dice[seat.index()] == 0)
    }
}

impl Rules for Bluff {
    type Position = Position;
    type Action = Action;

    fn start(&self) -> Position {
        Position {
            lives: [self.lives; 2],
            dice: [0; 2],
            bid: 0,
            mover: Seat(0),
            shown: [0; 2],
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.lives {
            [0, _] => Turn::Over(Outcome::win(Seat(1))),
            [_, 0] => Turn::Over(Outcome::win(Seat(0))),
            _ if at.rolls().is_some() => Turn::Nature,
            _ => Turn::Seats(Seats::only(at.mover)),
        }
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Action>) {
        let all = (1..=6).map(Action::Roll);
        let all = all.chain((2..=12).map(Action::Bid)).chain([Action::Doubt]);
        into.extend(all.filter(|action| self.check(at, by, action).is_ok()));
    }

    fn check(&self, at: &Position, by: Actor, action: &Action) -> Result<(), Breach> {
        let is_roll = matches!(action, Action::Roll(_));
        let is_turn = self.turn(at).actors().contains(&by) && is_roll == (by == Actor::Nature);
        let (clause, text) = match *action {
            _ if !is_turn => (TURN_ALTERNATE, "it is not this seat's turn"),
            Action::Roll(face) if !(1..=6).contains(&face) => (ROLL_FACE, "a die shows 1 to 6"),
            Action::Bid(sum) if sum <= at.bid || !(2..=12).contains(&sum) => {
                (BID_HIGHER, "a bid is from 2 to 12, and above {0}")
            }
            Action::Doubt if at.bid == 0 => (DOUBT_BID, "there is no bid in this round"),
            _ => return Ok(()),
        };
        Err(Breach::new(clause, text).numbers([at.bid]))
    }

    fn apply(&self, at: &mut Position, _: Actor, action: &Action) {
        match (*action, at.rolls()) {
            (Action::Roll(face), Some(seat)) => at.dice[seat.index()] = face,
            (Action::Bid(sum), _) => (at.bid, at.mover) = (sum, at.mover.other()),
            _ => {
                let is_wrong = at.dice[0] + at.dice[1] >= at.bid;
                let loser = if is_wrong { at.mover } else { at.mover.other() };
                at.lives[loser.index()] -= 1;
                (at.shown, at.dice, at.bid, at.mover) = (at.dice, [0; 2], 0, loser);
            }
        }
    }
}

/// Reads `BID n` or `LIAR`: the form alone.
pub fn read(words: &mut Words<'_>) -> Result<Action, Refusal> {
    let action = match words.next() {
        Some(b"BID") => words.integer().map(Action::Bid),
        word => (word == Some(b"LIAR")).then_some(Action::Doubt),
    };
    let wrong = Breach::new(ANSWER_FORM, "expected `BID n` or `LIAR`");
    action.filter(|_| words.end()).ok_or(Refusal::Format(wrong))
}

impl Notation for Bluff {
    /// No bot says a roll, so only this reads one.
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Action), Breach> {
        let mut words = Words::new(text.as_bytes());
        let roll = (words.next(), words.integer(), words.end());
        if let (Some(b"ROLL"), Some(face), true) = roll {
            return Ok((Actor::Nature, Action::Roll(face)));
        }
        let action = read(&mut Words::new(text.as_bytes())).map_err(Refusal::breach)?;
        Ok((Actor::Seat(at.mover), action))
    }

    fn print(&self, _: Actor, action: &Action) -> String {
        match action {
            Action::Roll(face) => format!("ROLL {face}"),
            Action::Bid(sum) => format!("BID {sum}"),
            Action::Doubt => "LIAR".into(),
        }
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let both = |[first, second]: [i64; 2]| format!("{first} {second}");
        let [lives, dice] = [at.lives, at.dice].map(both);
        vec![
            ("lives", lives),
            ("dice", dice),
            ("bid", at.bid.to_string()),
        ]
    }

    fn picture(&self, at: &Position) -> Picture {
        let notes = self.observe(at);
        Picture {
            notes: notes
                .iter()
                .map(|(name, value)| format!("{name}: {value}"))
                .collect(),
            ..Picture::default()
        }
    }
}
