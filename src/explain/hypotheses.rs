//! Hidden facts of a file that would explain a message which seems wrong, or excuse a seat.

use crate::checker::{Checker, next_of};
use crate::finding::{Culprit, Finding, Hypothesis};
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::referee::FaultKind;
use crate::transcript::{Entry, Line, Transcript};

/// How many lines before a deviation, or behind something unsolicited, a hidden step is looked for.
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

/// Hypotheses that could explain the first deviation of a walk: the nearest first.
pub(super) fn hypotheses(walked: &Checker<'_>, transcript: &Transcript<'_>) -> Vec<Hypothesis> {
    let Some(deviation) = walked.deviation() else {
        return Vec::new();
    };
    let (mut before, mut told_later): (Vec<Line<'_>>, _) = (Vec::new(), Seats::NONE);
    for line in transcript.body() {
        if line.number < deviation {
            before.push(line);
        } else if let Some((to, _)) = line.told() {
            told_later.insert(to);
        }
    }
    let known: Seats = walked
        .hypotheses()
        .iter()
        .filter_map(|known| match known {
            Hypothesis::Failed { seat, .. } => Some(*seat),
            _ => None,
        })
        .collect();
    // A seat of which the log tells more later has not failed.
    let may_have_failed = walked.view().seats.without(told_later).without(known);
    let failed = may_have_failed
        .iter()
        .flat_map(|seat| failures(walked, transcript, &before, seat, deviation));
    let mut all: Vec<Hypothesis> = failed.collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.line()));
    all.extend(walked.findings().iter().filter_map(unasked));
    all.extend(noticed_with(walked, transcript, deviation));
    all
}

/// The last answer of each seat before a deviation, where something came of the seat right after it that nobody asked for.
fn noticed_with(
    walked: &Checker<'_>,
    transcript: &Transcript<'_>,
    deviation: usize,
) -> Vec<Hypothesis> {
    let mut body = transcript.body();
    let mut answers = [None; MAX_SEATS];
    while let Some(line) = body.next().filter(|line| line.number < deviation) {
        if let Some((seat, ..)) = line.said()
            && walked.view().seats.contains(seat)
            && next_of(seat, body.clone()).is_some_and(|(next, _)| next.number < deviation)
        {
            answers[seat.index()] = Some(line.number);
        }
    }
    let answers = answers.into_iter().flatten();
    answers.map(Hypothesis::NoticesWith).collect()
}

/// Where a seat can have failed unseen: after the last line that shows otherwise, or with its last answer, if no time stands beside it.
fn failures(
    walked: &Checker<'_>,
    transcript: &Transcript<'_>,
    before: &[Line<'_>],
    seat: Seat,
    deviation: usize,
) -> Vec<Hypothesis> {
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
        && (took.is_none() || transcript.header.own_clock)
        && !walked
            .findings()
            .iter()
            .any(|found| found.line == line.number)
    {
        lines.push(line.number);
    }
    lines
        .into_iter()
        .map(|line| Hypothesis::Failed {
            seat,
            line,
            deviation,
        })
        .collect()
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

/// An answer that nobody asked for may have been asked for by a message that the file lacks.
fn unasked(found: &Finding) -> Option<Hypothesis> {
    match found.culprit {
        Culprit::Seat(seat, FaultKind::Unasked) => Some(Hypothesis::Asked {
            seat,
            line: found.line,
        }),
        _ => None,
    }
}
