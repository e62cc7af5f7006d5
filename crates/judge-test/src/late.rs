//! A seat that the judge calls late, though its bot is quick by intention: was the bot slow, the machine, or is the judge wrong?

use super::joined_log;
use super::match_log::MatchLog;
use super::steered_bot::LastFault;
use super::{Doubt, Duty, Judgement, MatchKind, MatchRun, Quirk};
use std::time::Duration;
use stickler::explain::{Culprit, Finding, validate};
use stickler::game::{Seat, Seats};
use stickler::games::erased::AnyGame;
use stickler::referee::FaultKind;

/// A delay as short as this explains nothing.
pub(crate) const HELD_UP: Duration = Duration::from_millis(100);

/// Seats that the judge calls late, though their bots are quick by intention.
pub(crate) fn called_late(
    game: &dyn AnyGame,
    went: &MatchRun,
    duty: Duty,
    played: &MatchKind,
) -> Seats {
    // A bot with a quirk may wait for the judge because of it. A bot that is to crash crashes at once, if the machine lets it.
    let may_be_slow = match played {
        MatchKind::Quirk(quirk, _) => *quirk != Quirk::LongThought,
        MatchKind::Fault(..) | MatchKind::LastAnswer(..) | MatchKind::Overdraws(_) => match duty {
            // In some games a crash has the word of a late answer, so this verdict is the right one.
            Duty::Must(Some(kind)) => game.word(kind) == game.word(FaultKind::Late),
            Duty::Must(None) | Duty::May(_) => true,
            Duty::Nobody | Duty::Told => false,
        },
        _ => false,
    };
    let is_planned = |seat: Seat| may_be_slow && played.seat() == Some(seat);
    let seats = Seats::first(went.taps.len()).iter();
    seats
        .filter(|seat| went.is_called_late(game, *seat) && !is_planned(*seat))
        .collect()
}

/// Notes in the judgement that one of these seats may have been late indeed. True where its bot was, and so nothing can be told.
pub(crate) fn doubts(
    log: &MatchLog<'_>,
    called_late: Seats,
    played: &MatchKind,
    judgement: &mut Judgement,
) -> bool {
    let went = log.went;
    let slow_bot = |held_up| slow_bot(log, called_late, played, held_up);
    if let Some(seat) = slow_bot(went.held_up) {
        let late = log.game.word(FaultKind::Late);
        let why = format!(
            "it says {late} of seat {seat}, whose bot, one of stickler's own, was slow or held up: give the judge and stickler \
             (--set) longer times"
        );
        judgement.unknown.push(why);
        judgement.doubt = Doubt::HeldUp;
        return true;
    }
    let taps: Vec<(Seat, &str)> = went.logs().collect();
    let gap = Duration::from_millis(joined_log::longest_gap(&taps, went.over));
    let has_unanswered = || {
        let late = taps.iter().filter(|(seat, _)| called_late.contains(*seat));
        late.into_iter().any(|(seat, tap)| !is_answered(*seat, tap))
    };
    let may_have_stood_still = gap > HELD_UP && (has_unanswered() || slow_bot(gap).is_some());
    if judgement.doubt == Doubt::None && may_have_stood_still {
        judgement.doubt = Doubt::Unseen;
    }
    false
}

/// One of these seats whose bot was late by its tap, or could have been by the judge's clock, if the judge was held up for so long.
fn slow_bot(log: &MatchLog<'_>, of: Seats, played: &MatchKind, held_up: Duration) -> Option<Seat> {
    let held_up = held_up.as_millis() as u64;
    let was_late = |seat: Seat| {
        // A bot with a fault may end by itself, long before the judge does.
        let own_end =
            |tap: &str| joined_log::ended_at(seat, tap).filter(|_| is_at_fault(played, seat));
        // A time of another seat, which the judge did not call late, must not end the game.
        let text = log.changed(&|by, tap| match by == seat {
            true => joined_log::timed(by, tap, own_end(tap).unwrap_or(log.went.over), held_up),
            false => joined_log::untimed(by, tap),
        });
        let is_late = |found: &Finding| found.culprit == Culprit::Seat(seat, FaultKind::Late);
        validate(log.game, log.settings, text.as_bytes())
            .is_ok_and(|checked| checked.findings.iter().any(is_late))
    };
    // The judge may have written an ask that the tap had no time to read: no log shows it.
    let may_be_unread = |seat: Seat| {
        log.untimed().is_some_and(|referee| {
            let ask = referee.awaits().ask(seat).copied();
            ask.is_some_and(|ask| ask.budget.0 <= held_up + joined_log::MEASURED)
        })
    };
    of.iter()
        .find(|&seat| was_late(seat) || may_be_unread(seat))
}

fn is_at_fault(played: &MatchKind, seat: Seat) -> bool {
    match played {
        MatchKind::Fault(_, at) | MatchKind::LastAnswer(LastFault::Crash, at) => *at == seat,
        _ => false,
    }
}

/// True where the last thing between judge and bot is the bot's answer.
fn is_answered(seat: Seat, tap: &str) -> bool {
    let [said, told] = ['>', '<'].map(|way| format!("{seat}{way} "));
    tap.lines()
        .rfind(|line| line.starts_with(&said) || line.starts_with(&told))
        .is_some_and(|line| line.starts_with(&said))
}

#[cfg(test)]
pub(crate) mod tests;
