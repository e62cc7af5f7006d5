//! Lines of the wire: words and integers with their places, and the clauses of `spec/wire.md` they can break; and the places of lines.

use crate::clause::{Breach, Cited, Clause, Refusal, Span};
use crate::clauses;
use std::num::NonZeroU32;
use std::ops::Range;

/// Longest line that is read, in bytes.
pub const LINE_CAP: usize = 65536;

clauses! {
    page include_str!("../spec/wire.md");
    /// `wire.line.newline`
    pub NEWLINE "wire.line.newline",
    /// `wire.line.flush`
    pub FLUSH "wire.line.flush",
    /// `wire.line.bytes`
    pub BYTES "wire.line.bytes",
    /// `wire.line.length`
    pub LENGTH "wire.line.length",
    /// `wire.line.crlf`
    pub CRLF "wire.line.crlf",
    /// `wire.line.blanks`
    pub BLANKS "wire.line.blanks",
    /// `wire.line.tabs`
    pub TABS "wire.line.tabs",
    /// `wire.number.plain`
    pub NUMBER "wire.number.plain",
    /// `wire.judge.form`
    pub JUDGE_FORM "wire.judge.form",
    /// `wire.judge.plain`
    pub JUDGE_PLAIN "wire.judge.plain",
    /// `wire.answer.asked`
    pub ASKED "wire.answer.asked",
    /// `wire.process.alive`
    pub ALIVE "wire.process.alive",
    /// `wire.process.stdout`
    pub STDOUT "wire.process.stdout",
    /// A program leaves nothing running after its end.
    pub CHILDREN "wire.process.children",
}

/// The word that starts at or after a byte, by index; one past the last is the end of the line.
pub fn word_at(line: &[u8], index: usize) -> Range<usize> {
    let mut words = Words::new(line);
    words
        .nth(index)
        .map_or(line.len()..line.len(), |_| words.last.clone())
}

/// Errors that a forgiving reader let pass, each once: the place of its first occurrence, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Remarks([Option<NonZeroU32>; 4]);

/// Errors that a reader forgives, in the order in which they are reported.
#[derive(Clone, Copy, Debug)]
enum Habit {
    Crlf,
    Tab,
    Blanks,
    Number,
}

impl Remarks {
    /// True where nothing was forgiven.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Remarks::default()
    }

    /// Forgives a habit at this column or word, unless it was forgiven before.
    fn note(&mut self, habit: Habit, at: usize) {
        self.0[habit as usize]
            .get_or_insert(NonZeroU32::MIN.saturating_add(u32::try_from(at).unwrap_or(u32::MAX)));
    }

    /// One breach for each habit seen.
    pub fn breaches(&self) -> impl Iterator<Item = Breach> + use<> {
        let texts = [
            (CRLF, "a carriage return stands before the newline"),
            (TABS, "a tab separates no words: write a space"),
            (BLANKS, "one space between words, none around them"),
            (
                NUMBER,
                "write its shortest form: no plus sign, no leading zeros, no -0",
            ),
        ];
        self.0
            .into_iter()
            .zip(texts)
            .filter_map(|(place, (clause, text))| {
                let at = place?.get() as usize - 1;
                let span = if clause == NUMBER {
                    Span::Word(at)
                } else {
                    Span::Columns(at, at + 1)
                };
                Some(Breach::new(clause, text).span(span))
            })
    }
}

/// The words of a line, read with the usual forgiveness; what was forgiven is kept in `remarks`.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    line: &'a [u8],
    at: usize,
    index: usize,
    last: Range<usize>,
    /// Errors forgiven so far.
    pub remarks: Remarks,
}

impl<'a> Words<'a> {
    /// A reader at the start of a line (without its newline).
    pub fn new(line: &'a [u8]) -> Self {
        let mut remarks = Remarks::default();
        let line = match line {
            [rest @ .., b'\r'] => {
                remarks.note(Habit::Crlf, rest.len());
                rest
            }
            _ => line,
        };
        Words {
            line,
            at: 0,
            index: 0,
            last: 0..0,
            remarks,
        }
    }

    /// The next integer; `None` where the word is missing or is none. Numbers beyond the range are cut to its ends.
    pub fn integer(&mut self) -> Option<i64> {
        let word = self.next()?;
        if let Some((number, [])) = plain_number(word) {
            return Some(number.into());
        }
        let (negative, digits) = match word {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => {
                self.remarks.note(Habit::Number, self.index - 1);
                (false, digits)
            }
            digits => (false, digits),
        };
        if matches!(digits, [b'0', _, ..]) || negative && digits == b"0" {
            self.remarks.note(Habit::Number, self.index - 1);
        }
        let value = decimal(digits)?;
        Some(if negative { -value } else { value })
    }

    /// True when the line has no further word.
    pub fn end(&mut self) -> bool {
        let end = self.at;
        self.skip_blanks();
        if self.at >= self.line.len() {
            if self.at > end {
                self.remarks.note(Habit::Blanks, end);
            }
            return true;
        }
        self.at = end;
        false
    }

    /// The whole line, without a carriage return at its end.
    pub fn line(&self) -> &'a [u8] {
        self.line
    }

    /// Reads a whole line of this form: what `read` finds, and nothing after it. The breach points at the first wrong word, and says
    /// what was expected.
    pub fn whole<T>(
        &mut self,
        (clause, expected): Cited,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Result<T, Refusal> {
        let wrong = match read(self) {
            Some(value) if self.end() => return Ok(value),
            Some(_) => self.next_index(),
            None if self.last.is_empty() => self.next_index(),
            None => self.index(),
        };
        Err(Refusal::Format(self.wrong(clause, expected, wrong)))
    }

    /// Reads the next word; `None` if it is another one.
    pub fn word(&mut self, word: &str) -> Option<()> {
        (self.next()? == word.as_bytes()).then_some(())
    }

    /// The breach of a line that cannot be read from this word on. A byte that no answer may hold is reported first.
    pub fn wrong(&self, clause: Clause, why: &'static str, word: usize) -> Breach {
        self.unreadable(Breach::new(clause, why).word(word))
    }

    /// The breach of a line that cannot be read, for a reason of its own.
    pub fn unreadable(&self, otherwise: Breach) -> Breach {
        self.foreign().unwrap_or(otherwise)
    }

    /// A breach at the first byte that no answer may hold.
    pub fn foreign(&self) -> Option<Breach> {
        let at = self
            .line
            .iter()
            .position(|&byte| byte != b'\t' && !(0x20..0x7f).contains(&byte))?;
        let breach = Breach::new(
            BYTES,
            "a byte {0} is neither a printable ASCII character nor a blank",
        );
        Some(
            breach
                .numbers([i64::from(self.line[at])])
                .span(Span::Columns(at, at + 1)),
        )
    }

    /// Index of the word read last, from 0.
    pub fn index(&self) -> usize {
        self.index.saturating_sub(1)
    }

    /// How many words were read: the index of the next.
    pub fn next_index(&self) -> usize {
        self.index
    }

    /// Turns what was forgiven into an error: judges have no habits.
    pub fn strictly(&self) -> Result<(), Breach> {
        let Some(breach) = self.remarks.breaches().next() else {
            return Ok(());
        };
        let clause = if [CRLF, NUMBER].contains(&breach.clause) {
            JUDGE_PLAIN
        } else {
            JUDGE_FORM
        };
        Err(Breach { clause, ..breach })
    }

    fn skip_blanks(&mut self) {
        while matches!(self.line.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Notes what is unusual in front of a word, or after the last.
    #[cold]
    fn note_gap(&mut self, from: usize) {
        let gap = &self.line[from..self.at];
        let is_between = self.index > 0 && self.at < self.line.len();
        if gap.len() > usize::from(is_between) {
            self.remarks.note(Habit::Blanks, from);
        }
        if let Some(tab) = gap
            .iter()
            .position(|byte| *byte == b'\t')
            .filter(|_| is_between)
        {
            self.remarks.note(Habit::Tab, from + tab);
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let from = self.at;
        self.skip_blanks();
        let rest = &self.line[self.at..];
        let is_usual = match self.line[from..self.at] {
            [] => true,
            [b' '] => self.index > 0 && !rest.is_empty(),
            _ => false,
        };
        if !is_usual {
            self.note_gap(from);
        }
        if rest.is_empty() {
            self.last = self.at..self.at;
            return None;
        }
        let length = rest
            .iter()
            .position(|byte| matches!(byte, b' ' | b'\t'))
            .unwrap_or(rest.len());
        self.last = self.at..self.at + length;
        self.at += length;
        self.index += 1;
        Some(&rest[..length])
    }
}

/// The numbers of a line that is this word and `N` plain integers of up to nine digits, single spaces between; `None` for any
/// other line, which [`Words`] then reads with forgiveness and places.
#[inline]
pub fn plain<const N: usize>(line: &[u8], word: &[u8]) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    (plain_list(line, word, &mut numbers)? == N).then_some(numbers)
}

/// Like [`plain`] for up to `into.len()` integers. Returns how many the line has.
#[inline]
pub fn plain_list(line: &[u8], word: &[u8], into: &mut [u32]) -> Option<usize> {
    let mut rest = line.strip_prefix(word)?;
    for (count, into) in into.iter_mut().enumerate() {
        let [b' ', digits @ ..] = rest else {
            return rest.is_empty().then_some(count);
        };
        (*into, rest) = plain_number(digits)?;
    }
    rest.is_empty().then_some(into.len())
}

/// A plain integer of up to nine digits, and what follows it.
#[inline]
fn plain_number(digits: &[u8]) -> Option<(u32, &[u8])> {
    let (mut number, mut rest) = match digits {
        [first @ b'0'..=b'9', rest @ ..] => (u32::from(first - b'0'), rest),
        _ => return None,
    };
    while let [digit @ b'0'..=b'9', more @ ..] = rest {
        if number == 0 || number > 99_999_999 {
            return None;
        }
        number = number * 10 + u32::from(digit - b'0');
        rest = more;
    }
    Some((number, rest))
}

/// A row of ASCII digits, cut to the largest number; `None` for anything else.
#[inline]
pub fn decimal(digits: &[u8]) -> Option<i64> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0i64, |value, digit| {
        value
            .saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    }))
}

/// A line held word by word against the one that is due: plain words, single spaces between, nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Exactly<'a>(Option<&'a [u8]>);

impl<'a> Exactly<'a> {
    /// A line that is not surely the one that is due.
    pub const NEVER: Exactly<'static> = Exactly(None);

    /// A line that begins with this word.
    #[inline]
    pub fn begins(line: &'a [u8], word: &[u8]) -> Exactly<'a> {
        Exactly(line.strip_prefix(word))
    }

    /// Then this word.
    #[inline]
    #[must_use]
    pub fn word(self, word: &[u8]) -> Exactly<'a> {
        Exactly(
            self.0
                .and_then(|rest| rest.strip_prefix(b" ")?.strip_prefix(word)),
        )
    }

    /// Then this number, of up to nine digits.
    #[inline]
    #[must_use]
    pub fn number(self, number: u64) -> Exactly<'a> {
        let after = |rest: &'a [u8]| {
            let (shown, rest) = plain_number(rest.strip_prefix(b" ")?)?;
            (u64::from(shown) == number).then_some(rest)
        };
        Exactly(self.0.and_then(after))
    }

    /// True if everything matched and the line ends here.
    #[inline]
    pub fn ends(self) -> bool {
        self.0.is_some_and(<[u8]>::is_empty)
    }
}

/// A number as its digits, without the general formatter: messages are written on the hot path.
pub fn digits(number: u64, buffer: &mut [u8; 20]) -> &str {
    let mut rest = number;
    let mut from = buffer.len();
    loop {
        from -= 1;
        buffer[from] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    std::str::from_utf8(&buffer[from..]).unwrap_or("0")
}

/// Reads an answer that is `OK` alone, as this clause asks for it.
pub fn read_ok(line: &[u8], clause: Clause) -> Result<Remarks, Breach> {
    let mut words = Words::new(line);
    let is_ok = words.next() == Some(b"OK");
    if is_ok && words.end() {
        Ok(words.remarks)
    } else {
        Err(words.wrong(clause, "expected `OK` alone", is_ok.into()))
    }
}

/// Where the lines of a file stand.
#[derive(Clone, Debug)]
pub struct Index {
    starts: Vec<usize>,
    end: usize,
}

impl Index {
    /// The index of these bytes.
    pub fn new(bytes: &[u8]) -> Index {
        let newlines = bytes
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .map(|(at, _)| at + 1);
        Index {
            starts: std::iter::once(0).chain(newlines).collect(),
            end: bytes.len(),
        }
    }

    /// How many lines there are, an empty last one counted.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The number, from 1, of the line that has this byte.
    pub fn number(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).max(1)
    }

    /// The bytes of a line, from 1, without its newline.
    pub fn line(&self, number: usize) -> Range<usize> {
        let at = number.clamp(1, self.starts.len());
        let start = self.starts[at - 1];
        start
            ..self
                .starts
                .get(at)
                .map_or(self.end, |next| next - 1)
                .max(start)
    }
}
