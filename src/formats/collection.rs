//! Files with several games: SGF is a collection of games, and a list in JSON has a match for each item.

use super::text::Text;
use std::ops::Range;

/// The games of a file, or of a line of one: each with its number, where there are several. The bytes have no byte order mark.
pub fn games(text: Text<'_>) -> Vec<Text<'_>> {
    let text = text.unmarked();
    let parts = match text.bytes.trim_ascii_start() {
        [b'(', ..] => parts(text.bytes, 0, [b'(', b')'], [b'[', b']']),
        [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"{") => {
            let start = text.bytes.len() - rest.len();
            parts(text.bytes, start, [b'{', b'}'], [b'"', b'"'])
        }
        _ => Vec::new(),
    };
    match &text.parts(parts)[..] {
        [] => vec![text],
        // An item that is alone in its list is a record without its brackets.
        [one] => vec![Text { game: None, ..*one }],
        several => several.to_vec(),
    }
}

/// The outermost brackets from a byte on. Between quotes, which a backslash hides, brackets are text. One that is not closed reaches
/// to the end.
fn parts(
    bytes: &[u8],
    from: usize,
    [open, close]: [u8; 2],
    [quote, unquote]: [u8; 2],
) -> Vec<Range<usize>> {
    let (mut found, mut depth, mut start, mut at) = (Vec::new(), 0usize, from, from);
    while let Some(&byte) = bytes.get(at) {
        if byte == open {
            start = if depth == 0 { at } else { start };
            depth += 1;
        } else if byte == close && depth > 0 {
            depth -= 1;
            if depth == 0 {
                found.push(start..at + 1);
            }
        } else if byte == quote && depth > 0 {
            at += 1;
            while bytes.get(at).is_some_and(|&byte| byte != unquote) {
                at += 1 + usize::from(bytes[at] == b'\\');
            }
        }
        at += 1;
    }
    if depth > 0 {
        found.push(start..bytes.len());
    }
    found
}
