//! Evidence: the earlier lines of a log on which the claim of a finding rests.

use super::diagnostic::Source;
use crate::clause::Breach;
use crate::explain::{Culprit, Finding, Standing, as_set, settings_of, walk};
use crate::game::{Seat, Seats};
use crate::games::Decided;
use crate::games::erased::AnyGame;
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

/// Logs of more bytes are not checked once more for each line of evidence.
const LONG: usize = 1 << 20;

/// The lines before a finding.
struct Past<'a> {
    game: &'a dyn AnyGame,
    settings: Settings,
    source: &'a Source<'a>,
    finding: &'a Finding,
    lines: Vec<Line<'a>>,
    /// The finding's own line, where it can be read.
    own: Option<Entry<'a>>,
}

/// The lines that prove a finding, in their order; none where its own line is proof enough.
pub fn evidence(
    game: &dyn AnyGame,
    settings: &Settings,
    source: &Source<'_>,
    finding: &Finding,
) -> Vec<Evidence> {
    let Ok(transcript) = Transcript::parse(source.bytes) else {
        return Vec::new();
    };
    let mut lines: Vec<Line<'_>> = transcript
        .body()
        .take_while(|line| line.number <= finding.line)
        .collect();
    let own = lines
        .pop_if(|line| line.number == finding.line)
        .and_then(|line| line.entry().ok());
    let past = Past {
        game,
        settings: settings_of(game, &transcript, settings),
        source,
        finding,
        lines,
        own,
    };
    let mut found = match finding.culprit {
        Culprit::Judge => past.of_a_message(),
        Culprit::Seat(seat, kind) => past.of_an_answer(seat, kind),
        Culprit::Log => Vec::new(),
    };
    found.retain(|proof| past.needs(proof.line));
    found.sort_unstable_by_key(|found| found.line);
    found.dedup_by_key(|found| found.line);
    found
}

fn at(label: &'static str) -> impl Fn(usize) -> Evidence {
    move |line| Evidence { line, label }
}

impl Past<'_> {
    fn of_a_message(&self) -> Vec<Evidence> {
        let breach = &self.finding.breach;
        let due =
            breach
                .since
                .filter(|&line| line > 0)
                .and_then(|due| match due < self.finding.line {
                    true => Some(due),
                    // The message gave a choice away, and the answers before it decide the rest.
                    false => self.last_answer(),
                });
        let Some(due) = due else { return Vec::new() };
        let seat = Seat(u8::try_from(breach.number(0)).unwrap_or_default());
        let is_bank = self.game.decided(breach.clause) == Some(Decided::Bank);
        is_bank
            .then(|| self.bank(seat))
            .flatten()
            .unwrap_or_else(|| {
                self.asked_together(due)
                    .into_iter()
                    .map(at("this line decides what is due"))
                    .collect()
            })
    }

    /// Whether the claim does not follow without a line; in a log of any size that is taken for granted.
    fn needs(&self, line: usize) -> bool {
        if self.source.bytes.len() > LONG {
            return true;
        }
        let lines = self
            .source
            .bytes
            .split_inclusive(|&byte| byte == b'\n')
            .zip(1..);
        let without: Vec<u8> = lines
            .filter(|(_, at)| *at != line)
            .flat_map(|(raw, _)| raw)
            .copied()
            .collect();
        let Finding {
            line: own,
            culprit,
            breach,
            ..
        } = *self.finding;
        let same = |found: &Finding| {
            found.line + 1 == own && found.culprit == culprit && found.breach.why == breach.why
        };
        let left = as_set(self.game, &self.settings, &without);
        !left.is_ok_and(|left| left.findings.iter().any(same))
    }

    fn of_an_answer(&self, seat: Seat, kind: FaultKind) -> Vec<Evidence> {
        let breach = &self.finding.breach;
        let asked = |label| {
            self.told(seat, |_| true)
                .map(at(label))
                .into_iter()
                .collect()
        };
        match kind {
            FaultKind::Illegal => match self.game.decided(breach.clause) {
                Some(Decided::Cell { row, col }) => self.filled(seat, breach, [row, col]),
                Some(Decided::Cells) => self.covered(seat),
                Some(Decided::Value(name)) => self.changed(name),
                Some(Decided::Answer) => self.refused(seat),
                Some(Decided::Ask) => asked("this line decides what is allowed"),
                _ => Vec::new(),
            },
            FaultKind::Late if matches!(self.own, Some(Entry::Said(..))) => asked("asked here"),
            FaultKind::Unasked => asked("the last message to this seat"),
            FaultKind::Ending => asked("told to end here"),
            _ => Vec::new(),
        }
    }

    /// The last line before this one that is a message to this seat, of those that `fits` says; none beyond a gap.
    fn told(&self, to: Seat, fits: impl Fn(&[u8]) -> bool) -> Option<usize> {
        let mut known = self
            .lines
            .iter()
            .rev()
            .take_while(|line| line.entry() != Ok(Entry::Gap));
        known
            .find(|line| {
                line.told()
                    .is_some_and(|(seat, text)| seat == to && fits(text))
            })
            .map(|line| line.number)
    }

    /// The first message to this seat behind a line.
    fn next_told(&self, to: Seat, behind: usize) -> Option<usize> {
        let mut later = self.lines.iter().filter(|line| line.number > behind);
        later
            .find(|line| line.told().is_some_and(|(seat, _)| seat == to))
            .map(|line| line.number)
    }

    /// The answers of this seat behind a line.
    fn said(&self, by: Seat, behind: usize) -> impl Iterator<Item = usize> {
        let later = self.lines.iter().filter(move |line| line.number > behind);
        later
            .filter(move |line| line.said().is_some_and(|(seat, ..)| seat == by))
            .map(|line| line.number)
    }

    /// The bank in the message before to this seat, and the answers that took from it since; none where it is full.
    fn bank(&self, seat: Seat) -> Option<Vec<Evidence>> {
        let Some(Entry::Told(to, _)) = self.own else {
            return None;
        };
        let referee = self.game.with(&self.settings).ok()?.referee();
        let before = self.told(to, |text| {
            referee.shows_clocks(to, &mut std::iter::once(text)) == Ok(true)
        })?;
        let spent = self
            .said(seat, before)
            .map(at("the time of this answer is taken off"));
        Some(
            std::iter::once(at("what was left before")(before))
                .chain(spent)
                .collect(),
        )
    }

    /// A line, and where it is an answer, those of the other seats that were asked with its seat.
    fn asked_together(&self, last: usize) -> Vec<usize> {
        let mut together = vec![last];
        let mut lines = self
            .lines
            .iter()
            .rev()
            .skip_while(|line| line.number >= last);
        let Some((by, ..)) = self
            .lines
            .iter()
            .find(|line| line.number == last)
            .and_then(Line::said)
        else {
            return together;
        };
        let mut others = Seats::NONE;
        others.insert(by);
        while let Some(line) = lines.next()
            && let Some((seat, ..)) = line.said()
            && !others.contains(seat)
        {
            others.insert(seat);
            together.push(line.number);
        }
        together
    }

    fn last_answer(&self) -> Option<usize> {
        self.lines
            .iter()
            .rev()
            .find(|line| line.said().is_some())
            .map(|line| line.number)
    }

    /// Calls `see` before each line of the past and before the finding.
    fn replay(&self, see: &mut dyn FnMut(usize, Standing<'_>)) {
        let mut numbers: Vec<usize> = self.lines.iter().map(|line| line.number).collect();
        numbers.push(self.finding.line);
        // A log that cannot be walked through has no findings.
        let _ = walk(self.game, &self.settings, self.source.bytes, &numbers, see);
    }

    /// The last line that changed something, as `look` sees it, and what that then was.
    fn last_change<T: PartialEq>(&self, look: impl Fn(Standing<'_>) -> T) -> Option<(usize, T)> {
        let (mut before, mut last, mut changed) = (None, None, None);
        self.replay(&mut |line, standing| {
            let seen = (!standing.is_adrift).then(|| look(standing));
            if before.as_ref().is_some_and(|before| *before != seen) {
                changed = last;
            }
            (before, last) = (Some(seen), Some(line));
        });
        changed.zip(before.flatten())
    }

    /// The line that filled or emptied the cell which a breach names.
    fn filled(&self, seat: Seat, breach: &Breach, place: [usize; 2]) -> Vec<Evidence> {
        let [row, col] =
            place.map(|index| usize::try_from(breach.number(index)).unwrap_or_default());
        let filled = self.last_change(|standing| {
            let picture = standing.referee.picture();
            let board = if picture.boards.len() > 1 {
                seat.index()
            } else {
                0
            };
            let first = picture
                .boards
                .get(board)
                .map_or(0, |board| usize::from(board.first));
            let tiles = picture
                .boards
                .get(board)
                .and_then(|board| board.rows.get(row.checked_sub(first)?));
            tiles
                .and_then(|tiles| tiles.get(col.checked_sub(first)?))
                .and_then(|tile| tile.owner)
        });
        let Some((line, owner)) = filled else {
            return Vec::new();
        };
        let done = if owner.is_some() {
            "filled here"
        } else {
            "emptied here"
        };
        let is_own = self.said(seat, line - 1).next() == Some(line);
        let told = (!is_own)
            .then(|| self.next_told(seat, line))
            .flatten()
            .map(at("told to this seat here"));
        std::iter::once(at(done)(line)).chain(told).collect()
    }

    /// The lines that filled the cells which the answer names.
    fn covered(&self, seat: Seat) -> Vec<Evidence> {
        let Some(Entry::Said(_, answer, _)) = self.own else {
            return Vec::new();
        };
        let answer = String::from_utf8_lossy(answer);
        let (mut filled, mut named, mut last) = (BTreeMap::new(), Vec::new(), 0);
        self.replay(&mut |line, standing| {
            for (board, number) in standing.referee.picture().boards.iter().zip(0u8..) {
                for (tiles, row) in board.rows.iter().zip(0u8..) {
                    for (tile, col) in tiles.iter().zip(0u8..) {
                        let spot = Spot {
                            board: number,
                            row,
                            col,
                        };
                        match tile.owner {
                            Some(_) => drop(filled.entry(spot).or_insert(last)),
                            None => drop(filled.remove(&spot)),
                        }
                    }
                }
            }
            // How an answer is read depends on whose turn it is.
            named = aimed_before(standing.referee, seat, &answer);
            last = line;
        });
        let lines: BTreeSet<usize> = named
            .iter()
            .filter_map(|spot| filled.get(spot).copied())
            .collect();
        let label = match lines.len() {
            1 => "filled here",
            _ => "a part of it was filled here",
        };
        lines.into_iter().map(at(label)).collect()
    }

    /// The line that made something what it is that can be observed, with those that were asked for together.
    fn changed(&self, name: &'static str) -> Vec<Evidence> {
        let value = |standing: Standing<'_>| {
            let seen = standing
                .referee
                .rules()
                .map(|rules| rules.observe())
                .unwrap_or_default();
            seen.into_iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value)
        };
        let last = self
            .last_change(value)
            .map(|(line, _)| self.asked_together(line));
        last.into_iter()
            .flatten()
            .map(at("this line led to it"))
            .collect()
    }

    /// The answers between the last ask at which this answer did not break the clause and the first at which it did.
    fn refused(&self, seat: Seat) -> Vec<Evidence> {
        let Some(Entry::Said(_, answer, _)) = self.own else {
            return Vec::new();
        };
        let (mut allowed, mut refused) = (None, None);
        self.replay(&mut |line, standing| {
            let refusal = if standing.is_adrift {
                None
            } else {
                standing.referee.refuses(seat, answer)
            };
            match refusal.map(|clause| clause == Some(self.finding.breach.clause)) {
                Some(false) => (allowed, refused) = (Some(line), None),
                Some(true) if refused.is_none() => refused = Some(line),
                _ => {}
            }
        });
        let (Some(from), Some(to)) = (allowed, refused) else {
            return Vec::new();
        };
        let since = self.said(seat, from - 1).take_while(|line| *line < to);
        since.map(at("not allowed any more from here")).collect()
    }
}
