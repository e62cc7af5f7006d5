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

/// Of each seat of which a world finds other points than claimed: the points that it has in that world, and the claimed ones, in
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
    // What a seat lacks, in halves. A seat of which nothing is found lacks nothing.
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
    let one = weights.iter().map(|weight| vec![weight]);
    let two = (0..weights.len())
        .flat_map(|at| (0..at).map(move |before| (before, at)))
        .map(|(before, at)| vec![&weights[before], &weights[at]]);
    let ways = one.chain(two).filter_map(|some| way(&some, &lacks));
    ways.filter(|way| game.with(&set.and(way)).is_ok())
        .collect()
}

/// The values of one or two weights that give every seat what it lacks.
fn way(weights: &[&Weight], lacks: &BTreeMap<i64, i64>) -> Option<Settings> {
    let growths = weights.iter().flat_map(|weight| weight.growth.values());
    if lacks
        .values()
        .chain(growths)
        .any(|halves| halves.unsigned_abs() > MOST)
    {
        return None;
    }
    let grows =
        |weight: &Weight, seat: &i64| i128::from(weight.growth.get(seat).copied().unwrap_or(0));
    let more: Vec<Fraction> = match weights {
        [weight] => {
            let (seat, lack) = lacks.iter().find(|(seat, _)| grows(weight, seat) != 0)?;
            vec![reduced(i128::from(*lack), grows(weight, seat))]
        }
        [one, two] => {
            let rows: Vec<[i128; 3]> = lacks
                .iter()
                .map(|(seat, lack)| [grows(one, seat), grows(two, seat), i128::from(*lack)])
                .collect();
            let pairs = rows
                .iter()
                .flat_map(|row| rows.iter().map(move |other| (row, other)));
            let determinant =
                |(row, other): &(&[i128; 3], &[i128; 3])| row[0] * other[1] - row[1] * other[0];
            let pair = pairs.into_iter().find(|pair| determinant(pair) != 0)?;
            let (row, other) = pair;
            vec![
                reduced(row[2] * other[1] - row[1] * other[2], determinant(&pair)),
                reduced(row[0] * other[2] - row[2] * other[0], determinant(&pair)),
            ]
        }
        _ => return None,
    };
    // A weight that stays as it is is none of two.
    if more.iter().any(|(more, _)| *more == 0) {
        return None;
    }
    let is_right = |(seat, lack): (&i64, &i64)| {
        let of = |(weight, (more, of)): (&&Weight, &Fraction)| (grows(weight, seat) * more, *of);
        let parts: Vec<Fraction> = weights.iter().zip(&more).map(of).collect();
        let sum = parts.into_iter().fold((0, 1), |sum, part| {
            reduced(sum.0 * part.1 + part.0 * sum.1, sum.1 * part.1)
        });
        sum == (i128::from(*lack), 1)
    };
    let value = |(weight, more): (&&Weight, &Fraction)| {
        let (usual, more) = (weight.usual, *more);
        let value = reduced(usual.0 * more.1 + more.0 * usual.1, usual.1 * more.1);
        (weight.name, shown(value))
    };
    lacks
        .iter()
        .all(is_right)
        .then(|| weights.iter().zip(&more).map(value).collect())
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
