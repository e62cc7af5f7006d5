//! What of a bot's code ran: points, which are news like situations, and lines of its source, which a report shows.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The parts of a bot's code that ran in a game, or in the games of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// A number for each line, jump or branch.
    pub points: BTreeSet<u64>,
    /// The places of a game that ran, each with one beside it that did not.
    pub open: BTreeSet<(u64, u64)>,
    /// The lines of its source, by file.
    pub files: BTreeMap<String, Lines>,
}

/// The lines of a file, from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// The lines that have code; empty: nobody says which.
    pub all: BTreeSet<u32>,
    /// The lines that ran.
    pub ran: BTreeSet<u32>,
}

impl Ran {
    /// Notes that this ran.
    pub(super) fn point(&mut self, what: impl Hash) {
        self.points.insert(number(what));
    }

    /// Notes which places of a part of a program ran, by how often each did, in the order of the program.
    pub(super) fn counts(&mut self, part: impl Hash + Copy, counts: &[u64]) {
        for (at, _) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            self.point((part, at));
        }
        for (at, pair) in counts.windows(2).enumerate() {
            let [one, other] = [at, at + 1].map(|at| number((part, at)));
            match [pair[0] > 0, pair[1] > 0] {
                [true, false] => self.open.insert((one, other)),
                [false, true] => self.open.insert((other, one)),
                _ => false,
            };
        }
    }

    /// Notes that this line ran.
    pub(super) fn line(&mut self, file: &str, line: u32) {
        self.point((file, line));
        self.files.entry(file.into()).or_default().ran.insert(line);
    }

    /// Notes which lines did not run right after one that did, once all lines are noted.
    pub(super) fn open_lines(&mut self) {
        for (file, Lines { all, ran }) in &self.files {
            for (one, next) in all.iter().zip(all.iter().skip(1)) {
                if ran.contains(one) && !ran.contains(next) {
                    self.open
                        .insert((number((file, one)), number((file, next))));
                }
            }
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

fn number(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Lines {
    /// The lines that have code and never ran.
    pub fn never_ran(&self) -> impl Iterator<Item = u32> {
        self.all.difference(&self.ran).copied()
    }
}
