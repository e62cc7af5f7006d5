//! Files with several games: a list in JSON has a match for each item.

use super::text::{Part, Text};
use std::ops::Range;

const NO_MATCH: &str = "this item of the list is no match: expected an object, `{...}`";
const NO_ITEM: &str = "expected a match here, `{...}`, between two commas of the list, or before its end: take one comma away, or add the match";
const NO_COMMA: &str =
    "expected a comma between two items of the list: is a part of the file missing here?";
const CUT: &str = "the list has no end, `]`: the file is cut short, and matches may be missing";
const AFTER_THE_LIST: &str = "expected the end of the file after the list, `]`; write all matches in one list, or each file's in a file of its own";

/// The games of a file, or of a line of one: each with its number, where there are several. The bytes have no byte order mark.
/// Whatever stands in a list beside its matches comes too, with the reason why it is none.
pub fn games(text: Text<'_>) -> Vec<Text<'_>> {
    let text = text.unmarked();
    let parts = match text.bytes.trim_ascii_start() {
        [b'[', rest @ ..] if begins_a_list(rest.trim_ascii_start()) => {
            items(text.bytes, text.bytes.len() - rest.len())
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

/// True where a bracket with this after it is that of a list in JSON: other formats have brackets, too.
fn begins_a_list(rest: &[u8]) -> bool {
    let is_number = || {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits > 0 && matches!(rest[digits..].trim_ascii_start(), [b',' | b']', ..])
    };
    let words: [&[u8]; 7] = [b"{", b",", b"[", b"\"", b"null", b"true", b"false"];
    words.iter().any(|word| rest.starts_with(word)) || is_number()
}

/// The items of a list that begins before this byte, each with the reason why it is no match, if it is none.
fn items(bytes: &[u8], from: usize) -> Vec<Part> {
    let (mut found, mut at, mut number) = (Vec::new(), from, 0);
    let end = bytes.trim_ascii_end().len();
    let blanks = |at: usize| {
        let is_blank = |byte: &&u8| byte.is_ascii_whitespace();
        at + bytes[at..].iter().take_while(is_blank).count()
    };
    // An item comes next, or else a comma or the end.
    let mut wants_item = true;
    let wrong = |at: Range<usize>, why| Part {
        at,
        game: None,
        wrong: Some(why),
    };
    loop {
        at = blanks(at);
        match bytes.get(at) {
            None => {
                found.push(wrong(end.saturating_sub(1)..end, CUT));
                return found;
            }
            Some(b']') => {
                if wants_item && !found.is_empty() {
                    found.push(wrong(at..at + 1, NO_ITEM));
                }
                let behind = blanks(at + 1);
                if behind < end {
                    found.push(wrong(behind..end, AFTER_THE_LIST));
                }
                return found;
            }
            Some(b',') => {
                if wants_item {
                    found.push(wrong(at..at + 1, NO_ITEM));
                }
                // One word about a run of them.
                while wants_item && bytes.get(blanks(at + 1)) == Some(&b',') {
                    at = blanks(at + 1);
                }
                wants_item = true;
                at += 1;
            }
            Some(&first) => {
                if !wants_item {
                    found.push(wrong(at..at + 1, NO_COMMA));
                }
                let is_value = first.is_ascii_alphanumeric() || b"{[\"-".contains(&first);
                if !is_value {
                    if wants_item {
                        found.push(wrong(at..at + 1, NO_MATCH));
                    }
                    let is_known = |byte: &u8| b"{[\"],".contains(byte);
                    let next = bytes[at..].iter().position(is_known);
                    (at, wants_item) = (next.map_or(bytes.len(), |next| at + next), true);
                    continue;
                }
                let (after, is_closed) = value_end(bytes, at);
                number += 1;
                found.push(Part {
                    at: at..after,
                    game: Some(number),
                    wrong: Some(NO_MATCH).filter(|_| first != b'{'),
                });
                if !is_closed && first == b'{' {
                    // Its own reader says that it is cut short.
                    return found;
                }
                (at, wants_item) = (after, false);
            }
        }
    }
}

/// The end of the value that begins at this byte, after its last bracket, quote or letter, and whether it has one. In a string, in
/// which a backslash hides a quote, brackets are text. A value that is not closed reaches to the end.
fn value_end(bytes: &[u8], start: usize) -> (usize, bool) {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let word = bytes[start..].iter().take_while(is_word).count();
    if word > 0 {
        return (start + word, true);
    }
    let (mut depth, mut at) = (0usize, start);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                at += 1;
                while bytes.get(at).is_some_and(|&byte| byte != b'"') {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
            }
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return (at.min(bytes.len()), at <= bytes.len());
        }
    }
    (bytes.len(), false)
}
