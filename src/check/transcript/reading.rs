//! The ways to read what a log leaves open.

use super::untold::{Supposed, suppositions};
use super::{Check, Culprit};
use crate::game::{MAX_SEATS, Seats};
use crate::transcript::Transcript;

/// One way to read what a log leaves open.
#[derive(Clone, Default)]
pub(super) struct Reading {
    /// The judge takes notice at once of a seat that it has asked nothing; or else when it asks the seat, when it tells the seat the
    /// end, or where nothing else explains a message.
    pub(super) notices_at_once: bool,
    /// Seats whose handshake was over before the first line.
    pub(super) greeted: Seats,
    /// Failures that the log does not show.
    pub(super) supposed: Vec<Supposed>,
}

impl Reading {
    /// The other ways, as far as they can differ, the simplest first.
    pub(super) fn others(first: &Check<'_>, transcript: &Transcript<'_>) -> Vec<Reading> {
        let at_once: &[bool] = if first.first_stray.is_some() {
            &[false, true]
        } else {
            &[false]
        };
        let with = |reading: Reading| {
            at_once.iter().map(move |&notices_at_once| Reading {
                notices_at_once,
                ..reading.clone()
            })
        };
        let failed = Reading::default().failed(first, transcript);
        let greeted = first.seats.iter().map(Seats::only).chain([first.seats]);
        let greeted =
            greeted.filter(|_| transcript.header.omits_head && first.accuses_more_than_seats());
        let greeted = greeted.map(|greeted| Reading {
            greeted,
            ..Reading::default()
        });
        let all = std::iter::once(Reading::default())
            .chain(failed)
            .chain(greeted);
        all.flat_map(with).skip(1).collect()
    }

    /// This one with one failure more that would make the judge right where it seems to be wrong.
    fn failed(&self, check: &Check<'_>, transcript: &Transcript<'_>) -> Vec<Reading> {
        let wrong = check
            .findings
            .last()
            .filter(|last| last.culprit == Culprit::Judge)
            .map(|last| last.line);
        let more = wrong.map_or(Vec::new(), |wrong| {
            suppositions(transcript, wrong, check.seats)
        });
        let with = |one| Reading {
            supposed: [&self.supposed[..], &[one]].concat(),
            ..self.clone()
        };
        let is_new = |one: &Supposed| self.supposed.iter().all(|known| known.seat != one.seat);
        more.into_iter().filter(is_new).map(with).collect()
    }

    /// Where a supposed failure leads further, that of another seat may lead to the end.
    pub(super) fn further(
        &self,
        first: &Check<'_>,
        check: &Check<'_>,
        transcript: &Transcript<'_>,
    ) -> Vec<Reading> {
        let stops = |check: &Check<'_>| check.findings.last().map(|last| last.line);
        let leads = !self.supposed.is_empty()
            && self.supposed.len() + 1 < MAX_SEATS
            && stops(check) >= stops(first);
        if leads {
            self.failed(check, transcript)
        } else {
            Vec::new()
        }
    }
}
