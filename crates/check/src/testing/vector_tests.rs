//! Kept vectors: each file can be made again from its header, bit for bit, and the rules agree with it.

use super::contract::last_of;
use super::{Suite, Test, files, read};
use libtest_mimic::Failed;
use std::path::Path;
use stickler::games::Registry;
use stickler::games::erased::{AnyRules, Variant};
use stickler::json::{Awaited, Points};
use stickler::params::Settings;
use stickler::vectors;
use stickler::vectors::{Vector, VectorHeader, perft};

/// Positions of a file that is written because a game has none.
const COUNT: usize = 48;
/// Changes that a bless names.
const SHOWN: usize = 5;

impl Suite {
    /// One test a file of vectors, and one that each game has a file.
    pub fn vector_tests(&self) -> Vec<Test> {
        let folder = self.fixtures().join("vectors");
        let mut tests = Vec::new();
        for &game in self.games.games() {
            let (name, path) = (game.name(), folder.join(format!("{}.jsonl", game.name())));
            let games = self.games;
            tests.push(Test::new(
                format!("vectors::{name}::kept"),
                move || match path.exists() {
                    true => Ok(()),
                    false => keep(
                        games,
                        &path,
                        &vectors::write(&vectors::generate(game, &Settings::default(), 1, COUNT)?),
                    ),
                },
            ));
        }
        for path in files(&folder, "jsonl") {
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let (games, again) = (self.games, path.clone());
            tests.push(Test::new(
                format!("vectors::{stem}::made_again"),
                move || made_again(games, &again),
            ));
            tests.push(Test::new(
                format!("vectors::{stem}::rules_agree"),
                move || rules_agree(games, &path),
            ));
        }
        tests
    }
}

fn is_blessing() -> bool {
    std::env::var_os("STICKLER_BLESS").is_some()
}

/// Compares a kept file with what it should be. `STICKLER_BLESS=1` writes it anew, and says what the rules now say otherwise of its
/// positions.
fn keep(games: Registry, path: &Path, wanted: &str) -> Result<(), Failed> {
    let is_there = path.exists() && read(path).is_ok_and(|kept| kept != wanted);
    let changed = if is_there {
        changed(games, path).unwrap_or_default()
    } else {
        Vec::new()
    };
    if is_blessing() {
        for change in changed.iter().take(SHOWN) {
            eprintln!("{}: {change}", path.display());
        }
        if let Some(more) = changed.len().checked_sub(SHOWN + 1) {
            eprintln!("{}: and {} positions more", path.display(), more + 1);
        }
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        // Another test may read it at the same time.
        let fresh = path.with_extension("fresh");
        std::fs::write(&fresh, wanted)?;
        std::fs::rename(&fresh, path)?;
    }
    if read(path).is_ok_and(|kept| kept == wanted) {
        return Ok(());
    }
    let what = if path.exists() {
        "is out of date"
    } else {
        "is not there yet"
    };
    let changed = changed.first().map_or(String::new(), |change| {
        format!(" Its rules have changed in meaning, first here: {change}.")
    });
    Err(format!(
        "{} {what}.{changed} The same command after STICKLER_BLESS=1 writes it",
        path.display()
    )
    .into())
}

/// The positions of a kept file of which the rules now say something else, in words.
fn changed(games: Registry, path: &Path) -> Result<Vec<String>, Failed> {
    let (header, vectors) = parse(path)?;
    let game = games.find(&header.game)?;
    let variant = game.with(&header.set.iter().collect())?;
    let mut changes = Vec::new();
    for vector in vectors {
        let Vector::Position(position) = vector else {
            continue;
        };
        let place = match position.actions.len() {
            0 => "at the start".to_string(),
            count => format!("after {count} actions, {}", last_of(&position.actions)),
        };
        match after(&*variant, &position.actions) {
            Err(why) => changes.push(format!("a game is refused now: {why}, {place}")),
            Ok(rules) => {
                let turn = Awaited::from(rules.turn());
                let (before, now) = (&position.legal, rules.actions());
                if turn != position.turn {
                    let [before, now] = [&position.turn, &turn].map(words);
                    changes.push(format!("{before} before, {now} now, {place}"));
                } else if let Some(gone) = before.iter().find(|action| !now.contains(action)) {
                    changes.push(format!("{gone} was legal, and is refused now, {place}"));
                } else if let Some(new) = now.iter().find(|action| !before.contains(action)) {
                    changes.push(format!("{new} was refused, and is legal now, {place}"));
                } else if rules.score().map(Points::from) != position.score {
                    changes.push(format!("the points are others than before, {place}"));
                }
            }
        }
    }
    Ok(changes)
}

/// Whose turn it is, or who has won.
fn words(turn: &Awaited) -> String {
    match turn {
        Awaited::Seats(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
            format!("it is the turn of {}", seats.join(" and "))
        }
        Awaited::Nature => "something is drawn".into(),
        Awaited::Over(Points(points)) => {
            let best = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut winners = (0..points.len()).filter(|seat| points[*seat] == best);
            match (winners.next(), winners.next()) {
                (Some(_), None) if points.len() == 1 => format!("it is over with {best} points"),
                (Some(seat), None) => format!("seat {seat} wins {}", to_each(points)),
                _ => format!("it is a draw {}", to_each(points)),
            }
        }
    }
}

/// Points of each seat: `by 1 : 0`.
fn to_each(points: &[f64]) -> String {
    let points: Vec<String> = points.iter().map(f64::to_string).collect();
    format!("by {}", points.join(" : "))
}

fn parse(path: &Path) -> Result<(VectorHeader, Vec<Vector>), Failed> {
    parsed(path, &read(path)?)
}

fn parsed(path: &Path, text: &str) -> Result<(VectorHeader, Vec<Vector>), Failed> {
    let vector = |(line, at): (&str, usize)| {
        serde_json::from_str(line).map_err(|error| format!("{}:{at}: {error}", path.display()))
    };
    let mut vectors = text
        .lines()
        .zip(1..)
        .map(vector)
        .collect::<Result<Vec<_>, _>>()?
        .into_iter();
    match vectors.next() {
        Some(Vector::Header(header)) => Ok((header, vectors.collect())),
        _ => Err(format!("{} does not begin with a header", path.display()).into()),
    }
}

fn made_again(games: Registry, path: &Path) -> Result<(), Failed> {
    let (header, _) = parse(path)?;
    keep(games, path, &again(games, &header)?)
}

/// The file that the rules give under this header.
fn again(games: Registry, header: &VectorHeader) -> Result<String, Failed> {
    let (game, set) = (games.find(&header.game)?, header.set.iter().collect());
    let made = vectors::generate(game, &set, header.seed, header.count)?;
    Ok(vectors::write(&made))
}

/// The rules reach each position, allow exactly its legal actions, and refuse the others by the clause that it names.
fn rules_agree(games: Registry, path: &Path) -> Result<(), Failed> {
    let (header, mut vectors) = parse(path)?;
    if is_blessing() {
        vectors = parsed(path, &again(games, &header)?)?.1;
    }
    let variant = games
        .find(&header.game)?
        .with(&header.set.iter().collect())?;
    let mut refused = 0;
    for (at, vector) in vectors.iter().enumerate() {
        let wrong = |why: String| Failed::from(format!("{}:{}: {why}", path.display(), at + 2));
        match vector {
            Vector::Position(position) => {
                let rules = after(&*variant, &position.actions).map_err(wrong)?;
                if Awaited::from(rules.turn()) != position.turn {
                    let [kept, now] = [&position.turn, &Awaited::from(rules.turn())].map(words);
                    return Err(wrong(format!(
                        "the file says that {kept}; by the rules {now}"
                    )));
                }
                if let Some(action) = position
                    .legal
                    .iter()
                    .find(|action| rules.check(action).is_err())
                {
                    return Err(wrong(format!("{action} is refused")));
                }
                for no in &position.refused {
                    let clause = rules
                        .check(&no.action)
                        .err()
                        .map(|breach| breach.clause.id());
                    if clause != Some(no.clause.as_str()) {
                        return Err(wrong(format!(
                            "{} should break {}, and breaks {clause:?}",
                            no.action, no.clause
                        )));
                    }
                }
                refused += position.refused.len();
            }
            Vector::Perft(table) => {
                let rules = after(&*variant, &table.actions).map_err(wrong)?;
                let counts: Vec<u64> = (1..=table.counts.len())
                    .map(|depth| perft(&*rules, depth))
                    .collect();
                if counts != table.counts {
                    return Err(wrong(format!("perft counts {counts:?}")));
                }
            }
            Vector::Header(_) => return Err(wrong("a second header".into())),
        }
    }
    if refused == 0 {
        Err(format!("{}: nothing in it is refused", path.display()).into())
    } else {
        Ok(())
    }
}

fn after(variant: &dyn Variant, actions: &[String]) -> Result<Box<dyn AnyRules>, String> {
    let mut rules = variant.rules();
    for action in actions {
        rules
            .play(action)
            .map_err(|breach| format!("{action} breaks {}: {}", breach.clause, breach.why))?;
    }
    Ok(rules)
}
