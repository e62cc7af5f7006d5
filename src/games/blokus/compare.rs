//! How a message of Blokus differs from the one that is due: its first line that is wrong.

use super::alphabet::{Alphabet, Figure, Letter};
use super::notation::Move;
use super::state::{Play, is_apt};
use super::turn_message::{Head, Say};
use super::*;
use crate::clause::Span;
use std::collections::HashSet;

/// How a message differs from the one that is due.
impl Play {
    /// Why the judge may not put these letters in play, at the first definition that cannot stand there.
    pub(super) fn letters_differ(&self, alphabet: &Alphabet, say: &Say) -> Result<(), Breach> {
        let Err(breach) = self.check_letters(alphabet) else {
            return Ok(());
        };
        let stock = self.position.stock;
        let is_small = [SHAPE_SMALL, SHAPE_SIZE].contains(&breach.clause);
        let can_stand = |letter: Letter, figure: &Figure| match is_small {
            true => is_apt(letter, figure),
            false => stock.is_empty() || stock.contains(figure.shape),
        };
        let wrong = alphabet
            .iter()
            .filter(|(letter, figure)| !can_stand(*letter, figure));
        Err(Breach {
            line: wrong
                .map(|(letter, _)| say.line_of(letter))
                .min()
                .unwrap_or(0),
            ..breach
        })
    }

    pub(super) fn board_differs(&self, to: Seat, due: &Say, say: &Say) -> Result<(), Breach> {
        let mut cells = due.board.iter().zip(&say.board);
        let Some(at) = cells.position(|(due, shown)| due != shown) else {
            return Ok(());
        };
        let (row, col) = (at / due.cols, at % due.cols);
        let (due, shown) = (due.board[at], say.board[at]);
        let has_failed = |owner: u8| self.position.out.contains(Seat(owner - b'0'));
        let (clause, text) = match (due, shown) {
            (owner @ b'0'..=b'3', _) if has_failed(owner) => (
                FAULT_STAY,
                "({0},{1}) keeps the shape of seat {2}, which has failed",
            ),
            (b'0'..=b'3', _) => (BOARD_OWNERS, "({0},{1}) is covered by seat {2}"),
            (_, b'0'..=b'3') => (BOARD_OWNERS, "({0},{1}) is free"),
            _ if self.position.is_new(to) => (
                BOARD_START,
                "before a seat's first move its start cell alone is marked",
            ),
            (b'x', _) => (BOARD_MARKS, "({0},{1}) is a connected cell of this seat"),
            _ => (
                BOARD_MARKS,
                "({0},{1}) is free, but it is not a connected cell of this seat",
            ),
        };
        let numbers = [col as i64, row as i64, i64::from(due) - i64::from(b'0')];
        let breach = Breach::new(clause, text)
            .numbers(numbers)
            .span(Span::Columns(col, col + 1));
        Err(Breach {
            line: say.board_line() + row,
            ..breach
        })
    }

    pub(super) fn others_differ(&self, due: &Say, say: &Say) -> Result<(), Breach> {
        let wrong = |at: usize, clause, text| {
            Err(Breach {
                line: say.others_line() + at,
                ..Breach::new(clause, text)
            })
        };
        for (at, shown) in say.others.iter().enumerate() {
            match due.others.get(at) {
                Some((seat, step)) if *seat == shown.0 && self.is_same(*step, shown.1) => {}
                Some(_)
                    if due.others[at..]
                        .iter()
                        .any(|(seat, step)| *seat == shown.0 && self.is_same(*step, shown.1)) =>
                {
                    return wrong(
                        at + 1,
                        OTHERS_ORDER,
                        "another move was made before this one",
                    );
                }
                _ if self.history.contains(shown) => {
                    let text = "this move is not told now: a message tells the moves since the seat's turn before (see the parameter `others`)";
                    return wrong(at + 1, OTHERS_SINCE, text);
                }
                Some(_) => {
                    return wrong(
                        at + 1,
                        OTHERS_MOVES,
                        "the others played something else here",
                    );
                }
                None => return wrong(at + 1, OTHERS_MOVES, "the others played no further move"),
            }
        }
        let missing = due.others.len() - say.others.len();
        if missing == 0 {
            Ok(())
        } else {
            wrong(0, OTHERS_MOVES, "a move of the others is missing")
        }
    }

    /// True where two codes cover the same cells.
    fn is_same(&self, step: Move, shown: Move) -> bool {
        let covered = |step| {
            self.rules
                .placement(step)
                .ok()
                .map(|place| (place.shape, place.cells))
        };
        step == shown || covered(step).is_some_and(|cells| Some(cells) == covered(shown))
    }

    /// Compares lists as sets of placements.
    pub(super) fn moves_differ(&self, to: Seat, due: &Say, say: &Say) -> Result<(), Breach> {
        if say.moves == due.moves {
            return Ok(());
        }
        let mut seen = HashSet::new();
        for (at, step) in say.moves.iter().enumerate() {
            let at_line = |breach| Breach {
                line: say.moves_line() + 1 + at,
                ..breach
            };
            let place = self.valid(to, *step).map_err(|breach| {
                at_line(Breach {
                    clause: LIST_VALID,
                    ..breach
                })
            })?;
            if !seen.insert((place.shape, place.cells)) {
                return Err(at_line(Breach::new(
                    LIST_UNIQUE,
                    "these cells stand in the list already",
                )));
            }
        }
        let is_missing = |step: &Move| {
            self.rules
                .placement(*step)
                .is_ok_and(|place| !seen.contains(&(place.shape, place.cells)))
        };
        match due.moves.iter().find(|step| is_missing(step)) {
            None => Ok(()),
            Some(step) => {
                let text =
                    "the list has {0} of {1} moves; the first missing one is at the cell ({2},{3})";
                let counts = [seen.len() as i64, due.moves.len() as i64];
                let numbers = [counts[0], counts[1], step.col.into(), step.row.into()];
                Err(Breach {
                    line: say.moves_line(),
                    ..Breach::new(LIST_WHOLE, text).numbers(numbers)
                })
            }
        }
    }
}

/// How the head of a message differs from the one that is due.
pub(super) fn head_differs(due: &Head, shown: &Head, say: &Say) -> Result<(), Breach> {
    if due.alphabet != shown.alphabet {
        let is_new = |letter| due.alphabet.figure(letter) != shown.alphabet.figure(letter);
        let line = shown
            .order
            .iter()
            .position(|&letter| is_new(letter))
            .map_or(0, |at| 1 + at);
        let shapes = |head: &Head| {
            head.alphabet
                .iter()
                .map(|(letter, figure)| (letter, figure.shape))
                .collect::<Vec<_>>()
        };
        let breach = match shapes(due) == shapes(shown) {
            true => Breach::new(
                SHAPE_DRAWING,
                "every seat sees a shape drawn in the same way",
            ),
            false => Breach::new(
                SHAPE_SAME,
                "every seat has the same shapes, under the same letters",
            ),
        };
        return Err(Breach { line, ..breach });
    }
    let numbers = [
        (due.players, shown.players),
        (due.id, shown.id),
        (due.board, shown.board),
    ];
    let texts = [
        "there are {0} players, not {1}",
        "this is player {0}, not {1}",
        "the board is of size {0}, not {1}",
    ];
    match numbers.iter().position(|(due, shown)| due != shown) {
        None => Ok(()),
        Some(at) => {
            let breach =
                Breach::new(INPUT_SEATS, texts[at]).numbers([numbers[at].0, numbers[at].1]);
            Err(Breach {
                line: say.players_line() + at,
                ..breach
            })
        }
    }
}
