//! Kept vectors: each file can be made again from its header, bit for bit, and the rules agree with it.

use super::{Suite, Test, files, read};
use libtest_mimic::Failed;
use std::path::Path;
use stickler::games::Registry;
use stickler::games::erased::{AnyRules, Variant};
use stickler::json::Awaited;
use stickler::params::Settings;
use stickler::vectors;
use stickler::vectors::{Vector, VectorHeader, perft};

/// Positions of a file that is written because a game has none.
const COUNT: usize = 48;

impl Suite {
    /// One test a file of vectors, and one that each game has a file.
    pub fn vector_tests(&self) -> Vec<Test> {
        let folder = self.fixtures().join("vectors");
        let mut tests = Vec::new();
        for &game in self.games.games() {
            let (name, path) = (game.name(), folder.join(format!("{}.jsonl", game.name())));
            tests.push(Test::new(
                format!("vectors::{name}::kept"),
                move || match path.exists() {
                    true => Ok(()),
                    false => keep(
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

/// Compares a kept file with what it should be. `STICKLER_BLESS=1` writes it anew.
fn keep(path: &Path, wanted: &str) -> Result<(), Failed> {
    if std::env::var_os("STICKLER_BLESS").is_some() {
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, wanted)?;
    }
    if read(path).is_ok_and(|kept| kept == wanted) {
        return Ok(());
    }
    let what = if path.exists() {
        "is out of date"
    } else {
        "is not there yet"
    };
    Err(format!(
        "{} {what}; the same command after STICKLER_BLESS=1 writes it",
        path.display()
    )
    .into())
}

fn parse(path: &Path) -> Result<(VectorHeader, Vec<Vector>), Failed> {
    let vector = |(line, at): (&str, usize)| {
        serde_json::from_str(line).map_err(|error| format!("{}:{at}: {error}", path.display()))
    };
    let mut vectors = read(path)?
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
    let game = games.find(&header.game)?;
    keep(
        path,
        &vectors::write(&vectors::generate(
            game,
            &header.set.iter().collect(),
            header.seed,
            header.count,
        )?),
    )
}

/// The rules reach each position, allow exactly its legal actions, and refuse the others by the clause that it names.
fn rules_agree(games: Registry, path: &Path) -> Result<(), Failed> {
    let (header, vectors) = parse(path)?;
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
                    return Err(wrong(format!("it waits for {:?}", rules.turn())));
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
