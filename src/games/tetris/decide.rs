//! Whether some game places exactly this sequence, and what shows the answer: a game that does, or all the tables at which
//! none goes on.

use super::Start;
use super::pieces::{Alphabet, Piece, Pieces};
use super::rules::{Table, Tetris};
use std::fmt::Write;

/// Exact simulation: it keeps all tables between the last placed piece and the next, with those where a first piece has just
/// been held.
///
/// A game that starts with a bag has received what it placed and what it holds. All earlier bags are whole, so the slot
/// alone decides what is left of the current one: there is at most one table for each content of the slot.
#[derive(Clone, Debug)]
pub struct Model {
    rules: Tetris,
    nodes: Vec<Node>,
    /// The index of the first table that is possible now. Those before led to them.
    now: usize,
    remembers: bool,
}

/// A table, the node it came from, and the piece that was received between.
#[derive(Clone, Copy, Debug)]
struct Node {
    table: Table,
    from: usize,
    link: Option<Link>,
}

impl Model {
    /// Before the first piece.
    pub fn new(rules: &Tetris) -> Model {
        Model::starting(rules, false)
    }

    fn starting(rules: &Tetris, remembers: bool) -> Model {
        let laid = Node {
            table: rules.laid(),
            from: 0,
            link: None,
        };
        let mut model = Model {
            rules: *rules,
            nodes: vec![laid],
            now: 0,
            remembers,
        };
        model.wait();
        model
    }

    /// The tables that are possible now, each once; none where the sequence is impossible.
    pub fn tables(&self) -> Vec<Table> {
        self.nodes[self.now..]
            .iter()
            .map(|node| node.table)
            .collect()
    }

    /// Goes on to the tables after one more piece; false if none is left.
    pub fn place(&mut self, piece: Piece) -> bool {
        let next = self.nodes.len();
        for from in std::mem::replace(&mut self.now, next)..next {
            let table = self.nodes[from].table;
            if self.rules.left(&table).contains(piece) {
                let table = self.rules.received(&table, piece);
                self.add(Node {
                    table,
                    from,
                    link: Some(Link { piece, hold: false }),
                });
            }
            if table.slot == Some(piece) {
                self.hold(from);
            }
        }
        if !self.remembers {
            self.nodes.drain(..next);
            self.now = 0;
        }
        self.wait();
        self.nodes.len() > self.now
    }

    /// Places all pieces. Returns the first index at which no table is left.
    pub fn run(&mut self, pieces: &[Piece]) -> Result<(), usize> {
        pieces
            .iter()
            .position(|&piece| !self.place(piece))
            .map_or(Ok(()), Err)
    }

    /// The moves that place no piece: the opening bag ends, or a received piece is held in the empty slot.
    fn wait(&mut self) {
        let mut from = self.now;
        while let Some(&Node { table, .. }) = self.nodes.get(from) {
            if let Some(table) = self.rules.ended(&table) {
                self.add(Node {
                    table,
                    from,
                    link: None,
                });
            }
            if self.rules.hold && table.slot.is_none() {
                self.hold(from);
            }
            from += 1;
        }
    }

    /// Any piece that is left of the bag is received and held.
    fn hold(&mut self, from: usize) {
        let before = self.nodes[from].table;
        for piece in self.rules.left(&before).iter() {
            let table = Table {
                slot: Some(piece),
                ..self.rules.received(&before, piece)
            };
            self.add(Node {
                table,
                from,
                link: Some(Link { piece, hold: true }),
            });
        }
    }

    fn add(&mut self, node: Node) {
        if self.nodes[self.now..]
            .iter()
            .all(|known| known.table != node.table)
        {
            self.nodes.push(node);
        }
    }

    /// The game that leads to the first of the tables.
    fn game(&self) -> Witness {
        let (mut queue, mut opening) = (Vec::new(), None);
        let mut at = self.now;
        while at > 0 {
            let node = &self.nodes[at];
            match node.link {
                Some(link) => queue.push(link),
                None => opening = Some(queue.len()),
            }
            at = node.from;
        }
        queue.reverse();
        let opening = if self.nodes[0].table.opening {
            opening.map(|after| queue.len() - after)
        } else {
            Some(0)
        };
        Witness { queue, opening }
    }
}

/// Ok where the sequence is possible; otherwise the first index, from 0, at which no game remains.
pub fn decide(rules: &Tetris, pieces: &[Piece]) -> Result<(), usize> {
    match rules.start {
        Start::BagStart => greedy(rules, pieces),
        Start::MidBag => Model::new(rules).run(pieces),
    }
}

/// The same in one pass, only from the start of a bag: a piece comes from the bag if it can, and the slot stays unknown
/// until it must be known.
pub fn greedy(rules: &Tetris, pieces: &[Piece]) -> Result<(), usize> {
    let all = rules.alphabet.all();
    let mut left = all;
    // `None` is an empty or an unknown slot. Neither can give a piece before its content is known.
    let mut slot = Pieces::NONE;
    for (at, &piece) in pieces.iter().enumerate() {
        if left.union(slot).contains(piece) {
            // A piece that is not left in the bag came from the slot, in exchange for an unplaced piece of this bag.
            slot = if left.contains(piece) {
                slot
            } else {
                Pieces::NONE
            };
            left = left.without(Pieces::only(piece));
        } else if rules.hold && slot.is_empty() && left.is_single() && all.contains(piece) {
            // The rest of this bag must be held, and the piece is the first of the next bag.
            slot = left;
            left = all.without(Pieces::only(piece));
        } else {
            return Err(at);
        }
        if left.is_empty() {
            left = all;
        }
    }
    Ok(())
}

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
    let mut model = Model::starting(rules, true);
    for (at, &piece) in pieces.iter().enumerate() {
        let before = model.now;
        if !model.place(piece) {
            let tables = model.nodes[before..]
                .iter()
                .map(|node| node.table)
                .collect();
            return Err(Impossible { at, piece, tables });
        }
    }
    Ok(model.game())
}

/// Longest sequence whose game is drawn.
const DRAWN: usize = 400;

/// The finding of [`explain`], in words and drawn: a game that places the sequence, or the first place at which there is none.
pub fn because(rules: &Tetris, pieces: &[Piece]) -> String {
    match explain(rules, pieces) {
        Ok(witness) if pieces.len() <= DRAWN => {
            format!(
                "this game places it\n{}",
                witness.draw(&rules.alphabet).trim_end()
            )
        }
        Ok(witness) => format!(
            "a game with {} holds places it",
            witness.holds().len().saturating_sub(1)
        ),
        Err(impossible) => impossible.draw(&rules.alphabet).trim_end().into(),
    }
}

impl Witness {
    /// The places in the queue, from 1, at which a piece was held; before them stands 0, the empty slot.
    pub fn holds(&self) -> Vec<usize> {
        let held = self
            .queue
            .iter()
            .enumerate()
            .filter(|(_, link)| link.hold)
            .map(|(at, _)| at + 1);
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
            let queued = |at: usize| {
                at.checked_sub(1)
                    .map_or("_".into(), |at| letter(self.queue[at].piece))
            };
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
        let mut text = format!(
            "no game places {letter} as piece {}; before it the table can be:\n",
            self.at + 1
        );
        for table in &self.tables {
            let left: Vec<Piece> = alphabet.all().without(table.used).iter().collect();
            let slot = table
                .slot
                .map_or("nothing".into(), |piece| alphabet.letter(piece).to_string());
            let _ = writeln!(
                text,
                "  {slot} held, {} left in the bag",
                alphabet.text(&left)
            );
        }
        text
    }
}
