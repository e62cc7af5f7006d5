//! Transcripts being written, and the escapes that let a line hold any bytes.

use super::{Entry, Event, Reason, first};
use crate::game::Seat;
use crate::params::{Ms, Settings};
use crate::wire::digits;
use std::borrow::Cow;
use std::fmt::Write;

/// True for a text that stands for itself: nothing in it is escaped.
#[inline]
pub(crate) fn is_literal(text: &[u8]) -> bool {
    first(b'\\', text).is_none()
}

/// The bytes that an escaped text stands for; a backslash that begins no escape stands for itself.
pub fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    if is_literal(text) {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let (byte, length) = match (first, after) {
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', [b'r', ..]) => (b'\r', 2),
            (b'\\', [b't', ..]) => (b'\t', 2),
            (b'\\', [b'x', high, low, ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => (high << 4 | low, 4),
                _ => (first, 1),
            },
            _ => (first, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    Cow::Owned(bytes)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// Writes bytes so that [`unescape`] gives them back and a line holds them.
pub fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    escape_into(bytes, &mut text);
    text
}

fn escape_into(bytes: &[u8], text: &mut String) {
    let is_plain = |byte: u8| (0x20..0x7f).contains(&byte) & (byte != b'\\') & (byte != b'@');
    // Without an early end, several bytes are looked at in one step.
    if bytes.iter().fold(true, |all, &byte| all & is_plain(byte))
        && bytes.last() != Some(&b' ')
        && let Ok(plain) = std::str::from_utf8(bytes)
    {
        return text.push_str(plain);
    }
    for (at, &byte) in bytes.iter().enumerate() {
        let last = at + 1 == bytes.len();
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            b' ' if last => text.push_str("\\x20"),
            // An answer's own `@` must not pass for the time after it.
            b'@' => text.push_str("\\x40"),
            0x20..0x7f => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\x{byte:02x}");
            }
        }
    }
}

/// A transcript being written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Writer {
    text: String,
    lines: usize,
    is_untimed: bool,
    tells_spending: bool,
}

impl Writer {
    /// A transcript that begins with this header.
    pub fn new<'a>(
        game: impl Into<Option<&'a str>>,
        settings: &Settings,
        header: &[(&str, String)],
    ) -> Writer {
        let mut writer = Writer::default();
        writer.line(format_args!("stickler: 1"));
        if let Some(game) = game.into() {
            writer.line(format_args!("game: {game}"));
        }
        if !settings.0.is_empty() {
            writer.line(format_args!("set: {settings}"));
        }
        for (key, value) in header {
            writer.line(format_args!("{key}: {value}"));
        }
        writer
    }

    /// This writer without the times of answers and what programs used: the same moves then make the same
    /// transcript, where the judge's messages show no times.
    #[must_use]
    pub fn untimed(self) -> Writer {
        Writer {
            is_untimed: true,
            ..self
        }
    }

    /// This writer with where the time of each answer went, as far as that is looked into.
    #[must_use]
    pub fn telling_spending(self, tells_spending: bool) -> Writer {
        Writer {
            tells_spending,
            ..self
        }
    }

    /// True where each answer's time is to be told in parts.
    pub fn tells_spending(&self) -> bool {
        self.tells_spending
    }

    /// The lines written so far; the number of the last one.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The transcript.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text written since the last call; the lines go on being counted.
    pub fn drain(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// A message, which may have several lines.
    pub fn told(&mut self, to: Seat, message: &str) {
        for line in message.split('\n') {
            self.text.push(char::from(b'0' + to.0));
            self.text.push_str("< ");
            self.text.push_str(line);
            self.text.push('\n');
            self.lines += 1;
        }
    }

    /// An answer, which may have several lines; the time stands after the last.
    pub fn said(&mut self, seat: Seat, answer: &[u8], took: Option<Ms>) {
        let mut lines = answer.split(|&byte| byte == b'\n').peekable();
        while let Some(line) = lines.next() {
            self.line_said(seat, line, took.filter(|_| lines.peek().is_none()));
        }
    }

    /// A line of an answer, and the time after it.
    fn line_said(&mut self, seat: Seat, line: &[u8], took: Option<Ms>) {
        self.text.push(char::from(b'0' + seat.0));
        self.text.push_str("> ");
        escape_into(line, &mut self.text);
        if let Some(took) = took.filter(|_| !self.is_untimed) {
            self.text.push_str(" @");
            self.text.push_str(digits(took.0, &mut [0; 20]));
            self.text.push_str("ms");
        }
        self.text.push('\n');
        self.lines += 1;
    }

    /// A fact of another log.
    pub(crate) fn entry(&mut self, entry: &Entry<'_>) {
        match *entry {
            Entry::Told(to, text) => self.told(to, &String::from_utf8_lossy(text)),
            Entry::Said(seat, text, took) => self.line_said(seat, &unescape(text), took),
            Entry::Event(seat, Event::Unfinished(text)) => {
                self.event(seat, Event::Unfinished(&unescape(text)));
            }
            Entry::Event(seat, Event::Unflushed(text)) => {
                self.event(seat, Event::Unflushed(&unescape(text)));
            }
            Entry::Event(seat, event) => self.event(seat, event),
            Entry::Chosen(text) => self.chosen(&String::from_utf8_lossy(&unescape(text))),
            Entry::Failed(seat, reason) => self.failed(seat, reason),
            Entry::Gap => self.line(format_args!("...")),
        }
    }

    /// A judge's word that a seat failed, in a log of answers alone.
    pub fn failed(&mut self, seat: Seat, reason: Reason) {
        self.line(format_args!("{seat}! failed {}", reason.word()));
    }

    /// A choice that no seat makes, in a log of answers alone.
    pub fn chosen(&mut self, choice: &str) {
        self.line(format_args!("* {}", escape(choice.as_bytes())));
    }

    /// A comment; none where nothing but the moves is written.
    pub fn note(&mut self, text: &str) {
        if !self.is_untimed {
            self.line(format_args!("# {text}"));
        }
    }

    /// An event.
    pub fn event(&mut self, seat: Seat, event: Event<'_>) {
        match event {
            Event::Silent(ms) => self.line(format_args!("{seat}! silent @{ms}ms")),
            Event::Unfinished(bytes) => {
                self.line(format_args!("{seat}! unfinished {}", escape(bytes)))
            }
            Event::Unflushed(bytes) => {
                self.line(format_args!("{seat}! unflushed {}", escape(bytes)))
            }
            Event::Closed => self.line(format_args!("{seat}! closed")),
            Event::Died(death) => self.line(format_args!("{seat}! {death}")),
            Event::Left(processes) => self.line(format_args!("{seat}! left {processes}")),
            Event::Flood => self.line(format_args!("{seat}! flood")),
            Event::Used { .. } if self.is_untimed => {}
            Event::Used { cpu, memory } => {
                self.line(format_args!("{seat}! used cpu {cpu}ms memory {memory}MB"))
            }
        }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "{line}");
        self.lines += 1;
    }
}
