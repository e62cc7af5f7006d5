//! Exact simulation: every table that some game can have reached after the pieces so far.

use super::super::pieces::Piece;
use super::super::rules::{Table, Tetris};
use super::Link;

/// All tables between the last piece placed and the next, those included where a first piece has just been held.
///
/// A game that starts with a bag has received what it placed and what it holds; all earlier bags being whole, the
/// slot alone decides what is left of the current one. So there is at most one table for each content of the slot.
#[derive(Clone, Debug)]
pub struct Model {
    rules: Tetris,
    tables: Vec<Table>,
    before: Vec<Table>,
}

impl Model {
    /// Before the first piece.
    pub fn new(rules: &Tetris) -> Model {
        let mut model = Model { rules: *rules, tables: vec![rules.laid()], before: Vec::new() };
        model.wait();
        model
    }

    /// The tables that are possible now, each once; none where the sequence is impossible.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Goes on to the tables after one more piece; false where none is left.
    pub fn place(&mut self, piece: Piece) -> bool {
        std::mem::swap(&mut self.tables, &mut self.before);
        self.tables.clear();
        for table in &self.before {
            placing(&self.rules, table, piece, |table, _| add(&mut self.tables, table));
        }
        self.wait();
        !self.tables.is_empty()
    }

    /// Places all pieces; the first index at which no table is left.
    pub fn run(&mut self, pieces: &[Piece]) -> Result<(), usize> {
        match pieces.iter().position(|&piece| !self.place(piece)) {
            Some(at) => Err(at),
            None => Ok(()),
        }
    }

    fn wait(&mut self) {
        let mut at = 0;
        while let Some(&table) = self.tables.get(at) {
            waiting(&self.rules, &table, |table, _| add(&mut self.tables, table));
            at += 1;
        }
    }
}

fn add(tables: &mut Vec<Table>, table: Table) {
    if !tables.contains(&table) {
        tables.push(table);
    }
}

/// What one received piece can lead to where it makes `piece` the next one placed: it is that piece, or it is
/// swapped for it.
pub(super) fn placing(rules: &Tetris, table: &Table, piece: Piece, mut found: impl FnMut(Table, Link)) {
    let left = rules.left(table);
    if left.contains(piece) {
        found(rules.received(table, piece), Link { piece, hold: false });
    }
    if table.slot == Some(piece) {
        for held in left.iter() {
            let table = Table { slot: Some(held), ..rules.received(table, held) };
            found(table, Link { piece: held, hold: true });
        }
    }
}

/// What can happen without a piece being placed: the opening bag ends, or a received piece is held in the empty slot.
pub(super) fn waiting(rules: &Tetris, table: &Table, mut found: impl FnMut(Table, Option<Link>)) {
    if let Some(ended) = rules.ended(table) {
        found(ended, None);
    }
    if rules.hold && table.slot.is_none() {
        for held in rules.left(table).iter() {
            let table = Table { slot: Some(held), ..rules.received(table, held) };
            found(table, Some(Link { piece: held, hold: true }));
        }
    }
}
