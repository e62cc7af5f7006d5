//! The vocabulary of a game: seats, turns, outcomes, and the trait that its rules implement.

use crate::clause::{Breach, Clause, Refusal};
use crate::picture::{OffBoard, Picture, Spot};
use crate::set::set_of;
use crate::wire::{ASKED, Words};
use std::fmt;
use std::hash::Hash;

/// A player's place at the table, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "files", derive(serde::Serialize))]
pub struct Seat(pub u8);

impl Seat {
    /// The index of this seat in a table of seats.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The opponent in a game of two; with more seats, the other one of its pair: 0 and 1, 2 and 3.
    #[must_use]
    pub fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The most seats any game has.
pub const MAX_SEATS: usize = 4;

set_of! {
    /// A set of seats. A number that no game has is in no set.
    Seats: Seat, |seat: Seat| if seat.0 < 8 { 1 << seat.0 } else { 0 }, |number: u32| Seat(number as u8)
}

impl Seats {
    /// The seats from 0, `count` of them.
    pub fn first(count: usize) -> Seats {
        Seats((1 << count.min(8)) - 1)
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        *self = self.with(seat);
    }

    /// Takes a seat out; true where it was there.
    pub fn remove(&mut self, seat: Seat) -> bool {
        let there = self.contains(seat);
        *self = self.without(Seats::only(seat));
        there
    }
}

/// Who acts: a seat, or chance and the judge's own choices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// Dice, draws, a judge that plays.
    Nature,
}

/// Points, exact to a half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Points {
    /// Twice the points.
    pub halves: i32,
}

impl Points {
    /// Whole points.
    pub const fn whole(points: i32) -> Points {
        Points { halves: 2 * points }
    }

    /// Points that are a whole number or have half a point.
    pub fn exact(points: f64) -> Option<Points> {
        let halves = points * 2.0;
        (halves.fract() == 0.0 && halves.abs() < f64::from(i32::MAX)).then_some(Points {
            halves: halves as i32,
        })
    }

    /// The number with its noun: `1 point`, `1.5 points`.
    pub fn counted(self) -> String {
        let noun = if self == Points::whole(1) {
            "point"
        } else {
            "points"
        };
        format!("{self} {noun}")
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { "-" } else { "" };
        let half = if self.halves % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.halves.abs() / 2)
    }
}

/// How a game ended: the points of each seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    points: [Points; MAX_SEATS],
    seats: u8,
}

impl Outcome {
    /// From the points of each seat, at most four.
    pub fn new(points: &[Points]) -> Outcome {
        let mut all = [Points::default(); MAX_SEATS];
        let seats = points.len().min(MAX_SEATS);
        all[..seats].copy_from_slice(&points[..seats]);
        Outcome {
            points: all,
            seats: seats as u8,
        }
    }

    /// One of two wins: a point, and none for the other.
    pub fn win(seat: Seat) -> Outcome {
        let mut points = [Points::default(); 2];
        points[seat.index().min(1)] = Points::whole(1);
        Outcome::new(&points)
    }

    /// Neither of two wins: half a point each.
    pub fn draw() -> Outcome {
        Outcome::new(&[Points { halves: 1 }; 2])
    }

    /// Points by seat.
    pub fn points(&self) -> &[Points] {
        &self.points[..usize::from(self.seats)]
    }

    /// The one seat that has more points than every other seat. A game of one seat has no winner.
    pub fn winner(&self) -> Option<Seat> {
        if self.seats < 2 {
            return None;
        }
        let best = self.points().iter().max()?;
        let mut winners = (0..self.seats)
            .map(Seat)
            .filter(|seat| self.points[seat.index()] == *best);
        winners.next().filter(|_| winners.next().is_none())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(seat) => write!(f, "seat {seat} wins"),
            None if self.seats == 1 => f.write_str(&self.points[0].counted()),
            None => f.write_str("draw"),
        }
    }
}

/// Whose turn it is in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One action from each of these seats, in any order.
    Seats(Seats),
    /// A choice that no seat makes.
    Nature,
    /// Nothing: the game is over.
    Over(Outcome),
}

impl Turn {
    /// How the game ended, if it is over.
    pub fn outcome(self) -> Option<Outcome> {
        if let Turn::Over(outcome) = self {
            Some(outcome)
        } else {
            None
        }
    }

    /// Who can act.
    pub fn actors(self) -> Vec<Actor> {
        match self {
            Turn::Over(_) => Vec::new(),
            Turn::Nature => vec![Actor::Nature],
            Turn::Seats(seats) => seats.iter().map(Actor::Seat).collect(),
        }
    }

    /// `Ok` for an actor who can act; otherwise the breach of this clause.
    pub fn allows(self, by: Actor, clause: Clause) -> Result<(), Breach> {
        match (self, by) {
            (Turn::Seats(seats), Actor::Seat(seat)) if seats.contains(seat) => Ok(()),
            (Turn::Nature, Actor::Nature) => Ok(()),
            _ => Err(Breach::new(clause, "it is not this seat's turn")),
        }
    }
}

/// Actions in their order, and who does each.
pub type Plies<A> = Vec<(Actor, A)>;

/// A whole number of a position with known bounds: how far the game has come, how full a board is, what a seat has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The things that it counts: `stones on the board`.
    pub name: &'static str,
    /// How many there are.
    pub value: usize,
    /// The most that there can be.
    pub most: usize,
}

/// The most of a feature of which each value is told apart.
const EACH: usize = 8;

impl Feature {
    /// The kinds of values that it has. Of a large one the ends are told apart, and quarters in between.
    pub fn kinds(&self) -> Vec<FeatureKind> {
        let lasts = lasts(self.most);
        let firsts = std::iter::once(0).chain(lasts.iter().map(|last| last + 1));
        firsts
            .zip(&lasts)
            .map(|(first, &last)| FeatureKind {
                name: self.name,
                first,
                last,
                most: self.most,
            })
            .collect()
    }

    /// The kind of its value, in words.
    pub fn kind(&self) -> String {
        let kinds = self.kinds();
        let value = self.value.min(self.most);
        let own = kinds.into_iter().find(|kind| kind.distance(value) == 0);
        own.map_or(String::new(), |kind| kind.to_string())
    }
}

/// The last value of each kind.
fn lasts(most: usize) -> Vec<usize> {
    if most <= EACH {
        return (0..=most).collect();
    }
    let quarters = [most / 4, most / 2, 3 * most / 4];
    [&[0, 1], &quarters[..], &[most - 2, most - 1, most]].concat()
}

/// A kind of values of a feature. Its text is `its own chips: 2 to 6 of 24`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureKind {
    /// The feature.
    pub name: &'static str,
    /// The smallest value.
    pub first: usize,
    /// The largest value.
    pub last: usize,
    /// The most that there can be.
    pub most: usize,
}

impl FeatureKind {
    /// How far a value is from this kind; 0: it is of it.
    pub fn distance(&self, value: usize) -> usize {
        self.first.saturating_sub(value) + value.saturating_sub(self.last)
    }

    /// Kinds of several features in a few words, each feature named once: `stones on the board 113 to 168 or 224 of 224`.
    pub fn listed(kinds: &[FeatureKind]) -> String {
        let same = |one: &FeatureKind, other: &FeatureKind| one.name == other.name;
        let words = kinds.chunk_by(same).map(|kinds| {
            let values: Vec<String> = kinds.iter().map(FeatureKind::values).collect();
            let of = kinds[0].most;
            format!("{} {} of {of}", kinds[0].name, values.join(" or "))
        });
        words.collect::<Vec<_>>().join("; ")
    }

    fn values(&self) -> String {
        if self.first == self.last {
            self.last.to_string()
        } else {
            format!("{} to {}", self.first, self.last)
        }
    }
}

impl fmt::Display for FeatureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} of {}", self.name, self.values(), self.most)
    }
}

/// The rules of a game: total functions on values, without text, clocks or chance.
pub trait Rules: Clone {
    /// Everything that decides how the game can go on.
    type Position: Clone + Eq + Hash + fmt::Debug;
    /// Actions of an actor.
    type Action: Clone + Ord + fmt::Debug;

    /// The position before the first action.
    fn start(&self) -> Self::Position;
    /// Who acts, or how it ended.
    fn turn(&self, at: &Self::Position) -> Turn;
    /// All legal actions, sorted and without duplicates, put into an empty buffer.
    fn actions(&self, at: &Self::Position, by: Actor, into: &mut Vec<Self::Action>);
    /// Whether an action is legal, and the clause it breaks otherwise.
    fn check(&self, at: &Self::Position, by: Actor, action: &Self::Action) -> Result<(), Breach>;
    /// Does an action that [`Rules::check`] accepts.
    fn apply(&self, at: &mut Self::Position, by: Actor, action: &Self::Action);

    /// The points of each seat as they stand, where the game counts them before its end.
    fn score(&self, at: &Self::Position) -> Option<Outcome> {
        self.turn(at).outcome()
    }

    /// Clauses that few games come to, each with whether the game up to this position has come to it. A test that never did is
    /// told so.
    fn rare(&self, _at: &Self::Position) -> Vec<(Clause, bool)> {
        Vec::new()
    }

    /// Numbers with known bounds that tell positions apart in which this seat acts, as it sees them. A check of a bot says which kinds of them it met,
    /// and a search looks for the others.
    fn features(&self, _at: &Self::Position, _seat: Seat) -> Vec<Feature> {
        Vec::new()
    }

    /// Games that a walk seldom comes to, each as its actions from the start: a row along each edge, a board that is packed full. Engines
    /// are led through them. What the rules refuse there ends the game.
    fn landmarks(&self) -> Vec<Plies<Self::Action>> {
        Vec::new()
    }

    /// The end under best play, where the game is solved. The first call may take long.
    fn value(&self, _at: &Self::Position) -> Option<Outcome> {
        None
    }
}

/// How a game's actions and positions are written.
pub trait Notation: Rules {
    /// Reads an answer. This is enough where an answer means the same in every position; otherwise write [`Notation::parse`], and the
    /// `answer` and `form` of the protocol.
    fn read(&self, words: &mut Words<'_>) -> Result<Self::Action, Refusal> {
        let why = "this game has no `Notation::read`";
        Err(Refusal::Format(words.wrong(ASKED, why, 0)))
    }
    /// Reads an action and says who does it; [`Rules::check`] comes after. By default it is an answer of the only seat that can
    /// act; a game in which several seats act at once writes it.
    fn parse(&self, at: &Self::Position, text: &str) -> Result<(Actor, Self::Action), Breach> {
        let action = self.read(&mut Words::new(text.as_bytes()));
        let action = action.map_err(Refusal::breach)?;
        match self.turn(at).actors()[..] {
            [by] => Ok((by, action)),
            [] => Err(Breach::new(ASKED, "the game is over")),
            [..] => Err(Breach::new(
                ASKED,
                "several seats act: this game has no `Notation::parse`",
            )),
        }
    }
    /// Writes an action as [`Notation::parse`] reads it.
    fn print(&self, by: Actor, action: &Self::Action) -> String;
    /// Writes an action as a program answers it, where a ply says more, such as whose it is. By default they are the same.
    fn answer(&self, by: Actor, action: &Self::Action) -> String {
        self.print(by, action)
    }
    /// Everything that can be observed of a position, by name.
    fn observe(&self, at: &Self::Position) -> Vec<(&'static str, String)>;
    /// The position to look at; by default what can be observed of it, a line each.
    fn picture(&self, at: &Self::Position) -> Picture {
        let values = self.observe(at).into_iter();
        Picture {
            notes: values
                .map(|(name, value)| format!("{name}: {value}"))
                .collect(),
            ..Picture::default()
        }
    }
    /// The cells of the picture that an action takes, for those who draw it.
    fn spots(&self, _by: Actor, _action: &Self::Action) -> Vec<Spot> {
        Vec::new()
    }
    /// The cells that a text names off the boards, where it cannot be an action for that reason; none by default.
    fn off_board(&self, _text: &str) -> Vec<OffBoard> {
        Vec::new()
    }
    /// Why the game is over here, or what is still missing, in words that name cells, rounds or moves; `None`: there is nothing to say.
    fn end(&self, _at: &Self::Position) -> Option<String> {
        None
    }

    /// The parts that the points of each seat are made of here, with the clauses that count them; `None`: there are no parts.
    fn points(&self, _at: &Self::Position) -> Option<String> {
        None
    }

    /// All texts of a legal action, the one of the list of actions first. By default there is one.
    fn texts(&self, _at: &Self::Position, by: Actor, action: &Self::Action) -> Vec<String> {
        vec![self.print(by, action)]
    }

    /// A witness: actions from the start, or the reason why no game is one; `None`: the game answers no such question.
    fn witness(&self, _wanted: &str) -> Option<Result<Plies<Self::Action>, Breach>> {
        None
    }
}

/// Rules, and a position under them.
#[derive(Clone, Debug)]
pub struct Situation<R: Rules> {
    /// The rules.
    pub rules: R,
    /// The position.
    pub at: R::Position,
}

impl<R: Rules> Situation<R> {
    /// The start of a game.
    pub fn start(rules: R) -> Situation<R> {
        let at = rules.start();
        Situation { rules, at }
    }
}

/// A program that plays in memory: it hears lines and says lines.
pub trait Bot {
    /// Hears one line (no newline) and appends what it says, each line with its newline. False: it ends.
    fn hear(&mut self, line: &str, say: &mut String) -> bool;
}
