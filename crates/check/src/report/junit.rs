//! The report of a run as JUnit XML: a test a scenario, and a test a clause. Its size does not grow with the run.

use crate::bot::{Case, Plan, RunSummary};
use crate::report::clause_table::{ClauseState, state, untold};
use crate::report::closing_line::closing;
use crate::report::failure::failure;
use crate::report::run::shown;
use crate::report::scenario_table::scenario_rows;
use maud::{Markup, PreEscaped, html};

/// The result of a test.
pub enum Status {
    /// With what else there is to read.
    Passed(Option<String>),
    /// The test was not run, and why.
    Skipped(String),
    /// The message, and the text below it.
    Failed(String, String),
}

/// The name of a test, and what became of it.
pub type TestCase = (String, Status);

/// The report of a run; `title` names the bot.
pub fn run(
    title: &str,
    plan: &Plan,
    cases: impl Iterator<Item = Case>,
    summary: &RunSummary,
) -> String {
    let failures: Vec<(&str, &str, String, String)> = shown(plan, summary)
        .into_iter()
        .map(|(played, fault, line)| {
            let name = format!("log of {}", plan.name_of(played.case));
            let mut text = failure(plan, played, fault, line, &name, false);
            if let Some(how) = summary.found.get(&fault.breach.clause) {
                text += &how.words;
            }
            (
                played.case.scenario.name,
                fault.breach.clause.id(),
                fault.breach.why.to_string(),
                text,
            )
        })
        .collect();
    let scenarios: Vec<TestCase> = scenario_rows(plan, cases, summary)
        .into_iter()
        .map(|row| {
            let texts = failures
                .iter()
                .filter(|(scenario, ..)| *scenario == row.name)
                .map(|(.., text)| text.as_str());
            let texts: Vec<&str> = texts.collect();
            let elsewhere = "another scenario shows it first, and so do the tests of these clauses";
            let status = match row.played {
                0 => Status::Skipped(not_played(summary)),
                _ if row.failed == 0 => Status::Passed(None),
                _ if texts.is_empty() => {
                    Status::Failed(row.result.clone(), format!("{}: {elsewhere}", row.result))
                }
                _ => Status::Failed(row.result, texts.join("\n")),
            };
            (row.name.to_string(), status)
        })
        .collect();
    let clauses: Vec<TestCase> = RunSummary::binding(plan.game)
        .map(|entry| {
            let first = failures.iter().find(|(_, clause, ..)| *clause == entry.id);
            let first = first.map(|(_, _, why, text)| (why.clone(), text.clone()));
            let status = match state(summary.tally(&entry.id)) {
                ClauseState::Failed => {
                    let (why, text) = first.unwrap_or_default();
                    Status::Failed(why, text)
                }
                ClauseState::Never => Status::Skipped(untold(summary, &entry.id).into()),
                ClauseState::Passed | ClauseState::UntilFault | ClauseState::Warned => {
                    Status::Passed(first.map(|(_, text)| text))
                }
            };
            (entry.id.clone(), status)
        })
        .collect();
    let (game, last) = (plan.game.name(), closing(plan, summary));
    report(
        title,
        game,
        &[
            ("scenario", &scenarios, Some(&last)),
            ("clause", &clauses, None),
        ],
    )
}

/// Why a scenario was not played.
fn not_played(summary: &RunSummary) -> String {
    let why = summary.skipped_why.map(|why| format!(": {why}"));
    format!("not played{}", why.unwrap_or_default())
}

/// A report of these suites: the kind of each, its tests, and what else there is to read.
pub fn report(title: &str, game: &str, suites: &[(&str, &[TestCase], Option<&str>)]) -> String {
    let count = |failed: bool| {
        let tests = suites.iter().flat_map(|(_, tests, _)| tests.iter());
        tests
            .filter(|(_, status)| !failed || matches!(status, Status::Failed(..)))
            .count()
    };
    let page = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name=(text(title)) tests=(count(false)) failures=(count(true)) errors="0" {
            "\n"
            @for (kind, tests, output) in suites { (suite(game, kind, tests, *output)) }
        }
        "\n"
    };
    page.into_string()
}

fn suite(game: &str, kind: &str, tests: &[TestCase], output: Option<&str>) -> Markup {
    let failed = tests
        .iter()
        .filter(|(_, status)| matches!(status, Status::Failed(..)))
        .count();
    let skipped = tests
        .iter()
        .filter(|(_, status)| matches!(status, Status::Skipped(_)))
        .count();
    html! {
        testsuite name={ (game) "." (kind) "s" } tests=(tests.len()) failures=(failed) skipped=(skipped) errors="0" {
            "\n"
            @for (name, status) in tests {
                testcase name=(name) classname={ "stickler." (game) "." (kind) } {
                    @match status {
                        Status::Passed(output) => @if let Some(output) = output { system-out { (text(output)) } },
                        Status::Skipped(why) => skipped message=(text(why)) {}
                        Status::Failed(message, shown) => failure message=(text(message)) { (text(shown)) }
                    }
                }
                "\n"
            }
            @if let Some(output) = output { system-out { (text(output)) } }
        }
        "\n"
    }
}

/// Text without the control characters that XML cannot hold.
fn text(text: &str) -> String {
    text.chars()
        .filter(|&c| matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..))
        .collect()
}
