//! Tables that take long are made with all threads of this machine, and kept in a folder.

use crate::threads::together;
use std::convert::Infallible;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use stickler::precompute::{self, Parts, Precompute};

/// The first bytes of a kept table; the number is its version.
const HEAD: &str = "stickler table 1";

/// The variable that names another folder for tables, or `off`.
pub const CACHE: &str = "STICKLER_CACHE";

/// All threads of this machine, and a folder.
pub struct ThreadsAndFolder {
    /// Threads that work at the same time; `None`: all of this machine.
    pub threads: Option<usize>,
    /// Where tables are kept; `None`: nowhere.
    pub folder: Option<PathBuf>,
    /// Is called with the number of finished parts of a table, and the number of all its parts.
    pub watch: Box<dyn Fn(usize, usize) + Send + Sync>,
    /// Is told of failures, in words. The work goes on without what failed.
    pub remark: Box<dyn Fn(String) + Send + Sync>,
}

impl Default for ThreadsAndFolder {
    /// All threads, and the user's cache folder; nobody watches.
    fn default() -> ThreadsAndFolder {
        ThreadsAndFolder {
            threads: None,
            folder: cache_folder(std::env::var_os(CACHE)),
            watch: Box::new(|_, _| ()),
            remark: Box::new(|_| ()),
        }
    }
}

impl ThreadsAndFolder {
    /// Makes the tables of this process from now on, unless something else does already.
    pub fn install(self) {
        static OURS: OnceLock<ThreadsAndFolder> = OnceLock::new();
        precompute::set(OURS.get_or_init(|| self));
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{name}.table")))
    }
}

/// Where the user's caches are, unless the variable says otherwise; `off`: nowhere.
pub fn cache_folder(variable: Option<OsString>) -> Option<PathBuf> {
    match variable {
        Some(word) if word == "off" => None,
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => dirs::cache_dir().map(|folder| folder.join("stickler")),
    }
}

impl Precompute for ThreadsAndFolder {
    fn make(&self, count: usize, part: &(dyn Fn(usize) -> Vec<u64> + Sync)) -> Parts {
        // Linux answers from files, so it is asked where a table is made, not at every start.
        let threads = self
            .threads
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let Ok(parts) = together(threads, (0..count).collect(), |at| {
            Ok::<_, Infallible>(part(at))
        });
        parts
    }

    fn recall(&self, name: &str, count: usize, length: usize) -> Option<Parts> {
        let path = self.path(name)?;
        let file = File::open(&path).ok()?;
        match read(BufReader::with_capacity(CHUNK, file), name, count, length) {
            Ok(parts) => Some(parts),
            Err(why) => {
                (self.remark)(format!("{}: {why}; it is made anew", path.display()));
                None
            }
        }
    }

    fn keep(&self, name: &str, parts: &[Vec<u64>]) {
        let Some(path) = self.path(name) else { return };
        if let Err(error) = write(&path, name, parts) {
            let help = format!("{CACHE}=FOLDER names another place, {CACHE}=off none");
            (self.remark)(format!(
                "{}: {error}; the table is not kept for the next time ({help})",
                path.display()
            ));
        }
    }

    fn progress(&self, made: usize, of: usize) {
        (self.watch)(made, of);
    }
}

/// Bytes read or written at once.
const CHUNK: usize = 1 << 20;

/// A file holds a line that says what it is, the words in little-endian order, and a checksum of everything before it.
fn read(mut file: impl Read, name: &str, count: usize, length: usize) -> Result<Parts, String> {
    let damaged = |error: io::Error| format!("it is damaged ({error})");
    let head = format!("{HEAD} {name} {count}x{length}\n");
    let mut found = vec![0; head.len()];
    file.read_exact(&mut found).map_err(damaged)?;
    if found != head.as_bytes() {
        return Err("it is of another version".into());
    }
    let mut sum = crc32fast::Hasher::new();
    sum.update(&found);
    let mut bytes = vec![0; length * 8];
    let mut parts = Vec::with_capacity(count);
    for _ in 0..count {
        file.read_exact(&mut bytes).map_err(damaged)?;
        sum.update(&bytes);
        let (words, _) = bytes.as_chunks::<8>();
        parts.push(words.iter().map(|&word| u64::from_le_bytes(word)).collect());
    }
    let mut last = Vec::new();
    file.read_to_end(&mut last).map_err(damaged)?;
    if last == sum.finalize().to_le_bytes() {
        Ok(parts)
    } else {
        Err("it is damaged (its checksum is wrong)".into())
    }
}

/// Writes another file and renames it, so that no half-written file ever has the name.
fn write(path: &Path, name: &str, parts: &[Vec<u64>]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let part_way = path.with_extension(format!("{}.part", std::process::id()));
    let written = write_all(&part_way, name, parts).and_then(|()| std::fs::rename(&part_way, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part_way);
    }
    written
}

fn write_all(path: &Path, name: &str, parts: &[Vec<u64>]) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(CHUNK, File::create(path)?);
    let mut sum = crc32fast::Hasher::new();
    let head = format!(
        "{HEAD} {name} {}x{}\n",
        parts.len(),
        parts.first().map_or(0, Vec::len)
    );
    sum.update(head.as_bytes());
    file.write_all(head.as_bytes())?;
    let mut bytes = Vec::new();
    for part in parts {
        bytes.clear();
        bytes.extend(part.iter().flat_map(|word| word.to_le_bytes()));
        sum.update(&bytes);
        file.write_all(&bytes)?;
    }
    file.write_all(&sum.finalize().to_le_bytes())?;
    file.into_inner()
        .map_err(|error| error.into_error())?
        .sync_all()
}

#[cfg(test)]
mod tests;
