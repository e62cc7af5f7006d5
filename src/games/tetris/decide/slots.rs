//! The exact simulation in two words: all pieces that the slot can hold, and what has come of the bag besides.

use super::super::pieces::{Piece, Pieces};
use super::super::rules::Tetris;

/// The tables of the [model](super::Model) of a game that starts with a bag and holds, as one set of slots.
///
/// What was placed of the current bag is the same in all tables. A slot's piece either came of this bag too, or of the
/// last one; the second is so in all tables or in none, and then there is only one. The table with an empty slot is
/// left out: wherever it is possible, so is every piece of the bag in the slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slots {
    all: Pieces,
    /// Placed of the current bag.
    placed: Pieces,
    /// What the slot can hold.
    held: Pieces,
    /// True where that came of the last bag.
    older: bool,
}

impl Slots {
    /// Before the first piece.
    pub fn new(rules: &Tetris) -> Slots {
        let all = rules.alphabet.all();
        Slots { all, placed: Pieces::NONE, held: all, older: false }.turned()
    }

    /// What the slot can hold now; nothing where the sequence is impossible.
    pub fn held(&self) -> Pieces {
        self.held
    }

    /// After one more piece.
    #[must_use]
    #[inline]
    pub fn place(self, piece: Piece) -> Slots {
        let only = Pieces::only(piece);
        let left = self.all.without(self.placed);
        if self.held.contains(piece) {
            // It may have been swapped for any piece of the bag; placed from the bag, it may still be held from the last.
            let (placed, held) =
                if self.older { (self.placed, left) } else { (self.placed.with(piece), left.without(only)) };
            Slots { placed, held, older: false, ..self }.turned()
        } else if left.contains(piece) {
            Slots { placed: self.placed.with(piece), ..self }.turned()
        } else {
            Slots { held: Pieces::NONE, ..self }
        }
    }

    /// Places all pieces; the first index at which the slot can hold nothing.
    pub fn run(mut self, pieces: &[Piece]) -> Result<(), usize> {
        for (at, &piece) in pieces.iter().enumerate() {
            self = self.place(piece);
            if self.held.is_empty() {
                return Err(at);
            }
        }
        Ok(())
    }

    /// Where all but one piece are placed, the last has been held, and the next bag begins.
    #[inline]
    fn turned(self) -> Slots {
        let left = self.all.without(self.placed);
        if !self.older && left.is_single() { Slots { placed: Pieces::NONE, older: true, ..self } } else { self }
    }
}
