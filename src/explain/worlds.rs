//! The worlds of a file: it is explained under the usual values, and where somebody is accused, under all others that no document
//! excludes.

use super::blame::{World, among};
use super::combinations::combinations;
use super::limits::{OpenLimit, Shown, counts, limits};
use super::weights::solved;
use super::{Checked, Conclusion, Culprit, Extent, Finding, Note};
use crate::games::erased::AnyGame;
use crate::params::Settings;

/// A file with more findings than these is a flood.
const FLOOD: usize = 64;

/// Most worlds of words in which numbers are tried.
const WORLDS: usize = 8;

/// The result of a walk without hypotheses.
pub(crate) type Glance = (Vec<Finding>, Option<Extent>);

/// A file that can be explained under any values.
pub(crate) trait Explainable {
    /// Explained under these values beside its own; `None`: there is no such game, or enough was tried.
    fn world(&mut self, way: &Settings) -> Option<World>;

    /// The result of a walk without hypotheses under them, where that is cheaper. Values that come to the same are one world.
    fn glance(&mut self, way: &Settings) -> Option<Glance>;

    /// The times and lines that show limits and counts.
    fn shown(&self) -> Shown;

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
    try_numbers(game, set, (&usual, &mut others), file, (worlds, seen));
    let mut checked = among(usual, others);
    if checked.conclusion(false) != Conclusion::Conforms && !left_out.is_empty() {
        let parameters = left_out.join(", ");
        checked.notes.push(Note::ValuesNotTried { parameters });
    }
    checked
}

/// Adds worlds of other numbers, where the judge or the file errs in each world that costs least: those are tried in so many worlds, of
/// which those that cost less go first.
fn try_numbers(
    game: &dyn AnyGame,
    set: &Settings,
    (usual, others): (&World, &mut Vec<(Settings, World)>),
    file: &mut dyn Explainable,
    (worlds, mut seen): (usize, Seen),
) {
    let least = usual.least(others);
    let is_right = |other: &World| other.deviation().is_none() && other.rank() == least;
    if is_right(usual) || others.iter().any(|(_, other)| is_right(other)) {
        return;
    }
    let usual_way = std::iter::once((Settings::default(), usual));
    let all = usual_way.chain(others.iter().map(|(way, other)| (way.clone(), other)));
    let mut wrong: Vec<_> = all.filter(|(_, other)| other.error().is_some()).collect();
    wrong.sort_by_key(|(_, other)| other.rank());
    // A world may cost more than others only for want of a number: that of the usual values is tried in any case.
    let of_usual = wrong.iter().position(|(way, _)| way.0.is_empty());
    if let Some(at) = of_usual.filter(|at| *at >= worlds) {
        wrong.swap(worlds, at);
        wrong.truncate(worlds + 1);
    } else {
        wrong.truncate(worlds);
    }
    let error = |(way, other): (Settings, &World)| Some((way, *other.error()?));
    let wrong: Vec<_> = wrong.into_iter().filter_map(error).collect();
    for (_, other) in &*others {
        seen.is_new(other.glance.clone());
    }
    let mut solutions = Vec::new();
    for (way, _) in &wrong {
        let own = world_of(way, usual, others);
        let set = set.and(way);
        let solved = solved(game, &set, own, |more| file.world(&way.and(more)));
        solutions.extend(solved.into_iter().map(|solved| way.and(&solved)));
    }
    for way in solutions {
        let proven = file.world(&way).filter(|other| other.deviation().is_none());
        others.extend(proven.map(|other| (way, other)));
    }
    let shown = file.shown();
    for (own_way, wrong) in wrong {
        let own = world_of(&own_way, usual, others);
        let mut tried = limits_to_try(game, set, (&own_way, own), file, &shown);
        tried.extend(counts_to_try(game, set, (&own_way, own), file, &shown));
        for way in tried.iter().map(|number| own_way.and(number)) {
            // Most change nothing, as a walk without hypotheses shows.
            if !seen.is_new(file.glance(&way)) {
                continue;
            }
            let Some(other) = file.world(&way) else {
                continue;
            };
            // An error that is there under this number, too, was no reason to try it.
            let is_of_file = wrong.culprit == Culprit::Log && other.is_wrong_until(&wrong);
            let own = world_of(&own_way, usual, others);
            if !is_of_file && other.explains_more_than(own) {
                others.push((way, other));
            }
        }
    }
}

/// Limits that may change something in a world.
fn limits_to_try(
    game: &dyn AnyGame,
    set: &Settings,
    (way, own): (&Settings, &World),
    file: &mut dyn Explainable,
    shown: &Shown,
) -> Vec<Settings> {
    let mut limits = limits(game, &set.and(way), shown);
    // A limit between the least and the largest changes nothing where neither of these does.
    limits.retain(|limit| {
        own.glance.is_none()
            || limit
                .ends()
                .any(|end| file.glance(&way.and(&end)) != own.glance)
    });
    limits.iter().flat_map(OpenLimit::all).collect()
}

/// Counts that may change something in a world.
fn counts_to_try(
    game: &dyn AnyGame,
    set: &Settings,
    (way, own): (&Settings, &World),
    file: &mut dyn Explainable,
    shown: &Shown,
) -> Vec<Settings> {
    let mut tried = Vec::new();
    for count in counts(game, &set.and(way), shown) {
        let largest = way.and(&count.most());
        if own.glance.is_some() && file.glance(&largest) == own.glance {
            continue;
        }
        let Some(furthest) = file.world(&largest).map(|other| other.until()) else {
            continue;
        };
        // Nothing shows whether a larger one that leads no further changes anything.
        if own.glance.is_none() && furthest <= own.until() {
            continue;
        }
        tried.push(count.nearest(|count| {
            let other = file.world(&way.and(count));
            other.is_some_and(|other| other.until() >= furthest)
        }));
        tried.extend(count.smaller(shown));
    }
    tried
}

/// The world of these values.
fn world_of<'w>(way: &Settings, usual: &'w World, others: &'w [(Settings, World)]) -> &'w World {
    let own = others.iter().find(|(other, _)| other == way);
    own.map_or(usual, |(_, other)| other)
}

/// The results of walks without hypotheses.
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
