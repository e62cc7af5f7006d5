//! What shows an answer: a game that places the sequence, or all the tables at which it cannot go on.

use super::super::pieces::{Alphabet, Piece};
use super::super::rules::{Table, Tetris};
use super::model::{placing, waiting};
use std::fmt::Write;

/// A piece of the queue, and what the player did with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    /// The piece that was received.
    pub piece: Piece,
    /// True where it was held, false where it was placed.
    pub hold: bool,
}

/// A game: its queue and where it held.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    /// The queue as far as it was used.
    pub queue: Vec<Link>,
    /// How many pieces of a bag that began before the game come first; `None` where it had not ended.
    pub opening: Option<usize>,
}

/// A sequence that no game places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impossible {
    /// The first index, from 0, at which no game remains.
    pub at: usize,
    /// The piece there.
    pub piece: Piece,
    /// All tables that are possible before it.
    pub tables: Vec<Table>,
}

/// A game that places exactly this sequence, or why there is none.
pub fn explain(rules: &Tetris, pieces: &[Piece]) -> Result<Witness, Impossible> {
    let mut search = Search { rules, nodes: Vec::new() };
    search.nodes.push(Node { table: rules.laid(), from: 0, link: None });
    let mut layer = 0;
    search.wait(layer);
    for (at, &piece) in pieces.iter().enumerate() {
        let next = search.nodes.len();
        search.place(layer, piece);
        if search.nodes.len() == next {
            let tables = search.nodes[layer..].iter().map(|node| node.table).collect();
            return Err(Impossible { at, piece, tables });
        }
        layer = next;
        search.wait(layer);
    }
    Ok(search.game(layer))
}

/// Longest sequence whose game is drawn.
const DRAWN: usize = 400;

/// What [`explain`] finds, in words and drawn: a game that places the sequence, or the first place at which there is none.
pub fn because(rules: &Tetris, pieces: &[Piece]) -> String {
    match explain(rules, pieces) {
        Ok(witness) if pieces.len() <= DRAWN => {
            format!("this game places it\n{}", witness.draw(&rules.alphabet).trim_end())
        }
        Ok(witness) => format!("a game with {} holds places it", witness.holds().len().saturating_sub(1)),
        Err(impossible) => impossible.draw(&rules.alphabet).trim_end().into(),
    }
}

/// A table, the node it came from, and the piece that was received between.
struct Node {
    table: Table,
    from: usize,
    link: Option<Link>,
}

/// All tables of all layers; a layer holds those after the same number of pieces.
struct Search<'a> {
    rules: &'a Tetris,
    nodes: Vec<Node>,
}

impl Search<'_> {
    fn place(&mut self, layer: usize, piece: Piece) {
        let next = self.nodes.len();
        for from in layer..next {
            let table = self.nodes[from].table;
            placing(self.rules, &table, piece, |table, link| {
                add(&mut self.nodes, next, Node { table, from, link: Some(link) });
            });
        }
    }

    fn wait(&mut self, layer: usize) {
        let mut from = layer;
        while from < self.nodes.len() {
            let table = self.nodes[from].table;
            waiting(self.rules, &table, |table, link| add(&mut self.nodes, layer, Node { table, from, link }));
            from += 1;
        }
    }

    /// The game that leads to a node.
    fn game(&self, mut at: usize) -> Witness {
        let mut queue = Vec::new();
        let mut opening = None;
        while at > 0 {
            let node = &self.nodes[at];
            match node.link {
                Some(link) => queue.push(link),
                None => opening = Some(queue.len()),
            }
            at = node.from;
        }
        queue.reverse();
        let opening = if self.nodes[0].table.opening { opening.map(|after| queue.len() - after) } else { Some(0) };
        Witness { queue, opening }
    }
}

fn add(nodes: &mut Vec<Node>, layer: usize, node: Node) {
    if nodes[layer..].iter().all(|known| known.table != node.table) {
        nodes.push(node);
    }
}

impl Witness {
    /// A game that starts with a bag, from its queue and the places, from 1, at which it held.
    pub fn new(queue: &[Piece], holds: &[usize]) -> Witness {
        let link = |(at, &piece): (usize, &Piece)| Link { piece, hold: holds.contains(&(at + 1)) };
        Witness { queue: queue.iter().enumerate().map(link).collect(), opening: Some(0) }
    }

    /// The places in the queue, from 1, at which a piece was held; before them stands 0, the empty slot.
    pub fn holds(&self) -> Vec<usize> {
        let held = self.queue.iter().enumerate().filter(|(_, link)| link.hold).map(|(at, _)| at + 1);
        std::iter::once(0).chain(held).collect()
    }

    /// For each piece of the queue the one that left the hand for it: itself, the one held before, or none.
    pub fn left(&self) -> Vec<Option<Piece>> {
        let mut slot = None;
        let left = |link: &Link| match link.hold {
            true => slot.replace(link.piece),
            false => Some(link.piece),
        };
        self.queue.iter().map(left).collect()
    }

    /// The sequence that the game places.
    pub fn placed(&self) -> Vec<Piece> {
        self.left().into_iter().flatten().collect()
    }

    /// The game as text, 24 pieces of the queue abreast: Q, the chain of holds S, R and P.
    pub fn draw(&self, alphabet: &Alphabet) -> String {
        let mut text = String::new();
        let holds = self.holds();
        let left = self.left();
        for from in (0..=self.queue.len()).step_by(WIDTH) {
            let columns = from..(from + WIDTH).min(self.queue.len() + 1);
            let row = |name: &str, cell: &dyn Fn(usize) -> String| {
                let cells: String = columns.clone().map(cell).collect();
                format!("{name}{}\n", cells.trim_end())
            };
            let letter = |piece: Piece| alphabet.letter(piece).to_string();
            let queued = |at: usize| at.checked_sub(1).map_or("_".into(), |at| letter(self.queue[at].piece));
            let gap = |at: usize, blank: &str| match at.checked_sub(1).map(|at| left[at]) {
                Some(piece) => piece.map_or(blank.into(), letter),
                None => String::new(),
            };
            text += &row(" ", &|at| format!("{at:>4}"));
            text += &row("Q", &|at| format!("{:>4}", queued(at)));
            text += &row("S", &|at| arrow(&holds, at));
            text += &row("R", &|at| format!("{:>4}", gap(at, "_")));
            text += &row("P", &|at| format!("{:>4}", gap(at, "")));
        }
        let numbers: Vec<String> = holds.iter().map(usize::to_string).collect();
        let _ = writeln!(text, "S = ({})", numbers.join(", "));
        text
    }
}

/// Columns of a drawing.
const WIDTH: usize = 24;

/// Four columns of the chain of holds: where one piece was held, on the way to the next, or after the last.
fn arrow(holds: &[usize], at: usize) -> String {
    let next = holds.partition_point(|&hold| hold < at);
    match holds.get(next) {
        Some(&hold) if hold == at => if at == 0 { "   o" } else { "-->o" }.into(),
        Some(_) => "----".into(),
        None => "    ".into(),
    }
}

impl Impossible {
    /// Why no game goes on, as text.
    pub fn draw(&self, alphabet: &Alphabet) -> String {
        let letter = alphabet.letter(self.piece);
        let mut text = format!("no game places {letter} as piece {}; before it the table can be:\n", self.at + 1);
        for table in &self.tables {
            let left: Vec<Piece> = alphabet.all().without(table.used).iter().collect();
            let slot = table.slot.map_or("nothing".into(), |piece| alphabet.letter(piece).to_string());
            let _ = writeln!(text, "  {slot} held, {} to come of the bag", alphabet.text(&left));
        }
        text
    }
}
