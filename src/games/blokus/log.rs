//! The judge's messages in a log: what they give away, and how they can be wrong.

use super::alphabet::{Alphabet, Figure, Letter};
use super::message::{Head, Say};
use super::notation::Move;
use super::referee::{Judge, Phase};
use super::rules::{Action, Placement, small};
use super::*;
use crate::clause::{Breach, Span};
use crate::game::{Actor, Rules, Seat};
use crate::referee::Known;
use std::collections::HashSet;

/// What a message gives away.
impl Judge {
    /// The next fact that a message gives away to a seat that nothing is due to.
    pub(super) fn given_away(&self, to: Seat, say: &Say) -> Option<Known<Alphabet>> {
        if self.phase == Phase::Deal {
            let alphabet = say.head.as_ref()?.alphabet;
            return self.check_letters(&alphabet).is_ok().then_some(Known::Choice(alphabet));
        }
        let mover = self.position.mover.filter(|&mover| mover != to)?;
        match say.others.get(self.others(to).len()) {
            Some(&(seat, step)) if seat == mover => {
                self.can_play(mover, step).then(|| Known::Reply(mover, step.to_string(), None))
            }
            _ => self.may_lose(mover, to).then_some(Known::Failed(mover)),
        }
    }

    fn can_play(&self, seat: Seat, step: Move) -> bool {
        self.valid(seat, step).is_ok()
    }

    /// True where the game could go on to `to` if this seat had failed.
    fn may_lose(&self, seat: Seat, to: Seat) -> bool {
        let mut later = self.position.clone();
        self.rules.leave(&mut later, seat);
        later.mover.is_some() && !later.out.contains(to)
    }

    /// A move as the rules know it, where a seat can play it now.
    fn valid(&self, seat: Seat, step: Move) -> Result<Placement, Breach> {
        let place = self.rules.placement(step)?;
        self.rules.check(&self.position, Actor::Seat(seat), &Action::Place(place)).map(|()| place)
    }

    /// Why the judge may not put these letters in play.
    pub(super) fn check_letters(&self, alphabet: &Alphabet) -> Result<(), Breach> {
        let shapes = alphabet.shapes();
        if !self.position.stock.is_empty() {
            let wrong = Breach::new(SHAPE_COUNT, "these are not the shapes that the parameters put in play");
            return if shapes == self.position.stock { Ok(()) } else { Err(wrong) };
        }
        self.rules.check(&self.position, Actor::Nature, &Action::Deal(shapes))?;
        let wrong = Breach::new(SHAPE_SMALL, "A, B, C and D are the four shapes of at most three squares");
        if alphabet.iter().all(|(letter, figure)| is_apt(letter, figure)) { Ok(()) } else { Err(wrong) }
    }
}

/// How a message can be wrong.
impl Judge {
    /// Why nothing like this message is due to the seat.
    pub(super) fn undue(&self, to: Seat, say: &Say) -> Breach {
        match (self.phase, &say.head) {
            _ if self.position.out.contains(to) => {
                Breach::new(FAULT_OUT, "this seat has failed and is asked nothing more")
            }
            (Phase::Deal, None) => Breach::new(INPUT_ONCE, "the definitions of the shapes come first"),
            (Phase::Deal, Some(head)) => {
                let is_legal = || Breach::new(TURN_ORDER, "this seat's turn has not come");
                self.letters_differ(&head.alphabet, say).err().unwrap_or_else(is_legal)
            }
            (Phase::End, _) if !self.position.out.is_empty() && self.position.able.contains(to) => {
                Breach::new(FAULT_ALONE, "all others have failed, and the game is over")
            }
            (Phase::End, _) if self.position.able.contains(to) => {
                Breach::new(END_EARLY, "only this seat can move, it leads, and the game is over")
            }
            (Phase::End, _) => Breach::new(END_STUCK, "nobody can move, and the game is over"),
            (Phase::Move, _) => self.not_its_turn(to, say),
        }
    }

    /// Why the judge may not put these letters in play, at the first definition that cannot stand there.
    fn letters_differ(&self, alphabet: &Alphabet, say: &Say) -> Result<(), Breach> {
        let Err(breach) = self.check_letters(alphabet) else { return Ok(()) };
        let stock = self.position.stock;
        let can_stand = |letter: Letter, figure: &Figure| match breach.clause {
            SHAPE_SMALL => is_apt(letter, figure),
            _ => stock.is_empty() || stock.contains(figure.shape),
        };
        let wrong = alphabet.iter().filter(|(letter, figure)| !can_stand(*letter, figure));
        Err(Breach { line: wrong.map(|(letter, _)| say.line_of(letter)).min().unwrap_or(0), ..breach })
    }

    fn not_its_turn(&self, to: Seat, say: &Say) -> Breach {
        if !self.position.able.contains(to) {
            return Breach::new(TURN_SKIP, "this seat has no move left and is asked nothing more");
        }
        let known = self.others(to).len();
        match say.others.get(known) {
            Some(_) => {
                let breach = Breach::new(OTHERS_MOVES, "no such move was made, or it is not legal");
                Breach { line: say.others_line() + 1 + known, ..breach }
            }
            None => Breach::new(TURN_ORDER, "this seat's turn has not come"),
        }
    }

    /// How a message differs from the one that is due, if it does: its first line that is wrong.
    pub(super) fn differs(&self, to: Seat, due: &Say, say: &Say) -> Result<(), Breach> {
        match (&due.head, &say.head) {
            (None, None) => {}
            (Some(_), None) => return Err(Breach::new(INPUT_ONCE, "a seat's first message begins with the shapes")),
            (None, Some(_)) => return Err(Breach::new(INPUT_ONCE, "the shapes come once, in a seat's first message")),
            (Some(head), Some(shown)) => head_differs(head, shown, say)?,
        }
        self.board_differs(to, due, say)?;
        self.others_differ(due, say)?;
        self.moves_differ(to, due, say)
    }

    fn board_differs(&self, to: Seat, due: &Say, say: &Say) -> Result<(), Breach> {
        let rows = due.board.iter().zip(&say.board).enumerate();
        let wrong = rows.flat_map(|(row, (due, shown))| {
            let cells = due.iter().zip(shown).enumerate();
            cells.filter(|(_, (due, shown))| due != shown).map(move |(col, (due, shown))| (row, col, *due, *shown))
        });
        let Some((row, col, due, shown)) = wrong.into_iter().next() else { return Ok(()) };
        let has_failed = |owner: u8| self.position.out.contains(Seat(owner - b'0'));
        let (clause, text) = match (due, shown) {
            (owner @ b'0'..=b'3', _) if has_failed(owner) => {
                (FAULT_STAY, "({0},{1}) keeps the shape of seat {2}, which has failed")
            }
            (b'0'..=b'3', _) => (BOARD_OWNERS, "({0},{1}) is covered by seat {2}"),
            (_, b'0'..=b'3') => (BOARD_OWNERS, "({0},{1}) is free"),
            _ if self.position.is_new(to) => (BOARD_START, "before a seat's first move its start cell alone is marked"),
            (b'x', _) => (BOARD_MARKS, "({0},{1}) is a connected cell of this seat"),
            _ => (BOARD_MARKS, "({0},{1}) is free but no connected cell of this seat"),
        };
        let numbers = [col as i64, row as i64, i64::from(due) - i64::from(b'0')];
        let breach = Breach::new(clause, text).numbers(numbers).span(Span::Columns(col, col + 1));
        Err(Breach { line: say.board_line() + row, ..breach })
    }

    fn others_differ(&self, due: &Say, say: &Say) -> Result<(), Breach> {
        let wrong = |at: usize, clause, text| Err(Breach { line: say.others_line() + at, ..Breach::new(clause, text) });
        for (at, shown) in say.others.iter().enumerate() {
            match due.others.get(at) {
                Some((seat, step)) if *seat == shown.0 && self.is_same(*step, shown.1) => {}
                _ if self.history.contains(shown) => {
                    let text = "this move is not one of those that are told now: those since the seat's turn before, unless set otherwise";
                    return wrong(at + 1, OTHERS_SINCE, text);
                }
                Some(_) => return wrong(at + 1, OTHERS_MOVES, "the others played something else here"),
                None => return wrong(at + 1, OTHERS_MOVES, "the others played no further move"),
            }
        }
        let missing = due.others.len() - say.others.len();
        if missing == 0 { Ok(()) } else { wrong(0, OTHERS_MOVES, "a move of the others is missing") }
    }

    /// True where two codes cover the same cells.
    fn is_same(&self, step: Move, shown: Move) -> bool {
        let covered = |step| self.rules.placement(step).ok().map(|place| (place.shape, place.cells));
        step == shown || covered(step).is_some_and(|cells| Some(cells) == covered(shown))
    }

    /// Lists are compared as sets of placements.
    fn moves_differ(&self, to: Seat, due: &Say, say: &Say) -> Result<(), Breach> {
        let mut seen = HashSet::new();
        for (at, step) in say.moves.iter().enumerate() {
            let at_line = |breach| Breach { line: say.moves_line() + 1 + at, ..breach };
            let place = self.valid(to, *step).map_err(|breach| at_line(Breach { clause: LIST_VALID, ..breach }))?;
            if !seen.insert((place.shape, place.cells)) {
                return Err(at_line(Breach::new(LIST_UNIQUE, "these cells stand in the list already")));
            }
        }
        let is_missing =
            |step: &Move| self.rules.placement(*step).is_ok_and(|place| !seen.contains(&(place.shape, place.cells)));
        match due.moves.iter().find(|step| is_missing(step)) {
            None => Ok(()),
            Some(step) => {
                let text = "the list has {0} of {1} moves; the first that it lacks is by the cell ({2},{3})";
                let counts = [seen.len() as i64, due.moves.len() as i64];
                let numbers = [counts[0], counts[1], step.col.into(), step.row.into()];
                Err(Breach { line: say.moves_line(), ..Breach::new(LIST_WHOLE, text).numbers(numbers) })
            }
        }
    }
}

/// The first four letters stand for the small shapes, and no other does.
fn is_apt(letter: Letter, figure: &Figure) -> bool {
    small().contains(figure.shape) == (letter < Letter::LARGE)
}

/// How the head of a message differs from the one that is due.
fn head_differs(due: &Head, shown: &Head, say: &Say) -> Result<(), Breach> {
    if due.alphabet != shown.alphabet {
        let is_new = |letter| due.alphabet.figure(letter) != shown.alphabet.figure(letter);
        let line = shown.order.iter().position(|&letter| is_new(letter)).map_or(0, |at| 1 + at);
        let text = "every seat has the same shapes, under the same letters and drawn in the same way";
        return Err(Breach { line, ..Breach::new(SHAPE_SAME, text) });
    }
    let numbers = [(due.players, shown.players), (due.id, shown.id), (due.board, shown.board)];
    let texts = ["there are {0} players, not {1}", "this is player {0}, not {1}", "the board is of size {0}, not {1}"];
    match numbers.iter().position(|(due, shown)| due != shown) {
        None => Ok(()),
        Some(at) => {
            let breach = Breach::new(INPUT_SEATS, texts[at]).numbers([numbers[at].0, numbers[at].1]);
            Err(Breach { line: say.players_line() + at, ..breach })
        }
    }
}
