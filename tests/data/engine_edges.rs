//! Engines that are right nearly everywhere: each is wrong in one corner of its game, and found there without any setting.

use crate::support::trials::{named, usual_if};
use libtest_mimic::{Failed, Trial};
use std::marker::PhantomData;
use stickler::cells::{Cell, Grid};
use stickler::engine::{Effort, Engine, GameStatus, Law, Typed, check};
use stickler::game::{Actor, Notation, Outcome, Points, Rules, Seat, Situation, Turn};
use stickler::games::betris::{self, Betris};
use stickler::games::blackout::{self, Blackout};
use stickler::games::blokus::{self, Blokus};
use stickler::games::gomoku::{self, Gomoku};
use stickler::games::tetris::{self, Tetris};

/// In what an engine is wrong.
trait Edge<R: Rules>: Default {
    /// The end that it sees, where the rules see this one.
    fn turn(_: &R, _: &R::Position, turn: Turn) -> Turn {
        turn
    }

    /// The points that it counts, where the rules count these.
    fn score(_: &R, _: &R::Position, score: Outcome) -> Outcome {
        score
    }

    /// The actions that it lists, where the rules list these.
    fn lists(_: &R, _: &R::Position, actions: Vec<R::Action>) -> Vec<R::Action> {
        actions
    }

    /// Whether it does an illegal action as well.
    fn allows(_: &R, _: &R::Position, _: Actor, _: &R::Action) -> bool {
        false
    }

    /// Whether it refuses a legal action.
    fn refuses(_: &R, _: &R::Position, _: Actor, _: &R::Action) -> bool {
        false
    }
}

/// The rules with that mistake.
struct Wrong<R: Rules, E> {
    own: Option<(R, R::Position)>,
    edge: PhantomData<E>,
}

impl<R: Rules, E> Default for Wrong<R, E> {
    fn default() -> Self {
        Wrong {
            own: None,
            edge: PhantomData,
        }
    }
}

impl<R: Rules, E: Edge<R>> Engine<R> for Wrong<R, E> {
    fn start(&mut self, rules: &R) {
        self.own = Some((rules.clone(), rules.start()));
    }

    fn apply(&mut self, by: Actor, action: &R::Action) -> bool {
        let Some((rules, at)) = &mut self.own else {
            return false;
        };
        let takes = match rules.check(at, by, action) {
            Ok(()) => !E::refuses(rules, at, by, action),
            Err(_) => E::allows(rules, at, by, action),
        };
        if takes {
            rules.apply(at, by, action);
        }
        takes
    }

    fn actions(&mut self, by: Actor) -> Option<Vec<R::Action>> {
        let (rules, at) = self.own.as_ref()?;
        let mut actions = Vec::new();
        rules.actions(at, by, &mut actions);
        Some(E::lists(rules, at, actions))
    }

    fn outcome(&mut self) -> Option<GameStatus> {
        let (rules, at) = self.own.as_ref()?;
        Some(match E::turn(rules, at, rules.turn(at)) {
            Turn::Over(outcome) => GameStatus::Over(outcome),
            _ => GameStatus::Running,
        })
    }

    fn score(&mut self) -> Option<Outcome> {
        let (rules, at) = self.own.as_ref()?;
        Some(E::score(rules, at, rules.score(at)?))
    }
}

/// A wrong engine, and how it is found.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    /// The law that has to find it first; `None`: any.
    law: Option<Law>,
    found: fn(Option<Law>) -> Option<Law>,
}

const fn row<R: Wrongly, E: Edge<R> + 'static>(name: &'static str, law: Option<Law>) -> Row {
    let found = found::<R, E>;
    Row { name, law, found }
}

/// The law that first finds an engine of this kind, by default: one of these three, or the one that is wanted.
fn found<R: Wrongly, E: Edge<R> + 'static>(wanted: Option<Law>) -> Option<Law> {
    let rules = R::usual();
    let start = Situation::start(rules.clone());
    let first = [Law::Outcome, Law::Score, Law::Legal];
    { first.into_iter() }
        .chain(wanted.filter(|law| !first.contains(law)))
        .find(|&law| {
            let mut engine = Typed::new(rules.clone(), Wrong::<R, E>::default);
            let report = check(&start, &mut engine, law, Effort::default());
            report.is_ok_and(|report| report.divergence.is_some())
        })
}

/// Rules of which engines are wrong, as they usually are.
trait Wrongly: Notation + 'static {
    fn usual() -> Self;
}

macro_rules! usual {
    ($($rules:ident of $game:ident;)*) => {
        $(
            impl Wrongly for $rules {
                fn usual() -> Self {
                    $rules::new(&$game::Params::default())
                }
            }
        )*
    };
}

usual! {
    Betris of betris;
    Blackout of blackout;
    Blokus of blokus;
    Gomoku of gomoku;
    Tetris of tetris;
}

/// Of each list the first is tried by default: the others try the search for wrong engines, and no rule.
pub(crate) fn tests() -> Vec<Trial> {
    let lists: [(&str, &[Row]); 9] = [
        ("an_unseen_row_of_gomoku", UNSEEN_ROWS),
        ("a_row_of_gomoku_beyond_an_edge", ROWS_BEYOND),
        ("a_full_board_of_gomoku", FULL_BOARD_OF_GOMOKU),
        ("a_wrong_square_of_betris", SQUARES),
        ("a_full_board_of_betris", FULL_BOARD_OF_BETRIS),
        ("the_last_move_of_black_out", LAST_MOVE_OF_BLACK_OUT),
        ("a_late_hold_of_tetris", LATE_HOLD_OF_TETRIS),
        ("a_refused_move_of_blokus", REFUSED_MOVES),
        ("the_end_of_blokus", END_OF_BLOKUS),
    ];
    let mut trials = Vec::new();
    for (list, rows) in lists {
        for (at, row) in rows.iter().enumerate() {
            let trial = named(&format!("engine_edges::{list}::{}", row.name), || {
                is_found(*row)
            });
            trials.push(usual_if(at == 0, trial));
        }
    }
    trials
}

fn is_found(row: Row) -> Result<(), Failed> {
    let found = (row.found)(row.law);
    let is_right = match row.law {
        Some(law) => found == Some(law),
        None => found.is_some(),
    };
    match is_right {
        true => Ok(()),
        false => Err(match (found, row.law) {
            (None, _) => "no walk and no landmark shows that an engine with this mistake differs from the rules: is it still wrong under them? If it is, add a game that comes to it to `Rules::landmarks`".to_string(),
            (Some(found), law) => format!("found by the law {found:?}; expected {law:?}"),
        }
        .into()),
    }
}

fn row_of(rules: &Gomoku, at: &gomoku::Position) -> Vec<Cell> {
    let seat = at.over.and_then(|outcome| outcome.winner());
    seat.map_or(Vec::new(), |seat| rules.longest(&at.stones[seat.index()]))
}

fn place(grid: Grid, cell: Cell) -> (u8, u8) {
    grid.place(cell)
}

/// Rows and columns of a step from the first cell of a row to the next.
fn direction(grid: Grid, row: &[Cell]) -> (i16, i16) {
    let [one, next] = [place(grid, row[0]), place(grid, row[1])];
    (
        i16::from(next.0) - i16::from(one.0),
        i16::from(next.1) - i16::from(one.1),
    )
}

/// Gomoku: rows that are not seen where this holds of their cells, their direction and the last stone's place among them.
macro_rules! unseen_rows {
    ($($name:ident: |$grid:ident, $row:ident, $step:ident, $last:ident| $unseen:expr;)*) => {
        $(
            #[derive(Default)]
            struct $name;

            impl Edge<Gomoku> for $name {
                fn turn(rules: &Gomoku, at: &gomoku::Position, turn: Turn) -> Turn {
                    let $row = row_of(rules, at);
                    let Some($last) = $row.iter().position(|cell| Some(*cell) == at.last) else {
                        return turn;
                    };
                    let ($grid, $step) = (rules.grid, direction(rules.grid, &$row));
                    let _ = ($grid, $step, $last);
                    if $unseen { Turn::Nature } else { turn }
                }
            }
        )*

        const UNSEEN_ROWS: &[Row] = &[$(row::<Gomoku, $name>(stringify!($name), Some(Law::Outcome))),*];
    };
}

unseen_rows! {
    TopEdge: |grid, row, step, last| step == (0, 1) && place(grid, row[0]).0 == 0;
    BottomEdge: |grid, row, step, last| step == (0, 1) && place(grid, row[0]).0 == grid.rows - 1;
    RightEdge: |grid, row, step, last| step == (1, 0) && place(grid, row[0]).1 == grid.cols - 1;
    LastFiveOfARow: |grid, row, step, last| step == (0, 1) && place(grid, row[4]).1 == grid.cols - 1;
    AntiDiagonalInTheCorner: |grid, row, step, last| step == (1, -1) && place(grid, row[0]) == (0, grid.cols - 1);
    AntiDiagonalBelowTheCorner: |grid, row, step, last| step == (1, -1) && place(grid, row[0]) == (1, grid.cols - 1);
    LongDiagonalAtItsEnd: |grid, row, step, last| step == (1, 1) && place(grid, row[4]) == (grid.rows - 1, grid.cols - 1);
    ShortestDiagonal: |grid, row, step, last| step == (1, 1) && place(grid, row[0]) == (grid.rows - 5, 0);
    LastStoneInTheMiddle: |grid, row, step, last| row.len() == 5 && last == 2;
    LastStoneSecondOfAColumn: |grid, row, step, last| row.len() == 5 && step == (1, 0) && last == 1;
    LastStoneFourthOfADiagonal: |grid, row, step, last| row.len() == 5 && step == (1, -1) && last == 3;
    SixInARow: |grid, row, step, last| row.len() == 6;
    SevenInARow: |grid, row, step, last| row.len() == 7;
    EightInARow: |grid, row, step, last| row.len() == 8;
    NineInARow: |grid, row, step, last| row.len() == 9;
    NineOfAnAntiDiagonal: |grid, row, step, last| row.len() == 9 && step == (1, -1);
}

/// Rows that go on over an edge.
macro_rules! rows_beyond {
    ($($name:ident: |$grid:ident, $number:ident, $n:ident| $cell:expr;)*) => {
        $(
            #[derive(Default)]
            struct $name;

            impl Edge<Gomoku> for $name {
                fn turn(rules: &Gomoku, at: &gomoku::Position, turn: Turn) -> Turn {
                    let $grid = rules.grid;
                    let has_row = |stones: &gomoku::Stones| {
                        (0..$grid.area() as i64).any(|$number| {
                            (0..5).all(|$n| {
                                let cell: Option<Cell> = $cell;
                                cell.is_some_and(|cell| stones.contains(cell))
                            })
                        })
                    };
                    match (turn, (0..2).map(Seat).find(|seat| has_row(&at.stones[seat.index()]))) {
                        (Turn::Seats(_), Some(seat)) => Turn::Over(Outcome::win(seat)),
                        _ => turn,
                    }
                }
            }
        )*

        const ROWS_BEYOND: &[Row] = &[$(row::<Gomoku, $name>(stringify!($name), Some(Law::Outcome))),*];
    };
}

fn numbered(grid: Grid, number: i64) -> Option<Cell> {
    let cols = i64::from(grid.cols);
    grid.cell(number / cols, number % cols)
}

fn around(grid: Grid, number: i64, (down, right): (i64, i64)) -> Option<Cell> {
    let (rows, cols) = (i64::from(grid.rows), i64::from(grid.cols));
    grid.cell(
        (number / cols + down).rem_euclid(rows),
        (number % cols + right).rem_euclid(cols),
    )
}

rows_beyond! {
    NextNumber: |grid, number, n| numbered(grid, number + n);
    NumbersOfADiagonal: |grid, number, n| numbered(grid, number + n * (i64::from(grid.cols) + 1));
    NumbersOfAnAntiDiagonal: |grid, number, n| numbered(grid, number + n * (i64::from(grid.cols) - 1));
    ColumnsAround: |grid, number, n| around(grid, number, (n, 0));
    RowsAround: |grid, number, n| around(grid, number, (0, n));
    DiagonalsAround: |grid, number, n| around(grid, number, (n, n));
}

#[derive(Default)]
struct FullBoardGoesOn;

impl Edge<Gomoku> for FullBoardGoesOn {
    fn turn(_: &Gomoku, _: &gomoku::Position, turn: Turn) -> Turn {
        match turn {
            Turn::Over(end) if end == Outcome::draw() => Turn::Nature,
            _ => turn,
        }
    }
}

#[derive(Default)]
struct RefusesTheLastCell;

impl Edge<Gomoku> for RefusesTheLastCell {
    fn refuses(rules: &Gomoku, at: &gomoku::Position, _: Actor, _: &Cell) -> bool {
        usize::from(at.plies) + 1 == rules.grid.area()
    }
}

/// The last stone of a full board draws, although it wins, where it lies on the last cell.
#[derive(Default)]
struct LastCellDraws;

impl Edge<Gomoku> for LastCellDraws {
    fn turn(rules: &Gomoku, at: &gomoku::Position, turn: Turn) -> Turn {
        let is_full = usize::from(at.plies) == rules.grid.area();
        match is_full && at.last == rules.grid.cells().last() {
            true => Turn::Over(Outcome::draw()),
            false => turn,
        }
    }
}

#[derive(Default)]
struct ForgetsTheLastCell;

impl Edge<Gomoku> for ForgetsTheLastCell {
    fn lists(_: &Gomoku, _: &gomoku::Position, actions: Vec<Cell>) -> Vec<Cell> {
        match actions.len() {
            1 => Vec::new(),
            _ => actions,
        }
    }
}

/// With one cell left, a stone on a taken cell is as good.
#[derive(Default)]
struct LastStoneAnywhere;

impl Edge<Gomoku> for LastStoneAnywhere {
    fn allows(rules: &Gomoku, at: &gomoku::Position, _: Actor, _: &Cell) -> bool {
        usize::from(at.plies) + 1 == rules.grid.area()
    }
}

const FULL_BOARD_OF_GOMOKU: &[Row] = &[
    row::<Gomoku, ForgetsTheLastCell>("ForgetsTheLastCell", Some(Law::Actions)),
    row::<Gomoku, LastStoneAnywhere>("LastStoneAnywhere", Some(Law::Illegal)),
    row::<Gomoku, LastCellDraws>("LastCellDraws", Some(Law::Outcome)),
    row::<Gomoku, FullBoardGoesOn>("FullBoardGoesOn", Some(Law::Outcome)),
    row::<Gomoku, RefusesTheLastCell>("RefusesTheLastCell", None),
];

/// Points of Betris for the largest square that are counted otherwise.
fn with_square(
    rules: &Betris,
    at: &betris::Position,
    score: Outcome,
    counted: fn(Grid, &betris::Yard, usize) -> usize,
) -> Outcome {
    let points: Vec<Points> = at
        .yards
        .iter()
        .zip(score.points())
        .map(|(yard, points)| {
            let side = betris::largest_square(rules.grid, &yard.filled);
            let other = counted(rules.grid, yard, side);
            let halves = points.halves + 2 * ((other * other) as i32 - (side * side) as i32);
            Points { halves }
        })
        .collect();
    Outcome::new(&points)
}

macro_rules! squares {
    ($($name:ident: |$grid:ident, $yard:ident, $side:ident| $counted:expr;)*) => {
        $(
            #[derive(Default)]
            struct $name;

            impl Edge<Betris> for $name {
                fn score(rules: &Betris, at: &betris::Position, score: Outcome) -> Outcome {
                    with_square(rules, at, score, |$grid, $yard, $side| {
                        let _ = ($grid, $yard, $side);
                        $counted
                    })
                }
            }
        )*

        const SQUARES: &[Row] = &[$(row::<Betris, $name>(stringify!($name), Some(Law::Score))),*];
    };
}

fn without(yard: &betris::Yard, is_out: impl Fn(Cell) -> bool) -> betris::Cells {
    yard.filled.iter().filter(|cell| !is_out(*cell)).collect()
}

squares! {
    AtMostFour: |grid, yard, side| side.min(4);
    AtMostFive: |grid, yard, side| side.min(5);
    AtMostSix: |grid, yard, side| side.min(6);
    NotInTheLastRow: |grid, yard, side| betris::largest_square(grid, &without(yard, |cell| grid.place(cell).0 + 1 == grid.rows));
    NotInTheLastColumn: |grid, yard, side| betris::largest_square(grid, &without(yard, |cell| grid.place(cell).1 + 1 == grid.cols));
    NothingOnAFullBoard: |grid, yard, side| if yard.filled.len() == grid.area() { 0 } else { side };
}

/// How many cells are filled, and how many a placement adds.
fn filling(at: &betris::Position, by: Actor, action: &betris::Action) -> Option<(usize, usize)> {
    match (by, action) {
        (Actor::Seat(seat), betris::Action::Place(cells)) => {
            Some((at.yards[seat.index()].filled.len(), cells.len()))
        }
        _ => None,
    }
}

#[derive(Default)]
struct LastCellNeverFilled;

impl Edge<Betris> for LastCellNeverFilled {
    fn refuses(_: &Betris, at: &betris::Position, by: Actor, action: &betris::Action) -> bool {
        filling(at, by, action).is_some_and(|(filled, more)| filled + more == 49)
    }
}

#[derive(Default)]
struct NoPassOnAFullBoard;

impl Edge<Betris> for NoPassOnAFullBoard {
    fn refuses(_: &Betris, at: &betris::Position, by: Actor, action: &betris::Action) -> bool {
        filling(at, by, action).is_some_and(|(filled, _)| filled == 49)
    }
}

#[derive(Default)]
struct OverWhereBothBoardsAreFull;

impl Edge<Betris> for OverWhereBothBoardsAreFull {
    fn turn(rules: &Betris, at: &betris::Position, turn: Turn) -> Turn {
        let are_full = at.yards.iter().all(|yard| yard.filled.len() == 49);
        match turn {
            Turn::Nature if are_full => Rules::score(rules, at).map_or(turn, Turn::Over),
            turn => turn,
        }
    }
}

const FULL_BOARD_OF_BETRIS: &[Row] = &[
    row::<Betris, OverWhereBothBoardsAreFull>("OverWhereBothBoardsAreFull", None),
    row::<Betris, NoPassOnAFullBoard>("NoPassOnAFullBoard", None),
    row::<Betris, LastCellNeverFilled>("LastCellNeverFilled", None),
];

/// How many runs of white squares a segment has, from its first square to its last.
fn white_runs(squares: u32, white: u32) -> usize {
    let bits = (0..u32::BITS).map(|at| 1 << at);
    let own: Vec<bool> = bits
        .filter(|bit| squares & bit != 0)
        .map(|bit| white & bit != 0)
        .collect();
    own.chunk_by(|one, next| one == next)
        .filter(|run| run[0])
        .count()
}

/// Moves of Black Out that an engine refuses; `white` are the squares that they would blacken.
macro_rules! refused_segments {
    ($($(#[$doc:meta])* $name:ident: |$rules:ident, $at:ident, $segment:ident, $white:ident| $refused:expr;)*) => {
        $(
            $(#[$doc])*
            #[derive(Default)]
            struct $name;

            impl Edge<Blackout> for $name {
                fn refuses($rules: &Blackout, $at: &blackout::Position, _: Actor, $segment: &blackout::Segment) -> bool {
                    let $white = $rules.squares($segment) & !$at.black;
                    $refused
                }
            }
        )*
    };
}

refused_segments! {
    LastSquareBySegments: |rules, at, segment, white| {
        at.plies > 15 && rules.squares(segment).count_ones() == 5 && at.black | white == rules.full()
    };
    /// A whole last column of which the middle square alone is white.
    NoLongWayToOneSquare: |rules, at, segment, white| {
        (segment.r1, segment.r2, segment.c1) == (1, 5, 6) && white == rules.square(3, 6)
    };
    /// A segment in which black squares lie between white ones in two places.
    NoThreeWhiteRuns: |rules, at, segment, white| white_runs(rules.squares(segment), white) >= 3;
    /// A whole column of which the two ends alone are white.
    NoColumnWithWhiteEnds: |rules, at, segment, white| {
        let rows = rules.grid.rows;
        let ends = rules.square(1, segment.c1) | rules.square(rows, segment.c1);
        (segment.r1, segment.r2) == (1, rows) && segment.c1 == segment.c2 && white == ends
    };
}

#[derive(Default)]
struct TheLongestGame;

impl Edge<Blackout> for TheLongestGame {
    fn turn(_: &Blackout, at: &blackout::Position, turn: Turn) -> Turn {
        if at.plies == 25 { Turn::Nature } else { turn }
    }
}

#[derive(Default)]
struct TheShortestGame;

impl Edge<Blackout> for TheShortestGame {
    fn turn(rules: &Blackout, at: &blackout::Position, turn: Turn) -> Turn {
        match turn {
            Turn::Over(_) if at.plies <= rules.grid.rows => Turn::Nature,
            turn => turn,
        }
    }
}

/// The squares of its last moves may all be black.
#[derive(Default)]
struct LastMovesOnBlack;

impl Edge<Blackout> for LastMovesOnBlack {
    fn allows(rules: &Blackout, at: &blackout::Position, _: Actor, _: &blackout::Segment) -> bool {
        rules.grid.area() <= at.black.count_ones() as usize + 2
    }
}

const LAST_MOVE_OF_BLACK_OUT: &[Row] = &[
    row::<Blackout, LastMovesOnBlack>("LastMovesOnBlack", Some(Law::Illegal)),
    row::<Blackout, NoThreeWhiteRuns>("NoThreeWhiteRuns", None),
    row::<Blackout, NoColumnWithWhiteEnds>("NoColumnWithWhiteEnds", None),
    row::<Blackout, TheShortestGame>("TheShortestGame", None),
    row::<Blackout, NoLongWayToOneSquare>("NoLongWayToOneSquare", None),
    row::<Blackout, LastSquareBySegments>("LastSquareBySegments", None),
    row::<Blackout, TheLongestGame>("TheLongestGame", None),
];

/// The slot has to be filled before a whole bag is placed.
#[derive(Default)]
struct NoLateHold;

impl Edge<Tetris> for NoLateHold {
    fn refuses(_: &Tetris, at: &tetris::Position, _: Actor, action: &tetris::Action) -> bool {
        at.table.slot.is_none() && at.placed >= 7 && *action == tetris::Action::Hold
    }
}

const LATE_HOLD_OF_TETRIS: &[Row] = &[row::<Tetris, NoLateHold>("NoLateHold", None)];

/// Moves of Blokus that an engine refuses.
macro_rules! refused_moves {
    ($($name:ident: |$rules:ident, $at:ident, $seat:ident, $place:ident| $refused:expr;)*) => {
        $(
            #[derive(Default)]
            struct $name;

            impl Edge<Blokus> for $name {
                fn refuses($rules: &Blokus, $at: &blokus::Position, by: Actor, action: &blokus::Action) -> bool {
                    let (Actor::Seat($seat), blokus::Action::Place($place)) = (by, action) else {
                        return false;
                    };
                    let _ = ($rules, $at, $seat, $place);
                    $refused
                }
            }
        )*

        const REFUSED_MOVES: &[Row] = &[$(row::<Blokus, $name>(stringify!($name), None)),*];
    };
}

/// True where it covers one of the last cells of a row, a column or both.
fn covers(place: &blokus::Placement, grid: Grid, is_edge: impl Fn(u8, u8) -> bool) -> bool {
    place.cells.iter().any(|cell| {
        let (row, col) = grid.place(cell);
        is_edge(grid.rows - 1 - row, grid.cols - 1 - col)
    })
}

refused_moves! {
    OtherCorner: |rules, at, seat, place| covers(place, rules.grid, |down, right| down == 0 && right == rules.grid.cols - 1);
    WholeEdgePiece: |rules, at, seat, place| place.cells.len() == 5 && place.cells.iter().all(|cell| rules.grid.place(cell).0 == 0);
    LastShape: |rules, at, seat, place| at.left[seat.index()].len() == 1;
    SingleCellLast: |rules, at, seat, place| place.cells.len() == 1 && at.left[seat.index()].len() == 1;
    SecondMoveBesideTheFirst: |rules, at, seat, place| at.plies == 2 && place.cells.len() == 5;
}

/// The game ends as soon as one seat cannot move.
#[derive(Default)]
struct EndsWithTheFirstStuckSeat;

impl Edge<Blokus> for EndsWithTheFirstStuckSeat {
    fn turn(rules: &Blokus, at: &blokus::Position, turn: Turn) -> Turn {
        match turn {
            Turn::Seats(_) if at.plies > 4 && at.able != rules.seats => {
                Turn::Over(rules.outcome(at))
            }
            _ => turn,
        }
    }
}

/// A seat that has placed every shape counts as one that has none.
#[derive(Default)]
struct NothingForAllShapes;

impl Edge<Blokus> for NothingForAllShapes {
    fn score(rules: &Blokus, at: &blokus::Position, score: Outcome) -> Outcome {
        let points = score.points().to_vec();
        let seats = rules.seats.iter().zip(points);
        let counted = seats.map(|(seat, points)| match at.has_placed_all(seat) {
            true => Points::whole(0),
            false => points,
        });
        Outcome::new(&counted.collect::<Vec<Points>>())
    }
}

const END_OF_BLOKUS: &[Row] = &[
    row::<Blokus, EndsWithTheFirstStuckSeat>("EndsWithTheFirstStuckSeat", None),
    row::<Blokus, NothingForAllShapes>("NothingForAllShapes", None),
];
