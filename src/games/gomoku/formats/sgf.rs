//! Gomoku in SGF: `GM[4]`, `;B[hh];W[ig]`, letters from `a`, the column first.

use crate::formats::sgf::{Property, tree};
use crate::formats::{Format, Opened, ReadError, Record, RecordSource, Says, trimmed};
use crate::game::Seat;
use crate::transcript::Reason;
use std::ops::Range;

/// `sgf`, of Gomoku.
pub(super) const SGF: Format = Format {
    name: "sgf",
    is_one,
    read,
    write: None,
};

/// True for SGF that does not name another game in letters.
fn is_one(bytes: &[u8]) -> bool {
    let text = trimmed(bytes);
    let mut named = text.windows(4).filter(|window| window.starts_with(b"GM["));
    text.starts_with(b"(")
        && !named
            .next()
            .is_some_and(|named| named[3].is_ascii_alphabetic())
}

/// Reads a game of Gomoku.
fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let text = source.text()?;
    let tree = tree(text)?;
    let mut record = Record::new(SGF, source.game()?);
    record.names = vec![String::new(); 2];
    record.notes.push("the file holds no times".into());
    if tree.has_variations {
        record
            .notes
            .push("the main line was taken; there are variations".into());
    }
    let (mut rows, mut cols, mut is_gomoku) = (15u8, 15u8, false);
    let mut result = None;
    for Property { name, values, at } in &tree.properties {
        let (place, value) = &values[0];
        let wrong = |why: &str| ReadError::new(place.clone(), why);
        match *name {
            "GM" if value.trim() == "4" => is_gomoku = true,
            "GM" => return Err(wrong("a record of another game: GM[4] is Gomoku")),
            "SZ" => {
                let (col, row) = value.split_once(':').unwrap_or((value, value));
                let sides = super::side(col).and_then(|cols| Ok((cols, super::side(row)?)));
                (cols, rows) = sides.map_err(|why| wrong(&why))?;
            }
            "PB" => record.names[0] = value.to_string(),
            "PW" => record.names[1] = value.to_string(),
            "RE" => result = Some((place.clone(), *value)),
            "AB" | "AW" | "AE" => {
                return Err(ReadError::new(
                    at.clone(),
                    "stones that nobody played: this game begins on an empty board",
                ));
            }
            "B" | "W" => {
                let line = |index: usize| value.as_bytes().get(index).copied().and_then(number);
                let (Some(col), Some(row), 2) = (line(0), line(1), value.len()) else {
                    let why = "expected a cell such as `hh`, column and row; there is no pass";
                    return Err(ReadError::new(
                        place.start..place.end.max(place.start + 1),
                        why,
                    ));
                };
                let words = [
                    place.start..place.start,
                    place.start + 1..place.end,
                    place.start..place.start + 1,
                ];
                let seat = Seat(u8::from(*name == "W"));
                record.said(seat, &format!("MOVE {row} {col}"), None, at.clone(), &words);
            }
            _ => {}
        }
    }
    if !is_gomoku {
        let why = "expected GM[4], Gomoku, among the first properties";
        return Err(ReadError::new(0..text.len().min(2), why));
    }
    if (rows, cols) != (15, 15) {
        record.set("board", format!("{rows}x{cols}"));
    }
    if let Some((at, value)) = result {
        ended(&mut record, value, at);
    }
    Ok(record.into())
}

/// The number of a row or column: `a` is 1, and `A` is 27.
fn number(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a' + 1),
        b'A'..=b'Z' => Some(letter - b'A' + 27),
        _ => None,
    }
}

/// `RE[B+]`, `RE[W+R]`, `RE[0]`.
fn ended(record: &mut Record<'_>, value: &str, at: Range<usize>) {
    let winner = match value.get(..2) {
        Some("B+") => Some(Seat(0)),
        Some("W+") => Some(Seat(1)),
        _ if matches!(value, "0" | "Draw") => None,
        _ if matches!(value, "?" | "Void" | "") => return,
        _ => {
            record.passed_over("the result", value);
            return;
        }
    };
    let reason = match value.get(2..).unwrap_or_default() {
        "T" | "Time" => Some(Reason::Late),
        "R" | "Resign" | "F" | "Forfeit" => Some(Reason::Fault),
        _ => None,
    };
    if let (Some(seat), Some(reason)) = (winner, reason) {
        record.failed(seat.other(), reason, at.clone());
    }
    record.claim(Says::Winner(winner), at);
}
