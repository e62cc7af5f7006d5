//! The judge's own verdict, compared with the one that it owes.

use super::match_log::MatchLog;
use super::verdict_patterns::{AT_FAULT, StatedVerdict};
use super::{Duty, JudgeFault, Judgement, MatchKind, MatchRun, Tells};
use stickler::game::{Outcome, Seat, Seats};
use stickler::games::erased::AnyGame;
use stickler::referee::FaultKind;

/// The words that may stand for each other where a contest system joins validator and bot.
pub const JOINED: [&str; 2] = ["WA", "RTE"];

/// Compares the judge's verdict with the verdict that it owes. `outcome`: how the match ended by the rules, if it went to its end.
pub(crate) fn compared(
    log: &MatchLog<'_>,
    played: &MatchKind,
    duty: Duty,
    outcome: Option<Outcome>,
    judgement: &mut Judgement,
) {
    let (game, went) = (log.game, log.went);
    if went.said == StatedVerdict::default() {
        judgement.unknown.push("no verdict was read".into());
        return;
    }
    if let (MatchKind::AllFail(_), Duty::Must(kind)) = (played, duty) {
        return all_failed(log, kind, judgement);
    }
    let words = &went.said.words;
    for seat in Seats::first(went.taps.len()).iter() {
        let is_at_fault = played.seat() == Some(seat);
        match (duty, blamed(game, went, seat)) {
            (Duty::Must(kind), None) if is_at_fault => {
                let due = kind.map_or("a fault", |kind| game.word(kind));
                match words.get(&seat.0) {
                    Some(said) => {
                        let what = format!("it says {said} of seat {seat}, where {due} is due");
                        let broken = kind.and_then(|kind| log.judged_by(seat, kind));
                        judgement.wrong.push(JudgeFault {
                            broken,
                            ..JudgeFault::unshown(what)
                        });
                    }
                    None => judgement
                        .unknown
                        .push(format!("no word was read for seat {seat}")),
                }
            }
            (Duty::Must(Some(kind)), Some(word))
                if is_at_fault && !is_word(game, went, word, game.word(kind)) =>
            {
                let due = game.word(kind);
                judgement.blame(
                    format!("it says {word} of seat {seat}, where {due} is due"),
                    Tells::All,
                );
            }
            (Duty::Must(_), Some(_)) if is_at_fault => judgement.has_caught = true,
            (Duty::May(_), _) if is_at_fault => {}
            (_, Some(word)) => {
                // A message that breaks an assumed clause is no message for the check.
                let is_known = duty == Duty::Nobody && judgement.warned.is_empty();
                let due = log.due(seat).filter(|_| is_known);
                let untold = match &due {
                    Some(due) => format!(": it was not told {due}"),
                    None if is_known && log.is_unasked(seat) => ": it was not asked".into(),
                    None => String::new(),
                };
                let what = format!("it says {word} of seat {seat}, which did nothing wrong");
                let answer = log.last_answer(seat).filter(|_| due.is_none() && is_known);
                judgement.wrong.push(JudgeFault {
                    broken: due.and_then(|_| log.left_out(seat)),
                    tells: Tells::Last,
                    because: answer.map(|answer| format!("its last answer, `{answer}`, is legal")),
                    ..JudgeFault::unshown(what + &untold)
                });
            }
            (_, None) => {}
        }
    }
    // Few documents decide who wins after a fault, and the words of the seats tell it too.
    let is_blamed = |seat: Seat| blamed(game, went, seat).is_some();
    let stands = played.has_result_that_stands() && !played.seat().is_some_and(is_blamed);
    let outcome = match stands {
        true => log.outcome_by_rules(),
        false => outcome.filter(|_| duty == Duty::Nobody),
    };
    if let Some(outcome) = outcome.filter(|_| went.taps.len() > 1) {
        winner(log, outcome, judgement);
    }
}

/// All seats have failed at once: no document says whether a judge looks at another seat after the first that it sees fail, but one
/// it has to blame.
fn all_failed(log: &MatchLog<'_>, kind: Option<FaultKind>, judgement: &mut Judgement) {
    let (game, went) = (log.game, log.went);
    let due = kind.map_or("a fault", |kind| game.word(kind));
    let seats = Seats::first(went.taps.len());
    let said = seats
        .iter()
        .filter_map(|seat| Some((seat, blamed(game, went, seat)?)));
    let said: Vec<(Seat, &str)> = said.collect();
    let of_rules = { log.checked.as_ref() }.and_then(|checked| checked.verdict.outcome);
    let is_draw = of_rules.is_some_and(|outcome| outcome.winner().is_none());
    let clause = seats.iter().find_map(|seat| log.ended_by(seat));
    if let (true, Some(winner), Some(clause)) = (
        said.len() == seats.len() && is_draw,
        went.said.winner,
        clause,
    ) {
        let what = format!("it says that every seat failed and that seat {winner} wins");
        judgement.wrong.push(JudgeFault {
            because: Some("then nobody wins".into()),
            broken: Some(clause),
            ..JudgeFault::unshown(what)
        });
        judgement.spare_assumed();
    }
    if said.is_empty() {
        judgement.blame(
            format!("it blames no seat, and each of them failed: {due} is due"),
            Tells::All,
        );
    }
    for (seat, word) in said {
        match kind.is_none() || is_word(game, went, word, due) {
            true => judgement.has_caught = true,
            false => judgement.blame(
                format!("it says {word} of seat {seat}, where {due} is due"),
                Tells::All,
            ),
        }
    }
}

/// The word of a fault that the judge says of this seat.
pub(crate) fn blamed<'a>(game: &dyn AnyGame, went: &'a MatchRun, seat: Seat) -> Option<&'a str> {
    let is_counted = |kind: &&FaultKind| !matches!(kind, FaultKind::Habit | FaultKind::Lost);
    let mut faults = FaultKind::ALL.iter().filter(is_counted);
    let word = went.said.words.get(&seat.0)?;
    let is_fault =
        word != game.word(FaultKind::Habit) && faults.any(|kind| word == game.word(*kind));
    (is_fault || word == AT_FAULT).then_some(word)
}

/// True where a judge may say this word for that one:
///
/// - A game without words of its own asks only whether there was a fault.
/// - Where a contest system joins a validator to its bot, the two may end at once, and the system tells a crash and a wrong answer
///   apart by who was first.
fn is_word(game: &dyn AnyGame, went: &MatchRun, said: &str, due: &str) -> bool {
    let has_words = FaultKind::ALL
        .iter()
        .any(|kind| game.word(*kind) != kind.word());
    said == due
        || said == AT_FAULT
        || !has_words
        || went.is_joined && [said, due].iter().all(|word| JOINED.contains(word))
}

/// Compares the winner with the one after the fault of this seat, where the game says who that is.
pub(crate) fn winner_after_fault(log: &MatchLog<'_>, seat: Seat, judgement: &mut Judgement) {
    let said = &log.went.said;
    let outcome = log
        .checked
        .as_ref()
        .and_then(|checked| checked.verdict.outcome);
    let (Some(outcome), Some(clause), true) =
        (outcome, log.ended_by(seat), log.went.taps.len() > 1)
    else {
        return;
    };
    if said.winner.is_none() && !said.is_draw || log.first_fault(seat).is_none() {
        return;
    }
    let due = outcome.winner().map(|seat| seat.0);
    if said.winner != due {
        let named =
            |seat: Option<u8>| seat.map_or("nobody".to_string(), |seat| format!("seat {seat}"));
        let (said, due) = (named(said.winner), named(due));
        let what =
            format!("it says that {said} wins after the fault of seat {seat}, and {due} does");
        judgement.wrong.push(JudgeFault {
            broken: Some(clause),
            ..JudgeFault::unshown(what)
        });
        judgement.spare_assumed();
    }
}

fn winner(log: &MatchLog<'_>, outcome: Outcome, judgement: &mut Judgement) {
    let said = &log.went.said;
    let due = outcome
        .winner()
        .map_or("nobody".to_string(), |seat| format!("seat {seat}"));
    let is_right = said.winner == outcome.winner().map(|seat| seat.0)
        && said.is_draw == outcome.winner().is_none();
    let said = match said.winner {
        Some(seat) => format!("seat {seat}"),
        None if said.is_draw => "nobody".to_string(),
        None => return judgement.unknown.push("no winner was read".into()),
    };
    if !is_right {
        judgement.wrong.push(JudgeFault {
            because: log.why_over(),
            tells: Tells::All,
            ..JudgeFault::unshown(format!("it says that {said} wins, and {due} does"))
        });
    }
}

#[cfg(test)]
mod tests;
