//! The table of scenarios: how many games of each were planned, played and failed, and its result.

use crate::bot::{Case, Plan, RunSummary};
use crate::summary::ScenarioTally;
use std::collections::BTreeMap;
use stickler::scenario::Scenario;

/// A scenario of a run.
pub struct ScenarioRow {
    /// The name.
    pub name: &'static str,
    /// Games that the plan has of it.
    pub planned: u32,
    /// Games played.
    pub played: u32,
    /// Games in which a clause was broken.
    pub failed: u32,
    /// The result, in words.
    pub result: String,
}

/// The result of each scenario that was planned.
pub fn scenario_rows(
    plan: &Plan,
    cases: impl Iterator<Item = Case>,
    summary: &RunSummary,
) -> Vec<ScenarioRow> {
    let mut planned: BTreeMap<&str, u32> = BTreeMap::new();
    cases.for_each(|case| *planned.entry(case.scenario.name).or_default() += 1);
    for Scenario { name, .. } in Scenario::UNPLANNED {
        planned.extend(summary.scenarios.get(name).map(|row| (name, row.played)));
    }
    let scenarios = plan.game.scenarios().iter().chain(&Scenario::UNPLANNED);
    let rows = scenarios.filter_map(|scenario| {
        let planned = *planned.get(scenario.name)?;
        let row = summary
            .scenarios
            .get(scenario.name)
            .cloned()
            .unwrap_or_default();
        let result = match row.played {
            0 => "not played".to_string(),
            _ if row.broken.is_empty() && scenario.name == Scenario::SEARCH.name => {
                format!("ok: {}", news(summary))
            }
            _ if row.broken.is_empty() => {
                reach(plan, scenario, &row).map_or("ok".into(), |reach| format!("ok: {reach}"))
            }
            _ => format!(
                "breaks {}",
                row.broken
                    .iter()
                    .map(|clause| clause.id())
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        Some(ScenarioRow {
            name: scenario.name,
            planned,
            played: row.played,
            failed: row.failed,
            result,
        })
    });
    rows.collect()
}

/// The news of the search, in words.
fn news(summary: &RunSummary) -> String {
    match summary.searched.last_news {
        0 => "it met nothing that was new".into(),
        game => format!("its game {game} was the last that met something new"),
    }
}

pub(super) fn scenarios(rows: &[ScenarioRow]) -> String {
    let lines = rows
        .iter()
        .map(|of| row(of.name, [of.failed, of.played, of.planned], &of.result));
    let heading = row("scenario", ["failed", "played", "planned"], "result");
    heading + &lines.collect::<String>()
}

/// The games of a scenario that failed, were played and were planned.
pub(super) fn row<N: std::fmt::Display>(
    name: &str,
    [failed, played, planned]: [N; 3],
    result: &str,
) -> String {
    format!("  {name:<24} {failed:>7} {played:>7} {planned:>8}  {result}\n")
}

/// How far the scenarios that go through their games one by one have come without a fault, to hold a failing game against.
pub fn reached(plan: &Plan, summary: &RunSummary) -> Option<String> {
    let kept = |scenario: &&Scenario| {
        summary
            .scenarios
            .get(scenario.name)
            .is_some_and(|row| row.broken.is_empty())
    };
    let reached = plan.game.scenarios().iter().filter(kept);
    reached
        .filter_map(|scenario| reach(plan, scenario, summary.scenarios.get(scenario.name)?))
        .next()
}

/// Coverage of a scenario that goes through its games one by one.
fn reach(plan: &Plan, scenario: &Scenario, row: &ScenarioTally) -> Option<String> {
    let whole = scenario.steps.is_some() && row.played == row.end;
    plan.game
        .with(&plan.settings_of(scenario, 0))
        .ok()?
        .reach(row.played)
        .filter(|_| whole)
}
