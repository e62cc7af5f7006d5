//! A bot that plays towards a line of the board: from the legal answers it takes the one that lies nearest.
//!
//! Two of them with different lines bring games about that no strong bot plays: rows along each edge and each
//! diagonal, full boards, passes. It knows no game: it follows the judge's messages by the referee.

use super::aim::{Aim, AskedSeat};
use super::illegal::{FIRST_NAME, Near, elsewhere, numbered};
use super::text_change::{TextChange, fails_by, kind_of, samples};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;
use stickler::clause::{Clause, words};
use stickler::explain::{Finding, validate, validate_until};
use stickler::game::{Bot, Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee};
use stickler::games::following::{Follower, LineResult};
use stickler::params::Settings;
use stickler::stream::SplitMix64;
use stickler::transcript::Writer;

/// The aim of its play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The line on which the first two numbers of an answer, times these weights, make this sum.
    Line([i64; 2], i64),
    /// Such a line, but its places up to the last number before the fifth: filling that gap makes a row that is longer than it has to
    /// be.
    Over([i64; 2], i64, i64),
    /// Anywhere, drawn from this seed.
    Anywhere(u64),
}

/// Farther than any number of an answer: the last row or column.
pub(super) const FAR: i64 = 1_000_000;

impl Side {
    /// Rows and columns at both edges and inside, diagonals of both kinds at the corners and inside.
    pub const ALL: [Side; 19] = [
        Side::Line([1, 0], 1),
        Side::Line([1, 0], 5),
        Side::Line([1, 0], FAR),
        Side::Line([0, 1], 1),
        Side::Line([0, 1], 5),
        Side::Line([0, 1], FAR),
        Side::Line([1, -1], 0),
        Side::Line([1, -1], 10),
        Side::Line([1, -1], -10),
        Side::Line([1, 1], 6),
        Side::Line([1, 1], 16),
        Side::Line([1, 1], 26),
        Side::Over([1, 0], 1, 6),
        Side::Anywhere(1),
        Side::Anywhere(2),
        Side::Over([1, 0], 1, 9),
        Side::Over([0, 1], 1, 6),
        Side::Over([1, -1], 0, 6),
        Side::Over([1, 1], 16, 6),
    ];

    /// The number in [`Side::ALL`] of the side that the other seat leans to: one that leaves a row that is too long its time.
    pub(super) fn other(one: usize) -> usize {
        match one {
            FIRST_TO_SIX.. => Side::ANYWHERE,
            _ => (one + 1) % FIRST_TO_SIX,
        }
    }

    /// The number of a side that gets in nobody's way.
    pub(super) const ANYWHERE: usize = 14;

    /// How far an answer lies from there. Answers that lie equally far are ordered by their numbers.
    pub(super) fn of(self, answer: &str) -> (u64, Vec<i64>) {
        let numbers: Vec<i64> = answer
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        let far = match self {
            Side::Line(weights, at) => far_from_line(&numbers, weights, at),
            Side::Over(weights, at, last) => {
                let along = usize::from(weights != [0, 1]);
                let place = numbers.get(along).map_or(0, |&number| match number {
                    5 => last,
                    6.. if number <= last => number - 1,
                    other => other,
                });
                let far = far_from_line(&numbers, weights, at);
                far.saturating_mul(1000)
                    .saturating_add(place.unsigned_abs())
            }
            Side::Anywhere(seed) => {
                SplitMix64(seed)
                    .nth(
                        answer
                            .bytes()
                            .fold(0, |hash: u64, byte| hash.wrapping_mul(31) ^ u64::from(byte)),
                    )
                    .0
            }
        };
        (far, numbers)
    }
}

/// The number in [`Side::ALL`] from which on a side wants six moves for its row: a seat that plays for a row of five would be first.
const FIRST_TO_SIX: usize = 16;

/// How far the first two numbers lie from the line.
fn far_from_line(numbers: &[i64], weights: [i64; 2], at: i64) -> u64 {
    let sum = numbers
        .iter()
        .zip(weights)
        .fold(0i64, |sum, (number, weight)| {
            sum.saturating_add(number.saturating_mul(weight))
        });
    sum.abs_diff(at)
}

/// The exit code of a bot that ends in place of an answer.
const CRASHED: u8 = 1;

/// The exit code of a bot that could not follow the judge's messages.
pub const LOST: u8 = 77;

/// The exit code of a bot that was told more after an illegal answer, which should have ended its game.
pub const GONE_ON: u8 = 78;

/// The clauses that the answers of a bot could have broken, by their numbers.
pub(super) type Chances = Rc<RefCell<BTreeMap<usize, BTreeSet<Clause>>>>;

/// The clause that a bot breaks: by the answer of this number among those that do, from this answer of its own on.
#[derive(Clone, Copy)]
struct Break {
    clause: Clause,
    number: usize,
    from: usize,
}

/// A fault of a bot in place of the last answer of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastFault {
    /// The bot gives its answer too late.
    Late,
    /// The bot exits with code 1.
    Crash,
}

words!(LastFault: Late "late-end", Crash "crash-end");

/// How long a bot waits that uses more time than its answer has, and less than another answer may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overdraft {
    /// So long: it has used its bank before.
    Again(Duration),
    /// Half of the way from the limit of its answer to this one, the longest of the game, in milliseconds.
    Towards(u64),
}

impl Overdraft {
    /// The time to wait before an answer with this limit, in milliseconds; `None`: no other answer has a longer one.
    fn wait(self, limit: u64) -> Option<Duration> {
        match self {
            Overdraft::Again(wait) => Some(wait),
            Overdraft::Towards(longest) => {
                let more = longest.checked_sub(limit).filter(|more| *more > 0)?;
                Some(Duration::from_millis(limit + more / 2))
            }
        }
    }
}

/// The bot.
pub struct SteeredBot {
    game: &'static dyn AnyGame,
    settings: Settings,
    aim: Aim,
    /// The number of the answer, from 0, with which it gives the next best one, too.
    twice: Option<usize>,
    /// The clause that it breaks, and by which of the answers that do; see [`SteeredBot::breaking`].
    breaks: Option<Break>,
    /// From which answer on it notes the clauses that it could break.
    notes: Option<(usize, Chances)>,
    /// The change that it makes once, to its answers of the kind with this number.
    writes: Option<(&'static TextChange, u8)>,
    /// An answer of each kind, for a bot that is to change the text of one.
    samples: Vec<String>,
    /// The fault that it has in place of the answer that ends the game.
    last_fault: Option<LastFault>,
    /// The kinds of its answers so far, each with how many there were.
    kinds: Vec<(String, usize)>,
    /// Answers that were legal at its earlier turns, and those that are legal in other games, for a bot that is to break a clause.
    earlier: Vec<String>,
    elsewhere: Rc<[String]>,
    /// How many games of a run have begun, as far as its aim or its change of text asks for that.
    games: usize,
    /// How long it thinks, and before which of its answers.
    thinks: (Duration, Vec<usize>),
    /// True where it thinks before the answer that ends the game, too.
    thinks_at_end: bool,
    /// Before which of its answers it thinks for longer than its time for that, and for how long.
    overdraws: Option<(usize, Overdraft)>,
    /// Called with that time.
    on_thought: Option<Box<dyn FnMut(Duration)>>,
    /// Called when it first does what a right bot would not do, with the time by which its answer is to wait.
    on_fault: Option<Box<dyn FnOnce(Duration)>>,
    answers: usize,
    /// The seat, where its first message does not tell it.
    usual: Seat,
    told: Vec<String>,
    /// The seat and the log of it, once the first message has told the seat.
    log: Option<(Seat, Writer)>,
    /// The game so far, where the referee could follow every message.
    follower: Option<Follower>,
    /// The exit code, once it has ended.
    ended: Option<u8>,
}

impl SteeredBot {
    /// A bot for a game under these parameters.
    pub fn new(game: &'static dyn AnyGame, settings: Settings, aim: Aim) -> SteeredBot {
        SteeredBot {
            game,
            settings,
            aim,
            twice: None,
            breaks: None,
            notes: None,
            writes: None,
            samples: Vec::new(),
            last_fault: None,
            kinds: Vec::new(),
            earlier: Vec::new(),
            elsewhere: Rc::default(),
            games: 0,
            thinks: (Duration::ZERO, Vec::new()),
            thinks_at_end: false,
            overdraws: None,
            on_thought: None,
            on_fault: None,
            answers: 0,
            usual: Seat(0),
            told: Vec::new(),
            log: None,
            follower: None,
            ended: None,
        }
    }

    /// This bot, which has this seat where its first message does not tell it.
    #[must_use]
    pub fn sitting_at(self, seat: Seat) -> SteeredBot {
        SteeredBot {
            usual: seat,
            ..self
        }
    }

    /// This bot, but it gives two answers at once when its third is due.
    #[must_use]
    pub fn saying_two(self) -> SteeredBot {
        SteeredBot {
            twice: Some(2),
            ..self
        }
    }

    /// This bot, but it gives one answer that breaks this clause alone, as soon as it can from its answer `from` on, counted from
    /// 0: of those that do, the one of this number.
    #[must_use]
    pub fn breaking(self, clause: Clause, number: usize, from: usize) -> SteeredBot {
        let elsewhere = elsewhere_once(self.game, &self.settings);
        SteeredBot {
            breaks: Some(Break {
                clause,
                number,
                from,
            }),
            elsewhere,
            ..self
        }
    }

    /// This bot, which notes the clauses that it could break, from its answer `from` on.
    #[must_use]
    pub(super) fn noting(self, from: usize, chances: Chances) -> SteeredBot {
        let elsewhere = elsewhere_once(self.game, &self.settings);
        SteeredBot {
            notes: Some((from, chances)),
            elsewhere,
            ..self
        }
    }

    /// This bot, but it changes the text of one answer of the kind with this number so that it is refused: the first where
    /// that is the first kind, or else a later one. Where all answers are of one kind, number 1 is a later one, and number 2 one of the next game.
    #[must_use]
    pub fn writing(self, change: &'static TextChange, kind: u8) -> SteeredBot {
        let variant = self.game.with(&self.settings).ok();
        let variant = variant.filter(|_| change.is_of_other());
        SteeredBot {
            writes: Some((change, kind)),
            samples: variant.map_or_else(Vec::new, |variant| samples(&*variant)),
            ..self
        }
    }

    /// This bot, but it has this fault where its answer ends the game. It is late only where the time for that answer is no longer
    /// than [`LONGEST`] milliseconds.
    #[must_use]
    pub fn failing_at_the_end(self, fault: LastFault) -> SteeredBot {
        SteeredBot {
            last_fault: Some(fault),
            ..self
        }
    }

    /// This bot, but it thinks for so long before the answers with these numbers, from 0.
    #[must_use]
    pub fn thinking(self, thought: Duration, at: Vec<usize>) -> SteeredBot {
        SteeredBot {
            thinks: (thought, at),
            ..self
        }
    }

    /// This bot, but it thinks before the answer that ends the game, too.
    #[must_use]
    pub fn thinking_at_the_end(self) -> SteeredBot {
        SteeredBot {
            thinks_at_end: true,
            ..self
        }
    }

    /// This bot, but it thinks for longer than it may before its answer of this number, from 0.
    #[must_use]
    pub fn overdrawing(self, at: usize, overdraft: Overdraft) -> SteeredBot {
        SteeredBot {
            overdraws: Some((at, overdraft)),
            ..self
        }
    }

    /// This bot, which calls this for each thought, with its time, and gives its answer when it comes back.
    #[must_use]
    pub fn pausing(self, on_thought: impl FnMut(Duration) + 'static) -> SteeredBot {
        SteeredBot {
            on_thought: Some(Box::new(on_thought)),
            ..self
        }
    }

    /// The same bot, which calls this when it first does what a right bot would not do. A game can be over before that. A bot that is
    /// to be late tells for how long its answer waits, and gives it when this comes back.
    #[must_use]
    pub fn telling(self, on_fault: impl FnOnce(Duration) + 'static) -> SteeredBot {
        SteeredBot {
            on_fault: Some(Box::new(on_fault)),
            ..self
        }
    }

    /// The exit code: 0, [`LOST`], [`GONE_ON`], or 1 where it ended in place of an answer.
    pub fn ended(&self) -> u8 {
        self.ended.unwrap_or(0)
    }

    /// Writes down what was told since the last answer; `None`: the seat is not known yet.
    fn record(&mut self) -> Option<(Seat, &mut Writer)> {
        if self.log.is_none() {
            let lines: Vec<&[u8]> = self.told.iter().map(|line| line.as_bytes()).collect();
            let settings = self
                .game
                .told_settings(&mut lines.iter().copied())
                .and(&self.settings);
            let variant = self.game.with(&settings).ok()?;
            let seat = variant.seat_told(&lines, self.usual)?;
            let header = [("seats", seat.to_string()), ("clock", "own".to_string())];
            self.log = Some((seat, Writer::new(self.game.name(), &settings, &header)));
        }
        let (seat, writer) = self.log.as_mut()?;
        self.told
            .drain(..)
            .for_each(|line| writer.told(*seat, &line));
        Some((*seat, writer))
    }

    /// Follows the lines that were told since the last answer; `None`: nothing can be due now.
    fn follow(&mut self) -> Option<()> {
        let told = self.told.clone();
        self.record()?;
        if let Some(follower) = &mut self.follower {
            let followed: Vec<LineResult> = told.iter().map(|line| follower.told(line)).collect();
            if !followed.contains(&LineResult::Lost) {
                return (followed.last() == Some(&LineResult::Message)).then_some(());
            }
        }
        self.follower = None;
        self.follow_anew()
    }

    /// Follows the game by a check of the whole log.
    fn follow_anew(&mut self) -> Option<()> {
        let (seat, writer) = self.log.as_ref()?;
        let (checked, referee) = validate_until(
            self.game,
            &self.settings,
            writer.text().as_bytes(),
            usize::MAX,
        )
        .ok()?;
        if checked
            .findings
            .iter()
            .any(|finding| !finding.is_of_a_seat())
        {
            let checked = validate(self.game, &self.settings, writer.text().as_bytes()).ok()?;
            let is_at_fault = checked.findings.first().is_some_and(Finding::is_of_a_seat);
            self.ended = Some(if is_at_fault && checked.findings.len() > 1 {
                GONE_ON
            } else {
                LOST
            });
            return None;
        }
        // After its own fault it waits for the judge's reaction.
        if checked.verdict.has_failed(*seat) {
            return None;
        }
        // Only where the seat is asked or the game is over does the log surely not end within a message.
        let is_asked = referee.awaits().ask(*seat).is_some();
        let is_over = referee.awaits().is_over();
        if !is_asked && !is_over || referee.owes(*seat).is_some() {
            return None;
        }
        let seats = self.game.with(&checked.settings).ok()?.seats();
        self.follower = Some(Follower::new(*seat, Seats::first(seats), referee));
        Some(())
    }

    fn answer(&mut self) -> Option<String> {
        self.follow()?;
        let aim = self.aim;
        let is_twice = self.twice == Some(self.answers);
        let breaks = self.breaks.filter(|breaks| self.answers >= breaks.from);
        let (seat, writer) = self.log.as_mut()?;
        let (seat, follower) = (*seat, self.follower.as_mut()?);
        let unseen = follower.unseen();
        let referee = follower.referee();
        if referee.owes(seat).is_some() {
            return None;
        }
        if referee.awaits().is_over() {
            self.ended = Some(0);
            return None;
        }
        let is_asked = referee.awaits().ask(seat).is_some();
        let mut replies = if is_asked {
            referee.replies(seat)
        } else {
            Vec::new()
        };
        let turn = AskedSeat {
            referee,
            seat,
            unseen,
        };
        let counts_games =
            matches!(aim, Aim::Results(_)) || self.writes.is_some_and(|(_, kind)| kind == 2);
        if counts_games && is_new(self.game, &self.settings, referee) {
            self.games += 1;
        }
        aim.sort(&turn, self.games.saturating_sub(1), &mut replies);
        let mut answer = replies.first()?.clone();
        let may_think = self.thinks_at_end && self.on_thought.is_some();
        let is_end = (self.last_fault.is_some() || may_think) && turn.ends_with_others(&answer);
        let last_fault = self.last_fault.filter(|_| is_end);
        if last_fault == Some(LastFault::Crash) {
            self.ended = Some(CRASHED);
            if let Some(tell) = self.on_fault.take() {
                tell(Duration::ZERO);
            }
            return None;
        }
        let limit = referee.awaits().ask(seat).map(|ask| ask.budget.0);
        let late_end = limit.filter(|_| last_fault == Some(LastFault::Late));
        let overdraft = self.overdraws.filter(|(at, _)| *at == self.answers);
        let wait = late_end.and_then(too_late);
        let wait = wait.or_else(|| overdraft?.1.wait(limit?));
        let near = Near {
            game: self.game,
            settings: &self.settings,
            referee,
            seat,
            replies: &replies,
            earlier: &self.earlier,
            elsewhere: &self.elsewhere,
            log: Some(writer.text()),
        };
        if let Some((from, chances)) = &self.notes
            && self.answers >= *from
        {
            let clauses = near.found().into_keys().map(|(clause, _)| clause);
            chances.borrow_mut().insert(self.answers, clauses.collect());
        }
        let illegal = breaks.and_then(|breaks| {
            let waits = [breaks.number, breaks.from] == [FIRST_NAME; 2];
            numbered(&near, breaks.clause, breaks.number, waits)
        });
        let kind = kind_of(&answer);
        let place = self.kinds.iter().position(|(name, _)| name == kind);
        let place = place.unwrap_or_else(|| {
            self.kinds.push((kind.to_string(), 0));
            self.kinds.len() - 1
        });
        self.kinds[place].1 += 1;
        let is_first = self.kinds[place].1 == 1;
        let is_only_kind = place == 0 && self.kinds.len() == 1;
        let games = self.games;
        let is_its = |kind: usize| match is_first {
            true => is_only_kind && kind == 0,
            false if is_only_kind => kind == 1 || kind == 2 && games > 1,
            false => kind == place,
        };
        let written = self
            .writes
            .filter(|(_, kind)| is_its(usize::from(*kind)))
            .and_then(|(change, _)| change.of(&answer, &self.samples))
            .filter(|text| fails_by(referee, seat, text));
        let illegal = illegal.or(written);
        let has_broken = illegal.is_some();
        answer = illegal.unwrap_or(answer);
        if self.breaks.is_some() || self.notes.is_some() {
            let new = replies.iter().filter(|reply| !self.earlier.contains(reply));
            let new: Vec<String> = new.take(REMEMBERED).cloned().collect();
            self.earlier.extend(new);
        }
        let next = replies.get(1).filter(|_| is_twice).cloned();
        if let Some(next) = &next {
            answer = format!("{answer}\n{next}");
        }
        for line in answer.split('\n') {
            writer.said(seat, line.as_bytes(), None);
        }
        if (has_broken || wait.is_some() || next.is_some())
            && let Some(tell) = self.on_fault.take()
        {
            tell(wait.unwrap_or_default());
        }
        if has_broken || next.is_some() || !follower.answered(answer.as_bytes()) {
            self.follower = None;
        }
        let thinks = is_end && may_think || self.thinks.1.contains(&self.answers);
        if let (true, Some(pause)) = (thinks, &mut self.on_thought) {
            pause(self.thinks.0);
        }
        self.answers += 1;
        self.breaks = self.breaks.filter(|_| !has_broken);
        self.writes = self.writes.filter(|_| !has_broken);
        Some(answer)
    }
}

thread_local! {
    /// The answers that are legal in other games of the variant that was asked for last.
    static ELSEWHERE: RefCell<(String, Rc<[String]>)> = RefCell::default();
}

/// Answers that are legal in other games of this variant: many matches of one variant follow each other.
fn elsewhere_once(game: &dyn AnyGame, settings: &Settings) -> Rc<[String]> {
    let variant = format!("{} {settings:?}", game.name());
    let (known, texts) = ELSEWHERE.with_borrow(Clone::clone);
    if known == variant {
        return texts;
    }
    let texts: Rc<[String]> = match game.with(settings) {
        Ok(variant) => elsewhere(&*variant).into(),
        Err(_) => Rc::default(),
    };
    ELSEWHERE.set((variant, Rc::clone(&texts)));
    texts
}

/// True where the game has just begun.
fn is_new(game: &dyn AnyGame, settings: &Settings, referee: &dyn AnyReferee) -> bool {
    let start = game.with(settings).map(|variant| variant.rules().observe());
    let now = referee.rules().map(|rules| rules.observe());
    start.ok().is_some_and(|start| Some(start) == now)
}

/// The longest time of an answer, in milliseconds, with which a bot is late at the end.
pub const LONGEST: u64 = 12_000;
/// How much later than its time such an answer comes.
const TOO_LATE: Duration = Duration::from_secs(2);

/// How long a bot waits that is too late by this limit, in milliseconds; `None`: that would take long.
fn too_late(limit: u64) -> Option<Duration> {
    let is_short = (1..=LONGEST).contains(&limit);
    is_short.then(|| Duration::from_millis(limit) + TOO_LATE)
}

/// Most answers of one moment that are remembered.
const REMEMBERED: usize = 300;

impl Bot for SteeredBot {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        self.told.push(line.to_string());
        if let Some(answer) = self.answer() {
            said.push_str(&answer);
            said.push('\n');
        }
        self.ended.is_none()
    }
}

#[cfg(test)]
mod tests;
