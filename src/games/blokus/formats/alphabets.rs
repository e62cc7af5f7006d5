//! The alphabets of Blokus under which moves are legal: which letter stands for which shape, and how it is drawn.

use super::sizes::Sizes;
use crate::cells::Cell;
use crate::clause::Breach;
use crate::game::{Actor, Rules, Seat};
use crate::games::blokus::{
    Action, Alphabet, Blokus, Cells, Code, Figure, Letter, Params, Position, Stock,
};
use crate::polyomino::{Shape, Shapes};

/// A move as it was written.
pub(super) struct WrittenMove {
    /// The record's step.
    pub(super) step: usize,
    pub(super) seat: Seat,
    pub(super) cell: (i64, i64),
    pub(super) code: Code,
    /// The record says that the seat failed, and this is its last answer: it may be the one.
    pub(super) may_fail: bool,
}

/// Most figures that are tried on the board.
const TRIES: usize = 600_000;
/// So many tries last as long as the check of a whole record.
const CHECK: usize = 4_000;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AlphabetSearchEnd {
    /// An alphabet was accepted.
    Accepted,
    /// There is no other.
    Exhausted,
    /// There may be others.
    Open,
}

/// A search through the alphabets.
pub(super) struct AlphabetSearch<'m> {
    rules: Blokus,
    moves: &'m [WrittenMove],
    /// The shapes that can be in play, and those that the parameters name.
    stock: Shapes,
    given: Option<Shapes>,
    /// The cells that each move may not cover, since a later move names one of them or, for its own seat, a cell beside it.
    closed: Vec<Cells>,
    tries: usize,
    /// Facts of the points about the letters; none: they are not looked at.
    sizes: Option<&'m Sizes>,
    /// How many moves are legal under the alphabet that went furthest, and why the next is not.
    furthest: (usize, Option<Breach>),
}

/// Shapes that a letter can stand for: any that the parameters name. Of those that are drawn the document tells the
/// sizes of A to D, and how Q is drawn.
pub(super) fn figures(letter: Letter, given: Option<Shapes>) -> impl Iterator<Item = Figure> {
    let is_apt = move |shape: &Shape| match letter.to_string().as_str() {
        _ if given.is_some() => given.is_some_and(|given| given.contains(*shape)),
        "A" => shape.size() == 1,
        "B" => shape.size() == 2,
        "C" | "D" => shape.size() == 3,
        "Q" => *shape == Shape::T5,
        _ => shape.size() > 3 && *shape != Shape::T5,
    };
    let is_known = given.is_none() && letter.to_string() == "Q";
    let drawn = move |shape: Shape| {
        let all = shape
            .forms()
            .iter()
            .map(move |form| Figure::drawn(shape, form));
        all.filter(move |figure| !is_known || *figure == Figure::usual(shape))
    };
    Shape::ALL.iter().copied().filter(is_apt).flat_map(drawn)
}

/// Where the points come out under no alphabet, none can be right: it is only asked whether the moves are legal.
fn tries(sizes: Option<&Sizes>) -> usize {
    if sizes.is_some() { TRIES } else { TRIES / 10 }
}

impl<'m> AlphabetSearch<'m> {
    pub(super) fn new(
        params: &Params,
        moves: &'m [WrittenMove],
        sizes: Option<&'m Sizes>,
    ) -> AlphabetSearch<'m> {
        let mut rules = Blokus::new(params);
        rules.alphabet = Alphabet::EMPTY;
        let named = |written: &WrittenMove| -> Option<Cell> {
            rules
                .grid
                .cell(written.cell.1, written.cell.0)
                .filter(|_| !written.may_fail)
        };
        let closed = (0..moves.len()).map(|at| {
            moves[at + 1..]
                .iter()
                .fold(Cells::EMPTY, |closed, later| match named(later) {
                    Some(cell) if later.seat == moves[at].seat => {
                        let own = Cells::EMPTY.with(cell);
                        closed.union(&own).union(&own.sides(rules.grid))
                    }
                    Some(cell) => closed.with(cell),
                    None => closed,
                })
        });
        let closed = closed.collect();
        let given = if let Stock::These(shapes) = params.shapes {
            Some(shapes)
        } else {
            None
        };
        AlphabetSearch {
            rules,
            moves,
            stock: given.unwrap_or(Shapes::ALL),
            given,
            closed,
            tries: tries(sizes),
            sizes,
            furthest: (0, None),
        }
    }

    /// The points are not looked at any more.
    pub(super) fn forget_sizes(&mut self) {
        self.sizes = None;
        self.tries = tries(self.sizes);
    }

    /// True where the points of the record can come out.
    pub(super) fn has_sizes(&self) -> bool {
        self.sizes.is_some()
    }

    /// How many figures were tried.
    pub(super) fn work(&self) -> usize {
        tries(self.sizes) - self.tries
    }

    /// The first move that is illegal under every alphabet, as far as they were tried, and why under one of them.
    pub(super) fn last_illegal(mut self) -> Option<(&'m WrittenMove, Breach)> {
        self.closed.fill(Cells::EMPTY);
        self.tries = TRIES;
        self.sizes = None;
        self.furthest = (0, None);
        self.run(&mut |_| AlphabetSearchEnd::Exhausted);
        self.moves.get(self.furthest.0).zip(self.furthest.1)
    }

    /// Goes through the alphabets under which every move is legal, until one is accepted.
    pub(super) fn run(
        &mut self,
        accept: &mut dyn FnMut(&Alphabet) -> AlphabetSearchEnd,
    ) -> AlphabetSearchEnd {
        let mut start = self.rules.start();
        (start.stock, start.left) = (self.stock, [self.stock; 4]);
        self.go(0, &start, accept)
    }

    fn go(
        &mut self,
        at: usize,
        position: &Position,
        accept: &mut dyn FnMut(&Alphabet) -> AlphabetSearchEnd,
    ) -> AlphabetSearchEnd {
        let Some(written) = self.moves.get(at) else {
            self.tries = self.tries.saturating_sub(CHECK);
            return accept(&self.rules.alphabet);
        };
        let (letter, before) = (written.code.letter, self.rules.alphabet);
        let known = before.figure(letter).copied();
        let used = before.shapes();
        let fits = |shape: Shape| {
            self.sizes
                .is_none_or(|sizes| sizes.allows(letter, shape.size()))
        };
        let is_open =
            |figure: &Figure| known.is_none() && !used.contains(figure.shape) && fits(figure.shape);
        let open: Vec<Figure> = figures(letter, self.given).filter(is_open).collect();
        for figure in known.into_iter().chain(open) {
            if self.tries == 0 {
                return AlphabetSearchEnd::Open;
            }
            self.tries -= 1;
            self.rules.alphabet.insert(letter, figure);
            let ended = match self.placed(at, position) {
                Ok(next) => {
                    if at + 1 > self.furthest.0 {
                        self.furthest = (at + 1, None);
                    }
                    self.go(at + 1, &next, accept)
                }
                Err(breach) => {
                    if at == self.furthest.0 && self.furthest.1.is_none() {
                        self.furthest.1 = breach;
                    }
                    AlphabetSearchEnd::Exhausted
                }
            };
            self.rules.alphabet = before;
            if ended != AlphabetSearchEnd::Exhausted {
                return ended;
            }
        }
        if written.may_fail {
            self.go(at + 1, position, accept)
        } else {
            AlphabetSearchEnd::Exhausted
        }
    }

    /// The board after a move, or why it is illegal; `None`: it covers the cell of a later move.
    fn placed(&self, at: usize, position: &Position) -> Result<Position, Option<Breach>> {
        let WrittenMove {
            seat, cell, code, ..
        } = &self.moves[at];
        let place = self.rules.placed(self.stock, *cell, *code).map_err(Some)?;
        let mut next = Position {
            mover: Some(*seat),
            ..position.clone()
        };
        self.rules
            .check(&next, Actor::Seat(*seat), &Action::Place(place))
            .map_err(Some)?;
        if place.cells.meets(&self.closed[at]) {
            return Err(None);
        }
        let index = seat.index();
        next.cells[index] = next.cells[index].union(&place.cells);
        next.left[index] = next.left[index].without(Shapes::only(place.shape));
        Ok(next)
    }
}

/// The alphabet with a figure for each of these letters, the usual one where it is free; then for the shapes that are given.
pub(super) fn completed(alphabet: &Alphabet, params: &Params, letters: &[Letter]) -> Alphabet {
    let usual = params.letters.alphabet();
    let given = if let Stock::These(shapes) = params.shapes {
        Some(shapes)
    } else {
        None
    };
    let mut whole = *alphabet;
    let others = usual
        .iter()
        .map(|(letter, _)| letter)
        .filter(|_| given.is_some());
    for letter in letters.iter().copied().chain(others) {
        let used = whole.shapes();
        let own = usual
            .figure(letter)
            .copied()
            .filter(|own| given.is_none_or(|given| given.contains(own.shape)));
        let free = own
            .into_iter()
            .chain(figures(letter, given))
            .find(|figure| !used.contains(figure.shape));
        if let (None, Some(figure)) = (whole.figure(letter), free) {
            whole.insert(letter, figure);
        }
    }
    whole
}
