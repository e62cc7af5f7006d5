//! The folders of a room: those that a program may write are its own, and what it writes is gone with it.

use super::walls::Files;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The most bytes that a program may write into one of its folders.
const OWN_FILES: &str = "268435456";
/// A current folder with more entries is only read: each takes bubblewrap about a millisecond.
const MOST_ENTRIES: usize = 64;
/// The most bytes of a file that is copied.
const SMALL: u64 = 64 << 10;
/// Where programs keep the memory that they share.
const SHARED_MEMORY: &str = "/dev/shm";

/// The folders that a program may write.
#[derive(Clone, Debug, Default)]
pub(super) struct Covers {
    here: PathBuf,
    /// Parents first.
    folders: Vec<PathBuf>,
}

impl Covers {
    /// The current folder, and those for temporary files.
    pub(super) fn find() -> Covers {
        let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let temporary = ["/tmp", "/var/tmp"]
            .map(PathBuf::from)
            .into_iter()
            .chain([std::env::temp_dir()]);
        let named = temporary
            .chain([here.clone()])
            .filter_map(|folder| folder.canonicalize().ok());
        let of_kernel = ["/dev", "/proc", "/sys"];
        let is_coverable = |folder: &PathBuf| {
            folder.is_dir()
                && folder != Path::new("/")
                && !of_kernel.iter().any(|own| folder.starts_with(own))
        };
        let folders: BTreeSet<PathBuf> = named.filter(is_coverable).collect();
        Covers {
            here,
            folders: folders.into_iter().collect(),
        }
    }

    /// The folders in memory, whose content counts as the program's memory.
    pub(super) fn in_memory(&self) -> impl Iterator<Item = &Path> {
        self.folders
            .iter()
            .map(PathBuf::as_path)
            .chain([Path::new(SHARED_MEMORY)])
    }

    /// The words by which bubblewrap makes the folders of a room for a command. `overlays`: it lays a folder in memory over another.
    /// `first`: the first free number of a descriptor.
    pub(super) fn words(
        &self,
        command: &[String],
        files: Files,
        overlays: bool,
        first: i32,
    ) -> CommandLine {
        let mut words = CommandLine {
            words: Vec::new(),
            files: Vec::new(),
            first,
        };
        match files {
            Files::Shared => words.add(&["--dev-bind", "/", "/"]),
            Files::Own | Files::ReadOnly => words.add(&["--ro-bind", "/", "/", "--dev", "/dev"]),
        }
        if files == Files::Own {
            let named = command.iter().map(|word| Cow::from(word.as_str()));
            // A program that is called by its name alone is looked for on the search path.
            let search_path = std::env::var_os("PATH").unwrap_or_default();
            let searched: Vec<PathBuf> = std::env::split_paths(&search_path).collect();
            let target = command
                .first()
                .and_then(|program| target(program, &searched));
            let folders = searched
                .iter()
                .chain(&target)
                .map(|path| path.to_string_lossy());
            let needed: Vec<Cow<'_, str>> = named
                .chain([self.here.to_string_lossy()])
                .chain(folders)
                .collect();
            self.folders.iter().for_each(|folder| match overlays {
                true => words.overlay(folder),
                false => words.cover(folder, *folder == self.here, &needed),
            });
            words.empty(Path::new(SHARED_MEMORY), true);
        }
        if files != Files::Shared {
            words.add(&["--remount-ro", "/dev"]);
        }
        words.add(&["--proc", "/proc", "--chdir"]);
        words.words.push(self.here.clone().into());
        words
    }
}

/// The words of a command line, and the files that it reads.
pub(super) struct CommandLine {
    pub(super) words: Vec<OsString>,
    /// They get the numbers from `first` on.
    pub(super) files: Vec<OwnedFd>,
    first: i32,
}

impl CommandLine {
    fn add(&mut self, words: &[&str]) {
        self.words.extend(words.iter().map(OsString::from));
    }

    fn overlay(&mut self, folder: &Path) {
        for word in ["--overlay-src", "--tmp-overlay"] {
            self.words.extend([word.into(), folder.into()]);
        }
    }

    /// Covers a folder by an empty one with its entries: all of the current folder, and of others those that the command or the search
    /// path names. Small files are copied, and the rest can be read alone.
    fn cover(&mut self, folder: &Path, is_here: bool, needed: &[Cow<'_, str>]) {
        let all = || std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut entries: BTreeSet<PathBuf> = match is_here {
            true => all().map(|entry| entry.path()).collect(),
            // There may be thousands of others.
            false => needed.iter().flat_map(|word| named(word, folder)).collect(),
        };
        if is_here && entries.len() > MOST_ENTRIES {
            return;
        }
        // Nobody reaches a file system that another user has mounted.
        entries.retain(|entry| entry.symlink_metadata().is_ok());
        self.empty(folder, !is_here);
        for entry in entries {
            match (std::fs::read_link(&entry), small(&entry)) {
                (Ok(target), _) => {
                    self.words
                        .extend(["--symlink".into(), target.into(), entry.into()])
                }
                (_, Some((file, mode))) => {
                    let number = self.first + self.files.len() as i32;
                    self.add(&[
                        "--perms",
                        &format!("{mode:04o}"),
                        "--file",
                        &number.to_string(),
                    ]);
                    self.words.push(entry.into());
                    self.files.push(file.into());
                }
                _ => {
                    self.words
                        .extend(["--ro-bind-try".into(), entry.clone().into(), entry.into()])
                }
            }
        }
    }

    fn empty(&mut self, folder: &Path, is_for_all: bool) {
        self.add(&[
            "--size",
            OWN_FILES,
            "--perms",
            if is_for_all { "1777" } else { "0755" },
            "--tmpfs",
        ]);
        self.words.push(folder.into());
    }
}

/// The entries of a folder that a word names, wherever in the word they stand: each the longest name that is there.
fn named(word: &str, folder: &Path) -> Vec<PathBuf> {
    let start = format!("{}/", folder.display());
    let names = word.match_indices(&start).filter_map(|(at, _)| {
        let rest = &word[at + start.len()..];
        let name = rest.split('/').next().unwrap_or(rest);
        let ends = name
            .char_indices()
            .map(|(at, letter)| at + letter.len_utf8());
        ends.rev()
            .map(|end| folder.join(&name[..end]))
            .find(|path| path.symlink_metadata().is_ok())
    });
    names.collect()
}

/// The file that a program's name leads to, links followed.
fn target(program: &str, searched: &[PathBuf]) -> Option<PathBuf> {
    let found = |path: PathBuf| path.canonicalize().ok();
    if program.contains('/') {
        return found(program.into());
    }
    searched
        .iter()
        .find_map(|folder| found(folder.join(program)))
}

/// A file that is small enough to be copied, with its mode.
fn small(entry: &Path) -> Option<(File, u32)> {
    // Whoever opens a named pipe waits for its other end.
    let about = entry
        .symlink_metadata()
        .ok()
        .filter(|about| about.is_file() && about.len() <= SMALL)?;
    Some((File::open(entry).ok()?, about.permissions().mode() & 0o777))
}
