//! Evidence: the earlier lines of a log on which the claim of a finding rests.

use super::diagnostic::Source;
use crate::clause::Breach;
use crate::explain::{Culprit, Finding, Standing};
use crate::game::{Seat, Seats};
use crate::games::Decided;
use crate::games::erased::{AnyGame, AnyReferee};
use crate::params::Settings;
use crate::picture::Spot;
use crate::referee::FaultKind;
use crate::report::board::aimed_before;
use crate::transcript::{Entry, Line, Transcript};
use std::collections::{BTreeMap, BTreeSet};

/// An earlier line, and what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// Line of the file, from 1.
    pub line: usize,
    /// The fact that it shows.
    pub label: &'static str,
}

/// The evidence of some findings of a log. Their lines alone prove some; for the others it sees how the game goes on.
pub(super) struct Proofs<'a> {
    past: Past<'a>,
    of: Vec<Proof<'a>>,
    changes: Changes,
}

/// A finding, what its proof needs to know of the game, and the lines that prove it.
struct Proof<'a> {
    finding: Finding,
    needs: Needs<'a>,
    found: Vec<Evidence>,
}

/// Knowledge of the game that a proof needs.
enum Needs<'a> {
    Nothing,
    /// Which line filled or emptied the cell that the breach names, by the indices of its row and column.
    Cell(Seat, [usize; 2]),
    /// Which lines filled the cells that this answer names.
    Cells(Seat, &'a [u8]),
    /// Which line gave this observable its value.
    Value(&'static str),
    /// Since when this answer breaks the clause.
    Refusal {
        seat: Seat,
        answer: &'a [u8],
        /// The last line before which it did not.
        allowed: Option<usize>,
        /// The first line after that one before which it did.
        refused: Option<usize>,
    },
}

impl<'a> Proofs<'a> {
    /// The evidence of these findings. `settings` are those under which the log was checked; lines that are `unasked` prove nothing.
    pub(super) fn new(
        game: &'a dyn AnyGame,
        settings: &'a Settings,
        source: &Source<'a>,
        findings: &[Finding],
        unasked: &BTreeSet<usize>,
    ) -> Proofs<'a> {
        let last = findings.iter().map(|finding| finding.line).max();
        let transcript = Transcript::parse(source.bytes).ok();
        let body = transcript.iter().flat_map(|transcript| transcript.body());
        let lines = body
            .take_while(|line| Some(line.number) <= last)
            .filter(|line| !unasked.contains(&line.number))
            .collect();
        let past = Past {
            game,
            settings,
            lines,
        };
        let of = findings.iter().map(|finding| past.proof(finding)).collect();
        Proofs {
            past,
            of,
            changes: Changes::default(),
        }
    }

    /// The lines before which it is to see how the game stands.
    pub(super) fn wanted(&self) -> BTreeSet<usize> {
        let unknown = self.of.iter().filter(|proof| proof.needs_to_see());
        let lines: BTreeSet<usize> = unknown.map(|proof| proof.finding.line).collect();
        let last = lines.last().copied();
        let numbers = self.past.lines.iter().map(|line| line.number);
        let before = numbers.take_while(|number| Some(*number) <= last);
        before.chain(lines.iter().copied()).collect()
    }

    /// Sees how the game stands before a line.
    pub(super) fn see(&mut self, line: usize, standing: Standing<'_>) {
        let Proofs { past, of, changes } = self;
        let mut open: Vec<&mut Proof<'_>> = of
            .iter_mut()
            .filter(|proof| proof.needs_to_see() && line <= proof.finding.line)
            .collect();
        if !standing.is_desynced {
            let needs = |kind: fn(&Needs<'_>) -> bool| open.iter().any(|proof| kind(&proof.needs));
            if needs(|needs| matches!(needs, Needs::Cell(..) | Needs::Cells(..))) {
                changes.see_cells(standing.referee);
            }
            if needs(|needs| matches!(needs, Needs::Value(_))) {
                changes.see_values(standing.referee);
            }
        }
        changes.last = Some(line);
        for proof in &mut open {
            let finding = &proof.finding;
            let is_here = line == finding.line;
            match &mut proof.needs {
                Needs::Refusal {
                    seat,
                    answer,
                    allowed,
                    refused,
                } => {
                    let refusal = match standing.is_desynced {
                        true => None,
                        false => standing.referee.refuses(*seat, answer),
                    };
                    match refusal.map(|clause| clause == Some(finding.breach.clause)) {
                        Some(false) => (*allowed, *refused) = (Some(line), None),
                        Some(true) if refused.is_none() => *refused = Some(line),
                        _ => {}
                    }
                    if let (Some(from), Some(to), true) = (*allowed, *refused, is_here) {
                        proof.found = past.refused(*seat, from, to);
                    }
                }
                Needs::Cell(seat, place) if is_here && !standing.is_desynced => {
                    let spot = cell_of(standing.referee, *seat, &finding.breach, *place);
                    let change = spot.and_then(|spot| changes.cells.get(&spot));
                    proof.found = change.map_or(Vec::new(), |change| {
                        past.filled(*seat, finding.line, change)
                    });
                }
                Needs::Cells(seat, answer) if is_here && !standing.is_desynced => {
                    // How an answer is read depends on whose turn it is.
                    let answer = String::from_utf8_lossy(answer);
                    let named = aimed_before(standing.referee, *seat, &answer);
                    proof.found = changes.covered(&named.spots);
                }
                Needs::Value(name) if is_here && !standing.is_desynced => {
                    let line = changes.values.get(name).and_then(|change| change.line);
                    proof.found = line.map_or(Vec::new(), |line| past.valued(finding, line));
                }
                _ => {}
            }
        }
    }

    /// The lines that prove each finding, in their order; none where its own line is proof enough.
    pub(super) fn found(self) -> Vec<Vec<Evidence>> {
        let each = self.of.into_iter().map(|proof| {
            let mut found = proof.found;
            found.sort_unstable_by_key(|found| found.line);
            found.dedup_by_key(|found| found.line);
            found
        });
        each.collect()
    }
}

impl Proof<'_> {
    fn needs_to_see(&self) -> bool {
        !matches!(self.needs, Needs::Nothing)
    }
}

fn at(label: &'static str) -> impl Fn(usize) -> Evidence {
    move |line| Evidence { line, label }
}

/// When each cell and each observable of a game became what it is.
#[derive(Default)]
struct Changes {
    cells: BTreeMap<Spot, Change<u8>>,
    values: BTreeMap<&'static str, Change<String>>,
    /// The line that was seen last: what differs now, it has changed.
    last: Option<usize>,
}

/// A value, and the line that made it so; `None`: it was so at the start.
struct Change<T> {
    value: Option<T>,
    line: Option<usize>,
}

impl Changes {
    fn see_cells(&mut self, referee: &dyn AnyReferee) {
        for (board, number) in referee.picture().boards.iter().zip(0u8..) {
            for (tiles, row) in board.rows.iter().zip(0u8..) {
                for (tile, col) in tiles.iter().zip(0u8..) {
                    let spot = Spot {
                        board: number,
                        row,
                        col,
                    };
                    note(&mut self.cells, spot, tile.owner, self.last);
                }
            }
        }
    }

    fn see_values(&mut self, referee: &dyn AnyReferee) {
        let seen = referee.rules().map(|rules| rules.observe());
        let mut seen: BTreeMap<_, _> = seen.unwrap_or_default().into_iter().collect();
        let gone = self.values.keys().filter(|name| !seen.contains_key(*name));
        let gone: Vec<&'static str> = gone.copied().collect();
        for name in gone {
            note(&mut self.values, name, None, self.last);
        }
        while let Some((name, value)) = seen.pop_first() {
            note(&mut self.values, name, Some(value), self.last);
        }
    }

    /// The lines that filled these cells.
    fn covered(&self, named: &[Spot]) -> Vec<Evidence> {
        let filled = named.iter().filter_map(|spot| {
            let change = self.cells.get(spot)?;
            change.value?;
            change.line
        });
        let lines: BTreeSet<usize> = filled.collect();
        let label = match lines.len() {
            1 => "filled here",
            _ => "a part of it was filled here",
        };
        lines.into_iter().map(at(label)).collect()
    }
}

/// Notes a value that was seen after this line.
fn note<K: Ord, T: PartialEq>(
    changes: &mut BTreeMap<K, Change<T>>,
    of: K,
    value: Option<T>,
    line: Option<usize>,
) {
    let is_same = changes.get(&of).is_some_and(|known| known.value == value);
    if !is_same {
        changes.insert(of, Change { value, line });
    }
}

/// The cell that a breach names, on the board of its seat.
fn cell_of(
    referee: &dyn AnyReferee,
    seat: Seat,
    breach: &Breach,
    place: [usize; 2],
) -> Option<Spot> {
    let boards = referee.picture().boards;
    let board = if boards.len() > 1 { seat.index() } else { 0 };
    let first = boards.get(board)?.first;
    let [row, col] = place.map(|index| u8::try_from(breach.number(index)).ok());
    Some(Spot {
        board: u8::try_from(board).ok()?,
        row: row?.checked_sub(first)?,
        col: col?.checked_sub(first)?,
    })
}

/// The lines of a log up to its findings.
struct Past<'a> {
    game: &'a dyn AnyGame,
    settings: &'a Settings,
    lines: Vec<Line<'a>>,
}

impl<'a> Past<'a> {
    fn proof(&self, finding: &Finding) -> Proof<'a> {
        let mut proof = Proof {
            finding: *finding,
            needs: Needs::Nothing,
            found: Vec::new(),
        };
        if finding.line == 0 || finding.bytes().is_some() {
            return proof;
        }
        match finding.culprit {
            Culprit::Judge => proof.found = self.of_a_message(finding),
            Culprit::Seat(seat, FaultKind::Illegal) => {
                let decided = self.game.decided(finding.breach.clause);
                proof.needs = self.needs(decided, seat, finding.line);
                if decided == Some(Decided::Ask) {
                    proof.found = self.asked(finding, seat, "this line decides what is allowed");
                }
            }
            Culprit::Seat(seat, FaultKind::Late)
                if matches!(self.own(finding.line), Some(Entry::Said(..))) =>
            {
                proof.found = self.asked(finding, seat, "asked here");
            }
            Culprit::Seat(seat, FaultKind::Unasked) => {
                proof.found = self.asked(finding, seat, "the last message to this seat");
            }
            Culprit::Seat(seat, FaultKind::Ending) => {
                proof.found = self.asked(finding, seat, "told to end here");
            }
            Culprit::Seat(..) | Culprit::Log => {}
        }
        proof
    }

    fn needs(&self, decided: Option<Decided>, seat: Seat, line: usize) -> Needs<'a> {
        let answer = match self.own(line) {
            Some(Entry::Said(_, answer, _)) => Some(answer),
            _ => None,
        };
        match (decided, answer) {
            (Some(Decided::Cell { row, col }), _) => Needs::Cell(seat, [row, col]),
            (Some(Decided::Value(name)), _) => Needs::Value(name),
            (Some(Decided::Cells), Some(answer)) => Needs::Cells(seat, answer),
            (Some(Decided::Answer), Some(answer)) => Needs::Refusal {
                seat,
                answer,
                allowed: None,
                refused: None,
            },
            _ => Needs::Nothing,
        }
    }

    /// A line, where it can be read.
    fn own(&self, number: usize) -> Option<Entry<'a>> {
        let own = self.lines.iter().find(|line| line.number == number);
        own.and_then(|line| line.entry().ok())
    }

    /// The lines before one, the last first.
    fn before(&self, number: usize) -> impl Iterator<Item = &Line<'a>> {
        let end = self.lines.partition_point(|line| line.number < number);
        self.lines[..end].iter().rev()
    }

    fn of_a_message(&self, finding: &Finding) -> Vec<Evidence> {
        let breach = &finding.breach;
        let due = breach
            .since
            .filter(|&line| line > 0)
            .and_then(|due| match due < finding.line {
                true => Some(due),
                // The message gave a choice away, and the answers before it decide the rest.
                false => self.last_answer(finding.line),
            });
        let Some(due) = due else { return Vec::new() };
        let seat = Seat(u8::try_from(breach.number(0)).unwrap_or_default());
        let is_bank = self.game.decided(breach.clause) == Some(Decided::Bank);
        let bank = is_bank.then(|| self.bank(finding.line, seat)).flatten();
        bank.unwrap_or_else(|| {
            let together = self.asked_together(finding.line, due).into_iter();
            together.map(at("this line decides what is due")).collect()
        })
    }

    /// The last message to the seat before a finding.
    fn asked(&self, finding: &Finding, seat: Seat, label: &'static str) -> Vec<Evidence> {
        let told = self.told(finding.line, seat, |_| true);
        told.map(at(label)).into_iter().collect()
    }

    /// The last line before this one that is a message to this seat, of those that `fits` says; none beyond a gap.
    fn told(&self, before: usize, to: Seat, fits: impl Fn(&[u8]) -> bool) -> Option<usize> {
        let mut known = self
            .before(before)
            .take_while(|line| line.entry() != Ok(Entry::Gap));
        known
            .find(|line| {
                line.told()
                    .is_some_and(|(seat, text)| seat == to && fits(text))
            })
            .map(|line| line.number)
    }

    /// The first message to this seat after a line, before another.
    fn next_told(&self, to: Seat, behind: usize, before: usize) -> Option<usize> {
        let mut later = self
            .lines
            .iter()
            .filter(|line| line.number > behind && line.number < before);
        later
            .find(|line| line.told().is_some_and(|(seat, _)| seat == to))
            .map(|line| line.number)
    }

    /// The answers of this seat after a line, before another.
    fn said(&self, by: Seat, behind: usize, before: usize) -> impl Iterator<Item = usize> {
        let later = self
            .lines
            .iter()
            .filter(move |line| line.number > behind && line.number < before);
        later
            .filter(move |line| line.said().is_some_and(|(seat, ..)| seat == by))
            .map(|line| line.number)
    }

    /// The bank in the message before to the same seat, and the answers of `seat` that took from it since; none where it is full.
    fn bank(&self, line: usize, seat: Seat) -> Option<Vec<Evidence>> {
        let Some(Entry::Told(to, _)) = self.own(line) else {
            return None;
        };
        let referee = self.game.with(self.settings).ok()?.referee();
        let before = self.told(line, to, |text| {
            referee.shows_clocks(to, &mut std::iter::once(text)) == Ok(true)
        })?;
        let spent = self
            .said(seat, before, line)
            .map(at("the time of this answer is taken off"));
        Some(
            std::iter::once(at("what was left before")(before))
                .chain(spent)
                .collect(),
        )
    }

    /// The message that told the seat the value which this line gave it: the first one after it with that number. Where no message tells
    /// it, the line itself, with those that were asked together with it.
    fn valued(&self, finding: &Finding, changed: usize) -> Vec<Evidence> {
        let Culprit::Seat(by, _) = finding.culprit else {
            return self.led(finding, changed);
        };
        // The first number is that of the answer.
        let mut numbers = (1..4).rev().map(|index| finding.breach.number(index));
        let value = numbers.find(|number| *number != 0);
        let tells = |line: &&Line<'_>| {
            let told = line.told().filter(|(to, _)| *to == by);
            let mut words = told
                .into_iter()
                .flat_map(|(_, text)| text.split(|byte| *byte == b' '));
            let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<i64>().ok();
            words.any(|word| value.is_some() && number(word) == value)
        };
        let mut between = self
            .lines
            .iter()
            .filter(|line| (changed..finding.line).contains(&line.number));
        let told = between.find(tells).map(|line| line.number);
        told.map_or_else(
            || self.led(finding, changed),
            |line| vec![at("told to this seat here")(line)],
        )
    }

    fn led(&self, finding: &Finding, changed: usize) -> Vec<Evidence> {
        let lines = self.asked_together(finding.line, changed).into_iter();
        lines.map(at("this line led to it")).collect()
    }

    /// A line before a finding, and where it is an answer, those of the other seats that were asked with its seat.
    fn asked_together(&self, finding: usize, last: usize) -> Vec<usize> {
        let mut together = vec![last];
        let Some((by, ..)) = self
            .before(finding)
            .find(|line| line.number == last)
            .and_then(Line::said)
        else {
            return together;
        };
        let mut others = Seats::NONE;
        others.insert(by);
        let mut lines = self.before(last);
        while let Some(line) = lines.next()
            && let Some((seat, ..)) = line.said()
            && !others.contains(seat)
        {
            others.insert(seat);
            together.push(line.number);
        }
        together
    }

    fn last_answer(&self, before: usize) -> Option<usize> {
        let mut before = self.before(before);
        before
            .find(|line| line.said().is_some())
            .map(|line| line.number)
    }

    /// The line that filled or emptied a cell, and where it was not the seat's own answer, the message that told it.
    fn filled(&self, seat: Seat, finding: usize, change: &Change<u8>) -> Vec<Evidence> {
        let Some(line) = change.line else {
            return Vec::new();
        };
        let done = match change.value {
            Some(_) => "filled here",
            None => "emptied here",
        };
        let is_own = self.said(seat, line - 1, finding).next() == Some(line);
        let told = (!is_own)
            .then(|| self.next_told(seat, line, finding))
            .flatten()
            .map(at("told to this seat here"));
        std::iter::once(at(done)(line)).chain(told).collect()
    }

    /// The answers of the seat from a line on, before another.
    fn refused(&self, seat: Seat, from: usize, to: usize) -> Vec<Evidence> {
        let since = self.said(seat, from - 1, to);
        since.map(at("not allowed any more from here")).collect()
    }
}
