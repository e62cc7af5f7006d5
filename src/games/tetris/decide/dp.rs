//! The table over subsets: for each set of pieces that have come of a bag, the contents that the slot can have.

use super::super::Start;
use super::super::pieces::{Piece, Pieces};
use super::super::rules::Tetris;

/// One row of the table, rolled forward in place: 4 bytes for each subset, 1 MB for 18 kinds.
///
/// The contents of the slot are a set with one bit more: the empty slot. A subset that is the whole bag is the empty
/// subset of the next.
#[derive(Clone, Debug)]
pub struct Row {
    rules: Tetris,
    slots: Vec<u32>,
}

impl Row {
    /// Before the first piece.
    pub fn new(rules: &Tetris) -> Row {
        let whole = rules.alphabet.all().0 as usize;
        let mut row = Row { rules: *rules, slots: vec![0; whole + 1] };
        let empty = row.empty();
        let first = if rules.start == Start::MidBag { whole } else { 1 };
        row.slots[..first].fill(empty);
        row.hold_first();
        row
    }

    /// The bytes of the row.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Goes on to the row after one more piece; false where nothing in it is possible.
    pub fn place(&mut self, piece: Piece) -> bool {
        let whole = self.rules.alphabet.all();
        if !whole.contains(piece) {
            self.slots.fill(0);
            return false;
        }
        // A set is reached from smaller ones, except that the whole bag counts as the empty set.
        let next = self.reached(whole, piece);
        let mut any = next;
        for used in (1..whole.0).rev() {
            let slots = self.reached(Pieces(used), piece);
            self.slots[used as usize] = slots;
            any |= slots;
        }
        self.slots[0] = next;
        self.hold_first();
        any != 0
    }

    /// Places all pieces; the first index at which nothing is possible.
    pub fn run(&mut self, pieces: &[Piece]) -> Result<(), usize> {
        match pieces.iter().position(|&piece| !self.place(piece)) {
            Some(at) => Err(at),
            None => Ok(()),
        }
    }

    /// What the slot can hold after `piece` was placed and `used` has come of the bag.
    fn reached(&self, used: Pieces, piece: Piece) -> u32 {
        let before = |last: Piece| self.slots[used.without(Pieces::only(last)).0 as usize];
        let direct = if used.contains(piece) { before(piece) } else { 0 };
        let swaps = |held: &Piece| before(*held) & Pieces::only(piece).0 != 0;
        let swapped: Pieces = used.iter().filter(swaps).collect();
        direct | swapped.0
    }

    /// Adds the games that hold a piece in the empty slot.
    fn hold_first(&mut self) {
        if !self.rules.hold {
            return;
        }
        let whole = self.rules.alphabet.all();
        for used in 0..whole.0 {
            if self.slots[used as usize] & self.empty() != 0 {
                for held in whole.without(Pieces(used)).iter() {
                    let with = Pieces(used).with(held).0 % whole.0;
                    self.slots[with as usize] |= Pieces::only(held).0;
                }
            }
        }
    }

    fn empty(&self) -> u32 {
        1 << self.rules.alphabet.kinds()
    }
}
