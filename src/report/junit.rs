//! The report of a run as JUnit XML: a test a scenario, and a test a clause. Its size does not grow with the run.

use crate::check::bot::{Case, Plan, Summary};
use crate::report::run::{State, closing, failure, scenario_rows, shown, state};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// The report of a run; `title` names the bot.
pub fn run(title: &str, plan: &Plan, cases: impl Iterator<Item = Case>, summary: &Summary) -> Result<String, String> {
    let failures: Vec<(&str, &str, String, String)> = shown(plan, summary)
        .into_iter()
        .map(|(played, fault, line)| {
            let name = format!("{} game {}", played.case.scenario.name, played.case.index);
            let text = failure(plan, played, fault, line, &name, false);
            (played.case.scenario.name, fault.breach.clause.id(), fault.breach.why.to_string(), text)
        })
        .collect();
    let mut scenarios = TestSuite::new(format!("{}.scenarios", plan.game.name()));
    for row in scenario_rows(plan, cases, summary) {
        let mut status = match row.played {
            0 => TestCaseStatus::skipped(),
            _ if row.failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
            _ => TestCaseStatus::success(),
        };
        if row.failed {
            status.set_message(row.result.clone());
            let texts = failures.iter().filter(|(scenario, ..)| *scenario == row.name).map(|(.., text)| text.as_str());
            let texts: Vec<&str> = texts.collect();
            let elsewhere =
                || format!("{}: another scenario shows it first, and so do the tests of these clauses", row.result);
            status.set_description(if texts.is_empty() { elsewhere() } else { texts.join("\n") });
        }
        scenarios.add_test_case(case(plan, "scenario", row.name, status));
    }
    let mut clauses = TestSuite::new(format!("{}.clauses", plan.game.name()));
    for entry in Summary::binding(plan.game.name()) {
        let first = failures.iter().find(|(_, clause, ..)| *clause == entry.id);
        let mut status = match state(summary.tally(&entry.id)) {
            State::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
            State::NotExercised => TestCaseStatus::skipped(),
            State::Passed | State::Warned => TestCaseStatus::success(),
        };
        let is_failed = state(summary.tally(&entry.id)) == State::Failed;
        if let Some((_, _, why, text)) = first.filter(|_| is_failed) {
            status.set_message(why.as_str()).set_description(text.as_str());
        }
        let mut case = case(plan, "clause", &entry.id, status);
        if let Some((.., text)) = first.filter(|_| !is_failed) {
            case.set_system_out(text.as_str());
        }
        clauses.add_test_case(case);
    }
    scenarios.set_system_out(closing(plan, summary));
    let mut report = Report::new(title);
    report.add_test_suites([scenarios, clauses]);
    report.to_string().map_err(|error| error.to_string())
}

fn case(plan: &Plan, kind: &str, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(format!("stickler.{}.{kind}", plan.game.name()));
    case
}
