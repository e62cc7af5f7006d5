//! On which values that no document gives the winner of a file depends: the others are tried, and what changes is named.

use super::{CheckOptions, CheckedFile, Text};
use crate::explain::Checked;
use crate::explain::combinations;
use crate::game::Outcome;
use crate::params::Settings;
use std::fmt;

/// Beyond so many steps of a search for what a record can mean, no other value is tried.
const WORK: usize = 20_000;

/// Another value that explains the file as well, and under which somebody else wins.
#[derive(Clone, Debug)]
pub struct Depends {
    /// The parameter with its other value.
    pub set: Settings,
    /// The result under it.
    pub outcome: Outcome,
}

impl fmt::Display for Depends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self
            .outcome
            .points()
            .iter()
            .map(|points| points.to_string());
        let points: Vec<String> = points.collect();
        write!(
            f,
            "under {}, which no document excludes, {} ({})",
            self.set,
            match self.outcome.winner() {
                Some(seat) => format!("seat {seat} would win"),
                None => "it would be a draw".to_string(),
            },
            points.join(" : ")
        )
    }
}

impl CheckOptions<'_> {
    /// The values that no document gives and nobody set, one parameter at a time, under which the file is right, too, and somebody
    /// else wins: of each parameter the nearest.
    pub fn depends(self, text: Text<'_>, looked: &CheckedFile<'_>) -> Vec<Depends> {
        let won = |checked: &Checked| {
            let is_told = checked.is_told() && !checked.has_doubts() && checked.unshown.is_empty();
            checked.verdict.outcome.filter(|_| is_told)
        };
        let Some(ours) = won(&looked.checked).filter(|_| looked.checked.work <= WORK) else {
            return Vec::new();
        };
        let set = &looked.checked.settings;
        let ways = combinations::single(looked.game, set);
        // All values are told, so each of them is one check.
        let usual = combinations::usual(looked.game, set);
        let mut all: Vec<Depends> = Vec::new();
        for set in ways {
            let is_named = |other: &Depends| {
                other.set.0.first().map(|one| &one.0) == set.0.first().map(|one| &one.0)
            };
            if all.iter().any(is_named) {
                continue;
            }
            let given = self.given.and(&usual).and(&set);
            let ask = CheckOptions {
                given: &given,
                game: Some(looked.game),
                ..self
            };
            let other = ask.look(text, false).ok();
            let outcome = other.and_then(|other| won(&other.checked));
            if let Some(outcome) = outcome.filter(|outcome| outcome.winner() != ours.winner()) {
                all.push(Depends { set, outcome });
            }
        }
        all
    }
}
