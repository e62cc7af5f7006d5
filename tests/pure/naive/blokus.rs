//! Blokus a second time, as plainly as the page `blokus.md` puts it. Nothing here is meant to be fast.

pub use super::blokus_codes::{Cell, Move, Shape};
use std::collections::BTreeMap;

/// What a player can place: the cells covered, with every code that stands for them.
pub type Moves = BTreeMap<Vec<Cell>, Vec<Move>>;

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
        Game {
            rules: rules.clone(),
            shapes,
            board,
            moves: Vec::new(),
            failed,
            last: None,
        }
    }

    /// The shape in play with this letter.
    pub fn shape(&self, letter: char) -> Option<&Shape> {
        self.shapes.iter().find(|shape| shape.letter == letter)
    }

    fn inside(&self, (x, y): Cell) -> bool {
        (0..self.rules.size).contains(&x) && (0..self.rules.size).contains(&y)
    }

    fn owner(&self, cell: Cell) -> Option<usize> {
        if self.inside(cell) {
            self.board[cell.1 as usize][cell.0 as usize]
        } else {
            None
        }
    }

    fn at_side(&self, player: usize, (x, y): Cell) -> bool {
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            .iter()
            .any(|&near| self.owner(near) == Some(player))
    }

    fn at_corner(&self, player: usize, (x, y): Cell) -> bool {
        let near = [
            (x + 1, y + 1),
            (x - 1, y + 1),
            (x + 1, y - 1),
            (x - 1, y - 1),
        ];
        near.iter().any(|&near| self.owner(near) == Some(player))
    }

    /// The moves of a player so far.
    pub fn made(&self, player: usize) -> Vec<Move> {
        self.moves
            .iter()
            .filter(|(by, _)| *by == player)
            .map(|(_, mv)| *mv)
            .collect()
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
        let Some(shape) = self.shape(mv.letter) else {
            return vec!["blokus.move.letter"];
        };
        let Some(cells) = shape.cells(mv) else {
            return vec!["blokus.move.square"];
        };
        let made = self.made(player);
        let first = made.is_empty();
        let small = self.rules.players == 3 && self.rules.small_first && player < 2 && first;
        let clauses = [
            (
                "blokus.move.inside",
                cells.iter().all(|&cell| self.inside(cell)),
            ),
            (
                "blokus.move.used",
                made.iter().all(|made| made.letter != mv.letter),
            ),
            ("blokus.move.opening", !small || shape.squares.len() <= 3),
            (
                "blokus.move.free",
                cells.iter().all(|&cell| self.owner(cell).is_none()),
            ),
            (
                "blokus.move.side",
                !cells.iter().any(|&cell| self.at_side(player, cell)),
            ),
            (
                "blokus.move.start",
                !first || cells.contains(&self.rules.starts[player]),
            ),
            (
                "blokus.move.corner",
                first || cells.iter().any(|&cell| self.at_corner(player, cell)),
            ),
            ("blokus.move.anchor", self.connected(player, mv.at)),
        ];
        clauses
            .into_iter()
            .filter(|(_, kept)| !kept)
            .map(|(clause, _)| clause)
            .collect()
    }

    /// Every code of a valid move of a player: each shape that it has left, in every way, at every connected cell.
    fn steps(&self, player: usize) -> impl Iterator<Item = Move> + '_ {
        let made = self.made(player);
        let left = self
            .shapes
            .iter()
            .filter(move |shape| made.iter().all(|mv| mv.letter != shape.letter));
        let cells = (0..self.rules.size).flat_map(|x| (0..self.rules.size).map(move |y| (x, y)));
        let connected = cells.filter(move |&cell| self.connected(player, cell));
        let steps =
            connected.flat_map(move |cell| left.clone().flat_map(move |shape| shape.all_at(cell)));
        steps.filter(move |&mv| self.broken(player, mv).is_empty())
    }

    /// Every valid move of a player: the sets of cells, each with all codes that name it.
    pub fn valid(&self, player: usize) -> Moves {
        let mut valid = Moves::new();
        for mv in self.steps(player) {
            let cells = self
                .shape(mv.letter)
                .and_then(|shape| shape.cells(mv))
                .unwrap_or_default();
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
        let mut able = (first..first + players)
            .map(|turn| turn % players)
            .filter(|&player| self.can_move(player));
        let player = able.next()?;
        let decided =
            self.rules.stop_early && able.next().is_none() && self.winner() == Some(player);
        (!decided).then_some(player)
    }

    /// The player that is asked next and what it can place.
    pub fn turn(&self) -> Option<(usize, Moves)> {
        self.to_move().map(|player| (player, self.valid(player)))
    }

    /// Lays a valid move on the board.
    pub fn place(&mut self, player: usize, mv: Move) {
        let cells = self
            .shape(mv.letter)
            .and_then(|shape| shape.cells(mv))
            .unwrap_or_default();
        cells
            .iter()
            .for_each(|&(x, y)| self.board[y as usize][x as usize] = Some(player));
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
            let covered = self
                .board
                .iter()
                .flatten()
                .filter(|owner| **owner == Some(player))
                .count() as i64;
            let made = self.made(player);
            let all = made.len() == self.shapes.len();
            let single = made
                .last()
                .and_then(|mv| self.shape(mv.letter))
                .is_some_and(|last| last.squares.len() == 1);
            let bonus = if all { self.rules.bonus_all } else { 0 };
            let further = if all && single {
                self.rules.bonus_single
            } else {
                0
            };
            if self.failed[player] {
                -1
            } else {
                covered + bonus + further
            }
        };
        (0..self.rules.players).map(of).collect()
    }

    /// Who has more points than each other.
    pub fn winner(&self) -> Option<usize> {
        let points = self.points();
        let most =
            |one: usize| (0..points.len()).all(|other| other == one || points[other] < points[one]);
        (0..points.len()).find(|&player| most(player))
    }

    /// How many games there are of so many moves.
    pub fn perft(&self, depth: u32) -> u64 {
        let Some((player, valid)) = self.turn() else {
            return 0;
        };
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
        (0..self.rules.size)
            .map(|y| (0..self.rules.size).map(|x| glyph((x, y))).collect())
            .collect()
    }

    /// The moves of the others that a player is told.
    pub fn others(&self, player: usize) -> Vec<(usize, Move)> {
        let before = self.moves.iter().rposition(|(by, _)| *by == player);
        let from = before.filter(|_| self.rules.since).unwrap_or(0);
        self.moves[from..]
            .iter()
            .filter(|(by, _)| *by != player)
            .copied()
            .collect()
    }

    /// Whether two codes stand for the same move.
    pub fn same_move(&self, a: Move, b: Move) -> bool {
        let cells = |mv: Move| self.shape(mv.letter).and_then(|shape| shape.cells(mv));
        cells(a).is_some() && cells(a) == cells(b)
    }
}

pub(crate) mod tests {
    #[test]
    fn the_numbers_of_the_pages() {
        let shapes = super::Shape::all("ABCDEFGHIJKLMNOPQRSTU");
        assert_eq!(
            shapes
                .iter()
                .map(|shape| shape.forms().len())
                .sum::<usize>(),
            91
        );
        let game = super::Game::new(&super::Naive::of(2, 13), shapes);
        let first = game.valid(0);
        assert_eq!(first.len(), 58);
        assert_eq!(first.values().map(Vec::len).sum::<usize>(), 116);
        for (cells, codes) in &first {
            let all = super::Shape::named(codes[0].letter).codes(cells);
            assert!(codes.iter().all(|mv| all.contains(mv)));
        }
        assert_eq!(game.perft(2), 3364);
        assert_eq!(
            super::Game::new(&super::Naive::of(3, 13), super::Shape::all("ABCDIEHFGQNOT")).perft(3),
            2368
        );
    }
}
