//! How a bot chooses among its legal answers, so that two of them bring about games that no strong bot plays.
//!
//! An aim knows no game: it tries an answer on a copy of the referee, and looks at what becomes of the game.

use super::steered_bot::Side;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use stickler::game::{Seat, Seats, Turn};
use stickler::games::erased::{AnyReferee, AnyRules};
use stickler::referee::Awaits;
use stickler::stream::SplitMix64;

/// The aim of a bot's play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Towards a line of the board.
    Side(Side),
    /// The game goes on for as long as it can. The seed says where the bot plays.
    Long(u64),
    /// The game goes on, and its last answer is one that would have ended it at any time.
    Last(u64),
    /// The points of the seats stay as near to each other as they can.
    Level(u64),
    /// The bot wins the games of a run whose bit is set, from the lowest, and gives the others away.
    Results(u64),
}

/// Most answers that are tried on a copy of the referee.
const TRIED: usize = 60;
/// With more answers than that no other seat's answers are looked at.
const MANY: usize = 400;

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aim::Side(side) => {
                let at = Side::ALL.iter().position(|other| other == side);
                write!(f, "side-{}", at.unwrap_or_default())
            }
            Aim::Long(seed) => write!(f, "long-{seed}"),
            Aim::Last(seed) => write!(f, "last-{seed}"),
            Aim::Level(seed) => write!(f, "level-{seed}"),
            Aim::Results(bits) => write!(f, "results-{bits}"),
        }
    }
}

impl FromStr for Aim {
    type Err = ();

    fn from_str(text: &str) -> Result<Aim, ()> {
        let (word, number) = text.rsplit_once('-').ok_or(())?;
        let number: u64 = number.parse().map_err(|_| ())?;
        match word {
            "side" => Side::ALL
                .get(number as usize)
                .copied()
                .map(Aim::Side)
                .ok_or(()),
            "long" => Ok(Aim::Long(number)),
            "last" => Ok(Aim::Last(number)),
            "level" => Ok(Aim::Level(number)),
            "results" => Ok(Aim::Results(number)),
            _ => Err(()),
        }
    }
}

/// A seat that is asked, with its legal answers.
pub(super) struct AskedSeat<'a> {
    pub(super) referee: &'a dyn AnyReferee,
    pub(super) seat: Seat,
    /// The seats whose messages the bot does not see.
    pub(super) unseen: Seats,
}

impl AskedSeat<'_> {
    /// The game after this answer.
    pub(super) fn after(&self, answer: &str) -> Option<Box<dyn AnyReferee>> {
        answered(self.referee, self.seat, self.unseen, answer)
    }

    /// True where the game is over after this answer.
    pub(super) fn ends(&self, answer: &str) -> bool {
        let rules = self.referee.rules();
        may_end(rules.as_deref(), answer)
            && self
                .after(answer)
                .is_some_and(|after| after.awaits().is_over())
    }

    /// True where the game is over after this answer, or after it and the first legal one of each other seat that is asked at the same
    /// time.
    pub(super) fn ends_with_others(&self, answer: &str) -> bool {
        let asks = match self.referee.awaits() {
            Awaits::Replies(asks @ [_, _, ..]) => asks,
            _ => return self.ends(answer),
        };
        let others = asks.iter().map(|ask| ask.seat);
        let after = others.filter(|seat| *seat != self.seat).try_fold(
            self.after(answer),
            |after, other| {
                let after = after?;
                let theirs = after.replies(other).into_iter().next()?;
                Some(answered(&*after, other, self.unseen, &theirs))
            },
        );
        after
            .flatten()
            .is_some_and(|after| after.awaits().is_over())
    }
}

/// False where the rules alone say that the game goes on after this answer: they are asked in a hundredth of the time.
fn may_end(rules: Option<&dyn AnyRules>, answer: &str) -> bool {
    let Some(mut after) = rules.map(AnyRules::fork) else {
        return true;
    };
    match after.play(answer) {
        Ok(()) => matches!(after.turn(), Turn::Over(_)),
        Err(_) => true,
    }
}

/// The game after an answer, which takes no time.
pub(super) fn answered(
    referee: &dyn AnyReferee,
    seat: Seat,
    unseen: Seats,
    answer: &str,
) -> Option<Box<dyn AnyReferee>> {
    let mut after = referee.after(seat, answer)?;
    after.forget(unseen);
    Some(after)
}

fn drawn(seed: u64, text: &str) -> u64 {
    let hash = text.bytes().fold(seed, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    SplitMix64(seed).nth(hash).0
}

impl Aim {
    /// The bots' play in words, as the end of "; …".
    pub fn about(self) -> String {
        match self {
            Aim::Side(_) => {
                "the bots choose answers by their numbers, as those of a line of the board".into()
            }
            Aim::Long(_) => "the bots let the game go on for as long as it can".into(),
            Aim::Last(_) => "the bots keep an answer that ends the game for the last of all".into(),
            Aim::Level(_) => "the bots keep their points as near to each other as they can".into(),
            Aim::Results(bits) => {
                let won: Vec<String> = (0..64)
                    .filter(|at| bits >> at & 1 == 1)
                    .map(|at| (at + 1).to_string())
                    .collect();
                match won.is_empty() {
                    true => "the bot gives each game away".into(),
                    false => format!(
                        "the bot wins game {} and gives the others away",
                        won.join(", ")
                    ),
                }
            }
        }
    }

    /// Sorts the legal answers: the first is the one to give.
    pub(super) fn sort(self, turn: &AskedSeat<'_>, game: usize, replies: &mut [String]) {
        let seed = match self {
            Aim::Side(side) => return replies.sort_by_cached_key(|reply| side.of(reply)),
            Aim::Long(seed) | Aim::Last(seed) | Aim::Level(seed) => seed,
            Aim::Results(_) => 0,
        };
        let own = seed.wrapping_mul(8).wrapping_add(u64::from(turn.seat.0));
        replies.sort_by_cached_key(|reply| drawn(own, reply));
        let best = match self {
            Aim::Long(_) | Aim::Last(_) | Aim::Side(_) => {
                long(turn, replies, matches!(self, Aim::Last(_)))
            }
            Aim::Level(_) => level(turn, replies),
            Aim::Results(bits) => result(turn, replies, bits >> game.min(63) & 1 == 1),
        };
        if let Some(best) = best {
            replies.swap(0, best);
        }
    }
}

/// One that does not end the game, and with which the other seat could have ended it. `keeps`: one such answer stays for the
/// last of all, if every answer takes one away.
fn long(turn: &AskedSeat<'_>, replies: &[String], keeps: bool) -> Option<usize> {
    let goes_on = |reply: &&String| !turn.ends(reply);
    let first = replies.iter().find(goes_on)?;
    let theirs = turn
        .after(first)
        .map_or_else(BTreeSet::new, |after| endings(&*after, turn.unseen));
    let is_last = replies.len() % 2 == 1;
    let can_take = |reply: &&String| theirs.contains(reply.as_str()) && goes_on(reply);
    let may_take = !keeps || is_last || theirs.len() > 1;
    let taken = replies.iter().filter(|_| may_take).find(can_take);
    let left = || {
        let is_kept = |reply: &&String| keeps && !is_last && theirs.contains(reply.as_str());
        let mut others = replies.iter().filter(|reply| !is_kept(reply));
        others.find(goes_on)
    };
    let chosen = taken.or_else(left).unwrap_or(first);
    replies.iter().position(|reply| reply == chosen)
}

/// The answers with which the seat that is asked next would end the game.
fn endings(referee: &dyn AnyReferee, unseen: Seats) -> BTreeSet<String> {
    let Awaits::Replies([ask]) = referee.awaits() else {
        return BTreeSet::new();
    };
    let seat = ask.seat;
    let mut replies = referee.replies(seat);
    if replies.len() > MANY {
        return BTreeSet::new();
    }
    let rules = referee.rules();
    replies.retain(|reply| {
        may_end(rules.as_deref(), reply)
            && answered(referee, seat, unseen, reply).is_some_and(|end| end.awaits().is_over())
    });
    replies.into_iter().collect()
}

/// The one after which the points of the best two are nearest.
fn level(turn: &AskedSeat<'_>, replies: &[String]) -> Option<usize> {
    let apart = |reply: &String| {
        let score = turn.after(reply)?.rules()?.score()?;
        let mut points: Vec<i32> = score.points().iter().map(|points| points.halves).collect();
        points.sort_unstable();
        Some(points.last()?.abs_diff(*points.first()?))
    };
    let tried = replies.iter().enumerate().take(TRIED);
    tried
        .filter_map(|(at, reply)| Some((at, apart(reply)?)))
        .min_by_key(|(_, apart)| *apart)
        .map(|(at, _)| at)
}

/// One after which best play wins, or loses, where the game is solved.
fn result(turn: &AskedSeat<'_>, replies: &[String], wins: bool) -> Option<usize> {
    let rules = turn.referee.rules()?;
    let value = |reply: &String| {
        let mut after = rules.fork();
        after.play(reply).ok()?;
        let points = after.value()?.points().first()?.halves;
        Some((points > 0) == wins)
    };
    replies.iter().position(|reply| value(reply) == Some(true))
}
