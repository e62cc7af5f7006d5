//! The opponents of a conformance run: they pick among the legal answers.
//!
//! The choice stream notes *which of the legal answers* an opponent gave, and after how many milliseconds, under any
//! policy. So a record is explicit: playing it back needs no policy, and every part of it can shrink.

use crate::situations::size;
use crate::tactics::{Tactics, draw_choices};
use std::collections::{BTreeSet, VecDeque};
use stickler::clause::Clause;
use stickler::clock::Micros;
use stickler::game::{Bot, Seat, Seats};
use stickler::games::erased::AnyReferee;
use stickler::live::BuiltinPlayers;
use stickler::params::Ms;
use stickler::referee::{Awaits, Stream};
use stickler::scenario::Opponent;
use stickler::stream::SplitMix64;

/// Opponents at every seat that the candidate does not take.
pub struct Opponents {
    seats: Seats,
    kind: Opponent,
    mind: Mind,
    /// Where the candidate's bank is drained: how much longer than its bank an answer may take.
    pub drains: Option<Ms>,
    /// The kinds of positions in which the candidate was asked.
    pub(crate) positions: BTreeSet<String>,
}

/// Where an opponent's answers come from.
enum Mind {
    /// Its own dice, and what the reference bots said.
    Policy {
        dice: SplitMix64,
        bots: Vec<Box<dyn Bot>>,
        said: String,
        heard: String,
    },
    /// Habits by seat, their dice, and the candidate's last answer.
    Tactics {
        dice: SplitMix64,
        tactics: Vec<Tactics>,
        heard: String,
    },
    /// The choice stream alone.
    Explicit,
    /// These answers in turn, without those that are not legal; then the first legal one.
    Script(VecDeque<String>),
}

impl Opponents {
    /// Opponents of this kind; `bots` are the reference bots by seat, for the kind that asks them.
    pub fn new(
        seats: Seats,
        kind: Opponent,
        dice: SplitMix64,
        bots: Vec<Box<dyn Bot>>,
    ) -> Opponents {
        let mind = Mind::Policy {
            dice,
            bots,
            said: String::new(),
            heard: String::new(),
        };
        Opponents {
            seats,
            kind,
            mind,
            drains: None,
            positions: BTreeSet::new(),
        }
    }

    /// Opponents with tactics, those of seat 0 first.
    pub(crate) fn with_tactics(
        seats: Seats,
        kind: Opponent,
        dice: SplitMix64,
        tactics: Vec<Tactics>,
    ) -> Opponents {
        let mind = Mind::Tactics {
            dice,
            tactics,
            heard: String::new(),
        };
        Opponents {
            seats,
            kind,
            mind,
            drains: None,
            positions: BTreeSet::new(),
        }
    }

    /// Opponents that follow the choice stream. The kind decides only whether they may fail.
    pub fn explicit(seats: Seats, kind: Opponent) -> Opponents {
        Opponents {
            seats,
            kind,
            mind: Mind::Explicit,
            drains: None,
            positions: BTreeSet::new(),
        }
    }

    /// Opponents that give these answers in turn.
    pub fn scripted(seats: Seats, kind: Opponent, answers: Vec<String>) -> Opponents {
        Opponents {
            seats,
            kind,
            mind: Mind::Script(answers.into()),
            drains: None,
            positions: BTreeSet::new(),
        }
    }
}

impl BuiltinPlayers for Opponents {
    fn seats(&self) -> Seats {
        self.seats
    }

    fn told(&mut self, seat: Seat, message: &str) {
        let Mind::Policy { bots, said, .. } = &mut self.mind else {
            return;
        };
        if let (Opponent::Reference | Opponent::Own(_), Some(bot)) =
            (self.kind, bots.get_mut(seat.index()))
        {
            said.clear();
            for line in message.split('\n') {
                bot.hear(line, said);
            }
        }
    }

    fn peeks(&self) -> bool {
        self.kind == Opponent::Echo
    }

    fn drains(&self) -> Option<Ms> {
        self.drains
    }

    fn asks(&mut self, referee: &dyn AnyReferee, seat: Seat) {
        if let Some(rules) = referee.rules() {
            self.positions.extend(rules.kinds_seen(Seats::only(seat)));
        }
        match referee.replies(seat).len() {
            0 => false,
            1 => self.positions.insert("one legal answer".into()),
            some => self
                .positions
                .insert(format!("{} legal answers", size(some))),
        };
    }

    fn heard(&mut self, answer: &[u8]) {
        if let Mind::Policy { heard, .. } | Mind::Tactics { heard, .. } = &mut self.mind {
            heard.clear();
            heard.push_str(&String::from_utf8_lossy(answer));
        }
    }

    fn answer(
        &mut self,
        referee: &dyn AnyReferee,
        seat: Seat,
        stream: &mut dyn Stream,
    ) -> (Option<String>, Micros) {
        let replies = referee.replies(seat);
        let can_fail = matches!(self.kind, Opponent::Failing | Opponent::Tactics);
        let options = replies.len() + usize::from(can_fail && replies.len() > 1);
        let longest = referee
            .awaits()
            .ask(seat)
            .map_or(0, |ask| ask.budget.0 as usize);
        // Who has tactics may use all of its time.
        let slowest = match self.kind {
            Opponent::Tactics => longest + 1,
            _ => longest / 4 + 1,
        };
        let (answer, time) = match &mut self.mind {
            Mind::Explicit => (stream.pick(options), stream.pick(slowest)),
            Mind::Script(answers) => {
                let answer = next_of(answers, &replies);
                stream.note(answer, options);
                stream.note(0, slowest);
                (answer, 0)
            }
            Mind::Tactics {
                dice,
                tactics,
                heard,
            } => {
                let tactics = tactics.get_mut(seat.index());
                if stream.is_record() {
                    let answer = stream.pick(options);
                    tactics
                        .into_iter()
                        .for_each(|of| of.follow(&replies, answer));
                    (answer, stream.pick(slowest))
                } else {
                    let (answer, time) = tactics.map_or((0, 0), |tactics| {
                        tactics.answer(referee, seat, &replies, heard, longest, dice)
                    });
                    stream.note(answer, options);
                    stream.note(time, slowest);
                    (answer, time)
                }
            }
            Mind::Policy {
                dice, said, heard, ..
            } => {
                let model = if self.kind == Opponent::Echo {
                    heard
                } else {
                    said
                };
                let answer = choose(self.kind, referee, seat, &replies, model, dice);
                let time = pace(slowest, dice);
                stream.note(answer, options);
                stream.note(time, slowest);
                (answer, time)
            }
        };
        let reply = replies.get(answer);
        let other = reply.filter(|_| self.kind == Opponent::Tactics);
        let other = other.and_then(|reply| another_text(referee, seat, reply));
        let is_other = other.is_some()
            && match &mut self.mind {
                Mind::Tactics { dice, .. } if !stream.is_record() => {
                    let is_other = usize::from(dice.pick(4) == 0);
                    stream.note(is_other, 2);
                    is_other == 1
                }
                _ => stream.pick(2) == 1,
            };
        let text = if is_other { other } else { reply.cloned() };
        (text, Micros::from(Ms(time as u64)))
    }
}

/// An answer in other words, where the rules have some, such as the cells of a shape in another order.
fn another_text(referee: &dyn AnyReferee, seat: Seat, reply: &str) -> Option<String> {
    let rules = referee.rules()?;
    // Where several seats can act, an action begins with its seat.
    let named = format!("{seat} ");
    let texts = match rules.texts(reply) {
        texts if texts.is_empty() => rules.texts(&(named.clone() + reply)),
        texts => texts,
    };
    let last = texts.into_iter().skip(1).last()?;
    let text = last
        .strip_prefix(&named)
        .map_or(last.clone(), str::to_string);
    (text != reply).then_some(text)
}

/// The number of the next scripted answer that is legal; where only one is, the script waits.
fn next_of(script: &mut VecDeque<String>, replies: &[String]) -> usize {
    if let [only] = replies {
        if script.front() == Some(only) {
            script.pop_front();
        }
        return 0;
    }
    let place = |text: String| replies.iter().position(|reply| *reply == text);
    std::iter::from_fn(|| script.pop_front())
        .find_map(place)
        .unwrap_or(0)
}

/// The number of the answer among the legal ones; one past the last: the opponent fails.
fn choose(
    kind: Opponent,
    referee: &dyn AnyReferee,
    seat: Seat,
    replies: &[String],
    said: &str,
    dice: &mut SplitMix64,
) -> usize {
    let place = |reply: &str| replies.iter().position(|other| other == reply);
    let wise = match kind {
        Opponent::First => Some(0),
        Opponent::Last => replies.len().checked_sub(1),
        Opponent::Eager => replies.iter().position(|reply| wins(referee, seat, reply)),
        Opponent::Reference if dice.pick(8) > 0 => said.lines().next_back().and_then(place),
        Opponent::Failing if replies.len() > 1 && dice.pick(8) == 0 => Some(replies.len()),
        Opponent::Echo => place(said),
        Opponent::Own(_) => said.lines().next_back().and_then(place),
        Opponent::Seeks(clause) => seek(referee, seat, replies, clause, dice),
        Opponent::Any
        | Opponent::Reference
        | Opponent::Failing
        | Opponent::Long
        | Opponent::Tactics => None,
    };
    wise.unwrap_or_else(|| dice.pick(replies.len()))
}

/// Answers after which a few random ones are tried, and how many of those.
const SOUGHT: usize = 12;

/// The one of a few answers after which another seat comes soonest to where its own answer can break the clause.
fn seek(
    referee: &dyn AnyReferee,
    by: Seat,
    replies: &[String],
    clause: Clause,
    dice: &mut SplitMix64,
) -> Option<usize> {
    let mut soonest = None;
    for _ in 0..SOUGHT {
        let first = dice.pick(replies.len());
        let (mut ahead, mut next) = (referee.fork(), (by, replies.get(first)?.clone()));
        for answers in 1..=SOUGHT {
            if ahead.take_answer(next.0, &next.1).is_err() {
                break;
            }
            draw_choices(&mut *ahead, dice);
            let Awaits::Replies([ask, ..]) = ahead.awaits() else {
                break;
            };
            let seat = ask.seat;
            if seat != by && ahead.has_occasion(seat, clause) {
                soonest = soonest.into_iter().chain([(answers, first)]).min();
                break;
            }
            let mut others = ahead.replies(seat);
            if others.is_empty() {
                break;
            }
            next = (seat, others.swap_remove(dice.pick(others.len())));
        }
    }
    soonest.map(|(_, first)| first)
}

/// A plausible time in milliseconds: mostly short, now and then a large part of what is left, never more.
fn pace(slowest: usize, dice: &mut SplitMix64) -> usize {
    let most = if dice.pick(16) == 0 {
        slowest
    } else {
        (slowest / 50).min(60) + 1
    };
    dice.pick(most.min(slowest))
}

/// True where this answer ends the game in the seat's favour.
fn wins(referee: &dyn AnyReferee, seat: Seat, reply: &str) -> bool {
    referee
        .after(seat, reply)
        .is_some_and(|after| after.is_won(seat))
}

#[cfg(test)]
mod tests;
