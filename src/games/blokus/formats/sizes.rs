//! Facts of the points of a record about its letters: how many squares the shape of each has.

use super::alphabets::{WrittenMove, figures};
use crate::formats::{Claim, Says};
use crate::games::blokus::{Letter, Params, Stock};
use crate::polyomino::Shapes;

/// The numbers of squares that the shape of a letter can have, a bit for each number.
type Mask = u8;

/// For each letter that moves name the numbers of squares under which the points come out.
pub(super) struct Sizes {
    letters: Vec<Letter>,
    /// Shapes that the letter can stand for without the points, and under them.
    possible: Vec<Mask>,
    fitting: Vec<Mask>,
    /// Of each seat whose points are told: its letters, by their place in the list, and its points.
    seats: Vec<(Vec<usize>, usize)>,
    /// How many shapes there are of each number of squares.
    stock: [usize; 8],
}

impl Sizes {
    /// The sizes under which the seats have the points that the record gives them, where so many letters are in play; `None`: there
    /// are none. Points of a seat that failed, or that a bonus can raise, tell nothing.
    pub(super) fn of(
        params: &Params,
        letters_in_play: usize,
        moves: &[WrittenMove],
        claims: &[Claim],
    ) -> Option<Sizes> {
        let given = if let Stock::These(shapes) = params.shapes {
            Some(shapes)
        } else {
            None
        };
        let mut letters: Vec<Letter> = Vec::new();
        for written in moves {
            if !letters.contains(&written.code.letter) {
                letters.push(written.code.letter);
            }
        }
        let mask = |letter: &Letter| {
            figures(*letter, given).fold(0, |mask, figure| mask | 1 << figure.shape.size())
        };
        let possible: Vec<Mask> = letters.iter().map(mask).collect();
        let mut stock = [0; 8];
        given
            .unwrap_or(Shapes::ALL)
            .iter()
            .for_each(|shape| stock[shape.size()] += 1);
        let told = claims
            .iter()
            .filter_map(|claim| told(claim, moves, &letters));
        let told = told.filter(|(own, _)| own.len() < letters_in_play);
        let mut sizes = Sizes {
            fitting: vec![0; letters.len()],
            seats: told.collect(),
            possible,
            letters,
            stock,
        };
        let mut chosen = Vec::new();
        (sizes.seats.is_empty() || sizes.fits(&mut chosen)).then_some(sizes)
    }

    /// True where the points exclude shapes that some letter could have.
    pub(super) fn narrows(&self) -> bool {
        !self.seats.is_empty() && self.fitting != self.possible
    }

    /// True where a letter may stand for a shape of so many squares.
    pub(super) fn allows(&self, letter: Letter, size: usize) -> bool {
        let at = self.letters.iter().position(|own| *own == letter);
        at.is_none_or(|at| self.seats.is_empty() || self.fitting[at] & 1 << size != 0)
    }

    /// Goes on from the sizes of the first letters, and notes all that fit; true where some do.
    fn fits(&mut self, chosen: &mut Vec<usize>) -> bool {
        let Some(&possible) = self.possible.get(chosen.len()) else {
            for (mask, size) in self.fitting.iter_mut().zip(chosen) {
                *mask |= 1 << *size;
            }
            return true;
        };
        let mut fits = false;
        for size in (1..8).filter(|size| possible & 1 << size != 0) {
            if chosen.iter().filter(|other| **other == size).count() >= self.stock[size] {
                continue;
            }
            chosen.push(size);
            fits |= self.can_come_out(chosen) && self.fits(chosen);
            chosen.pop();
        }
        fits
    }

    /// Whether the points of each seat lie between the least and the most that the other letters can have.
    fn can_come_out(&self, chosen: &[usize]) -> bool {
        let least = |at: &usize| {
            chosen
                .get(*at)
                .copied()
                .unwrap_or(self.possible[*at].trailing_zeros() as usize)
        };
        let most = |at: &usize| {
            chosen
                .get(*at)
                .copied()
                .unwrap_or(7 - self.possible[*at].leading_zeros() as usize)
        };
        self.seats.iter().all(|(letters, points)| {
            (letters.iter().map(least).sum::<usize>()..=letters.iter().map(most).sum())
                .contains(points)
        })
    }
}

/// The letters of a seat whose points a claim tells, and the points.
fn told(claim: &Claim, moves: &[WrittenMove], letters: &[Letter]) -> Option<(Vec<usize>, usize)> {
    let Says::Score(seat, points) = claim.says else {
        return None;
    };
    let squares = usize::try_from(points.halves)
        .ok()
        .filter(|halves| halves % 2 == 0)?
        / 2;
    let own = moves.iter().filter(|written| written.seat == seat);
    if own.clone().any(|written| written.may_fail) {
        return None;
    }
    let at = |written: &WrittenMove| {
        letters
            .iter()
            .position(|letter| *letter == written.code.letter)
    };
    Some((own.map(at).collect::<Option<Vec<usize>>>()?, squares))
}
