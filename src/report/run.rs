//! The report of a conformance run.

use crate::check::bot::{Case, Plan, Played, Summary};
use crate::check::transcript::{Culprit, Finding};
use crate::clause::Clause;
use crate::params::Ms;
use crate::referee::{Fault, FaultKind};
use crate::report::diagnostic::{Diagnosis, Source, advice, before};
use crate::scenario::Scenario;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines of standard error that a failure shows.
const STDERR_LINES: usize = 8;

/// A failing or warned case, in full. `path` is where its transcript is kept.
pub fn failure(plan: &Plan, played: &Played, fault: &Fault, line: usize, path: &str, colour: bool) -> String {
    let bytes = played.record.transcript.as_bytes();
    let seat = played.case.seat;
    let finding = Finding { line, culprit: Culprit::Seat(seat, fault.kind), breach: in_line(fault, bytes, line) };
    let before = before(plan.game, &played.settings, bytes, line, seat, colour);
    let mut diagnosis = Diagnosis::new(finding, plan.standard.strict)
        .fact("verdict", format!("{} in this contest's words", plan.game.word(fault.kind)))
        .fact("game", case_words(&played.case));
    if let Some(allowed) = before.as_ref().and_then(|before| before.allowed.as_ref()) {
        diagnosis = diagnosis.fact("allowed here", allowed);
    }
    diagnosis = diagnosis.facts(advice(plan.game, &played.settings, bytes, &finding));
    if !played.record.verdict.rests_on.is_empty() {
        let clauses: Vec<&str> = played.record.verdict.rests_on.iter().map(|clause| clause.id()).collect();
        diagnosis = diagnosis.fact("rests on", format!("the assumed {}", clauses.join(", ")));
    }
    diagnosis = diagnosis.fact("clocks", clocks(played));
    if let Some(stderr) = stderr_tail(played) {
        diagnosis = diagnosis.fact("stderr", stderr);
    }
    let mut text = diagnosis.render(Source { path, bytes }, colour);
    if let Some(before) = before {
        let _ = write!(text, "\nthe board before it:\n{}", before.picture);
    }
    text
}

fn in_line(fault: &Fault, bytes: &[u8], line: usize) -> crate::clause::Breach {
    use crate::clause::Span;
    let raw = bytes.split(|&byte| byte == b'\n').nth(line.saturating_sub(1)).unwrap_or_default();
    if raw.get(1) != Some(&b'>') {
        return crate::clause::Breach { span: Span::Whole, ..fault.breach };
    }
    let text = &raw[crate::transcript::PREFIX.min(raw.len())..];
    let columns = fault.breach.span.columns(text);
    let shift = crate::transcript::PREFIX;
    crate::clause::Breach { span: Span::Columns(columns.start + shift, columns.end + shift), ..fault.breach }
}

fn case_words(case: &Case) -> String {
    format!("scenario {}, game {}, seat {}: {}", case.scenario.name, case.index, case.seat, case.scenario.about)
}

fn clocks(played: &Played) -> String {
    let seat = played.case.seat.index();
    let mut text = format!("slowest answer {} ms", played.record.slowest[seat]);
    if let Some(usage) = &played.record.usage[seat] {
        let _ = write!(text, ", CPU {} ms, peak memory {} MB", usage.cpu, usage.peak >> 20);
    }
    text
}

fn stderr_tail(played: &Played) -> Option<String> {
    let usage = played.record.usage[played.case.seat.index()].as_ref()?;
    let text = String::from_utf8_lossy(&usage.stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let shown = &lines[lines.len().saturating_sub(STDERR_LINES)..];
    (!shown.is_empty()).then(|| shown.join("\n"))
}

/// The table of scenarios, the clauses, and one closing line that says all.
pub fn summary(plan: &Plan, cases: &[Case], summary: &Summary, verbose: bool) -> String {
    let mut text = scenarios(plan, cases, summary);
    text += &clauses(plan, summary, verbose);
    let _ = writeln!(text, "{}", closing(plan, summary));
    text
}

fn scenarios(plan: &Plan, cases: &[Case], summary: &Summary) -> String {
    let mut rows: BTreeMap<usize, (u32, u32, Vec<Clause>)> = BTreeMap::new();
    let order = |name: &str| plan.game.scenarios().iter().position(|scenario| scenario.name == name).unwrap_or(0);
    for case in cases {
        rows.entry(order(case.scenario.name)).or_default().0 += 1;
    }
    for played in &summary.played {
        let row = rows.entry(order(played.case.scenario.name)).or_default();
        row.1 += 1;
        let broken =
            played.faults().filter(|(fault, _)| plan.standard.is_error(fault)).map(|(fault, _)| fault.breach.clause);
        broken.for_each(|clause| {
            if !row.2.contains(&clause) {
                row.2.push(clause);
            }
        });
    }
    let mut text = String::from("  scenario          games  result\n");
    for (at, (planned, played, broken)) in rows {
        let name = plan.game.scenarios()[at].name;
        let result = match (&broken[..], played) {
            ([], 0) => "not played".to_string(),
            ([], _) => {
                reach(plan, &plan.game.scenarios()[at], played).map_or("ok".into(), |reach| format!("ok: {reach}"))
            }
            (clauses, _) => format!("breaks {}", clauses.iter().map(|c| c.id()).collect::<Vec<_>>().join(", ")),
        };
        let games = if played == planned { played.to_string() } else { format!("{played}/{planned}") };
        let _ = writeln!(text, "  {name:<16} {games:>6}  {result}");
    }
    text
}

/// What a scenario has covered that goes through its games one by one.
fn reach(plan: &Plan, scenario: &Scenario, games: u32) -> Option<String> {
    plan.game.reach(&plan.settings_of(scenario, 0), games).filter(|_| scenario.steps.is_some())
}

fn clauses(plan: &Plan, summary: &Summary, verbose: bool) -> String {
    let mut text = String::new();
    if verbose {
        for clause in &summary.held {
            let _ = writeln!(text, "  kept      {clause}");
        }
    }
    for clause in &summary.warned {
        let _ = writeln!(text, "  warned    {clause}");
    }
    for clause in &summary.broken {
        let _ = writeln!(text, "  broken    {clause}");
    }
    let untouched = summary.not_exercised(plan.game.name());
    if !untouched.is_empty() {
        let ids: Vec<&str> = untouched.iter().map(|entry| entry.id.as_str()).collect();
        let _ = writeln!(text, "  not exercised: {}", ids.join(", "));
    }
    text
}

/// True where nothing is wrong but the play.
fn is_weak(plan: &Plan, summary: &Summary) -> bool {
    let errors = summary.played.iter().flat_map(Played::faults).filter(|(fault, _)| plan.standard.is_error(fault));
    errors.map(|(fault, _)| fault.kind).all(|kind| kind == FaultKind::Lost)
}

fn closing(plan: &Plan, summary: &Summary) -> String {
    let failing = summary.failures(&plan.standard).count();
    let mut text = match (summary.played.len(), failing) {
        (0, _) => "could not tell: no game was played".to_string(),
        (games, 0) => format!("conforms: {games} games, {} clauses kept", summary.held.len()),
        (games, _) if is_weak(plan, summary) => {
            format!("right in protocol, weak in play: {failing} of {games} games are lost where a win is asked for")
        }
        (games, _) => format!("violates: {failing} of {games} games break {} clauses", summary.broken.len()),
    };
    if !summary.warned.is_empty() {
        let _ = write!(text, ", {} warned", summary.warned.len());
    }
    let _ = write!(text, "; slowest answer {}, peak memory {} MB", within(plan, summary.slowest), summary.peak >> 20);
    if summary.stalls > 0 {
        let _ = write!(text, "; the machine held games up {} times, and they were played again", summary.stalls);
    }
    if let Some(why) = summary.skipped_why {
        let _ = write!(text, "; {} games were not played: {why}", summary.skipped);
    }
    text
}

/// A time with the limit it stayed under, where the game names one.
fn within(plan: &Plan, time: Ms) -> String {
    let parameters = plan.game.parameters(&plan.settings).unwrap_or_default();
    let bank = parameters.iter().find(|(name, _)| *name == "bank").map(|(_, value)| value.clone());
    match bank {
        Some(bank) => format!("{time} of {bank} ms"),
        None => format!("{time} ms"),
    }
}
