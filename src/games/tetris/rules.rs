//! The rules of the game: `spec/tetris.md`, section Rules.

use super::pieces::{Alphabet, Piece, Pieces};
use super::{BAG_MIDDLE, BAG_WHOLE, HOLD_NONE, Params, Start, TURN_RECEIVE};
use crate::game::Plies;
use crate::prelude::*;

/// The most pieces that are placed before one is held, in the games to which engines are led: two bags and one more.
const FIRST_HELD: u32 = 15;

/// The one player.
pub(super) const PLAYER: Seat = Seat(0);

/// The rules for one alphabet, with or without a hold slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tetris {
    /// Letters of a bag.
    pub alphabet: Alphabet,
    /// Whether there is a hold slot.
    pub hold: bool,
    /// Where in a bag the queue begins.
    pub start: Start,
    /// Pieces after which the game ends.
    pub length: u32,
}

/// Bag and slot between two pieces of the queue. The future depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Table {
    /// Letters of the current bag so far.
    pub used: Pieces,
    /// The piece that is held.
    pub slot: Option<Piece>,
    /// True while the bag is one that began before the game: it can end any time.
    pub opening: bool,
}

/// The table, the piece that was received, and how many were placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Bag and slot.
    pub table: Table,
    /// The piece that waits to be placed or held.
    pub hand: Option<Piece>,
    /// The piece placed last.
    pub last: Option<Piece>,
    /// Pieces placed so far.
    pub placed: u32,
}

/// Actions of nature and the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// The bag that began before the game is empty.
    End,
    /// The player receives this piece.
    Receive(Piece),
    /// The received piece is placed.
    Place,
    /// The received piece goes into the slot; one that was there is placed.
    Hold,
}

impl Tetris {
    /// The rules under these parameters.
    pub fn new(params: &Params) -> Tetris {
        Tetris {
            alphabet: params.alphabet,
            hold: params.hold == Flag::Yes,
            start: params.start,
            length: params.length.0,
        }
    }

    /// The table before the first piece.
    pub fn laid(&self) -> Table {
        Table {
            used: Pieces::NONE,
            slot: None,
            opening: self.start == Start::MidBag,
        }
    }

    /// The pieces that can come next.
    pub fn left(&self, table: &Table) -> Pieces {
        self.alphabet.all().without(table.used)
    }

    /// The table after a piece has come: after the last of a bag a new bag begins.
    #[must_use]
    pub fn received(&self, table: &Table, piece: Piece) -> Table {
        let used = table.used.with(piece);
        let whole = used == self.alphabet.all();
        Table {
            used: if whole { Pieces::NONE } else { used },
            opening: table.opening && !whole,
            ..*table
        }
    }

    /// The table after the bag that began before the game has ended, where it can have ended.
    pub fn ended(&self, table: &Table) -> Option<Table> {
        let ends = table.opening && !table.used.is_empty();
        ends.then_some(Table {
            used: Pieces::NONE,
            opening: false,
            ..*table
        })
    }
}

impl Rules for Tetris {
    type Position = Position;
    type Action = Action;

    fn start(&self) -> Position {
        Position {
            table: self.laid(),
            hand: None,
            last: None,
            placed: 0,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.hand {
            _ if at.placed >= self.length => Turn::Over(Outcome::new(&[Points::whole(1)])),
            Some(_) => Turn::Seats(Seats::only(PLAYER)),
            None => Turn::Nature,
        }
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Action>) {
        match (self.turn(at), by) {
            (Turn::Nature, Actor::Nature) => {
                into.extend(self.ended(&at.table).map(|_| Action::End));
                into.extend(self.left(&at.table).iter().map(Action::Receive));
            }
            (Turn::Seats(_), Actor::Seat(PLAYER)) => {
                into.push(Action::Place);
                into.extend(self.hold.then_some(Action::Hold));
            }
            _ => {}
        }
    }

    /// The first piece that is held comes early, late, or in a later bag; then every second one is held.
    fn landmarks(&self) -> Vec<Plies<Action>> {
        let game = |before: u32| {
            let (mut at, mut plies) = (self.start(), Plies::new());
            while let Some(piece) = self.left(&at.table).iter().next() {
                let holds = self.hold && at.placed >= before && plies.len().is_multiple_of(4);
                let does = if holds { Action::Hold } else { Action::Place };
                for (by, action) in [
                    (Actor::Nature, Action::Receive(piece)),
                    (Actor::Seat(PLAYER), does),
                ] {
                    self.apply(&mut at, by, &action);
                    plies.push((by, action));
                }
                if at.placed >= self.length.min(2 * FIRST_HELD) {
                    break;
                }
            }
            plies
        };
        (0..self.length.min(FIRST_HELD)).map(game).collect()
    }

    fn check(&self, at: &Position, by: Actor, &action: &Action) -> Result<(), Breach> {
        match (self.turn(at), by, action) {
            (Turn::Nature, Actor::Nature, Action::Receive(piece))
                if !self.left(&at.table).contains(piece) =>
            {
                Err(Breach::new(BAG_WHOLE, "this bag has no such piece left"))
            }
            (Turn::Nature, Actor::Nature, Action::Receive(_)) => Ok(()),
            (Turn::Nature, Actor::Nature, Action::End) => match self.ended(&at.table) {
                Some(_) => Ok(()),
                None => Err(Breach::new(
                    BAG_MIDDLE,
                    "only a bag that began before the game ends early",
                )),
            },
            (Turn::Seats(_), Actor::Seat(PLAYER), Action::Place) => Ok(()),
            (Turn::Seats(_), Actor::Seat(PLAYER), Action::Hold) if self.hold => Ok(()),
            (Turn::Seats(_), Actor::Seat(PLAYER), Action::Hold) => {
                Err(Breach::new(HOLD_NONE, "this game has no hold slot"))
            }
            _ => Err(Breach::new(
                TURN_RECEIVE,
                "a piece is received, then placed or held, in turn",
            )),
        }
    }

    fn apply(&self, at: &mut Position, _by: Actor, &action: &Action) {
        match action {
            Action::End => at.table = self.ended(&at.table).unwrap_or(at.table),
            Action::Receive(piece) => {
                at.table = self.received(&at.table, piece);
                at.hand = Some(piece);
            }
            Action::Place => at.place(at.hand),
            Action::Hold => {
                let held = at.table.slot;
                at.table.slot = at.hand;
                at.place(held);
            }
        }
    }
}

impl Position {
    /// Empties the hand; a piece that is placed is the next of the sequence.
    fn place(&mut self, piece: Option<Piece>) {
        self.hand = None;
        self.last = piece.or(self.last);
        self.placed += u32::from(piece.is_some());
    }
}
