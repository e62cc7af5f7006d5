//! The judge's messages, held against the protocol.

use super::joined_log::{Order, STAMP};
use super::match_log::MatchLog;
use super::{JudgeFault, Judgement, is_decided};
use stickler::clause::Breach;
use stickler::explain::{Checked, Culprit, Extent, Finding, validate};
use stickler::game::{Outcome, Seat};
use stickler::referee::FaultKind;
use stickler::wire::JUDGE_FORM;
use stickler_arena::tap::CUT;

/// Checks every message. Returns how the match ended, if all kept the rules. `is_whole`: no seat was to fail, so the match goes to
/// its end.
pub(crate) fn checked(
    log: &MatchLog<'_>,
    is_whole: bool,
    judgement: &mut Judgement,
) -> Option<Outcome> {
    let taps = log.went.logs();
    let faults = taps.filter_map(|(seat, tap)| to_one_seat(log, seat, tap, is_whole));
    judgement.wrong.extend(faults);
    if !is_whole || !judgement.wrong.is_empty() {
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
        let Some(found) = by_judge(&checked) else {
            if ends_too_soon(log, &checked) {
                judgement.wrong.push(cut_off(log));
            }
            return checked
                .verdict
                .outcome
                .filter(|_| checked.findings.is_empty());
        };
        shown = shown.or(Some((text, found)));
    }
    let (text, found) = shown?;
    let what = format!("{} is broken: {}", found.breach.clause, found.breach.why);
    judgement.wrong.push(JudgeFault {
        what,
        because: None,
        shown: Some((text, found)),
    });
    None
}

/// The first message that breaks a clause which must be kept, and that nothing excuses.
fn by_judge(checked: &Checked) -> Option<Finding> {
    let is_by_judge =
        |found: &&Finding| found.culprit == Culprit::Judge && found.breach.clause.is_must();
    let first = checked.findings.iter().find(is_by_judge).copied();
    first.filter(|found| checked.is_certain(found))
}

/// The fault of the messages to this seat, as its tap alone shows it.
fn to_one_seat(log: &MatchLog<'_>, seat: Seat, tap: &str, is_whole: bool) -> Option<JudgeFault> {
    let tap = without_stamps(tap);
    let checked = validate(log.game, log.settings, tap.as_bytes()).ok()?;
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
        && last.is_some_and(|(_, last)| found.line == last)
        && !found.breach.clause.id().starts_with("wire.");
    let what = format!(
        "seat {seat} was told what {} forbids: {}",
        found.breach.clause, found.breach.why
    );
    (!is_end).then_some(JudgeFault {
        what,
        because: None,
        shown: Some((tap, found)),
    })
}

/// True where the bots ended well, and a seat was not told the end of the game.
fn ends_too_soon(log: &MatchLog<'_>, checked: &Checked) -> bool {
    let is_recorded = |tap: &str| tap.lines().any(|line| line.get(1..) == Some("! exit 0"));
    checked.findings.is_empty()
        && checked.extent != Extent::Whole
        && log.went.logs().all(|(_, tap)| is_recorded(tap))
        && log.went.ended_after.is_none()
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
            what: format!(
                "its last line to seat {seat} is cut off: {rest}, without a newline{due}"
            ),
            because: None,
            shown: Some((text, finding)),
        };
    }
    let mut seats = log.went.logs().map(|(seat, _)| seat);
    let untold = seats.find_map(|seat| Some((seat, log.due(seat)?)));
    let untold = untold.map(|(seat, text)| format!(": seat {seat} was not told {text}"));
    JudgeFault::unshown(format!(
        "it ended before every seat was told the end of the game{}",
        untold.unwrap_or_default()
    ))
}

/// Notes the fault of a judge that went on after an answer which this bot, by its tap, saw to be illegal.
pub(crate) fn went_on(log: &MatchLog<'_>, tap: &str, judgement: &mut Judgement) {
    let tap = without_stamps(tap);
    let checked = validate(log.game, log.settings, tap.as_bytes());
    let findings = || checked.iter().flat_map(|checked| &checked.findings);
    let failed = findings().find_map(|found| match found.culprit {
        Culprit::Seat(seat, _) => Some((seat, found)),
        _ => None,
    });
    let after = failed.map_or(String::new(), |(seat, found)| {
        let (line, breach) = (found.line, found.breach);
        format!(
            ": line {line} of seat {seat} breaks {}: {}",
            breach.clause, breach.why
        )
    });
    match failed.map(|(_, found)| found.breach.clause) {
        Some(clause) if !is_decided(clause) => judgement
            .warned
            .push((clause, format!("it went on after an answer{after}"))),
        clause => {
            judgement.let_pass = true;
            judgement.tried.extend(clause);
            let found = findings().find(|found| found.culprit == Culprit::Judge);
            judgement.wrong.push(JudgeFault {
                what: format!("it went on after an illegal answer{after}"),
                because: None,
                shown: found.map(|found| (tap.clone(), *found)),
            });
        }
    }
}

fn without_stamps(tap: &str) -> String {
    tap.split_inclusive('\n')
        .filter(|line| !line.starts_with(STAMP))
        .collect()
}
