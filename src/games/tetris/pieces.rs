//! Pieces, sets of pieces, and the alphabet that names them.

use crate::set::set_of;
use std::fmt;
use std::str::FromStr;

/// The most kinds of pieces that a bag can have.
pub const MOST_KINDS: usize = 18;

/// A kind of piece, by its place in the alphabet, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece(pub u8);

/// The bit of each piece, found without a branch; one beyond every alphabet has none.
const BITS: [u32; 256] = {
    let mut bits = [0; 256];
    let mut piece = 0;
    while piece < MOST_KINDS {
        bits[piece] = 1 << piece;
        piece += 1;
    }
    bits
};

set_of! {
    /// A set of kinds, such as what is left of a bag.
    Pieces: Piece, |piece: Piece| BITS[usize::from(piece.0)], |number| Piece(number as u8)
}

/// Letters of a bag: 1 to 18, each once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alphabet {
    letters: [u8; MOST_KINDS],
    count: u8,
}

impl Alphabet {
    /// The seven tetrominoes.
    pub const TETROMINOES: Alphabet = Alphabet {
        letters: *b"ZLOSIJT           ",
        count: 7,
    };

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
        self.letters()
            .get(usize::from(piece.0))
            .map_or('?', |&letter| char::from(letter))
    }

    /// The piece of a letter.
    pub fn piece(&self, letter: u8) -> Option<Piece> {
        self.letters()
            .iter()
            .position(|&known| known == letter)
            .map(|at| Piece(at as u8))
    }

    /// The piece of every byte at once; `None` marks letters that are not of this alphabet.
    pub fn table(&self) -> [Option<Piece>; 256] {
        std::array::from_fn(|byte| self.piece(byte as u8))
    }

    /// Pieces as text.
    pub fn text<'a>(&self, pieces: impl IntoIterator<Item = &'a Piece>) -> String {
        pieces
            .into_iter()
            .map(|&piece| self.letter(piece))
            .collect()
    }

    /// Text as pieces; the place of the first foreign byte otherwise.
    pub fn read(&self, text: &[u8]) -> Result<Vec<Piece>, usize> {
        let table = self.table();
        text.iter()
            .enumerate()
            .map(|(at, &byte)| table[usize::from(byte)].ok_or(at))
            .collect()
    }
}

impl crate::params::ParameterValue for Alphabet {}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters()
            .iter()
            .try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl FromStr for Alphabet {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = text.as_bytes();
        let distinct = bytes
            .iter()
            .enumerate()
            .all(|(at, letter)| !bytes[..at].contains(letter));
        let letters = bytes.iter().all(u8::is_ascii_alphabetic);
        if !(1..=MOST_KINDS).contains(&bytes.len()) || !distinct || !letters {
            return Err(format!("expected 1 to {MOST_KINDS} different letters"));
        }
        let mut alphabet = Alphabet {
            letters: [b' '; MOST_KINDS],
            count: bytes.len() as u8,
        };
        alphabet.letters[..bytes.len()].copy_from_slice(bytes);
        Ok(alphabet)
    }
}
