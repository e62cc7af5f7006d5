//! The minimal reference bot of Blokus. Of the moves it is told, it plays one of the largest shapes nearest to the middle.

use super::Alphabet;
use super::alphabet::{Figure, Letter};
use super::notation::Code;
use crate::game::Bot;

/// A bot of one game. It knows only what it has read.
#[derive(Clone, Debug)]
pub struct Reference {
    alphabet: Alphabet,
    board: i64,
    awaits: Part,
    best: Option<(i64, String)>,
}

/// The part of a message that comes next, and its number of lines.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// The number of shapes.
    Head,
    Shapes(i64),
    /// Number of players, own number, size, letters: the lines left.
    Numbers(i64),
    Rows(i64),
    /// The number of the others' moves, and those moves.
    Others(Option<i64>),
    /// The number of the own moves, and those moves.
    Moves(Option<i64>),
}

impl Default for Reference {
    fn default() -> Reference {
        Reference {
            alphabet: Alphabet::EMPTY,
            board: 0,
            awaits: Part::Head,
            best: None,
        }
    }
}

impl Reference {
    /// Reads one line; the part that comes next. `None`: the line cannot be read.
    fn read(&mut self, line: &str) -> Option<Part> {
        let count = || line.parse::<i64>().ok();
        Some(match self.awaits {
            Part::Head => Part::Shapes(count()?),
            Part::Shapes(left) => {
                self.define(line)?;
                if left > 1 {
                    Part::Shapes(left - 1)
                } else {
                    Part::Numbers(4)
                }
            }
            Part::Numbers(left) => {
                if left == 2 {
                    self.board = count()?;
                }
                if left > 1 {
                    Part::Numbers(left - 1)
                } else {
                    Part::Rows(self.board)
                }
            }
            Part::Rows(left) if left > 1 => Part::Rows(left - 1),
            Part::Rows(_) => Part::Others(None),
            Part::Others(None) => match count()? {
                0 => Part::Moves(None),
                moves => Part::Others(Some(moves)),
            },
            Part::Others(Some(left)) if left > 1 => Part::Others(Some(left - 1)),
            Part::Others(Some(_)) => Part::Moves(None),
            Part::Moves(None) => Part::Moves(Some(count()?)),
            Part::Moves(Some(left)) => {
                self.weigh(line)?;
                if left > 1 {
                    Part::Moves(Some(left - 1))
                } else {
                    Part::Rows(self.board)
                }
            }
        })
    }

    /// `Letter width height definition`.
    fn define(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[letter, width, height, definition] = &words[..] else {
            return None;
        };
        let figure = Figure::read(
            width.parse().ok()?,
            height.parse().ok()?,
            definition.as_bytes(),
        )?;
        self.alphabet
            .insert(Letter::read(*letter.as_bytes().first()?)?, figure);
        Some(())
    }

    /// Reads `column row Lfrn`, and keeps it if it is better than those before.
    fn weigh(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[col, row, code] = &words[..] else {
            return None;
        };
        let size = self
            .alphabet
            .figure(Code::read(code.as_bytes())?.letter)?
            .shape
            .size() as i64;
        let off = |place: &str| Some((2 * place.parse::<i64>().ok()? + 1 - self.board).abs());
        let worth = 100 * size - off(col)? - off(row)?;
        if self.best.as_ref().is_none_or(|(best, _)| worth > *best) {
            self.best = Some((worth, line.to_string()));
        }
        Some(())
    }
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        let Some(next) = self.read(line) else {
            return false;
        };
        if matches!((self.awaits, next), (Part::Moves(_), Part::Rows(_)))
            && let Some((_, answer)) = self.best.take()
        {
            *say += &answer;
            say.push('\n');
        }
        self.awaits = next;
        true
    }
}
