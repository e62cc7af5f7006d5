//! Hidden facts of a file that would explain a message which seems wrong, or excuse a seat.

use crate::checker::Checker;
use crate::finding::{Culprit, Finding, Hypothesis};
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::referee::FaultKind;
use crate::transcript::{Entry, Line, Transcript};

/// How many lines before a deviation, or after something unsolicited, a hidden step is looked for.
const NEAR: usize = 12;

/// Other ways to read a file from its start, where a first check may have erred.
pub(super) fn other_starts(
    first: &Checker<'_>,
    transcript: &Transcript<'_>,
) -> Vec<Vec<Hypothesis>> {
    let greeted = first
        .view()
        .seats
        .iter()
        .map(Seats::only)
        .chain([first.view().seats]);
    let greeted = greeted.filter(|_| transcript.header.omits_head);
    let heads =
        std::iter::once(Vec::new()).chain(greeted.map(|seats| vec![Hypothesis::Greeted(seats)]));
    let doubt = first.findings().iter().map(|found| found.line).max();
    let between: Vec<Line<'_>> = match (first.first_unsolicited(), doubt) {
        (Some(unasked), Some(doubt)) => {
            let later = transcript.body().skip_while(|line| line.number <= unasked);
            later.take_while(|line| line.number <= doubt).collect()
        }
        _ => Vec::new(),
    };
    let notices = starts(first, &between).take(NEAR);
    heads
        .flat_map(|start| {
            let at_once = [&start[..], &[Hypothesis::NoticesAtOnce]].concat();
            [Some(start), first.first_unsolicited().map(|_| at_once)]
        })
        .flatten()
        .skip(1)
        .chain(notices.map(|line| vec![Hypothesis::Notices(line)]))
        .collect()
}

/// The lines of a file, in which hidden steps are looked for.
pub(super) struct Lines<'a> {
    all: Vec<Line<'a>>,
    /// The last line that each seat is sent; 0: none.
    last_told: [usize; MAX_SEATS],
    own_clock: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn of(transcript: &Transcript<'a>) -> Lines<'a> {
        let all: Vec<Line<'a>> = transcript.body().collect();
        let mut last_told = [0; MAX_SEATS];
        for line in &all {
            if let Some((to, _)) = line.told()
                && let Some(last) = last_told.get_mut(to.index())
            {
                *last = line.number;
            }
        }
        Lines {
            all,
            last_told,
            own_clock: transcript.header.own_clock,
        }
    }

    fn before(&self, number: usize) -> &[Line<'a>] {
        let end = self.all.partition_point(|line| line.number < number);
        &self.all[..end]
    }

    /// Hypotheses that could explain the first deviation of a walk: the nearest first.
    pub(super) fn hypotheses(&self, walked: &Checker<'_>) -> Vec<Hypothesis> {
        let Some(deviation) = walked.deviation() else {
            return Vec::new();
        };
        let has_failed = |seat: Seat| {
            let mut known = walked.hypotheses().iter();
            known.any(|known| matches!(known, Hypothesis::Failed { seat: own, .. } if *own == seat))
        };
        // A seat of which the log tells more later has not failed.
        let may_have_failed = walked.view().seats.iter();
        let may_have_failed = may_have_failed
            .filter(|seat| self.last_told[seat.index()] < deviation && !has_failed(*seat));
        let failed = may_have_failed.flat_map(|seat| self.failures(walked, seat, deviation));
        let mut all: Vec<Hypothesis> = failed.collect();
        all.sort_by_key(|one| std::cmp::Reverse(one.line()));
        all.extend(walked.findings().iter().filter_map(unasked));
        let seats = walked.view().seats.iter();
        all.extend(seats.filter_map(|seat| self.noticed_with(seat, deviation)));
        all
    }

    /// The answer of this seat after which it did more, and no message to it, before a deviation.
    fn noticed_with(&self, seat: Seat, deviation: usize) -> Option<Hypothesis> {
        let is_said = |line: &&Line<'_>| line.said().is_some_and(|(by, ..)| by == seat);
        let is_event =
            |line: &&Line<'_>| matches!(line.entry(), Ok(Entry::Event(of, _)) if of == seat);
        let is_told = |line: &&Line<'_>| line.told().is_some_and(|(to, _)| to == seat);
        let since = self.before(deviation).iter().rev();
        let since = since.take_while(|line| !is_told(line));
        let lines: Vec<&Line<'_>> = since
            .filter(|line| is_said(line) || is_event(line))
            .collect();
        let answer = lines.iter().rev().find(|line| is_said(line))?;
        (lines.len() > 1).then_some(Hypothesis::NoticesWith(answer.number))
    }

    /// Where a seat can have failed unseen: after the last line that shows otherwise, or with its last answer, if no time stands beside it.
    fn failures(&self, walked: &Checker<'_>, seat: Seat, deviation: usize) -> Vec<Hypothesis> {
        let before = self.before(deviation);
        let of = |line: &Line<'_>| match line.entry() {
            // How a program ends, and what it used, may be told later.
            Ok(Entry::Told(own, _) | Entry::Said(own, ..)) => own == seat,
            _ => false,
        };
        let last = before.iter().rposition(of);
        let after = &before[last.map_or(0, |last| last + 1)..];
        let mut lines = vec![deviation];
        lines.extend(starts(walked, after).take(NEAR));
        if let Some(line) = last.map(|last| before[last])
            && let Ok(Entry::Said(_, _, took)) = line.entry()
            && (took.is_none() || self.own_clock)
            && !walked
                .findings()
                .iter()
                .any(|found| found.line == line.number)
        {
            lines.push(line.number);
        }
        lines
            .into_iter()
            .map(|line| Hypothesis::Failed { seat, line })
            .collect()
    }
}

/// The lines with which a message, an answer or an event begins, the last first.
fn starts<'l>(walked: &Checker<'_>, lines: &'l [Line<'_>]) -> impl Iterator<Item = usize> + 'l {
    let told = |line: &Line<'_>| line.told().map(|(to, _)| to);
    let has_lines = walked.has_lines();
    let is_start = move |at: usize| {
        !has_lines
            || at == 0
            || told(&lines[at]).is_none()
            || told(&lines[at]) != told(&lines[at - 1])
    };
    (0..lines.len())
        .rev()
        .filter(move |at| is_start(*at))
        .map(|at| lines[at].number)
}

/// An answer that nobody asked for may have been asked for by a message that is missing from the file.
fn unasked(found: &Finding) -> Option<Hypothesis> {
    match found.culprit {
        Culprit::Seat(seat, FaultKind::Unasked) => Some(Hypothesis::Asked {
            seat,
            line: found.line,
        }),
        _ => None,
    }
}
