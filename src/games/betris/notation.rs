//! How Betris is written: blocks, bets, lists of cells, messages, answers, pictures.

use super::named::{List, Named, on_board, read_list};
use super::rules::{Action, Bet, Betris, Cells, Position, Stage, Yard};
use super::{
    BET_AFFORDABLE, BET_BLOCK, BET_RANGE, PAIR_DIFFERENT, PAIR_KINDS, PHASE1_ANSWER, PHASE2_ANSWER, PHASE2_BLOCK,
    PLACE_COUNT, PLACE_EMPTY, PLACE_SHAPE, READY_ANSWER, ROUND_ORDER,
};
use crate::cells::Grid;
use crate::clause::{Breach, Clause, Span};
use crate::clock::Left;
use crate::game::{Actor, Notation, Rules, Seat, Turn};
use crate::params::Ms;
use crate::picture::{Board, Picture, Tile};
use crate::polyomino::Shape;
use crate::wire::{Exactly, JUDGE_FORM, Remarks, Words, read_ok, unreadable, word_at};
use std::fmt;

/// A message of the judge; pairs of numbers are those of the told seat and of the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Say {
    /// `READY`.
    Ready,
    /// `PHASE1 A B my_time opp_time`.
    Phase1 {
        /// A and B.
        pair: [Shape; 2],
        /// What is left of the banks.
        left: [Left; 2],
    },
    /// `PHASE2 C my_chip opp_chip my_time opp_time`.
    Phase2 {
        /// The block acquired.
        block: Shape,
        /// Chips after paying.
        chips: [u32; 2],
        /// What is left of the banks.
        left: [Left; 2],
    },
    /// `OPP k x1 y1 ... xk yk`.
    Opp(Named),
    /// `FINISH`.
    Finish,
}

impl fmt::Display for Say {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Say::Ready => f.write_str("READY"),
            Say::Phase1 { pair: [a, b], left: [mine, others] } => write!(f, "PHASE1 {a} {b} {mine} {others}"),
            Say::Phase2 { block, chips: [my, opp], left: [mine, others] } => {
                write!(f, "PHASE2 {block} {my} {opp} {mine} {others}")
            }
            Say::Opp(cells) => write!(f, "OPP {}", List(cells)),
            Say::Finish => f.write_str("FINISH"),
        }
    }
}

/// Rows and columns of cells, from 1, row by row.
fn coordinates(grid: Grid, cells: &Cells) -> Vec<(u8, u8)> {
    cells.iter().map(|cell| grid.place(cell)).map(|(row, col)| (row + 1, col + 1)).collect()
}

/// True where the line is this very message, all of whose numbers are known.
pub(super) fn is_plainly(due: &Say, line: &[u8]) -> bool {
    let times = |words: Exactly<'_>, left: &[Left; 2]| match left {
        [Left::Exactly(mine), Left::Exactly(others)] => words.number(mine.0).number(others.0).ends(),
        _ => false,
    };
    match due {
        Say::Ready => line == b"READY",
        Say::Phase1 { pair: [a, b], left } => {
            times(Exactly::begins(line, b"PHASE1").word(a.name().as_bytes()).word(b.name().as_bytes()), left)
        }
        Say::Phase2 { block, chips: [my, opp], left } => {
            let words = Exactly::begins(line, b"PHASE2").word(block.name().as_bytes());
            times(words.number((*my).into()).number((*opp).into()), left)
        }
        Say::Opp(cells) => {
            let words = Exactly::begins(line, b"OPP").number(cells.len() as u64);
            cells.iter().fold(words, |words, &(row, col)| words.number(row.into()).number(col.into())).ends()
        }
        Say::Finish => line == b"FINISH",
    }
}

/// Reads a message of the judge: its words, plain numbers, blocks in play, different cells on the board.
pub(super) fn read_say(rules: &Betris, line: &[u8]) -> Result<Say, Breach> {
    let mut words = Words::new(line);
    let say = match words.next() {
        Some(b"READY") => Say::Ready,
        Some(b"PHASE1") => Say::Phase1 { pair: read_pair(rules, &mut words)?, left: read_left(&mut words, 3)? },
        Some(b"PHASE2") => Say::Phase2 {
            block: read_block(rules, &mut words, 1, PHASE2_BLOCK)?,
            chips: [read_chips(&mut words, 2)?, read_chips(&mut words, 3)?],
            left: read_left(&mut words, 4)?,
        },
        Some(b"OPP") => {
            let listed = read_list(&mut words, 1, JUDGE_FORM)?;
            let (_, named) = on_board(rules.grid, &listed).map_err(|breach| Breach { clause: JUDGE_FORM, ..breach })?;
            let too_many = Breach::new(JUDGE_FORM, "no block has {0} cells").word(1).numbers([named.len() as i64]);
            Say::Opp(Named::of(&named).ok_or(too_many)?)
        }
        Some(b"FINISH") => Say::Finish,
        _ => return Err(Breach::new(JUDGE_FORM, "expected READY, PHASE1, PHASE2, OPP or FINISH").word(0)),
    };
    if !words.end() {
        return Err(Breach::new(JUDGE_FORM, "nothing may follow").word(words.index() + 1));
    }
    words.strictly().map(|()| say)
}

fn read_pair(rules: &Betris, words: &mut Words<'_>) -> Result<[Shape; 2], Breach> {
    let [a, b] = [read_block(rules, words, 1, PAIR_KINDS)?, read_block(rules, words, 2, PAIR_KINDS)?];
    if a == b { Err(Breach::new(PAIR_DIFFERENT, "A and B are the same kind").word(2)) } else { Ok([a, b]) }
}

fn read_block(rules: &Betris, words: &mut Words<'_>, index: usize, clause: Clause) -> Result<Shape, Breach> {
    let block = words.next().and_then(Shape::named).filter(|&block| rules.blocks.contains(block));
    block.ok_or_else(|| Breach::new(clause, "expected the name of a block that is in play").word(index))
}

fn read_chips(words: &mut Words<'_>, index: usize) -> Result<u32, Breach> {
    let chips = words.integer().and_then(|chips| u32::try_from(chips).ok());
    chips.ok_or_else(|| Breach::new(JUDGE_FORM, "expected a number of chips").word(index))
}

fn read_left(words: &mut Words<'_>, index: usize) -> Result<[Left; 2], Breach> {
    let mut time = |index| {
        let time = words.integer().and_then(|time| u64::try_from(time).ok());
        let left = time.map(|time| Left::Exactly(Ms(time)));
        left.ok_or_else(|| Breach::new(JUDGE_FORM, "expected a time in milliseconds").word(index))
    };
    Ok([time(index)?, time(index + 1)?])
}

/// Reads the form of the answer to PHASE1: any word for the block and any integer for the chips.
pub(super) fn read_bet(line: &[u8]) -> Result<(&[u8], i64, Remarks), Breach> {
    if let [b'B', b'E', b'T', b' ', block @ .., b' ', chips @ b'0'..=b'9'] = line
        && block.len() == 2
        && block.iter().all(u8::is_ascii_alphanumeric)
    {
        return Ok((block, (chips - b'0').into(), Remarks::default()));
    }
    let mut words = Words::new(line);
    let wrong = |text, index| Err(unreadable(line, Breach::new(PHASE1_ANSWER, text).word(index)));
    if words.next() != Some(b"BET") {
        return wrong("expected `BET C x`", 0);
    }
    let Some(block) = words.next() else { return wrong("expected the name of a block", 1) };
    match words.integer() {
        Some(chips) if words.end() => Ok((block, chips, words.remarks)),
        Some(_) => wrong("nothing may follow the number of chips", 3),
        None => wrong("expected a number of chips", 2),
    }
}

/// The bet of a block's name and a number.
pub(super) fn bet(rules: &Betris, block: &[u8], chips: i64) -> Result<Bet, Breach> {
    let block = Shape::named(block).ok_or_else(|| Breach::new(BET_BLOCK, "there is no block of this name").word(1))?;
    let range = Breach::new(BET_RANGE, "a bet of {0} chips: bets go from 0 to {1}").word(2);
    let in_range = u32::try_from(chips).ok().filter(|&chips| chips <= rules.max_bet);
    let chips = in_range.ok_or_else(|| range.numbers([chips, i64::from(rules.max_bet)]))?;
    Ok(Bet { block, chips })
}

/// Reads the form of the answer to PHASE2: a list of pairs of integers, wherever they are.
pub(super) fn read_place(line: &[u8]) -> Result<(Vec<(i64, i64)>, Remarks), Breach> {
    let mut words = Words::new(line);
    if words.next() != Some(b"PLACE") {
        return Err(unreadable(line, Breach::new(PHASE2_ANSWER, "expected `PLACE k x1 y1 ... xk yk`").word(0)));
    }
    let listed = read_list(&mut words, 1, PHASE2_ANSWER).map_err(|breach| unreadable(line, breach))?;
    Ok((listed, words.remarks))
}

/// A placement: its cells as a set, and their rows and columns, from 1, in the order in which they were named.
pub(super) fn placement(rules: &Betris, listed: &[(i64, i64)]) -> Result<(Cells, Vec<(u8, u8)>), Breach> {
    on_board(rules.grid, listed)
}

/// Holds an answer to its form and to the ranges that need no position.
pub(super) fn form(rules: &Betris, line: &[u8]) -> Result<(), Breach> {
    if line.starts_with(b"OK") {
        return read_ok(line, READY_ANSWER).map(drop);
    }
    if line.starts_with(b"PLACE") {
        let (cells, _) = placement(rules, &read_place(line)?.0)?;
        let is_block = cells.is_empty() || rules.blocks.iter().any(|block| block.is_made_of(rules.grid, &cells));
        let breach = Breach::new(PLACE_SHAPE, "these cells are no block").span(from_word(line, 2));
        return if is_block { Ok(()) } else { Err(breach) };
    }
    let (block, chips, _) = read_bet(line)?;
    bet(rules, block, chips).map(drop)
}

/// Points a breach of the rules at the words of the answer that show it.
pub(super) fn point(rules: &Betris, filled: &Cells, named: &[(u8, u8)], line: &[u8], breach: Breach) -> Breach {
    let cell = |(row, col): (u8, u8)| rules.grid.cell(i64::from(row) - 1, i64::from(col) - 1);
    let is_filled = |&at: &(u8, u8)| cell(at).is_some_and(|cell| filled.contains(cell));
    let touches = |a: (u8, u8), b: (u8, u8)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let is_alone = |&at: &(u8, u8)| !named.iter().any(|&other| touches(at, other));
    let culprit = match breach.clause {
        PLACE_EMPTY => named.iter().position(is_filled),
        PLACE_SHAPE => named.iter().position(is_alone),
        BET_BLOCK | PLACE_COUNT => return breach.word(1),
        BET_RANGE | BET_AFFORDABLE => return breach.word(2),
        _ => None,
    };
    match culprit {
        Some(at) => breach.span(Span::Columns(word_at(line, 2 + 2 * at).start, word_at(line, 3 + 2 * at).end)),
        None => breach.span(from_word(line, 2)),
    }
}

fn from_word(line: &[u8], index: usize) -> Span {
    Span::Columns(word_at(line, index).start, line.len())
}

impl Betris {
    /// An answer as a seat writes it.
    pub(super) fn answer(&self, action: &Action) -> String {
        match action {
            Action::Bet(Bet { block, chips }) => format!("BET {block} {chips}"),
            Action::Place(cells) => format!("PLACE {}", List(&coordinates(self.grid, cells))),
            Action::Draw(a, b) => format!("DRAW {a} {b}"),
            Action::Award(seat) => format!("AWARD {seat}"),
        }
    }

    fn read_action(&self, line: &[u8]) -> Result<Action, Breach> {
        let mut words = Words::new(line);
        match words.next() {
            Some(b"BET") => read_bet(line).and_then(|(block, chips, _)| bet(self, block, chips)).map(Action::Bet),
            Some(b"PLACE") => Ok(Action::Place(placement(self, &read_place(line)?.0)?.0)),
            Some(b"DRAW") => read_pair(self, &mut words).map(|[a, b]| Action::Draw(a, b)),
            Some(b"AWARD") => match words.integer() {
                Some(seat @ 0..=1) => Ok(Action::Award(Seat(seat as u8))),
                _ => Err(Breach::new(ROUND_ORDER, "expected a seat").word(1)),
            },
            _ => Err(Breach::new(ROUND_ORDER, "expected BET, PLACE, DRAW or AWARD").word(0)),
        }
    }
}

/// Actions are answers with the seat in front, `0 BET F5 4` and `1 PLACE 0`, and the judge's draws, `DRAW F5 I2` and `AWARD 1`.
impl Notation for Betris {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Action), Breach> {
        let is_over = matches!(self.turn(at), Turn::Over(_));
        let (by, answer) = match text.split_once(' ') {
            _ if is_over => return Err(Breach::new(ROUND_ORDER, "the game is over")),
            Some(("0", answer)) => (Actor::Seat(Seat(0)), answer),
            Some(("1", answer)) => (Actor::Seat(Seat(1)), answer),
            _ => (Actor::Nature, text),
        };
        let shown = text.len() - answer.len();
        let moved = |breach: Breach| {
            let columns = breach.span.columns(answer.as_bytes());
            breach.span(Span::Columns(columns.start + shown, columns.end + shown))
        };
        self.read_action(answer.as_bytes()).map(|action| (by, action)).map_err(moved)
    }

    fn print(&self, by: Actor, action: &Action) -> String {
        match by {
            Actor::Seat(seat) => format!("{seat} {}", self.answer(action)),
            Actor::Nature => self.answer(action),
        }
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let both = |show: &dyn Fn(&Yard) -> String| at.yards.each_ref().map(show).join(" ");
        let mut actions = Vec::new();
        for by in [Actor::Nature, Actor::Seat(Seat(0)), Actor::Seat(Seat(1))] {
            self.actions(at, by, &mut actions);
        }
        let outcome = match self.turn(at) {
            Turn::Over(outcome) => outcome.to_string(),
            _ => "running".into(),
        };
        vec![
            ("round", at.rounds.to_string()),
            ("stage", self.stage(at)),
            ("chips", both(&|yard| yard.chips.to_string())),
            ("filled", both(&|yard| yard.filled.len().to_string())),
            ("scores", both(&|yard| self.score(yard).to_string())),
            ("legal", actions.len().to_string()),
            ("outcome", outcome),
        ]
    }

    fn picture(&self, at: &Position) -> Picture {
        let fresh = |seat: Seat| match at.stage {
            Stage::Place { waiting, .. } => !waiting.contains(seat),
            _ => true,
        };
        let boards = [Seat(0), Seat(1)].map(|seat| self.board(seat, &at.yards[seat.index()], fresh(seat)));
        let mut notes: Vec<String> = [0, 1].map(|seat| self.note(seat, &at.yards[seat])).into();
        notes.push(self.stage(at));
        Picture { boards: boards.into(), notes }
    }
}

/// Letters of the blocks in the order in which they were placed.
fn letter(index: usize) -> char {
    char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[index % 52])
}

/// Pictures and words of a position.
impl Betris {
    fn board(&self, seat: Seat, yard: &Yard, fresh: bool) -> Board {
        let tile = |row, col| {
            let cell = self.grid.cell(row, col)?;
            let index = yard.placed.iter().position(|(_, cells)| cells.contains(cell))?;
            let is_last = index + 1 == yard.placed.len();
            Some(Tile { glyph: letter(index), owner: Some(index as u8), fresh: fresh && is_last })
        };
        let row = |row| (0..i64::from(self.grid.cols)).map(|col| tile(row, col).unwrap_or(Tile::EMPTY)).collect();
        Board { title: format!("seat {seat}"), first: 1, rows: (0..i64::from(self.grid.rows)).map(row).collect() }
    }

    fn note(&self, seat: usize, yard: &Yard) -> String {
        let name = |(index, (block, _)): (usize, &(Shape, Cells))| format!(" {}={block}", letter(index));
        let blocks: String = yard.placed.iter().enumerate().map(name).collect();
        format!("seat {seat}: {} chips, {} points;{blocks}", yard.chips, self.score(yard))
    }

    fn stage(&self, at: &Position) -> String {
        let round = at.rounds + 1;
        match at.stage {
            Stage::Pair => format!("round {round}: a pair is drawn"),
            Stage::Bets { pair: [a, b], .. } => format!("round {round}: bets on {a} or {b}"),
            Stage::Tie { bets: [bet, _], .. } => format!("round {round}: equal bets on {}", bet.block),
            Stage::Place { deal, .. } => {
                let [first, second] = [Seat(0), Seat(1)].map(|seat| deal.block(seat));
                format!("round {round}: seat 0 places {first}, seat 1 places {second}")
            }
            Stage::Over => format!("over after {} rounds", at.rounds),
        }
    }
}
