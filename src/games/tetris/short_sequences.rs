//! All short sequences in order of length. So the first that a program gets wrong is the shortest.

use super::Params;
use super::decide::Model;
use super::pieces::{Piece, Pieces};
use super::rules::Tetris;
use std::cmp::Ordering;

/// Up to this length, every naming of a sequence's pieces is asked; of longer sequences, one naming each.
const EVERY_NAMING: usize = 4;
/// The most sequences of a page.
const PAGE: usize = 100;

/// The sequences of the page that `params` name, within their limits. Where all are walked it begins again.
pub(super) fn page(params: &Params) -> Vec<Vec<Piece>> {
    let size = PAGE.min(params.cases.0 as usize);
    let mut left = params.total.0 as usize;
    let mut within = |case: &Vec<Piece>| {
        left.checked_sub(case.len())
            .map(|rest| left = rest)
            .is_some()
    };
    let skipped = params.page.0 as usize * size;
    let mut cases: Vec<_> = walk(params)
        .skip(skipped)
        .take(size)
        .take_while(&mut within)
        .collect();
    if cases.is_empty() {
        let all = walk(params).count();
        cases = walk(params)
            .skip(skipped % all)
            .take(size)
            .take_while(within)
            .collect();
    }
    cases
}

/// How far so many pages have come, in words.
pub(super) fn reach(params: &Params, pages: u32) -> String {
    let size = PAGE.min(params.cases.0 as usize);
    match walk(params).nth(pages as usize * size) {
        None => format!("all sequences of up to {} pieces", params.length.0),
        Some(next) => {
            let before = next.len() - 1;
            format!(
                "all sequences of up to {before} pieces and some of {}",
                next.len()
            )
        }
    }
}

/// The sequences that are possible without their last piece, in order of length.
fn walk(params: &Params) -> impl Iterator<Item = Vec<Piece>> {
    let rules = Tetris::new(params);
    let kinds = rules.alphabet.kinds();
    let longest = (params.length.0 as usize).min(params.total.0 as usize);
    // The possible sequences of one length that are gone on from, each with its tables.
    let mut shorter = vec![(Vec::new(), Model::new(&rules))];
    let of_one_length = move |_| {
        let mut longer = Vec::new();
        let mut asked = Vec::new();
        for (before, model) in &shorter {
            for piece in followers(before, kinds) {
                let pieces: Vec<Piece> = before.iter().copied().chain([piece]).collect();
                let mut model: Model = model.clone();
                if (pieces.len() < EVERY_NAMING || in_order(&pieces)) && model.place(piece) {
                    longer.push((pieces.clone(), model));
                }
                asked.push(pieces);
            }
        }
        shorter = longer;
        (!asked.is_empty()).then_some(asked)
    };
    (0..longest)
        .map_while(of_one_length)
        .flatten()
        .enumerate()
        .map(move |(given, mut pieces)| {
            if pieces.len() > EVERY_NAMING {
                pieces
                    .iter_mut()
                    .for_each(|piece| piece.0 = ((usize::from(piece.0) + given) % kinds) as u8);
            }
            pieces
        })
}

/// The pieces that a sequence goes on with: of a long one those that it has, and the first that it has not.
fn followers(before: &[Piece], kinds: usize) -> impl Iterator<Item = Piece> {
    let known: Pieces = before.iter().copied().collect();
    let named = if before.len() < EVERY_NAMING {
        kinds
    } else {
        kinds.min(known.len() + 1)
    };
    (0..named as u8).map(Piece)
}

/// True where each piece that comes for the first time is the next of the alphabet.
fn in_order(pieces: &[Piece]) -> bool {
    let known = pieces
        .iter()
        .try_fold(0, |known, piece| match piece.0.cmp(&known) {
            Ordering::Less => Some(known),
            Ordering::Equal => Some(known + 1),
            Ordering::Greater => None,
        });
    known.is_some()
}
