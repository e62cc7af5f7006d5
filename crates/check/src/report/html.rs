//! The report of a run as a page.

use crate::bot::{Case, Plan, Played, RunSummary};
use crate::report::met::kinds;
use crate::report::plot;
use crate::report::run::{ClauseState, closing, facts, scenario_rows, shown, state, untold};
use maud::{Markup, html};
use std::collections::BTreeSet;
use stickler::referee::Fault;
use stickler::report::leaf::page;
use stickler::report::viewer::Viewed;
use stickler::workshop::Alone;

/// Most games of a report to step through.
const MOST: usize = 20;

/// The report of a run as one page; `title` names the bot.
pub fn run(
    title: &str,
    plan: &Plan,
    cases: impl Iterator<Item = Case>,
    summary: &RunSummary,
) -> Result<String, String> {
    let failed = !summary.failing.is_empty();
    let viewers = games(plan, summary)
        .into_iter()
        .map(|played| viewer(plan, played))
        .collect::<Result<Vec<_>, _>>()?;
    let content = html! {
        p.closing.failed[failed] { (closing(plan, summary)) }
        h2 { "Scenarios" }
        div.scroll { table {
            thead { tr { th scope="col" { "scenario" }
                @for column in ["failed", "played", "planned"] { th.number scope="col" { (column) } }
                th scope="col" { "result" }
            } }
            tbody { @for row in scenario_rows(plan, cases, summary) {
                tr.failed[row.failed > 0] {
                    td { (row.name) }
                    @for count in [row.failed, row.played, row.planned] { td.number { (count) } }
                    td { (row.result) }
                }
            } }
        } }
        @if !viewers.is_empty() { h2 { "Games to look at" } }
        @for viewer in &viewers { (viewer) }
        h2 { "Clauses" }
        (clauses(plan, summary))
        @if let Some(kinds) = kinds(plan, summary) {
            h2 { "Positions" }
            p { "Kinds of position in which the bot was asked, as far as the game names them: "
                (kinds.met.len()) " of " (kinds.met.len() + kinds.not_met.len()) " were met." }
            @if !kinds.not_met.is_empty() { details {
                summary { "Not met (" (kinds.not_met.len()) ")" }
                ul { @for kind in &kinds.not_met { li { (kind) } } }
            } }
            details {
                summary { "Met (" (kinds.met.len()) ")" }
                ul { @for kind in &kinds.met { li { (kind) } } }
            }
        }
        h2 { "Clocks" }
        p { "Games by their slowest answer." }
        (plot::clocks(&summary.clocks))
    };
    Ok(page(title, &content))
}

/// The smallest failing game of each clause, those that show a warning, then the other failing ones; no game twice.
fn games<'a>(plan: &'a Plan, summary: &'a RunSummary) -> Vec<&'a Played> {
    let mut seen = BTreeSet::new();
    let shown = shown(plan, summary).into_iter().map(|(played, ..)| played);
    let all = shown.chain(&summary.failing);
    all.filter(|played| seen.insert((played.case.scenario.name, played.case.index)))
        .take(MOST)
        .collect()
}

fn viewer(plan: &Plan, played: &Played) -> Result<Markup, String> {
    let error = played.error(&plan.standard);
    let mut faults: Vec<_> = error
        .into_iter()
        .chain(
            played
                .faults()
                .filter(|(fault, _)| error.is_none_or(|(first, _)| first != *fault)),
        )
        .collect();
    faults.truncate(24);
    let mut known = Vec::new();
    if let Some((fault, line)) = faults.first() {
        known.push(("clause", fault.breach.clause.statement().sentence.clone()));
        known.extend(facts(plan, played, fault, *line));
    }
    if !plan.command.is_empty() {
        known.insert(0, ("bot", plan.command.join(" ")));
    }
    let words = |(fault, line): &(&Fault, usize)| {
        (
            *line,
            format!("{}: {}", fault.breach.clause, fault.breach.why),
        )
    };
    let viewed = Viewed {
        game: plan.game,
        settings: &played.settings,
        bytes: played.record.transcript.as_bytes(),
        faults: faults.iter().map(words).collect(),
        title: format!(
            "{}, game {}, seat {}",
            played.case.scenario.name, played.case.index, played.case.seat
        ),
        facts: known,
        values: Some(&Alone),
    };
    viewed.markup()
}

fn clauses(plan: &Plan, summary: &RunSummary) -> Markup {
    html! {
        div.scroll { table.clauses {
            thead { tr {
                th scope="col" { "clause" }
                @for state in ClauseState::ALL.into_iter().filter(|state| *state != ClauseState::Never) { th.number scope="col" { (state) } }
                th scope="col" { "what it says" }
            } }
            tbody { @for entry in RunSummary::binding(plan.game) {
                @let tally = summary.tally(&entry.id);
                @let state = state(tally);
                tr.failed[state == ClauseState::Failed].warned[state == ClauseState::Warned].open[state == ClauseState::Never] {
                    td { (entry.id) }
                    @if state == ClauseState::Never { td.number colspan="4" { (untold(summary, &entry.id)) } }
                    @else { @for count in [tally.passed, tally.failed, tally.warned, tally.until_fault] { td.number { (count) } } }
                    td { (entry.sentence) }
                }
            } }
        } }
    }
}
