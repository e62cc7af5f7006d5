//! The worlds of a file: it is explained under the usual values, and where somebody is accused, under all others that no document
//! excludes.

use super::blame::{World, among};
use super::combinations::{self, combinations, numbers};
use super::weights::solved;
use super::{Checked, Conclusion, Culprit, Extent, Finding, Note};
use crate::games::erased::AnyGame;
use crate::params::Settings;

/// A file with more findings than these is a flood.
const FLOOD: usize = 64;

/// Most worlds of words in which numbers are tried.
const WORLDS: usize = 8;

/// What a walk without hypotheses comes to.
pub(crate) type Glance = (Vec<Finding>, Option<Extent>);

/// A file that can be explained under any values.
pub(crate) trait Explainable {
    /// Explained under these values beside its own; `None`: there is no such game, or enough was tried.
    fn world(&mut self, way: &Settings) -> Option<World>;

    /// What a walk without hypotheses comes to under them, where that is cheaper. Values that come to the same are one world.
    fn glance(&mut self, way: &Settings) -> Option<Glance>;

    /// Each world takes long: words are tried one at a time, and numbers in the first world of least cost alone.
    fn is_costly(&self) -> bool;
}

/// The result of a check of a file that sets these values, by what it comes to in all its worlds.
pub(crate) fn in_worlds(
    game: &dyn AnyGame,
    set: &Settings,
    usual: World,
    file: &mut dyn Explainable,
) -> Checked {
    if usual.is_clean() {
        return usual.checked;
    }
    let (mut ways, left_out) = combinations(game, set);
    let (words, worlds) = match file.is_costly() {
        true => (1, 1),
        false => (usize::MAX, WORLDS),
    };
    ways.retain(|way| way.0.len() <= words);
    let mut seen = Seen::default();
    seen.is_new(usual.glance.clone());
    // In a flood, worlds in which a walk without hypotheses comes to the same are one.
    if usual.checked.findings.len() > FLOOD {
        ways.retain(|way| seen.is_new(file.glance(way)));
    }
    let mut others: Vec<(Settings, World)> = Vec::new();
    for way in ways {
        others.extend(file.world(&way).map(|other| (way, other)));
    }
    // A number is worth trying where the judge or the file errs in every world that costs least.
    let least = usual.least(&others);
    let usual_way = (Settings::default(), &usual);
    let all = std::iter::once(usual_way)
        .chain(others.iter().map(|(way, other)| (way.clone(), other)))
        .filter(|(_, other)| other.rank() == least);
    let wrong: Vec<_> = all
        .map(|(way, other)| (way, other.deviation().copied()))
        .collect();
    if wrong.iter().all(|(_, wrong)| wrong.is_some()) {
        for (_, other) in &others {
            seen.is_new(other.glance.clone());
        }
        let mut solutions = Vec::new();
        for way in wrong.iter().map(|(way, _)| way).take(worlds) {
            let own = world_of(way, &usual, &others);
            let set = set.and(way);
            let solved = solved(game, &set, own, |more| file.world(&way.and(more)));
            solutions.extend(solved.into_iter().map(|solved| way.and(&solved)));
        }
        for way in solutions {
            let proven = file.world(&way).filter(|other| other.deviation().is_none());
            others.extend(proven.map(|other| (way, other)));
        }
        let mut is_excused = false;
        for (way, wrong) in wrong.into_iter().take(worlds) {
            let Some(wrong) = wrong else { continue };
            let own = world_of(&way, &usual, &others).glance.clone();
            let mut tried = numbers(game, &set.and(&way), &wrong.breach);
            // What neither the least nor the largest number changes, no number between them does.
            tried.retain(|of_one| {
                let mut ends = of_one.ends.iter();
                own.is_none() || ends.any(|end| file.glance(&way.and(end)) != own)
            });
            for number in tried.into_iter().flat_map(|of_one| of_one.tried) {
                let way = way.and(&number);
                // Most numbers change nothing, as a walk without hypotheses shows.
                if !seen.is_new(file.glance(&way)) {
                    continue;
                }
                let Some(other) = file.world(&way) else {
                    continue;
                };
                // Where the file is wrong under this number, too, its fault was no reason to try it.
                if wrong.culprit == Culprit::Log && other.is_wrong_until(&wrong) {
                    continue;
                }
                if other.deviation().is_some() || is_excused {
                    others.push((way, other));
                    continue;
                }
                // The nearest number that explains as much says what the judge shows.
                is_excused = true;
                let way = nearest(game, set, way, |nearer| {
                    let nearer = file.world(nearer);
                    nearer.is_some_and(|nearer| nearer.deviation().is_none())
                });
                others.extend(file.world(&way).map(|other| (way, other)));
            }
        }
    }
    let mut checked = among(usual, others);
    if checked.conclusion(false) != Conclusion::Conforms && !left_out.is_empty() {
        let parameters = left_out.join(", ");
        checked.notes.push(Note::ValuesNotTried { parameters });
    }
    checked
}

/// The world of these values.
fn world_of<'w>(way: &Settings, usual: &'w World, others: &'w [(Settings, World)]) -> &'w World {
    let own = others.iter().find(|(other, _)| other == way);
    own.map_or(usual, |(_, other)| other)
}

/// What walks without hypotheses have come to.
#[derive(Default)]
struct Seen(Vec<Glance>);

impl Seen {
    /// True for one that was not seen yet, and where there is none to compare.
    fn is_new(&mut self, glance: Option<Glance>) -> bool {
        match glance {
            Some(glance) if self.0.contains(&glance) => false,
            Some(glance) => {
                self.0.push(glance);
                true
            }
            None => true,
        }
    }
}

/// Of a way whose last value is a number, the one with the number nearest to the usual one that still explains.
fn nearest(
    game: &dyn AnyGame,
    set: &Settings,
    way: Settings,
    mut explains: impl FnMut(&Settings) -> bool,
) -> Settings {
    let Some(((name, value), before)) = way.0.split_last() else {
        return way;
    };
    let before = Settings(before.to_vec());
    let variant = game.with(&set.and(&before)).ok();
    let usual = variant.and_then(|variant| variant.parameter(name));
    let with = |value: &str| before.and(&Settings(vec![(name.clone(), value.to_string())]));
    let value = combinations::nearest(&usual.unwrap_or_default(), value, |value| {
        explains(&with(value))
    });
    with(&value)
}
