//! Screens: each file of `crates/cli/tests/screens` has commands and what they print, as `console` blocks of the docs do, so the same
//! code reads both. A line `? 2` is an exit code other than 0. `STICKLER_BLESS=1` writes what has changed anew, and leaves open what was open.

use super::console::{clone, is_like, is_shown, lines, run};
use crate::support::files::{below, root, text};
use crate::support::trials::{named, usual_if};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};

pub(crate) fn tests() -> Vec<Trial> {
    let trial = |file: PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        // It makes the tables of the largest boards.
        let is_usual = name != "solve_blackout";
        let trial = named(&format!("screens::{name}"), {
            let file = file.clone();
            move || holds(&file)
        });
        usual_if(is_usual, trial)
    };
    let files = below(&root().join("crates/cli/tests/screens"), "console");
    files.into_iter().map(trial).collect()
}

fn holds(file: &Path) -> Result<(), Failed> {
    let folder = clone("screens")?;
    let kept = format!("\n{}", text(file));
    let mut parts = kept.split("\n$ ");
    let mut written = parts.next().unwrap_or_default().to_string();
    let mut wrong = String::new();
    for part in parts {
        let (command, shown) = part.split_once('\n').unwrap_or((part, ""));
        let (code, mut said) = run(&folder, command)?;
        if let Some(code) = code.filter(|&code| code != 0) {
            said = format!("{}\n? {code}", said.trim_end());
        }
        let (shown, said) = (lines(shown), lines(&said));
        let mut right = shown.clone();
        if !is_shown(&shown, &said) {
            wrong += &format!("$ {command}\n{}\n", said.join("\n"));
            right = anew(&shown, &said);
        }
        written += &format!("\n$ {command}\n{}", right.join("\n"));
        written.truncate(written.trim_end().len());
    }
    if wrong.is_empty() {
        return Ok(());
    }
    if std::env::var_os("STICKLER_BLESS").is_some() {
        std::fs::write(file, written.trim_start().to_string() + "\n")?;
        return Ok(());
    }
    let name = file.display();
    Err(format!(
        "{name} shows something else; STICKLER_BLESS=1 writes it anew. This came:\n{wrong}"
    )
    .into())
}

/// What came, with the open places of what was shown.
fn anew(shown: &[String], said: &[String]) -> Vec<String> {
    let find = |line: &String, from: usize| {
        let at = said[from..].iter().position(|other| is_like(line, other));
        at.map(|at| from + at)
    };
    let (mut lines, mut from) = (Vec::new(), 0);
    for (at, line) in shown.iter().enumerate() {
        if line.trim() == "…" {
            let next = shown[at + 1..].iter().find_map(|line| find(line, from));
            lines.push(line.clone());
            from = next.unwrap_or(said.len());
        } else if let Some(found) = find(line, from) {
            lines.extend_from_slice(&said[from..found]);
            lines.push(line.clone());
            from = found + 1;
        }
    }
    lines.extend_from_slice(&said[from..]);
    lines
}
