//! The table of clauses: in how many games each was kept or broken, or never came up.

use crate::bot::{Plan, RunSummary};
use crate::summary::ClauseTally;
use std::fmt::Write;
use stickler::clause::words;
use stickler_arena::arena_choice;

/// The result of a clause in a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ClauseState {
    /// Put to the test and kept.
    Passed,
    /// Broken.
    Failed,
    /// Broken, and judges forgive it.
    Warned,
    /// Put to the test and kept, in each game until a fault of another clause ended it.
    UntilFault,
    /// Put to the test by no game.
    Never,
}

words!(ClauseState: Passed "passed", Failed "failed", Warned "warned", UntilFault "passed until the fault", Never "never came up");

/// How a report calls clauses of which the arena sees breaches alone.
const UNSEEN: &str = "could not look";

/// How a report calls a clause that was neither kept nor broken.
pub(super) fn untold(summary: &RunSummary, id: &str) -> &'static str {
    if is_unseen(summary, id) {
        UNSEEN
    } else {
        ClauseState::Never.word()
    }
}

fn is_unseen(summary: &RunSummary, id: &str) -> bool {
    summary.unseen.iter().any(|clause| clause.id() == id)
}

/// The result of a clause that was kept, broken and warned of in so many games.
pub fn state(tally: ClauseTally) -> ClauseState {
    match tally {
        ClauseTally { failed: 1.., .. } => ClauseState::Failed,
        ClauseTally { warned: 1.., .. } => ClauseState::Warned,
        ClauseTally { passed: 1.., .. } => ClauseState::Passed,
        ClauseTally {
            until_fault: 1.., ..
        } => ClauseState::UntilFault,
        _ => ClauseState::Never,
    }
}

fn columns(name: &str, [passed, failed, warned, until, never]: [String; 5]) -> String {
    format!("  {name:<30} {passed:>8} {failed:>8} {warned:>8} {until:>24} {never:>14}\n")
}

fn heading(what: &str) -> String {
    columns(what, ClauseState::ALL.map(|state| state.to_string()))
}

fn line(name: &str, counts: [usize; 5]) -> String {
    columns(
        name,
        counts.map(|count| {
            if count == 0 {
                "·".to_string()
            } else {
                count.to_string()
            }
        }),
    )
}

/// Numbers of clauses by topic, the topics with broken clauses last.
pub(super) fn topics(plan: &Plan, summary: &RunSummary) -> String {
    let mut topics: Vec<(String, [usize; 5])> = Vec::new();
    for entry in RunSummary::binding(plan.game) {
        let topic = entry
            .id
            .rsplit_once('.')
            .map_or(entry.id.as_str(), |(topic, _)| topic);
        let at = topics
            .iter()
            .position(|(name, _)| name == topic)
            .unwrap_or_else(|| {
                topics.push((topic.to_string(), [0; 5]));
                topics.len() - 1
            });
        topics[at].1[state(summary.tally(&entry.id)) as usize] += 1;
    }
    topics.sort_by_key(|(_, counts)| counts[ClauseState::Failed as usize] > 0);
    heading("clauses")
        + &topics
            .iter()
            .map(|(name, counts)| line(name, *counts))
            .collect::<String>()
}

/// A line a clause with the numbers of games, the broken ones last.
pub(super) fn clauses(plan: &Plan, summary: &RunSummary) -> String {
    let mut entries: Vec<_> = RunSummary::binding(plan.game)
        .map(|entry| (entry, summary.tally(&entry.id)))
        .collect();
    entries.sort_by_key(|(_, tally)| state(*tally) == ClauseState::Failed);
    let lines = entries.iter().map(|(entry, tally)| {
        let never =
            usize::from(state(*tally) == ClauseState::Never && !is_unseen(summary, &entry.id));
        line(
            &entry.id,
            [
                tally.passed,
                tally.failed,
                tally.warned,
                tally.until_fault,
                never,
            ],
        )
    });
    heading("games by clause") + &lines.collect::<String>() + &unseen(plan, summary)
}

/// The clauses that this arena cannot say are kept, and why.
fn unseen(plan: &Plan, summary: &RunSummary) -> String {
    let untold =
        |id: &str| is_unseen(summary, id) && state(summary.tally(id)) == ClauseState::Never;
    let ids: Vec<&str> = RunSummary::binding(plan.game)
        .map(|entry| entry.id.as_str())
        .filter(|id| untold(id))
        .collect();
    if ids.is_empty() {
        String::new()
    } else {
        format!(
            "  {UNSEEN}: {} ({})\n",
            ids.join(", "),
            arena_choice::UNSEEN
        )
    }
}

/// The clauses that were not simply kept, by name; the broken ones last.
pub(super) fn notable(plan: &Plan, summary: &RunSummary) -> String {
    let mut text = String::new();
    for wanted in [ClauseState::UntilFault, ClauseState::Never] {
        let found = RunSummary::binding(plan.game).filter(|entry| {
            state(summary.tally(&entry.id)) == wanted
                && (wanted != ClauseState::Never || !is_unseen(summary, &entry.id))
        });
        let mut ids: Vec<&str> = found.map(|entry| entry.id.as_str()).collect();
        let more = ids.split_off(ids.len().min(3)).len();
        let more = if more > 0 {
            format!(" and {more} more (--verbose)")
        } else {
            String::new()
        };
        if !ids.is_empty() {
            let _ = writeln!(text, "  {wanted}: {}{more}", ids.join(", "));
        }
    }
    text += &unseen(plan, summary);
    let warned = summary
        .clauses
        .iter()
        .map(|(clause, tally)| ("warned", clause, tally.warned));
    let broken = summary
        .clauses
        .iter()
        .map(|(clause, tally)| ("broken", clause, tally.failed));
    for (what, clause, games) in warned.chain(broken).filter(|(.., games)| *games > 0) {
        let _ = writeln!(
            text,
            "  {what}    {clause} in {games} of {} games",
            summary.games
        );
    }
    text
}
