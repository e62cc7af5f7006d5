//! Claims of a record about the whole game, held against our verdict.

use super::{Claim, Reason, Record, Says, StepFact};
use crate::clause::Breach;
use crate::finding::{Culprit, Finding};
use crate::game::{MAX_SEATS, Outcome, Seat, Seats};
use crate::params::Ms;
use crate::referee::{Fault, Verdict};
use crate::transcript::record_clauses::{
    EXIT, INNOCENT, RANK, REASON, SCORE, TIME_SUM, TURN_COUNT, WINNER,
};

/// Adds what is wrong; of a game that was not followed to its end only what needs no end is looked at. How the seats `by_word`
/// failed nothing shows but the record's word.
pub(super) fn hold(
    record: &Record<'_>,
    verdict: &Verdict,
    score: Option<Outcome>,
    is_whole: bool,
    by_word: Seats,
    findings: &mut Vec<Finding>,
) {
    for claim in &record.claims {
        let wrong = match claim.says {
            Says::Time(seat, total) => time(record, seat, total),
            Says::Turns(counted, told) => self::turns(counted, told),
            Says::Again(seat, word) => self::again(record, seat, word),
            Says::Rank(seat, rank) => self::rank(record, seat, rank),
            _ if !is_whole => None,
            Says::Winner(winner) => self::winner(winner, verdict),
            // Where a failure is told without its answer, its word is what we have: a program that had no time left may have ended.
            Says::Ended(seat, Reason::Late | Reason::Fault) if by_word.contains(seat) => None,
            Says::Ended(seat, reason) => self::reason(record, seat, reason, verdict),
            Says::Score(seat, points) => {
                let is_out = failed(verdict, seat).is_some();
                let ours = score.and_then(|score| score.points().get(seat.index()).copied());
                let by_convention = is_out && points.halves == -2;
                ours.filter(|ours| *ours != points && !by_convention)
                    .map(|ours| {
                        let text = match (ours.halves % 2, points.halves % 2) {
                            (0, 0) => "the record gives seat {0} {2} points; it has {1}",
                            _ => "the record gives seat {0} {2} half points; it has {1}",
                        };
                        let unit = if text.contains("half") { 1 } else { 2 };
                        let numbers = [
                            i64::from(seat.0),
                            i64::from(ours.halves / unit),
                            i64::from(points.halves / unit),
                        ];
                        (Culprit::Judge, Breach::new(SCORE, text).numbers(numbers))
                    })
            }
            Says::Over | Says::Exit(..) => None,
        };
        let found = |(culprit, breach)| Finding::in_file(claim.at.clone(), culprit, breach);
        findings.extend(wrong.map(found));
    }
}

type WrongClaim = Option<(Culprit, Breach)>;

fn time(record: &Record<'_>, seat: Seat, total: Ms) -> WrongClaim {
    let times = record.steps.iter().filter_map(|step| match step.what {
        StepFact::Said(by, _, took) if by == seat => Some(took),
        _ => None,
    });
    let sum = times
        .map(|took| Some(took?.0))
        .try_fold(0, |sum: u64, took| Some(sum.saturating_add(took?)))?;
    // The answer that failed is in the total or not.
    let has_failed = record
        .steps
        .iter()
        .any(|step| matches!(step.what, StepFact::Failed(by, _) if by == seat));
    let agrees = total.0 == sum || has_failed && total.0 > sum;
    let numbers = [i64::from(seat.0), total.0 as i64, sum as i64];
    let text = "the record's total for seat {0} is {1} ms; its answers add up to {2} ms";
    (!agrees).then(|| (Culprit::Log, Breach::new(TIME_SUM, text).numbers(numbers)))
}

fn turns(counted: usize, told: usize) -> WrongClaim {
    let text = "the record counts {0} turns and has {1}";
    let breach = Breach::new(TURN_COUNT, text).numbers([counted as i64, told as i64]);
    (counted != told).then_some((Culprit::Log, breach))
}

fn winner(said: Option<Seat>, verdict: &Verdict) -> WrongClaim {
    let ours = verdict.outcome?.winner();
    let seat = |seat: Option<Seat>| seat.map_or(0, |seat| i64::from(seat.0));
    let text = match (said, ours) {
        _ if said == ours => return None,
        (Some(_), Some(_)) => "the record says that seat {0} won; seat {1} did",
        (Some(_), None) => "the record says that seat {0} won; it is a draw",
        (None, _) => "the record says that it is a draw; seat {1} won",
    };
    Some((
        Culprit::Judge,
        Breach::new(WINNER, text).numbers([seat(said), seat(ours)]),
    ))
}

/// A word that is said twice is the same both times.
fn again(record: &Record<'_>, seat: Seat, word: Reason) -> WrongClaim {
    let is_other = |claim: &Claim| matches!(claim.says, Says::Ended(by, reason) if by == seat && reason != word);
    let text = "`exit` of seat {0} is another word than its reason";
    let breach = Breach::new(EXIT, text).numbers([i64::from(seat.0)]);
    record
        .claims
        .iter()
        .any(is_other)
        .then_some((Culprit::Log, breach))
}

/// The fault by which a seat failed before the game was over.
pub(super) fn failed(verdict: &Verdict, seat: Seat) -> Option<&Fault> {
    let before_the_end = verdict
        .faults
        .iter()
        .take(verdict.decided.unwrap_or(usize::MAX));
    before_the_end
        .filter(|fault| fault.kind.is_failure())
        .find(|fault| fault.seat == seat)
}

fn reason(record: &Record<'_>, seat: Seat, said: Reason, verdict: &Verdict) -> WrongClaim {
    let own = failed(verdict, seat);
    let other = Seats::first(MAX_SEATS)
        .iter()
        .find_map(|seat| failed(verdict, seat));
    let ours = match own.map(|fault| fault.kind) {
        Some(kind) if record.game.word(kind) == "TLE" => Reason::Late,
        Some(_) => Reason::Fault,
        None if other.is_some() => Reason::Interrupted,
        None => Reason::Ok,
    };
    let judge = |text| {
        Some((
            Culprit::Judge,
            Breach::new(REASON, text).numbers([i64::from(seat.0)]),
        ))
    };
    match (said, ours) {
        _ if said == ours => None,
        (Reason::Ok, Reason::Interrupted) => {
            let text =
                "the record says OK for seat {0}, whose opponent failed: INTERRUPTED is its word";
            Some((
                Culprit::Judge,
                Breach::new(INNOCENT, text).numbers([i64::from(seat.0)]),
            ))
        }
        (Reason::Interrupted, Reason::Ok) => {
            judge("the record says INTERRUPTED for seat {0}, and no seat failed")
        }
        (_, Reason::Late) => judge("seat {0} was late, and the record does not say TLE of it"),
        (_, Reason::Fault) => {
            judge("seat {0} failed by an answer, and the record does not say RE of it")
        }
        (Reason::Late, _) => judge("the record says TLE for seat {0}, whose answers were in time"),
        // What a program used, and how it ended, no record shows.
        (Reason::Fault, _) => None,
        _ => judge("the record says that seat {0} failed, whose answers were legal and in time"),
    }
}

/// Ranks follow from the points that the same record gives.
fn rank(record: &Record<'_>, seat: Seat, rank: i64) -> WrongClaim {
    let score = |wanted: Seat| {
        record.claims.iter().find_map(|claim| match claim.says {
            Says::Score(seat, points) if seat == wanted => Some(points),
            _ => None,
        })
    };
    let own = score(seat)?;
    let contradicts = |claim: &&Claim| match claim.says {
        Says::Rank(other, theirs) if other < seat => {
            score(other).is_some_and(|points| points.cmp(&own).reverse() != theirs.cmp(&rank))
        }
        _ => false,
    };
    let wrong = record.claims.iter().find(contradicts)?;
    let Says::Rank(other, _) = wrong.says else {
        return None;
    };
    let text = "the ranks of seats {0} and {1} are not in the order of their points";
    Some((
        Culprit::Log,
        Breach::new(RANK, text).numbers([other.0, seat.0].map(i64::from)),
    ))
}
