//! Worlds: sets of values of the parameters that no document gives. A judge that follows another world than ours is not wrong.

use crate::games::erased::AnyGame;
use crate::params::Settings;

/// Most combinations of words that are tried.
const COMBINATIONS: usize = 256;
/// Parameters that make no world: no log shows how a time was rounded, and which cases our own judge draws excuses nobody.
const NO_WORLD: [&str; 3] = ["rounding", "mix", "page"];
/// Points for what is left that a contest may give: the winner may depend on them, and the file of a game shows no others.
#[cfg(feature = "files")]
const POINTS: [&str; 7] = ["0", "1", "2", "3", "4", "1/2", "3/2"];

/// Every way to set otherwise what no document gives, is not set, and may be one of a few words: those that change the fewest
/// parameters first. Where there are too many, the last parameters keep their usual words, and their names are returned.
pub(crate) fn combinations(
    game: &dyn AnyGame,
    set: &Settings,
) -> (Vec<Settings>, Vec<&'static str>) {
    let Some(open) = open(game, set) else {
        return Default::default();
    };
    let words = open.into_iter().filter_map(|(name, usual)| {
        let others = game.values(name).iter().filter(|word| **word != usual);
        let others: Vec<&'static str> = others.copied().collect();
        (!others.is_empty()).then_some((name, others))
    });
    let (mut ways, mut left_out) = (vec![Settings::default()], Vec::new());
    for (name, others) in words {
        if ways.len() * (others.len() + 1) > COMBINATIONS {
            left_out.push(name);
            continue;
        }
        let more = ways.iter().flat_map(|way| {
            let set = |word: &&str| way.and(&Settings::from_iter([(name, word.to_string())]));
            others.iter().map(set).collect::<Vec<_>>()
        });
        let more: Vec<Settings> = more.collect();
        ways.extend(more);
    }
    ways.remove(0);
    ways.retain(|way| game.with(&set.and(way)).is_ok());
    ways.sort_by_key(|way| way.0.len());
    (ways, left_out)
}

/// The parameters that no document gives, that are not set, and that are numbers, with their usual values.
pub(super) fn open_numbers(game: &dyn AnyGame, set: &Settings) -> Vec<(&'static str, String)> {
    let mut open = open(game, set).unwrap_or_default();
    open.retain(|(name, _)| game.values(name).is_empty());
    open
}

/// Other values of what no document gives and is not set, one parameter at a time: each word, and of small numbers, such as points
/// for what is left, the first ones.
#[cfg(feature = "files")]
pub(crate) fn single(game: &dyn AnyGame, set: &Settings) -> Vec<Settings> {
    let is_small = |usual: &str| POINTS.contains(&usual);
    let other = |(name, usual): (&'static str, String)| {
        let values = match game.values(name) {
            [] if is_small(&usual) => &POINTS[..],
            words => words,
        };
        let others: Vec<&'static str> = values
            .iter()
            .copied()
            .filter(|value| *value != usual)
            .collect();
        let set = move |value: &'static str| Settings::from_iter([(name, value.to_string())]);
        others.into_iter().map(set)
    };
    let all = open(game, set)
        .unwrap_or_default()
        .into_iter()
        .flat_map(other);
    all.filter(|other| game.with(&set.and(other)).is_ok())
        .collect()
}

/// The parameters that no document gives and that are not set, at their usual values.
#[cfg(feature = "files")]
pub(crate) fn usual(game: &dyn AnyGame, set: &Settings) -> Settings {
    open(game, set).unwrap_or_default().into_iter().collect()
}

/// The parameters that no document gives and that are not set, with their usual values.
fn open(game: &dyn AnyGame, set: &Settings) -> Option<Vec<(&'static str, String)>> {
    let set = game.expand(set).ok()?;
    let variant = game.with(&set).ok()?;
    let is_set = |name: &str| set.0.iter().any(|(set, _)| set == name);
    let is_open = |(name, _): &(&'static str, String)| {
        game.page().leaves_open(name) && !is_set(name) && !NO_WORLD.contains(name)
    };
    Some(variant.parameters().into_iter().filter(is_open).collect())
}
