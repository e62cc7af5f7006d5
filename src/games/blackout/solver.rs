//! The value of every position of Black Out: one bit each, found from the full board backwards.

use super::rules::Blackout;
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

/// Which positions of a board are won for the player to move; 128 MiB for 5x6, which takes seconds to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// A position is a place of a word: its six low squares are the place, the others the word.
    won: Vec<u64>,
}

impl Values {
    /// The values of a board, found when they are first asked for and kept.
    pub fn of(rules: &Blackout) -> &'static Values {
        static BOARDS: [OnceLock<Values>; 30] = [const { OnceLock::new() }; 30];
        let board = usize::from(rules.grid.rows - 1) * 6 + usize::from(rules.grid.cols - 1);
        BOARDS[board].get_or_init(|| Values::find(rules))
    }

    /// Finds the values of a board.
    pub fn find(rules: &Blackout) -> Values {
        let pass = Pass::new(rules);
        // Places that stand for no position count as won, so that nothing is won by moving to them.
        let outside = if rules.grid.len() < 6 { !0 << (1 << rules.grid.len()) } else { 0 };
        let mut won = vec![outside; 1 << rules.grid.len().saturating_sub(6)];
        let block = BLOCK.min(won.len());
        for start in (0..won.len()).step_by(block).rev() {
            pass.far_moves(&mut won, start, block);
            for word in (start..start + block).rev() {
                won[word] = pass.settle(pass.near_moves(&won, word));
            }
        }
        Values { won }
    }

    /// True where the player to move can win from these black squares.
    pub fn is_won(&self, black: u32) -> bool {
        self.won[(black >> 6) as usize] >> (black & 63) & 1 == 1
    }
}

/// The moves of a board, sorted by how far they lead.
struct Pass {
    /// Words of segments that lead to another block, each place to itself.
    far: Vec<usize>,
    /// Words of segments that lead to another word of the block, each place to itself.
    near: Vec<usize>,
    /// The same for segments with low squares, which lead each place to one that holds them.
    crossing: Vec<(usize, u32)>,
    /// For each place of a word, the places from which a move within the word leads there.
    before: [u64; 64],
}

impl Pass {
    fn new(rules: &Blackout) -> Pass {
        let mut pass = Pass { far: Vec::new(), near: Vec::new(), crossing: Vec::new(), before: [0; 64] };
        for squares in rules.segments().map(|segment| rules.squares(&segment)) {
            match ((squares >> 6) as usize, squares & 63) {
                (0, low) => pass.within(low),
                (word, 0) if word.is_multiple_of(BLOCK) => pass.far.push(word),
                (word, 0) => pass.near.push(word),
                crossing => pass.crossing.push(crossing),
            }
        }
        pass
    }

    fn within(&mut self, low: u32) {
        for place in (0..64).filter(|place| place & low != low) {
            self.before[(place | low) as usize] |= 1 << place;
        }
    }

    /// Marks what is won by a move to a later block, for all words of a block at once.
    fn far_moves(&self, won: &mut [u64], start: usize, block: usize) {
        let (here, later) = won[start..].split_at_mut(block);
        for to in self.far.iter().map(|word| start | word).filter(|&to| to != start) {
            let there = &later[to - start - block..][..block];
            here.iter_mut().zip(there).for_each(|(here, there)| *here |= !there);
        }
    }

    /// What is won in a word so far, and by moves to later words.
    fn near_moves(&self, won: &[u64], word: usize) -> u64 {
        // Without a branch: a move that stays in the word finds nothing lost there.
        let lost = |to: usize| !won[to] & u64::from(to == word).wrapping_sub(1);
        let near = self.near.iter().fold(won[word], |all, segment| all | lost(word | segment));
        self.crossing.iter().fold(near, |all, &(segment, low)| all | through(lost(word | segment), low))
    }

    /// Settles the moves within a word: the last place that is not won is lost, and what leads there is won.
    fn settle(&self, mut won: u64) -> u64 {
        let mut open = !won;
        while open != 0 {
            let lost = open.ilog2();
            won |= self.before[lost as usize];
            open = !won & ((1 << lost) - 1);
        }
        won
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
