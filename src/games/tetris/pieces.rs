//! Pieces, sets of pieces, and the alphabet that names them.

use std::fmt;
use std::str::FromStr;

/// The most kinds of pieces that a bag can have.
pub const MOST_KINDS: usize = 18;

/// A kind of piece, by its place in the alphabet, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece(pub u8);

/// A set of kinds, such as what is left of a bag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Pieces(pub u32);

impl Pieces {
    /// No piece.
    pub const NONE: Pieces = Pieces(0);

    /// This piece alone; a piece beyond every alphabet is in no set.
    pub const fn only(piece: Piece) -> Pieces {
        Pieces(if (piece.0 as usize) < MOST_KINDS { 1 << piece.0 } else { 0 })
    }

    /// True where the set holds the piece.
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 & Pieces::only(piece).0 != 0
    }

    /// The set with one piece more.
    #[must_use]
    pub const fn with(self, piece: Piece) -> Pieces {
        Pieces(self.0 | Pieces::only(piece).0)
    }

    /// This set and the other.
    #[must_use]
    pub const fn union(self, other: Pieces) -> Pieces {
        Pieces(self.0 | other.0)
    }

    /// The set without the others.
    #[must_use]
    pub const fn without(self, others: Pieces) -> Pieces {
        Pieces(self.0 & !others.0)
    }

    /// True where nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True where one piece is in the set.
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// How many kinds are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The pieces in the alphabet's order.
    pub fn iter(self) -> impl Iterator<Item = Piece> + Clone {
        std::iter::successors(Some(self.0), |rest| Some(rest & rest.wrapping_sub(1)))
            .take_while(|&rest| rest != 0)
            .map(|rest| Piece(rest.trailing_zeros() as u8))
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Pieces {
        pieces.into_iter().fold(Pieces::NONE, Pieces::with)
    }
}

/// What a bag holds: 1 to 18 letters, each once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alphabet {
    letters: [u8; MOST_KINDS],
    count: u8,
}

impl Alphabet {
    /// The seven tetrominoes.
    pub const TETROMINOES: Alphabet = Alphabet { letters: *b"ZLOSIJT           ", count: 7 };

    /// How many kinds a bag holds.
    pub const fn kinds(&self) -> usize {
        self.count as usize
    }

    /// All kinds.
    pub const fn all(&self) -> Pieces {
        Pieces((1 << self.count) - 1)
    }

    /// The letters in order.
    pub fn letters(&self) -> &[u8] {
        &self.letters[..self.kinds()]
    }

    /// The letter of a piece; `?` for one that is not of this alphabet.
    pub fn letter(&self, piece: Piece) -> char {
        self.letters().get(usize::from(piece.0)).map_or('?', |&letter| char::from(letter))
    }

    /// The piece of a letter.
    pub fn piece(&self, letter: u8) -> Option<Piece> {
        self.letters().iter().position(|&known| known == letter).map(|at| Piece(at as u8))
    }

    /// The piece of every byte at once; `None` marks letters that are not of this alphabet.
    pub fn table(&self) -> [Option<Piece>; 256] {
        std::array::from_fn(|byte| self.piece(byte as u8))
    }

    /// Pieces as text.
    pub fn text<'a>(&self, pieces: impl IntoIterator<Item = &'a Piece>) -> String {
        pieces.into_iter().map(|&piece| self.letter(piece)).collect()
    }

    /// Text as pieces; the place of the first foreign byte otherwise.
    pub fn read(&self, text: &[u8]) -> Result<Vec<Piece>, usize> {
        let table = self.table();
        text.iter().enumerate().map(|(at, &byte)| table[usize::from(byte)].ok_or(at)).collect()
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().iter().try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl FromStr for Alphabet {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = text.as_bytes();
        let distinct = bytes.iter().enumerate().all(|(at, letter)| !bytes[..at].contains(letter));
        let letters = bytes.iter().all(u8::is_ascii_alphabetic);
        if !(1..=MOST_KINDS).contains(&bytes.len()) || !distinct || !letters {
            return Err(format!("expected 1 to {MOST_KINDS} different letters"));
        }
        let mut alphabet = Alphabet { letters: [b' '; MOST_KINDS], count: bytes.len() as u8 };
        alphabet.letters[..bytes.len()].copy_from_slice(bytes);
        Ok(alphabet)
    }
}
