//! SGF, and Gomoku in it: `GM[4]`, `;B[hh];W[ig]`, letters from `a`, the column first.

use super::{ReadError, Reason, Record, Says, Shape};
use crate::game::Seat;
use crate::games::Registry;
use std::ops::Range;

/// A property: its name, its values with their places, and its own place.
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    pub(super) values: Vec<(Range<usize>, &'a str)>,
    pub(super) at: Range<usize>,
}

/// What a file holds: the properties of its main line, node by node, and whether it has variations.
pub(super) struct Tree<'a> {
    pub(super) properties: Vec<Property<'a>>,
    pub(super) has_variations: bool,
}

/// Reads the first game of a file, and of its variations the first.
pub(super) fn tree(text: &str) -> Result<Tree<'_>, ReadError> {
    let bytes = text.as_bytes();
    let mut tree = Tree { properties: Vec::new(), has_variations: false };
    let (mut at, mut open, mut has_closed) = (0, 0usize, false);
    while at < bytes.len() {
        match bytes[at] {
            b'(' => {
                tree.has_variations |= has_closed;
                open += 1;
            }
            b')' if open > 0 => {
                (open, has_closed) = (open - 1, true);
                if open == 0 {
                    return Ok(tree);
                }
            }
            b';' if open > 0 => {}
            byte if byte.is_ascii_whitespace() => {}
            byte if open > 0 && byte.is_ascii_alphanumeric() => {
                let property = property(text, &mut at)?;
                if !has_closed {
                    tree.properties.push(property);
                }
                continue;
            }
            _ => {
                let wide = text[at..].chars().next().map_or(1, char::len_utf8);
                let why = "this is no SGF: expected `(;`, a property such as `B[hh]`, or `)`";
                return Err(ReadError::new(at..at + wide, why));
            }
        }
        at += 1;
    }
    let end = text.trim_end().len();
    Err(ReadError::new(end.saturating_sub(1)..end, "this is no SGF: it is cut short, and no `)` ends the game"))
}

fn property<'a>(text: &'a str, at: &mut usize) -> Result<Property<'a>, ReadError> {
    let bytes = text.as_bytes();
    let start = *at;
    while bytes.get(*at).is_some_and(u8::is_ascii_alphanumeric) {
        *at += 1;
    }
    let (name, mut values) = (&text[start..*at], Vec::new());
    loop {
        let blanks = bytes[*at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if bytes.get(*at + blanks) != Some(&b'[') {
            break;
        }
        let from = *at + blanks + 1;
        let mut end = from;
        while bytes.get(end).is_some_and(|&byte| byte != b']') {
            end += 1 + usize::from(bytes[end] == b'\\');
        }
        let is_ended = bytes.get(end) == Some(&b']');
        let value = text.get(from..end).filter(|_| is_ended);
        let value = value.ok_or_else(|| ReadError::new(from - 1..from, "no `]` ends this value"))?;
        values.push((from..end, value));
        *at = end + 1;
    }
    if values.is_empty() {
        return Err(ReadError::new(start..*at, format!("expected a value after {name}, as in `B[hh]`")));
    }
    Ok(Property { name, values, at: start..*at })
}

/// Reads a game of Gomoku.
pub(super) fn read(text: &str, games: Registry) -> Result<Record<'static>, ReadError> {
    let tree = tree(text)?;
    let mut record = Record::new(Shape::Sgf, super::game(games, "gomoku")?);
    record.names = vec![String::new(); 2];
    record.notes.push("the file holds no times".into());
    if tree.has_variations {
        record.notes.push("the main line was taken; there are variations".into());
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
                let side = |side: &str| side.trim().parse::<u8>().ok().filter(|side| (1..=19).contains(side));
                (cols, rows) =
                    side(col).zip(side(row)).ok_or_else(|| wrong("expected the board's size, from 1 to 19"))?;
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
                let letter = |index: usize| value.as_bytes().get(index).filter(|byte| byte.is_ascii_lowercase());
                let (Some(col), Some(row), 2) = (letter(0), letter(1), value.len()) else {
                    let why = "expected a cell such as `hh`, column and row; there is no pass";
                    return Err(ReadError::new(place.start..place.end.max(place.start + 1), why));
                };
                let [row, col] = [row, col].map(|letter| letter - b'a' + 1);
                let words = vec![place.start..place.start, place.start + 1..place.end, place.start..place.start + 1];
                let seat = Seat(u8::from(*name == "W"));
                record.said(seat, format!("MOVE {row} {col}"), None, at.clone(), words);
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
        ended(&mut record, value, at)?;
    }
    Ok(record)
}

/// `RE[B+]`, `RE[W+R]`, `RE[0]`.
fn ended(record: &mut Record<'_>, value: &str, at: Range<usize>) -> Result<(), ReadError> {
    let winner = match value.get(..2) {
        Some("B+") => Some(Seat(0)),
        Some("W+") => Some(Seat(1)),
        _ if matches!(value, "0" | "Draw") => None,
        _ if matches!(value, "?" | "Void" | "") => return Ok(()),
        _ => return Err(ReadError::new(at, "expected a result such as B+, W+R or 0")),
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
    Ok(())
}
