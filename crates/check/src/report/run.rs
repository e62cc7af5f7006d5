//! The report of a conformance run.

use crate::bot::{Case, Plan, Played, RunSummary};
use crate::report::met;
use crate::search::SearchEnd;
use crate::summary::{ClauseTally, ScenarioTally};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use stickler::clause::{Breach, Span, words};
use stickler::explain::{Conclusion, Culprit, Finding};
use stickler::params::Ms;
use stickler::referee::{Fault, FaultKind};
use stickler::report::diagnostic::{Diagnosis, Source, program};
use stickler::report::evidence::Evidence;
use stickler::report::file_report::{count, in_its_words};
use stickler::report::journal::{Around, Journal};
use stickler::scenario::Scenario;
use stickler::transcript::line::split_time;
use stickler::transcript::{PREFIX, TimeSpent, Transcript};
use stickler_arena::kind;
use stickler_arena::system::stack_limit;

/// Lines of standard error that a failure shows.
const STDERR_LINES: usize = 8;

/// A failing or warned case, in full. `path` is where its transcript is kept.
pub fn failure(
    plan: &Plan,
    played: &Played,
    fault: &Fault,
    line: usize,
    path: &str,
    colour: bool,
) -> String {
    let finding = finding(played, fault, line);
    let source = Source::new(path, played.record.transcript.as_bytes());
    let mut diagnosis = Diagnosis::new(finding, plan.policy.strict)
        .called(plan.is_alone(played.case).then(|| "the bot".to_string()));
    let around = looked_at(plan, played, &source, &finding, colour);
    diagnosis.evidence.extend(&around.evidence);
    if is_unanswered(fault, &source, line) {
        diagnosis.evidence.extend(last_told(played, line));
    }
    diagnosis.facts = facts_of(plan, played, fault, &around, &source, line);
    let mut text = diagnosis.render(&source, colour);
    if let Some(picture) = around.picture {
        let _ = write!(text, "\nthe board before it:\n{picture}");
    }
    text
}

/// True for a line that tells of an answer that was waited for in vain: the program was silent, or ended.
fn is_unanswered(fault: &Fault, source: &Source<'_>, line: usize) -> bool {
    let event = source.line(line).get(1..).unwrap_or_default();
    match fault.kind {
        FaultKind::Late => event.starts_with(b"! silent"),
        FaultKind::Died => event.starts_with(b"! exit") || event.starts_with(b"! signal"),
        _ => false,
    }
}

/// The last line that the bot was sent before this one, and the first line of that message where it has several.
fn last_told(played: &Played, line: usize) -> Vec<Evidence> {
    let Ok(transcript) = Transcript::parse(played.record.transcript.as_bytes()) else {
        return Vec::new();
    };
    let seat = played.case.seat;
    let mut message = Vec::new();
    for earlier in transcript
        .body()
        .take_while(|earlier| earlier.number < line)
    {
        if earlier.said().is_some_and(|(by, ..)| by == seat) {
            message.clear();
        } else if earlier.told().is_some_and(|(to, _)| to == seat) {
            message.push(earlier.number);
        }
    }
    let last = message.pop().map(|line| Evidence {
        line,
        label: "the last line that the bot was sent",
    });
    let first = message.first().map(|&line| Evidence {
        line,
        label: "the last message to the bot begins here",
    });
    first.into_iter().chain(last).collect()
}

/// Which answer was waited for in vain.
fn waited_for(played: &Played, line: usize) -> String {
    let transcript = Transcript::parse(played.record.transcript.as_bytes());
    let said = transcript.map_or(0, |transcript| {
        let before = transcript
            .body()
            .take_while(|earlier| earlier.number < line);
        before
            .filter(|earlier| {
                earlier
                    .said()
                    .is_some_and(|(by, ..)| by == played.case.seat)
            })
            .count()
    });
    match said {
        0 => "the first line of the bot".into(),
        1 => "line 2 of the bot; its first one came in time".into(),
        _ => format!("line {} of the bot; {said} came in time", said + 1),
    }
}

fn finding(played: &Played, fault: &Fault, line: usize) -> Finding {
    let breach = in_line(fault, played.record.transcript.as_bytes(), line);
    Finding::new(line, Culprit::Seat(played.case.seat, fault.kind), breach)
}

/// The command that plays the scenario of a game again, wherever the saved game is: a page may be read on another machine.
pub fn again(plan: &Plan, played: &Played) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    let quoted = |word: &String| match word.chars().all(is_plain) && !word.is_empty() {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let set = plan
        .settings
        .0
        .iter()
        .map(|(name, value)| format!("--set={name}={value}"));
    let before = [
        "check",
        plan.game.name(),
        "--only",
        played.case.scenario.name,
        "--seed",
    ]
    .map(str::to_string)
    .into_iter()
    .chain([plan.seed.to_string()])
    .chain(set);
    let mut words: Vec<String> = before.map(|word| quoted(&word)).collect();
    if !plan.command.is_empty() {
        words.push("--".into());
        words.extend(plan.command.iter().map(quoted));
    }
    format!("{} {}", program(), words.join(" "))
}

/// Helps for mending a fault, each with its name.
pub fn facts(
    plan: &Plan,
    played: &Played,
    fault: &Fault,
    line: usize,
) -> Vec<(&'static str, String)> {
    let source = Source::new("", played.record.transcript.as_bytes());
    let around = looked_at(plan, played, &source, &finding(played, fault, line), false);
    let mut facts = facts_of(plan, played, fault, &around, &source, line);
    facts.push(("again", again(plan, played)));
    facts
}

fn looked_at(
    plan: &Plan,
    played: &Played,
    source: &Source<'_>,
    finding: &Finding,
    colour: bool,
) -> Around {
    Journal::new(plan.game, &played.settings, source).around_one(finding, colour)
}

fn facts_of(
    plan: &Plan,
    played: &Played,
    fault: &Fault,
    around: &Around,
    source: &Source<'_>,
    line: usize,
) -> Vec<(&'static str, String)> {
    let is_unanswered = is_unanswered(fault, source, line);
    let mut facts: Vec<_> = in_its_words(plan.game, fault.kind).into_iter().collect();
    facts.push((
        "game",
        format!(
            "scenario {}: {}",
            plan.name_of(played.case),
            played.case.scenario.about
        ),
    ));
    // Who said nothing did not nearly say the right thing.
    let allowed = around.allowed.clone().filter(|_| !is_unanswered);
    facts.extend(is_unanswered.then(|| ("waited for", waited_for(played, line))));
    facts.extend(allowed.map(|allowed| ("allowed here", allowed)));
    facts.extend(around.advice.iter().cloned());
    let verdict = &played.record.verdict;
    let grounds = verdict.rests_on.iter().enumerate().filter(|(at, clause)| {
        // What is assumed of the time after the fault changes nothing about it.
        verdict.grounds.is_none_or(|grounds| *at < grounds) || **clause == fault.breach.clause
    });
    // Of the broken clause itself another note says that it is assumed.
    let clauses: Vec<&str> = grounds
        .filter(|(_, clause)| **clause != fault.breach.clause)
        .map(|(_, clause)| clause.id())
        .collect();
    if !clauses.is_empty() {
        facts.push((
            "depends on",
            format!("{}, which no document states", clauses.join(", ")),
        ));
    }
    facts.push(("clocks", clocks(played, fault)));
    facts.extend(stack(fault).map(|help| ("help", help)));
    facts.extend(stderr_tail(played).map(|stderr| ("stderr", stderr)));
    facts
}

/// Help where a wrong access of memory ended a program, which is also how a stack ends that overflows.
fn stack(fault: &Fault) -> Option<String> {
    let (text, numbers) = fault.breach.why.parts();
    let is_it = text.starts_with("signal ") && numbers.first() == Some(&SEGMENTATION);
    let limit = stack_limit().filter(|limit| is_it && limit != "unlimited")?;
    Some(format!(
        "a wrong access of memory, or a stack that is too small: it has {limit} here, and contests often give as much as the \
         memory limit; to try that, add `--stack 256`"
    ))
}

/// The number of SIGSEGV.
const SEGMENTATION: i64 = 11;

fn in_line(fault: &Fault, bytes: &[u8], line: usize) -> Breach {
    let raw = bytes
        .split(|&byte| byte == b'\n')
        .nth(line.saturating_sub(1))
        .unwrap_or_default();
    if raw.get(1) != Some(&b'>') {
        return Breach {
            span: Span::Whole,
            ..fault.breach
        };
    }
    let text = &raw[PREFIX.min(raw.len())..];
    let columns = fault
        .breach
        .span
        .columns(split_time(text).map_or(text, |(answer, _)| answer));
    Breach {
        span: Span::Columns(columns.start + PREFIX, columns.end + PREFIX),
        ..fault.breach
    }
}

fn clocks(played: &Played, fault: &Fault) -> String {
    let seat = played.case.seat.index();
    // Of a late answer its own note tells it.
    let spent = in_parts(
        played
            .slowest_spent()
            .filter(|_| fault.kind != FaultKind::Late),
    );
    let mut text = format!(
        "in this one game: slowest answer {} ms{spent}",
        played.slowest()
    );
    if let Some(usage) = &played.record.usage[seat] {
        let _ = write!(text, ", CPU {} ms{}", usage.cpu, peak(usage.peak));
    }
    text
}

/// Bytes, where they are known.
fn peak(bytes: u64) -> String {
    if bytes > 0 {
        format!(", peak memory {} MB", bytes.div_ceil(1 << 20))
    } else {
        String::new()
    }
}

/// Where the time of a long answer went.
fn in_parts(spent: Option<TimeSpent>) -> String {
    spent
        .filter(TimeSpent::is_long)
        .map_or(String::new(), |spent| format!(" ({})", spent.in_parts()))
}

fn stderr_tail(played: &Played) -> Option<String> {
    let usage = played.record.usage[played.case.seat.index()].as_ref()?;
    let text = String::from_utf8_lossy(&usage.stderr);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let shown = &lines[lines.len().saturating_sub(STDERR_LINES)..];
    (!shown.is_empty()).then(|| shown.join("\n"))
}

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
    games.sort_by_key(|(played, _, line)| (*line, played.choices.len()));
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
            scenarios(&failed) + if played > 0 { &rest } else { "" } + &notable(plan, summary)
        }
        Detail::Usual => {
            scenarios(&scenario_rows(plan, cases, summary))
                + &topics(plan, summary)
                + &notable(plan, summary)
                + &met::lines(plan, summary, detail)
        }
        Detail::Verbose => {
            scenarios(&scenario_rows(plan, cases, summary))
                + &clauses(plan, summary)
                + &met::lines(plan, summary, detail)
        }
    }
}

/// A scenario of a run.
pub struct ScenarioRow {
    /// Its name.
    pub name: &'static str,
    /// Games that the plan has of it.
    pub planned: u32,
    /// Games played.
    pub played: u32,
    /// Games in which a clause was broken.
    pub failed: u32,
    /// Its result, in words.
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

fn scenarios(rows: &[ScenarioRow]) -> String {
    let lines = rows
        .iter()
        .map(|of| row(of.name, [of.failed, of.played, of.planned], &of.result));
    let heading = row("scenario", ["failed", "played", "planned"], "result");
    heading + &lines.collect::<String>()
}

/// The games of a scenario that failed, were played and were planned.
fn row<N: std::fmt::Display>(
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

fn columns(name: &str, [passed, failed, warned, until, never]: [String; 5]) -> String {
    format!("  {name:<30} {passed:>8} {failed:>8} {warned:>8} {until:>24} {never:>14}\n")
}

fn heading(what: &str) -> String {
    columns(what, ClauseState::ALL.map(|state| state.to_string()))
}

fn line(name: &str, counts: [usize; 5]) -> String {
    columns(
        name,
        counts.map(|count| {
            if count == 0 {
                "·".to_string()
            } else {
                count.to_string()
            }
        }),
    )
}

/// Numbers of clauses by topic, the topics with broken clauses last.
fn topics(plan: &Plan, summary: &RunSummary) -> String {
    let mut topics: Vec<(String, [usize; 5])> = Vec::new();
    for entry in RunSummary::binding(plan.game) {
        let topic = entry
            .id
            .rsplit_once('.')
            .map_or(entry.id.as_str(), |(topic, _)| topic);
        let at = topics
            .iter()
            .position(|(name, _)| name == topic)
            .unwrap_or_else(|| {
                topics.push((topic.to_string(), [0; 5]));
                topics.len() - 1
            });
        topics[at].1[state(summary.tally(&entry.id)) as usize] += 1;
    }
    topics.sort_by_key(|(_, counts)| counts[ClauseState::Failed as usize] > 0);
    heading("clauses")
        + &topics
            .iter()
            .map(|(name, counts)| line(name, *counts))
            .collect::<String>()
}

/// The result of a clause in a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ClauseState {
    /// Put to the test and kept.
    Passed,
    /// Broken.
    Failed,
    /// Broken, and judges forgive it.
    Warned,
    /// Put to the test and kept, in each game until a fault of another clause ended it.
    UntilFault,
    /// Put to the test by no game.
    Never,
}

words!(ClauseState: Passed "passed", Failed "failed", Warned "warned", UntilFault "passed until the fault", Never "never came up");

/// How a report calls clauses of which the arena sees breaches alone.
const UNSEEN: &str = "could not look";

/// How a report calls a clause that was neither kept nor broken.
pub(super) fn untold(summary: &RunSummary, id: &str) -> &'static str {
    if is_unseen(summary, id) {
        UNSEEN
    } else {
        ClauseState::Never.word()
    }
}

fn is_unseen(summary: &RunSummary, id: &str) -> bool {
    summary.unseen.iter().any(|clause| clause.id() == id)
}

/// The result of a clause that was kept, broken and warned of in so many games.
pub fn state(tally: ClauseTally) -> ClauseState {
    match tally {
        ClauseTally { failed: 1.., .. } => ClauseState::Failed,
        ClauseTally { warned: 1.., .. } => ClauseState::Warned,
        ClauseTally { passed: 1.., .. } => ClauseState::Passed,
        ClauseTally {
            until_fault: 1.., ..
        } => ClauseState::UntilFault,
        _ => ClauseState::Never,
    }
}

/// A line a clause with the numbers of games, the broken ones last.
fn clauses(plan: &Plan, summary: &RunSummary) -> String {
    let mut entries: Vec<_> = RunSummary::binding(plan.game)
        .map(|entry| (entry, summary.tally(&entry.id)))
        .collect();
    entries.sort_by_key(|(_, tally)| state(*tally) == ClauseState::Failed);
    let lines = entries.iter().map(|(entry, tally)| {
        let never =
            usize::from(state(*tally) == ClauseState::Never && !is_unseen(summary, &entry.id));
        line(
            &entry.id,
            [
                tally.passed,
                tally.failed,
                tally.warned,
                tally.until_fault,
                never,
            ],
        )
    });
    heading("games by clause") + &lines.collect::<String>() + &unseen(plan, summary)
}

/// The clauses that this arena cannot say are kept, and why.
fn unseen(plan: &Plan, summary: &RunSummary) -> String {
    let untold =
        |id: &str| is_unseen(summary, id) && state(summary.tally(id)) == ClauseState::Never;
    let ids: Vec<&str> = RunSummary::binding(plan.game)
        .map(|entry| entry.id.as_str())
        .filter(|id| untold(id))
        .collect();
    if ids.is_empty() {
        String::new()
    } else {
        format!("  {UNSEEN}: {} ({})\n", ids.join(", "), kind::UNSEEN)
    }
}

/// The clauses that were not simply kept, by name; the broken ones last.
fn notable(plan: &Plan, summary: &RunSummary) -> String {
    let mut text = String::new();
    for wanted in [ClauseState::UntilFault, ClauseState::Never] {
        let found = RunSummary::binding(plan.game).filter(|entry| {
            state(summary.tally(&entry.id)) == wanted
                && (wanted != ClauseState::Never || !is_unseen(summary, &entry.id))
        });
        let mut ids: Vec<&str> = found.map(|entry| entry.id.as_str()).collect();
        let more = ids.split_off(ids.len().min(3)).len();
        let more = if more > 0 {
            format!(" and {more} more (--verbose)")
        } else {
            String::new()
        };
        if !ids.is_empty() {
            let _ = writeln!(text, "  {wanted}: {}{more}", ids.join(", "));
        }
    }
    text += &unseen(plan, summary);
    let warned = summary
        .clauses
        .iter()
        .map(|(clause, tally)| ("warned", clause, tally.warned));
    let broken = summary
        .clauses
        .iter()
        .map(|(clause, tally)| ("broken", clause, tally.failed));
    for (what, clause, games) in warned.chain(broken).filter(|(.., games)| *games > 0) {
        let _ = writeln!(
            text,
            "  {what}    {clause} in {games} of {} games",
            summary.games
        );
    }
    text
}

/// The clauses that were broken: by name, if they are few.
fn broken(summary: &RunSummary) -> String {
    let broken: Vec<&str> = summary.broken.iter().map(|clause| clause.id()).collect();
    match &broken[..] {
        [first] => first.to_string(),
        [first, second] => format!("{first} and {second}"),
        _ => count(broken.len(), "clause"),
    }
}

/// The one line that says all.
pub fn closing(plan: &Plan, summary: &RunSummary) -> String {
    let (games, failing) = (summary.games, summary.failing.len());
    let mut text = match summary.conclusion() {
        Conclusion::Unknown if games == 0 => "could not tell: no game was played".to_string(),
        Conclusion::Unknown if summary.unplayed.is_empty() => {
            format!(
                "could not tell: nothing failed in {}, and some were not judged",
                count(games, "game")
            )
        }
        Conclusion::Unknown => {
            let unplayed = summary
                .unplayed
                .iter()
                .copied()
                .collect::<Vec<_>>()
                .join(", ");
            let games = count(games, "game");
            format!(
                "could not tell: nothing failed in {games}, but these scenarios were not played: {unplayed}"
            )
        }
        Conclusion::Conforms => {
            let how = if plan.no_clock { " without clocks" } else { "" };
            format!(
                "conforms{how}: {}, {} kept",
                count(games, "game"),
                count(summary.kept(), "clause")
            )
        }
        Conclusion::Violates if summary.beyond_play == 0 => {
            format!(
                "right in protocol, weak in play: {failing} of {games} games are lost where a win is asked for"
            )
        }
        Conclusion::Violates => {
            let games = count(games, "game");
            format!("violates: {failing} of {games} break {}", broken(summary))
        }
    };
    if !summary.warned.is_empty() {
        let _ = write!(text, ", {} warned", summary.warned.len());
    }
    let slowest = if plan.no_clock {
        "played without clocks, so times were not checked".to_string()
    } else {
        slowest(plan, summary)
    };
    let _ = write!(text, "; {slowest}{}", peak(summary.peak));
    if let Some(why) = summary.searched.ended {
        let games = count(summary.searched.games as usize, "game");
        let _ = match why {
            SearchEnd::Time => write!(
                text,
                "; the time of the search was over after {games}: --search 60 looks longer"
            ),
            why => write!(text, "; the search had {games}: {why}"),
        };
    }
    if summary.stalls > 0 {
        let _ = write!(
            text,
            "; the machine held games up {} times, and they were played again",
            summary.stalls
        );
    }
    if let Some(why) = summary.skipped_why {
        let _ = write!(
            text,
            "; {} not played: {why}",
            count(summary.skipped, "game")
        );
    }
    for (case, why) in &summary.held_up {
        let name = plan.name_of(*case);
        let _ = write!(text, "\ncould not tell of scenario {name}: {why}");
    }
    text
}

/// Where to look first: clause, line and seat of the smallest failing game.
pub fn cause(plan: &Plan, summary: &RunSummary) -> Option<String> {
    let games = smallest(plan, summary);
    let (played, fault, line) = games.first()?;
    let others: Vec<&str> = games[1..]
        .iter()
        .map(|(_, fault, _)| fault.breach.clause.id())
        .collect();
    let also = if others.is_empty() {
        String::new()
    } else {
        format!("; also broken: {}", others.join(", "))
    };
    let by = match plan.is_alone(played.case) {
        true => String::new(),
        false => format!(" by seat {}", played.case.seat),
    };
    Some(format!(
        "{}: broken at line {line}{by}{also}",
        fault.breach.clause
    ))
}

/// The parameters that limit a first answer, whether it is called after the message that it answers, and those that limit a later one.
const LIMITS: [(&str, bool, &str); 2] =
    [("ready", true, "bank"), ("first-time", false, "turn-time")];

/// The word of the first message that a judge sends.
fn first_word(plan: &Plan) -> Option<String> {
    let mut text = String::new();
    let mut referee = plan.game.with(&plan.settings).ok()?.referee();
    referee.tell(&mut text)?;
    text.split([' ', '\n']).next().map(str::to_string)
}

/// The slowest answers, each with its own limit: where the first answer has one of its own, it is told apart.
fn slowest(plan: &Plan, summary: &RunSummary) -> String {
    let parameters = plan
        .game
        .with(&plan.settings)
        .map_or(Vec::new(), |variant| variant.parameters());
    let limit = |wanted: &str| {
        parameters
            .iter()
            .find(|(name, _)| *name == wanted)
            .map(|(_, limit)| limit.as_str())
    };
    let within = |time: Ms, limit: Option<&str>| {
        let spent = in_parts(summary.slowest_spent.filter(|_| time == summary.slowest));
        limit.map_or(format!("{time} ms{spent}"), |limit| {
            format!("{time} of {limit} ms{spent}")
        })
    };
    let own = LIMITS
        .iter()
        .find_map(|(first, called, later)| Some((limit(first)?, called, limit(later)?)));
    match (own, summary.apart) {
        (Some((ready, is_named, bank)), [Some(first), later]) => {
            let called = is_named.then(|| first_word(plan)).flatten();
            let called = called.unwrap_or("first answer".into());
            let later =
                later.map(|later| format!("slowest answer of all {}; ", within(later, Some(bank))));
            format!(
                "{}{called} {}",
                later.unwrap_or_default(),
                within(first, Some(ready))
            )
        }
        _ => format!(
            "slowest answer of all {}",
            within(summary.slowest, limit("bank"))
        ),
    }
}
