//! Fields of messages: banks, times, numbers, and words of a game's own.

use crate::cells::{Cell, Grid};
use crate::clause::{Breach, Clause};
use crate::clock::BankLeft;
use crate::params::Ms;
use crate::wire::{Exactly, JUDGE_FORM, Words, digits};
use std::fmt;

/// A word of a field, for writing and for comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// A word.
    Word(&'static str),
    /// A number.
    Number(i64),
    /// A number with a known upper bound: any number up to the bound is right.
    AtMost(i64),
    /// An unknown number: any number is right.
    Unknown,
}

impl Token {
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => f.write_str(word),
            Token::Number(number @ ..0) => write!(f, "{number}"),
            Token::Number(number) | Token::AtMost(number) => {
                f.write_str(digits(number.unsigned_abs(), &mut [0; 20]))
            }
            Token::Unknown => f.write_str("0"),
        }
    }

    fn differs(self, said: Token) -> bool {
        match (self, said) {
            (Token::Unknown, _) | (_, Token::Unknown) => false,
            (Token::AtMost(most), Token::Number(number)) => number > most,
            _ => self != said,
        }
    }

    #[inline]
    fn plainly(self, line: Exactly<'_>) -> Exactly<'_> {
        match self {
            Token::Word(word) => line.word(word.as_bytes()),
            Token::Number(number) if number >= 0 => line.number(number.unsigned_abs()),
            // In case of doubt the line is read.
            Token::Number(_) | Token::AtMost(_) | Token::Unknown => Exactly::NEVER,
        }
    }
}

impl From<BankLeft> for Token {
    fn from(left: BankLeft) -> Token {
        match left {
            BankLeft::Exactly(time) => Token::Number(time.0 as i64),
            BankLeft::AtMost(time) => Token::AtMost(time.0 as i64),
        }
    }
}

/// A field of a message, after the message's own word: one word of the line, or a few.
///
/// A field is compared by its value: fields that are not equal differ, unless their [tokens](Field::tokens) leave something open or
/// [`Field::differs`] is implemented otherwise. Numbers, lists of fields, times and banks are fields already, and
/// [`word_field!`](crate::word_field) makes others.
pub trait Field<W: ?Sized>: Sized + PartialEq {
    /// The words that it can be, where those are a few.
    const WORDS: &'static [&'static str] = &[];

    /// Reads the field. The error is in the field's own words.
    fn read(words: &mut Words<'_>, with: &W) -> Result<Self, Breach>;
    /// Passes its words on, in order.
    fn tokens(&self, take: &mut impl FnMut(Token));

    /// The first word, from 0, at which `said` differs from this field, which is due.
    fn differs(&self, said: &Self) -> Option<usize> {
        if self == said {
            return None;
        }
        let tokens = |field: &Self| {
            let mut tokens = Vec::new();
            field.tokens(&mut |token| tokens.push(token));
            tokens
        };
        let (due, said) = (tokens(self), tokens(said));
        let differs = due
            .iter()
            .zip(&said)
            .position(|(due, said)| due.differs(*said));
        let is_exact = due
            .iter()
            .all(|token| matches!(token, Token::Word(_) | Token::Number(_)));
        let rest = if due.len() == said.len() {
            is_exact.then_some(0)
        } else {
            Some(due.len().min(said.len()))
        };
        differs.or(rest)
    }
    /// The banks that it shows.
    fn clocks(&self) -> Option<[BankLeft; 2]> {
        None
    }
    /// The time that it tells.
    fn took(&self) -> Option<Ms> {
        None
    }

    /// Writes it, each word with a blank in front.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = Ok(());
        self.tokens(&mut |token| {
            written = written
                .and_then(|()| f.write_str(" "))
                .and_then(|()| token.write(f))
        });
        written
    }
    /// Matches its words in a line that must be exactly right.
    #[inline]
    fn plainly<'a>(&self, line: Exactly<'a>) -> Exactly<'a> {
        let mut rest = line;
        self.tokens(&mut |token| rest = token.plainly(rest));
        rest
    }
    /// The numbers for the words of its clause.
    fn numbers(&self) -> [i64; 4] {
        let (mut numbers, mut count) = ([0; 4], 0);
        self.tokens(&mut |token| {
            if let (Token::Number(number), Some(place)) = (token, numbers.get_mut(count)) {
                (*place, count) = (number, count + 1);
            }
        });
        numbers
    }
    /// How many words it has.
    fn width(&self) -> usize {
        let mut width = 0;
        self.tokens(&mut |_| width += 1);
        width
    }
}

/// The time of an answer as a message tells it; `None`: not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elapsed(pub Option<Ms>);

/// Reads a number of a message, or says what was expected.
#[inline]
pub fn read_number<N: TryFrom<i64>>(
    words: &mut Words<'_>,
    expected: &'static str,
) -> Result<N, Breach> {
    let index = words.next_index();
    let number = words.integer().and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| Breach::new(JUDGE_FORM, expected).word(index))
}

/// The cell of a row and a column from 1, whose words in the line are this one and the next. Off the board it breaks this clause.
pub fn cell_from_one(
    grid: Grid,
    (row, col): (i64, i64),
    clause: Clause,
    word: usize,
) -> Result<Cell, Breach> {
    let (rows, cols) = (i64::from(grid.rows), i64::from(grid.cols));
    let off = |index, text, number, most| {
        Breach::new(clause, text)
            .word(index)
            .numbers([number, most])
    };
    if !(1..=rows).contains(&row) {
        return Err(off(
            word,
            "row {0} is off the board: rows go from 1 to {1}",
            row,
            rows,
        ));
    }
    grid.cell(row - 1, col - 1).ok_or_else(|| {
        off(
            word + 1,
            "column {0} is off the board: columns go from 1 to {1}",
            col,
            cols,
        )
    })
}

fn read_time(words: &mut Words<'_>) -> Result<Ms, Breach> {
    read_number(words, "expected a time in milliseconds").map(Ms)
}

/// The rest of two banks, that of the message's seat first.
impl<W: ?Sized> Field<W> for [BankLeft; 2] {
    fn read(words: &mut Words<'_>, _: &W) -> Result<Self, Breach> {
        Ok([
            BankLeft::Exactly(read_time(words)?),
            BankLeft::Exactly(read_time(words)?),
        ])
    }

    #[inline]
    fn tokens(&self, take: &mut impl FnMut(Token)) {
        self.iter().for_each(|&left| take(left.into()));
    }

    fn clocks(&self) -> Option<[BankLeft; 2]> {
        Some(*self)
    }
}

impl<W: ?Sized> Field<W> for Elapsed {
    fn read(words: &mut Words<'_>, _: &W) -> Result<Self, Breach> {
        read_time(words).map(Some).map(Elapsed)
    }

    #[inline]
    fn tokens(&self, take: &mut impl FnMut(Token)) {
        take(
            self.0
                .map_or(Token::Unknown, |Ms(time)| Token::Number(time as i64)),
        );
    }

    fn took(&self) -> Option<Ms> {
        self.0
    }
}

macro_rules! number_fields {
    ($($number:ty),+) => { $(
        /// A number. One that does not fit is refused.
        impl<W: ?Sized> Field<W> for $number {
            fn read(words: &mut Words<'_>, _: &W) -> Result<$number, Breach> {
                read_number(words, "expected a number")
            }

            #[inline]
            fn tokens(&self, take: &mut impl FnMut(Token)) {
                take(Token::Number((*self).into()));
            }
        }

        /// An array of numbers.
        impl<W: ?Sized, const N: usize> Field<W> for [$number; N] {
            fn read(words: &mut Words<'_>, _: &W) -> Result<Self, Breach> {
                let mut numbers = [0; N];
                for number in &mut numbers {
                    *number = read_number(words, "expected a number")?;
                }
                Ok(numbers)
            }

            #[inline]
            fn tokens(&self, take: &mut impl FnMut(Token)) {
                self.iter().for_each(|&number| take(Token::Number(number.into())));
            }
        }
    )+ };
}
number_fields!(u8, u32, i32, i64);

/// Fields up to the end of the line.
impl<W: ?Sized, F: Field<W>> Field<W> for Vec<F> {
    fn read(words: &mut Words<'_>, with: &W) -> Result<Self, Breach> {
        let mut fields = Vec::new();
        while !words.end() {
            fields.push(F::read(words, with)?);
        }
        Ok(fields)
    }

    fn tokens(&self, take: &mut impl FnMut(Token)) {
        self.iter().for_each(|field| field.tokens(take));
    }
}

/// Declares a field that is one of a few words.
///
/// ```
/// stickler::word_field! {
///     /// The colour of a seat.
///     pub enum Colour {
///         /// Seat 0.
///         Black "BLACK",
///         /// Seat 1.
///         White "WHITE",
///     }
/// }
/// # fn main() {
/// use stickler::message::Field;
/// use stickler::wire::Words;
/// assert_eq!(Colour::read(&mut Words::new(b"WHITE"), &()), Ok(Colour::White));
/// let wrong = Colour::read(&mut Words::new(b"RED"), &()).unwrap_err();
/// assert_eq!(wrong.why.to_string(), "expected BLACK or WHITE");
/// # }
/// ```
#[macro_export]
macro_rules! word_field {
    ($(#[$doc:meta])* $vis:vis enum $type:ident { $($(#[$vdoc:meta])* $variant:ident $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        $vis enum $type { $($(#[$vdoc])* $variant),+ }

        impl<W: ?Sized> $crate::message::Field<W> for $type {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn read(words: &mut $crate::wire::Words<'_>, _: &W) -> Result<$type, $crate::clause::Breach> {
                let index = words.next_index();
                let word = words.next().unwrap_or_default();
                $(if word == $word.as_bytes() { return Ok($type::$variant); })+
                let expected = concat!("expected ", $crate::messages!(@or $($word)+));
                Err($crate::clause::Breach::new($crate::wire::JUDGE_FORM, expected).word(index))
            }

            #[inline]
            fn tokens(&self, take: &mut impl FnMut($crate::message::Token)) {
                take($crate::message::Token::Word(match self { $($type::$variant => $word),+ }));
            }
        }
    };
}
