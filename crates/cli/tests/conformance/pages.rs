//! Every command of README.md and docs/ runs as the page says, in a folder that looks like a clone of this repository.
//!
//! Of a block `console`, each line after `$ ` is run, and what it prints is what the page shows below it; `…` stands for any text,
//! and a line of it for any lines. Of a block `sh`, each line is run and ends with 0 or 1; its `check` searches for a second at
//! most. A block `sh not run: why` is left out.

use crate::support::files::{below, root, scratch, text};
use crate::support::programs::{REFBOT, STICKLER, python};
use crate::support::trials::{leave_out, named, skipped};
use libtest_mimic::{Failed, Trial};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files and folders of a clone that commands name.
const CLONE: &[&str] = &[
    "clients", "docs", "examples", "fixtures", "packages", "spec",
];

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
        named(&format!("pages::{name}"), move || holds(&page))
    };
    pages.map(trial).collect()
}

fn holds(page: &Path) -> Result<(), Failed> {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("pages");
    for name in CLONE {
        let (theirs, own) = (root().join(name), folder.join(name));
        // A sandbox has folders of its own for temporary files: what lies in the usual ones is not there.
        let is_temporary = |folder: &&Path| theirs.starts_with(folder);
        let temporary = std::env::temp_dir();
        let folders = [&temporary, Path::new("/tmp"), Path::new("/var/tmp")];
        if folders.iter().any(is_temporary) {
            let copied = Command::new("cp")
                .arg("-r")
                .args([&theirs, &own])
                .status()?;
            assert!(copied.success(), "{} cannot be copied", theirs.display());
        } else {
            symlink(theirs, own)?;
        }
    }
    std::fs::create_dir(folder.join(".bin"))?;
    // tests/wheel.sh names the folder of an installed distribution.
    let installed = std::env::var_os("STICKLER_INSTALLED").map(PathBuf::from);
    let ours = |name: &str, built: &str| {
        installed
            .as_ref()
            .map_or(PathBuf::from(built), |folder| folder.join(name))
    };
    for (name, program) in [
        ("stickler", ours("stickler", STICKLER)),
        ("refbot", ours("refbot", REFBOT)),
        ("python3", python),
    ] {
        symlink(program, folder.join(".bin").join(name))?;
    }
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

/// Exit code and output of a command, the output of errors below the other.
fn run(folder: &Path, command: &str) -> Result<(Option<i32>, String), Failed> {
    let path = format!(
        "{}:{}",
        folder.join(".bin").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut bash = Command::new("bash");
    bash.args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("STICKLER_GAME")
        .env("STICKLER_JOBS", "1");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    let output = bash
        .env("STICKLER_CACHE", cache)
        .stdin(std::process::Stdio::null())
        .output()?;
    let [out, err] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    Ok((output.status.code(), out + &err))
}

fn ends_well(folder: &Path, command: &str) -> Result<(), Failed> {
    let check = "stickler check ";
    let has_own = command.contains("--search") || command.contains("--thorough");
    let quick = match has_own {
        true => command.to_string(),
        // The search of a whole check takes eight seconds, and other tests hold it.
        false => command.replacen(check, &format!("{check}--search 1 "), 1),
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
        let lines = |text: &str| {
            text.trim_end()
                .lines()
                .map(|line| line.trim_end().to_string())
                .collect::<Vec<_>>()
        };
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

fn is_shown(shown: &[String], said: &[String]) -> bool {
    match (shown, said) {
        ([], []) => true,
        ([any, rest @ ..], _) if any.trim() == "…" => {
            (0..=said.len()).any(|from| is_shown(rest, &said[from..]))
        }
        ([line, rest @ ..], [other, more @ ..]) => is_like(line, other) && is_shown(rest, more),
        _ => false,
    }
}

/// True where a line is what the page shows, `…` standing for any text.
fn is_like(shown: &str, said: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = said.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    for (at, part) in parts.iter().enumerate() {
        let found = if at + 1 == parts.len() {
            rest.ends_with(part).then_some(rest.len())
        } else {
            rest.find(part).map(|from| from + part.len())
        };
        let Some(end) = found else { return false };
        rest = &rest[end..];
    }
    rest.is_empty()
}
