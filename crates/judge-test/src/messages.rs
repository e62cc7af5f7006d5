//! The judge's messages, held against the protocol.

use super::joined_log::{Order, STAMP, untimed};
use super::match_log::MatchLog;
use super::owed_verdict::blamed;
use super::{JudgeFault, Judgement, Tells, is_decided};
use std::collections::BTreeSet;
use stickler::clause::{Breach, Clause};
use stickler::explain::{Checked, Culprit, Extent, Finding, validate};
use stickler::game::{Outcome, Seat};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::wire::JUDGE_FORM;
use stickler_arena::tap::{CUT, HEARD};

/// Checks every message. Returns how the match ended, if all kept the rules. `is_whole`: no seat was to fail, so the match goes to
/// its end.
pub(crate) fn checked(
    log: &MatchLog<'_>,
    is_whole: bool,
    judgement: &mut Judgement,
) -> Option<Outcome> {
    for (seat, tap) in log.went.logs() {
        let fault = to_one_seat(log, seat, tap, is_whole, judgement);
        judgement.wrong.extend(fault);
    }
    if !judgement.wrong.is_empty() {
        return None;
    }
    if !is_whole {
        let stopped = stops_after_a_lost_game(log).then(|| JudgeFault {
            because: Some("a lost game does not end the run".into()),
            ..cut_off(log)
        });
        judgement.wrong.extend(stopped);
        return None;
    }
    let mut shown = None;
    // A fault must show in every order of the lines that passed at nearly the same time.
    for order in [Order::Stamps, Order::Whole] {
        let (text, checked) = match order {
            Order::Stamps => (log.text.clone(), log.checked.clone()?),
            Order::Whole => {
                let text = log.in_order(order);
                let checked = validate(log.game, log.settings, text.as_bytes()).ok()?;
                (text, checked)
            }
        };
        judgement.excused.extend(excused(&checked));
        let Some(found) = by_judge(&checked) else {
            if ends_too_soon(log, &checked) {
                judgement.wrong.push(cut_off(log));
            }
            if checked.findings.is_empty() {
                let orders = [Order::Stamps, Order::Whole].map(|order| log.in_order(order));
                judgement.kept = BTreeSet::from(orders);
            }
            return checked
                .verdict
                .outcome
                .filter(|_| checked.findings.is_empty());
        };
        shown = shown.or(Some((text, found)));
    }
    let (text, found) = shown?;
    if let Some(fault) = of_no_failure(log, log.checked.as_ref()?, &found) {
        judgement.wrong.push(fault);
        return None;
    }
    let what = format!("{} is broken: {}", found.breach.clause, found.breach.why);
    judgement.wrong.push(JudgeFault {
        shown: Some((text, found)),
        tells: Tells::Last,
        ..JudgeFault::unshown(what)
    });
    None
}

/// The first message that breaks a clause which must be kept.
fn first_by_judge(checked: &Checked) -> Option<Finding> {
    let is_by_judge =
        |found: &&Finding| found.culprit == Culprit::Judge && found.breach.clause.is_must();
    checked.findings.iter().find(is_by_judge).copied()
}

/// The first finding against the judge, if nothing excuses it.
fn by_judge(checked: &Checked) -> Option<Finding> {
    first_by_judge(checked).filter(|found| checked.is_certain(found))
}

/// True where the judge breaks a clause under these values in each order of a match that [`Judgement::kept`] has, and nothing excuses
/// it.
pub fn is_broken_with(game: &dyn AnyGame, settings: &Settings, kept: &BTreeSet<String>) -> bool {
    let is_broken = |log: &String| {
        validate(game, settings, log.as_bytes()).is_ok_and(|checked| by_judge(&checked).is_some())
    };
    !kept.is_empty() && kept.iter().all(is_broken)
}

/// The clause of that message, and the values of parameters that excuse it.
fn excused(checked: &Checked) -> Option<(Clause, Settings)> {
    let found = first_by_judge(checked)?;
    let excuse = checked.excuse_of(&found)?;
    let is_of_values =
        !excuse.set.0.is_empty() && excuse.untold.is_none() && excuse.lacks.is_none();
    is_of_values.then(|| (found.breach.clause, excuse.set.clone()))
}

/// The fault of the messages to this seat, as its tap alone shows it.
fn to_one_seat(
    log: &MatchLog<'_>,
    seat: Seat,
    tap: &str,
    is_whole: bool,
    judgement: &mut Judgement,
) -> Option<JudgeFault> {
    let tap = without_stamps(tap);
    let checked = validate(log.game, log.settings, tap.as_bytes()).ok()?;
    if is_whole {
        judgement.excused.extend(excused(&checked));
    }
    let found = by_judge(&checked)?;
    // A seat that failed and the judge may read the failing answer in different ways.
    let is_failure = |found: &&Finding| matches!(found.culprit, Culprit::Seat(_, kind) if !matches!(kind, FaultKind::Habit | FaultKind::Lost));
    let failed = checked.findings.iter().find(is_failure);
    if failed.is_some_and(|failed| failed.line <= found.line) {
        return None;
    }
    // If another seat fails, a judge may end the game sooner or later; how its lines are written has nothing to do with it.
    let is_told = |(line, _): &(&str, usize)| line.starts_with(&format!("{seat}< "));
    let last = tap.lines().zip(1..).filter(is_told).last();
    let is_end = !is_whole
        && log.went.taps.len() > 1
        && last.is_some_and(|(text, last)| found.line == last && !is_ask(seat, &tap, text))
        && !found.breach.clause.id().starts_with("wire.");
    if is_whole && let Some(fault) = of_no_failure(log, &checked, &found) {
        return Some(fault);
    }
    // A seat alone does not know what the other hides: the log of all seats tells which of two messages is the wrong one.
    let of_all = log.checked.as_ref().and_then(by_judge);
    if is_whole && of_all.is_some_and(|other| comes_before(log, &tap, &found, &other)) {
        return None;
    }
    let what = format!(
        "seat {seat} was told what {} forbids: {}",
        found.breach.clause, found.breach.why
    );
    (!is_end).then_some(JudgeFault {
        shown: Some((tap, found)),
        tells: Tells::Last,
        ..JudgeFault::unshown(what)
    })
}

/// True where the line of what this tap alone shows comes before what the log of all seats shows.
fn comes_before(log: &MatchLog<'_>, tap: &str, found: &Finding, other: &Finding) -> bool {
    let Some(text) = tap.lines().nth(found.line.saturating_sub(1)) else {
        return false;
    };
    let before = tap.lines().take(found.line.saturating_sub(1));
    let number = before.filter(|line| *line == text).count();
    let mut all = log.text.lines().zip(1..).filter(|(line, _)| *line == text);
    all.nth(number).is_some_and(|(_, at)| at < other.line)
}

/// True where an earlier message with the first word of this one was answered at once.
fn is_ask(seat: Seat, tap: &str, text: &str) -> bool {
    let word = |line: &str| line.split(' ').nth(1).map(str::to_string);
    let said = format!("{seat}> ");
    let pairs = tap.lines().zip(tap.lines().skip(1));
    { pairs }.any(|(line, next)| word(line) == word(text) && next.starts_with(&said))
}

/// The fault of a judge whose message only a seat's failure explains, where that seat's bot ended well and the judge itself blames it
/// for nothing.
fn of_no_failure(log: &MatchLog<'_>, checked: &Checked, found: &Finding) -> Option<JudgeFault> {
    let is_well = |seat: &Seat| {
        let tap = log.went.taps.get(seat.index());
        let tap = tap.and_then(|tap| tap.as_deref()).unwrap_or_default();
        blamed(log.game, log.went, *seat).is_none()
            && log.went.said.words.contains_key(&seat.0)
            && has_heard_all(tap)
    };
    let faults = checked.verdict.faults.iter().map(|fault| fault.seat);
    let seat = { faults }
        .find(is_well)
        .filter(|_| found.breach.clause.is_assumed())?;
    Some(JudgeFault::unshown(format!(
        "its messages are right only if seat {seat} failed, which it says nothing of: {}",
        found.breach.why
    )))
}

/// True where the judge ended by itself, its bots had read all that it sent, and a seat was not told the end of the game.
fn ends_too_soon(log: &MatchLog<'_>, checked: &Checked) -> bool {
    let is_quiet = |seat: Seat| log.due(seat).is_none();
    let has_untold = log.went.logs().any(|(seat, _)| !is_quiet(seat));
    checked.findings.is_empty()
        && checked.extent != Extent::Whole
        && (log.went.logs()).all(|(seat, tap)| has_heard_all(tap) || has_untold && is_quiet(seat))
        && log.went.ended_after.is_none()
        && log.went.failed.is_none()
}

/// True where nothing ended the match but that a seat lost a game of a run, after which the run goes on.
fn stops_after_a_lost_game(log: &MatchLog<'_>) -> bool {
    let Some(checked) = &log.checked else {
        return false;
    };
    let went = log.went;
    // A judge may refuse what contests forgive, and a game that tells nobody its end then just stops.
    let is_lost = |found: &Finding| match found.culprit {
        Culprit::Seat(_, FaultKind::Lost) => true,
        Culprit::Seat(seat, FaultKind::Habit) => blamed(log.game, went, seat).is_none(),
        _ => false,
    };
    let ended_well =
        |(seat, tap): (Seat, &str)| has_heard_all(tap) && !went.is_called_late(log.game, seat);
    !checked.findings.is_empty()
        && checked.findings.iter().all(is_lost)
        && checked.extent != Extent::Whole
        && went.logs().all(ended_well)
        && went.ended_after.is_none()
        && went.out_of_time.is_none()
        && went.failed.is_none()
}

/// True where this tap or its bot has read all that the judge sent.
fn has_heard_all(tap: &str) -> bool {
    let note = format!("# {HEARD}");
    tap.lines()
        .any(|line| line.get(1..) == Some("! exit 0") || line == note)
}

/// The fault of a judge that ends too soon: in the middle of a line, or without a message that is due.
fn cut_off(log: &MatchLog<'_>) -> JudgeFault {
    let mark = format!("# {CUT}");
    for (seat, tap) in log.went.logs() {
        let Some(rest) = tap.lines().find_map(|line| line.strip_prefix(&mark)) else {
            continue;
        };
        let text = format!("{}{seat}< {rest}\n", log.text);
        let breach = Breach::new(JUDGE_FORM, "no newline ends this message");
        let finding = Finding::new(text.lines().count(), Culprit::Judge, breach);
        let due = log.due(seat);
        let due = due.map_or(String::new(), |text| format!(", where {text} is due"));
        return JudgeFault {
            shown: Some((text, finding)),
            ..JudgeFault::unshown(format!(
                "its last line to seat {seat} is cut off: {rest}, without a newline{due}"
            ))
        };
    }
    let mut seats = log.went.logs().map(|(seat, _)| seat);
    let untold = seats.find_map(|seat| Some((seat, log.due(seat)?)));
    let broken = untold.as_ref().and_then(|(seat, _)| log.left_out(*seat));
    let untold = untold.map(|(seat, text)| format!(": seat {seat} was not told {text}"));
    let clause = broken.map(|clause| format!(" ({clause})"));
    JudgeFault {
        broken,
        tells: Tells::Last,
        because: log.why_over(),
        ..JudgeFault::unshown(format!(
            "it ended before every seat was told the end of the game{}{}",
            untold.unwrap_or_default(),
            clause.unwrap_or_default()
        ))
    }
}

/// Notes the fault of a judge that went on after an answer which this bot, by its tap, saw to be illegal. False where no answer was: a
/// lost game of a run is none.
pub(crate) fn went_on(log: &MatchLog<'_>, tap: &str, judgement: &mut Judgement) -> bool {
    let tap = without_stamps(tap);
    let checked = validate(log.game, log.settings, tap.as_bytes());
    let findings = || checked.iter().flat_map(|checked| &checked.findings);
    // The end of the bot, which is its own, comes after a message that it could not read.
    let mut earlier = findings().take_while(|found| found.culprit != Culprit::Judge);
    let failed = earlier.find_map(|found| match found.culprit {
        Culprit::Seat(_, FaultKind::Lost) => None,
        Culprit::Seat(seat, _) => Some((seat, found)),
        _ => None,
    });
    let Some((seat, failed)) = failed else {
        return false;
    };
    let (line, breach) = (failed.line, failed.breach);
    let after = format!(
        "line {line} of seat {seat} breaks {}: {}",
        breach.clause, breach.why
    );
    if !is_decided(breach.clause) {
        let what = format!("it went on after an answer: {after}");
        judgement.warned.push((breach.clause, what));
        return true;
    }
    judgement.let_pass = true;
    judgement.tried.insert(breach.clause);
    let found = findings().find(|found| found.culprit == Culprit::Judge);
    judgement.wrong.push(JudgeFault {
        shown: found.map(|found| (tap.clone(), *found)),
        broken: Some(breach.clause),
        ..JudgeFault::unshown(format!("it went on after an illegal answer: {after}"))
    });
    true
}

/// How many lines after a second line may be the ask that the judge takes it for an answer to.
const NEXT_ASK: usize = 4;

/// True where the judge has taken the second of two lines that this seat wrote at once for its next answer: read so, the log goes
/// on after that line, and no message in it is wrong.
pub(crate) fn takes_second_line(log: &MatchLog<'_>, seat: Seat) -> bool {
    let tap = log.went.taps[seat.index()].as_deref().unwrap_or_default();
    // A tap that was held up stamps a message later than what follows from it.
    let told = |(by, tap): (Seat, &str)| stamps_of_told(by, tap);
    let others = log.went.logs().filter(|(by, _)| *by != seat);
    let since = stamp_of_last_answer(seat, tap);
    let mut moments: Vec<u64> = others.flat_map(told).filter(|at| *at > since).collect();
    moments.sort_unstable();
    moments.truncate(MOMENTS);
    let moments = || std::iter::once(None).chain(moments.iter().map(|at| Some(at - 1)));
    let later = |place| moments().map(move |at| with_second_line_later(seat, tap, place, at));
    let ways = (1..=NEXT_ASK).flat_map(later).flatten();
    { ways }.any(|own| {
        let text = log.changed(&|by, tap| match by == seat {
            true => untimed(by, &own),
            false => untimed(by, tap),
        });
        let said = format!("{seat}> ");
        let lines: Vec<&str> = text.lines().collect();
        let second = lines.iter().rposition(|line| line.starts_with(&said));
        let is_told = |line: &&str| line.get(1..3) == Some("< ");
        let next = second.and_then(|at| lines[at..].iter().position(is_told).map(|on| at + on + 1));
        let Some(next) = next else { return false };
        let is_late = |found: &Finding| found.line > next;
        validate(log.game, log.settings, text.as_bytes())
            .is_ok_and(|checked| checked.findings.iter().all(is_late))
    })
}

/// How many moments are tried at which the ask can have passed.
const MOMENTS: usize = 3;

/// The stamps of what this seat was told.
fn stamps_of_told(seat: Seat, tap: &str) -> Vec<u64> {
    let told = format!("{seat}< ");
    let mut stamps = Vec::new();
    let mut at = 0;
    for line in tap.lines() {
        match line.strip_prefix(STAMP) {
            Some(stamp) => at = stamp.parse().unwrap_or(0),
            None if line.starts_with(&told) => stamps.push(at),
            None => {}
        }
    }
    stamps
}

fn stamp_of_last_answer(seat: Seat, tap: &str) -> u64 {
    let said = format!("{seat}> ");
    let mut lines = tap
        .lines()
        .rev()
        .skip_while(|line| !line.starts_with(&said));
    let stamp = lines.find_map(|line| line.strip_prefix(STAMP));
    stamp.and_then(|stamp| stamp.parse().ok()).unwrap_or(0)
}

/// The log of this tap with its last answer after so many of the lines that were told after it, which passed at this moment;
/// `None`: there are fewer.
fn with_second_line_later(seat: Seat, tap: &str, place: usize, at: Option<u64>) -> Option<String> {
    let (said, told) = (format!("{seat}> "), format!("{seat}< "));
    let lines: Vec<&str> = tap.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with(&said))?;
    let mut later = (last + 1..lines.len()).filter(|&at| lines[at].starts_with(&told));
    let ask = later.nth(place - 1)?;
    let answer = lines[last];
    let stamp = at.map(|at| format!("{STAMP}{at}"));
    let stamped = |line: &&str| match &stamp {
        Some(stamp) if line.starts_with(STAMP) => stamp.clone(),
        _ => (*line).to_string(),
    };
    let mut moved: Vec<String> = lines[..last]
        .iter()
        .map(|line| (*line).to_string())
        .collect();
    moved.extend(lines[last + 1..=ask].iter().map(stamped));
    moved.push(answer.to_string());
    moved.extend(lines[ask + 1..].iter().map(|line| (*line).to_string()));
    Some(moved.join("\n") + "\n")
}

fn without_stamps(tap: &str) -> String {
    tap.split_inclusive('\n')
        .filter(|line| !line.starts_with(STAMP))
        .collect()
}
