//! Weights of points that no document gives: the points of a seat grow by as much with each unit of a weight, so the values under
//! which the points are those that a record claims are solved for.

use super::blame::World;
use super::combinations::open_numbers;
use crate::games::erased::AnyGame;
use crate::params::Settings;
use crate::transcript::record_clauses::SCORE;
use std::collections::BTreeMap;

/// A fraction: numerator and denominator, which is positive.
type Fraction = (i128, i128);

/// More half points than any game gives: a record that claims them is not solved for.
const MOST: u64 = 1_000_000;

/// The points of each seat in a world that finds other points than claimed, and the claimed ones, in
/// halves.
type Totals = BTreeMap<i64, (i64, i64)>;

fn totals(world: &World) -> Totals {
    let scores = { world.checked.findings.iter() }.filter(|found| found.breach.clause == SCORE);
    let total = |(text, [seat, ours, claimed, _]): (&str, [i64; 4])| {
        let unit = if text.contains("half") { 1 } else { 2 };
        (seat, (ours * unit, claimed * unit))
    };
    scores
        .map(|found| total(found.breach.why.parts()))
        .collect()
}

/// A weight, its usual value, and by how much the points of each seat grow with a unit of it.
struct Weight {
    name: &'static str,
    usual: Fraction,
    growth: BTreeMap<i64, i64>,
}

impl Weight {
    fn grows(&self, seat: &i64) -> i128 {
        i128::from(self.growth.get(seat).copied().unwrap_or(0))
    }

    /// The value where it is larger by so much.
    fn with(&self, more: Fraction) -> String {
        let usual = self.usual;
        shown(reduced(
            usual.0 * more.1 + more.0 * usual.1,
            usual.1 * more.1,
        ))
    }
}

/// Values of one weight, or of two, that make the points of this world those that the record claims. `world` explains the file
/// under other values.
pub(super) fn solved(
    game: &dyn AnyGame,
    set: &Settings,
    usual: &World,
    mut world: impl FnMut(&Settings) -> Option<World>,
) -> Vec<Settings> {
    let here = totals(usual);
    if here.is_empty() {
        return Vec::new();
    }
    // The points that are missing for a seat, in halves. For a seat of which nothing is found none are.
    let mut lacks: BTreeMap<i64, i64> = here
        .iter()
        .map(|(seat, (ours, claimed))| (*seat, claimed - ours))
        .collect();
    let mut weights = Vec::new();
    for (name, value) in open_numbers(game, set) {
        let Some(usual) = fraction(&value) else {
            continue;
        };
        let more = Settings::from_iter([(name, shown((usual.0 + usual.1, usual.1)))]);
        let Some(there) = world(&more).map(|world| totals(&world)) else {
            continue;
        };
        let mut growth = BTreeMap::new();
        for (seat, (ours, claimed)) in &here {
            let other = there.get(seat).map_or(*claimed, |(other, _)| *other);
            growth.insert(*seat, other - ours);
        }
        for (seat, (other, claimed)) in &there {
            if !here.contains_key(seat) {
                lacks.insert(*seat, 0);
                growth.insert(*seat, other - claimed);
            }
        }
        if growth.values().any(|by| *by != 0) {
            weights.push(Weight {
                name,
                usual,
                growth,
            });
        }
    }
    let is_taken = |way: &Settings| game.with(&set.and(way)).is_ok();
    let one = weights.iter().map(|weight| vec![weight]);
    let two = (0..weights.len())
        .flat_map(|at| (0..at).map(move |before| (before, at)))
        .map(|(before, at)| vec![&weights[before], &weights[at]]);
    let ways = one
        .chain(two)
        .filter_map(|some| way(&some, &lacks, &is_taken));
    ways.filter(is_taken).collect()
}

/// The values of one or two weights that give every seat the points that are missing.
fn way(
    weights: &[&Weight],
    lacks: &BTreeMap<i64, i64>,
    is_taken: &dyn Fn(&Settings) -> bool,
) -> Option<Settings> {
    let growths = weights.iter().flat_map(|weight| weight.growth.values());
    if lacks
        .values()
        .chain(growths)
        .any(|halves| halves.unsigned_abs() > MOST)
    {
        return None;
    }
    let more = match weights {
        [weight] => {
            let (seat, lack) = lacks.iter().find(|(seat, _)| weight.grows(seat) != 0)?;
            vec![reduced(i128::from(*lack), weight.grows(seat))]
        }
        [one, two] => {
            let rows: Vec<[i128; 3]> = lacks
                .iter()
                .map(|(seat, lack)| [one.grows(seat), two.grows(seat), i128::from(*lack)])
                .collect();
            at_once(&rows).or_else(|| shared(&rows, one, is_taken))?
        }
        _ => return None,
    };
    // A weight that stays as it is is none of two.
    if more.iter().any(|(more, _)| *more == 0) {
        return None;
    }
    let is_right = |(seat, lack): (&i64, &i64)| {
        let of = |(weight, (more, of)): (&&Weight, &Fraction)| (weight.grows(seat) * more, *of);
        let parts: Vec<Fraction> = weights.iter().zip(&more).map(of).collect();
        let sum = parts.into_iter().fold((0, 1), |sum, part| {
            reduced(sum.0 * part.1 + part.0 * sum.1, sum.1 * part.1)
        });
        sum == (i128::from(*lack), 1)
    };
    lacks.iter().all(is_right).then(|| {
        let values = weights.iter().zip(&more);
        values
            .map(|(weight, more)| (weight.name, weight.with(*more)))
            .collect()
    })
}

/// By how much two weights are larger, where the seats tell them apart. A row has the points that a seat gets by each, and those that are missing.
fn at_once(rows: &[[i128; 3]]) -> Option<Vec<Fraction>> {
    let pairs = rows
        .iter()
        .flat_map(|row| rows.iter().map(move |other| (row, other)));
    let determinant =
        |(row, other): &(&[i128; 3], &[i128; 3])| row[0] * other[1] - row[1] * other[0];
    let pair = pairs.into_iter().find(|pair| determinant(pair) != 0)?;
    let (row, other) = pair;
    Some(vec![
        reduced(row[2] * other[1] - row[1] * other[2], determinant(&pair)),
        reduced(row[0] * other[2] - row[2] * other[0], determinant(&pair)),
    ])
}

/// The weights where each seat gets as much by the one as by the other, so that any share will do: the first of them gives as much as
/// it may.
fn shared(
    rows: &[[i128; 3]],
    first: &Weight,
    is_taken: &dyn Fn(&Settings) -> bool,
) -> Option<Vec<Fraction>> {
    let [by_first, by_second, lack] = *rows.iter().find(|row| row[0] != 0 && row[1] != 0)?;
    let whole = lack / by_first;
    let (mut least, mut most) = (0, whole.abs());
    while least < most {
        let middle = (least + most + 1) / 2;
        let value = first.with((middle * whole.signum(), 1));
        match is_taken(&Settings::from_iter([(first.name, value)])) {
            true => least = middle,
            false => most = middle - 1,
        }
    }
    let share = least * whole.signum();
    Some(vec![
        (share, 1),
        reduced(lack - by_first * share, by_second),
    ])
}

/// A number such as `5` or `3/2`.
fn fraction(text: &str) -> Option<Fraction> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let (above, below) = (above.parse().ok()?, below.parse().ok()?);
    // Larger numbers are no weights: times and sizes.
    let is_small = |number: i128| number.unsigned_abs() <= 1000;
    (is_small(above) && is_small(below) && below > 0).then_some((above, below))
}

fn shown((above, below): Fraction) -> String {
    match below {
        1 => above.to_string(),
        _ => format!("{above}/{below}"),
    }
}

fn reduced(above: i128, below: i128) -> Fraction {
    let (mut one, mut other) = (above.unsigned_abs(), below.unsigned_abs());
    while other > 0 {
        (one, other) = (other, one % other);
    }
    let by = (one.max(1) as i128) * below.signum();
    (above / by, below / by)
}
