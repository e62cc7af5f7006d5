//! Judges of a stranger's game that leave out one kind of message each are told, as those of our games are
//! (`crates/judge-test/src/left_out.rs`).

use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use stickler::games::Registry;
use stickler::params::Settings;
use stickler_judge_test::left_out;

#[path = "../../../../../examples/nim/src/lib.rs"]
#[allow(missing_docs, unreachable_pub)]
mod nim;
#[path = "../../../../../examples/nim-alphano/src/lib.rs"]
#[allow(missing_docs, unreachable_pub)]
mod nim_alphano;

/// The games, and of each the clauses of the messages that a judge owes.
const GAMES: [(&str, Registry, &[&str]); 2] = [
    ("nim", nim::GAMES, &[]),
    ("nim-alphano", nim_alphano::GAMES, &["nim.finish.both"]),
];

pub(crate) fn tests() -> Vec<Trial> {
    let test = |(name, games, owed): (&str, Registry, &'static [&'static str])| {
        named(&format!("judges::left_out::{name}"), move || {
            told(games, owed)
        })
    };
    GAMES.into_iter().map(test).collect()
}

fn told(games: Registry, owed: &[&str]) -> Result<(), Failed> {
    for &game in games.games() {
        let found = left_out::told(game, &Settings::default())?;
        if found.len() < 2 {
            return Err(format!("only {found:?} was left out").into());
        }
        if let Some((judge, told)) = found.iter().find(|(judge, told)| !told.names(judge)) {
            return Err(format!("{judge:?} is told as {told:?}").into());
        }
        let told: BTreeSet<&str> = { found.values() }
            .flat_map(|told| told.clauses.iter().map(|clause| clause.id()))
            .collect();
        if let Some(untold) = owed.iter().find(|clause| !told.contains(*clause)) {
            return Err(format!("no judge is told by {untold}: {told:?}").into());
        }
    }
    Ok(())
}
