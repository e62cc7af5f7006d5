//! The judge's messages in Blokus: written, and read line by line.

use super::alphabet::{Alphabet, Figure, LETTERS, Letter};
use super::notation::{Code, Move};
use super::{INPUT_LETTERS, INPUT_SHAPES, INPUT_SINGLE};
use crate::cells::Grid;
use crate::clause::{Breach, Clause, Span};
use crate::game::{MAX_SEATS, Seat};
use crate::referee::Lines;
use crate::wire::{JUDGE_FORM, Words};
use std::fmt;

/// The head of a seat's first message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The letters in play, with their definitions.
    pub alphabet: Alphabet,
    /// The letters in the order of their definitions.
    pub order: Vec<Letter>,
    /// Number of players.
    pub players: i64,
    /// The told seat's own number.
    pub id: i64,
    /// Rows and columns of the board.
    pub board: i64,
}

/// The judge asks a seat to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Say {
    /// Only in its first message.
    pub head: Option<Head>,
    /// Cells in a row of the board.
    pub cols: usize,
    /// `0` to `3` for an owner, `.` for a free cell, `x` for a connected one; row by row.
    pub board: Vec<u8>,
    /// Moves of the others.
    pub others: Vec<(Seat, Move)>,
    /// Moves of the seat.
    pub moves: Vec<Move>,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.alphabet.iter().count())?;
        for (letter, figure) in self.alphabet.iter() {
            let (width, height) = figure.size();
            writeln!(f, "{letter} {width} {height} {}", figure.definition())?;
        }
        writeln!(
            f,
            "{}\n{}\n{}\n{}",
            self.players, self.id, self.board, self.alphabet
        )
    }
}

impl fmt::Display for Say {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head.iter().try_for_each(|head| head.fmt(f))?;
        self.board
            .chunks(self.cols)
            .try_for_each(|row| writeln!(f, "{}", String::from_utf8_lossy(row)))?;
        write!(f, "{}", self.others.len())?;
        self.others
            .iter()
            .try_for_each(|(seat, step)| write!(f, "\n{seat} {step}"))?;
        write!(f, "\n{}", self.moves.len())?;
        self.moves.iter().try_for_each(|step| write!(f, "\n{step}"))
    }
}

/// The lines on which the parts of a message begin, from 0.
impl Say {
    /// The definition of a letter.
    pub(super) fn line_of(&self, letter: Letter) -> usize {
        let at = self
            .head
            .as_ref()
            .and_then(|head| head.order.iter().position(|&other| other == letter));
        at.map_or(0, |at| 1 + at)
    }

    /// The number of players; then come the seat's own, the board's size and the letters.
    pub(super) fn players_line(&self) -> usize {
        self.head
            .as_ref()
            .map_or(0, |head| 1 + head.alphabet.iter().count())
    }

    pub(super) fn board_line(&self) -> usize {
        self.head.as_ref().map_or(0, |_| self.players_line() + 4)
    }

    /// The number of the others' moves.
    pub(super) fn others_line(&self) -> usize {
        self.board_line() + self.board.chunks(self.cols).len()
    }

    /// The number of the seat's own moves.
    pub(super) fn moves_line(&self) -> usize {
        self.others_line() + 1 + self.others.len()
    }
}

/// Reads a message: as many lines as its numbers say.
pub(super) fn read_say(grid: Grid, lines: Lines<'_, '_>) -> Result<Say, Breach> {
    let mut reader = Reader { grid, lines, at: 0 };
    let first = reader.line()?;
    let side = usize::from(grid.rows);
    let (head, first_row) = match first.len() == side {
        true => (None, first),
        false => (Some(reader.head(first)?), reader.line()?),
    };
    let cols = usize::from(grid.cols);
    let mut board = Vec::with_capacity(side * cols);
    board.extend_from_slice(reader.row(first_row)?);
    for _ in 1..side {
        let row = reader.line()?;
        board.extend_from_slice(reader.row(row)?);
    }
    let others = reader.list(|reader, words| Ok((reader.seat(words)?, reader.step(words, 1)?)))?;
    let moves = reader.list(|reader, words| reader.step(words, 0))?;
    Ok(Say {
        head,
        cols,
        board,
        others,
        moves,
    })
}

/// Players and size of the board, as the head of a first message tells them.
pub(super) fn told_sizes(lines: Lines<'_, '_>) -> Option<[i64; 2]> {
    let mut number = |skipped: usize| {
        let mut words = Words::new(lines.nth(skipped)?);
        words.integer().filter(|_| words.end())
    };
    let shapes = usize::try_from(number(0)?)
        .ok()
        .filter(|&shapes| shapes <= LETTERS)?;
    Some([number(shapes)?, number(1)?])
}

/// Reads lines and counts them.
struct Reader<'l, 'a> {
    grid: Grid,
    lines: Lines<'l, 'a>,
    /// Lines read so far.
    at: usize,
}

impl<'a> Reader<'_, 'a> {
    fn line(&mut self) -> Result<&'a [u8], Breach> {
        let stops = Breach::new(JUDGE_FORM, "the message stops before its end");
        let line = self.lines.next().ok_or(Breach {
            line: self.at,
            ..stops
        })?;
        self.at += 1;
        Ok(line)
    }

    /// A breach of the line read last.
    fn wrong(&self, clause: Clause, text: &'static str) -> Breach {
        Breach {
            line: self.at - 1,
            ..Breach::new(clause, text)
        }
    }

    fn form(&self, text: &'static str) -> Breach {
        self.wrong(JUDGE_FORM, text)
    }

    /// The line must end here, and must need no forgiveness.
    fn end(&self, words: &mut Words<'_>) -> Result<(), Breach> {
        if !words.end() {
            return Err(self.form("nothing may follow").word(words.index() + 1));
        }
        words.strictly().map_err(|breach| Breach {
            line: self.at - 1,
            ..breach
        })
    }

    fn number(&self, line: &[u8], text: &'static str) -> Result<i64, Breach> {
        let mut words = Words::new(line);
        let number = words
            .integer()
            .filter(|&number| number >= 0)
            .ok_or_else(|| self.form(text).word(0))?;
        self.end(&mut words).map(|()| number)
    }

    fn head(&mut self, first: &[u8]) -> Result<Head, Breach> {
        let count = self.number(
            first,
            "expected the number of shapes, or a row of the board",
        )?;
        if !(1..=LETTERS as i64).contains(&count) {
            return Err(self
                .wrong(INPUT_SHAPES, "expected from 1 to 21 shapes")
                .word(0));
        }
        let (mut alphabet, mut order) = (Alphabet::EMPTY, Vec::new());
        for _ in 0..count {
            let line = self.line()?;
            order.push(self.definition(line, &mut alphabet)?);
        }
        let mut next = |text| {
            let line = self.line()?;
            self.number(line, text)
        };
        let players = next("expected the number of players")?;
        let id = next("expected the player's own number")?;
        let board = next("expected the size of the board")?;
        let letters = self.line()?;
        self.letters(letters, &alphabet)?;
        Ok(Head {
            alphabet,
            order,
            players,
            id,
            board,
        })
    }

    /// `Letter width height definition`.
    fn definition(&self, line: &[u8], alphabet: &mut Alphabet) -> Result<Letter, Breach> {
        let wrong = |text, word| self.wrong(INPUT_SHAPES, text).word(word);
        let mut words = Words::new(line);
        let letter = words.next().and_then(|word| {
            if let &[letter] = word {
                Letter::read(letter)
            } else {
                None
            }
        });
        let letter = letter.ok_or_else(|| wrong("expected a letter from A to U", 0))?;
        let mut side = |word| {
            let side = words.integer().filter(|side| *side >= 0);
            // A number beyond `usize` is no size of a drawing.
            let side = side.map(|side| usize::try_from(side).unwrap_or(usize::MAX));
            side.ok_or_else(|| wrong("expected a width and a height", word))
        };
        let (width, height) = (side(1)?, side(2)?);
        let figure = words
            .next()
            .and_then(|definition| Figure::read(width, height, definition));
        let text = "expected one to five joined squares, drawn by `#` and `.` in rows of this width and height";
        let figure = figure.ok_or_else(|| wrong(text, 3))?;
        if figure.size() != (width, height) {
            return Err(self
                .wrong(
                    INPUT_SINGLE,
                    "an empty row or column stands at a side of this drawing",
                )
                .word(3));
        }
        if alphabet.letter(figure.shape).is_some() {
            return Err(self
                .wrong(INPUT_SINGLE, "another letter stands for this shape")
                .word(3));
        }
        if alphabet.insert(letter, figure).is_some() {
            return Err(self
                .wrong(INPUT_SINGLE, "this letter stands here already")
                .word(0));
        }
        self.end(&mut words).map(|()| letter)
    }

    /// The letters in play as one word, in any order.
    fn letters(&self, line: &[u8], alphabet: &Alphabet) -> Result<(), Breach> {
        let is_defined = |&letter: &u8| {
            Letter::read(letter).is_some_and(|letter| alphabet.figure(letter).is_some())
        };
        let is_once = |at: usize| !line[..at].contains(&line[at]);
        let is_right = |at: usize| is_defined(&line[at]) && is_once(at);
        if let Some(at) = (0..line.len()).find(|&at| !is_right(at)) {
            let breach = self.wrong(
                INPUT_LETTERS,
                "each letter that is defined above stands here once, and no other",
            );
            return Err(breach.span(Span::Columns(at, at + 1)));
        }
        if line.len() < alphabet.iter().count() {
            return Err(self.wrong(INPUT_LETTERS, "a letter that is defined above is missing"));
        }
        Ok(())
    }

    fn row<'l>(&self, line: &'l [u8]) -> Result<&'l [u8], Breach> {
        if line.len() != usize::from(self.grid.cols) {
            let breach = self
                .form("a row of the board has {0} cells")
                .span(Span::Whole);
            return Err(breach.numbers([i64::from(self.grid.cols)]));
        }
        match line
            .iter()
            .position(|glyph| !matches!(glyph, b'0'..=b'3' | b'.' | b'x'))
        {
            Some(at) => Err(self
                .form("expected 0, 1, 2, 3, `.` or `x`")
                .span(Span::Columns(at, at + 1))),
            None => Ok(line),
        }
    }

    /// A number, and so many lines.
    fn list<T>(
        &mut self,
        item: impl Fn(&Self, &mut Words<'_>) -> Result<T, Breach>,
    ) -> Result<Vec<T>, Breach> {
        let line = self.line()?;
        let count = self.number(line, "expected the number of moves that follow")?;
        let mut items = Vec::new();
        for _ in 0..count {
            let mut words = Words::new(self.line()?);
            items.push(item(self, &mut words)?);
            self.end(&mut words)?;
        }
        Ok(items)
    }

    fn seat(&self, words: &mut Words<'_>) -> Result<Seat, Breach> {
        let seat = words
            .integer()
            .filter(|seat| (0..MAX_SEATS as i64).contains(seat));
        seat.map(|seat| Seat(seat as u8))
            .ok_or_else(|| self.form("expected a player from 0 to 3").word(0))
    }

    /// `column row Lfrn`; the column is the word of this index.
    fn step(&self, words: &mut Words<'_>, index: usize) -> Result<Move, Breach> {
        let mut place = |word| {
            let place = words
                .integer()
                .filter(|place| (0..i64::from(self.grid.cols)).contains(place));
            place.map(|place| place as u8).ok_or_else(|| {
                self.form("expected a column and a row of the board")
                    .word(word)
            })
        };
        let (col, row) = (place(index)?, place(index + 1)?);
        let code = words.next().and_then(Code::read);
        let code = code.ok_or_else(|| self.form("expected a code such as Q001").word(index + 2))?;
        Ok(Move { col, row, code })
    }
}
