//! The report of a run as a page.

use crate::bot::{Case, Plan, Played, RunSummary};
use crate::coverage::Lines;
use crate::report::clause_table::{ClauseState, state, untold};
use crate::report::closing_line::closing;
use crate::report::code_that_ran::{listed, never_ran, stretches};
use crate::report::failure::{again, facts};
use crate::report::met::kinds;
use crate::report::run::{Detail, shown};
use crate::report::scenario_table::scenario_rows;
use crate::saved_failures::{Failure, file_name, saved_text};
use crate::smallest::HowFound;
use crate::summary::{ClauseTally, Clocks};
use maud::{Markup, html};
use std::collections::BTreeSet;
use std::path::Path;
use stickler::clause::{Clause, Statement};
use stickler::encoding;
use stickler::finding::Conclusion;
use stickler::referee::Fault;
use stickler::report::file_report::count;
use stickler::report::leaf::{coded, page, slug};
use stickler::report::viewer::{MarkedLine, Viewed};

/// Most games of a report to step through.
const MOST: usize = 20;

/// The report of a run as one page; `title` names the bot.
pub fn run(
    title: &str,
    plan: &Plan,
    cases: impl Iterator<Item = Case>,
    summary: &RunSummary,
) -> Result<String, String> {
    let closing = closing(plan, summary);
    let (verdict, more) = closing.split_once("; ").unwrap_or((&closing, ""));
    let conclusion = summary.conclusion();
    let (sign, words) = match conclusion {
        Conclusion::Conforms => ("✓", "The bot keeps to the rules"),
        Conclusion::Violates => ("✗", "The bot breaks a rule"),
        Conclusion::Unknown => ("?", "Nobody can tell"),
    };
    // A bot that loses what it had to win is right in protocol: the sentence says so itself.
    let headline = match verdict.split_once(": ") {
        Some((word, more)) if word == conclusion.word() => format!("{sign} {words}: {more}"),
        _ => format!("{sign} {verdict}"),
    };
    let groups = by_clause(plan, games(plan, summary));
    let headline = match &groups[..] {
        [(Some(clause), games)] if verdict.starts_with("violates: ") => {
            let first = games.iter().find_map(|played| played.error(&plan.policy));
            let why = first.map(|(fault, _)| fault.breach.why.to_string());
            let broken = games_with(summary, *clause);
            why.map_or(headline, |why| format!("{sign} {broken}: {why}"))
        }
        _ => headline,
    };
    let content = html! {
        p.closing.failed[conclusion == Conclusion::Violates].unknown[conclusion == Conclusion::Unknown] { (headline) }
        @if groups.len() > 1 { ul { @for (clause, _) in &groups { @if let Some(clause) = clause {
            li { a href={ "#" (clause) } { (clause) } ": " (games_with(summary, *clause)) }
        } } } }
        @if !groups.is_empty() { h2 { "Games to look at" } }
        @for (clause, games) in &groups {
            @if let Some(clause) = clause {
                h3 id=(clause) { (coded(&clause.statement().sentence)) }
                p { code { (clause) } " " span.soft { "(" (games_with(summary, *clause)) ")" }
                    @if let Some(rate) = summary.found.get(clause).and_then(HowFound::rate) { " " span.badge { (rate) } }
                }
            }
            @for played in games.iter().take(1) { (viewer(plan, played, summary)?) }
            @if games.len() > 1 { details {
                summary { (games.len() - 1) @if games.len() == 2 { " more game" } @else { " more games" } }
                @for played in games.iter().skip(1) { (viewer(plan, played, summary)?) }
            } }
        }
        h2 id="run" { "The run" }
        table.numbers { tbody { @for (name, value) in numbers(more) { tr { th scope="row" { (name) } td { (value) } } } } }
        h2 id="scenarios" { "Scenarios" }
        div.scroll { table.cards {
            thead { tr { th scope="col" { "scenario" }
                @for column in ["failed", "played", "planned"] { th.number scope="col" { (column) } }
                th scope="col" { "result" }
            } }
            tbody { @for row in scenario_rows(plan, cases, summary) {
                tr.failed[row.failed > 0] {
                    td { (row.name) }
                    @for (count, label) in [(row.failed, "failed"), (row.played, "played"), (row.planned, "planned")] { td.number data-label=(label) { (count) } }
                    td { (row.result) }
                }
            } }
        } }
        h2 id="clauses" { "Clauses" }
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
        @if !summary.ran.files.is_empty() {
            h2 { "The bot's code" }
            p { (never_ran(&summary.ran, Detail::Usual)) "." }
            @for (file, lines) in &summary.ran.files { (code(file, lines)) }
        }
        h2 { "Clocks" }
        p { "Games by their slowest answer." }
        (clocks(&summary.clocks))
    };
    Ok(page(title, &content))
}

/// A file of the bot with its lines that never ran marked, or where it cannot be read their numbers.
fn code(file: &str, lines: &Lines) -> Markup {
    let text = encoding::text_of(Path::new(file)).unwrap_or_default();
    let never: BTreeSet<u32> = lines.never_ran().collect();
    html! { details {
        summary { (file) ": " (lines.ran.len()) " of " (count(lines.all.len(), "line")) " ran" }
        @if text.is_empty() { p { "Never ran: " (listed(&stretches(lines).into_iter().map(|lines| (file, lines)).collect::<Vec<_>>())) } }
        pre tabindex="0" role="region" aria-label=(file) { @for (line, number) in text.lines().zip(1u32..) {
            span.bad-word[never.contains(&number)] {
                @if never.contains(&number) { "never " } @else { "      " }
                (format!("{number:>5} {line}")) "\n"
            }
        } }
    } }
}

/// How many games had a slowest answer of how many milliseconds: a bar each, with its number.
fn clocks(clocks: &Clocks) -> Markup {
    const ROW: usize = 24;
    const LEFT: usize = 160;
    const LONGEST: usize = 340;
    let most = clocks.0.iter().copied().max().unwrap_or(0).max(1);
    let height = ROW * (clocks.0.len() + 1);
    html! {
        svg.plot role="img" viewBox={ "0 0 640 " (height) } width="640" height=(height) {
            title { "Games by their slowest answer" }
            @for (class, games) in clocks.0.iter().enumerate() {
                @let (y, long) = (ROW * class, LONGEST * games / most);
                text x=(LEFT - 8) y=(y + 17) text-anchor="end" { "up to " (1u64 << class.min(63)) " ms" }
                rect x=(LEFT) y=(y + 3) width=(long) height=(ROW - 6) {}
                text x=(LEFT + 6 + long) y=(y + 17) { (games) }
            }
        }
    }
}

/// The numbers that a verdict rests on, each with its name: `slowest answer 2 of 1000 ms; 3 games not played: enough failed`.
fn numbers(text: &str) -> Vec<(String, String)> {
    let text = text.replace(", peak memory", "; peak memory");
    text.split("; ")
        .filter(|part| !part.is_empty())
        .map(|part| {
            let at = match part.find(|letter: char| letter.is_ascii_digit()) {
                Some(0) | None => part.find(": ").map(|at| at + 2),
                at => at,
            };
            let (name, value) = part.split_at(at.unwrap_or(part.len()));
            (name.trim_end_matches([' ', ':']).into(), value.into())
        })
        .collect()
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

/// These games by the clause of their error, in the order of the first game of each.
fn by_clause<'a>(plan: &Plan, games: Vec<&'a Played>) -> Vec<(Option<Clause>, Vec<&'a Played>)> {
    let mut groups: Vec<(Option<Clause>, Vec<&Played>)> = Vec::new();
    for played in games {
        let error = played.error(&plan.policy);
        let clause = error
            .or_else(|| played.faults().next())
            .map(|(fault, _)| fault.breach.clause);
        match groups.iter_mut().find(|(own, _)| *own == clause) {
            Some((_, games)) => games.push(played),
            None => groups.push((clause, vec![played])),
        }
    }
    groups
}

/// In how many of the games this clause was broken.
fn games_with(summary: &RunSummary, clause: Clause) -> String {
    let ClauseTally { failed, warned, .. } = summary.tally(clause.id());
    let (broken, word) = match failed {
        0 => (warned, "warned"),
        _ => (failed, "failed"),
    };
    format!("{broken} of {} {word}", count(summary.games, "game"))
}

fn viewer(plan: &Plan, played: &Played, summary: &RunSummary) -> Result<Markup, String> {
    let error = played.error(&plan.policy);
    let mut faults: Vec<_> = error
        .into_iter()
        .chain(
            played
                .faults()
                .filter(|(fault, _)| error.is_none_or(|(first, _)| first != *fault)),
        )
        .collect();
    faults.truncate(24);
    let (mut known, mut rate) = (Vec::new(), None);
    if let Some((fault, line)) = faults.first() {
        known.extend(facts(plan, played, fault, *line));
        let found = summary.found.get(&fault.breach.clause);
        let found = found.filter(|_| summary.is_smallest(played));
        rate = found.and_then(|how| how.seen);
        known.extend(found.map(|how| ("found", how.words.trim_end().to_string())));
    }
    let words = |(fault, line): &(&Fault, usize)| MarkedLine {
        line: *line,
        by: None,
        breach: fault.breach,
        in_doubt: false,
    };
    let viewed = Viewed {
        game: plan.game,
        settings: &played.settings,
        bytes: played.record.transcript.as_bytes(),
        faults: faults.iter().map(words).collect(),
        title: plan.name_of(played.case),
        facts: known,
        values: true,
    };
    let markup = viewed.markup()?;
    let first = faults.first();
    let case = first.map(|(fault, line)| kept(plan, (played, *fault, *line, rate)));
    Ok(html! { div id=(slug(&viewed.title)) { (markup) (case.unwrap_or_default()) } })
}

/// The game as a file, and the command that plays it again.
fn kept(plan: &Plan, failing: Failure<'_>) -> Markup {
    let (played, fault, ..) = failing;
    let file = file_name(played, fault);
    html! { details.kept {
        summary { "Play this game again" }
        p { "Save the game, then run the command:" }
        p.controls {
            button type="button" data-save=(file) { "Save " (file) }
            button type="button" data-copy-command { "Copy the command" }
        }
        pre.command { (again(plan, played, &file)) }
        pre.case tabindex="0" role="region" aria-label=(file) { (saved_text(plan, failing)) }
    } }
}

/// The numbers of a row of the table of clauses, with their words.
fn counted(tally: ClauseTally) -> [(usize, String); 4] {
    let words = |state: ClauseState| state.to_string();
    [
        (tally.passed, words(ClauseState::Passed)),
        (tally.failed, words(ClauseState::Failed)),
        (tally.warned, words(ClauseState::Warned)),
        (tally.until_fault, words(ClauseState::UntilFault)),
    ]
}

/// The clauses that were broken, and below them, folded, all others.
fn clauses(plan: &Plan, summary: &RunSummary) -> Markup {
    let is_broken = |entry: &&Statement| {
        let state = state(summary.tally(&entry.id));
        [ClauseState::Failed, ClauseState::Warned].contains(&state)
    };
    let (broken, others): (Vec<_>, Vec<_>) = RunSummary::binding(plan.game).partition(is_broken);
    html! {
        @if !broken.is_empty() { (clause_rows(summary, &broken)) }
        details {
            summary { (others.len()) " clauses that were kept, or not come to" }
            (clause_rows(summary, &others))
        }
    }
}

fn clause_rows(summary: &RunSummary, entries: &[&Statement]) -> Markup {
    html! {
        div.scroll { table.clauses.cards {
            thead { tr {
                th scope="col" { "clause" }
                @for state in ClauseState::ALL.into_iter().filter(|state| *state != ClauseState::Never) { th.number scope="col" { (state) } }
                th scope="col" { "what it says" }
            } }
            tbody { @for entry in entries {
                @let tally = summary.tally(&entry.id);
                @let state = state(tally);
                tr.failed[state == ClauseState::Failed].warned[state == ClauseState::Warned].open[state == ClauseState::Never] {
                    td { (entry.id) }
                    @if state == ClauseState::Never { td.number colspan="4" { (untold(summary, &entry.id)) } }
                    @else { @for (count, label) in counted(tally) { td.number.zero[count == 0] data-label=(label) { (count) } } }
                    td { (coded(&entry.sentence)) }
                }
            } }
        } }
    }
}
