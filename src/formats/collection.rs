//! Files with several games: a list in JSON has a match for each item.

use super::text::Text;
use std::ops::Range;

/// The games of a file, or of a line of one: each with its number, where there are several. The bytes have no byte order mark.
pub fn games(text: Text<'_>) -> Vec<Text<'_>> {
    let text = text.unmarked();
    let parts = match text.bytes.trim_ascii_start() {
        [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"{") => {
            objects(text.bytes, text.bytes.len() - rest.len())
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

/// The outermost braces from a byte on. In a string, in which a backslash hides a quote, braces are text. One that is not closed
/// reaches to the end.
fn objects(bytes: &[u8], from: usize) -> Vec<Range<usize>> {
    let (mut found, mut depth, mut start, mut at) = (Vec::new(), 0usize, from, from);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' => {
                start = if depth == 0 { at } else { start };
                depth += 1;
            }
            b'}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    found.push(start..at + 1);
                }
            }
            b'"' if depth > 0 => {
                at += 1;
                while bytes.get(at).is_some_and(|&byte| byte != b'"') {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
            }
            _ => {}
        }
        at += 1;
    }
    if depth > 0 {
        found.push(start..bytes.len());
    }
    found
}
