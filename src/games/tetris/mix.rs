//! The kinds of cases that a judge draws: games, near-misses, traps, short sequences, and any sequence at all.

use super::decide::decide;
use super::pieces::Piece;
use super::rules::Tetris;
use super::short_sequences::page;
use super::{Mix, Params, Start};
use crate::referee::Stream;

/// The longest of the short cases.
const SHORT: usize = 40;
/// The most cases of a batch that is not to be large.
const FEW: usize = 20;

/// Traps for wrong programs: those that let a bag be whole too early, keep a slot that was swapped away, never learn what
/// an unknown slot holds, mistake a row of their table, forbid a second hold, hold where the slot is taken, or know none. `A` is the first letter. Some
/// sequences are possible, some are not.
const TRAPS: [&str; 11] = [
    "ABCDEFAA",
    "ABCDEFAG",
    "ABCDEFAGGG",
    "ABCDEFABCDEGGA",
    "ABCDEGGABCDEFF",
    "ABCDEFABCDEFA",
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
        Mix::Borders => return drawing.borders(dice),
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

/// How many kinds of cases a batch at a border has.
const BORDER_KINDS: usize = 9;

/// A power of two, one less or one more, from 1 to `most`.
fn near_power(most: usize, dice: &mut dyn Stream) -> usize {
    let powers = most.max(1).ilog2() as usize + 1;
    let near = (1usize << dice.pick(powers)) + dice.pick(3);
    (near - 1).clamp(1, most.max(1))
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

    /// A batch at a border: one long case, a total at its limit, many cases, or a few cases of lengths near powers of two and
    /// ends of bags.
    fn borders(&self, dice: &mut dyn Stream) -> Vec<Vec<Piece>> {
        let cases = match dice.pick(8) {
            0 => 1,
            1 => self.cases,
            2 => self.cases.saturating_sub(1).max(1),
            3 => near_power(self.cases, dice),
            _ => 1 + dice.pick(self.cases.min(FEW)),
        };
        // A whole batch now and then has one kind of case, and one of a total at its limit.
        let kind = dice.pick(2 * BORDER_KINDS);
        let fills = dice.pick(3) == 0;
        // In some batches all cases have the same length.
        let longest = self.room(self.total, cases).min(self.total / cases);
        let same = (dice.pick(5) == 0).then(|| self.border_length(longest.max(1), dice));
        let mut left = self.total;
        let mut batch = Vec::with_capacity(cases);
        for at in 0..cases {
            let room = self.room(left, cases - at);
            let length = if let Some(same) = same {
                same.min(room)
            } else if fills && at + 1 == cases {
                room.saturating_sub(dice.pick(2)).max(1)
            } else if cases > FEW {
                self.border_length(room.min(SHORT), dice)
            } else if fills && self.length * 2 > self.total {
                // The long case that fills the total comes last, so these stay short.
                self.border_length(room.min(SHORT), dice)
            } else {
                self.border_length(room, dice)
            };
            left -= length;
            let kind = if kind < BORDER_KINDS {
                kind
            } else {
                dice.pick(BORDER_KINDS)
            };
            batch.push(self.border_case(kind, length, dice));
        }
        batch
    }

    /// A length from 1 to `most` that is at a border: of a bag, of a power of two, of the limit.
    fn border_length(&self, most: usize, dice: &mut dyn Stream) -> usize {
        let kinds = self.rules.alphabet.kinds();
        let length = match dice.pick(8) {
            0 => most.saturating_sub(dice.pick(2)),
            1 => 1 + dice.pick(2),
            2..=4 => near_power(most, dice),
            5 => (kinds * (1 + dice.pick(most.div_ceil(kinds).min(64))) + dice.pick(3))
                .saturating_sub(1),
            _ => 1 + dice.pick(most.min(SHORT)),
        };
        length.clamp(1, most)
    }

    /// A case of one of the kinds: a game; games that break off at a border; one letter; two letters in turn; any letters.
    fn border_case(&self, kind: usize, length: usize, dice: &mut dyn Stream) -> Vec<Piece> {
        let kinds = self.rules.alphabet.kinds();
        match kind {
            0 | 1 => self.game(length, dice),
            2..=5 => {
                let mut pieces = self.game(length, dice);
                let at = match dice.pick(6) {
                    0 => length - 1,
                    1 => length.saturating_sub(2),
                    2 => near_power(length, dice) - 1,
                    3 => {
                        (kinds * dice.pick(length.div_ceil(kinds)) + dice.pick(3)).saturating_sub(1)
                    }
                    4 => dice.pick(length.min(2 * kinds)),
                    _ => dice.pick(length),
                };
                let at = at.min(length - 1);
                // The same letter again, one that no game has there, or any.
                let before = pieces[at.saturating_sub(1)];
                pieces[at] = match dice.pick(3) {
                    0 => before,
                    1 => self.impossible(&pieces[..at], dice),
                    _ => Piece(dice.pick(kinds) as u8),
                };
                pieces
            }
            6 => vec![Piece(dice.pick(kinds) as u8); length],
            7 => {
                let pair = [dice.pick(kinds), dice.pick(kinds)];
                (0..length).map(|at| Piece(pair[at % 2] as u8)).collect()
            }
            _ => self.uniform(length, dice),
        }
    }

    /// A piece that cannot come after these; any where each can, or where the question takes long.
    fn impossible(&self, before: &[Piece], stream: &mut dyn Stream) -> Piece {
        let kinds = self.rules.alphabet.kinds();
        let first = stream.pick(kinds);
        let mut pieces = before.to_vec();
        let mut all = (0..kinds).map(|step| Piece(((first + step) % kinds) as u8));
        let is_impossible = |piece: &Piece| {
            pieces.truncate(before.len());
            pieces.push(*piece);
            before.len() <= SHORT && decide(&self.rules, &pieces).is_err()
        };
        all.find(is_impossible).unwrap_or(Piece(first as u8))
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
