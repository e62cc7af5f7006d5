//! What of a bot's code ran: points, which are news like situations, and lines of its source, which a report shows.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What of a bot's code ran in a game, or in the games of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// A number for each line, jump or branch, and where a program counts for each order of magnitude of its count.
    pub points: BTreeSet<u64>,
    /// The lines of its source, by file.
    pub files: BTreeMap<String, Lines>,
}

/// The lines of a file, from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// Those that have code; empty: nobody says which.
    pub all: BTreeSet<u32>,
    /// Those that ran.
    pub ran: BTreeSet<u32>,
}

impl Ran {
    /// Notes that this ran.
    pub(super) fn point(&mut self, what: impl Hash) {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        self.points.insert(hasher.finish());
    }

    /// Notes a branch that was taken so often. Counts of one order of magnitude are the same.
    pub(super) fn count(&mut self, what: impl Hash, count: u64) {
        if count > 0 {
            self.point((what, count.ilog2().min(COUNTED)));
        }
    }

    /// Adds what ran in another game.
    pub fn add(&mut self, other: &Ran) {
        self.points.extend(&other.points);
        for (file, lines) in &other.files {
            let own = self.files.entry(file.clone()).or_default();
            own.all.extend(&lines.all);
            own.ran.extend(&lines.ran);
        }
    }
}

/// Counts of two to this power and more are the same.
const COUNTED: u32 = 7;

impl Lines {
    /// The lines that have code and never ran.
    pub fn never_ran(&self) -> impl Iterator<Item = u32> {
        self.all.difference(&self.ran).copied()
    }
}
