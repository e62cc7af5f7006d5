//! Users as whom programs are started: the one who runs the tests, and an ordinary one where this is root.

use super::files::{Scratch, is_open_to_all, is_root, scratch};
use super::needs::portable;
use super::programs::{STICKLER, named_programs, which};
use super::trials::{leave_out, skipped};
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
            .env("TMPDIR", &*self.folder)
            .envs(named_programs());
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

    /// Who is to own a file that this user may change, where root makes it.
    pub(crate) fn owner(&self) -> Option<u32> {
        (!self.before.is_empty()).then_some(NOBODY)
    }

    /// True where bubblewrap starts programs for this user.
    pub(crate) fn has_sandbox(&self) -> bool {
        let has = portable("has sandboxes").is_none() && {
            let doctor = self.stickler(&["doctor"]).output();
            let doctor = doctor.expect("stickler starts").stdout;
            String::from_utf8_lossy(&doctor).contains("--wrap bwrap    yes")
        };
        if !has {
            skipped(&format!(
                "what bubblewrap keeps out, as {}: it starts no program here",
                self.name
            ));
        }
        has
    }

    /// Leaves the test out where it starts none.
    pub(crate) fn needs_sandbox(&self) {
        if !self.has_sandbox() {
            leave_out("want a sandbox of bubblewrap");
        }
    }

    /// A match of two bots with this command in sandboxes, which may take a minute for their first answer.
    pub(crate) fn match_in_sandboxes(&self, bot: &str, more: &[&str]) -> Command {
        let words = [
            "play",
            "gomoku",
            "--isolation=required",
            "--set=ready=60000",
        ];
        self.stickler(&[&words[..], more, &["--bot", bot, "--bot", bot]].concat())
    }
}

/// The user who runs the tests.
pub(crate) fn oneself() -> User {
    User {
        name: if is_root() { "root" } else { "oneself" },
        before: Vec::new(),
        folder: scratch("users"),
    }
}

/// An ordinary user, whom root becomes. Leaves the test out where this user may not enter where the tests are.
pub(crate) fn ordinary() -> User {
    let setpriv = which("setpriv").expect("setpriv");
    let setpriv = setpriv.to_string_lossy();
    let as_nobody = [
        &*setpriv,
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
    ];
    let user = User {
        name: "an ordinary user",
        before: as_nobody.map(str::to_string).to_vec(),
        folder: scratch("users"),
    };
    chown(&*user.folder, Some(NOBODY), Some(NOBODY)).expect("given away");
    let starts = || {
        user.stickler(&["games"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if !is_open_to_all(&user.folder) || !starts() {
        let folder = user.folder.display();
        leave_out(&format!(
            "want a folder that an ordinary user may enter, and not {folder}"
        ));
    }
    user
}
