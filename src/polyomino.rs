//! Polyominoes of one to five cells: the 21 shapes, their names, and the 91 forms that turning and mirroring gives them.

use crate::cells::{Cell, CellSet, Grid};
use crate::set::set_of;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

macro_rules! shapes {
    ($($shape:ident $picture:literal),+ $(,)?) => {
        /// One of the 21 shapes, whichever way it is turned or mirrored; its picture has a row between slashes.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Shape { $(#[doc = concat!("`", $picture, "`")] $shape),+ }

        impl Shape {
            /// All shapes in their usual order.
            pub const ALL: &'static [Shape] = &[$(Shape::$shape),+];
            const NAMES: &'static [&'static str] = &[$(stringify!($shape)),+];
            const PICTURES: &'static [&'static str] = &[$($picture),+];
        }
    };
}

shapes! {
    I1 "#",
    I2 "##",
    I3 "###",
    L3 "##/#.",
    I4 "####",
    L4 "###/#..",
    S4 ".##/##.",
    T4 "###/.#.",
    O4 "##/##",
    I5 "#####",
    L5 "####/#...",
    F5 ".##/##./.#.",
    N5 ".###/##..",
    P5 "##/##/#.",
    T5 "###/.#./.#.",
    U5 "#.#/###",
    V5 "#../#../###",
    W5 "#../##./.##",
    X5 ".#./###/.#.",
    Y5 "####/.#..",
    Z5 "##./.#./.##",
}

/// Other names in use for some shapes.
const ALIASES: &[(&str, Shape)] = &[("V3", Shape::L3), ("Z4", Shape::S4)];

/// The most cells that a shape has.
pub const MOST_CELLS: usize = 5;

impl Shape {
    /// The name.
    pub fn name(self) -> &'static str {
        Shape::NAMES[self as usize]
    }

    /// One way to draw it: `#` for a cell, `.` for none, rows between slashes.
    pub fn picture(self) -> &'static str {
        Shape::PICTURES[self as usize]
    }

    /// Number of its cells.
    pub fn size(self) -> usize {
        self.forms()[0].cells.len()
    }

    /// The shape of this very name; aliases are left to [`FromStr`].
    pub fn named(name: &[u8]) -> Option<Shape> {
        let &[letter, size] = name else { return None };
        let at = Shape::NAMES
            .iter()
            .position(|known| *known.as_bytes() == [letter, size])?;
        Shape::ALL.get(at).copied()
    }

    /// The different forms, sorted.
    pub fn forms(self) -> &'static [Form] {
        static FORMS: OnceLock<Vec<Vec<Form>>> = OnceLock::new();
        &FORMS.get_or_init(|| {
            Shape::PICTURES
                .iter()
                .map(|picture| all_forms(picture))
                .collect()
        })[self as usize]
    }

    /// True where these cells are the shape in one of its forms.
    pub fn is_made_of<const WORDS: usize>(self, grid: Grid, cells: &CellSet<WORDS>) -> bool {
        let Some(first) = cells.iter().next() else {
            return false;
        };
        // A form that reaches beyond an edge has a cell in the spare column, which no set holds.
        let lies_here = |form: &Form| {
            let step = |&(row, col): &(i16, i16)| grid.step(row, col - form.cells[0].1);
            form.cells
                .iter()
                .map(step)
                .all(|step| cells.contains(first.stepped(step)))
        };
        cells.len() == self.size() && self.forms().iter().any(lies_here)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Shape {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let alias = ALIASES
            .iter()
            .find(|(alias, _)| *alias == name)
            .map(|(_, shape)| *shape);
        Shape::named(name.as_bytes())
            .or(alias)
            .ok_or_else(|| format!("{name}: expected a shape such as F5"))
    }
}

/// A shape turned and mirrored in one way: rows and columns from 0 that touch row 0 and column 0, sorted.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Form {
    cells: Vec<(i16, i16)>,
}

impl Form {
    /// The form of a picture: `#` for a cell, `.` for none, rows between slashes.
    pub fn draw(picture: &str) -> Form {
        let rows = picture.split('/').zip(0..);
        let cells = rows.flat_map(|(text, row)| {
            text.bytes()
                .zip(0..)
                .map(move |(glyph, col)| (glyph, row, col))
        });
        Form::from_cells(
            cells
                .filter(|(glyph, ..)| *glyph == b'#')
                .map(|(_, row, col)| (row, col)),
        )
    }

    fn from_cells(cells: impl Iterator<Item = (i16, i16)>) -> Form {
        let mut cells: Vec<(i16, i16)> = cells.collect();
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        for cell in &mut cells {
            *cell = (cell.0 - top, cell.1 - left);
        }
        cells.sort_unstable();
        Form { cells }
    }

    /// Rows and columns of its cells, from 0.
    pub fn cells(&self) -> &[(i16, i16)] {
        &self.cells
    }

    /// A quarter turn clockwise.
    #[must_use]
    pub fn turned(&self) -> Form {
        Form::from_cells(self.cells.iter().map(|&(row, col)| (col, -row)))
    }

    /// The mirror image, left for right.
    #[must_use]
    pub fn mirrored(&self) -> Form {
        Form::from_cells(self.cells.iter().map(|&(row, col)| (row, -col)))
    }

    /// The corners, top left, from which it lies within `free`.
    ///
    /// A form leaves no column between its cells empty, so one that reaches beyond an edge has a cell in the spare column,
    /// which `free` never holds.
    pub fn corners<const WORDS: usize>(&self, grid: Grid, free: &CellSet<WORDS>) -> CellSet<WORDS> {
        let seen_from_corner = self
            .cells
            .iter()
            .map(|&(row, col)| free.shifted(-grid.step(row, col)));
        seen_from_corner
            .reduce(|all, one| all.intersection(&one))
            .unwrap_or(CellSet::EMPTY)
    }

    /// The corners, top left, from which it covers one of these cells; some may be off the board.
    pub fn corners_over<const WORDS: usize>(
        &self,
        grid: Grid,
        cells: &CellSet<WORDS>,
    ) -> CellSet<WORDS> {
        let seen_from_corner = self
            .cells
            .iter()
            .map(|&(row, col)| cells.shifted(-grid.step(row, col)));
        seen_from_corner.fold(CellSet::EMPTY, |all, one| all.union(&one))
    }

    /// The cells from each of these corners.
    pub fn lying_at<const WORDS: usize>(
        &self,
        grid: Grid,
        corners: CellSet<WORDS>,
    ) -> impl Iterator<Item = CellSet<WORDS>> + use<WORDS> {
        let steps = self.cells.iter().map(|&(row, col)| grid.step(row, col));
        let drawn = steps.fold(CellSet::EMPTY, |set: CellSet<WORDS>, step| {
            set.with(Cell::FIRST.stepped(step))
        });
        corners
            .iter()
            .map(move |corner| drawn.shifted(Cell::FIRST.step_to(corner)))
    }

    /// The cells from each corner from which it lies within `free`.
    pub fn placements<const WORDS: usize>(
        &self,
        grid: Grid,
        free: &CellSet<WORDS>,
    ) -> impl Iterator<Item = CellSet<WORDS>> + use<WORDS> {
        self.lying_at(grid, self.corners(grid, free))
    }
}

/// All that turning and mirroring makes of a picture.
fn all_forms(picture: &str) -> Vec<Form> {
    let drawn = Form::draw(picture);
    let turns = |form: Form| std::iter::successors(Some(form), |form| Some(form.turned())).take(4);
    let forms: BTreeSet<Form> = turns(drawn.mirrored()).chain(turns(drawn)).collect();
    forms.into_iter().collect()
}

set_of! {
    /// A set of shapes, as a parameter: `all`, or names joined by commas.
    Shapes: Shape, |shape: Shape| 1 << shape as u32, |number: u32| Shape::ALL[number as usize]
}

impl Shapes {
    /// Every shape.
    pub const ALL: Shapes = Shapes((1 << Shape::ALL.len()) - 1);
}

impl fmt::Display for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Shapes::ALL {
            return f.write_str("all");
        }
        let names: Vec<&str> = self.iter().map(Shape::name).collect();
        f.write_str(&names.join(","))
    }
}

impl FromStr for Shapes {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Shapes::ALL);
        }
        let shapes = text
            .split(',')
            .map(str::parse::<Shape>)
            .collect::<Result<Vec<_>, _>>()?;
        let set: Shapes = shapes.iter().copied().collect();
        if set.len() >= 2 && set.len() == shapes.len() {
            Ok(set)
        } else {
            Err("expected at least two different shapes".into())
        }
    }
}
