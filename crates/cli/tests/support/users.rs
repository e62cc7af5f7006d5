//! Users as whom programs are started: this one, and an ordinary one where this is root.

use super::files::{Scratch, is_open_to_all, is_root, scratch};
use super::programs::{STICKLER, which};
use super::trials::skipped;
use std::os::unix::fs::chown;
use std::path::Path;
use std::process::Command;

/// Who is an ordinary user here.
pub(crate) const NOBODY: u32 = 65534;

/// Runs programs as a user, in a folder that is this user's.
pub(crate) struct User {
    pub(crate) name: &'static str,
    pub(crate) before: Vec<String>,
    pub(crate) folder: Scratch,
    /// The walls that are missing for this user.
    pub(crate) missing: String,
}

impl User {
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let all: Vec<&str> = self
            .before
            .iter()
            .map(String::as_str)
            .chain(words.iter().copied())
            .collect();
        let mut command = Command::new(all[0]);
        command
            .args(&all[1..])
            .current_dir(&*self.folder)
            .env("TMPDIR", &*self.folder);
        command
    }

    /// `stickler` with these words.
    pub(crate) fn stickler(&self, words: &[&str]) -> Command {
        self.command(&[&[self.reached(Path::new(STICKLER)).as_str()], words].concat())
    }

    /// A file where this user reaches it: a copy in the user's folder, where others may not enter the file's own.
    pub(crate) fn reached(&self, file: &Path) -> String {
        let copy = self.folder.join(file.file_name().expect("a file"));
        let is_own = self.before.is_empty() || is_open_to_all(file);
        if !is_own && !copy.exists() {
            // Not by this process: while it writes, what another test starts would keep the copy from being run.
            Command::new("cp")
                .args([file, &copy])
                .status()
                .expect("copied");
        }
        if is_own { file } else { &copy }
            .to_string_lossy()
            .into_owned()
    }

    /// A number that this user's processes are known by.
    pub(crate) fn number(&self, base: usize) -> usize {
        base + self.before.len().min(1)
    }

    /// True where a wall stands for this user; where it does not, that is said.
    pub(crate) fn has(&self, wall: &str) -> bool {
        let is_missing = self
            .missing
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == wall);
        if is_missing {
            skipped(&format!("{wall}, as {}: {}", self.name, self.missing));
        }
        !is_missing
    }
}

/// This user, and an ordinary one where this is root.
pub(crate) fn all() -> Vec<User> {
    let is_root = is_root();
    let mut users = vec![(if is_root { "root" } else { "oneself" }, Vec::new())];
    if is_root {
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"].map(str::to_string);
        match which("setpriv") {
            Some(setpriv) => users.push((
                "an ordinary user",
                [setpriv.to_string_lossy().into_owned()]
                    .into_iter()
                    .chain(nobody)
                    .collect(),
            )),
            None => skipped("programs as an ordinary user: there is no setpriv here"),
        }
    }
    users
        .into_iter()
        .filter_map(|(name, before)| user(name, before))
        .collect()
}

/// The users at the same time: most of what they do is waiting.
pub(crate) fn for_each_user(act: impl Fn(&User) + Sync) {
    std::thread::scope(|scope| {
        for user in all() {
            let act = &act;
            scope.spawn(move || act(&user));
        }
    });
}

fn user(name: &'static str, before: Vec<String>) -> Option<User> {
    let folder = scratch("users");
    if !before.is_empty() {
        chown(&*folder, Some(NOBODY), Some(NOBODY)).expect("given away");
    }
    let mut user = User {
        name,
        before,
        folder,
        missing: String::new(),
    };
    let standing = match is_open_to_all(&user.folder) || user.before.is_empty() {
        true => user.stickler(&["launch", "--isolation=auto"]).output(),
        false => Err(std::io::ErrorKind::PermissionDenied.into()),
    };
    match standing.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()) {
        Ok(line) if line.starts_with("isolation: ") => {
            user.missing = line
                .split_once("; not ")
                .map_or(String::new(), |(_, missing)| missing.trim().to_string());
            Some(user)
        }
        _ => {
            let folder = user.folder.display();
            skipped(&format!(
                "programs as {name}: this user may not run stickler, or may not enter {folder}"
            ));
            None
        }
    }
}
