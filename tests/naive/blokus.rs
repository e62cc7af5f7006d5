//! Blokus a second time, as plainly as the page `blokus.md` puts it. Nothing here is meant to be fast.

use std::collections::BTreeMap;

/// Column and row, both from 0; (0,0) is the top left corner.
pub type Cell = (i64, i64);
/// What a player can place: the cells covered, with every code that stands for them.
pub type Moves = BTreeMap<Vec<Cell>, Vec<Move>>;
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

/// Parameters of the game that the model obeys; `shapes` are those in play where they are set.
#[derive(Clone, Debug)]
pub struct Naive {
    pub players: usize,
    pub size: i64,
    pub starts: Vec<Cell>,
    pub shapes: Option<Vec<Shape>>,
    pub small_first: bool,
    pub mark_start: bool,
    pub since: bool,
    pub unlisted: bool,
    pub stop_early: bool,
    pub play_alone: bool,
    pub bonus_all: i64,
    pub bonus_single: i64,
    pub first_time: u64,
    pub turn_time: u64,
}

/// A position, with the way that led to it.
#[derive(Clone)]
pub struct Game {
    pub rules: Naive,
    pub shapes: Vec<Shape>,
    pub board: Vec<Vec<Option<usize>>>,
    pub moves: Vec<(usize, Move)>,
    pub failed: Vec<bool>,
    last: Option<usize>,
}

impl Shape {
    /// Squares are numbered row by row.
    pub fn of(letter: char, rows: &[&str]) -> Shape {
        let mut squares = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            squares.extend(row.chars().enumerate().filter(|(_, c)| *c == '#').map(|(x, _)| (x as i64, y as i64)));
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
        let flipped = self.squares.iter().map(|&(x, y)| if flip { (y, x) } else { (x, y) });
        flipped.map(|cell| (0..turns).fold(cell, |(x, y), _| (-y, x))).collect()
    }

    /// The cells that a move covers, in order, if the shape has that square.
    pub fn cells(&self, mv: Move) -> Option<Vec<Cell>> {
        let squares = self.turned(mv.flip, mv.turns);
        let &(x, y) = squares.get(mv.square.checked_sub(1)?)?;
        Some(sorted(squares.iter().map(|s| (s.0 - x + mv.at.0, s.1 - y + mv.at.1)).collect()))
    }

    /// Every code that names this shape with one of these cells: sixteen ways at most for each cell.
    pub fn codes(&self, cells: &[Cell]) -> Vec<Move> {
        let named = cells.iter().flat_map(|&at| self.all_at(at));
        named.filter(|&mv| self.cells(mv) == Some(sorted(cells.to_vec()))).collect()
    }

    /// Every code with this cell in front.
    pub fn all_at(&self, at: Cell) -> Vec<Move> {
        let mut all = Vec::new();
        for flip in [false, true] {
            for turns in 0..4 {
                let squares = 1..=self.squares.len();
                all.extend(squares.map(|square| Move { at, letter: self.letter, flip, turns, square }));
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
            forms.push(sorted(cells.iter().map(|c| (c.0 - left, c.1 - top)).collect()));
        }
        forms.sort();
        forms.dedup();
        forms
    }

    /// Whether one can walk over sides from the first square to each other.
    pub fn joined(&self) -> bool {
        let mut reached: Vec<Cell> = self.squares.iter().take(1).copied().collect();
        for _ in &self.squares {
            let next = self.squares.iter().filter(|s| reached.iter().any(|r| beside(**s, *r)));
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
        let [letter, flip, turns, square] = code.chars().collect::<Vec<char>>()[..] else { return None };
        let form = ('A'..='U').contains(&letter) && "01".contains(flip) && "0123".contains(turns);
        if !form || !"12345".contains(square) {
            return None;
        }
        let at = (integer(x)?, integer(y)?);
        Some(Move { at, letter, flip: flip == '1', turns: digit(turns), square: digit(square) })
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}{}{}{}", self.at.0, self.at.1, self.letter, i32::from(self.flip), self.turns, self.square)
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

impl Naive {
    /// The parameters as the page gives them, for another number of players and another size.
    pub fn of(players: usize, size: i64) -> Naive {
        let end = size - 1;
        let starts = vec![(0, 0), (end, end), (0, end), (end, 0)];
        Naive {
            players,
            size,
            starts,
            shapes: None,
            small_first: true,
            mark_start: true,
            since: true,
            unlisted: true,
            stop_early: false,
            play_alone: false,
            bonus_all: 0,
            bonus_single: 0,
            first_time: 1000,
            turn_time: 200,
        }
    }
}

impl Game {
    /// An empty board.
    pub fn new(rules: &Naive, shapes: Vec<Shape>) -> Game {
        let board = vec![vec![None; rules.size as usize]; rules.size as usize];
        let failed = vec![false; rules.players];
        Game { rules: rules.clone(), shapes, board, moves: Vec::new(), failed, last: None }
    }

    /// The shape in play with this letter.
    pub fn shape(&self, letter: char) -> Option<&Shape> {
        self.shapes.iter().find(|shape| shape.letter == letter)
    }

    fn inside(&self, (x, y): Cell) -> bool {
        (0..self.rules.size).contains(&x) && (0..self.rules.size).contains(&y)
    }

    fn owner(&self, cell: Cell) -> Option<usize> {
        if self.inside(cell) { self.board[cell.1 as usize][cell.0 as usize] } else { None }
    }

    fn at_side(&self, player: usize, (x, y): Cell) -> bool {
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].iter().any(|&near| self.owner(near) == Some(player))
    }

    fn at_corner(&self, player: usize, (x, y): Cell) -> bool {
        let near = [(x + 1, y + 1), (x - 1, y + 1), (x + 1, y - 1), (x - 1, y - 1)];
        near.iter().any(|&near| self.owner(near) == Some(player))
    }

    /// The moves of a player so far.
    pub fn made(&self, player: usize) -> Vec<Move> {
        self.moves.iter().filter(|(by, _)| *by == player).map(|(_, mv)| *mv).collect()
    }

    /// Whether a cell is connected for a player.
    pub fn connected(&self, player: usize, cell: Cell) -> bool {
        let free = self.inside(cell) && self.owner(cell).is_none();
        let joins = match self.made(player).is_empty() {
            true => cell == self.rules.starts[player],
            false => self.at_corner(player, cell) && !self.at_side(player, cell),
        };
        free && joins
    }

    /// The clauses of the section "Moves" that a move of a player breaks, in the order of the page.
    /// Without a shape or a square nothing more can be asked, and off the board nobody owns a cell.
    pub fn broken(&self, player: usize, mv: Move) -> Vec<&'static str> {
        let Some(shape) = self.shape(mv.letter) else { return vec!["blokus.move.letter"] };
        let Some(cells) = shape.cells(mv) else { return vec!["blokus.move.square"] };
        let made = self.made(player);
        let first = made.is_empty();
        let small = self.rules.players == 3 && self.rules.small_first && player < 2 && first;
        let clauses = [
            ("blokus.move.inside", cells.iter().all(|&cell| self.inside(cell))),
            ("blokus.move.used", made.iter().all(|made| made.letter != mv.letter)),
            ("blokus.move.opening", !small || shape.squares.len() <= 3),
            ("blokus.move.free", cells.iter().all(|&cell| self.owner(cell).is_none())),
            ("blokus.move.side", !cells.iter().any(|&cell| self.at_side(player, cell))),
            ("blokus.move.start", !first || cells.contains(&self.rules.starts[player])),
            ("blokus.move.corner", first || cells.iter().any(|&cell| self.at_corner(player, cell))),
            ("blokus.move.anchor", self.connected(player, mv.at)),
        ];
        clauses.into_iter().filter(|(_, kept)| !kept).map(|(clause, _)| clause).collect()
    }

    /// Every code of a valid move of a player: each shape that it has left, in every way, at every connected cell.
    fn steps(&self, player: usize) -> impl Iterator<Item = Move> + '_ {
        let made = self.made(player);
        let left = self.shapes.iter().filter(move |shape| made.iter().all(|mv| mv.letter != shape.letter));
        let cells = (0..self.rules.size).flat_map(|x| (0..self.rules.size).map(move |y| (x, y)));
        let connected = cells.filter(move |&cell| self.connected(player, cell));
        let steps = connected.flat_map(move |cell| left.clone().flat_map(move |shape| shape.all_at(cell)));
        steps.filter(move |&mv| self.broken(player, mv).is_empty())
    }

    /// Every valid move of a player: the sets of cells, each with all codes that name it.
    pub fn valid(&self, player: usize) -> Moves {
        let mut valid = Moves::new();
        for mv in self.steps(player) {
            let cells = self.shape(mv.letter).and_then(|shape| shape.cells(mv)).unwrap_or_default();
            valid.entry(cells).or_default().push(mv);
        }
        valid
    }

    /// Whether a player is still asked when its turn comes.
    pub fn can_move(&self, player: usize) -> bool {
        !self.failed[player] && self.steps(player).next().is_some()
    }

    /// The player that is asked next, if the game is not over.
    pub fn to_move(&self) -> Option<usize> {
        let players = self.rules.players;
        let standing = self.failed.iter().filter(|failed| !**failed).count();
        if standing <= 1 && !self.rules.play_alone {
            return None;
        }
        let first = self.last.map_or(0, |last| last + 1);
        let mut able = (first..first + players).map(|turn| turn % players).filter(|&player| self.can_move(player));
        let player = able.next()?;
        let decided = self.rules.stop_early && able.next().is_none() && self.winner() == Some(player);
        (!decided).then_some(player)
    }

    /// The player that is asked next and what it can place.
    pub fn turn(&self) -> Option<(usize, Moves)> {
        self.to_move().map(|player| (player, self.valid(player)))
    }

    /// Lays a valid move on the board.
    pub fn place(&mut self, player: usize, mv: Move) {
        let cells = self.shape(mv.letter).and_then(|shape| shape.cells(mv)).unwrap_or_default();
        cells.iter().for_each(|&(x, y)| self.board[y as usize][x as usize] = Some(player));
        self.moves.push((player, mv));
        self.last = Some(player);
    }

    /// The player has failed at its turn.
    pub fn fail(&mut self, player: usize) {
        self.failed[player] = true;
        self.last = Some(player);
    }

    /// The points of each player.
    pub fn points(&self) -> Vec<i64> {
        let of = |player: usize| {
            let covered = self.board.iter().flatten().filter(|owner| **owner == Some(player)).count() as i64;
            let made = self.made(player);
            let all = made.len() == self.shapes.len();
            let single = made.last().and_then(|mv| self.shape(mv.letter)).is_some_and(|last| last.squares.len() == 1);
            let bonus = if all { self.rules.bonus_all } else { 0 };
            let further = if all && single { self.rules.bonus_single } else { 0 };
            if self.failed[player] { -1 } else { covered + bonus + further }
        };
        (0..self.rules.players).map(of).collect()
    }

    /// Who has more points than each other.
    pub fn winner(&self) -> Option<usize> {
        let points = self.points();
        let most = |one: usize| (0..points.len()).all(|other| other == one || points[other] < points[one]);
        (0..points.len()).find(|&player| most(player))
    }

    /// How many games there are of so many moves.
    pub fn perft(&self, depth: u32) -> u64 {
        let Some((player, valid)) = self.turn() else { return 0 };
        if depth == 1 {
            return valid.len() as u64;
        }
        let after = |mv: Move| {
            let mut next = self.clone();
            next.place(player, mv);
            next.perft(depth - 1)
        };
        valid.values().map(|codes| after(codes[0])).sum()
    }

    /// The rows of the board as a player is told them.
    pub fn rows(&self, player: usize) -> Vec<String> {
        let unmarked = self.made(player).is_empty() && !self.rules.mark_start;
        let glyph = |cell: Cell| match self.owner(cell) {
            Some(owner) => owner.to_string(),
            None if self.connected(player, cell) && !unmarked => "x".to_owned(),
            None => ".".to_owned(),
        };
        (0..self.rules.size).map(|y| (0..self.rules.size).map(|x| glyph((x, y))).collect()).collect()
    }

    /// The moves of the others that a player is told.
    pub fn others(&self, player: usize) -> Vec<(usize, Move)> {
        let before = self.moves.iter().rposition(|(by, _)| *by == player);
        let from = before.filter(|_| self.rules.since).unwrap_or(0);
        self.moves[from..].iter().filter(|(by, _)| *by != player).copied().collect()
    }

    /// Whether two codes stand for the same move.
    pub fn same_move(&self, a: Move, b: Move) -> bool {
        let cells = |mv: Move| self.shape(mv.letter).and_then(|shape| shape.cells(mv));
        cells(a).is_some() && cells(a) == cells(b)
    }
}

#[cfg(test)]
mod tests {
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
                    assert_eq!(q.cells(mv), Some(super::sorted(squares.squares.clone())), "{mv}");
                }
            }
        }
    }

    #[test]
    fn the_numbers_of_the_pages() {
        let shapes = super::Shape::all("ABCDEFGHIJKLMNOPQRSTU");
        assert_eq!(shapes.iter().map(|shape| shape.forms().len()).sum::<usize>(), 91);
        let game = super::Game::new(&super::Naive::of(2, 13), shapes);
        let first = game.valid(0);
        assert_eq!(first.len(), 58);
        assert_eq!(first.values().map(Vec::len).sum::<usize>(), 116);
        for (cells, codes) in &first {
            let all = super::Shape::named(codes[0].letter).codes(cells);
            assert!(codes.iter().all(|mv| all.contains(mv)));
        }
        assert_eq!(game.perft(2), 3364);
        assert_eq!(super::Game::new(&super::Naive::of(3, 13), super::Shape::all("ABCDIEHFGQNOT")).perft(3), 2368);
    }
}
