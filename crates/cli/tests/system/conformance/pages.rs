//! Every command of README.md and docs/ runs as the page says, in a folder that looks like a clone of this repository.
//!
//! Of a block `console`, each line after `$ ` is run, and what it prints is what the page shows below it; `…` stands for any text,
//! and a line of it for any lines. Of a block `sh`, each line is run and ends with 0 or 1; its `check` searches for a second at
//! most. A block `sh not run: why` is left out.

use super::console::{clone, is_shown, lines, run};
use crate::support::files::{below, root, text};
use crate::support::programs::python;
use crate::support::trials::{leave_out, named, skipped, usual_if};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};

/// The pages whose commands are run by default; those of the others are run in the gate.
const USUAL: [&str; 2] = ["README", "check-a-log"];

pub(crate) fn tests() -> Vec<Trial> {
    // examples/own-game/try.sh runs the commands of own-game.md, with the program that the page builds.
    let is_ours = |page: &PathBuf| !page.ends_with("own-game.md");
    let pages = below(&root().join("docs"), "md")
        .into_iter()
        .filter(is_ours)
        .chain([root().join("README.md")]);
    let trial = |page: PathBuf| {
        let name = page
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let is_usual = USUAL.contains(&name.as_str());
        usual_if(
            is_usual,
            named(&format!("pages::{name}"), move || holds(&page)),
        )
    };
    pages.map(trial).collect()
}

fn holds(page: &Path) -> Result<(), Failed> {
    if python().is_none() {
        leave_out("want Python 3.9 or later");
    }
    let folder = clone("pages")?;
    let shown = text(page);
    let name = page.file_name().unwrap_or_default().to_string_lossy();
    // A block of Rust holds no fence, so that every second part is a block.
    for block in shown.split("```").skip(1).step_by(2) {
        let (info, block) = block.split_once('\n').ok_or("a block without lines")?;
        match info.split_once(' ').unwrap_or((info, "")) {
            ("sh", "") => joined(block)
                .iter()
                .try_for_each(|command| ends_well(&folder, command))?,
            ("sh", why) => skipped(&format!("a block of {name}: {why}")),
            ("console", "") => console(&folder, block)?,
            // A job of CI runs in a bot's repository.
            ("yaml", _) => {
                std::fs::copy(
                    root().join("examples/bots/gomoku.py"),
                    folder.join("bot.py"),
                )?;
                let commands = block
                    .lines()
                    .filter_map(|line| line.trim().strip_prefix("- run: "));
                commands
                    .filter(|line| line.starts_with("stickler "))
                    .try_for_each(|line| ends_well(&folder, line))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The commands of a block, a line each; a backslash at the end of a line joins it to the next.
fn joined(block: &str) -> Vec<String> {
    let lines = block.replace("\\\n", " ");
    lines
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(str::to_string)
        .collect()
}

fn ends_well(folder: &Path, command: &str) -> Result<(), Failed> {
    let check = "stickler check ";
    let has_own = command.contains("--search") || command.contains("--thorough");
    let quick = match has_own {
        true => command.to_string(),
        // The search of a whole check takes eight seconds, and other tests hold it.
        false => command.replacen(check, &format!("{check}--search 1 --time-box 600 "), 1),
    };
    let (code, said) = run(folder, &quick)?;
    match code {
        Some(0 | 1) if !said.contains("Traceback") => Ok(()),
        _ => Err(format!("`{command}` ends with {code:?}:\n{said}").into()),
    }
}

fn console(folder: &Path, block: &str) -> Result<(), Failed> {
    for part in format!("\n{block}").split("\n$ ").skip(1) {
        let part = part.replace("\\\n", " ");
        let (command, shown) = part.split_once('\n').unwrap_or((&part, ""));
        let mut said = run(folder, command)?.1;
        // What a page shows of times may look otherwise on a busy machine; what lasts is no chance.
        for _ in 0..2 {
            if !is_shown(&lines(shown), &lines(&said)) {
                said = run(folder, command)?.1;
            }
        }
        if !is_shown(&lines(shown), &lines(&said)) {
            return Err(
                format!("`{command}`: the page shows\n{shown}\nand this came:\n{said}").into(),
            );
        }
    }
    Ok(())
}
