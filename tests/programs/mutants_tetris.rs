//! Wrong programs for Tetris, run as programs: each is found, and shrunk to a sequence no longer than the known one.
//!
//! The test program is its own candidate: with `--wrong NAME` it answers a batch as that program does.

use crate::support::programs::plan;
use crate::support::trials::named;
use crate::support::wrong_tetris::{MUTANTS, Mutant};
use libtest_mimic::{Failed, Trial};
use std::time::Duration;
use stickler::check::bot::{Plan, Played};
use stickler::check::shrink::shrink;
use stickler::report::run::failure;

pub(crate) fn tests() -> Vec<Trial> {
    let trial = |mutant: &'static Mutant, only: &'static str| {
        let name = format!("mutants_tetris::{}::{}", mutant.name, if only.is_empty() { "all" } else { only });
        named(&name, move || is_killed(mutant, only))
    };
    MUTANTS.iter().flat_map(|mutant| [trial(mutant, ""), trial(mutant, "near_misses")]).collect()
}

/// Reads the whole input, then answers every case.
pub(crate) fn answer(name: &str) {
    let mutant = MUTANTS.iter().find(|mutant| mutant.name == name).expect("a wrong program");
    let input = std::io::read_to_string(std::io::stdin()).expect("an input");
    let sequences = input.lines().skip(2).step_by(2);
    let piece = |letter| "ZLOSIJT".bytes().position(|known| known == letter).expect("a letter");
    for sequence in sequences {
        let pieces: Vec<usize> = sequence.bytes().map(piece).collect();
        println!("{}", if (mutant.wrong)(7, &pieces) { "YES" } else { "NO" });
    }
}

/// In all scenarios, or in one of long games alone, from which there is further to shrink.
fn is_killed(mutant: &Mutant, only: &str) -> Result<(), Failed> {
    let program = std::env::current_exe()?.to_string_lossy().into_owned();
    // One that tries everything takes too long for long games.
    let set: &[&str] = if only.is_empty() { &[] } else { &["length=60"] };
    let plan = Plan { seed: 1, ..plan("tetris", set, vec![program, "--wrong".into(), mutant.name.into()]) };
    let cases: Vec<_> =
        plan.cases()?.into_iter().filter(|case| only.is_empty() || case.scenario.name == only).collect();
    let summary = plan.run(&cases, &|_| ())?;
    let first = summary.failures(&plan.standard).next().ok_or("it was not found")?;
    let clause = first.error(&plan.standard).ok_or("no error")?.0.breach.clause;
    let shrunk = shrink(&plan, first, clause, Duration::from_secs(30))?.ok_or("it did not fail again")?;
    assert!(shrunk.is_minimal, "not minimal after {} games", shrunk.runs);
    let (case, text) = shown(&plan, &shrunk.played)?;
    println!("{}: {case} after {} games", mutant.name, shrunk.runs);
    assert!(case.len() <= mutant.shown.len(), "{case} is longer than {}\n{text}", mutant.shown);
    assert!(text.contains("because: "), "{text}");
    Ok(())
}

/// The sequence of the one case, and the whole report.
fn shown(plan: &Plan, played: &Played) -> Result<(String, String), Failed> {
    let (fault, line) = played.error(&plan.standard).ok_or("no error")?;
    let text = failure(plan, played, fault, line, "shrunk.yaml", false);
    let case = text.lines().find_map(|line| line.split_once("case: 1, ")?.1.split_once(": "));
    Ok((case.ok_or_else(|| format!("no case is named\n{text}"))?.1.to_string(), text))
}
