//! The shapes of Blokus and their codes a second time, as plainly as the page `blokus.md` puts them: codes to cells, cells to codes.

/// Column and row, both from 0; (0,0) is the top left corner.
pub type Cell = (i64, i64);
/// The definitions of the letters A to U, rows parted by strokes.
pub const TABLE: [&str; 21] = [
    "#",
    "##",
    "###",
    "##/#.",
    "####",
    "###/#..",
    ".##/##.",
    "###/.#.",
    "##/##",
    "#####",
    "####/#...",
    ".##/##./.#.",
    ".###/##..",
    "##/##/#.",
    "#.#/###",
    "#../#../###",
    "###/.#./.#.",
    "#../##./.##",
    ".#./###/.#.",
    "####/.#..",
    "##./.#./.##",
];

/// A letter and its squares in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub letter: char,
    pub squares: Vec<Cell>,
}

/// The square of this number of a shape, flipped or not and turned, lies on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    pub at: Cell,
    pub letter: char,
    pub flip: bool,
    pub turns: usize,
    pub square: usize,
}

impl Shape {
    /// Squares are numbered row by row.
    pub fn of(letter: char, rows: &[&str]) -> Shape {
        let mut squares = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            squares.extend(
                row.chars()
                    .enumerate()
                    .filter(|(_, c)| *c == '#')
                    .map(|(x, _)| (x as i64, y as i64)),
            );
        }
        Shape { letter, squares }
    }

    /// The shape that this judge sends under a letter.
    pub fn named(letter: char) -> Shape {
        let rows: Vec<&str> = TABLE[letter as usize - 'A' as usize].split('/').collect();
        Shape::of(letter, &rows)
    }

    /// The shapes of these letters.
    pub fn all(letters: &str) -> Vec<Shape> {
        letters.chars().map(Shape::named).collect()
    }

    /// The squares after a flip along the diagonal and quarter turns clockwise, by their numbers.
    fn turned(&self, flip: bool, turns: usize) -> Vec<Cell> {
        let flipped = self
            .squares
            .iter()
            .map(|&(x, y)| if flip { (y, x) } else { (x, y) });
        flipped
            .map(|cell| (0..turns).fold(cell, |(x, y), _| (-y, x)))
            .collect()
    }

    /// The cells that a move covers, in order, if the shape has that square.
    pub fn cells(&self, mv: Move) -> Option<Vec<Cell>> {
        let squares = self.turned(mv.flip, mv.turns);
        let &(x, y) = squares.get(mv.square.checked_sub(1)?)?;
        Some(sorted(
            squares
                .iter()
                .map(|s| (s.0 - x + mv.at.0, s.1 - y + mv.at.1))
                .collect(),
        ))
    }

    /// Every code that names this shape with one of these cells: sixteen ways at most for each cell.
    pub fn codes(&self, cells: &[Cell]) -> Vec<Move> {
        let named = cells.iter().flat_map(|&at| self.all_at(at));
        named
            .filter(|&mv| self.cells(mv) == Some(sorted(cells.to_vec())))
            .collect()
    }

    /// Every code with this cell in front.
    pub fn all_at(&self, at: Cell) -> Vec<Move> {
        let mut all = Vec::new();
        for flip in [false, true] {
            for turns in 0..4 {
                let squares = 1..=self.squares.len();
                all.extend(squares.map(|square| Move {
                    at,
                    letter: self.letter,
                    flip,
                    turns,
                    square,
                }));
            }
        }
        all
    }

    /// The forms of the shape, each moved to the top left.
    pub fn forms(&self) -> Vec<Vec<Cell>> {
        let mut forms: Vec<Vec<Cell>> = Vec::new();
        for mv in self.all_at((0, 0)) {
            let cells = self.cells(mv).unwrap_or_default();
            let left = cells.iter().map(|c| c.0).min().unwrap_or(0);
            let top = cells.iter().map(|c| c.1).min().unwrap_or(0);
            forms.push(sorted(
                cells.iter().map(|c| (c.0 - left, c.1 - top)).collect(),
            ));
        }
        forms.sort();
        forms.dedup();
        forms
    }

    /// Whether one can walk over sides from the first square to each other.
    pub fn joined(&self) -> bool {
        let mut reached: Vec<Cell> = self.squares.iter().take(1).copied().collect();
        for _ in &self.squares {
            let next = self
                .squares
                .iter()
                .filter(|s| reached.iter().any(|r| beside(**s, *r)));
            let next: Vec<Cell> = next.copied().collect();
            reached.extend(next);
        }
        self.squares.iter().all(|s| reached.contains(s))
    }
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort();
    cells
}

fn beside(a: Cell, b: Cell) -> bool {
    (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1
}

impl Move {
    /// Three words: two integers and four characters. Blanks, plus signs and zeros in front are forgiven.
    pub fn read(text: &str) -> Option<Move> {
        let words: Vec<&str> = text.split([' ', '\t']).filter(|w| !w.is_empty()).collect();
        let [x, y, code] = words[..] else { return None };
        let [letter, flip, turns, square] = code.chars().collect::<Vec<char>>()[..] else {
            return None;
        };
        let form = ('A'..='U').contains(&letter) && "01".contains(flip) && "0123".contains(turns);
        if !form || !"12345".contains(square) {
            return None;
        }
        let at = (integer(x)?, integer(y)?);
        Some(Move {
            at,
            letter,
            flip: flip == '1',
            turns: digit(turns),
            square: digit(square),
        })
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} {} {}{}{}{}",
            self.at.0,
            self.at.1,
            self.letter,
            i32::from(self.flip),
            self.turns,
            self.square
        )
    }
}

fn digit(c: char) -> usize {
    c as usize - '0' as usize
}

/// An integer in any way of writing; one that is too long for the machine is far off every board.
fn integer(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let plain = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    plain.then(|| word.parse().unwrap_or(i64::MAX / 2))
}

pub(crate) mod tests {
    #[test]
    fn q_as_the_page_draws_it() {
        let q = super::Shape::named('Q');
        let drawn = ["123/.4./.5.", "..1/542/..3", ".5./.4./321", "3../245/1.."];
        let flipped = ["1../245/3..", "321/.4./.5.", "..3/542/..1", ".5./.4./123"];
        for (form, rows) in drawn.into_iter().chain(flipped).enumerate() {
            let rows: Vec<&str> = rows.split('/').collect();
            let squares = super::Shape::of(
                'Q',
                &rows
                    .iter()
                    .map(|row| row.replace(|c: char| c != '.', "#"))
                    .collect::<Vec<_>>()
                    .iter()
                    .map(String::as_str)
                    .collect::<Vec<_>>(),
            );
            for (y, row) in rows.iter().enumerate() {
                for (x, c) in row.chars().enumerate().filter(|(_, c)| *c != '.') {
                    let mv = super::Move {
                        at: (x as i64, y as i64),
                        letter: 'Q',
                        flip: form > 3,
                        turns: form % 4,
                        square: super::digit(c),
                    };
                    assert_eq!(
                        q.cells(mv),
                        Some(super::sorted(squares.squares.clone())),
                        "{mv}"
                    );
                }
            }
        }
    }
}
