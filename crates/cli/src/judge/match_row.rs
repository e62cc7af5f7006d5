//! The results of a match, played once or more.

use super::tasks::Task;
use std::collections::BTreeMap;
use stickler::clause::Clause;
use stickler_judge_test::{JudgeFault, Judgement};

/// The results of a match, played once or more.
pub(super) struct Row {
    pub(super) task: Task,
    pub(super) runs: u32,
    /// Runs in which something was wrong.
    pub(super) wrong: u32,
    /// The first of those, or else the last run.
    pub(super) judgement: Judgement,
    /// The judge's words, and how often.
    pub(super) said: BTreeMap<String, u32>,
    /// The judge's own last words, where no verdict was read.
    pub(super) words: String,
    /// The last lines of standard error, where the judge failed itself.
    pub(super) errors: Vec<String>,
    /// True where a program of Python or Rust ended by an error of its own, after the start of its bots.
    pub(super) has_crashed: bool,
    /// How a grader ended that gave no verdict.
    pub(super) failed: Option<String>,
    /// The convention whose codes it ended with then.
    pub(super) other_codes: Option<&'static str>,
    /// The last line of a traceback, where a grader ended with one: then its exit code is no verdict of its own.
    pub(super) crash: Option<String>,
    /// The first line that stood before its verdict, where none is to.
    pub(super) noise: Option<String>,
}

/// How a fault begins that is a failure of the judge itself.
pub(super) const FAILED_ITSELF: &str = "it failed itself: ";

impl Row {
    /// A grader that gives its verdict by its exit code, and ended with none, has failed itself.
    pub(super) fn blame_failure(&mut self) {
        if let Some(how) = self.failed.take()
            && self.wrong == 0
        {
            self.judgement.unknown.clear();
            let what = format!("{FAILED_ITSELF}{how}");
            self.judgement.wrong.push(JudgeFault::unshown(what));
            self.wrong = self.runs;
        }
    }

    /// The judge's words, with how often where that differs.
    pub(super) fn did(&self) -> String {
        let often = |(said, count): (&String, &u32)| match self.said.len() {
            1 => said.clone(),
            _ => format!("{said} ({count} of {})", self.runs),
        };
        self.said.iter().map(often).collect::<Vec<_>>().join("; ")
    }

    /// True where another match went wrong in the same way.
    pub(super) fn is_like(&self, other: &Row) -> bool {
        ways(&self.judgement).eq(ways(&other.judgement))
    }

    /// The lines of the first log that shows what is wrong.
    pub(super) fn lines(&self) -> usize {
        let mut shown = self
            .judgement
            .wrong
            .iter()
            .filter_map(|wrong| wrong.shown.as_ref());
        let first = shown.next().map(|(log, _)| log.lines().count());
        first.unwrap_or(usize::MAX)
    }

    pub(super) fn often(&self) -> String {
        match self.wrong {
            all if all == self.runs && self.runs > 1 => format!(" (always: {all} times)"),
            some if self.runs > 1 => format!(" (racy: {some} of {} times)", self.runs),
            _ => String::new(),
        }
    }
}

/// An error, whatever the seat and the numbers: the clause and the reason of a message, or the words.
pub(super) type Way = (Option<Clause>, String);

/// The ways in which a match went wrong.
pub(super) fn ways(judgement: &Judgement) -> impl Iterator<Item = Way> {
    judgement.wrong.iter().map(way)
}

fn way(wrong: &JudgeFault) -> Way {
    match &wrong.shown {
        Some((_, finding)) => (
            Some(finding.breach.clause),
            finding.breach.why.parts().0.to_string(),
        ),
        None => (
            None,
            wrong.what.chars().filter(|c| !c.is_ascii_digit()).collect(),
        ),
    }
}
