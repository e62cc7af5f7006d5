//! Parameters of which no document says which value holds: a judge that follows another value is not wrong.

use super::combinations::named;
use crate::clause::Breach;
use crate::games::erased::AnyGame;
use crate::params::{ReadSet, Settings};
use std::collections::VecDeque;

/// How many parameters are set otherwise at once.
const DEPTH: usize = 3;
/// How many ways are tried.
const WAYS: usize = 400;

/// The results of the other ways to set what is assumed and not set, as far as they lead further; up to one that `ends` the search.
///
/// `first` is wrong without them. `judge` says what is wrong first under a way, if it leads further: such a way is followed.
pub(crate) fn others_than<T>(
    game: &dyn AnyGame,
    set: &Settings,
    first: Wrong,
    judge: impl Fn(&Settings, &Wrong) -> Option<(Option<Wrong>, T)>,
    ends: impl Fn(&T) -> bool,
) -> Vec<(Settings, T)> {
    let mut open = VecDeque::from([(Settings::default(), first)]);
    let (mut tried, mut all) = (0, Vec::new());
    while let Some((way, wrong)) = open.pop_front() {
        for more in others(game, &set.and(&way), &wrong) {
            let way = way.and(&more);
            tried += 1;
            let mut is_end = tried >= WAYS;
            if let Some((still, other)) = judge(&way, &wrong) {
                let leads_on = |still: &Wrong| way.0.len() < DEPTH && still.is_beyond(&wrong);
                if let Some(still) = still.filter(leads_on) {
                    open.push_back((way.clone(), still));
                }
                is_end |= ends(&other);
                all.push((way, other));
            }
            if is_end {
                return all;
            }
        }
    }
    all
}

/// The first way to set what is assumed and not set under which nothing is wrong, with what was found under it.
#[cfg(feature = "files")]
pub(crate) fn explains<T>(
    game: &dyn AnyGame,
    set: &Settings,
    first: Wrong,
    judge: impl Fn(&Settings, &Wrong) -> Option<(Option<Wrong>, T)>,
) -> Option<(Settings, T)> {
    let judge = |way: &Settings, before: &Wrong| {
        let (wrong, other) = judge(way, before)?;
        let is_right = wrong.is_none();
        Some((wrong, (is_right, other)))
    };
    let ends = |(is_right, _): &(bool, T)| *is_right;
    let (way, (is_right, other)) = others_than(game, set, first, judge, ends).pop()?;
    is_right.then_some((way, other))
}

/// The first thing that is wrong with a judge or a record.
pub(crate) struct Wrong {
    /// Where: a line, or a byte.
    pub(crate) at: usize,
    pub(crate) breach: Breach,
    /// The parameters on which it can depend.
    pub(crate) read: ReadSet,
}

impl Wrong {
    /// True where what led to the other is mended.
    pub(crate) fn is_beyond(&self, other: &Wrong) -> bool {
        self.at > other.at || self.at == other.at && self.breach.clause != other.breach.clause
    }
}

/// Other values of what is assumed, not set, and was read, one parameter at a time. A parameter that may be one of a few words has
/// each of them; any other has the numbers that the breach names.
fn others(game: &dyn AnyGame, set: &Settings, wrong: &Wrong) -> Vec<Settings> {
    let breach = &wrong.breach;
    let Ok(set) = game.expand(set) else {
        return Vec::new();
    };
    let Ok(variant) = game.with(&set) else {
        return Vec::new();
    };
    let is_set = |name: &str| set.0.iter().any(|(set, _)| set == name);
    let open = variant.parameters().into_iter().filter(|(name, _)| {
        game.page().leaves_open(name) && !is_set(name) && game.was_read(name, wrong.read)
    });
    let other = |(name, usual): (&'static str, String)| {
        let words = game.values(name);
        let values = match words {
            [] => named(breach, &usual),
            words => words.iter().map(|word| word.to_string()).collect(),
        };
        let others = values.into_iter().filter(move |value| *value != usual);
        others.map(move |value| [(name, value)].into_iter().collect::<Settings>())
    };
    open.flat_map(other)
        .filter(|other| game.with(&set.and(other)).is_ok())
        .collect()
}
