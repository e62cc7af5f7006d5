//! Recipes: the command lines by which well-known sandboxes keep a bot apart.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;

/// The folders for temporary files. In a sandbox of bubblewrap they are empty, and each bot has its own.
const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

/// A sandbox whose command line is known here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipe {
    /// bubblewrap, the sandbox of Flatpak.
    Bwrap,
    /// A service of systemd that lasts as long as the bot.
    Systemd,
    /// isolate, the sandbox of programming contests.
    Isolate,
}

impl Recipe {
    /// Every recipe.
    pub const ALL: [Recipe; 3] = [Recipe::Bwrap, Recipe::Systemd, Recipe::Isolate];

    /// The word that names it in `--wrap`.
    pub fn name(self) -> &'static str {
        match self {
            Recipe::Bwrap => "bwrap",
            Recipe::Systemd => "systemd",
            Recipe::Isolate => "isolate",
        }
    }

    /// The program that it starts.
    pub fn program(self) -> &'static str {
        match self {
            Recipe::Systemd => "systemd-run",
            Recipe::Bwrap | Recipe::Isolate => self.name(),
        }
    }

    /// The words that stand before those of the bot. `{box}` in them is a number that no other running bot has. `here`: the folder
    /// in which the bot starts; `writable`: the one in which it may write; `bot`: its command.
    pub fn words(self, here: &Path, writable: &Path, bot: &[String]) -> Vec<String> {
        match self {
            Recipe::Bwrap => bubblewrap(here, writable, bot),
            Recipe::Systemd => systemd(here, writable, is_root()),
            Recipe::Isolate => isolate(here, writable),
        }
    }

    /// Tries it with a program that does nothing. The error says why it starts none here, and what to do.
    pub fn probe(self, here: &Path, writable: &Path) -> Result<(), String> {
        crate::inherited::reset_signals();
        let program = self.program();
        let nothing = ["/bin/sh", "-c", ":"].map(str::to_string);
        let words = self.words(here, writable, &nothing);
        let said = Command::new(program)
            .args(words[1..].iter().map(|word| word.replace("{box}", "0")))
            .args(nothing)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .output();
        match said {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(format!(
                "`{program}` is not on the path: install the package `{}`",
                match self {
                    Recipe::Bwrap => "bubblewrap",
                    Recipe::Systemd => "systemd",
                    Recipe::Isolate => "isolate",
                }
            )),
            Err(error) => Err(format!("`{program}` cannot be started: {error}")),
            Ok(said) if said.status.success() => Ok(()),
            Ok(said) => Err(format!(
                "`{program}` starts no program here: {}",
                last_line(&said.stderr)
            )),
        }
    }
}

impl FromStr for Recipe {
    type Err = ();

    fn from_str(name: &str) -> Result<Recipe, ()> {
        let has_name = |recipe: &Recipe| recipe.name() == name;
        Recipe::ALL.into_iter().find(has_name).ok_or(())
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Own processes, users, names and memory, no network, a root that can only be read, and folders for temporary files of its own.
fn bubblewrap(here: &Path, writable: &Path, bot: &[String]) -> Vec<String> {
    let mut words = words(&[
        "bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --unshare-net",
        "--cap-drop ALL --new-session --die-with-parent",
        "--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /var/tmp --setenv TMPDIR /tmp",
    ]);
    // What the bot is started with stays in sight.
    let covered = named(here, bot).filter(|file| is_covered(file));
    let seen = covered.chain(Some(here.to_path_buf()).filter(|here| is_covered(here)));
    let seen = seen.map(|path| ("--ro-bind", path));
    // A root that can be written to would keep nothing apart.
    let written = Some(writable.to_path_buf()).filter(|path| path.parent().is_some());
    for (how, path) in seen.chain(written.map(|path| ("--bind", path))) {
        let path = text(&path);
        words.extend([how.to_string(), path.clone(), path]);
    }
    words.extend(["--chdir".to_string(), text(here), "--".to_string()]);
    words
}

/// The words of a sandbox by a service, which also ends a bot that has too many tasks.
fn systemd(here: &Path, writable: &Path, is_root: bool) -> Vec<String> {
    let mut words = words(&[
        "systemd-run --quiet --pipe --wait --collect",
        "-p PrivateNetwork=yes -p PrivateTmp=yes -p PrivateIPC=yes -p ProtectSystem=strict -p ProtectHome=read-only",
        "-p ProtectProc=invisible -p NoNewPrivileges=yes -p CapabilityBoundingSet= -p TasksMax=512",
    ]);
    if !is_root {
        words.extend(["--user", "-p", "PrivateUsers=yes"].map(str::to_string));
    }
    words.extend([
        "-p".to_string(),
        format!("ReadWritePaths={}", text(writable)),
        "-p".to_string(),
        format!("WorkingDirectory={}", text(here)),
        "--".to_string(),
    ]);
    words
}

fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::getuid().is_root();
    #[cfg(not(unix))]
    false
}

/// The words of a sandbox in a box of isolate, whose file of accounts tells what the bot has used.
fn isolate(here: &Path, writable: &Path) -> Vec<String> {
    let mut words = words(&["isolate --silent --box-id={box} --processes=512 --full-env"]);
    let accounts =
        std::env::temp_dir().join(format!("stickler-{}-{{box}}.meta", std::process::id()));
    words.push(format!("--meta={}", text(&accounts)));
    if here != writable {
        words.push(format!("--dir={}", text(here)));
    }
    words.extend([
        format!("--dir={}:rw", text(writable)),
        format!("--chdir={}", text(here)),
        "--run".to_string(),
        "--".to_string(),
    ]);
    words
}

/// The files that a command names, its program wherever the search path finds it, and what links among them lead to.
fn named(here: &Path, command: &[String]) -> impl Iterator<Item = PathBuf> {
    let is_path = |word: &&String| word.contains('/');
    let paths = command.iter().filter(is_path).map(|word| here.join(word));
    let program = command.first().filter(|word| !word.contains('/'));
    let searched = program.and_then(|word| {
        let folders = std::env::var_os("PATH")?;
        let mut files = std::env::split_paths(&folders).map(|folder| folder.join(word));
        files.find(|file| file.is_file())
    });
    let mut all = Vec::new();
    for path in paths.chain(searched).filter(|path| path.exists()) {
        let end = path.canonicalize().ok().filter(|end| *end != path);
        all.push(path);
        all.extend(end);
    }
    all.into_iter()
}

/// True for a path that a folder for temporary files of a bot's own hides.
fn is_covered(path: &Path) -> bool {
    TEMPORARY
        .iter()
        .any(|folder| path.starts_with(folder) && path != Path::new(folder))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn words(lines: &[&str]) -> Vec<String> {
    let words = lines.iter().flat_map(|line| line.split(' '));
    words.map(str::to_string).collect()
}

/// The last line of what a program said that is not blank.
pub(super) fn last_line(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(said);
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    line.unwrap_or("it said nothing").trim().to_string()
}
