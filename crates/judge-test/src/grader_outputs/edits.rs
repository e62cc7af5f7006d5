//! Changes of a text of answers, a line each.

/// The words that stand for the two answers of a batch task, as far as they are known here.
const WORDS: [[&str; 2]; 2] = [["YES", "NO"], ["1", "0"]];

/// Each line, changed.
pub(super) fn lines(text: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let changed = text.lines().map(|line| change(line) + "\n");
    changed.collect::<String>().into()
}

/// Each line with its number from 1, changed.
pub(super) fn numbered(text: &str, change: impl Fn(usize, &str) -> String) -> Vec<u8> {
    let lines = text.lines().zip(1..);
    let changed = lines.map(|(line, number)| change(number, line) + "\n");
    changed.collect::<String>().into()
}

/// Each answer in other words: the first for yes, the second for no.
pub(super) fn spelled(text: &str, [yes, no]: [&str; 2]) -> Vec<u8> {
    let first = text.lines().next().unwrap_or_default();
    let is_yes = |line: &str| match WORDS.iter().find(|words| words.contains(&line)) {
        Some(words) => words[0] == line,
        None => line == first,
    };
    lines(text, |line| if is_yes(line) { yes } else { no }.to_string())
}

/// The answers as the other form of the task has them.
pub(super) fn in_other_form(text: &str) -> Vec<u8> {
    let first = text.lines().next().unwrap_or_default();
    let is_own = |words: &&[&str; 2]| words.contains(&first);
    let own = WORDS.iter().position(|words| is_own(&words)).unwrap_or(0);
    spelled(text, WORDS[1 - own])
}

/// The text without the line at this place.
pub(super) fn without_line(text: &str, at: usize) -> String {
    let left = text.lines().enumerate().filter(|(number, _)| *number != at);
    left.map(|(_, line)| format!("{line}\n")).collect()
}

/// The first so many lines.
pub(super) fn first_lines(text: &str, count: usize) -> String {
    let first = text.lines().take(count);
    first.map(|line| format!("{line}\n")).collect()
}

/// The lines from this one on, then those before it.
pub(super) fn turned(text: &str, by: usize) -> Vec<u8> {
    let mut lines: Vec<&str> = text.lines().collect();
    let by = by.min(lines.len());
    lines.rotate_left(by);
    lines
        .iter()
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .into()
}

/// The first line with the answer of the first kind, or of the second, in order of their appearance.
pub(super) fn first(right: &str, kind: usize) -> usize {
    let mut kinds: Vec<&str> = Vec::new();
    for (at, line) in right.lines().enumerate() {
        if !kinds.contains(&line) {
            kinds.push(line);
            if kinds.len() == kind + 1 {
                return at;
            }
        }
    }
    0
}

/// The answer of the first kind, or of the second.
pub(super) fn of_kind(right: &str, kind: usize) -> &str {
    right.lines().nth(first(right, kind)).unwrap_or_default()
}

/// The output with another text for one answer of a kind.
pub(super) fn replaced(right: &str, kind: usize, other: impl Fn(&str) -> String) -> Vec<u8> {
    let wanted = first(right, kind);
    numbered(right, |number, line| match number == wanted + 1 {
        true => other(line),
        false => line.to_string(),
    })
}

/// The output with another text for each answer of a kind.
pub(super) fn all_replaced(right: &str, kind: usize, other: &str) -> Vec<u8> {
    let wanted = of_kind(right, kind);
    lines(right, |line| {
        if line == wanted { other } else { line }.to_string()
    })
}

/// The output with another last answer.
pub(super) fn last_wrong(right: &str) -> String {
    exchanged(right, right.lines().count() - 1)
}

/// The word with this after its first letter; a digit has nothing to be cut, and gets another one.
pub(super) fn cut_in_two(word: &str, by: char) -> String {
    match word.len() {
        0 | 1 => format!("{word}{by}{word}"),
        _ => format!("{}{by}{}", &word[..1], &word[1..]),
    }
}

/// The first letter, or more than a digit.
pub(super) fn shortened(word: &str) -> String {
    match word.len() {
        0 | 1 => format!("{word}{word}"),
        _ => word[..1].to_string(),
    }
}

/// The word with a first capital letter alone.
pub(super) fn capital(word: &str) -> String {
    let rest = word.get(1..).unwrap_or_default();
    format!(
        "{}{}",
        word.get(..1).unwrap_or_default(),
        rest.to_lowercase()
    )
}

/// The output with another word of its own for this line, or the other word of the task.
pub(super) fn exchanged(right: &str, at: usize) -> String {
    let line = right.lines().nth(at).unwrap_or_default();
    let known = || {
        let words = WORDS.iter().flatten();
        let mut pair = WORDS.iter().filter(|words| words.contains(&line));
        let pair = pair.next().map(|words| words.iter());
        pair.and_then(|mut words| words.find(|word| **word != line))
            .or_else(|| words.into_iter().find(|word| **word != line))
    };
    let own = right.lines().find(|other| *other != line);
    let other = own.or_else(|| known().copied()).unwrap_or("no answer");
    let changed = right.lines().enumerate();
    changed
        .map(|(number, line)| format!("{}\n", if number == at { other } else { line }))
        .collect()
}
