//! The setup of a game of Blokus, as parameters: shapes, their numbers, start cells.

use crate::cells::{Cell, Grid};
use crate::game::MAX_SEATS;
use crate::params::ParameterValue;
use crate::polyomino::Shapes;
use std::fmt;
use std::str::FromStr;

/// The shapes in play: `drawn` by the judge, `all`, or names joined by commas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stock {
    /// The judge draws them.
    Drawn,
    /// These.
    These(Shapes),
}

impl ParameterValue for Stock {}
impl ParameterValue for Counts {}
impl ParameterValue for Starts {}

impl fmt::Display for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stock::Drawn => f.write_str("drawn"),
            Stock::These(shapes) => shapes.fmt(f),
        }
    }
}

impl FromStr for Stock {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "drawn" => Ok(Stock::Drawn),
            _ => text
                .parse()
                .map(Stock::These)
                .map_err(|why| format!("{why}; or drawn, or all")),
        }
    }
}

/// How many shapes are drawn for two, three and four players: `18/13/10`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counts(pub [u8; 3]);

impl Counts {
    /// The number for so many players.
    pub fn of(&self, players: usize) -> usize {
        usize::from(self.0[players.clamp(2, 4) - 2])
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [two, three, four] = self.0;
        write!(f, "{two}/{three}/{four}")
    }
}

impl FromStr for Counts {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let count = |word: &str| {
            word.parse::<u8>()
                .ok()
                .filter(|count| (4..=21).contains(count))
        };
        let counts: Option<Vec<u8>> = text.split('/').map(count).collect();
        let counts = counts.and_then(|counts| counts.try_into().ok()).map(Counts);
        counts.ok_or_else(|| "expected three numbers such as 18/13/10, each from 4 to 21".into())
    }
}

/// Where each player starts: at the corners, or at cells of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Starts {
    /// Top left, bottom right, bottom left, top right.
    Corners,
    /// The corners clockwise, from the top left.
    Clockwise,
    /// Start cells by column and row, from 0, and how many of them count.
    Cells([(u8, u8); MAX_SEATS], usize),
}

impl Starts {
    /// The start cell of each seat; seats without one of their own share the first.
    pub fn cells(&self, grid: Grid) -> [Cell; MAX_SEATS] {
        let (right, bottom) = (grid.cols - 1, grid.rows - 1);
        let places = match *self {
            Starts::Corners => [(0, 0), (right, bottom), (0, bottom), (right, 0)],
            Starts::Clockwise => [(0, 0), (right, 0), (right, bottom), (0, bottom)],
            Starts::Cells(places, _) => places,
        };
        places.map(|(col, row)| grid.cell(row.into(), col.into()).unwrap_or(Cell::FIRST))
    }

    /// Whether the board has a start cell for each of so many players.
    pub fn agree(&self, players: usize, grid: Grid) -> Result<(), String> {
        let Starts::Cells(places, count) = *self else {
            return Ok(());
        };
        let places = &places[..count];
        let is_inside = |&(col, row): &(u8, u8)| grid.cell(row.into(), col.into()).is_some();
        let is_twice = (1..count).any(|at| places[..at].contains(&places[at]));
        if count != players {
            return Err(format!(
                "starts={self}: {count} start cells for {players} players"
            ));
        }
        if is_twice || !places.iter().all(is_inside) {
            return Err(format!(
                "starts={self}: expected different cells of the board, {0} x {0}",
                grid.rows
            ));
        }
        Ok(())
    }
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Starts::Corners => f.write_str("corners"),
            Starts::Clockwise => f.write_str("clockwise"),
            Starts::Cells(places, count) => {
                let cells: Vec<String> = places
                    .iter()
                    .take(*count)
                    .map(|(col, row)| format!("{col},{row}"))
                    .collect();
                f.write_str(&cells.join("/"))
            }
        }
    }
}

impl FromStr for Starts {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "corners" => return Ok(Starts::Corners),
            "clockwise" => return Ok(Starts::Clockwise),
            _ => {}
        }
        let cell = |word: &str| {
            word.split_once(',')
                .and_then(|(col, row)| Some((col.parse().ok()?, row.parse().ok()?)))
        };
        let cells: Option<Vec<(u8, u8)>> = text.split('/').map(cell).collect();
        let cells = cells.filter(|cells| (2..=MAX_SEATS).contains(&cells.len()));
        let cells = cells
            .ok_or("expected corners, clockwise, or a cell for each player such as 4,4/9,9")?;
        let mut places = [(0, 0); MAX_SEATS];
        places[..cells.len()].copy_from_slice(&cells);
        Ok(Starts::Cells(places, cells.len()))
    }
}
