//! Text as a terminal may show it: whatever would steer the terminal stands there as characters.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with every control character written out, beside newlines and tabs. Where the text has `styles` of our own, the
/// sequences for colours and weights stay; those of others look no different, and do no more than colour.
pub fn visible(text: &str, styles: bool) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(steers) {
        shown.push_str(&rest[..at]);
        rest = &rest[at..];
        let style = if styles { style(rest) } else { 0 };
        let length = if style > 0 {
            style
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        let (taken, after) = rest.split_at(length);
        match taken.chars().next() {
            Some(c) if style == 0 => drop(write!(shown, "\\x{:02x}", u32::from(c))),
            _ => shown.push_str(taken),
        }
        rest = after;
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// A text in lines of so many letters at most, as far as its words allow.
pub(super) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let fits = |line: &&mut String| line.chars().count() + 1 + word.chars().count() <= most;
        match lines.last_mut().filter(fits) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_string()),
        }
    }
    lines
}

/// JSON in which every such character is written as JSON writes it, `\u007f`: it stays JSON, whatever its texts hold, and steers no
/// terminal. Newlines and tabs stand in no text of JSON.
pub fn json(text: String) -> String {
    if !text.contains(steers) {
        return text;
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if steers(c) {
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Control characters, and those that turn the direction of writing.
fn steers(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The length of the style with which this text begins: a weight or a colour, none that hides or blinks. 0: there is none.
fn style(text: &str) -> usize {
    let Some((numbers, _)) = text
        .strip_prefix("\x1b[")
        .and_then(|rest| rest.split_once('m'))
    else {
        return 0;
    };
    let is_known = |number: &str| {
        matches!(number.parse(), Ok(0u8..=4 | 22 | 30..=37 | 39 | 90..=97)) || number.is_empty()
    };
    if numbers.split(';').all(is_known) {
        numbers.len() + 3
    } else {
        0
    }
}
