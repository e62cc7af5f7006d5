//! Limits and counts that no document gives, as the file shows them. A limit of time is a silence that the judge ended, or what a seat
//! had taken when the judge went on. A count, such as the games of a run, is at most the number of the file's lines. A limit of memory
//! ends no game, so none is tried.

use super::combinations::open_numbers;
use crate::game::{MAX_SEATS, Seat};
use crate::games::erased::AnyGame;
use crate::params::{Ms, Settings};

/// The times of a file, and how many lines it has: they show limits and counts.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) lines: u64,
    of_seats: [OfSeat; MAX_SEATS],
}

/// The times of one seat.
#[derive(Clone, Copy, Default)]
struct OfSeat {
    /// All its answers, and all but the last, together and the longest of them.
    answers: Taken,
    but_the_last: Taken,
    /// The shortest silence.
    silence: Option<u64>,
}

#[derive(Clone, Copy, Default)]
struct Taken {
    together: u64,
    longest: u64,
}

impl Shown {
    pub(crate) fn answered(&mut self, seat: Seat, took: Ms) {
        let Some(of) = self.of_seats.get_mut(seat.index()) else {
            return;
        };
        of.but_the_last = of.answers;
        of.answers.together = of.answers.together.saturating_add(took.0);
        of.answers.longest = of.answers.longest.max(took.0);
    }

    pub(crate) fn was_silent(&mut self, seat: Seat, took: Ms) {
        if let Some(of) = self.of_seats.get_mut(seat.index()) {
            of.silence = Some(of.silence.map_or(took.0, |least| least.min(took.0)));
        }
    }

    /// The limits that these times can be, each once, the nearest to the usual one first. An answer that takes exactly its limit
    /// is in time, or it is late and the limit one more.
    fn limits(&self, usual: u64) -> Vec<u64> {
        let of_seat = |of: &OfSeat| {
            let taken = [of.answers, of.but_the_last];
            let went_on = taken.map(|taken| [taken.together, taken.longest]).concat();
            let later: Vec<u64> = went_on
                .iter()
                .map(|taken| taken.saturating_add(1))
                .collect();
            let silent = of.silence.into_iter();
            let silences = silent.flat_map(|took| [took, of.answers.together.saturating_add(took)]);
            [went_on, later, silences.collect()].concat()
        };
        let mut limits: Vec<u64> = self.of_seats.iter().flat_map(of_seat).collect();
        limits.sort_unstable_by_key(|limit| (limit.abs_diff(usual), *limit));
        limits.dedup();
        limits
    }
}

/// A limit of time that no document gives, and nobody set.
pub(super) struct OpenLimit {
    name: &'static str,
    /// The other values under which the file can be right, the nearest first.
    values: Vec<u64>,
}

impl OpenLimit {
    pub(super) fn all(&self) -> impl Iterator<Item = Settings> {
        self.values.iter().map(|value| number(self.name, *value))
    }

    /// The least and the largest of them.
    pub(super) fn ends(&self) -> impl Iterator<Item = Settings> {
        let ends = [self.values.iter().min(), self.values.iter().max()];
        let ends = ends.into_iter().flatten();
        ends.map(|value| number(self.name, *value))
    }
}

/// The limits of time that no document gives and nobody set.
pub(super) fn limits(game: &dyn AnyGame, set: &Settings, shown: &Shown) -> Vec<OpenLimit> {
    let limit = |(name, usual): (&'static str, u64)| {
        let mut values = shown.limits(usual);
        let is_taken = |value: u64| game.with(&set.and(&number(name, value))).is_ok();
        values.retain(|value| *value != usual && is_taken(*value));
        OpenLimit { name, values }
    };
    let open = whole_numbers(game, set).filter(|(name, _)| unit(game, name) == Some("ms"));
    open.map(limit).collect()
}

/// A count that no document gives, and nobody set.
pub(super) struct Count {
    name: &'static str,
    usual: u64,
    /// The largest that it may be.
    most: u64,
}

impl Count {
    fn at(&self, value: u64) -> Settings {
        number(self.name, value)
    }

    pub(super) fn most(&self) -> Settings {
        self.at(self.most)
    }

    /// The smaller ones, the nearest first.
    pub(super) fn smaller(&self, shown: &Shown) -> impl Iterator<Item = Settings> {
        let smaller = (0..self.usual.min(shown.lines)).rev();
        smaller.map(|value| self.at(value))
    }

    /// The nearest of the larger ones that leads as far as the largest.
    pub(super) fn nearest(&self, mut leads: impl FnMut(&Settings) -> bool) -> Settings {
        let (mut fails, mut works) = (self.usual, self.most);
        while works - fails > 1 {
            let middle = fails + (works - fails) / 2;
            match leads(&self.at(middle)) {
                true => works = middle,
                false => fails = middle,
            }
        }
        self.at(works)
    }
}

/// The counts that no document gives and nobody set, of those that may be larger.
pub(super) fn counts(game: &dyn AnyGame, set: &Settings, shown: &Shown) -> Vec<Count> {
    let open = whole_numbers(game, set).filter(|(name, _)| unit(game, name).is_none());
    let counts = open.map(|(name, usual)| {
        let mut count = Count {
            name,
            usual,
            most: usual.max(shown.lines),
        };
        let is_taken = |way: &Settings| game.with(&set.and(way)).is_ok();
        if !is_taken(&count.most()) {
            let refused = |way: &Settings| !is_taken(way);
            let Some((_, first)) = count.nearest(refused).0.pop() else {
                return count;
            };
            count.most = first.parse().map_or(usual, |first: u64| first - 1);
        }
        count
    });
    counts.collect()
}

/// The parameter with this number.
fn number(name: &'static str, value: u64) -> Settings {
    Settings::from_iter([(name, value)])
}

/// The whole numbers that no document gives and nobody set, with their usual values.
fn whole_numbers(game: &dyn AnyGame, set: &Settings) -> impl Iterator<Item = (&'static str, u64)> {
    let open = open_numbers(game, set).into_iter();
    open.filter_map(|(name, usual)| Some((name, usual.parse().ok()?)))
}

/// The unit of a parameter, such as `ms`.
fn unit<'g>(game: &'g dyn AnyGame, name: &str) -> Option<&'g str> {
    let mut rows = game.page().parameters.iter();
    let row = rows.find(|row| row.name == name)?;
    row.value.split_once(' ').map(|(_, unit)| unit)
}
