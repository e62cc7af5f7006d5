//! The rules of Blokus a second time, as plainly as the page `blokus.md` puts them. Nothing here is meant to be fast: every
//! code of every shape is tried at every cell.

use std::collections::BTreeMap;

/// A column and a row, from 0.
pub type Cell = (i32, i32);

/// What a player can do: codes by the letter and the cells that they cover.
pub type Moves = BTreeMap<(char, Vec<Cell>), Vec<String>>;

/// The definitions of the page, rows between slashes, by letter.
pub const DEFINITIONS: [(char, &str); 21] = [
    ('A', "#"),
    ('B', "##"),
    ('C', "###"),
    ('D', "##/#."),
    ('E', "####"),
    ('F', "###/#.."),
    ('G', ".##/##."),
    ('H', "###/.#."),
    ('I', "##/##"),
    ('J', "#####"),
    ('K', "####/#..."),
    ('L', ".##/##./.#."),
    ('M', ".###/##.."),
    ('N', "##/##/#."),
    ('O', "#.#/###"),
    ('P', "#../#../###"),
    ('Q', "###/.#./.#."),
    ('R', "#../##./.##"),
    ('S', ".#./###/.#."),
    ('T', "####/.#.."),
    ('U', "##./.#./.##"),
];

/// The squares of a letter in the order of their numbers.
pub fn squares(letter: char) -> Vec<Cell> {
    let (_, definition) = DEFINITIONS.iter().find(|(known, _)| *known == letter).expect("a letter");
    let mut cells = Vec::new();
    for (y, row) in definition.split('/').enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            if glyph == '#' {
                cells.push((x as i32, y as i32));
            }
        }
    }
    cells
}

/// The cells that `x y Lfrn` covers, by the numbers of the squares on them.
pub fn covered(x: i32, y: i32, code: &str) -> Vec<Cell> {
    let glyphs: Vec<char> = code.chars().collect();
    let mut cells = squares(glyphs[0]);
    if glyphs[1] == '1' {
        cells = cells.iter().map(|&(x, y)| (y, x)).collect();
    }
    for _ in 0..glyphs[2].to_digit(10).expect("turns") {
        cells = cells.iter().map(|&(x, y)| (-y, x)).collect();
    }
    let (left, top) = cells[glyphs[3].to_digit(10).expect("a square") as usize - 1];
    cells.iter().map(|&(col, row)| (col - left + x, row - top + y)).collect()
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Game {
    /// Rows and columns.
    pub size: i32,
    /// The start cell of each player.
    pub starts: Vec<Cell>,
    /// The letters that each player has not placed.
    pub left: Vec<Vec<char>>,
    /// Who covers each cell.
    pub owner: BTreeMap<Cell, usize>,
    /// Players who open with A to D.
    pub small_first: Vec<usize>,
    /// Who moves next, if that player can.
    pub next: usize,
}

impl Game {
    /// A game of these letters from the corners of the page's table.
    pub fn new(players: usize, size: i32, letters: &str) -> Game {
        let last = size - 1;
        let starts = [(0, 0), (last, last), (0, last), (last, 0)];
        Game {
            size,
            starts: starts[..players].to_vec(),
            left: vec![letters.chars().collect(); players],
            owner: BTreeMap::new(),
            small_first: if players == 3 { vec![0, 1] } else { Vec::new() },
            next: 0,
        }
    }

    fn is_new(&self, player: usize) -> bool {
        !self.owner.values().any(|&owner| owner == player)
    }

    fn is_own(&self, player: usize, cell: Cell) -> bool {
        self.owner.get(&cell) == Some(&player)
    }

    fn touches(&self, player: usize, (x, y): Cell, steps: [Cell; 4]) -> bool {
        steps.iter().any(|&(dx, dy)| self.is_own(player, (x + dx, y + dy)))
    }

    /// True for a connected cell of the player.
    pub fn is_connected(&self, player: usize, cell: Cell) -> bool {
        if self.owner.contains_key(&cell) || self.has_side(player, cell) {
            return false;
        }
        if self.is_new(player) {
            return cell == self.starts[player];
        }
        self.touches(player, cell, [(1, 1), (1, -1), (-1, 1), (-1, -1)])
    }

    fn has_side(&self, player: usize, cell: Cell) -> bool {
        self.touches(player, cell, [(1, 0), (-1, 0), (0, 1), (0, -1)])
    }

    /// True where the player may answer so.
    pub fn is_legal(&self, player: usize, x: i32, y: i32, code: &str) -> bool {
        let letter = code.chars().next().expect("a letter");
        let opens = self.is_new(player) && self.small_first.contains(&player);
        let inside = |&(x, y): &Cell| (0..self.size).contains(&x) && (0..self.size).contains(&y);
        let cells = covered(x, y, code);
        self.left[player].contains(&letter)
            && (!opens || "ABCD".contains(letter))
            && self.is_connected(player, (x, y))
            && cells.iter().all(|cell| inside(cell) && !self.owner.contains_key(cell) && !self.has_side(player, *cell))
    }

    /// Every legal answer of a player, by the letter and the cells that it covers.
    pub fn moves(&self, player: usize) -> Moves {
        let mut moves = Moves::new();
        for &letter in &self.left[player] {
            for (flip, turns) in (0..2).flat_map(|flip| (0..4).map(move |turns| (flip, turns))) {
                for square in 1..=squares(letter).len() {
                    let code = format!("{letter}{flip}{turns}{square}");
                    for (x, y) in (0..self.size).flat_map(|x| (0..self.size).map(move |y| (x, y))) {
                        if self.is_legal(player, x, y, &code) {
                            let mut cells = covered(x, y, &code);
                            cells.sort();
                            moves.entry((letter, cells)).or_default().push(format!("{x} {y} {code}"));
                        }
                    }
                }
            }
        }
        moves
    }

    /// The player whose turn it is, and what it can do; nobody where the game is over.
    pub fn turn(&self) -> Option<(usize, Moves)> {
        let players = self.left.len();
        let mut turns = (0..players).map(|step| (self.next + step) % players);
        turns.find_map(|player| Some((player, self.moves(player))).filter(|(_, moves)| !moves.is_empty()))
    }

    /// Places a shape.
    pub fn place(&mut self, player: usize, letter: char, cells: &[Cell]) {
        for &cell in cells {
            self.owner.insert(cell, player);
        }
        self.left[player].retain(|&other| other != letter);
        self.next = (player + 1) % self.left.len();
    }

    /// Cells of each player.
    pub fn points(&self) -> Vec<i32> {
        (0..self.left.len())
            .map(|player| self.owner.values().filter(|&&owner| owner == player).count() as i32)
            .collect()
    }

    /// Sequences of so many moves.
    pub fn perft(&self, depth: u32) -> u64 {
        let Some((player, moves)) = self.turn() else { return 0 };
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |letter: char, cells: &[Cell]| {
            let mut game = self.clone();
            game.place(player, letter, cells);
            game
        };
        moves.keys().map(|(letter, cells)| after(*letter, cells).perft(depth - 1)).sum()
    }
}
