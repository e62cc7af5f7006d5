//! The folder in which a run keeps the logs of its taps. It goes away with the run; one whose run was killed is swept by the next.

use crate::file_lock::lock;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The beginning of its name, which the number of a process follows.
const NAME: &str = "stickler-judge-";

/// The folder of a run, which is removed in the end.
pub(super) struct RunFolder {
    pub(super) path: PathBuf,
    /// As long as the run lives, nobody else has the folder.
    #[cfg(unix)]
    _lock: fs::File,
}

impl RunFolder {
    /// A new folder, after those of killed runs are removed.
    pub(super) fn new() -> Result<RunFolder, String> {
        let parent = std::env::temp_dir();
        sweep(&parent);
        let process = std::process::id();
        // Processes of two containers that share the folder may have the same number.
        let names = std::iter::once(format!("{NAME}{process}"))
            .chain((1..).map(|number| format!("{NAME}{process}-{number}")));
        for path in names.map(|name| parent.join(name)) {
            match fs::create_dir(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("{}: {error}", path.display())),
                Ok(()) => {
                    // Another run may have taken it for one that is left over.
                    if let Some(folder) = RunFolder::own(path) {
                        return Ok(folder);
                    }
                }
            }
        }
        Err(format!("{}: every name is taken", parent.display()))
    }

    #[cfg(unix)]
    fn own(path: PathBuf) -> Option<RunFolder> {
        let lock = locked(&path).filter(|_| path.is_dir())?;
        Some(RunFolder { path, _lock: lock })
    }

    #[cfg(not(unix))]
    fn own(path: PathBuf) -> Option<RunFolder> {
        Some(RunFolder { path })
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes folders of runs that are no more.
#[cfg(unix)]
fn sweep(parent: &Path) {
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let is_of_run = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(NAME);
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_of_run(entry) && is_folder(entry)) {
        // It is held until it is gone, so that no new run takes it for its own.
        if let Some(_lock) = locked(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Elsewhere nobody can tell whether such a run lives.
#[cfg(not(unix))]
fn sweep(_: &Path) {}

/// The folder, if nobody else has it.
#[cfg(unix)]
fn locked(path: &Path) -> Option<fs::File> {
    let folder = fs::File::open(path).ok()?;
    (lock(&folder) == Some(true)).then_some(folder)
}
