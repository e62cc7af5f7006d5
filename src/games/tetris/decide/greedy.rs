//! The greedy: a piece comes from the bag wherever it can, and the slot is unknown until it must be known.

use super::super::pieces::{Piece, Pieces};
use super::super::rules::Tetris;

/// Decides in one pass. The slot is empty or unknown (no piece), or known; either of the first two is the same here,
/// since neither can give a piece before it is known what it is.
pub(super) fn decide(rules: &Tetris, pieces: &[Piece]) -> Result<(), usize> {
    let all = rules.alphabet.all();
    let mut left = all;
    let mut slot = Pieces::NONE;
    for (at, &piece) in pieces.iter().enumerate() {
        if left.union(slot).contains(piece) {
            // A piece that is not left was swapped for some piece of this bag that has not been placed.
            slot = if left.contains(piece) { slot } else { Pieces::NONE };
            left = left.without(Pieces::only(piece));
        } else if rules.hold && slot.is_empty() && left.is_single() && all.contains(piece) {
            // What is left of this bag must be held; the piece is the first of the next.
            slot = left;
            left = all.without(Pieces::only(piece));
        } else {
            return Err(at);
        }
        if left.is_empty() {
            left = all;
        }
    }
    Ok(())
}
