//! The letters of Blokus: which shape each stands for, how its definition is drawn, and where its numbered squares come to lie.

use crate::polyomino::{Form, Shape, Shapes};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// Letters there are, from `A`.
pub const LETTERS: usize = 21;

/// A letter, from 0 for `A`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Letter(u8);

impl Letter {
    /// `E`, the first letter that does not stand for a small shape.
    pub(super) const LARGE: Letter = Letter(4);

    /// The letter for this capital; `None` after `U`.
    pub fn read(capital: u8) -> Option<Letter> {
        let at = capital
            .checked_sub(b'A')
            .filter(|&at| usize::from(at) < LETTERS);
        at.map(Letter)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

/// A step: columns to the right and rows down.
pub(super) type Offset = (i16, i16);

/// A definition: a shape drawn in one way, its squares numbered from 1 in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// The shape.
    pub shape: Shape,
    squares: [Offset; 5],
}

impl Figure {
    /// The shape as it is usually drawn.
    pub fn usual(shape: Shape) -> Figure {
        static USUAL: OnceLock<Vec<Figure>> = OnceLock::new();
        let draw = |shape: &Shape| Figure::drawn(*shape, &Form::draw(shape.picture()));
        USUAL.get_or_init(|| Shape::ALL.iter().map(draw).collect())[shape as usize]
    }

    /// The shape drawn in one of its forms.
    pub fn drawn(shape: Shape, form: &Form) -> Figure {
        let mut squares = [(0, 0); 5];
        for (square, &(row, col)) in squares.iter_mut().zip(form.cells()) {
            *square = (col, row);
        }
        Figure { shape, squares }
    }

    /// The figure of a definition: rows of `#` and `.`, all of this width, joined to one word; `None` where it is none.
    pub fn read(width: usize, height: usize, definition: &[u8]) -> Option<Figure> {
        let is_drawn = definition.iter().all(|glyph| matches!(glyph, b'#' | b'.'));
        let squares = definition.iter().filter(|glyph| **glyph == b'#').count();
        if !is_drawn
            || !(1..=5).contains(&squares)
            || width.checked_mul(height) != Some(definition.len())
        {
            return None;
        }
        let rows: Vec<&str> = definition
            .chunks(width)
            .filter_map(|row| std::str::from_utf8(row).ok())
            .collect();
        let form = Form::draw(&rows.join("/"));
        let shape = Shape::ALL
            .iter()
            .copied()
            .find(|shape| shape.forms().contains(&form))?;
        Some(Figure::drawn(shape, &form))
    }

    /// Width and height.
    pub fn size(&self) -> (usize, usize) {
        let (cols, rows) = self
            .squares()
            .fold((0, 0), |(x, y), (col, row)| (x.max(col), y.max(row)));
        (cols as usize + 1, rows as usize + 1)
    }

    /// The rows joined to one word.
    pub fn definition(&self) -> String {
        let (width, height) = self.size();
        let all = (0..height as i16).flat_map(|row| (0..width as i16).map(move |col| (col, row)));
        all.map(|at| {
            if self.squares().any(|square| square == at) {
                '#'
            } else {
                '.'
            }
        })
        .collect()
    }

    /// The squares in the order of their numbers.
    fn squares(&self) -> impl Iterator<Item = Offset> + use<> {
        self.squares.into_iter().take(self.shape.size())
    }

    /// Where its squares lie, by number: flipped over the diagonal from the top left or not, then turned clockwise.
    pub fn oriented(&self, flip: bool, turns: u8) -> impl Iterator<Item = Offset> + use<> {
        let flipped = move |(x, y): Offset| if flip { (y, x) } else { (x, y) };
        let turned = move |square| (0..turns).fold(square, |(x, y): Offset, _| (-y, x));
        self.squares().map(move |square| turned(flipped(square)))
    }
}

/// Letters with their figures: those in play, or all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alphabet([Option<Figure>; LETTERS]);

impl Alphabet {
    /// No letter.
    pub const EMPTY: Alphabet = Alphabet([None; LETTERS]);

    /// Gives a letter its figure. Returns the one that it had before.
    pub fn insert(&mut self, letter: Letter, figure: Figure) -> Option<Figure> {
        self.0[letter.index()].replace(figure)
    }

    /// The figure of a letter.
    pub fn figure(&self, letter: Letter) -> Option<&Figure> {
        self.0[letter.index()].as_ref()
    }

    /// The letter of a shape, with its figure.
    pub fn letter(&self, shape: Shape) -> Option<(Letter, &Figure)> {
        self.iter().find(|(_, figure)| figure.shape == shape)
    }

    /// All letters with their figures, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Letter, &Figure)> {
        (0..)
            .map(Letter)
            .zip(&self.0)
            .filter_map(|(letter, figure)| Some((letter, figure.as_ref()?)))
    }

    /// The shapes that have a letter.
    pub fn shapes(&self) -> Shapes {
        self.iter().map(|(_, figure)| figure.shape).collect()
    }

    /// Each letter with its rows: `A=# D=##/#.`.
    pub fn definitions(&self) -> String {
        let rows = |figure: &Figure| {
            let definition = figure.definition();
            let rows = definition
                .as_bytes()
                .chunks(figure.size().0)
                .map(|row| String::from_utf8_lossy(row).into_owned());
            rows.collect::<Vec<_>>().join("/")
        };
        self.iter()
            .map(|(letter, figure)| format!("{letter}={}", rows(figure)))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The letters of these shapes alone.
    #[must_use]
    pub fn only(&self, shapes: Shapes) -> Alphabet {
        Alphabet(
            self.0
                .map(|figure| figure.filter(|figure| shapes.contains(figure.shape))),
        )
    }
}

impl FromStr for Alphabet {
    type Err = String;
    /// Reads [definitions](Alphabet::definitions): each letter once, each shape once.
    fn from_str(text: &str) -> Result<Alphabet, String> {
        let mut alphabet = Alphabet::EMPTY;
        for word in text.split(' ') {
            let wrong = || format!("{word}: expected a letter and its rows, such as D=##/#.");
            let (letter, rows) = word.split_once('=').ok_or_else(wrong)?;
            let &[capital] = letter.as_bytes() else {
                return Err(wrong());
            };
            let rows: Vec<&str> = rows.split('/').collect();
            let figure = Figure::read(rows[0].len(), rows.len(), rows.concat().as_bytes())
                .ok_or_else(wrong)?;
            let is_twice = alphabet.shapes().contains(figure.shape);
            if alphabet
                .insert(Letter::read(capital).ok_or_else(wrong)?, figure)
                .is_some()
                || is_twice
            {
                return Err(wrong());
            }
        }
        Ok(alphabet)
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|(letter, _)| write!(f, "{letter}"))
    }
}

/// The shape of each letter, as a parameter: 21 different names joined by commas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LetterShapes([Shape; LETTERS]);

impl LetterShapes {
    /// The usual order of the shapes, with two of them moved up so that `Q` is the shape that is known.
    pub const USUAL: LetterShapes = {
        use Shape::*;
        LetterShapes([
            I1, I2, I3, L3, I4, L4, S4, T4, O4, I5, L5, F5, N5, P5, U5, V5, T5, W5, X5, Y5, Z5,
        ])
    };

    /// The letters with the usual drawings.
    pub fn alphabet(&self) -> Alphabet {
        Alphabet(self.0.map(|shape| Some(Figure::usual(shape))))
    }
}

impl crate::params::ParameterValue for LetterShapes {}

impl fmt::Display for LetterShapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.map(Shape::name).join(","))
    }
}

impl FromStr for LetterShapes {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let shapes = text
            .split(',')
            .map(str::parse)
            .collect::<Result<Vec<Shape>, _>>()?;
        let all = shapes.iter().copied().collect::<Shapes>() == Shapes::ALL;
        let table: Option<[Shape; LETTERS]> = shapes.try_into().ok();
        let is_small_first =
            |table: &[Shape; LETTERS]| table[..4].iter().all(|shape| shape.size() <= 3);
        let table = table.filter(|table| all && is_small_first(table));
        table.map(LetterShapes).ok_or_else(|| {
            "expected the 21 shapes, each once; the first four of at most three cells".into()
        })
    }
}
