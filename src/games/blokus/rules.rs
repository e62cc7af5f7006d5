//! The rules of Blokus: `spec/blokus.md`, sections Shapes to Score.

use super::alphabet::Alphabet;
use super::{
    Flag, MOVE_ANCHOR, MOVE_CORNER, MOVE_FREE, MOVE_INSIDE, MOVE_LETTER, MOVE_OPENING, MOVE_SHAPE,
    MOVE_SIDE, MOVE_START, MOVE_USED, Params, SCORE_BONUS, SHAPE_COUNT, SHAPE_SMALL, Stock,
    TURN_ORDER, landmarks,
};
use crate::game::{MAX_SEATS, Plies};
use crate::polyomino::{Shape, Shapes};
use crate::prelude::*;

/// Cells of the board, up to 20 x 20.
pub type Cells = CellSet<7>;

/// The rules for one choice of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blokus {
    /// The board.
    pub grid: Grid,
    /// All its cells.
    pub all: Cells,
    /// The players.
    pub seats: Seats,
    /// The cell that each seat's first shape covers.
    pub starts: [Cell; MAX_SEATS],
    /// How the letters are drawn.
    pub alphabet: Alphabet,
    /// The shapes in play, or that the judge draws them.
    pub stock: Stock,
    /// How many shapes are drawn.
    pub drawn: usize,
    /// The seats that may open only with a small shape.
    pub small_first: Seats,
    stop_early: Flag,
    play_alone: Flag,
    /// Points for placing every shape.
    bonus_all: Within<0, 100>,
    /// Further points for placing the single cell last of all.
    bonus_single: Within<0, 100>,
    /// Codes that a list does not show count.
    pub(super) unlisted: Flag,
}

/// A shape on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Placement {
    /// The shape.
    pub shape: Shape,
    /// The cells it covers.
    pub cells: Cells,
    /// A connected cell of the seat that the shape covers; any one will do.
    pub anchor: Cell,
}

/// Actions of a seat or the judge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// The judge draws the shapes in play.
    Deal(Shapes),
    /// A seat places a shape.
    Place(Placement),
}

/// The board, and what each seat has left.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The shapes in play; none: they are not drawn yet.
    pub stock: Shapes,
    /// The cells of each seat.
    pub cells: [Cells; MAX_SEATS],
    /// The shapes that each seat has not placed.
    pub left: [Shapes; MAX_SEATS],
    /// The shape that each seat placed last.
    pub latest: [Option<Shape>; MAX_SEATS],
    /// The seats that may still be able to move.
    pub able: Seats,
    /// The seats that have failed.
    pub out: Seats,
    /// The seat to move; `None`: the shapes are not drawn yet, or the game is over.
    pub mover: Option<Seat>,
    /// Shapes on the board.
    pub plies: u16,
    /// The cells of the latest move.
    pub fresh: Cells,
}

/// Most cells of a small shape: there are four of them.
const SMALL: usize = 3;

/// The shapes that are always in play, and with which some have to open.
pub(super) fn small() -> Shapes {
    Shapes::ALL
        .iter()
        .filter(|shape| shape.size() <= SMALL)
        .collect()
}

impl Position {
    /// All covered cells.
    pub fn covered(&self) -> Cells {
        self.cells
            .iter()
            .fold(Cells::EMPTY, |all, cells| all.union(cells))
    }

    /// Whose shape covers a cell.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        self.cells
            .iter()
            .position(|cells| cells.contains(cell))
            .map(|seat| Seat(seat as u8))
    }

    /// True where the seat has placed every shape in play.
    pub fn has_placed_all(&self, seat: Seat) -> bool {
        !self.stock.is_empty() && self.left[seat.index()].is_empty()
    }

    /// True where the seat has not moved yet.
    pub fn is_new(&self, seat: Seat) -> bool {
        self.cells[seat.index()].is_empty()
    }
}

/// Where a seat can place, sentence by sentence.
impl Blokus {
    /// The rules under these parameters.
    pub fn new(params: &Params) -> Blokus {
        let grid = params.grid();
        let players = params.players.0 as usize;
        let opens_small = players == 3 && params.small_first == Flag::Yes;
        Blokus {
            grid,
            all: grid.cells().collect(),
            seats: Seats::first(players),
            starts: params.starts.cells(grid),
            alphabet: params.letters.alphabet(),
            stock: params.shapes,
            drawn: params.drawn.of(players),
            small_first: if opens_small {
                Seats::first(2)
            } else {
                Seats::NONE
            },
            stop_early: params.stop_early,
            play_alone: params.play_alone,
            bonus_all: params.bonus_all,
            bonus_single: params.bonus_single,
            unlisted: params.unlisted,
        }
    }

    /// The cells that a seat may cover: free, and without a side in common with its own.
    pub fn open(&self, at: &Position, seat: Seat) -> Cells {
        let own = &at.cells[seat.index()];
        self.all
            .without(&at.covered())
            .without(&own.sides(self.grid))
    }

    /// The connected cells of a seat: open ones that touch its own at a corner; before its first move, its start cell.
    pub fn anchors(&self, at: &Position, seat: Seat) -> Cells {
        let own = &at.cells[seat.index()];
        let touching = if own.is_empty() {
            Cells::EMPTY.with(self.starts[seat.index()])
        } else {
            own.corners(self.grid)
        };
        touching.intersection(&self.open(at, seat))
    }

    /// The shapes that a seat may place now.
    pub fn playable(&self, at: &Position, seat: Seat) -> Shapes {
        let left = at.left[seat.index()];
        if at.is_new(seat) && self.small_first.contains(seat) {
            return left
                .iter()
                .filter(|&shape| small().contains(shape))
                .collect();
        }
        left
    }

    /// Every placement of a seat: a shape on open cells, at least one of them connected.
    pub fn placements(&self, at: &Position, seat: Seat) -> impl Iterator<Item = Placement> + use<> {
        let (grid, open, anchors) = (self.grid, self.open(at, seat), self.anchors(at, seat));
        let forms = self
            .playable(at, seat)
            .iter()
            .flat_map(|shape| shape.forms().iter().map(move |form| (shape, form)));
        let lying = forms.flat_map(move |(shape, form)| {
            let corners = form
                .corners_over(grid, &anchors)
                .intersection(&form.corners(grid, &open));
            form.lying_at(grid, corners)
                .map(move |cells| (shape, cells))
        });
        lying.filter_map(move |(shape, cells)| {
            let anchor = cells.intersection(&anchors).iter().next()?;
            Some(Placement {
                shape,
                cells,
                anchor,
            })
        })
    }

    /// True where a seat has a placement.
    pub fn can_move(&self, at: &Position, seat: Seat) -> bool {
        self.placements(at, seat).next().is_some()
    }

    /// Why a seat may not place this. The breach has no place in the answer.
    fn check_place(&self, at: &Position, seat: Seat, place: &Placement) -> Result<(), Breach> {
        let Placement {
            shape,
            cells,
            anchor,
        } = place;
        let own = &at.cells[seat.index()];
        if !at.stock.contains(*shape) {
            return Err(Breach::new(MOVE_LETTER, "this shape is not in play"));
        }
        if !at.left[seat.index()].contains(*shape) {
            return Err(Breach::new(
                MOVE_USED,
                "this seat has placed the shape before",
            ));
        }
        if !cells.without(&self.all).is_empty() {
            return Err(Breach::new(MOVE_INSIDE, "a cell is not on the board"));
        }
        if !shape.is_made_of(self.grid, cells) {
            return Err(Breach::new(
                MOVE_SHAPE,
                "these cells are not the shape in any of its forms",
            ));
        }
        if !self.playable(at, seat).contains(*shape) {
            return Err(Breach::new(
                MOVE_OPENING,
                "this seat opens with one of the four small shapes",
            ));
        }
        if let Some(cell) = cells.intersection(&at.covered()).iter().next() {
            return Err(self.at_cell(MOVE_FREE, "({0},{1}) is covered already", cell));
        }
        if let Some(cell) = cells.intersection(&own.sides(self.grid)).iter().next() {
            return Err(self.at_cell(
                MOVE_SIDE,
                "({0},{1}) has a side in common with a shape of the same seat",
                cell,
            ));
        }
        let start = self.starts[seat.index()];
        if own.is_empty() && !cells.contains(start) {
            return Err(self.at_cell(MOVE_START, "the first shape covers ({0},{1})", start));
        }
        let anchors = self.anchors(at, seat);
        if !cells.meets(&anchors) {
            return Err(Breach::new(
                MOVE_CORNER,
                "no cell touches a shape of the same seat at a corner",
            ));
        }
        if !(anchors.contains(*anchor) && cells.contains(*anchor)) {
            return Err(self.at_cell(
                MOVE_ANCHOR,
                "({0},{1}) is not a connected cell of this seat",
                *anchor,
            ));
        }
        Ok(())
    }

    /// A breach that names a cell by column and row.
    fn at_cell(&self, clause: crate::clause::Clause, text: &'static str, cell: Cell) -> Breach {
        let (row, col) = self.grid.place(cell);
        Breach::new(clause, text).numbers([col, row].map(i64::from))
    }
}

/// Whose turn it is, and how it ends.
impl Blokus {
    /// A seat that has failed is out; its shapes stay, and the others play on.
    pub fn leave(&self, at: &mut Position, seat: Seat) {
        at.out.insert(seat);
        at.able.remove(seat);
        if at.mover == Some(seat) || self.is_decided(at) {
            self.pass_on(at, seat);
        }
    }

    /// The next seat that can move. A seat that cannot move now never can again.
    fn pass_on(&self, at: &mut Position, from: Seat) {
        at.mover = None;
        for seat in self.after(from) {
            if at.able.contains(seat) && self.can_move(at, seat) {
                at.mover = Some(seat);
                break;
            }
            at.able.remove(seat);
        }
        if self.is_decided(at) {
            at.mover = None;
        }
    }

    /// The seats in turn, this one last.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let (later, sooner): (Vec<Seat>, Vec<Seat>) =
            self.seats.iter().partition(|&other| other > seat);
        later.into_iter().chain(sooner)
    }

    /// True if the game is over although a seat can move.
    fn is_decided(&self, at: &Position) -> bool {
        let inside = self.seats.without(at.out);
        let is_alone = inside.len() < 2 && self.play_alone == Flag::No;
        let is_ahead = |mover: Seat| {
            let is_beaten =
                |seat| self.points(at, seat) < self.points(at, mover) && !self.can_move(at, seat);
            inside.without(Seats::only(mover)).iter().all(is_beaten)
        };
        is_alone || at.mover.is_some_and(is_ahead) && self.stop_early == Flag::Yes
    }

    /// The points of a seat.
    pub fn points(&self, at: &Position, seat: Seat) -> Points {
        let index = seat.index();
        if at.out.contains(seat) {
            return Points::whole(-1);
        }
        let has_placed_all = at.has_placed_all(seat);
        let bonus = match at.latest[index] {
            Some(Shape::I1) if has_placed_all => self.bonus_all.0 + self.bonus_single.0,
            _ if has_placed_all => self.bonus_all.0,
            _ => 0,
        };
        Points::whole(at.cells[index].len() as i32 + bonus as i32)
    }

    /// The points of every seat.
    pub fn outcome(&self, at: &Position) -> Outcome {
        let points: Vec<Points> = self
            .seats
            .iter()
            .map(|seat| self.points(at, seat))
            .collect();
        Outcome::new(&points)
    }

    /// Why the judge may not draw these shapes.
    fn check_deal(&self, shapes: Shapes) -> Result<(), Breach> {
        if small().iter().any(|shape| !shapes.contains(shape)) {
            return Err(Breach::new(
                SHAPE_SMALL,
                "the four small shapes are always in play",
            ));
        }
        let numbers = [shapes.len() as i64, self.drawn as i64];
        let wrong =
            Breach::new(SHAPE_COUNT, "{0} shapes, where each seat has {1}").numbers(numbers);
        if shapes.len() == self.drawn {
            Ok(())
        } else {
            Err(wrong)
        }
    }

    fn deal(&self, at: &mut Position, shapes: Shapes) {
        at.stock = shapes;
        at.left = [shapes; MAX_SEATS];
        at.able = self.seats.without(at.out);
        let last = self.seats.iter().last().unwrap_or(Seat(0));
        self.pass_on(at, last);
    }
}

impl Rules for Blokus {
    type Position = Position;
    type Action = Action;

    fn start(&self) -> Position {
        let mut at = Position {
            stock: Shapes::NONE,
            cells: [Cells::EMPTY; MAX_SEATS],
            left: [Shapes::NONE; MAX_SEATS],
            latest: [None; MAX_SEATS],
            able: Seats::NONE,
            out: Seats::NONE,
            mover: None,
            plies: 0,
            fresh: Cells::EMPTY,
        };
        if let Stock::These(shapes) = self.stock {
            self.deal(&mut at, shapes);
        }
        at
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.mover {
            _ if at.stock.is_empty() => Turn::Nature,
            Some(seat) => Turn::Seats(Seats::only(seat)),
            None => Turn::Over(self.outcome(at)),
        }
    }

    fn score(&self, at: &Position) -> Option<Outcome> {
        Some(self.outcome(at))
    }

    fn features(&self, at: &Position, _seat: Seat) -> Vec<Feature> {
        let feature = |name, value, most| Feature { name, value, most };
        let covered = at.cells.iter().map(|cells| cells.len()).sum();
        vec![
            feature("covered cells", covered, self.grid.area()),
            feature("seats that may still move", at.able.len(), self.seats.len()),
        ]
    }

    fn landmarks(&self) -> Vec<Plies<Action>> {
        landmarks::of(self)
    }

    fn rare(&self, at: &Position) -> Vec<(Clause, bool)> {
        let met = (
            SCORE_BONUS,
            self.seats.iter().any(|seat| at.has_placed_all(seat)),
        );
        if self.bonus_all.0 == 0 && self.bonus_single.0 == 0 {
            Vec::new()
        } else {
            vec![met]
        }
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Action>) {
        match by {
            Actor::Nature if at.stock.is_empty() => {
                let others: Vec<Shape> = Shapes::ALL
                    .iter()
                    .filter(|&shape| !small().contains(shape))
                    .collect();
                let chosen = subsets(&others, self.drawn.saturating_sub(small().len()));
                into.extend(
                    chosen
                        .into_iter()
                        .map(|some| Action::Deal(small().iter().chain(some.iter()).collect())),
                );
            }
            Actor::Seat(seat) if at.mover == Some(seat) => {
                into.extend(self.placements(at, seat).map(Action::Place))
            }
            _ => {}
        }
        into.sort_unstable();
    }

    fn check(&self, at: &Position, by: Actor, action: &Action) -> Result<(), Breach> {
        match (by, action) {
            (Actor::Nature, Action::Deal(shapes)) if at.stock.is_empty() => {
                self.check_deal(*shapes)
            }
            (Actor::Seat(seat), Action::Place(place)) if at.mover == Some(seat) => {
                self.check_place(at, seat, place)
            }
            _ => Err(Breach::new(TURN_ORDER, "it is not this one's turn")),
        }
    }

    fn apply(&self, at: &mut Position, by: Actor, action: &Action) {
        match (by, action) {
            (_, Action::Deal(shapes)) => self.deal(at, *shapes),
            (Actor::Seat(seat), Action::Place(place)) => {
                let index = seat.index();
                at.cells[index] = at.cells[index].union(&place.cells);
                at.left[index] = at.left[index].without(Shapes::only(place.shape));
                at.latest[index] = Some(place.shape);
                at.fresh = place.cells;
                at.plies += 1;
                self.pass_on(at, seat);
            }
            _ => {}
        }
    }
}

/// All ways to take so many of these.
fn subsets(from: &[Shape], count: usize) -> Vec<Shapes> {
    match (from, count) {
        (_, 0) => vec![Shapes::NONE],
        ([], _) => Vec::new(),
        ([first, rest @ ..], _) => {
            let with = subsets(rest, count - 1);
            let with = with
                .into_iter()
                .map(|some| some.iter().chain([*first]).collect());
            with.chain(subsets(rest, count)).collect()
        }
    }
}
