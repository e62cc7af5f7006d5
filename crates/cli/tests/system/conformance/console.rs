//! Commands as pages and screens show them: lines after `$ ` are run, and what they print stands below. `…` stands for any text, and
//! a line of it for any lines.

use crate::support::files::{Scratch, root, scratch};
use crate::support::programs::{REFBOT, STICKLER, kept_tables, python};
use libtest_mimic::Failed;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files and folders of a clone that commands name.
const CLONE: &[&str] = &[
    "clients", "docs", "examples", "fixtures", "packages", "spec",
];

/// A folder that looks like a clone of this repository, with the programs of `path`.
pub(crate) fn clone(name: &str) -> Result<Scratch, Failed> {
    let folder = scratch(name);
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
    ] {
        symlink(program, folder.join(".bin").join(name))?;
    }
    if let Some(python) = python() {
        symlink(python, folder.join(".bin/python3"))?;
    }
    Ok(folder)
}

/// Exit code and output of a command, the output of errors below the other.
pub(crate) fn run(folder: &Path, command: &str) -> Result<(Option<i32>, String), Failed> {
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
    let output = bash
        .env("STICKLER_CACHE", kept_tables())
        .stdin(std::process::Stdio::null())
        .output()?;
    let [out, err] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    Ok((output.status.code(), out + &err))
}

/// The lines of a text, without the blanks at their ends.
pub(crate) fn lines(text: &str) -> Vec<String> {
    text.trim_end()
        .lines()
        .map(|line| line.trim_end().to_string())
        .collect()
}

pub(crate) fn is_shown(shown: &[String], said: &[String]) -> bool {
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
pub(crate) fn is_like(shown: &str, said: &str) -> bool {
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
