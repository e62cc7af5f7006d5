//! The time that a judge takes off a bank, held against the time that its answers took.
//!
//! A bot runs inside our tap, inside the time that the judge measures. So the judge's time is no shorter than the tap's, but for what
//! lies between the judge's message and the start of its clock, and longer only by what the judge itself takes.

use super::joined_log::STAMP;
use super::match_log::MatchLog;
use super::{Doubt, JudgeFault, Judgement, Tells};
use std::time::Duration;
use stickler::explain::{Culprit, Finding, validate};
use stickler::game::Seat;
use stickler::games::erased::AnyReferee;

/// How much less or more than the tap a judge may measure, in milliseconds: once, and for each answer.
pub(crate) const LESS: [u64; 2] = [60, 3];
const MORE: [u64; 2] = [500, 20];

/// The loss of a bank between two messages that show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Charge {
    seat: Seat,
    /// The milliseconds that the bank lost by the messages; less than 0 where it grew.
    lost: i64,
    /// The milliseconds that the answers took by the tap.
    took: u64,
    /// The time from the first message that was due since the answer before.
    waited: u64,
    /// The number of the first of these answers among those of its seat, and how many there are.
    first: usize,
    answers: u64,
}

impl Charge {
    /// How many milliseconds the judge charged too little (less than 0) or too much, beyond what it may.
    fn error(&self) -> Option<i64> {
        let may = |most: [u64; 2]| (most[0] + most[1] * self.answers) as i64;
        let (took, waited) = (self.took as i64, self.waited as i64);
        match self.lost {
            lost if lost + may(LESS) < took => Some(lost - took),
            lost if lost > waited + may(MORE) => Some(lost - waited),
            _ => None,
        }
    }
}

/// The charges that one seat's messages show.
fn charges(referee: &dyn AnyReferee, seat: Seat, tap: &str) -> Vec<Charge> {
    let (told, said) = (format!("{seat}< "), format!("{seat}> "));
    let (mut stamp, mut since) = (0u64, None);
    let mut bank: Option<i64> = None;
    let none = Charge {
        seat,
        lost: 0,
        took: 0,
        waited: 0,
        first: 0,
        answers: 0,
    };
    let mut count = 0;
    let (mut open, mut found) = (none, Vec::new());
    for line in tap.lines() {
        if let Some(at) = line.strip_prefix(STAMP) {
            stamp = at.parse().unwrap_or(stamp);
        } else if let Some(text) = line.strip_prefix(&told) {
            since = since.or(Some(stamp));
            let Some(word) = referee.own_bank(seat, text.as_bytes()) else {
                continue;
            };
            let shown = text.split(' ').nth(word).and_then(|word| word.parse().ok());
            if let (Some(before), Some(now)) = (bank, shown) {
                let lost = before - now;
                found.push(Charge { lost, ..open });
            }
            bank = shown;
            open = Charge {
                first: count,
                ..none
            };
        } else if let Some(answer) = line.strip_prefix(&said) {
            let took = answer
                .rsplit_once(" @")
                .and_then(|(_, time)| time.strip_suffix("ms"));
            // An answer without its time: nothing can be said until the next bank.
            match took.and_then(|took| took.parse::<u64>().ok()) {
                Some(took) => open.took += took,
                None => bank = None,
            }
            let began = since.take().unwrap_or(stamp);
            open.waited += stamp.saturating_sub(began).div_ceil(1000);
            open.answers += 1;
            count += 1;
        }
    }
    found.retain(|charge| charge.answers > 0);
    found
}

/// The charges of a match.
fn all(log: &MatchLog<'_>) -> Vec<Charge> {
    let Ok(variant) = log.game.with(log.settings) else {
        return Vec::new();
    };
    let referee = variant.referee();
    let taps = log.went.logs();
    taps.flat_map(|(seat, tap)| charges(&*referee, seat, tap))
        .collect()
}

/// The milliseconds after which a judge whose clock is wrong shows that.
const ENOUGH: u64 = 250;

/// True where a message has shown a bank after an answer that took so long that a wrong clock is seen.
pub(crate) fn is_enough(log: &MatchLog<'_>) -> bool {
    all(log).iter().any(|charge| charge.took >= ENOUGH)
}

/// The last answer of a seat, with the shorter time that a later message shows, and its time by the tap, both in milliseconds.
fn shown_too_short(log: &MatchLog<'_>) -> Option<(Seat, u64, u64)> {
    let variant = log.game.with(log.settings).ok()?;
    let referee = variant.referee();
    let taps: Vec<(Seat, &str)> = log.went.logs().collect();
    let [_, _] = taps[..] else { return None };
    taps.iter().find_map(|(to, tap)| {
        let by = to.other();
        let (_, other) = taps.iter().find(|(seat, _)| *seat == by)?;
        let (answered, answer) = stamped(other, &format!("{by}> ")).pop()?;
        let took = answer.rsplit_once(" @")?.1.strip_suffix("ms")?;
        let took: u64 = took.parse().ok()?;
        let heard = stamped(tap, &format!("{to}< ")).into_iter();
        let later = heard.filter(|(at, _)| *at >= answered);
        let mut told = later.filter_map(|(_, text)| referee.told_time(*to, text.as_bytes()));
        let told = told.next()?;
        (told + LESS[0] + LESS[1] < took).then_some((by, told, took))
    })
}

/// The lines of a tap that begin so, without that, each with its stamp.
fn stamped<'t>(tap: &'t str, start: &str) -> Vec<(u64, &'t str)> {
    let mut stamp = 0;
    let mut found = Vec::new();
    for line in tap.lines() {
        if let Some(at) = line.strip_prefix(STAMP) {
            stamp = at.parse().unwrap_or(stamp);
        } else if let Some(text) = line.strip_prefix(start) {
            found.push((stamp, text));
        }
    }
    found
}

/// Notes the first charge that no time explains.
pub(crate) fn checked(log: &MatchLog<'_>, judgement: &mut Judgement) {
    let charges = all(log).into_iter();
    let wrong = charges.filter_map(|charge| Some((charge, charge.error()?)));
    let wrong: Vec<(Charge, i64)> = wrong.collect();
    let Some(&(charge, error)) = wrong.first() else {
        return last_answer(log, judgement);
    };
    let Charge {
        seat,
        lost,
        took,
        waited,
        answers,
        ..
    } = charge;
    let of = match answers {
        1 => "an answer".to_string(),
        more => format!("{more} answers"),
    };
    let what = match error < 0 {
        true => format!(
            "it took {lost} ms off the bank of seat {seat} for {of} of {took} ms: the recorder beside the bot measured that"
        ),
        false => format!(
            "it took {lost} ms off the bank of seat {seat} for {of} that came {waited} ms after the first message of the turn, as the recorder beside the bot measured"
        ),
    };
    let shown = shown(log, charge);
    judgement.wrong.push(JudgeFault {
        shown,
        ..JudgeFault::unshown(what)
    });
    // Whoever was held up explains as much as that, in all.
    let errors = wrong.iter().map(|(_, error)| error.unsigned_abs());
    let explained = log.went.held_up + Duration::from_millis(LESS[0]) * wrong.len() as u32;
    let doubt = match Duration::from_millis(errors.sum()) > explained {
        true => Doubt::Unseen,
        false => Doubt::HeldUp,
    };
    if judgement.doubt != Doubt::HeldUp {
        judgement.doubt = doubt;
    }
}

/// Notes a message that tells too short a time of a seat's last answer: no bank shows that one.
fn last_answer(log: &MatchLog<'_>, judgement: &mut Judgement) {
    let Some((seat, told, took)) = shown_too_short(log) else {
        return;
    };
    judgement.blame(format!(
        "it sends that the last answer of seat {seat} took {told} ms: the recorder beside the bot measured {took} ms"
    ), Tells::Nothing);
    let explained = log.went.held_up + Duration::from_millis(LESS[0]);
    let is_explained = Duration::from_millis(took - told) <= explained;
    if judgement.doubt != Doubt::HeldUp {
        judgement.doubt = match is_explained {
            true => Doubt::HeldUp,
            false => Doubt::Unseen,
        };
    }
}

/// The message that shows another bank than is left after the times of these answers.
fn shown(log: &MatchLog<'_>, charge: Charge) -> Option<(String, Finding)> {
    let its = charge.first..charge.first + charge.answers as usize;
    let text = log.changed(&|seat, tap| {
        let (said, event) = (format!("{seat}> "), format!("{seat}! "));
        let mut count = 0;
        let lines = tap.lines().filter(|line| !line.starts_with(&event));
        let lines = lines.map(|line| {
            let number = count;
            count += usize::from(line.starts_with(&said));
            match line.rsplit_once(" @").filter(|_| line.starts_with(&said)) {
                Some((answer, _)) if seat != charge.seat || !its.contains(&number) => answer,
                _ => line,
            }
        });
        lines.collect::<Vec<_>>().join("\n") + "\n"
    });
    let checked = validate(log.game, log.settings, text.as_bytes()).ok()?;
    let mut findings = checked.findings.iter();
    let found = *findings.find(|found| found.culprit == Culprit::Judge)?;
    found.breach.clause.is_must().then_some((text, found))
}

#[cfg(test)]
mod tests;
