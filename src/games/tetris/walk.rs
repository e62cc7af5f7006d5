//! All short sequences in order of length: the first that a program gets wrong is the shortest it gets wrong.

use super::Params;
use super::decide::Model;
use super::pieces::{Piece, Pieces};
use super::rules::Tetris;

/// Up to this length a sequence is asked under every naming of its pieces; longer ones under one naming each.
const EVERY_NAMING: usize = 4;
/// The most sequences of a page.
const PAGE: usize = 100;

/// The sequences of the page that `params` name, within their limits. Where all are walked it begins again.
pub(super) fn page(params: &Params) -> Vec<Vec<Piece>> {
    let size = PAGE.min(params.cases.0 as usize);
    let mut left = params.total.0 as usize;
    let mut within = |case: &Vec<Piece>| left.checked_sub(case.len()).map(|rest| left = rest).is_some();
    let skipped = params.page.0 as usize * size;
    let walk = || Walk::new(params);
    let mut cases: Vec<_> = walk().skip(skipped).take(size).take_while(&mut within).collect();
    if cases.is_empty() {
        let all = walk().count();
        cases = walk().skip(skipped % all).take(size).take_while(within).collect();
    }
    cases
}

/// How far so many pages have come, in words.
pub(super) fn reach(params: &Params, pages: u32) -> String {
    let size = PAGE.min(params.cases.0 as usize);
    match Walk::new(params).nth(pages as usize * size) {
        None => format!("all sequences of up to {} pieces", params.length.0),
        Some(next) => {
            let before = next.len() - 1;
            format!("all sequences of up to {before} pieces and some of {}", next.len())
        }
    }
}

/// The sequences that are possible without their last piece.
struct Walk {
    rules: Tetris,
    longest: usize,
    /// The possible sequences of one length, each with its tables.
    shorter: Vec<(Vec<Piece>, Model)>,
    /// Those one piece longer.
    longer: Vec<(Vec<Piece>, Model)>,
    /// Which of the shorter comes next, and the piece that follows it.
    at: usize,
    piece: u8,
    given: usize,
}

impl Walk {
    fn new(params: &Params) -> Walk {
        let rules = Tetris::new(params);
        let longest = (params.length.0 as usize).min(params.total.0 as usize);
        let shorter = vec![(Vec::new(), Model::new(&rules))];
        Walk { rules, longest, shorter, longer: Vec::new(), at: 0, piece: 0, given: 0 }
    }

    /// The next sequence, its pieces named in the order in which they come where it is long.
    fn extended(&mut self) -> Option<Vec<Piece>> {
        loop {
            let Some((before, model)) = self.shorter.get(self.at) else {
                self.shorter = std::mem::take(&mut self.longer);
                self.at = 0;
                if self.shorter.is_empty() {
                    return None;
                }
                continue;
            };
            let piece = Piece(self.piece);
            let known: Pieces = before.iter().copied().collect();
            let is_named = before.len() < EVERY_NAMING || usize::from(piece.0) <= known.len();
            if usize::from(piece.0) >= self.rules.alphabet.kinds() || !is_named {
                self.at += 1;
                self.piece = 0;
                continue;
            }
            self.piece += 1;
            let mut pieces = before.clone();
            pieces.push(piece);
            let mut model = model.clone();
            let goes_on = pieces.len() < self.longest && (pieces.len() < EVERY_NAMING || in_order(&pieces));
            if goes_on && model.place(piece) {
                self.longer.push((pieces.clone(), model));
            }
            return Some(pieces);
        }
    }
}

impl Iterator for Walk {
    type Item = Vec<Piece>;

    fn next(&mut self) -> Option<Vec<Piece>> {
        let mut pieces = self.extended()?;
        if pieces.len() > EVERY_NAMING {
            let kinds = self.rules.alphabet.kinds();
            pieces.iter_mut().for_each(|piece| piece.0 = ((usize::from(piece.0) + self.given) % kinds) as u8);
        }
        self.given += 1;
        Some(pieces)
    }
}

/// True where each piece that comes for the first time is the next of the alphabet.
fn in_order(pieces: &[Piece]) -> bool {
    let mut known = 0;
    pieces.iter().all(|piece| {
        let is_new = piece.0 == known;
        known += u8::from(is_new);
        is_new || piece.0 < known
    })
}
