//! The text of a file: its lines, its words, and where they stand.

use std::ops::Range;

/// The lines of a text with the place of each, without the newline.
pub fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let from = start;
        start += line.len() + 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        (from..from + line.len(), line)
    })
}

/// A word and where it stands.
pub type Word<'a> = (Range<usize>, &'a str);

/// Parts of a line that begins at this byte, each with its place.
pub fn placed<'a>(line: &str, start: usize, parts: impl Iterator<Item = &'a str>) -> Vec<Word<'a>> {
    let place = |part: &str| {
        let at = part.as_ptr() as usize - line.as_ptr() as usize + start;
        at..at + part.len()
    };
    parts.map(|part| (place(part), part)).collect()
}

/// The words of a line that begins at this byte.
pub fn words(line: &str, start: usize) -> Vec<Word<'_>> {
    placed(line, start, line.split_ascii_whitespace())
}

/// A file that holds a record, or a line of one.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The file's name.
    pub path: &'a str,
    /// The record's bytes.
    pub bytes: &'a [u8],
    /// The number of the file's line at which they begin.
    pub first: usize,
}

impl Text<'_> {
    /// What the record is called: a file has one, or one a line.
    pub fn name(&self) -> String {
        if self.first > 1 || self.path.contains(".jsonl") || self.path.contains(".ndjson") {
            return format!("{}:{}", self.path, self.first);
        }
        self.path.to_string()
    }

    /// Line, from 1, and column, from 0, of a byte of the record.
    pub fn line_of(&self, at: usize) -> (usize, usize) {
        let before = &self.bytes[..at.min(self.bytes.len())];
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        (self.first + lines, before.len() - start)
    }
}
