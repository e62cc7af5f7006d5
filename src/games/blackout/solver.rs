//! The value of every position of Black Out: one bit each, found from the full board backwards.

use super::rules::Blackout;
use crate::precompute::{self, Parts, Precompute};
use std::sync::OnceLock;

/// Words that are worked on together: far segments lie in the same place of each.
const BLOCK: usize = 64;

/// For each of the six low squares, the places of a word that hold it.
const HOLDS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The most squares that number the parts of the table: the last ones of the board.
const PART_SQUARES: usize = 8;

/// The positions of a board that are won for the player to move. For 5x6 it takes 128 MiB, and seconds to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// A position is a bit of a word: its six low squares number the bit, the others the word. Words with the same highest
    /// squares make a part.
    parts: Parts,
    /// Words of a part, as a power of two.
    width: u32,
}

/// The values of each board, kept once they are known.
static BOARDS: [OnceLock<Values>; 30] = [const { OnceLock::new() }; 30];

impl Values {
    /// The values of a board, found when they are first asked for and kept.
    pub fn of(rules: &Blackout) -> &'static Values {
        let way = precompute::way();
        let grid = rules.grid;
        Values::board(rules).get_or_init(|| {
            let name = format!("blackout-{}x{}", grid.rows, grid.cols);
            let (count, width) = Values::sizes(rules);
            // A build without optimization finds 5x6 in many seconds, and every smaller board in less than one.
            let is_large = grid.area() > 25;
            if is_large && let Some(parts) = way.recall(&name, count, 1 << width) {
                return Values { parts, width };
            }
            let values = Values::find(rules, way);
            if is_large {
                way.keep(&name, &values.parts);
            }
            values
        })
    }

    fn board(rules: &Blackout) -> &'static OnceLock<Values> {
        let grid = rules.grid;
        &BOARDS[usize::from(grid.rows - 1) * 6 + usize::from(grid.cols - 1)]
    }

    /// Finds the values of a board. A part depends only on parts with more of the highest squares.
    pub fn find(rules: &Blackout, way: &dyn Precompute) -> Values {
        let pass = Pass::new(rules);
        let (count, width) = Values::sizes(rules);
        let mut values = Values {
            parts: vec![Vec::new(); count],
            width,
        };
        let mut made = 0;
        for squares in (0..=count.ilog2()).rev() {
            let wanted: Vec<usize> = (0..count)
                .filter(|part| part.count_ones() == squares)
                .collect();
            let parts = way.make(wanted.len(), &|at| pass.part(&values, wanted[at]));
            made += parts.len();
            wanted
                .into_iter()
                .zip(parts)
                .for_each(|(at, part)| values.parts[at] = part);
            way.progress(made, count);
        }
        values
    }

    /// Number of parts, and the words of each as a power of two.
    fn sizes(rules: &Blackout) -> (usize, u32) {
        let words = rules.grid.area().saturating_sub(6);
        let squares = words
            .saturating_sub(BLOCK.ilog2() as usize)
            .min(PART_SQUARES);
        (1 << squares, (words - squares) as u32)
    }

    /// True where the player to move can win from these black squares.
    pub fn is_won(&self, black: u32) -> bool {
        let word = (black >> 6) as usize;
        self.parts[word >> self.width][word & ((1 << self.width) - 1)] >> (black & 63) & 1 == 1
    }
}

/// The moves of a board, sorted by how far they lead.
struct Pass {
    /// Words of segments that lead to another block, each place to itself.
    far: Vec<usize>,
    /// Words of all other segments that lead to another word, each place to one that holds the low squares.
    near: Vec<(usize, u32)>,
    /// For each place of a word, the places from which a move within the word leads there.
    before: [u64; 64],
    /// Places without a position count as won, so that no move to them wins.
    outside: u64,
}

impl Pass {
    fn new(rules: &Blackout) -> Pass {
        let outside = if rules.grid.area() < 6 {
            !0 << (1 << rules.grid.area())
        } else {
            0
        };
        let mut pass = Pass {
            far: Vec::new(),
            near: Vec::new(),
            before: [0; 64],
            outside,
        };
        for squares in rules.segments().map(|segment| rules.squares(&segment)) {
            match ((squares >> 6) as usize, squares & 63) {
                (0, low) => pass.within(low),
                (word, 0) if word.is_multiple_of(BLOCK) => pass.far.push(word),
                near => pass.near.push(near),
            }
        }
        pass
    }

    /// The values of one part, those with more of its highest squares being known.
    fn part(&self, known: &Values, part: usize) -> Vec<u64> {
        let width = known.width;
        let within = |word: usize| word & ((1 << width) - 1);
        // First the moves to other parts, then those within this one.
        let other = |word: usize| {
            Some(part | word >> width)
                .filter(|&to| to != part)
                .map(|to| &known.parts[to][..])
        };
        let far: Vec<_> = self
            .far
            .iter()
            .map(|&word| (other(word), within(word)))
            .collect();
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        for &(word, low) in &self.near {
            match other(word) {
                Some(other) => outer.push((other, within(word), low)),
                None => inner.push((within(word), low)),
            }
        }
        let mut won = vec![self.outside; 1 << width];
        let block = BLOCK.min(won.len());
        for start in (0..won.len()).step_by(block).rev() {
            far_moves(&far, &mut won, start, block);
            for word in (start..start + block).rev() {
                // This needs no branch: a move that stays in the word finds nothing lost there.
                let lost = |to: usize| !won[to] & u64::from(to == word).wrapping_sub(1);
                let moved =
                    |all, &(segment, low): &(usize, u32)| all | through(lost(word | segment), low);
                let left = |all, &(to, segment, low): &(&[u64], usize, u32)| {
                    all | through(!to[word | segment], low)
                };
                won[word] =
                    self.solve_word(outer.iter().fold(inner.iter().fold(won[word], moved), left));
            }
        }
        won
    }

    fn within(&mut self, low: u32) {
        for place in (0..64).filter(|place| place & low != low) {
            self.before[(place | low) as usize] |= 1 << place;
        }
    }

    /// Solves the moves within a word: the last place that is not won is lost, and places that lead there are won.
    fn solve_word(&self, mut won: u64) -> u64 {
        let mut open = !won;
        while open != 0 {
            let lost = open.ilog2();
            won |= self.before[lost as usize];
            open = !won & ((1 << lost) - 1);
        }
        won
    }
}

/// Marks the places that a move to a later block wins, of this part or another, for all words of a block at once.
fn far_moves(far: &[(Option<&[u64]>, usize)], won: &mut [u64], start: usize, block: usize) {
    let (here, later) = won[start..].split_at_mut(block);
    for &(part, word) in far {
        let to = start | word;
        let there = match part {
            Some(part) => &part[to..][..block],
            None if to == start => continue,
            None => &later[to - start - block..][..block],
        };
        here.iter_mut()
            .zip(there)
            .for_each(|(here, there)| *here |= !there);
    }
}

/// The places from which the low squares lead to one of these places.
fn through(mut places: u64, mut low: u32) -> u64 {
    while low != 0 {
        let square = low.trailing_zeros();
        places &= HOLDS[square as usize];
        places |= places >> (1 << square);
        low &= low - 1;
    }
    places
}
