//! When a run has shown enough: a judge that errs in the same way in every match would take minutes to show nothing new.

use super::match_row::{Row, Way, ways};
use super::tasks::Task;
use std::collections::{BTreeMap, BTreeSet};

/// An error counts as one of the judge, and not of a kind of match, once it came in so many kinds.
const KINDS: usize = 3;

/// The errors of a run so far, each with the matches that it came in.
#[derive(Default)]
pub(super) struct Enough {
    seen: BTreeMap<Way, Vec<String>>,
    /// Matches that were skipped since one of the errors had come often enough.
    pub(super) skipped: usize,
    is_reached: bool,
}

impl Enough {
    /// Notes the errors of a match; `most` is how many matches are enough, 0: none are. A grader is quick, and its outputs are no matches.
    pub(super) fn note(&mut self, row: &Row, most: usize) {
        if matches!(row.task, Task::Output(..)) {
            return;
        }
        let name = row.task.to_string();
        // A judge that never starts its bots shows nothing in any match.
        let started_none = row.judgement.started_no_bot;
        let unstarted = started_none.then(|| (None, "it started no bot".to_string()));
        for way in ways(&row.judgement).chain(unstarted) {
            let matches = self.seen.entry(way).or_default();
            if !matches.contains(&name) {
                matches.push(name.clone());
            }
            let kinds: BTreeSet<&str> = matches.iter().map(|name| kind(name)).collect();
            self.is_reached |= most > 0 && matches.len() >= most && kinds.len() >= KINDS;
        }
    }

    /// True where another match is skipped, which this counts.
    pub(super) fn skips(&mut self) -> bool {
        self.skipped += usize::from(self.is_reached);
        self.is_reached
    }
}

/// The kind of a match, by its name: `sides` of `sides-9-10`.
fn kind(name: &str) -> &str {
    name.split('-').next().unwrap_or(name)
}
