//! Blokus in SGF, as pentobi keeps it: `;1[a20,b20,c20]`, columns by letters, rows counted from the bottom.

use crate::cells::Cell;
use crate::formats::sgf::{Property, tree};
use crate::formats::{Format, Opened, ReadError, Record, RecordSource, trimmed};
use crate::game::{Actor, Rules, Seat, Situation};
use crate::games::blokus::{Action, BOXED, Blokus, Cells, DUO, Params, Placement};
use crate::params::{Parameters, Preset};
use crate::polyomino::Shape;
use std::ops::Range;

/// `blksgf`.
pub(super) const BLKSGF: Format = Format {
    name: "blksgf",
    is_one,
    read,
    write: None,
};

/// The variants that have a preset here.
const VARIANTS: [(&str, &Preset); 4] = [
    ("Blokus", &BOXED),
    ("Blokus Two-Player", &BOXED),
    ("Blokus Three-Player", &BOXED),
    ("Blokus Duo", &DUO),
];

/// True where a file seems to hold such a game, or another that the same program names in letters.
fn is_one(bytes: &[u8]) -> bool {
    let text = trimmed(bytes);
    let is_named = |window: &[u8]| window.starts_with(b"GM[") && window[3].is_ascii_alphabetic();
    text.starts_with(b"(") && text[..text.len().min(4096)].windows(4).any(is_named)
}

/// The seat of a colour's property.
fn colour(name: &str) -> Option<Seat> {
    Some(Seat(match name {
        "1" | "B" | "BLUE" => 0,
        "2" | "W" | "YELLOW" => 1,
        "3" | "RED" => 2,
        "4" | "GREEN" => 3,
        _ => return None,
    }))
}

/// Reads a game. Its colours are the seats, whoever plays them.
fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let text = source.text()?;
    let tree = tree(text)?;
    let mut record = Record::new(BLKSGF, source.game()?);
    let named = tree
        .properties
        .iter()
        .find(|property| property.name == "GM");
    let (place, variant) = named.map_or((0..text.len().min(2), ""), |property| {
        property.values[0].clone()
    });
    let known = VARIANTS.iter().find(|(name, _)| *name == variant);
    let Some((_, preset)) = known else {
        let names: Vec<&str> = VARIANTS.iter().map(|(name, _)| *name).collect();
        let why = format!(
            "a record of another game: expected GM[...] with one of {}",
            names.join(", ")
        );
        return Err(ReadError::new(place, why));
    };
    record.settings = preset.settings();
    record
        .notes
        .push("the file holds no times; each colour is a seat of its own".into());
    if tree.has_variations {
        record
            .notes
            .push("the main line was taken; there are variations".into());
    }
    let params =
        Params::with(&record.settings).map_err(|why| ReadError::new(place.clone(), why))?;
    let mut board = Situation::start(Blokus::new(&params));
    let seats = board.rules.seats.len();
    for Property { name, values, at } in &tree.properties {
        if let Some(player) = name
            .strip_prefix('P')
            .and_then(colour)
            .filter(|seat| seat.index() < seats)
        {
            record.names.resize(seats, String::new());
            record.names[player.index()] = values[0].1.to_string();
        }
        let Some(seat) = colour(name) else {
            if matches!(*name, "A1" | "A2" | "A3" | "A4" | "AB" | "AW" | "AE") {
                return Err(ReadError::new(
                    at.clone(),
                    "shapes that nobody played: this game begins on an empty board",
                ));
            }
            continue;
        };
        if seat.index() >= seats {
            return Err(ReadError::new(
                at.clone(),
                format!("{variant} has {seats} colours"),
            ));
        }
        let said = board.answer(seat, values, at)?;
        let words = [(); 3].map(|()| at.clone());
        record.said(seat, &said, None, at.clone(), &words);
    }
    Ok(record.into())
}

/// The board as it stands, by which cells get the code of an answer.
impl Situation<Blokus> {
    /// The answer that covers these cells: by a connected one, where there is any.
    fn answer(
        &mut self,
        seat: Seat,
        values: &[(Range<usize>, &str)],
        at: &Range<usize>,
    ) -> Result<String, ReadError> {
        let mut cells = Cells::EMPTY;
        for (place, value) in values {
            let mut start = place.start;
            for word in value.split(',') {
                let here = start..start + word.len();
                start = here.end + 1;
                let cell = self.cell(word.trim()).ok_or_else(|| {
                    let side = self.rules.grid.rows;
                    let last = char::from(b'a' + self.rules.grid.cols - 1);
                    ReadError::new(
                        here.clone(),
                        format!("expected a cell from a1 to {last}{side}"),
                    )
                })?;
                if cells.contains(cell) {
                    return Err(ReadError::new(here, "this cell is named twice"));
                }
                cells.insert(cell);
            }
        }
        let shape = Shape::ALL
            .iter()
            .copied()
            .find(|shape| shape.is_made_of(self.rules.grid, &cells));
        let first = cells.iter().next();
        let (Some(shape), Some(first)) = (shape, first) else {
            let why = "these cells are no shape: expected one to five, joined by their sides";
            return Err(ReadError::new(at.clone(), why));
        };
        let anchor = cells
            .intersection(&self.rules.anchors(&self.at, seat))
            .iter()
            .next()
            .unwrap_or(first);
        let place = Placement {
            shape,
            cells,
            anchor,
        };
        let code = self.rules.canonical(&place);
        if self
            .rules
            .check(&self.at, Actor::Seat(seat), &Action::Place(place))
            .is_ok()
        {
            self.rules
                .apply(&mut self.at, Actor::Seat(seat), &Action::Place(place));
        }
        code.map(|code| code.to_string())
            .ok_or_else(|| ReadError::new(at.clone(), "this shape has no letter"))
    }

    /// `a20`: the column's letter, and the row counted from the bottom.
    fn cell(&self, word: &str) -> Option<Cell> {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let letters = &word[..word.len() - digits.len()];
        let [letter] = letters.as_bytes() else {
            return None;
        };
        let col = i64::from(letter - b'a');
        let row = digits.parse::<u8>().ok()?;
        self.rules
            .grid
            .cell(i64::from(self.rules.grid.rows) - i64::from(row), col)
    }
}
