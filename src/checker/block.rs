//! The lines of a log that make one message or one answer.

use crate::clause::{Breach, Span};
use crate::game::Seat;
use crate::params::Ms;
use crate::transcript::{Body, PREFIX, unescape};
use std::borrow::Cow;

/// The lines of a message or an answer, with their numbers in the file.
#[derive(Clone)]
pub(super) struct Block<'a> {
    /// The number of the first line.
    pub(super) number: usize,
    pub(super) first: Cow<'a, [u8]>,
    more: Vec<(usize, Cow<'a, [u8]>)>,
    /// One line more was wanted than the message has.
    pub(super) is_dry: bool,
}

impl<'a> Block<'a> {
    pub(super) fn new(number: usize, first: Cow<'a, [u8]>) -> Block<'a> {
        Block {
            number,
            first,
            more: Vec::new(),
            is_dry: false,
        }
    }

    pub(super) fn len(&self) -> usize {
        1 + self.more.len()
    }

    /// Adds the next line of a message to this seat, if there is one.
    pub(super) fn follow(&mut self, to: Seat, body: &mut Body<'a>) -> Option<&'a [u8]> {
        let next = body.next_told(to);
        self.is_dry |= next.is_none();
        let (number, text) = next?;
        self.more.push((number, text.into()));
        Some(text)
    }

    /// Adds the answer's further lines, as many as were asked for; the time that stands after the last.
    pub(super) fn gather(&mut self, seat: Seat, lines: usize, body: &mut Body<'a>) -> Option<Ms> {
        let mut last = None;
        while self.len() < lines
            && let Some((number, text, took)) = body.next_said(seat)
        {
            self.more.push((number, unescape(text)));
            last = took;
        }
        last
    }

    /// Adds a last line that the program's end has ended, and no newline.
    pub(super) fn gather_unended(&mut self, seat: Seat, body: &mut Body<'a>) {
        self.more.extend(
            body.next_unended(seat)
                .map(|(number, text)| (number, unescape(text))),
        );
    }

    pub(super) fn joined(&self) -> Cow<'_, [u8]> {
        if self.more.is_empty() {
            return Cow::Borrowed(&self.first);
        }
        let lines = std::iter::once(&self.first).chain(self.more.iter().map(|(_, text)| text));
        Cow::Owned(lines.map(|line| &line[..]).collect::<Vec<_>>().join(&b'\n'))
    }

    /// The breach with its line counted from the block's first line in the file, and its columns in the file's line.
    pub(super) fn locate(&self, breach: Breach) -> Breach {
        let more = breach
            .line
            .checked_sub(1)
            .and_then(|at| self.more.get(at).or(self.more.last()));
        let (number, text) =
            more.map_or((self.number, &self.first), |(number, text)| (*number, text));
        let columns = breach.span.columns(text);
        let span = Span::Columns(columns.start + PREFIX, columns.end + PREFIX);
        Breach {
            line: number - self.number,
            span,
            ..breach
        }
    }
}
