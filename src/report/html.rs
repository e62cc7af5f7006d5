//! The report of a run as a page, and a transcript as one. A page stands alone: its style and its script are in it.

use crate::check::bot::{Case, Plan, Played, Summary};
use crate::check::transcript::{Culprit, Finding, validate};
use crate::games::erased::AnyGame;
use crate::params::Settings;
use crate::referee::Fault;
use crate::report::diagnostic::{Source, around};
use crate::report::plot;
use crate::report::run::{State, UNTIL_FAULT, closing, facts, scenario_rows, shown, state, untold};
use crate::report::viewer::Viewed;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeSet;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Whatever stands in a page, nothing is fetched and nothing is sent.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// Most games of a report to step through.
const MOST: usize = 20;

/// The report of a run as one page; `title` names the bot.
pub fn run(title: &str, plan: &Plan, cases: impl Iterator<Item = Case>, summary: &Summary) -> Result<String, String> {
    let failed = !summary.failing.is_empty();
    let viewers = games(plan, summary).into_iter().map(|played| viewer(plan, played)).collect::<Result<Vec<_>, _>>()?;
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
        h2 { "Clocks" }
        p { "Games by their slowest answer." }
        (plot::clocks(&summary.clocks))
    };
    Ok(page(title, &content))
}

/// The smallest failing game of each clause, those that show a warning, then the other failing ones; no game twice.
fn games<'a>(plan: &'a Plan, summary: &'a Summary) -> Vec<&'a Played> {
    let mut seen = BTreeSet::new();
    let shown = shown(plan, summary).into_iter().map(|(played, ..)| played);
    let all = shown.chain(&summary.failing);
    all.filter(|played| seen.insert((played.case.scenario.name, played.case.index))).take(MOST).collect()
}

fn viewer(plan: &Plan, played: &Played) -> Result<Markup, String> {
    let error = played.error(&plan.standard);
    let mut faults: Vec<_> = error
        .into_iter()
        .chain(played.faults().filter(|(fault, _)| error.is_none_or(|(first, _)| first != *fault)))
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
    let words = |(fault, line): &(&Fault, usize)| (*line, format!("{}: {}", fault.breach.clause, fault.breach.why));
    let viewed = Viewed {
        game: plan.game,
        settings: &played.settings,
        bytes: played.record.transcript.as_bytes(),
        faults: faults.iter().map(words).collect(),
        title: format!("{}, game {}, seat {}", played.case.scenario.name, played.case.index, played.case.seat),
        facts: known,
    };
    viewed.markup()
}

fn clauses(plan: &Plan, summary: &Summary) -> Markup {
    html! {
        div.scroll { table.clauses {
            thead { tr {
                th scope="col" { "clause" }
                @for column in ["passed", "failed", "warned", UNTIL_FAULT] { th.number scope="col" { (column) } }
                th scope="col" { "what it says" }
            } }
            tbody { @for entry in Summary::binding(plan.game) {
                @let tally = summary.tally(&entry.id);
                @let state = state(tally);
                tr.failed[state == State::Failed].warned[state == State::Warned].open[state == State::Never] {
                    td { (entry.id) }
                    @if state == State::Never { td.number colspan="4" { (untold(summary, &entry.id)) } }
                    @else { @for count in [tally.passed, tally.failed, tally.warned, tally.until_fault] { td.number { (count) } } }
                    td { (entry.sentence) }
                }
            } }
        } }
    }
}

/// A transcript as one page; `name` is its file.
pub fn transcript(name: &str, game: &dyn AnyGame, settings: &Settings, bytes: &[u8]) -> Result<String, String> {
    let checked = validate(game, settings, bytes);
    let findings = checked.map(|checked| checked.findings).unwrap_or_default();
    let words = |finding: &Finding| {
        let Finding { line, culprit, breach } = finding;
        let the = if let Culprit::Seat(..) = culprit { "" } else { "the " };
        (*line, format!("{the}{culprit}: {}: {}", breach.clause, breach.why))
    };
    let source = Source::new(name, bytes);
    let first = around(game, settings, &source, findings.get(..1).unwrap_or_default(), false).pop();
    // The bots' names stand in the header of a log that this program wrote.
    let mut lines = bytes.split(|&byte| byte == b'\n').take_while(|line| !line.is_empty());
    let note = lines.find_map(|line| line.strip_prefix(b"note: "));
    let viewed = Viewed {
        game,
        settings,
        bytes,
        faults: findings.iter().map(words).collect(),
        title: format!("{}: {name}", game.name()),
        facts: findings
            .first()
            .map(|finding| ("clause", finding.breach.clause.statement().sentence.clone()))
            .into_iter()
            .chain(note.map(|note| ("note", String::from_utf8_lossy(note).into_owned())))
            .chain(first.into_iter().flat_map(|first| first.advice))
            .collect(),
    };
    Ok(page(&format!("{} · {name}", game.name()), &viewed.markup()?))
}

/// The whole page with this title and content.
fn page(title: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main { h1 { (title) } (content) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}
