//! The kinds of cases that a judge draws: games, near-misses, traps, short sequences, and any sequence at all.

use super::pieces::Piece;
use super::rules::Tetris;
use super::walk::page;
use super::{Mix, Params, Start};
use crate::referee::Stream;

/// The longest of the short cases.
const SHORT: usize = 40;
/// The most cases of a batch that is not to be large.
const FEW: usize = 20;

/// Traps for wrong programs: those that let a bag be whole too early, keep a slot that was swapped away, never learn what
/// an unknown slot holds, mistake a row of their table, forbid a second hold or know none. `A` is the first letter. Some
/// sequences are possible, some are not.
const TRAPS: [&str; 10] = [
    "ABCDEFAA",
    "ABCDEFAG",
    "ABCDEFAGGG",
    "ABCDEFABCDEGGA",
    "ABCDEGGABCDEFF",
    "ABBBB",
    "ABB",
    "ABCB",
    "ABA",
    "AA",
];

/// Draws a batch within the limits of `params`, from dice.
pub(super) fn draw(params: &Params, dice: &mut dyn Stream) -> Vec<Vec<Piece>> {
    let drawing = Drawing::new(params);
    match params.mix {
        Mix::Short => return page(params),
        Mix::Largest => return vec![drawing.largest(dice)],
        Mix::Traps => return drawing.traps(),
        _ => {}
    }
    let cases = match params.mix {
        Mix::Many => drawing.cases,
        Mix::Any => 1 + dice.pick(drawing.cases),
        _ => 1 + dice.pick(drawing.cases.min(FEW)),
    };
    let are_short = matches!(params.mix, Mix::Mixed | Mix::Many);
    drawing.batch(
        cases,
        if are_short {
            drawing.length.min(SHORT)
        } else {
            drawing.length
        },
        dice,
    )
}

struct Drawing {
    rules: Tetris,
    mix: Mix,
    cases: usize,
    length: usize,
    total: usize,
}

impl Drawing {
    fn new(params: &Params) -> Drawing {
        let total = params.total.0 as usize;
        Drawing {
            rules: Tetris::new(params),
            mix: params.mix,
            cases: (params.cases.0 as usize).min(total),
            length: (params.length.0 as usize).min(total),
            total,
        }
    }

    /// The longest that the next of `cases` can be, when each after it needs a piece.
    fn room(&self, left: usize, cases: usize) -> usize {
        self.length.min((left + 1).saturating_sub(cases)).max(1)
    }

    fn batch(&self, cases: usize, longest: usize, stream: &mut dyn Stream) -> Vec<Vec<Piece>> {
        let mut left = self.total;
        let mut next = |at: usize| {
            let length = 1 + stream.pick(longest.min(self.room(left, cases - at)));
            left -= length;
            self.case(length, stream)
        };
        (0..cases).map(&mut next).collect()
    }

    fn case(&self, length: usize, stream: &mut dyn Stream) -> Vec<Piece> {
        match self.mix {
            Mix::Any => self.uniform(length, stream),
            Mix::Games => self.game(length, stream),
            Mix::NearMisses => self.near_miss(length, stream),
            _ => match stream.pick(8) {
                0..3 => self.game(length, stream),
                3..6 => self.near_miss(length, stream),
                6 => self.trap(length, stream),
                _ => self.uniform(length.min(2 * self.rules.alphabet.kinds()), stream),
            },
        }
    }

    fn largest(&self, stream: &mut dyn Stream) -> Vec<Piece> {
        match stream.pick(2) {
            0 => self.game(self.length, stream),
            _ => self.near_miss(self.length, stream),
        }
    }

    fn uniform(&self, length: usize, stream: &mut dyn Stream) -> Vec<Piece> {
        (0..length)
            .map(|_| Piece(stream.pick(self.rules.alphabet.kinds()) as u8))
            .collect()
    }

    /// Pieces of a game that holds none, some or all of them.
    fn game(&self, length: usize, stream: &mut dyn Stream) -> Vec<Piece> {
        let rate = if self.rules.hold { stream.pick(9) } else { 0 };
        let mut table = self.rules.laid();
        if self.rules.start == Start::MidBag {
            // The opening bag is any bag without some of its pieces.
            for _ in 0..stream.pick(self.rules.alphabet.kinds()) {
                table = self.receive(&table, stream).1;
            }
            table.opening = false;
        }
        let mut placed = Vec::with_capacity(length);
        while placed.len() < length {
            let (piece, after) = self.receive(&table, stream);
            table = after;
            let held = rate > 7 - stream.pick(8);
            placed.extend(if held {
                table.slot.replace(piece)
            } else {
                Some(piece)
            });
        }
        placed
    }

    fn receive(&self, table: &super::Table, stream: &mut dyn Stream) -> (Piece, super::Table) {
        let left = self.rules.left(table);
        let piece = left.iter().nth(stream.pick(left.len())).unwrap_or(Piece(0));
        (piece, self.rules.received(table, piece))
    }

    /// A game with one piece of its last quarter replaced; it may still be possible.
    fn near_miss(&self, length: usize, stream: &mut dyn Stream) -> Vec<Piece> {
        let mut pieces = self.game(length, stream);
        let at = length - 1 - stream.pick(length.div_ceil(4));
        let kinds = self.rules.alphabet.kinds();
        let step = 1 + stream.pick(kinds.saturating_sub(1).max(1));
        pieces[at] = Piece(((usize::from(pieces[at].0) + step) % kinds) as u8);
        pieces
    }

    /// The traps that this alphabet and these limits have room for.
    fn traps(&self) -> Vec<Vec<Piece>> {
        let pieces = |trap: &str| {
            trap.bytes()
                .map(|letter| Piece(letter - b'A'))
                .collect::<Vec<_>>()
        };
        let fits = |trap: &Vec<Piece>| {
            trap.len() <= self.length
                && trap
                    .iter()
                    .all(|&piece| self.rules.alphabet.all().contains(piece))
        };
        let mut left = self.total;
        let mut taken = |trap: &Vec<Piece>| {
            left.checked_sub(trap.len())
                .map(|rest| left = rest)
                .is_some()
        };
        let mut traps: Vec<_> = TRAPS
            .iter()
            .map(|trap| pieces(trap))
            .filter(fits)
            .filter(|trap| taken(trap))
            .collect();
        traps.truncate(self.cases);
        if traps.is_empty() {
            traps.push(vec![Piece(0)]);
        }
        traps
    }

    fn trap(&self, length: usize, stream: &mut dyn Stream) -> Vec<Piece> {
        let mut traps = self.traps();
        traps.retain(|trap| trap.len() <= length);
        match traps.len() {
            0 => self.game(length, stream),
            count => traps.swap_remove(stream.pick(count)),
        }
    }
}
