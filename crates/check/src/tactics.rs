//! Tactics of an opponent, drawn anew for each game of a search, so that games differ in kind and not only in their dice.
//!
//! A tactic prefers some legal answers to others: by their text alone (to follow the candidate's last answer), or by what comes
//! after them (longer games, fewer answers for the candidate, a fuller board). It knows no game: numbers are read off answers and
//! off what the rules let everybody observe. A set of tactics holds for a whole game, and leaves most tactics out.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use stickler::clause::Clause;
use stickler::game::Seat;
use stickler::games::erased::AnyReferee;
use stickler::referee::{Awaits, Stream};
use stickler::stream::{Seeded, SplitMix64};

/// Answers that are looked at more closely: each costs a copy of the referee.
const LOOKED_AT: usize = 12;
/// Answers of the candidate that are tried to find those with which it would win at once, and those that threaten it twice.
const WINS_TRIED: usize = 150;
const DOUBLES_TRIED: usize = 40;
/// How far from an answer the next one is that wins together with it.
const AROUND: i64 = 6;
/// A game whose rules take so long to look ahead is played on without looking. The longest look of the five games takes half a
/// second without optimisation, so that their games are the same on a machine that is ten times as slow.
const PATIENCE: Duration = Duration::from_secs(5);
/// A steady opponent's time for an answer, in milliseconds.
const STEADY: usize = 1500;

/// The tactics of one opponent in one game.
#[derive(Clone, Debug)]
pub(crate) struct Tactics {
    /// The first counts most.
    tactics: Vec<Tactic>,
    pace: Pace,
    /// One answer in so many is any legal one.
    careless: usize,
    /// The opponent fails in place of the answer of this number, from 0.
    fails: Option<usize>,
    /// The time that its choices have taken.
    thought: Duration,
    /// Answers given.
    answers: usize,
    /// The last answer.
    own: String,
    /// The least and the most of each number in all legal answers so far.
    bounds: Vec<[i64; 2]>,
    /// The fewest ways to win that make an answer of the candidate worth taking from it: 1 or 2.
    fewest: usize,
    /// How long it may look ahead in a game; then it answers at random.
    patience: Duration,
}

/// A preference of an opponent among its legal answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tactic {
    /// The first, or the last, in the order of the legal answers.
    Listed { last: bool },
    /// The candidate's last answer again.
    Echo,
    /// Its own last answer again.
    Repeat,
    /// The candidate's last answer, or its own, mirrored at the middle of all numbers.
    Mirror { own: bool },
    /// The candidate's last answer with its first two numbers exchanged.
    Transpose,
    /// Near the candidate's last answer, or far from it.
    Distance { far: bool },
    /// Numbers near the least or the most, or in the middle of them.
    Rim { inside: bool },
    /// To end the game soon, or late.
    End { late: bool },
    /// To win, or never to win.
    Win { never: bool },
    /// To take the answer with which the candidate would win.
    Block,
    /// Few answers for the candidate, or many.
    Answers { many: bool },
    /// Points as near to each other as can be, as they stand.
    Level,
    /// A value that everybody can observe, by its number: little or much of it.
    Observed { number: usize, much: bool },
    /// Positions in which the candidate can break this clause.
    Occasion(Clause),
}

/// How an opponent spends its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// Mostly short, now and then a large part of what is left.
    Usual,
    /// At once.
    AtOnce,
    /// The same time for each answer.
    Steady,
    /// Half of what is left for each.
    Halves,
    /// All but so many milliseconds for the answer of this number, and then at once.
    All { at: usize, but: usize },
}

impl Tactics {
    /// A set of tactics. `clauses` are those that bind the candidate.
    pub(crate) fn drawn(dice: &mut SplitMix64, clauses: &[Clause]) -> Tactics {
        let count = [0, 1, 1, 2, 2, 3][dice.pick(6)];
        let mut tactics: Vec<Tactic> = (0..count).map(|_| Tactic::drawn(dice, clauses)).collect();
        // Who wants a long game neither wins nor lets win.
        if tactics.contains(&Tactic::End { late: true }) || tactics.contains(&Tactic::Block) {
            tactics.retain(|tactic| *tactic != Tactic::Block);
            if dice.pick(2) == 0 {
                tactics.insert(0, Tactic::Distance { far: false });
            }
            tactics.insert(0, Tactic::Win { never: true });
            tactics.insert(0, Tactic::Block);
        }
        let pace = match dice.pick(10) {
            0 => Pace::AtOnce,
            1 | 2 => Pace::Steady,
            3 => Pace::Halves,
            4..=6 => Pace::All {
                at: [1, 2, 3, 5, 8, 13, 21, 34][dice.pick(8)],
                but: [0, 0, 1, 2, 10, 100][dice.pick(6)],
            },
            _ => Pace::Usual,
        };
        Tactics {
            tactics,
            pace,
            careless: [4, 16, 64, 1 << 20][dice.pick(4)],
            fails: (dice.pick(12) == 0).then(|| dice.pick(30)),
            thought: Duration::ZERO,
            answers: 0,
            own: String::new(),
            bounds: Vec::new(),
            fewest: 2,
            patience: PATIENCE,
        }
    }

    /// The tactics of a long game: the opponent blocks, never wins, and answers at once.
    pub(crate) fn long() -> Tactics {
        let near = Tactic::Distance { far: false };
        Tactics {
            tactics: vec![Tactic::Block, Tactic::Win { never: true }, near],
            pace: Pace::AtOnce,
            careless: 1 << 20,
            fails: None,
            thought: Duration::ZERO,
            answers: 0,
            own: String::new(),
            bounds: Vec::new(),
            fewest: 1,
            patience: 12 * PATIENCE,
        }
    }

    /// The number of an answer among the legal ones, and its time in milliseconds of at most `longest`. One past the last: it
    /// fails. `heard` is the candidate's last answer.
    pub(crate) fn answer(
        &mut self,
        referee: &dyn AnyReferee,
        seat: Seat,
        replies: &[String],
        heard: &str,
        longest: usize,
        dice: &mut SplitMix64,
    ) -> (usize, usize) {
        let number = self.answers;
        self.learn(replies);
        let is_careless = dice.pick(self.careless) == 0 && !self.tactics.contains(&Tactic::Block);
        let chosen = match self.fails {
            Some(at) if at <= number && replies.len() > 1 => replies.len(),
            _ if replies.len() < 2 || self.tactics.is_empty() => dice.pick(replies.len()),
            _ if is_careless || self.thought > self.patience => dice.pick(replies.len()),
            _ => {
                let begun = Instant::now();
                let preferred = self.preferred(referee, seat, replies, heard, dice);
                self.thought += begun.elapsed();
                preferred
            }
        };
        self.given(replies, chosen);
        (chosen, self.pace.time(number, longest, dice).min(longest))
    }

    /// Gives an answer that somebody else has chosen.
    pub(crate) fn follow(&mut self, replies: &[String], chosen: usize) {
        self.learn(replies);
        self.given(replies, chosen);
    }

    fn given(&mut self, replies: &[String], chosen: usize) {
        self.answers += 1;
        if let Some(own) = replies.get(chosen).filter(|_| replies.len() > 1) {
            self.own.clone_from(own);
        }
    }

    fn learn(&mut self, replies: &[String]) {
        for reply in replies {
            for (at, number) in numbers(reply).into_iter().enumerate() {
                match self.bounds.get_mut(at) {
                    Some([least, most]) => {
                        (*least, *most) = ((*least).min(number), (*most).max(number));
                    }
                    None => self.bounds.push([number, number]),
                }
            }
        }
    }

    fn preferred(
        &self,
        referee: &dyn AnyReferee,
        seat: Seat,
        replies: &[String],
        heard: &str,
        dice: &mut SplitMix64,
    ) -> usize {
        let heard = Heard {
            text: heard,
            numbers: numbers(heard),
        };
        let threats = if self.tactics.contains(&Tactic::Block) {
            threats(referee, seat, replies, &heard.numbers, self.fewest)
        } else {
            Vec::new()
        };
        let mut left: Vec<usize> = (0..replies.len()).collect();
        let mut ahead = BTreeMap::new();
        for tactic in &self.tactics {
            if tactic.looks_ahead() {
                while left.len() > LOOKED_AT {
                    left.swap_remove(dice.pick(left.len()));
                }
                for at in &left {
                    ahead
                        .entry(*at)
                        .or_insert_with(|| Ahead::of(referee, seat, &replies[*at], dice));
                }
            }
            let worth: Vec<i64> = left
                .iter()
                .map(|&at| {
                    let reply = &replies[at];
                    match (tactic, ahead.get(&at)) {
                        (Tactic::Block, _) => i64::from(threats.contains(reply)),
                        (Tactic::Listed { last: false }, _) => -(at as i64),
                        (Tactic::Listed { last: true }, _) => at as i64,
                        (_, Some(Some(ahead))) if tactic.looks_ahead() => tactic.ahead(ahead, seat),
                        _ => tactic.textual(reply, &heard, &self.own, &self.bounds),
                    }
                })
                .collect();
            let best = worth.iter().copied().max().unwrap_or(0);
            let mut worth = worth.into_iter();
            left.retain(|_| worth.next() == Some(best));
            if left.len() < 2 {
                break;
            }
        }
        match left.len() {
            0 => 0,
            count => left[dice.pick(count)],
        }
    }
}

/// The candidate's last answer.
struct Heard<'a> {
    text: &'a str,
    numbers: Vec<i64>,
}

impl Tactic {
    fn drawn(dice: &mut SplitMix64, clauses: &[Clause]) -> Tactic {
        let flip = dice.pick(2) == 0;
        match dice.pick(22) {
            0 => Tactic::Listed { last: flip },
            1 => Tactic::Echo,
            2 => Tactic::Repeat,
            3 => Tactic::Mirror { own: false },
            4 => Tactic::Mirror { own: flip },
            5 => Tactic::Transpose,
            6 | 7 => Tactic::Distance { far: flip },
            8 => Tactic::Rim { inside: flip },
            9..=11 => Tactic::End {
                late: dice.pick(3) > 0,
            },
            12 => Tactic::Win { never: flip },
            13 => Tactic::Block,
            14 | 15 => Tactic::Answers { many: flip },
            20 | 21 => Tactic::Level,
            16 if !clauses.is_empty() => Tactic::Occasion(clauses[dice.pick(clauses.len())]),
            _ => Tactic::Observed {
                number: dice.pick(12),
                much: flip,
            },
        }
    }

    /// True where what comes after the answer counts.
    fn looks_ahead(self) -> bool {
        use Tactic::{Answers, End, Level, Observed, Occasion, Win};
        matches!(
            self,
            End { .. } | Win { .. } | Answers { .. } | Level | Observed { .. } | Occasion(_)
        )
    }

    /// The worth of an answer by its text.
    fn textual(self, reply: &str, heard: &Heard<'_>, own: &str, bounds: &[[i64; 2]]) -> i64 {
        let told = &heard.numbers;
        let said = numbers(reply);
        match self {
            Tactic::Echo => i64::from(reply == heard.text),
            Tactic::Repeat => i64::from(reply == own),
            Tactic::Mirror { own: is_own } => {
                let seen = if is_own { &numbers(own) } else { told };
                let mirrored = seen.iter().zip(bounds);
                let mirrored: Vec<i64> = mirrored
                    .map(|(number, [least, most])| least.saturating_add(*most) - number)
                    .collect();
                -distance(&said, &mirrored)
            }
            Tactic::Transpose if told.len() > 1 => {
                let mut exchanged = told.clone();
                exchanged.swap(0, 1);
                -distance(&said, &exchanged)
            }
            Tactic::Distance { far } if !told.is_empty() => {
                let apart = distance(&said, told);
                if far { apart } else { -apart }
            }
            Tactic::Rim { inside } => {
                let inner = said.iter().zip(bounds).map(|(number, [least, most])| {
                    number
                        .saturating_sub(*least)
                        .min(most.saturating_sub(*number))
                });
                let inner = inner.min().unwrap_or(0);
                if inside { inner } else { -inner }
            }
            _ => 0,
        }
    }

    /// The worth of an answer by what comes after it.
    fn ahead(self, ahead: &Ahead, seat: Seat) -> i64 {
        let sign = |is_more: bool, number: i64| if is_more { number } else { -number };
        let referee = &*ahead.referee;
        let other = asked(referee).filter(|other| *other != seat);
        match self {
            Tactic::End { late } => sign(!late, i64::from(referee.awaits().is_over())),
            Tactic::Win { never } => sign(!never, i64::from(referee.is_won(seat))),
            Tactic::Answers { many } => {
                let answers = other.map_or(0, |other| referee.replies(other).len());
                sign(many, answers as i64)
            }
            Tactic::Level => {
                let score = referee.rules().and_then(|rules| rules.score());
                let points = score.map_or(Vec::new(), |score| {
                    score.points().iter().map(|points| points.halves).collect()
                });
                let least = points.iter().min().copied().unwrap_or(0);
                let most = points.iter().max().copied().unwrap_or(0);
                -i64::from(most - least)
            }
            Tactic::Observed { number, much } => {
                let values = ahead.observed.get_or_init(|| {
                    let values = referee.rules().map_or(Vec::new(), |rules| rules.observe());
                    values.iter().flat_map(|(_, value)| sizes(value)).collect()
                });
                let value = values.get(number % values.len().max(1));
                sign(much, value.copied().unwrap_or(0))
            }
            Tactic::Occasion(clause) => {
                i64::from(other.is_some_and(|other| referee.has_occasion(other, clause)))
            }
            _ => 0,
        }
    }
}

/// The game after an answer, with its chances drawn.
struct Ahead {
    referee: Box<dyn AnyReferee>,
    observed: OnceCell<Vec<i64>>,
}

impl Ahead {
    /// `None`: the answer is not due.
    fn of(
        referee: &dyn AnyReferee,
        seat: Seat,
        reply: &str,
        dice: &mut SplitMix64,
    ) -> Option<Ahead> {
        let mut referee = referee.after(seat, reply)?;
        draw_choices(&mut *referee, dice);
        Some(Ahead {
            referee,
            observed: OnceCell::new(),
        })
    }
}

impl Pace {
    fn time(self, number: usize, longest: usize, dice: &mut SplitMix64) -> usize {
        match self {
            Pace::Usual => match dice.pick(16) {
                0 => dice.pick(longest / 4 + 1),
                _ => dice.pick((longest / 50).min(60) + 1),
            },
            Pace::AtOnce => 0,
            Pace::Steady if longest > STEADY => STEADY,
            Pace::Steady => longest / 2,
            Pace::Halves => longest / 2,
            Pace::All { at, but } if number == at => longest.saturating_sub(but),
            Pace::All { .. } => 0,
        }
    }
}

/// Draws what no seat chooses now.
pub(crate) fn draw_choices(referee: &mut dyn AnyReferee, dice: &mut SplitMix64) {
    while matches!(referee.awaits(), Awaits::Choice)
        && referee
            .choose(&mut Seeded::new(SplitMix64(dice.next_u64())), 0)
            .is_ok()
    {}
}

fn asked(referee: &dyn AnyReferee) -> Option<Seat> {
    match referee.awaits() {
        Awaits::Replies([ask, ..]) => Some(ask.seat),
        _ => None,
    }
}

/// Answers to take from another seat: those with which it would win at its next turn, or else those after which it could win in
/// the most ways, two or one, if they are no fewer than `fewest`.
fn threats(
    referee: &dyn AnyReferee,
    seat: Seat,
    replies: &[String],
    heard: &[i64],
    fewest: usize,
) -> Vec<String> {
    // A game that counts points as it goes is not won by one answer.
    if referee.rules().is_none_or(|rules| rules.score().is_some()) {
        return Vec::new();
    }
    // Answers far away change least.
    let own = nearest(replies, heard);
    let mut quiet = own.iter().rev().map(|(_, reply)| *reply);
    let (Some(first), Some(second)) = (quiet.next(), quiet.next()) else {
        return Vec::new();
    };
    let Some(ahead) = referee.after(seat, first) else {
        return Vec::new();
    };
    let Some(other) = asked(&*ahead).filter(|other| *other != seat) else {
        return Vec::new();
    };
    let wins = |at: &dyn AnyReferee, reply: &str| {
        at.after(other, reply)
            .is_some_and(|then| then.is_won(other))
    };
    let next = ahead.replies(other);
    let near = nearest(&next, heard);
    let at_once = near.iter().take(WINS_TRIED);
    let at_once: Vec<String> = at_once
        .filter(|(_, reply)| wins(&*ahead, reply))
        .map(|(_, reply)| reply.to_string())
        .collect();
    if !at_once.is_empty() {
        return at_once;
    }
    let ways = |reply: &str, numbers: &[i64]| {
        let then = ahead
            .after(other, reply)
            .filter(|then| asked(&**then) == Some(seat));
        let Some(then) = then.and_then(|then| then.after(seat, second)) else {
            return 0;
        };
        let around = near
            .iter()
            .filter(|(own, _)| distance(own, numbers) <= AROUND);
        around
            .filter(|(_, last)| wins(&*then, last))
            .take(2)
            .count()
    };
    let next: Vec<(usize, &str)> = near
        .iter()
        .take(DOUBLES_TRIED)
        .map(|(numbers, reply)| (ways(reply, numbers), *reply))
        .collect();
    let most = next.iter().map(|(ways, _)| *ways).max().unwrap_or(0);
    next.into_iter()
        .filter(|(ways, _)| most >= fewest && *ways == most)
        .map(|(_, reply)| reply.to_string())
        .collect()
}

/// Answers with their numbers, the nearest to these first.
fn nearest<'a>(replies: &'a [String], to: &[i64]) -> Vec<(Vec<i64>, &'a str)> {
    let mut near: Vec<(Vec<i64>, &str)> = replies
        .iter()
        .map(|reply| (numbers(reply), reply.as_str()))
        .collect();
    near.sort_by_cached_key(|(numbers, _)| distance(numbers, to));
    near
}

/// The distance of numbers from others.
fn distance(one: &[i64], other: &[i64]) -> i64 {
    one.iter()
        .zip(other)
        .map(|(a, b)| a.saturating_sub(*b).saturating_abs())
        .fold(0, i64::saturating_add)
}

/// The whole numbers among the words of an answer.
fn numbers(text: &str) -> Vec<i64> {
    text.split([' ', '\n'])
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// The numbers of an observed value, and the lengths of its other words.
fn sizes(value: &str) -> impl Iterator<Item = i64> + '_ {
    value
        .split(' ')
        .map(|word| word.parse().unwrap_or(word.len() as i64))
}
