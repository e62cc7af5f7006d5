//! The ways to read a record: it names the seats that failed, and does not say when, or by which answer; and it leaves choices open.

use super::{Reason, Record, RecordStep, StepFact};
use crate::finding::Finding;
use crate::formats::AnswerText;
use crate::game::{Seat, Seats};
use crate::games::erased::Variant;
use crate::params::Settings;
use crate::wire::ASKED;
use std::borrow::Cow;

/// One way to read a record.
pub(super) struct Reading<'a> {
    /// The record with its steps in an order that it leaves open.
    pub(super) record: Cow<'a, Record<'a>>,
    /// Which options are taken of choices that it leaves open.
    pub(super) choices: Vec<usize>,
}

impl<'a> Reading<'a> {
    /// The likeliest.
    pub(super) fn as_it_stands(record: &'a Record<'a>) -> Reading<'a> {
        Reading {
            record: Cow::Borrowed(record),
            choices: Vec::new(),
        }
    }

    /// This reading with an option of one choice more.
    pub(super) fn choosing(&self, option: usize) -> Reading<'a> {
        Reading {
            record: self.record.clone(),
            choices: [&self.choices[..], &[option]].concat(),
        }
    }
}

/// The other games of which a record can tell, likelier ones first. Of the seats `shown` the record shows a fault: their answers
/// stand as they are. So do all of them where they lead to the end of the game (`is_over`): an answer that is there and legal is not the
/// one that failed.
pub(super) fn others<'a>(
    record: &'a Record<'a>,
    settings: &Settings,
    shown: Seats,
    is_over: bool,
) -> Vec<Reading<'a>> {
    let failing = failures(&record.steps);
    let mut orders = vec![record.steps.clone()];
    orders.extend(noticed_at_once(record));
    let Some((first, _)) = failing.first() else {
        return of_orders(record, orders);
    };
    let is_greeted = *first > 0;
    if let [(first, _), (second, _)] = failing[..] {
        let mut exchanged = record.steps.clone();
        exchanged.swap(first, second);
        orders.push(exchanged);
    }
    orders.extend(crossed(&record.steps));
    if !is_greeted && let Ok(variant) = record.game.with(settings) {
        let greeted: Vec<_> = orders
            .iter()
            .map(|steps| [greeting(&*variant), steps.clone()].concat())
            .collect();
        orders.extend(greeted);
    }
    for (at, seat) in failing.iter().copied() {
        let stands = shown.contains(seat) || is_over;
        let by_its_last = |steps| by_its_last(steps, seat).filter(|_| !stands);
        let more: Vec<_> = orders
            .iter()
            .flat_map(|steps| [sooner(steps, at), by_its_last(steps)])
            .flatten()
            .collect();
        orders.extend(more);
    }
    of_orders(record, orders)
}

/// The record with its steps in each of these orders. The first is the record as it stands.
fn of_orders<'a>(record: &'a Record<'a>, orders: Vec<Vec<RecordStep<'a>>>) -> Vec<Reading<'a>> {
    let others = orders.into_iter().skip(1);
    others
        .map(|steps| Reading {
            record: Cow::Owned(Record {
                steps,
                ..record.clone()
            }),
            choices: Vec::new(),
        })
        .collect()
}

/// One judge never notices a second line after an answer, another takes notice at once: the seat has failed then.
fn noticed_at_once<'a>(record: &Record<'a>) -> Vec<Vec<RecordStep<'a>>> {
    let has_more = |step: &RecordStep<'a>| {
        let is_here = |found: &Finding| {
            found.breach.clause == ASKED && found.bytes() == Some(step.at.clone())
        };
        record.wrong.iter().any(is_here)
    };
    let noticed = |(at, step): (usize, &RecordStep<'a>)| {
        let seat = match step.what {
            StepFact::Said(seat, ..) if has_more(step) => seat,
            _ => return None,
        };
        let failure = RecordStep {
            what: StepFact::Failed(seat, Reason::Unasked),
            at: step.at.clone(),
            words: 0..0,
        };
        let mut steps = record.steps.clone();
        steps.insert(at + 1, failure);
        Some(steps)
    };
    record
        .steps
        .iter()
        .enumerate()
        .filter_map(noticed)
        .collect()
}

/// The failures that the record names without their answer, and that an answer which it has can have been: one that was late has no
/// time beside it.
fn failures(steps: &[RecordStep<'_>]) -> Vec<(usize, Seat)> {
    let is_timed = |seat: Seat| {
        let took = steps.iter().rev().find_map(|step| match step.what {
            StepFact::Said(by, _, took) if by == seat => Some(took),
            _ => None,
        });
        took.flatten().is_some()
    };
    let failed = |(at, step): (usize, &RecordStep<'_>)| match step.what {
        StepFact::Failed(seat, Reason::Fault) => Some((at, seat)),
        StepFact::Failed(seat, Reason::Late) if !is_timed(seat) => Some((at, seat)),
        _ => None,
    };
    steps.iter().enumerate().filter_map(failed).collect()
}

/// The answers of a handshake that the record does not tell.
fn greeting<'a>(variant: &dyn Variant) -> Vec<RecordStep<'a>> {
    let referee = variant.referee();
    let seats = Seats::first(variant.seats()).iter();
    let greets = seats.filter(|seat| referee.replies(*seat) == ["OK"]);
    greets
        .map(|seat| RecordStep {
            what: StepFact::Said(seat, AnswerText::new(b"OK"), None),
            at: 0..0,
            words: 0..0,
        })
        .collect()
}

/// Seats that are asked at once answer in any order, and a record may have them in the order of the seats: the last two.
fn crossed<'a>(steps: &[RecordStep<'a>]) -> Option<Vec<RecordStep<'a>>> {
    let said = |step: &RecordStep<'_>| {
        if let StepFact::Said(by, ..) = step.what {
            Some(by)
        } else {
            None
        }
    };
    let last = steps.windows(2).rposition(|pair| {
        said(&pair[0])
            .zip(said(&pair[1]))
            .is_some_and(|(one, other)| one != other)
    })?;
    let mut steps = steps.to_vec();
    steps.swap(last, last + 1);
    Some(steps)
}

/// The steps in which the seat failed before the others gave their last answer.
fn sooner<'a>(steps: &[RecordStep<'a>], at: usize) -> Option<Vec<RecordStep<'a>>> {
    let StepFact::Failed(seat, _) = steps.get(at)?.what else {
        return None;
    };
    let last = steps[..at]
        .iter()
        .rposition(|step| matches!(step.what, StepFact::Said(by, ..) if by != seat))?;
    let mut steps = steps.to_vec();
    steps[last..=at].rotate_right(1);
    Some(steps)
}

/// The last answer is the one that failed, by what the record does not tell.
fn by_its_last<'a>(steps: &[RecordStep<'a>], seat: Seat) -> Option<Vec<RecordStep<'a>>> {
    let is_failure =
        |step: &RecordStep<'_>| matches!(step.what, StepFact::Failed(by, _) if by == seat);
    let failure = steps.iter().find(|step| is_failure(step))?.what.clone();
    let mut steps: Vec<_> = steps
        .iter()
        .filter(|step| !is_failure(step))
        .cloned()
        .collect();
    let last = steps
        .iter_mut()
        .rfind(|step| matches!(step.what, StepFact::Said(by, ..) if by == seat))?;
    (last.what, last.words) = (failure, 0..0);
    Some(steps)
}
