//! Wrong programs for Tetris: each is found, and shrunk to a sequence no longer than the known one.
//!
//! The test program is its own candidate: with `--wrong NAME` it answers a batch as that program does.

use crate::support::programs::plan;
use crate::support::trials::{named, usual_if};
use crate::support::wrong_tetris::{MUTANTS, Mutant};
use libtest_mimic::{Failed, Trial};
use std::sync::Arc;
use std::time::Duration;
use stickler::game::Bot;
use stickler_arena::stdio;
use stickler_check::bot::{MakeBot, Plan, Played};
use stickler_check::report::failure::failure;
use stickler_check::shrink::shrink;

pub(crate) fn tests() -> Vec<Trial> {
    let trial = |mutant: &'static Mutant, only: &'static str| {
        let name = format!(
            "mutants_tetris::{}::{}",
            mutant.name,
            if only.is_empty() { "all" } else { only }
        );
        let is_usual = only.is_empty() && mutant.name != "no_holds";
        usual_if(is_usual, named(&name, move || is_killed(mutant, only)))
    };
    MUTANTS
        .iter()
        .flat_map(|mutant| [trial(mutant, ""), trial(mutant, "near_misses")])
        .collect()
}

/// A wrong program: it reads the whole input, then answers every case.
struct Wrong {
    mutant: &'static Mutant,
    lines: Vec<String>,
}

impl Bot for Wrong {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        self.lines.push(line.to_string());
        let is_last = self.lines[0]
            .parse()
            .is_ok_and(|cases: usize| self.lines.len() == 1 + 2 * cases);
        for sequence in self.lines.iter().skip(2).step_by(2).filter(|_| is_last) {
            let piece = |letter| {
                "ZLOSIJT"
                    .bytes()
                    .position(|known| known == letter)
                    .expect("a letter")
            };
            let pieces: Vec<usize> = sequence.bytes().map(piece).collect();
            *said += if (self.mutant.wrong)(7, &pieces) {
                "YES\n"
            } else {
                "NO\n"
            };
        }
        !is_last
    }
}

/// Plays as the wrong program of this name.
pub(crate) fn play_as(name: &str) {
    let mutant = MUTANTS
        .iter()
        .find(|mutant| mutant.name == name)
        .expect("a wrong program");
    let mut bot = Wrong {
        mutant,
        lines: Vec::new(),
    };
    let _ = stdio::run(&mut bot, std::io::stdin().lock(), std::io::stdout().lock());
}

/// In all scenarios, or in one of long games alone, from which there is further to shrink.
fn is_killed(mutant: &'static Mutant, only: &str) -> Result<(), Failed> {
    let program = std::env::current_exe()?.to_string_lossy().into_owned();
    // One that tries everything takes too long for long games.
    let set: &[&str] = if only.is_empty() { &[] } else { &["length=60"] };
    let command = vec![program, "--wrong".into(), mutant.name.into()];
    // The first is run as a program, the others in memory.
    let memory: MakeBot = Arc::new(move |_| {
        Ok(Box::new(Wrong {
            mutant,
            lines: Vec::new(),
        }))
    });
    let memory = Some(memory).filter(|_| mutant.name != MUTANTS[0].name);
    let plan = Plan {
        seed: 1,
        memory,
        ..plan("tetris", set, command)
    };
    let cases: Vec<_> = plan
        .cases()?
        .into_iter()
        .filter(|case| only.is_empty() || case.scenario.name == only)
        .collect();
    let summary = plan.run(&cases, &|_| ())?;
    let first = summary
        .failures(&plan.policy)
        .next()
        .ok_or("it was not found")?;
    let clause = first.error(&plan.policy).ok_or("no error")?.0.breach.clause;
    let shrunk = shrink(&plan, first, clause, Duration::from_secs(600), &|| {})
        .ok_or("it did not fail again")?;
    assert!(shrunk.is_minimal, "not minimal after {} games", shrunk.runs);
    let (case, text) = shown(&plan, &shrunk.played)?;
    println!("{}: {case} after {} games", mutant.name, shrunk.runs);
    assert!(
        case.len() <= mutant.shown.len(),
        "{case} is longer than {}\n{text}",
        mutant.shown
    );
    assert!(text.contains("because: "), "{text}");
    Ok(())
}

/// The sequence of the one case, and the whole report.
fn shown(plan: &Plan, played: &Played) -> Result<(String, String), Failed> {
    let (fault, line) = played.error(&plan.policy).ok_or("no error")?;
    let text = failure(plan, played, fault, line, "shrunk.yaml", false);
    let case = text
        .lines()
        .find_map(|line| line.split_once("case: 1, ")?.1.split_once(": "));
    Ok((
        case.ok_or_else(|| format!("no case is named\n{text}"))?
            .1
            .to_string(),
        text,
    ))
}
