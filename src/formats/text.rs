//! The text of a file: its lines, its words, and where they stand.

use crate::encoding::unmarked;
use crate::wire::Index;
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

/// A file that holds a record, or the part of one that does.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The file's name.
    pub path: &'a str,
    /// The record's bytes.
    pub bytes: &'a [u8],
    /// The number of the file's line at which they begin.
    pub first: usize,
    /// How many bytes of that line stand before them.
    pub indent: usize,
    /// Which game of the file it is, from 1; none: the file, or its line, holds one alone.
    pub game: Option<usize>,
    /// Why it is no game: it stands in a list of games beside them.
    pub wrong: Option<&'static str>,
}

/// A part of a file: its bytes, which of the file's games it is, and why it is none.
pub(crate) struct Part {
    pub(crate) at: Range<usize>,
    pub(crate) game: Option<usize>,
    pub(crate) wrong: Option<&'static str>,
}

impl<'a> Text<'a> {
    /// A whole file.
    pub fn new(path: &'a str, bytes: &'a [u8]) -> Text<'a> {
        Text::at_line(path, bytes, 1)
    }

    /// The part of a file that begins at this line.
    pub fn at_line(path: &'a str, bytes: &'a [u8], first: usize) -> Text<'a> {
        Text {
            path,
            bytes,
            first,
            indent: 0,
            game: None,
            wrong: None,
        }
    }

    /// This text without a byte order mark: editors do not count it.
    #[must_use]
    pub fn unmarked(self) -> Text<'a> {
        Text {
            bytes: unmarked(self.bytes),
            ..self
        }
    }

    /// Parts of it, in their order.
    pub(crate) fn parts(self, parts: Vec<Part>) -> Vec<Text<'a>> {
        let (mut rest, mut from) = (self, 0);
        let part = |Part { at, game, wrong }: Part| {
            let (first, indent) = rest.line_of(at.start - from);
            rest = Text {
                bytes: &self.bytes[at.start..],
                first,
                indent,
                ..self
            };
            from = at.start;
            Text {
                bytes: &self.bytes[at],
                game,
                wrong,
                ..rest
            }
        };
        parts.into_iter().map(part).collect()
    }

    /// The name of the record: a file has one, or one a line, or several games.
    pub fn name(&self) -> String {
        let is_line = self.path.contains(".jsonl") || self.path.contains(".ndjson");
        match self.game {
            Some(game) if is_line => format!("{}:{}, game {game}", self.path, self.first),
            Some(game) => format!("{}, game {game}", self.path),
            None if is_line || self.first > 1 => format!("{}:{}", self.path, self.first),
            None => self.path.to_string(),
        }
    }

    /// The line and column of one of many bytes of the record, whose lines are known.
    pub fn line_by(&self, lines: &Index, at: usize) -> (usize, usize) {
        let at = at.min(self.bytes.len());
        let number = lines.number(at);
        let indent = if number == 1 { self.indent } else { 0 };
        let column = at - lines.line(number).start + indent;
        (self.first + number - 1, column)
    }

    /// Line, from 1, and column, from 0, of a byte of the record.
    pub fn line_of(&self, at: usize) -> (usize, usize) {
        let before = &self.bytes[..at.min(self.bytes.len())];
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n');
        let column = start.map_or(before.len() + self.indent, |newline| {
            before.len() - newline - 1
        });
        (self.first + lines, column)
    }
}
