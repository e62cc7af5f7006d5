//! A candidate that takes as long for its late answers as for its early ones: whether its bank lasts for the longest game.

use crate::bot::{Plan, Played};
use stickler::game::{Seat, Turn};
use stickler::games::erased::AnyRules;
use stickler::params::Ms;
use stickler::transcript::{Entry, Transcript};

/// Fewer answers show no pace.
const ANSWERS: usize = 8;

/// Answers that take less are no thought, in milliseconds.
const SHORT: u64 = 20;

/// The mean time of an answer in a game in which the later half took at least nine tenths of the earlier half; `None`: there was no
/// such pace. The first answer is left out: it may be a handshake, and a program may start with it.
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

/// What is to say of a candidate that keeps this pace; `None`: its bank lasts, or there is none.
pub(crate) fn warning(plan: &Plan, pace: Option<Ms>) -> Option<String> {
    let pace = pace?.0;
    let variant = plan.game.with(&plan.settings).ok()?;
    let bank: u64 = variant.parameter("bank")?.parse().ok()?;
    let longest = longest(&*variant.referee().rules()?);
    (pace * longest as u64 > bank).then(|| {
        format!(
            "warning: at {pace} ms an answer its bank of {bank} ms is empty after {} answers, and a game can have {longest}",
            bank / pace
        )
    })
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
    use super::{level, longest, mean_of_level, warning};
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
    fn the_longest_game_of_gomoku_fills_the_board() {
        let game = GAMES.find("gomoku").expect("a game");
        let variant = game.with(&Default::default()).expect("a variant");
        let rules = variant.referee().rules().expect("rules");
        assert_eq!(longest(&*rules), 113);
    }
}
