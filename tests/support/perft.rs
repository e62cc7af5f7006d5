//! Counts how games of Blokus can go on, faster than the rules alone.
//!
//! Every placement covers a connected cell. All shapes around a cell are therefore walked as one tree: a node adds a cell, and
//! where that cell is not open the whole branch is passed over. A connected cell that has been walked counts as closed for the
//! next, so that no placement is met twice.

use std::collections::BTreeMap;
use stickler::cells::{Cell, CellSet, Grid};
use stickler::game::{Actor, MAX_SEATS, Rules, Seat};
use stickler::games::blokus::{Action, Blokus, Cells, Position};
use stickler::polyomino::{Shape, Shapes};

/// Sequences of so many moves from here, seats without a move skipped; whether a game could end early is not asked.
pub(crate) fn perft(rules: &Blokus, at: &Position, depth: u32) -> u64 {
    let words = usize::from(rules.grid.rows) * (usize::from(rules.grid.cols) + 1);
    match words.div_ceil(64) {
        0..=1 => Count::<1>::new(rules, at).from(at, depth),
        2 => Count::<2>::new(rules, at).from(at, depth),
        3 => Count::<3>::new(rules, at).from(at, depth),
        4 => Count::<4>::new(rules, at).from(at, depth),
        _ => Count::<7>::new(rules, at).from(at, depth),
    }
}

/// The same by the rules alone, move by move.
pub(crate) fn plain(rules: &Blokus, at: &Position, depth: u32) -> u64 {
    let Some(seat) = at.mover else { return 0 };
    if depth <= 1 {
        return rules.placements(at, seat).count() as u64;
    }
    let after = |place| {
        let mut next = at.clone();
        rules.apply(&mut next, Actor::Seat(seat), &Action::Place(place));
        next
    };
    rules
        .placements(at, seat)
        .map(|place| plain(rules, &after(place), depth - 1))
        .sum()
}

/// A cell of the tree: a step from the connected cell, and where to go on if it is not open.
#[derive(Clone, Copy, Debug)]
struct Node {
    step: i16,
    depth: u8,
    /// The shape that is complete with this cell.
    shape: Option<Shape>,
    next_branch: u16,
}

/// The part of a position that matters.
#[derive(Clone, Copy, Debug)]
struct Board<const WORDS: usize> {
    free: CellSet<WORDS>,
    /// Cells that touch those of each seat by a side, and by a corner; before its first move, its start cell.
    sides: [CellSet<WORDS>; MAX_SEATS],
    corners: [CellSet<WORDS>; MAX_SEATS],
    left: [Shapes; MAX_SEATS],
    moved: [bool; MAX_SEATS],
}

struct Count<'a, const WORDS: usize> {
    rules: &'a Blokus,
    tree: Vec<Node>,
    start: Board<WORDS>,
}

impl<'a, const WORDS: usize> Count<'a, WORDS> {
    fn new(rules: &'a Blokus, at: &Position) -> Self {
        let grid = rules.grid;
        let fit = |cells: &Cells| cells.iter().collect::<CellSet<WORDS>>();
        let seats = std::array::from_fn(|seat| fit(&at.cells[seat]));
        let corners = |seat: usize| match seats[seat].is_empty() {
            true => CellSet::EMPTY.with(rules.starts[seat]),
            false => seats[seat].corners(grid),
        };
        // Who has failed places nothing.
        let left = |seat: usize| {
            if at.out.contains(Seat(seat as u8)) {
                Shapes::NONE
            } else {
                at.left[seat]
            }
        };
        let start = Board {
            free: fit(&rules.all.without(&at.covered())),
            sides: seats.map(|cells| cells.sides(grid)),
            corners: std::array::from_fn(corners),
            left: std::array::from_fn(left),
            moved: seats.map(|cells| !cells.is_empty()),
        };
        Count {
            rules,
            tree: tree(grid),
            start,
        }
    }

    fn from(&self, at: &Position, depth: u32) -> u64 {
        at.mover
            .map_or(0, |seat| self.count(&self.start, seat, depth))
    }

    /// The first seat in turn that has a placement makes it; where none has one, the game is over.
    fn count(&self, board: &Board<WORDS>, mover: Seat, depth: u32) -> u64 {
        let others = self.rules.after(mover).filter(|&seat| seat != mover);
        std::iter::once(mover)
            .chain(others)
            .find_map(|seat| self.count_of(board, seat, depth))
            .unwrap_or(0)
    }

    /// `None` where the seat has no placement.
    fn count_of(&self, board: &Board<WORDS>, seat: Seat, depth: u32) -> Option<u64> {
        let (mut placements, mut sum) = (0, 0);
        if depth <= 1 {
            self.walk(board, seat, |_, _| placements += 1);
            return Some(placements).filter(|&placements| placements > 0);
        }
        let next = self.rules.after(seat).next().unwrap_or(seat);
        self.walk(board, seat, |shape, cells| {
            placements += 1;
            let cells = cells.iter().copied().collect();
            sum += self.count(&self.placed(board, seat, shape, &cells), next, depth - 1);
        });
        (placements > 0).then_some(sum)
    }

    fn placed(
        &self,
        board: &Board<WORDS>,
        seat: Seat,
        shape: Shape,
        cells: &CellSet<WORDS>,
    ) -> Board<WORDS> {
        let (mut after, grid, index) = (*board, self.rules.grid, seat.index());
        let corners = if board.moved[index] {
            board.corners[index]
        } else {
            CellSet::EMPTY
        };
        after.free = board.free.without(cells);
        after.sides[index] = board.sides[index].union(&cells.sides(grid));
        after.corners[index] = corners.union(&cells.corners(grid));
        after.left[index] = board.left[index].without(Shapes::only(shape));
        after.moved[index] = true;
        after
    }

    /// Visits every placement of a seat once.
    fn walk(&self, board: &Board<WORDS>, seat: Seat, mut visit: impl FnMut(Shape, &[Cell])) {
        let index = seat.index();
        let mut open = board.free.without(&board.sides[index]);
        let opens = !board.moved[index] && self.rules.small_first.contains(seat);
        let is_small = |shape: &Shape| shape.size() <= 3;
        let left = if opens {
            board.left[index].iter().filter(is_small).collect()
        } else {
            board.left[index]
        };
        for anchor in board.corners[index].intersection(&open).iter() {
            let mut cells = [anchor; 5];
            let mut at = 0;
            while let Some(node) = self.tree.get(at) {
                let cell = anchor.stepped(node.step);
                if !open.contains(cell) {
                    at = usize::from(node.next_branch);
                    continue;
                }
                cells[usize::from(node.depth)] = cell;
                if let Some(shape) = node.shape.filter(|&shape| left.contains(shape)) {
                    visit(shape, &cells[..=usize::from(node.depth)]);
                }
                at += 1;
            }
            open = open.without(&CellSet::EMPTY.with(anchor));
        }
    }
}

/// Rows and columns from the connected cell.
type Step = (i16, i16);

/// A branch: the shape that is complete here, and the cells that can follow, the nearest first.
#[derive(Default)]
struct Branch {
    shape: Option<Shape>,
    cells: BTreeMap<(i16, Step), Branch>,
}

/// Every shape in every form around each of its cells, as one tree in the order in which it is walked.
fn tree(grid: Grid) -> Vec<Node> {
    let mut root = Branch::default();
    for (shape, form) in Shape::ALL
        .iter()
        .flat_map(|&shape| shape.forms().iter().map(move |form| (shape, form)))
    {
        for &(row, col) in form.cells() {
            let step = |&(r, c): &Step| (r - row, c - col);
            let far = |(rows, cols): Step| (rows.abs() + cols.abs(), (rows, cols));
            let mut steps: Vec<(i16, Step)> = form.cells().iter().map(step).map(far).collect();
            steps.sort_unstable();
            let branch = steps.into_iter().fold(&mut root, |branch, step| {
                branch.cells.entry(step).or_default()
            });
            branch.shape = Some(shape);
        }
    }
    let mut nodes = Vec::new();
    flatten(&root, 0, grid, &mut nodes);
    nodes
}

fn flatten(branch: &Branch, depth: u8, grid: Grid, nodes: &mut Vec<Node>) {
    for (&(_, (rows, cols)), inner) in &branch.cells {
        let at = nodes.len();
        nodes.push(Node {
            step: grid.step(rows, cols),
            depth,
            shape: inner.shape,
            next_branch: 0,
        });
        flatten(inner, depth + 1, grid, nodes);
        nodes[at].next_branch = nodes.len() as u16;
    }
}
