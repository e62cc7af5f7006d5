//! Worlds: sets of values of the parameters that no document gives. A judge that follows another world than ours is not wrong.

use crate::clause::Breach;
use crate::games::erased::AnyGame;
use crate::params::Settings;

/// Most combinations of words that are tried.
const COMBINATIONS: usize = 256;
/// Parameters that make no world: no log shows how a time was rounded, and which cases our own judge draws excuses nobody.
const NO_WORLD: [&str; 3] = ["rounding", "mix", "page"];
/// Numbers that are tried whatever a breach says: points for what is left, and the first numbers.
const FIRST_NUMBERS: [&str; 7] = ["0", "1", "2", "3", "4", "1/2", "3/2"];
/// The largest numbers that a parameter may take, one of them.
const LARGEST: [&str; 4] = ["1000000000000", "1000000000", "1000000", "1000"];

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

/// Other numbers of a parameter.
pub(crate) struct OtherNumbers {
    /// The least and the largest that it takes, where those are others than the usual one.
    pub(crate) ends: Vec<Settings>,
    /// Those that are worth trying.
    pub(crate) tried: Vec<Settings>,
}

/// Other numbers of what no document gives and is not set, a parameter after the other: those that the breach names, the first ones,
/// and the least and the largest that the parameter takes beside the others.
pub(crate) fn numbers(game: &dyn AnyGame, set: &Settings, breach: &Breach) -> Vec<OtherNumbers> {
    let numeric = open_numbers(game, set).into_iter();
    let other = |(name, usual): (&'static str, String)| {
        let one = |value: &String| Settings::from_iter([(name, value.clone())]);
        let is_taken = |value: &String| *value != usual && game.with(&set.and(&one(value))).is_ok();
        let mut all: Vec<String> = named(breach, &usual);
        all.retain(is_taken);
        let first = |values: &[&str]| { values.iter() }.map(ToString::to_string).find(is_taken);
        let (least, largest) = (first(&FIRST_NUMBERS), first(&LARGEST));
        all.extend(largest.clone());
        OtherNumbers {
            ends: least.iter().chain(&largest).map(one).collect(),
            tried: all.iter().map(one).collect(),
        }
    };
    numeric.map(other).collect()
}

/// Other values of what no document gives and is not set, one parameter at a time: each word, and of small numbers, such as points
/// for what is left, the first ones.
#[cfg(feature = "files")]
pub(crate) fn single(game: &dyn AnyGame, set: &Settings) -> Vec<Settings> {
    let is_small = |usual: &str| FIRST_NUMBERS.contains(&usual);
    let other = |(name, usual): (&'static str, String)| {
        let values = match game.values(name) {
            [] if is_small(&usual) => &FIRST_NUMBERS[..],
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

/// What no document gives and is not set, at its usual value.
#[cfg(feature = "files")]
pub(crate) fn usual(game: &dyn AnyGame, set: &Settings) -> Settings {
    open(game, set).unwrap_or_default().into_iter().collect()
}

/// Of a number that explains, the one nearest to the usual one that does so too.
pub(crate) fn nearest(
    usual: &str,
    explains: &str,
    mut still_explains: impl FnMut(&str) -> bool,
) -> String {
    let (Ok(mut fails), Ok(mut works)) = (usual.parse::<i64>(), explains.parse::<i64>()) else {
        return explains.to_string();
    };
    while fails.abs_diff(works) > 1 {
        let middle = fails + (works - fails) / 2;
        match still_explains(&middle.to_string()) {
            true => works = middle,
            false => fails = middle,
        }
    }
    works.to_string()
}

/// What no document gives and is not set, with its usual value.
fn open(game: &dyn AnyGame, set: &Settings) -> Option<Vec<(&'static str, String)>> {
    let set = game.expand(set).ok()?;
    let variant = game.with(&set).ok()?;
    let is_set = |name: &str| set.0.iter().any(|(set, _)| set == name);
    let is_open = |(name, _): &(&'static str, String)| {
        game.page().leaves_open(name) && !is_set(name) && !NO_WORLD.contains(name)
    };
    Some(variant.parameters().into_iter().filter(is_open).collect())
}

/// The numbers that a breach names, what is as far from the usual one as they are from each other, and the first ones, each once.
pub(super) fn named(breach: &Breach, usual: &str) -> Vec<String> {
    let named = match breach.why.parts() {
        (text, numbers) if text.contains('{') => numbers.to_vec(),
        _ => Vec::new(),
    };
    let apart = named
        .iter()
        .flat_map(|one| named.iter().map(|other| one.saturating_sub(*other)))
        .filter(|gap| *gap > 0);
    let usual: i64 = usual.parse().unwrap_or(0);
    let near = apart.flat_map(|gap| [gap, usual.saturating_sub(gap), usual.saturating_add(gap)]);
    let all = named
        .iter()
        .copied()
        .chain(near)
        .map(|number| number.to_string());
    let mut each: Vec<String> = Vec::new();
    for number in all.chain(FIRST_NUMBERS.map(str::to_string)) {
        if !each.contains(&number) {
            each.push(number);
        }
    }
    each
}
