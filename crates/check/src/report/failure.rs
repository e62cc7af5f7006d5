//! A failing game in full: the fault with its lines, the board, and what helps to fix it.

use super::closing_line::{in_parts, peak};
use crate::bot::{Plan, Played};
use std::borrow::Cow;
use std::fmt::Write;
use stickler::clause::{Breach, Span};
use stickler::explain::{Culprit, Finding};
use stickler::referee::{Fault, FaultKind};
use stickler::report::diagnostic::{Diagnosis, Source, program};
use stickler::report::evidence::Evidence;
use stickler::report::file_report::in_its_words;
use stickler::report::journal::{Around, Journal};
use stickler::transcript::line::split_time;
use stickler::transcript::{PREFIX, Transcript};
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
    let journal = Journal::new(plan.game, &played.settings, &source);
    let around = journal.around_one(&finding, colour);
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

/// The command that plays a game again from a file of this name in the current folder. Without a command of a bot there is nothing to
/// play it with: then it plays the scenario.
pub fn again(plan: &Plan, played: &Played, file: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    let quoted = |word: &String| match word.chars().all(is_plain) && !word.is_empty() {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let words: Vec<String> = if plan.command.is_empty() {
        let (game, scenario) = (plan.game.name(), played.case.scenario.name);
        let seed = plan.seed.to_string();
        let check = ["check", game, "--only", scenario, "--seed", &seed].map(str::to_string);
        let set = plan.settings.0.iter();
        let set = set.map(|(name, value)| format!("--set={name}={value}"));
        check.into_iter().chain(set).collect()
    } else {
        let clock = plan.no_clock.then_some("--no-clock");
        let replay = ["replay", file].into_iter().chain(clock).chain(["--"]);
        let command = plan.command.iter().cloned();
        replay.map(str::to_string).chain(command).collect()
    };
    let words: Vec<String> = words.iter().map(quoted).collect();
    format!("{} {}", program(), words.join(" "))
}

/// Helps for fixing a fault, each with its name.
pub fn facts(
    plan: &Plan,
    played: &Played,
    fault: &Fault,
    line: usize,
) -> Vec<(&'static str, String)> {
    let source = Source::new("", played.record.transcript.as_bytes());
    let journal = Journal::new(plan.game, &played.settings, &source);
    let around = journal.advice(&finding(played, fault, line));
    facts_of(plan, played, fault, &around, &source, line)
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
    facts.extend(stderr_shown(played).map(|stderr| ("stderr", stderr)));
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

/// The standard error of the bot, as far as it was kept, and how many bytes before it were not.
fn stderr(played: &Played) -> Option<(Cow<'_, str>, u64)> {
    let usage = played.record.usage[played.case.seat.index()].as_ref()?;
    let lost = usage.stderr_total.saturating_sub(usage.stderr.len() as u64);
    Some((String::from_utf8_lossy(&usage.stderr), lost))
}

fn stderr_shown(played: &Played) -> Option<String> {
    let (text, lost) = stderr(played)?;
    cause_and_end(&text, lost)
}

/// The line that stands for the bytes that were not kept.
fn gap(lost: u64) -> Option<String> {
    (lost > 0).then(|| format!("… {lost} bytes …"))
}

fn lines_with_text(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines.filter(|line| !line.trim().is_empty()).collect()
}

/// The standard error of the bot, where a report shows a part of it; of a flood the end alone is kept.
pub fn long_stderr(played: &Played) -> Option<String> {
    let (text, lost) = stderr(played)?;
    let before = gap(lost).map_or(String::new(), |gap| gap + "\n");
    (lines_with_text(&text).len() > STDERR_LINES).then(|| before + &text)
}

/// The lines that tell why a program ended, if there are any, and the last ones; so many bytes before these are lost.
fn cause_and_end(text: &str, lost: u64) -> Option<String> {
    let lines = lines_with_text(text);
    let last = lines.len().saturating_sub(STDERR_LINES);
    let is_cause = |line: &&str| CAUSES.iter().any(|word| line.contains(word));
    // A panic of Rust begins with its cause, and its backtrace may be long.
    let from = lines[..last].iter().position(is_cause).unwrap_or(last);
    let until = (from + CAUSE_LINES).min(last);
    let mut shown: Vec<String> = gap(lost).into_iter().collect();
    let more = |lines: usize| (lines > 0).then(|| format!("… {lines} more …"));
    shown.extend(more(from));
    shown.extend(lines[from..until].iter().map(ToString::to_string));
    shown.extend(more(last - until));
    shown.extend(lines[last..].iter().map(ToString::to_string));
    (!lines.is_empty()).then(|| shown.join("\n"))
}

/// Words of a line that tells why a program ended.
const CAUSES: [&str; 8] = [
    "panicked at",
    "Error",
    "error:",
    "FATAL",
    "fatal",
    "terminate called",
    "Assertion",
    "Exception",
];

/// How many lines of the cause are shown: Rust writes the reason below the place.
const CAUSE_LINES: usize = 2;

#[cfg(test)]
mod tests {
    use super::cause_and_end;

    #[test]
    fn the_cause_is_shown_before_the_end() {
        let few = "one\n\ntwo\n";
        assert_eq!(cause_and_end(few, 0).as_deref(), Some("one\ntwo"));
        assert_eq!(cause_and_end("\n", 0), None);
        let frames: String = (0..20).map(|at| format!("  {at}: frame\n")).collect();
        let panic = format!(
            "debug\nthread 'main' panicked at src/main.rs:7:5:\nindex out of bounds\n{frames}"
        );
        let shown = cause_and_end(&panic, 0).expect("text");
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "… 1 more …",
                "thread 'main' panicked at src/main.rs:7:5:",
                "index out of bounds",
                "… 12 more …"
            ]
        );
        assert_eq!((lines.len(), lines[11]), (12, "  19: frame"));
        // What names no cause shows its end, and how much is omitted.
        let shown = cause_and_end(&frames, 70_000).expect("text");
        assert!(
            shown.starts_with("… 70000 bytes …\n… 12 more …\n  12: frame"),
            "{shown}"
        );
    }
}
