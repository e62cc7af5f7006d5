//! SGF, the format of a tree of moves: `(;GM[4];B[hh];W[ig])`.

use super::ReadError;
use std::ops::Range;

/// A property.
pub struct Property<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its values, at least one, each with its place.
    pub values: Vec<(Range<usize>, &'a str)>,
    /// Where its name and values stand.
    pub at: Range<usize>,
}

/// The content of a file.
pub struct Tree<'a> {
    /// The properties of its main line, node by node.
    pub properties: Vec<Property<'a>>,
    /// True where it has variations, too.
    pub has_variations: bool,
}

/// Reads the first game of a file, and of its variations the first.
pub fn tree(text: &str) -> Result<Tree<'_>, ReadError> {
    let bytes = text.as_bytes();
    let mut tree = Tree {
        properties: Vec::new(),
        has_variations: false,
    };
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
    Err(ReadError::new(
        end.saturating_sub(1)..end,
        "this is no SGF: it is cut short, and no `)` ends the game",
    ))
}

fn property<'a>(text: &'a str, at: &mut usize) -> Result<Property<'a>, ReadError> {
    let bytes = text.as_bytes();
    let start = *at;
    while bytes.get(*at).is_some_and(u8::is_ascii_alphanumeric) {
        *at += 1;
    }
    let (name, mut values) = (&text[start..*at], Vec::new());
    loop {
        let blanks = bytes[*at..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
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
        let value =
            value.ok_or_else(|| ReadError::new(from - 1..from, "no `]` ends this value"))?;
        values.push((from..end, value));
        *at = end + 1;
    }
    if values.is_empty() {
        return Err(ReadError::new(
            start..*at,
            format!("expected a value after {name}, as in `B[hh]`"),
        ));
    }
    Ok(Property {
        name,
        values,
        at: start..*at,
    })
}
