//! Whether some game places exactly this sequence: the deciders, and what shows the answer.

mod dp;
mod greedy;
mod model;
mod slots;
mod witness;

pub use dp::Row;
pub use model::Model;
pub use slots::Slots;
pub use witness::{Impossible, Link, Witness, because, explain};

use super::Start;
use super::pieces::Piece;
use super::rules::Tetris;

/// A way to decide; all ways agree wherever they apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decider {
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
    pub const ALL: [Decider; 4] = [Decider::Model, Decider::Greedy, Decider::Dp, Decider::Slots];

    /// True where this way is known to be right under these rules.
    pub fn applies(self, rules: &Tetris) -> bool {
        match self {
            Decider::Model | Decider::Dp => true,
            Decider::Greedy => rules.start == Start::BagStart,
            Decider::Slots => rules.start == Start::BagStart && rules.hold,
        }
    }

    /// Ok where the sequence is possible; otherwise the first index, from 0, at which no game remains.
    /// Where a way does not [apply](Decider::applies) the model answers in its place.
    pub fn decide(self, rules: &Tetris, pieces: &[Piece]) -> Result<(), usize> {
        match self {
            Decider::Dp => Row::new(rules).run(pieces),
            Decider::Greedy if self.applies(rules) => greedy::decide(rules, pieces),
            Decider::Slots if self.applies(rules) => Slots::new(rules).run(pieces),
            _ => Model::new(rules).run(pieces),
        }
    }
}
