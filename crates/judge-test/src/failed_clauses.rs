//! Which of the clauses that a match tried the judge failed. The others of a match that went wrong are not decided.

use super::match_log::{MatchLog, met};
use super::{JudgeFault, Judgement, Tells};
use std::collections::BTreeSet;
use stickler::clause::Clause;
use stickler::explain::{Extent, Standing, validate, walk};

/// The clauses that what is wrong shows to be failed:
///
/// - those that it names;
/// - those that a bot broke, if the judge let the fault pass;
/// - those that the game came to by the last answer before a wrong message, or before the judge stopped;
/// - all, if its verdict is wrong, and no clause says why.
pub(crate) fn failed_clauses(log: &MatchLog<'_>, judgement: &Judgement) -> BTreeSet<Clause> {
    let wrong = &judgement.wrong;
    if wrong.is_empty() {
        return BTreeSet::new();
    }
    let mut failed: BTreeSet<Clause> = wrong.iter().filter_map(JudgeFault::clause).collect();
    failed.retain(|clause| !clause.is_assumed());
    if judgement.let_pass {
        failed.extend(judgement.tried.difference(&log.met()));
    }
    for wrong in wrong.iter().filter(|wrong| wrong.broken.is_none()) {
        failed.extend(match (wrong.tells, &wrong.shown) {
            (Tells::Last, Some(_)) if wrong.is_of_form() => BTreeSet::new(),
            (Tells::Last, Some((text, found))) => met_before(log, text, found.line),
            (Tells::Last, None) => met_before(log, &log.text, log.text.lines().count() + 1),
            (Tells::All, _) => judgement.tried.clone(),
            (Tells::Nothing, _) => BTreeSet::new(),
        });
    }
    failed
}

/// The rare clauses that the game came to by the last answer before this line, unless all had been told since then what the end of the
/// game brings.
fn met_before(log: &MatchLog<'_>, text: &str, line: usize) -> BTreeSet<Clause> {
    let before: Vec<&str> = text.lines().take(line.saturating_sub(1)).collect();
    let is_answer = |line: &str| line.get(1..3) == Some("> ");
    let Some(answer) = before.iter().rposition(|line| is_answer(line)) else {
        return BTreeSet::new();
    };
    let has_told = before[answer..]
        .iter()
        .any(|line| line.get(1..3) == Some("< "));
    let is_whole = |text: String| {
        validate(log.game, log.settings, text.as_bytes())
            .is_ok_and(|checked| checked.extent == Extent::Whole)
    };
    if has_told && is_whole(before.join("\n") + "\n") {
        return BTreeSet::new();
    }
    let mut seen: Vec<BTreeSet<Clause>> = Vec::new();
    let mut see = |_: usize, standing: Standing<'_>| seen.push(met(standing.referee));
    let lines = [answer + 1, line];
    let walked = walk(log.game, log.settings, text.as_bytes(), &lines, &mut see);
    match (walked, &seen[..]) {
        (Ok(_), [earlier, now]) => now - earlier,
        _ => BTreeSet::new(),
    }
}
