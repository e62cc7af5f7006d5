//! The report of a run as JUnit XML: a test a scenario, and a test a clause. Its size does not grow with the run.

use crate::check::bot::{Case, Plan, Summary};
use crate::report::run::{State, closing, failure, scenario_rows, shown, state};
use maud::{Markup, PreEscaped, html};

/// What became of a test.
enum Status {
    Passed,
    Skipped,
    /// The message, and the text below it.
    Failed(String, String),
}

/// A test of the report.
struct Test {
    name: String,
    status: Status,
    /// What else there is to read, of a test that passed.
    output: Option<String>,
}

/// The report of a run; `title` names the bot.
pub fn run(title: &str, plan: &Plan, cases: impl Iterator<Item = Case>, summary: &Summary) -> String {
    let failures: Vec<(&str, &str, String, String)> = shown(plan, summary)
        .into_iter()
        .map(|(played, fault, line)| {
            let name = format!("{} game {}", played.case.scenario.name, played.case.index);
            let text = failure(plan, played, fault, line, &name, false);
            (played.case.scenario.name, fault.breach.clause.id(), fault.breach.why.to_string(), text)
        })
        .collect();
    let scenarios: Vec<Test> = scenario_rows(plan, cases, summary)
        .into_iter()
        .map(|row| {
            let texts = failures.iter().filter(|(scenario, ..)| *scenario == row.name).map(|(.., text)| text.as_str());
            let texts: Vec<&str> = texts.collect();
            let elsewhere =
                || format!("{}: another scenario shows it first, and so do the tests of these clauses", row.result);
            let status = match row.played {
                0 => Status::Skipped,
                _ if row.failed && texts.is_empty() => Status::Failed(row.result.clone(), elsewhere()),
                _ if row.failed => Status::Failed(row.result.clone(), texts.join("\n")),
                _ => Status::Passed,
            };
            Test { name: row.name.to_string(), status, output: None }
        })
        .collect();
    let clauses: Vec<Test> = Summary::binding(plan.game)
        .map(|entry| {
            let first = failures.iter().find(|(_, clause, ..)| *clause == entry.id);
            let text = || first.map_or(String::new(), |(.., text)| text.clone());
            let (status, output) = match state(summary.tally(&entry.id)) {
                State::Failed => {
                    (Status::Failed(first.map_or(String::new(), |(_, _, why, _)| why.clone()), text()), None)
                }
                State::NotExercised => (Status::Skipped, None),
                State::Passed | State::Warned => (Status::Passed, first.map(|_| text())),
            };
            Test { name: entry.id.clone(), status, output }
        })
        .collect();
    let count = |failed: bool| {
        let tests = scenarios.iter().chain(&clauses);
        tests.filter(|test| !failed || matches!(test.status, Status::Failed(..))).count()
    };
    let page = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name=(text(title)) tests=(count(false)) failures=(count(true)) errors="0" {
            "\n"
            (suite(plan, "scenario", &scenarios, Some(&closing(plan, summary))))
            (suite(plan, "clause", &clauses, None))
        }
        "\n"
    };
    page.into_string()
}

fn suite(plan: &Plan, kind: &str, tests: &[Test], output: Option<&str>) -> Markup {
    let game = plan.game.name();
    let failed = tests.iter().filter(|test| matches!(test.status, Status::Failed(..))).count();
    let skipped = tests.iter().filter(|test| matches!(test.status, Status::Skipped)).count();
    html! {
        testsuite name={ (game) "." (kind) "s" } tests=(tests.len()) failures=(failed) skipped=(skipped) errors="0" {
            "\n"
            @for test in tests {
                testcase name=(test.name) classname={ "stickler." (game) "." (kind) } {
                    @match &test.status {
                        Status::Passed => {}
                        Status::Skipped => skipped {}
                        Status::Failed(message, shown) => failure message=(text(message)) { (text(shown)) }
                    }
                    @if let Some(output) = &test.output { system-out { (text(output)) } }
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
    text.chars().filter(|&c| matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)).collect()
}
