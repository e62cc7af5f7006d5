//! Clauses: the numbered sentences of `spec/`, the words about how they bind, and their breaches.

mod page;

pub use page::{Page, PageError, ParameterRow, Statement};

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A clause: its id, such as `gomoku.move.empty`, and the page that states it. [`clauses!`](crate::clauses) declares them.
#[derive(Clone, Copy)]
pub struct Clause(&'static Citation);

/// The text of a [`Clause`], which points at it, since a breach is copied often.
#[derive(Debug)]
pub struct Citation {
    /// The dotted id.
    pub id: &'static str,
    /// The page that states it.
    pub page: fn() -> &'static Page,
}

impl Clause {
    /// The clause of an id on a page.
    pub const fn new(citation: &'static Citation) -> Clause {
        Clause(citation)
    }

    /// The dotted id.
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// The page that states it.
    pub fn page(self) -> &'static Page {
        (self.0.page)()
    }

    /// The clause as its page states it.
    pub fn statement(self) -> &'static Statement {
        let page = self.page();
        page.clause(self.id())
            .unwrap_or_else(|| panic!("the page `{}` has no clause {}", page.title, self.id()))
    }

    /// True where breaking it is an error and no warning.
    pub fn is_must(self) -> bool {
        self.statement().level == Level::Must
    }

    /// True where no document says it: it is our choice.
    pub fn is_assumed(self) -> bool {
        self.statement().provenance == Provenance::Assumed
    }
}

impl PartialEq for Clause {
    fn eq(&self, other: &Clause) -> bool {
        std::ptr::eq(self.0, other.0) || self.id() == other.id()
    }
}

impl Eq for Clause {}

impl PartialOrd for Clause {
    fn partial_cmp(&self, other: &Clause) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Clause {
    fn cmp(&self, other: &Clause) -> Ordering {
        self.id().cmp(other.id())
    }
}

impl Hash for Clause {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clause({})", self.id())
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Why an answer fails: the class of its fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The answer has a wrong form.
    Format(Breach),
    /// The rules refuse it.
    Illegal(Breach),
}

impl Refusal {
    /// The error, in words.
    pub fn breach(self) -> Breach {
        let (Refusal::Format(breach) | Refusal::Illegal(breach)) = self;
        breach
    }
}

/// A clause and the words for its breach.
pub type Cited = (Clause, &'static str);

/// Declares a page of clauses, and the constants by which code cites them. It makes the function `page`, which reads the page once.
///
/// If the page has a line such as `judge: bank`, the code says so, too, with the name of the game: `judge bank "nim";`. That declares the
/// clauses of this [judge](crate::judges).
///
/// A page that cannot be read, and an id that it does not have, are mistakes of the crate that declares them: `page` panics and
/// names the line or the id.
///
/// ```
/// stickler::clauses! {
///     page "# Nim
///
/// #### nim.take.some
/// `stated` · must · binds the bot · Rules
///
/// A player takes one, two or three matches.
/// ";
///     TAKE_SOME "nim.take.some",
/// }
/// # fn main() {
/// assert_eq!(TAKE_SOME.statement().sentence, "A player takes one, two or three matches.");
/// assert_eq!(page().title, "Nim");
/// # }
/// ```
#[macro_export]
macro_rules! clauses {
    (page $text:expr; judge $judge:ident $game:literal; $($rest:tt)+) => {
        $crate::clauses! { @page $text, Some((stringify!($judge), $game)); $($rest)+ }
        $crate::judge_clauses!($judge $game page);
    };
    (page $text:expr; $($rest:tt)+) => {
        $crate::clauses! { @page $text, None; $($rest)+ }
    };
    (@page $text:expr, $judge:expr; $($(#[$doc:meta])* $vis:vis $name:ident $id:literal),+ $(,)?) => {
        /// The page of these clauses, read.
        pub fn page() -> &'static $crate::clause::Page {
            static PAGE: ::std::sync::OnceLock<$crate::clause::Page> = ::std::sync::OnceLock::new();
            PAGE.get_or_init(|| $crate::clause::Page::of($text, &[$($id),+], $judge, page))
        }
        $($(#[$doc])* $vis const $name: $crate::clause::Clause = $crate::clause::Clause::new(&$crate::clause::Citation { id: $id, page });)+
    };
}

/// How hard a clause binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Level {
    /// Breaking it is an error.
    Must,
    /// Good conduct that every judge likes; breaking it is a warning.
    Should,
    /// Judges differ; breaking it is a warning.
    Unsaid,
}

/// Who can break a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binds {
    /// The program that plays.
    Bot,
    /// The judge that it talks to.
    Judge,
    /// An implementation of the rules.
    Rules,
    /// A transcript file.
    Log,
}

/// How a fact is known, from the surest to the weakest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Provenance {
    /// The document says it.
    Stated,
    /// Read off an example in the document.
    Example,
    /// Lost in the copy at hand, found on a public copy.
    Recovered,
    /// Follows from the others.
    Derived,
    /// Our choice.
    Assumed,
}

/// Gives an enum its words: `words!(Level: Must "must", Should "should")`.
#[macro_export]
macro_rules! words {
    ($type:ty: $($variant:ident $word:literal),+) => {
        impl $type {
            /// All of them.
            pub const ALL: [$type; [$($word),+].len()] = [$(Self::$variant),+];

            /// The one that this word names.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }

            /// The word for it on pages, in reports and in JSON.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.pad(self.word()) }
        }
    };
}
pub use words;
words!(Level: Must "must", Should "should", Unsaid "unsaid");
words!(Binds: Bot "the bot", Judge "the judge", Rules "the rules", Log "the log");
words!(Provenance: Stated "stated", Example "example", Recovered "recovered", Derived "derived", Assumed "assumed");

/// Which part of a line a breach points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Span {
    /// The line as a whole.
    #[default]
    Whole,
    /// The word of this index, from 0; one past the last is the line's end.
    Word(usize),
    /// Bytes from and to, from 0, the end excluded.
    Columns(usize, usize),
}

impl Span {
    /// The bytes of `line` it covers; never beyond its end.
    pub fn columns(self, line: &[u8]) -> std::ops::Range<usize> {
        match self {
            Span::Whole => 0..line.len(),
            Span::Word(index) => crate::wire::word_at(line, index),
            Span::Columns(from, to) => from.min(line.len())..to.min(line.len()),
        }
    }
}

/// A breach's own words, with up to four numbers in place of `{0}` to `{3}`; made into text only when shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Why {
    text: &'static str,
    numbers: [i64; 4],
}

impl Why {
    /// The words with their numbers, as they were given.
    pub fn parts(self) -> (&'static str, [i64; 4]) {
        (self.text, self.numbers)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.text;
        while let Some(open) = rest.find('{') {
            let index = rest
                .as_bytes()
                .get(open + 1)
                .map_or(9, |digit| digit.wrapping_sub(b'0'));
            f.write_str(&rest[..open])?;
            match self.numbers.get(usize::from(index)) {
                // Longer ones were cut when they were read.
                Some(number @ &i64::MAX) => write!(f, "{number} or more")?,
                Some(number) if *number == -i64::MAX => write!(f, "{number} or less")?,
                Some(number) => write!(f, "{number}")?,
                None => f.write_str("?")?,
            }
            rest = rest.get(open + 3..).unwrap_or("");
        }
        f.write_str(rest)
    }
}

/// A clause broken: which, where in the line at hand, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The clause.
    pub clause: Clause,
    /// Which line of what was read, from 0: messages may have several.
    pub line: usize,
    /// Which part of that line.
    pub span: Span,
    /// The error, in words.
    pub why: Why,
    /// The mark that the driver gave the earlier fact it contradicts (a log's line).
    pub since: Option<usize>,
}

impl Breach {
    /// A breach of `clause` by the whole line.
    pub fn new(clause: Clause, text: &'static str) -> Breach {
        let why = Why {
            text,
            numbers: [0; 4],
        };
        Breach {
            clause,
            line: 0,
            span: Span::Whole,
            why,
            since: None,
        }
    }

    /// The number that the text calls by this index, from 0 to 3; 0 where it has none.
    pub fn number(&self, index: usize) -> i64 {
        self.why.numbers.get(index).copied().unwrap_or(0)
    }

    /// Points at the word of this index, from 0.
    #[must_use]
    pub fn word(self, index: usize) -> Breach {
        Breach {
            span: Span::Word(index),
            ..self
        }
    }

    /// Points at a part of the line.
    #[must_use]
    pub fn span(self, span: Span) -> Breach {
        Breach { span, ..self }
    }

    /// Puts numbers in place of `{0}` to `{3}`; more than four are ignored.
    #[must_use]
    pub fn numbers<const N: usize>(mut self, numbers: [i64; N]) -> Breach {
        for (slot, number) in self.why.numbers.iter_mut().zip(numbers) {
            *slot = number;
        }
        self
    }
}
