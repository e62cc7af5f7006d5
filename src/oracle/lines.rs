//! Lines of any bytes, each up to a limit; a longer one is passed over and said.

use std::io::{self, BufRead, BufReader, Read};

/// Longest line that is read, in bytes.
pub const LIMIT: usize = 16 << 20;

/// A reader of lines.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// A line without its newline.
    Whole(&'a [u8]),
    /// A line beyond the limit, with its first bytes.
    TooLong(&'a [u8]),
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(1 << 16, input), line: Vec::new() }
    }

    /// True where the next line is at hand, so that nobody waits for an answer before sending it.
    pub(super) fn has_next(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// The next line; the last one may lack its newline.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        self.line.shrink_to(1 << 20);
        let read = self.input.by_ref().take(LIMIT as u64 + 1).read_until(b'\n', &mut self.line)?;
        let ended = self.line.pop_if(|byte| *byte == b'\n').is_some();
        if !ended && read > LIMIT {
            skip_line(&mut self.input)?;
            return Ok(Some(Line::TooLong(&self.line)));
        }
        Ok((read > 0).then_some(Line::Whole(&self.line)))
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (used, done) = end.map_or((bytes.len(), bytes.is_empty()), |at| (at + 1, true));
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
