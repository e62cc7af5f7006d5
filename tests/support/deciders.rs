//! Deciders of Tetris beside the library's: the laws hold all of them against each other, and the bench measures them.

use stickler::games::tetris::decide::{Model, greedy};
use stickler::games::tetris::{Piece, Pieces, Start, Tetris};

/// A way to decide; all ways agree wherever they apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decider {
    /// The set of all tables that a game can have reached, exactly. The reference.
    Model,
    /// One pass with one table whose slot may be unknown. From the start of a bag only.
    Greedy,
    /// All subsets of a bag times all contents of the slot, as a table.
    Dp,
    /// The model's tables as one set of slots. With a hold slot and from the start of a bag only.
    Slots,
}

impl Decider {
    /// All of them.
    pub(crate) const ALL: [Decider; 4] =
        [Decider::Model, Decider::Greedy, Decider::Dp, Decider::Slots];

    /// True where this way is known to be right under these rules.
    pub(crate) fn applies(self, rules: &Tetris) -> bool {
        match self {
            Decider::Model | Decider::Dp => true,
            Decider::Greedy => rules.start == Start::BagStart,
            Decider::Slots => rules.start == Start::BagStart && rules.hold,
        }
    }

    /// Ok where the sequence is possible; otherwise the first index, from 0, at which no game remains.
    /// Where a way does not [apply](Decider::applies) the model answers in its place.
    pub(crate) fn decide(self, rules: &Tetris, pieces: &[Piece]) -> Result<(), usize> {
        match self {
            Decider::Dp => Row::new(rules).run(pieces),
            Decider::Greedy if self.applies(rules) => greedy(rules, pieces),
            Decider::Slots if self.applies(rules) => Slots::new(rules).run(pieces),
            _ => Model::new(rules).run(pieces),
        }
    }
}

/// The table over subsets: for each set of pieces that have come of a bag, the contents that the slot can have.
///
/// One row of it, rolled forward in place: 4 bytes for each subset, 1 MB for 18 kinds.
///
/// The contents of the slot are a set with one bit more: the empty slot. A subset that is the whole bag is the empty
/// subset of the next.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    rules: Tetris,
    slots: Vec<u32>,
}

impl Row {
    /// Before the first piece.
    pub(crate) fn new(rules: &Tetris) -> Row {
        let whole = rules.alphabet.all().0 as usize;
        let mut row = Row {
            rules: *rules,
            slots: vec![0; whole + 1],
        };
        let empty = row.empty();
        let first = if rules.start == Start::MidBag {
            whole
        } else {
            1
        };
        row.slots[..first].fill(empty);
        row.hold_first();
        row
    }

    /// The bytes of the row.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Goes on to the row after one more piece; false where nothing in it is possible.
    pub(crate) fn place(&mut self, piece: Piece) -> bool {
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
    pub(crate) fn run(&mut self, pieces: &[Piece]) -> Result<(), usize> {
        match pieces.iter().position(|&piece| !self.place(piece)) {
            Some(at) => Err(at),
            None => Ok(()),
        }
    }

    /// The pieces that the slot can hold after `piece` was placed and `used` has come of the bag.
    fn reached(&self, used: Pieces, piece: Piece) -> u32 {
        let before = |last: Piece| self.slots[used.without(Pieces::only(last)).0 as usize];
        let direct = if used.contains(piece) {
            before(piece)
        } else {
            0
        };
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

/// The tables of the [model](Model) of a game that starts with a bag and holds, as one set of slots.
///
/// The pieces that were placed of the current bag are the same in all tables. A slot's piece either came of this bag too, or of the
/// last one; the second is so in all tables or in none, and then there is only one. The table with an empty slot is
/// left out: wherever it is possible, so is every piece of the bag in the slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slots {
    all: Pieces,
    /// Placed of the current bag.
    placed: Pieces,
    /// The pieces that the slot can hold.
    held: Pieces,
    /// True where that came of the last bag.
    older: bool,
}

impl Slots {
    /// Before the first piece.
    pub(crate) fn new(rules: &Tetris) -> Slots {
        let all = rules.alphabet.all();
        Slots {
            all,
            placed: Pieces::NONE,
            held: all,
            older: false,
        }
        .turned()
    }

    /// The pieces that the slot can hold now; nothing where the sequence is impossible.
    pub(crate) fn held(&self) -> Pieces {
        self.held
    }

    /// After one more piece.
    #[must_use]
    #[inline]
    pub(crate) fn place(self, piece: Piece) -> Slots {
        let only = Pieces::only(piece);
        let left = self.all.without(self.placed);
        if self.held.contains(piece) {
            // It may have been swapped for any piece of the bag; placed from the bag, it may still be held from the last.
            let (placed, held) = if self.older {
                (self.placed, left)
            } else {
                (self.placed.with(piece), left.without(only))
            };
            Slots {
                placed,
                held,
                older: false,
                ..self
            }
            .turned()
        } else if left.contains(piece) {
            Slots {
                placed: self.placed.with(piece),
                ..self
            }
            .turned()
        } else {
            Slots {
                held: Pieces::NONE,
                ..self
            }
        }
    }

    /// Places all pieces; the first index at which the slot can hold nothing.
    pub(crate) fn run(mut self, pieces: &[Piece]) -> Result<(), usize> {
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
        if !self.older && left.is_single() {
            Slots {
                placed: Pieces::NONE,
                older: true,
                ..self
            }
        } else {
            self
        }
    }
}
