//! Sources to read: files, folders, standard input, `.gz`, and files of JSON lines with a record a line.

use crate::common::remark;
use clap::builder::{OsStringValueParser, TypedValueParser};
use flate2::read::MultiGzDecoder;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use stickler::encoding;
use walkdir::WalkDir;

/// The most that a file may unpack to, and that a line may have.
const MOST: u64 = 1 << 30;

/// A file that the user names; `-` is standard input. Its name may be no UTF-8: then what is shown of it has marks in their place.
#[derive(Clone, Debug)]
pub(crate) struct InputFile {
    path: PathBuf,
    /// The name, to be shown.
    pub(crate) name: String,
}

impl From<OsString> for InputFile {
    fn from(path: OsString) -> InputFile {
        InputFile {
            name: path.to_string_lossy().into_owned(),
            path: path.into(),
        }
    }
}

/// Reads the word of a command line as the name of a file.
pub(crate) fn input_file() -> impl TypedValueParser<Value = InputFile> {
    OsStringValueParser::new().map(InputFile::from)
}

/// One record to be read.
pub(crate) enum SourceFile {
    /// A file; `-` is standard input.
    File(InputFile),
    /// A line of a file of JSON lines and its number, or why it cannot be had.
    Line(String, usize, Result<Vec<u8>, String>),
}

impl SourceFile {
    /// The file, its bytes, and the number of the line at which they begin.
    pub(crate) fn read(self) -> (String, usize, Result<Vec<u8>, String>) {
        match self {
            SourceFile::File(file) => {
                let bytes = file.read();
                (file.name, 1, bytes)
            }
            SourceFile::Line(name, number, bytes) => (name, number, bytes),
        }
    }
}

/// All records of these words, in order; what a folder holds is sorted by name, and names that begin with a dot are skipped.
pub(crate) fn sources(words: &[OsString]) -> impl Iterator<Item = SourceFile> + '_ {
    words
        .iter()
        .flat_map(|word| -> Box<dyn Iterator<Item = SourceFile>> {
            if word == "-" || !Path::new(word).is_dir() {
                return of_file(word.clone().into());
            }
            let is_shown = |entry: &walkdir::DirEntry| {
                entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
            };
            let entries = WalkDir::new(word)
                .sort_by_file_name()
                .into_iter()
                .filter_entry(is_shown);
            let of_folder = Box::new(entries.flat_map(|entry| match entry {
                Ok(entry) if entry.file_type().is_dir() => Box::new(std::iter::empty()),
                Ok(entry) if is_special(entry.path()) => {
                    remark(&format!(
                        "{} is skipped: it is no file, but a pipe, a socket or a device",
                        entry.path().display()
                    ));
                    Box::new(std::iter::empty())
                }
                Ok(entry) => of_file(entry.into_path().into_os_string().into()),
                Err(error) => {
                    let name = error
                        .path()
                        .unwrap_or(Path::new(""))
                        .to_string_lossy()
                        .into_owned();
                    Box::new(std::iter::once(SourceFile::Line(
                        name,
                        1,
                        Err(error.to_string()),
                    )))
                }
            }));
            let name = word.to_string_lossy().into_owned();
            or_say(of_folder, name, "there is no file in this folder")
        })
}

/// These sources, or why there is none of them.
fn or_say<'a>(
    mut sources: Box<dyn Iterator<Item = SourceFile> + 'a>,
    name: String,
    why: &str,
) -> Box<dyn Iterator<Item = SourceFile> + 'a> {
    match sources.next() {
        Some(first) => Box::new(std::iter::once(first).chain(sources)),
        None => {
            let none = SourceFile::Line(name, 1, Err(why.into()));
            Box::new(std::iter::once(none))
        }
    }
}

/// A pipe, a socket or a device, or a link to one: reading it can last for ever.
fn is_special(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|there| !there.is_file() && !there.is_dir())
}

fn of_file(file: InputFile) -> Box<dyn Iterator<Item = SourceFile>> {
    let plain = file.name.strip_suffix(".gz").unwrap_or(&file.name);
    if !plain.ends_with(".jsonl") && !plain.ends_with(".ndjson") {
        return Box::new(std::iter::once(SourceFile::File(file)));
    }
    let InputFile { path, name } = file;
    let said = name.clone();
    let opened = || -> Result<Box<dyn BufRead>, String> {
        Ok(match name.ends_with(".gz") {
            true => Box::new(BufReader::new(unpacked(&path)?)),
            false => Box::new(BufReader::new(File::open(&path).map_err(unread)?)),
        })
    };
    let mut lines = match opened() {
        Ok(lines) => lines,
        Err(why) => return Box::new(std::iter::once(SourceFile::Line(name, 1, Err(why)))),
    };
    let mut number = 0;
    let next = move || {
        let mut line = Vec::new();
        number += 1;
        let marked = if number == 1 {
            encoding::past_mark(&mut lines)
        } else {
            Ok(())
        };
        let read =
            match marked.and_then(|()| lines.by_ref().take(MOST).read_until(b'\n', &mut line)) {
                Ok(0) => return None,
                Ok(_) if line.len() as u64 == MOST => {
                    Err(format!("the line is longer than {MOST} bytes"))
                }
                read => read.map(|_| line).map_err(unread),
            };
        if read.is_err() {
            lines = Box::new(std::io::empty());
        }
        Some(SourceFile::Line(name.clone(), number, read))
    };
    let is_blank = |source: &SourceFile| matches!(source, SourceFile::Line(.., Ok(line)) if line.trim_ascii().is_empty());
    let lines = std::iter::from_fn(next).filter(move |source| !is_blank(source));
    let why = "it is empty: expected a record on each line";
    or_say(Box::new(lines), said, why)
}

/// A file that is packed by gzip, to be read unpacked. The error says what it is instead.
fn unpacked(path: &Path) -> Result<MultiGzDecoder<BufReader<File>>, String> {
    let mut file = BufReader::new(File::open(path).map_err(unread)?);
    let head = file.fill_buf().map_err(unread)?;
    if head.starts_with(b"\x1f\x8b") {
        return Ok(MultiGzDecoder::new(file));
    }
    if head.is_empty() {
        return Err("it is empty: expected a file that is packed by gzip".into());
    }
    let other = "its name ends in `.gz`, and it is not packed by gzip: give it another name";
    Err(encoding::other(head).unwrap_or_else(|| other.into()))
}

/// Why a file cannot be read, or unpacked.
fn unread(error: std::io::Error) -> String {
    match error.kind() {
        ErrorKind::UnexpectedEof => "the packed file is cut short: copy it again".into(),
        _ => error.to_string(),
    }
}

impl InputFile {
    /// The bytes without a byte order mark, unpacked where its name ends in `.gz`. An error names an encoding that is not UTF-8.
    pub(crate) fn read(&self) -> Result<Vec<u8>, String> {
        self.as_written().and_then(encoding::utf8)
    }

    /// The bytes as a program wrote them, unpacked where its name ends in `.gz`.
    pub(crate) fn as_written(&self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        if self.name == "-" {
            std::io::stdin()
                .lock()
                .read_to_end(&mut bytes)
                .map_err(unread)?;
        } else if self.name.ends_with(".gz") {
            unpacked(&self.path)?
                .take(MOST + 1)
                .read_to_end(&mut bytes)
                .map_err(unread)?;
            if bytes.len() as u64 > MOST {
                return Err(format!(
                    "it unpacks to more than {MOST} bytes; unpack it and split it"
                ));
            }
        } else {
            bytes = std::fs::read(&self.path).map_err(unread)?;
        }
        Ok(bytes)
    }
}
