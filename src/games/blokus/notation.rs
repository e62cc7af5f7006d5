//! How Blokus is written: codes, moves, answers, actions, pictures.

use super::alphabet::{Figure, Letter, Offset};
use super::rules::{Action, Blokus, Cells, Placement, Position};
use super::{ANSWER_FORM, CODE_UNLISTED, MOVE_INSIDE, MOVE_LETTER, MOVE_SQUARE, TURN_ORDER};
use crate::polyomino::Shapes;
use crate::prelude::*;
use std::collections::BTreeMap;
use std::fmt;

/// `Lfrn`: a letter, flipped or not, turned, and the number of one of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Code {
    /// The letter.
    pub letter: Letter,
    /// Flipped.
    pub flip: bool,
    /// Quarter turns clockwise, from 0 to 3.
    pub turns: u8,
    /// The number of the square that lies on the named cell, from 1 to 5.
    pub square: u8,
}

impl Code {
    /// The code that a word is; `None`: it is none.
    pub fn read(word: &[u8]) -> Option<Code> {
        let &[
            letter,
            flip @ (b'0' | b'1'),
            turns @ b'0'..=b'3',
            square @ b'1'..=b'5',
        ] = word
        else {
            return None;
        };
        Some(Code {
            letter: Letter::read(letter)?,
            flip: flip == b'1',
            turns: turns - b'0',
            square: square - b'0',
        })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}{}{}",
            self.letter,
            u8::from(self.flip),
            self.turns,
            self.square
        )
    }
}

/// `column row Lfrn`: a code and the cell on which its square lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Column, from 0.
    pub col: u8,
    /// Row, from 0.
    pub row: u8,
    /// The oriented shape.
    pub code: Code,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.col, self.row, self.code)
    }
}

/// From codes to cells.
impl Blokus {
    /// The cells of a code of these shapes whose square lies at a column and a row, wherever they are; the words are 0, 1 and 2.
    pub fn placed(
        &self,
        shapes: Shapes,
        (col, row): (i64, i64),
        code: Code,
    ) -> Result<Placement, Breach> {
        let unknown = Breach::new(MOVE_LETTER, "this letter is not in play");
        let figure = self
            .alphabet
            .figure(code.letter)
            .filter(|figure| shapes.contains(figure.shape));
        let figure = figure.ok_or_else(|| unknown.word(2))?;
        let size = figure.shape.size();
        let squares: Vec<Offset> = figure.oriented(code.flip, code.turns).collect();
        let Some(&(x, y)) = squares.get(usize::from(code.square) - 1) else {
            let breach = Breach::new(
                MOVE_SQUARE,
                "the shape has {1} squares; there is no square {0}",
            )
            .word(2);
            return Err(breach.numbers([i64::from(code.square), size as i64]));
        };
        let anchor = self.named_cell(col, row)?;
        let mut cells = Cells::EMPTY;
        for (square_x, square_y) in squares {
            let (col, row) = (col + i64::from(square_x - x), row + i64::from(square_y - y));
            cells.insert(
                self.grid
                    .cell(row, col)
                    .ok_or_else(|| self.off(col, row).word(2))?,
            );
        }
        Ok(Placement {
            shape: figure.shape,
            cells,
            anchor,
        })
    }

    /// The cell that an answer names by its first two numbers, if it is on the board.
    pub fn named_cell(&self, col: i64, row: i64) -> Result<Cell, Breach> {
        let is_column = (0..i64::from(self.grid.cols)).contains(&col);
        self.grid
            .cell(row, col)
            .ok_or_else(|| self.off(col, row).word(usize::from(is_column)))
    }

    /// The cells of a move.
    pub fn placement(&self, step: Move) -> Result<Placement, Breach> {
        self.placed(Shapes::ALL, (step.col.into(), step.row.into()), step.code)
    }

    fn off(&self, col: i64, row: i64) -> Breach {
        let last = i64::from(self.grid.cols) - 1;
        Breach::new(
            MOVE_INSIDE,
            "({0},{1}) is off the board: columns and rows go from 0 to {2}",
        )
        .numbers([col, row, last])
    }
}

/// From cells to codes.
impl Blokus {
    /// The code that stands for a placement in lists: the first whose square lies on its anchor.
    pub fn canonical(&self, place: &Placement) -> Option<Move> {
        let (row, col) = self.grid.place(place.anchor);
        codes(self, place).find(|step| (step.col, step.row) == (col, row))
    }

    /// The code by which the list of a seat shows these cells.
    fn listed_code(&self, at: &Position, seat: Seat, place: &Placement) -> Option<Move> {
        let anchor = place
            .cells
            .intersection(&self.anchors(at, seat))
            .iter()
            .next()?;
        self.canonical(&Placement { anchor, ..*place })
    }

    /// Whether this code of a placement counts: after a player's first move that depends on the judge. An illegal placement is
    /// spoken of by its own clause.
    fn counts(
        &self,
        at: &Position,
        place: &Placement,
        (col, row): (i64, i64),
        code: Code,
    ) -> Result<(), Breach> {
        let Some(seat) = at
            .mover
            .filter(|seat| !at.is_new(*seat) && self.unlisted == Flag::No)
        else {
            return Ok(());
        };
        let is_legal = self
            .check(at, Actor::Seat(seat), &Action::Place(*place))
            .is_ok();
        let said = Move {
            col: col as u8,
            row: row as u8,
            code,
        };
        if is_legal && self.listed_code(at, seat, place) != Some(said) {
            return Err(Breach::new(
                CODE_UNLISTED,
                "another code stands for these cells in the list",
            ));
        }
        Ok(())
    }

    /// The canonical codes of all placements of a seat, sorted.
    pub fn listed(&self, at: &Position, seat: Seat) -> Vec<Move> {
        let mut moves: Vec<Move> = self
            .placements(at, seat)
            .filter_map(|place| self.canonical(&place))
            .collect();
        moves.sort_unstable();
        moves
    }
}

/// Every code that covers these cells, unflipped ones first, then by turns and squares; its cell need not be connected.
pub fn codes<'a>(rules: &'a Blokus, place: &Placement) -> impl Iterator<Item = Move> + use<'a> {
    let cells = place.cells;
    let figure = rules
        .alphabet
        .letter(place.shape)
        .map(|(letter, figure)| (letter, *figure));
    let ways = [false, true]
        .into_iter()
        .flat_map(|flip| (0..4).map(move |turns| (flip, turns)));
    figure.into_iter().flat_map(move |(letter, figure)| {
        ways.clone().flat_map(move |(flip, turns)| {
            let there = lying(rules, &figure, flip, turns, &cells);
            (1..).zip(there).map(move |(square, (col, row))| Move {
                col,
                row,
                code: Code {
                    letter,
                    flip,
                    turns,
                    square,
                },
            })
        })
    })
}

/// Columns and rows of a figure's squares, by number, where they cover just these cells; otherwise none.
fn lying(rules: &Blokus, figure: &Figure, flip: bool, turns: u8, cells: &Cells) -> Vec<(u8, u8)> {
    let covered: Vec<Offset> = cells
        .iter()
        .map(|cell| rules.grid.place(cell))
        .map(|(row, col)| (col.into(), row.into()))
        .collect();
    let squares: Vec<Offset> = figure.oriented(flip, turns).collect();
    let corner = |squares: &[Offset]| {
        let least = |side: fn(&Offset) -> i16| squares.iter().map(side).min().unwrap_or(0);
        (least(|square| square.0), least(|square| square.1))
    };
    let ((left, top), (x, y)) = (corner(&covered), corner(&squares));
    let lie: Vec<Offset> = squares
        .iter()
        .map(|square| (square.0 - x + left, square.1 - y + top))
        .collect();
    match lie.iter().all(|square| covered.contains(square)) {
        true => lie
            .iter()
            .map(|&(col, row)| (col as u8, row as u8))
            .collect(),
        false => Vec::new(),
    }
}

/// Reads an answer: a column and a row, wherever they are, and a code.
pub(super) fn read_answer(words: &mut Words<'_>) -> Result<((i64, i64), Code), Breach> {
    let col = words
        .integer()
        .ok_or_else(|| words.wrong(ANSWER_FORM, "expected a column, as in `0 0 Q001`", 0))?;
    let row = words
        .integer()
        .ok_or_else(|| words.wrong(ANSWER_FORM, "expected a row, as in `0 0 Q001`", 1))?;
    let parts =
        "expected a capital from A to U, flip 0 or 1, turns 0 to 3 and a square from 1 to 5";
    let code = words
        .next()
        .and_then(Code::read)
        .ok_or_else(|| words.wrong(ANSWER_FORM, parts, 2))?;
    if words.end() {
        Ok(((col, row), code))
    } else {
        Err(words.wrong(ANSWER_FORM, "nothing may follow the code", 3))
    }
}

/// Reads the letters of a deal.
pub(super) fn read_deal(rules: &Blokus, letters: &str) -> Result<Shapes, Breach> {
    let shape = |letter: u8| Some(rules.alphabet.figure(Letter::read(letter)?)?.shape);
    let shapes: Option<Shapes> = letters.bytes().map(shape).collect();
    shapes.ok_or_else(|| Breach::new(MOVE_LETTER, "expected letters from A to U").word(1))
}

impl Notation for Blokus {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Action), Breach> {
        match (self.turn(at), text.strip_prefix("DEAL ")) {
            (Turn::Nature, Some(letters)) => {
                Ok((Actor::Nature, Action::Deal(read_deal(self, letters)?)))
            }
            (Turn::Seats(_), None) => {
                let by = Actor::Seat(at.mover.unwrap_or(Seat(0)));
                let (cell, code) = read_answer(&mut Words::new(text.as_bytes()))?;
                let place = self.placed(at.stock, cell, code)?;
                self.counts(at, &place, cell, code)?;
                Ok((by, Action::Place(place)))
            }
            (Turn::Over(_), _) => Err(Breach::new(TURN_ORDER, "the game is over")),
            _ => Err(Breach::new(
                TURN_ORDER,
                "expected DEAL and letters first, then moves",
            )),
        }
    }

    fn print(&self, _by: Actor, action: &Action) -> String {
        match action {
            Action::Deal(shapes) => format!("DEAL {}", self.alphabet.only(*shapes)),
            Action::Place(place) => self
                .canonical(place)
                .map(|step| step.to_string())
                .unwrap_or_default(),
        }
    }

    fn texts(&self, at: &Position, by: Actor, action: &Action) -> Vec<String> {
        let (Actor::Seat(seat), Action::Place(place)) = (by, action) else {
            return vec![self.print(by, action)];
        };
        let anchors = self.anchors(at, seat);
        let is_connected = |step: &Move| {
            self.grid
                .cell(step.row.into(), step.col.into())
                .is_some_and(|cell| anchors.contains(cell))
        };
        let listed = self.listed_code(at, seat, place);
        let others = codes(self, place).filter(|step| is_connected(step) && Some(*step) != listed);
        listed
            .into_iter()
            .chain(others)
            .map(|step| step.to_string())
            .collect()
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let of_each = |text: &dyn Fn(Seat) -> String| {
            self.seats.iter().map(text).collect::<Vec<_>>().join(" ")
        };
        let (to_move, outcome) = match self.turn(at) {
            Turn::Over(outcome) => ("nobody".into(), outcome.to_string()),
            Turn::Nature => ("judge".into(), "running".into()),
            Turn::Seats(_) => (
                at.mover
                    .map_or("nobody".into(), |seat| format!("seat {seat}")),
                "running".into(),
            ),
        };
        vec![
            ("plies", at.plies.to_string()),
            ("to_move", to_move),
            ("points", of_each(&|seat| self.points(at, seat).to_string())),
            (
                "left",
                of_each(&|seat| format!("[{}]", self.alphabet.only(at.left[seat.index()]))),
            ),
            ("fresh", self.named(&at.fresh)),
            (
                "legal",
                at.mover
                    .map_or(0, |seat| self.placements(at, seat).count())
                    .to_string(),
            ),
            ("outcome", outcome),
        ]
    }

    fn end(&self, at: &Position) -> Option<String> {
        if at.stock.is_empty() {
            return Some("the shapes are not drawn yet".into());
        }
        let Some(seat) = at.mover else {
            return Some("no seat has a move left".into());
        };
        let moves = self.listed(at, seat);
        let first = moves
            .first()
            .map_or(String::new(), |first| format!(", such as `{first}`"));
        Some(format!(
            "seat {seat} can still move: it has {} moves{first}",
            moves.len()
        ))
    }

    fn picture(&self, at: &Position) -> Picture {
        let anchors = at.mover.map_or(Cells::EMPTY, |seat| self.anchors(at, seat));
        let tile = |cell: Cell| match at.owner(cell) {
            Some(Seat(seat)) => Some(Tile {
                glyph: char::from(b'0' + seat),
                owner: Some(seat),
                fresh: at.fresh.contains(cell),
            }),
            None => anchors.contains(cell).then_some(Tile {
                glyph: 'x',
                ..Tile::EMPTY
            }),
        };
        let left = |seat: Seat| {
            let out = if at.out.contains(seat) { ", out" } else { "" };
            let points = self.points(at, seat).counted();
            match self.alphabet.only(at.left[seat.index()]).to_string() {
                none if none.is_empty() => format!("seat {seat}: {points}, no piece left{out}"),
                letters => format!("seat {seat}: {points}, pieces left {letters}{out}"),
            }
        };
        Picture {
            boards: vec![Board {
                look: Look {
                    labels: self.names(at),
                    ..Look::default()
                },
                ..Board::of(self.grid, 0, tile)
            }],
            notes: self.seats.iter().map(left).collect(),
            ..Picture::default()
        }
    }

    fn spots(&self, _by: Actor, action: &Action) -> Vec<Spot> {
        let Action::Place(place) = action else {
            return Vec::new();
        };
        let places = place.cells.iter().map(|cell| self.grid.place(cell));
        places
            .map(|(row, col)| Spot { board: 0, row, col })
            .collect()
    }
}

impl Blokus {
    /// The letter of each piece, on its first cell: pieces of a seat never touch each other by a side.
    fn names(&self, at: &Position) -> BTreeMap<(u8, u8), String> {
        let mut names = BTreeMap::new();
        for cells in &at.cells {
            let mut left = *cells;
            while let Some(first) = left.iter().next() {
                let mut piece = Cells::EMPTY.with(first);
                loop {
                    let wider = piece.union(&piece.sides(self.grid).intersection(&left));
                    if wider == piece {
                        break;
                    }
                    piece = wider;
                }
                left = left.without(&piece);
                let shape = at
                    .stock
                    .iter()
                    .find(|shape| shape.is_made_of(self.grid, &piece));
                let letter = shape.and_then(|shape| self.alphabet.letter(shape));
                names
                    .extend(letter.map(|(letter, _)| (self.grid.place(first), letter.to_string())));
            }
        }
        names
    }

    /// Cells by column and row: `(0,0) (1,0)`.
    fn named(&self, cells: &Cells) -> String {
        let place = |cell| self.grid.place(cell);
        let names: Vec<String> = cells
            .iter()
            .map(place)
            .map(|(row, col)| format!("({col},{row})"))
            .collect();
        names.join(" ")
    }
}
