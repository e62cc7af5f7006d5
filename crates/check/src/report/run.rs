//! The report of a conformance run: which games it shows in full, and how much of the tables.

use super::clause_table::{clauses, notable, topics};
use super::scenario_table::{ScenarioRow, row, scenario_rows, scenarios};
use crate::bot::{Case, Plan, Played, RunSummary};
use crate::report::{code_that_ran, met};
use std::collections::BTreeSet;
use stickler::referee::Fault;

/// Games shown in full: the smallest failing game of each broken clause, then the first of each warning.
pub fn shown<'a>(plan: &'a Plan, summary: &'a RunSummary) -> Vec<(&'a Played, &'a Fault, usize)> {
    let mut shown = smallest(plan, summary);
    shown.extend(summary.warnings(&plan.policy));
    shown
}

/// The smallest failing game of each broken clause with its fault, the smallest of all first.
pub fn smallest<'a>(
    plan: &'a Plan,
    summary: &'a RunSummary,
) -> Vec<(&'a Played, &'a Fault, usize)> {
    let failing = summary.smallest.iter().chain(&summary.failing);
    let mut games: Vec<_> = failing
        .filter_map(|played| {
            played
                .error(&plan.policy)
                .map(|(fault, line)| (played, fault, line))
        })
        .collect();
    // Of games of the same length an ordinary one is understood soonest.
    let is_odd = |played: &Played| !played.case.scenario.is_ordinary();
    games.sort_by_key(|(played, _, line)| (*line, is_odd(played), played.choices.len()));
    let mut seen = BTreeSet::new();
    games.retain(|(_, fault, _)| seen.insert(fault.breach.clause));
    games
}

/// How much of a run the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The closing line alone.
    Quiet,
    /// A line a topic, and the clauses that were not simply kept.
    Usual,
    /// A line a clause.
    Verbose,
}

/// The tables of scenarios and of clauses; `cases` are those that were planned.
pub fn tables(
    plan: &Plan,
    cases: impl Iterator<Item = Case>,
    summary: &RunSummary,
    detail: Detail,
) -> String {
    match detail {
        Detail::Quiet => String::new(),
        // Where no game was played the closing line says why, and nothing else is known.
        Detail::Usual if summary.games == 0 => String::new(),
        Detail::Usual if !summary.failing.is_empty() => {
            let (failed, others): (Vec<_>, Vec<_>) = scenario_rows(plan, cases, summary)
                .into_iter()
                .partition(|row| row.failed > 0);
            let sum = |of: fn(&ScenarioRow) -> u32| others.iter().map(of).sum();
            let (planned, played) = (sum(|row| row.planned), sum(|row| row.played));
            let rest = row(
                "the others",
                [0, played, planned],
                "ok (--verbose has all tables)",
            );
            scenarios(&failed)
                + if played > 0 { &rest } else { "" }
                + &notable(plan, summary)
                + &code_that_ran::lines(plan, summary, detail)
        }
        Detail::Usual => {
            scenarios(&scenario_rows(plan, cases, summary))
                + &topics(plan, summary)
                + &notable(plan, summary)
                + &met::lines(plan, summary, detail)
                + &code_that_ran::lines(plan, summary, detail)
        }
        Detail::Verbose => {
            scenarios(&scenario_rows(plan, cases, summary))
                + &clauses(plan, summary)
                + &met::lines(plan, summary, detail)
                + &code_that_ran::lines(plan, summary, detail)
        }
    }
}

#[cfg(test)]
mod tests;
