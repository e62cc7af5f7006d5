//! How often each clause put the judge to the test, and what all matches come to.

use super::JudgeRun;
use super::match_row::Row;
use super::tasks::Task;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use stickler::clause::Clause;
use stickler::explain::Conclusion;
use stickler::params::Settings;
use stickler_check::report::met::Kinds;
use stickler_judge_test::{Judgement, MatchKind, is_broken_with, of_messages, rare};

/// In how many matches the judge was put to the test on a clause.
#[derive(Clone, Copy, Default)]
struct ClauseCounts {
    passed: usize,
    failed: usize,
    /// Matches that went wrong, and what was wrong tells nothing of the clause.
    undecided: usize,
}

impl ClauseCounts {
    /// The one word for all matches.
    fn word(self) -> Word {
        match self {
            ClauseCounts { failed: 1.., .. } => Word::Failed,
            ClauseCounts { passed: 1.., .. } => Word::Passed,
            ClauseCounts { undecided: 1.., .. } => Word::Undecided,
            _ => Word::Never,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Passed,
    Failed,
    Undecided,
    Never,
}

/// A clause that messages of the judge keep only under other values of the parameters.
pub(super) struct JudgeChoice {
    pub(super) clause: Clause,
    /// The matches.
    pub(super) names: Vec<String>,
    /// The values under which they keep it, if the same hold in all of these matches.
    pub(super) set: Option<Settings>,
    /// A match in which it breaks a clause under those values.
    pub(super) denied_by: Option<String>,
}

impl JudgeChoice {
    /// True where no document states the clause: the judge may choose.
    pub(super) fn is_free(&self) -> bool {
        self.clause.is_assumed() && self.set.is_some() && self.denied_by.is_none()
    }

    /// The values as the command line takes them.
    pub(super) fn options(&self) -> Option<String> {
        let set = self.set.as_ref()?.0.iter();
        let set = set.map(|(name, value)| format!("--set {name}={value}"));
        Some(set.collect::<Vec<_>>().join(" "))
    }
}

/// The clauses that the judge keeps only under other values of the parameters.
fn choices(rows: &[Row]) -> Vec<JudgeChoice> {
    let mut choices: Vec<JudgeChoice> = Vec::new();
    for row in rows {
        for (clause, set) in &row.judgement.excused {
            let name = row.task.to_string();
            match choices.iter_mut().find(|choice| choice.clause == *clause) {
                None => choices.push(JudgeChoice {
                    clause: *clause,
                    names: vec![name],
                    set: Some(set.clone()),
                    denied_by: None,
                }),
                Some(choice) => {
                    choice.set.take_if(|known| known != set);
                    if choice.names.last() != Some(&name) {
                        choice.names.push(name);
                    }
                }
            }
        }
    }
    choices
}

/// True where the judge caught a fault in a match of which all can be told.
pub(super) fn has_caught(row: &Row) -> bool {
    row.judgement.has_caught && row.judgement.unknown.is_empty()
}

/// True for a match whose fault never came, and not because the judge went wrong before.
pub(super) fn is_untried(row: &Row) -> bool {
    row.judgement.is_untried && row.wrong == 0 && row.judgement.unknown.is_empty()
}

impl JudgeRun<'_> {
    /// The clauses that the judge keeps only under other values of the parameters, of the run that is over.
    pub(super) fn choices(&self, rows: &[Row]) -> &[JudgeChoice] {
        self.choices.get_or_init(|| {
            let mut choices = choices(rows);
            for choice in &mut choices {
                choice.denied_by = choice.set.as_ref().and_then(|set| self.denied(set, rows));
            }
            choices
        })
    }

    /// A match in which the judge keeps every clause, and breaks one under these values.
    fn denied(&self, set: &Settings, rows: &[Row]) -> Option<String> {
        let set = self.settings.and(set);
        let mut rows = rows.iter();
        let row = rows.find(|row| is_broken_with(self.game, &set, &row.judgement.kept))?;
        Some(row.task.to_string())
    }

    /// A judge is right if it caught faults, did nothing wrong, and was put to the test on all that it must know.
    pub(super) fn conclusion(&self, rows: &[Row]) -> Conclusion {
        match () {
            () if rows.iter().any(|row| row.wrong > 0) => Conclusion::Violates,
            () if self.broken_off.is_some() => Conclusion::Unknown,
            () if !self.untold(rows).is_empty() => Conclusion::Unknown,
            () if self.choices(rows).iter().any(|choice| !choice.is_free()) => Conclusion::Unknown,
            () if rows.iter().any(|row| row.judgement.was_other_game) => Conclusion::Unknown,
            () if rows.iter().any(has_caught) => Conclusion::Conforms,
            () => Conclusion::Unknown,
        }
    }

    /// The clauses on which the judge was put to the test, and those that a match was to try.
    fn clauses(&self, rows: &[Row]) -> BTreeMap<Clause, ClauseCounts> {
        let mut clauses: BTreeMap<Clause, ClauseCounts> = BTreeMap::new();
        let planned = rows.iter().filter_map(|row| match row.task {
            Task::Match(MatchKind::Illegal(clause, ..), _) => Some(clause),
            _ => None,
        });
        let is_output = rows.iter().any(|row| matches!(row.task, Task::Output(..)));
        let rare = rare(self.game, &self.settings)
            .into_iter()
            .filter(|_| !is_output && !self.args.is_part());
        clauses.extend(
            planned
                .chain(rare)
                .map(|clause| (clause, ClauseCounts::default())),
        );
        if !is_output && !self.args.is_part() {
            let of_messages = of_messages(self.game, &self.settings).into_iter();
            clauses.extend(of_messages.map(|clause| (clause, ClauseCounts::default())));
        }
        for row in rows {
            // A match of which nobody can tell has shown nothing.
            if row.wrong == 0 && !row.judgement.unknown.is_empty() {
                let met = row.judgement.tried.union(&row.judgement.had_occasion);
                met.for_each(|clause| {
                    clauses.entry(*clause).or_default();
                });
                continue;
            }
            let Judgement { tried, failed, .. } = &row.judgement;
            for clause in row.judgement.had_occasion.difference(failed) {
                if !tried.contains(clause) {
                    clauses.entry(*clause).or_default().passed += 1;
                }
            }
            if row.wrong == 0 {
                for clause in tried {
                    clauses.entry(*clause).or_default().passed += 1;
                }
                continue;
            }
            for clause in failed {
                clauses.entry(*clause).or_default().failed += 1;
            }
            for clause in tried.difference(failed) {
                clauses.entry(*clause).or_default().undecided += 1;
            }
        }
        clauses
    }

    /// Clauses on which a run of all matches did not put the judge to the test.
    pub(super) fn untold(&self, rows: &[Row]) -> Vec<Clause> {
        if self.args.is_part() {
            return Vec::new();
        }
        let clauses = self.clauses(rows).into_iter();
        clauses
            .filter(|(clause, counts)| counts.passed + counts.failed == 0 && !clause.is_assumed())
            .map(|(clause, _)| clause)
            .collect()
    }

    /// How often each clause came up: in numbers, and with `--table` a line each.
    pub(super) fn tallies(&self, rows: &[Row]) -> String {
        let clauses = self.clauses(rows);
        let named = |word: Word| -> Vec<&str> {
            let found = clauses.iter().filter(|(_, counts)| counts.word() == word);
            found.map(|(clause, _)| clause.id()).collect()
        };
        let passed = named(Word::Passed).len();
        let [failed, undecided, never] = [Word::Failed, Word::Undecided, Word::Never].map(named);
        if clauses.is_empty() {
            return String::new();
        }
        let not_decided = match undecided.len() {
            0 => String::new(),
            more => format!("{more} not decided, "),
        };
        let mut text = format!(
            "\nclauses: {passed} passed, {} failed, {not_decided}{} never came up\n",
            failed.len(),
            never.len()
        );
        for (word, ids) in [
            ("failed", failed),
            (
                "not decided, as their matches went wrong in another way",
                undecided,
            ),
            ("never came up", never),
        ] {
            if !ids.is_empty() {
                let _ = writeln!(text, "  {word}: {}", ids.join(", "));
            }
        }
        let is_met = |kind: &str| rows.iter().any(|row| row.judgement.kinds.contains(kind));
        let start = self
            .game
            .with(&self.settings)
            .ok()
            .filter(|_| !self.args.is_part());
        if let Some(kinds) = start.and_then(|start| Kinds::of(&*start.rules(), is_met)) {
            let _ = writeln!(text, "{}", kinds.line(usize::MAX));
        }
        if self.args.table {
            let _ = write!(text, "\n{:<32} matches: passed failed\n", "clause");
            for (clause, counts) in &clauses {
                let ClauseCounts { passed, failed, .. } = counts;
                let _ = match counts.word() {
                    Word::Never => writeln!(text, "{:<32} never came up", clause.id()),
                    Word::Undecided => writeln!(text, "{:<32} not decided", clause.id()),
                    _ => writeln!(text, "{:<32} {passed:>15} {failed:>6}", clause.id()),
                };
            }
        }
        text
    }
}
