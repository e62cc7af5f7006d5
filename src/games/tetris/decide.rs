//! Whether some game places exactly this sequence: three deciders, and what shows the answer.

mod dp;
mod greedy;
mod model;
mod witness;

pub use dp::Row;
pub use model::Model;
pub use witness::{Impossible, Link, Witness, explain};

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
}

impl Decider {
    /// All of them.
    pub const ALL: [Decider; 3] = [Decider::Model, Decider::Greedy, Decider::Dp];

    /// True where this way is known to be right under these rules.
    pub fn applies(self, rules: &Tetris) -> bool {
        self != Decider::Greedy || rules.start == Start::BagStart
    }

    /// Ok where the sequence is possible; otherwise the first index, from 0, at which no game remains.
    /// Where the greedy does not [apply](Decider::applies) the model answers in its place.
    pub fn decide(self, rules: &Tetris, pieces: &[Piece]) -> Result<(), usize> {
        match self {
            Decider::Greedy if self.applies(rules) => greedy::decide(rules, pieces),
            Decider::Greedy | Decider::Model => Model::new(rules).run(pieces),
            Decider::Dp => Row::new(rules).run(pieces),
        }
    }
}
