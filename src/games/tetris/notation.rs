//! How Tetris is written: batches, answers, actions, pictures.

use super::batch::Reader;
use super::cases::Cases;
use super::decide::{Impossible, Witness, explain};
use super::pieces::{Alphabet, Piece};
use super::rules::{Action, PLAYER, Position, Tetris};
use super::{
    ANSWER_NO, ANSWER_WORD, Answers, BAG_WHOLE, INPUT_LETTERS, Layout, Params, TURN_RECEIVE,
};
use crate::clause::Span;
use crate::game::Plies;
use crate::prelude::*;
use std::fmt;

/// The one message of the judge: all cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The sequences.
    pub cases: Cases,
    /// The letters of their pieces.
    pub alphabet: Alphabet,
    /// How each is written.
    pub layout: Layout,
}

impl Batch {
    /// These cases as the parameters want them written.
    pub fn new(params: &Params, cases: Cases) -> Batch {
        Batch {
            cases,
            alphabet: params.alphabet,
            layout: params.layout,
        }
    }
}

impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cases.len())?;
        for pieces in self.cases.iter() {
            if self.layout == Layout::Counted {
                write!(f, "\n{}", pieces.len())?;
            }
            write!(f, "\n{}", self.alphabet.text(pieces))?;
        }
        Ok(())
    }
}

/// Reads the message: as many lines as it says it has.
pub(super) fn read_batch(
    params: &Params,
    lines: crate::referee::Lines<'_, '_>,
) -> Result<Batch, Breach> {
    let mut reader = Reader::new(params);
    let mut cases = Vec::new();
    while !reader.is_whole() {
        match lines.next() {
            Some(line) => cases.extend(reader.feed(line)?),
            None => return reader.end().map(|()| Batch::new(params, Cases::default())),
        }
    }
    Ok(Batch::new(params, Cases::new(cases)))
}

/// Reads one answer: true for possible.
pub(super) fn read_answer(answers: Answers, words: &mut Words<'_>) -> Result<bool, Breach> {
    let word = words.next().unwrap_or_default();
    let known = [true, false]
        .into_iter()
        .find(|&possible| word == answers.word(possible).as_bytes());
    let text = match answers {
        Answers::YesNo => "expected YES or NO",
        Answers::OneZero => "expected 1 or 0",
    };
    match known {
        Some(possible) if words.end() => Ok(possible),
        Some(_) => Err(words.wrong(ANSWER_WORD, "nothing may follow the answer", 1)),
        None => Err(words.wrong(ANSWER_WORD, text, 0)),
    }
}

impl Notation for Tetris {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Action), Breach> {
        let by = if self.turn(at) == Turn::Nature {
            Actor::Nature
        } else {
            Actor::Seat(PLAYER)
        };
        let mut words = text.split_ascii_whitespace();
        let action = match (words.next(), words.next()) {
            (Some("BAG"), None) => Action::End,
            (Some("PLACE"), None) => Action::Place,
            (Some("HOLD"), None) => Action::Hold,
            (Some("RECEIVE"), Some(letter)) => Action::Receive(self.known(letter)?),
            _ => {
                return Err(Breach::new(
                    TURN_RECEIVE,
                    "expected `RECEIVE letter`, BAG, PLACE or HOLD",
                ));
            }
        };
        Ok((by, action))
    }

    fn print(&self, _by: Actor, action: &Action) -> String {
        match *action {
            Action::End => "BAG".into(),
            Action::Receive(piece) => format!("RECEIVE {}", self.alphabet.letter(piece)),
            Action::Place => "PLACE".into(),
            Action::Hold => "HOLD".into(),
        }
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let letter = |piece: Option<Piece>| {
            piece.map_or("none".into(), |piece| {
                self.alphabet.letter(piece).to_string()
            })
        };
        let left: Vec<Piece> = self.left(&at.table).iter().collect();
        vec![
            ("placed", at.placed.to_string()),
            ("last", letter(at.last)),
            ("hand", letter(at.hand)),
            ("slot", letter(at.table.slot)),
            ("bag", self.alphabet.text(&left)),
            (
                "opening",
                if at.table.opening { "yes" } else { "no" }.into(),
            ),
        ]
    }

    fn picture(&self, at: &Position) -> Picture {
        let board = |title: &str, pieces: Vec<Tile>| Board {
            title: title.into(),
            first: 1,
            rows: vec![pieces],
            ..Board::default()
        };
        let tile = |piece: Piece, owner| Tile {
            glyph: self.alphabet.letter(piece),
            owner: Some(owner),
            fresh: false,
        };
        let left = self.left(&at.table);
        let bag = self
            .alphabet
            .all()
            .iter()
            .map(|piece| match left.contains(piece) {
                true => tile(piece, 0),
                false => Tile::EMPTY,
            });
        let one = |piece: Option<Piece>| vec![piece.map_or(Tile::EMPTY, |piece| tile(piece, 1))];
        Picture {
            boards: vec![
                board("bag", bag.collect()),
                board("hand", one(at.hand)),
                board("slot", one(at.table.slot)),
            ],
            notes: vec![format!("{} placed", at.placed)],
            ..Picture::default()
        }
    }

    /// A game that places exactly the wanted sequence of letters.
    fn witness(&self, wanted: &str) -> Option<Result<Plies<Action>, Breach>> {
        let unknown = |at| {
            Breach::new(INPUT_LETTERS, "this is no letter of the bag")
                .span(Span::Columns(at, at + 1))
        };
        let pieces = match self.alphabet.read(wanted.as_bytes()) {
            Ok(pieces) => pieces,
            Err(at) => return Some(Err(unknown(at))),
        };
        Some(match explain(self, &pieces) {
            Ok(witness) => Ok(plies(self, &witness)),
            Err(Impossible { at, .. }) => {
                let breach = Breach::new(
                    ANSWER_NO,
                    "no game places piece {0} of the sequence after those before it",
                );
                Err(breach
                    .numbers([at as i64 + 1])
                    .span(Span::Columns(at, at + 1)))
            }
        })
    }
}

/// The actions of a game: each piece is received, then placed or held; the bag that began before the game ends where it did.
fn plies(rules: &Tetris, witness: &Witness) -> Plies<Action> {
    let mut plies = Vec::new();
    let mut table = rules.laid();
    for (at, link) in witness.queue.iter().enumerate() {
        if let Some(ended) = rules.ended(&table).filter(|_| witness.opening == Some(at)) {
            plies.push((Actor::Nature, Action::End));
            table = ended;
        }
        table = rules.received(&table, link.piece);
        plies.push((Actor::Nature, Action::Receive(link.piece)));
        plies.push((
            Actor::Seat(PLAYER),
            if link.hold {
                Action::Hold
            } else {
                Action::Place
            },
        ));
    }
    plies
}

impl Tetris {
    fn known(&self, letter: &str) -> Result<Piece, Breach> {
        let piece = if let &[letter] = letter.as_bytes() {
            self.alphabet.piece(letter)
        } else {
            None
        };
        piece.ok_or_else(|| Breach::new(BAG_WHOLE, "a bag holds no such piece").word(1))
    }
}
