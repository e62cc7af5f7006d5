//! What an answer that was refused was probably meant to be, and how to mend it.

/// What was meant, and the help to say so: a legal answer that differs from the one given only in how it is written, or in how its
/// numbers are counted.
pub(super) fn meant<'a>(replies: &'a [String], given: &str) -> Option<(&'a str, String)> {
    let find = |wanted: &str| replies.iter().find(|reply| *reply == wanted).map(String::as_str);
    let tidy = tidied(given);
    let written = |reply: &str| {
        let mut ways = Vec::new();
        let plain = given.trim_end_matches('\r');
        if given != plain {
            ways.push("a newline alone at its end");
        }
        if plain.contains([',', ';', '(', ')']) {
            ways.push("blanks between its words, no commas or brackets");
        } else if plain != tidy {
            ways.push("one blank between two words, none before or after");
        }
        if tidy != reply && tidy.len() == reply.len() {
            ways.push("its letters in this case");
        } else if tidy.len() < reply.len() {
            ways.push("all of its words");
        }
        format!("`{reply}` is legal: write it with {}", ways.join(", and "))
    };
    let is_meant = |reply: &&String| {
        let whole = reply.eq_ignore_ascii_case(&tidy);
        let without_name = || reply.split_once(' ').is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(&tidy));
        whole || tidy.contains(' ') && without_name()
    };
    if let Some(reply) = find(&tidy).or_else(|| replies.iter().find(is_meant).map(String::as_str)) {
        return (reply != given).then(|| (reply, written(reply)));
    }
    let counted: [(&str, Option<String>); 3] = [
        ("its two numbers exchanged: are row and column, or x and y, mixed up?", exchanged(&tidy)),
        ("every number one less: is the bot off by one?", shifted(&tidy, -1)),
        ("every number one more: is the bot off by one?", shifted(&tidy, 1)),
    ];
    // On an open board all of them are legal, and that says nothing.
    let mut legal = counted.iter().filter_map(|(how, line)| Some((find(line.as_deref()?)?, how)));
    match (legal.next(), legal.next()) {
        (Some((reply, how)), None) => Some((reply, format!("`{reply}` is legal, with {how}"))),
        _ => None,
    }
}

/// Lines of an answer that are shown; what follows them is counted.
const SHOWN: usize = 3;

/// An answer in one line: of a long batch its first lines, and how many there are.
pub(super) fn beginning(answer: &str) -> String {
    let lines: Vec<&str> = answer.lines().collect();
    let shown = lines[..lines.len().min(SHOWN)].join(", ");
    if lines.len() > SHOWN { format!("{shown}, … ({} lines in all)", lines.len()) } else { shown }
}

/// What helps where a line resembles no answer at all: none begins as it does.
pub(super) fn stray(replies: &[String], tidy: &str) -> Option<String> {
    let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
    let kind = |line: &str| Some(first(line)).filter(|word| word.parse::<i64>().is_err());
    let is_like = |reply: &String| reply.lines().any(|line| kind(line) == kind(tidy));
    let is_words = tidy.chars().any(char::is_alphabetic);
    let is_stray = is_words && !replies.iter().any(is_like) && !replies.is_empty();
    let text = "is this one line too many? an answer is one line: write debug output to standard error";
    is_stray.then(|| text.to_string())
}

/// A line with single blanks between its words, and nothing else.
pub(super) fn tidied(line: &str) -> String {
    let bare = line.replace([',', ';', '(', ')'], " ");
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn exchanged(line: &str) -> Option<String> {
    let mut words: Vec<&str> = line.split(' ').collect();
    let numbers: Vec<usize> = (0..words.len()).filter(|&at| words[at].parse::<i64>().is_ok()).collect();
    let &[one, other] = &numbers[..] else { return None };
    words.swap(one, other);
    Some(words.join(" ")).filter(|swapped| swapped != line)
}

fn shifted(line: &str, by: i64) -> Option<String> {
    let shift = |word: &str| match word.parse::<i64>() {
        Ok(number) => Some(number.checked_add(by)?.to_string()),
        Err(_) => Some(word.to_string()),
    };
    let words: Option<Vec<String>> = line.split(' ').map(shift).collect();
    words.map(|words| words.join(" ")).filter(|shifted| shifted != line)
}
