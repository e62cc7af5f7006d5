//! How Black Out is written: segments, messages, answers, pictures.

use super::rules::{Blackout, Position, SEAT, Segment};
use super::{ExtraWords, JURY_LEGAL, MOVE_ANSWER, MOVE_EXTRA, TURN_ALTERNATE};
use crate::clause::Span;
use crate::prelude::*;
use crate::referee::Lines;
use crate::wire::JUDGE_FORM;
use std::fmt;

/// A message of the judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Say {
    /// The number of games.
    Games(u32),
    /// `MOVE r1 c1 r2 c2`.
    Move(Segment),
    /// `GAME`.
    Game,
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.r1, self.c1, self.r2, self.c2)
    }
}

impl fmt::Display for Say {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Say::Games(games) => write!(f, "{games}"),
            Say::Move(segment) => write!(f, "MOVE {segment}"),
            Say::Game => f.write_str("GAME"),
        }
    }
}

impl Message for Say {
    type With = Blackout;
    const HAS_LINES: bool = false;

    fn read(rules: &Blackout, lines: Lines<'_, '_>) -> Result<Say, Breach> {
        read_say(rules, lines.next().unwrap_or_default())
    }

    fn difference(&self, said: &Say) -> Option<Difference> {
        (self != said).then_some(Difference::Kind)
    }
}

/// Reads a message of the judge: its words, plain numbers, segments of the board.
pub(super) fn read_say(rules: &Blackout, line: &[u8]) -> Result<Say, Breach> {
    let mut words = Words::new(line);
    let say = match words.next() {
        Some(b"MOVE") => {
            let numbers = read_numbers(&mut words).ok_or_else(|| {
                Breach::new(JUDGE_FORM, "expected `MOVE r1 c1 r2 c2`").word(words.index().max(1))
            })?;
            Say::Move(rules.segment(numbers).map_err(of_the_jury)?)
        }
        Some(b"GAME") => Say::Game,
        _ => Say::Games(read_games(line)?),
    };
    if !matches!(say, Say::Games(_)) && !words.end() {
        return Err(Breach::new(JUDGE_FORM, "nothing may follow").word(words.index() + 1));
    }
    words.strictly().map(|()| say)
}

pub(super) fn read_games(line: &[u8]) -> Result<u32, Breach> {
    let mut words = Words::new(line);
    let games = words
        .integer()
        .and_then(|games| u32::try_from(games).ok())
        .filter(|_| words.end());
    let games = games.ok_or_else(|| {
        Breach::new(JUDGE_FORM, "expected a number of games, MOVE or GAME").word(0)
    })?;
    words.strictly().map(|()| games)
}

/// The jury's clause instead of the contestant's, and its word `MOVE` in front.
pub(super) fn of_the_jury(breach: Breach) -> Breach {
    let span = if let Span::Word(index) = breach.span {
        Span::Word(index + 1)
    } else {
        breach.span
    };
    Breach {
        clause: JURY_LEGAL,
        span,
        ..breach
    }
}

fn read_numbers(words: &mut Words<'_>) -> Option<[i64; 4]> {
    Some([
        words.integer()?,
        words.integer()?,
        words.integer()?,
        words.integer()?,
    ])
}

/// Reads the contestant's answer: four integers, wherever they lead.
pub(super) fn read_answer(words: &mut Words<'_>, extra: ExtraWords) -> Result<[i64; 4], Breach> {
    match read_numbers(words) {
        None => Err(words.wrong(
            MOVE_ANSWER,
            "expected four integers `r1 c1 r2 c2`",
            words.index(),
        )),
        Some(_) if extra == ExtraWords::Strict && !words.end() => {
            Err(words.wrong(MOVE_EXTRA, "nothing may follow the four integers", 4))
        }
        Some(numbers) => words.foreign().map_or(Ok(numbers), Err),
    }
}

impl Notation for Blackout {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Segment), Breach> {
        match self.turn(at) {
            Turn::Over(_) => Err(Breach::new(TURN_ALTERNATE, "the game is over")),
            Turn::Seats(_) => {
                let numbers = read_answer(&mut Words::new(text.as_bytes()), ExtraWords::Strict)?;
                Ok((Actor::Seat(SEAT), self.segment(numbers)?))
            }
            Turn::Nature => match read_say(self, text.as_bytes())? {
                Say::Move(segment) => Ok((Actor::Nature, segment)),
                _ => Err(Breach::new(JUDGE_FORM, "expected `MOVE r1 c1 r2 c2`").word(0)),
            },
        }
    }

    fn print(&self, by: Actor, action: &Segment) -> String {
        if by == Actor::Nature {
            Say::Move(*action).to_string()
        } else {
            action.to_string()
        }
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let (to_move, outcome) = match self.turn(at) {
            Turn::Over(outcome) => ("nobody", outcome.to_string()),
            Turn::Nature => ("jury", "running".into()),
            Turn::Seats(_) => ("contestant", "running".into()),
        };
        vec![
            ("plies", at.plies.to_string()),
            ("to_move", to_move.into()),
            ("black", at.black.count_ones().to_string()),
            ("fresh", self.named(at.fresh)),
            ("legal", self.moves(at.black).count().to_string()),
            ("outcome", outcome),
        ]
    }

    fn end(&self, at: &Position) -> Option<String> {
        let white = (self.full() & !at.black).count_ones();
        Some(match white {
            0 => "all squares are black".into(),
            1 => "one square is white".into(),
            white => format!("{white} squares are white"),
        })
    }

    fn picture(&self, at: &Position) -> Picture {
        let tile = |cell| {
            let [row, col] = self.grid.from_one(cell);
            let holds = |squares: u32| squares & self.square(row, col) != 0;
            holds(at.black).then(|| Tile {
                glyph: '#',
                owner: Some(holds(at.jury).into()),
                fresh: holds(at.fresh),
            })
        };
        let mut board = Board::of(self.grid, 1, tile);
        board.look.colours = (at.jury != 0)
            .then_some("blue squares are the contestant's, orange ones are the jury's");
        if at.last != 0 {
            board.look.marks.push(Mark {
                sign: Sign::Last,
                cells: self.places(at.last),
                label: String::new(),
            });
        }
        board.into()
    }

    fn spots(&self, _by: Actor, segment: &Segment) -> Vec<Spot> {
        let places = self.places(self.squares(segment)).into_iter();
        places
            .map(|(row, col)| Spot { board: 0, row, col })
            .collect()
    }

    fn off_board(&self, text: &str) -> Vec<OffBoard> {
        let text = text.strip_prefix("MOVE ").unwrap_or(text);
        let numbers = read_answer(&mut Words::new(text.as_bytes()), ExtraWords::Strict);
        let Ok([r1, c1, r2, c2]) = numbers else {
            return Vec::new();
        };
        let is_off = |&(row, col): &(i64, i64)| {
            !(1..=self.grid.rows.into()).contains(&row)
                || !(1..=self.grid.cols.into()).contains(&col)
        };
        let ends = [(r1, c1), (r2, c2)].into_iter();
        ends.filter(is_off).map(OffBoard::from_one).collect()
    }
}

impl Blackout {
    /// Row and column of each of these squares, from 0.
    fn places(&self, squares: u32) -> Vec<(u8, u8)> {
        let is_one = |&cell: &Cell| {
            let [row, col] = self.grid.from_one(cell);
            squares & self.square(row, col) != 0
        };
        let cells = self.grid.cells().filter(is_one);
        cells.map(|cell| self.grid.place(cell)).collect()
    }

    /// Squares by row and column: `(2,6) (5,6)`.
    fn named(&self, squares: u32) -> String {
        let all =
            (1..=self.grid.rows).flat_map(|row| (1..=self.grid.cols).map(move |col| (row, col)));
        let held = all.filter(|&(row, col)| squares & self.square(row, col) != 0);
        held.map(|(row, col)| format!("({row},{col})"))
            .collect::<Vec<_>>()
            .join(" ")
    }
}
