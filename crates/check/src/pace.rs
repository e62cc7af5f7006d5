//! A candidate that takes as long for its late answers as for its early ones: whether its bank lasts for the longest game.

use crate::bot::{Plan, Played};
use stickler::game::{Seat, Turn};
use stickler::games::erased::{AnyRules, Variant};
use stickler::params::Ms;
use stickler::transcript::{Entry, Transcript};

/// Fewer answers show no pace.
const ANSWERS: usize = 8;

/// Answers that take less are no thought, in milliseconds.
const SHORT: u64 = 20;

/// The mean time of an answer in a game in which the later half took at least nine tenths of the earlier half; `None`: there was no
/// such pace. The first answer does not count: it may be a handshake, and a program may start with it.
pub(crate) fn level(played: &Played) -> Option<Ms> {
    let transcript = Transcript::parse(played.record.transcript.as_bytes()).ok()?;
    let took = transcript.body().filter_map(|line| match line.entry() {
        Ok(Entry::Said(seat, _, took)) if seat == played.case.seat => took,
        _ => None,
    });
    mean_of_level(&took.skip(1).map(|took| took.0).collect::<Vec<u64>>())
}

fn mean_of_level(times: &[u64]) -> Option<Ms> {
    let (early, late) = times.split_at(times.len() / 2);
    let mean = |times: &[u64]| times.iter().sum::<u64>() / times.len().max(1) as u64;
    let is_level = times.len() >= ANSWERS && mean(late) * 10 >= mean(early) * 9;
    Some(mean(times))
        .filter(|mean| is_level && *mean >= SHORT)
        .map(Ms)
}

/// The words for a candidate that keeps this pace; `None`: its bank lasts, or there is none.
pub(crate) fn warning(plan: &Plan, pace: Option<Ms>) -> Option<String> {
    let pace = pace?.0;
    let (bank, longest) = bank_and_answers(&*plan.game.with(&plan.settings).ok()?)?;
    (pace * longest > bank).then(|| {
        format!(
            "warning: at {pace} ms an answer its bank of {bank} ms is empty after {} answers, and a game can have {longest}",
            bank / pace
        )
    })
}

/// Who takes no longer for an answer needs no clock in a game of unknown length.
const UNKNOWN: Ms = Ms(500);

/// The time that a busy machine may add to an answer.
const NOISE: Ms = Ms(100);

/// How much longer than its bank an answer may take where the bank is drained: the even share of the whole bank. Who always
/// answers within it never has to look at the clock.
pub(crate) fn beyond(variant: &dyn Variant) -> Ms {
    bank_and_answers(variant).map_or(UNKNOWN, |(bank, answers)| NOISE.max(Ms(bank / answers)))
}

/// The bank of a seat, and the most answers that it has to last for.
fn bank_and_answers(variant: &dyn Variant) -> Option<(u64, u64)> {
    let bank: u64 = variant.parameter("bank")?.parse().ok()?;
    let answers = longest(&*variant.rules()) as u64;
    (answers > 0).then_some((bank, answers))
}

/// The most answers of a seat in one of the games that the rules name.
fn longest(start: &dyn AnyRules) -> usize {
    let answers = |game: &Vec<String>| {
        let (mut at, mut answers) = (start.fork(), 0);
        for action in game {
            answers +=
                usize::from(matches!(at.turn(), Turn::Seats(seats) if seats.contains(Seat(0))));
            if at.play(action).is_err() {
                break;
            }
        }
        answers
    };
    let games = start.landmarks();
    games.iter().map(answers).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{beyond, level, longest, mean_of_level, warning};
    use crate::in_memory::{altered, in_memory};
    use stickler::games::GAMES;
    use stickler::params::Ms;

    #[test]
    fn a_pace_is_level_where_late_answers_take_as_long() {
        assert_eq!(mean_of_level(&[300; 10]), Some(Ms(300)));
        assert_eq!(mean_of_level(&[300; 7]), None, "too few");
        assert_eq!(mean_of_level(&[5; 10]), None, "no thought");
        let slower: Vec<u64> = (0..20).map(|at| 250 - 10 * at).collect();
        assert_eq!(mean_of_level(&slower), None, "it looks at its bank");
    }

    #[test]
    fn a_bank_that_does_not_last_is_a_warning() {
        let plan = in_memory("gomoku", |bot| altered(bot, |_, _, _| None));
        let said = warning(&plan, Some(Ms(300)));
        let text = "warning: at 300 ms an answer its bank of 10000 ms is empty after 33 answers, and a game can have 113";
        assert_eq!(said.as_deref(), Some(text));
        assert_eq!(warning(&plan, Some(Ms(88))), None);
        assert_eq!(warning(&plan, None), None);
        let played = plan.play(plan.cases().expect("cases")[0]).expect("a game");
        assert_eq!(level(&played), None, "a bot that answers at once");
    }

    #[test]
    fn an_even_share_of_the_bank_needs_no_clock() {
        let shares = [
            ("gomoku", 113, 100),
            ("betris", 24, 416),
            ("blokus", 18, 500),
        ];
        for (game, answers, share) in shares {
            let game = GAMES.find(game).expect("a game");
            let variant = game.with(&Default::default()).expect("a variant");
            assert_eq!(longest(&*variant.rules()), answers);
            assert_eq!(beyond(&*variant), Ms(share));
        }
    }
}
