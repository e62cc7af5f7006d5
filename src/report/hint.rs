//! Hints for an answer that was refused: what it was probably meant to be, and how to fix it.

/// The answer that was meant, and the help to say so: a legal answer that differs from the one given only in how it is written, or in how its
/// numbers are counted. The clause that it breaks tells whether its numbers can be at fault.
pub(super) fn meant<'a>(
    replies: &'a [String],
    given: &str,
    clause: &str,
) -> Option<(&'a str, String)> {
    let find = |wanted: &str| {
        replies
            .iter()
            .find(|reply| *reply == wanted)
            .map(String::as_str)
    };
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
        let without_name = || {
            reply
                .split_once(' ')
                .is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(&tidy))
        };
        whole || tidy.contains(' ') && without_name()
    };
    if let Some(reply) = find(&tidy).or_else(|| replies.iter().find(is_meant).map(String::as_str)) {
        return (reply != given).then(|| (reply, written(reply)));
    }
    if let Some((before, reply)) =
        behind(given).and_then(|(before, rest)| Some((before, find(&tidied(rest))?)))
    {
        return Some((
            reply,
            format!(
                "`{reply}` is legal: remove the `{}` in front of it",
                before.trim()
            ),
        ));
    }
    if let Some(reply) = whole_numbers(&tidy).and_then(|line| find(&line)) {
        return Some((
            reply,
            format!("`{reply}` is legal: write its numbers without a fraction"),
        ));
    }
    // A breach of any other clause says nothing of how the numbers are counted, even if other numbers would be legal.
    let mut counted = Vec::new();
    if is_about_range(clause) {
        counted.push((
            "its two numbers exchanged: are row and column, or x and y, mixed up?",
            exchanged(&tidy),
        ));
        counted.push((
            "every number one less: is the bot off by one?",
            shifted(&tidy, -1),
        ));
        counted.push((
            "every number one more: is the bot off by one?",
            shifted(&tidy, 1),
        ));
    }
    // On an open board all of them are legal, and that says nothing.
    let mut legal = counted
        .iter()
        .filter_map(|(how, line)| Some((find(line.as_deref()?)?, how)));
    match (legal.next(), legal.next()) {
        (Some((reply, how)), None) => Some((reply, format!("`{reply}` is legal, with {how}"))),
        _ => None,
    }
}

/// The last part of a clause's name.
fn topic(clause: &str) -> &str {
    clause.rsplit('.').next().unwrap_or(clause)
}

/// A clause of where numbers may lie: a bot that counts from the other end breaks it.
fn is_about_range(clause: &str) -> bool {
    matches!(topic(clause), "inside" | "range")
}

/// The text in front of an answer, such as a prompt, and the text after it.
fn behind(given: &str) -> Option<(&str, &str)> {
    let rest = given.trim_start_matches([' ', '>', '$', '#', ':', '*', '"', '\'', '`']);
    let before = &given[..given.len() - rest.len()];
    (!before.trim().is_empty()).then(|| (before, rest.trim_end_matches(['"', '\'', '`'])))
}

/// The line with `3` for `3.0`, where it has such a number.
fn whole_numbers(line: &str) -> Option<String> {
    let whole = |word: &str| match word.split_once('.') {
        Some((whole, fraction))
            if !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0') =>
        {
            whole
                .parse::<i64>()
                .map_or(word.to_string(), |number| number.to_string())
        }
        _ => word.to_string(),
    };
    let line: Vec<String> = line.split(' ').map(whole).collect();
    Some(line.join(" "))
}

/// The known cause of bytes that are neither printable ASCII nor blanks; `None`: nothing is known.
pub fn foreign_bytes(line: &[u8]) -> Option<String> {
    let zeros = line.iter().filter(|byte| **byte == 0).count();
    let text = String::from_utf8_lossy(line);
    let foreign = text.chars().find(|c| !c.is_ascii() && *c != '\u{fffd}');
    Some(match line {
        [0xef, 0xbb, 0xbf, ..] => {
            "the line begins with a byte order mark of UTF-8: write none (in C#: `new UTF8Encoding(false)`)".into()
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "this is UTF-16: write ASCII or UTF-8".into(),
        _ if zeros > 1 && 3 * zeros > line.len() => "this is UTF-16: write ASCII or UTF-8".into(),
        _ if is_coloured(line) => {
            "these are colour codes of a terminal: write the answer without colours".into()
        }
        _ if line.contains(&0x1b) => {
            "these are control codes of a terminal: write the answer without them".into()
        }
        _ if line.ends_with(b"\0") => "a byte of zero ends it, as a string of C does: write the text without it".into(),
        _ => match foreign? {
            digit if is_digit(digit) => {
                format!("`{digit}` is no ASCII digit: does the locale choose the digits? write numbers without it")
            }
            '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{3000}' => {
                "a blank of another kind stands in it, as a locale puts it between digits: write a plain space".into()
            }
            '\u{2212}' | '\u{2010}'..='\u{2015}' => "a dash that is not ASCII stands in it: write `-`".into(),
            '\u{feff}' => "a byte order mark stands amid the line: write none".into(),
            _ => return None,
        },
    })
}

/// True where a line has a colour of a terminal: an escape, `[`, numbers with semicolons, and `m`.
fn is_coloured(line: &[u8]) -> bool {
    let begins: Vec<usize> = (0..line.len())
        .filter(|at| line[*at..].starts_with(b"\x1b["))
        .collect();
    begins.into_iter().any(|at| {
        let end = line[at + 2..]
            .iter()
            .find(|byte| !byte.is_ascii_digit() && **byte != b';');
        end == Some(&b'm')
    })
}

/// The zeros of scripts whose digits a locale may choose; the other nine follow each.
const ZEROS: &[u32] = &[
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
    0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/// True for a digit of another script; fractions and numbers in circles are none.
fn is_digit(c: char) -> bool {
    ZEROS
        .iter()
        .any(|zero| (*zero..zero + 10).contains(&(c as u32)))
}

/// Lines of an answer that are shown; what follows them is counted.
const SHOWN: usize = 3;

/// An answer in one line: of a long batch its first lines, and how many there are.
pub(super) fn beginning(answer: &str) -> String {
    let lines: Vec<&str> = answer.lines().collect();
    let shown = lines[..lines.len().min(SHOWN)].join(", ");
    if lines.len() > SHOWN {
        format!("{shown}, … ({} lines in all)", lines.len())
    } else {
        shown
    }
}

/// The first words of answers in the protocols of other judges, and whose they are.
const PROTOCOLS: &[(&[&str], &str)] = &[
    (
        &["UNKNOWN", "ERROR", "MESSAGE", "DEBUG", "SUGGEST"],
        "Gomocup",
    ),
    (&["UCIOK", "READYOK", "BESTMOVE", "ID", "INFO"], "UCI"),
    (&["=", "?"], "GTP"),
];

/// Help where a line resembles no answer at all: none begins as it does.
pub(super) fn stray(replies: &[String], tidy: &str) -> Option<String> {
    let first = |line: &str| {
        line.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_ascii_uppercase()
    };
    let kind = |line: &str| Some(first(line)).filter(|word| word.parse::<i64>().is_err());
    let is_like = |reply: &String| reply.lines().any(|line| kind(line) == kind(tidy));
    let is_words = tidy.chars().any(char::is_alphabetic);
    if !is_words || replies.is_empty() || replies.iter().any(is_like) {
        return None;
    }
    let other = PROTOCOLS
        .iter()
        .find(|(words, _)| words.contains(&first(tidy).as_str()));
    Some(match other {
        Some((_, whose)) => {
            format!("the protocol of {whose} has such a line: does the bot speak that one?")
        }
        None => {
            let word: String = tidy
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .chars()
                .take(40)
                .collect();
            let is_prose = word
                .chars()
                .any(|c| c.is_lowercase() || c.is_ascii_punctuation());
            let people = if is_prose {
                "; text for people belongs on standard error"
            } else {
                ""
            };
            format!("no answer begins with `{word}` here{people}")
        }
    })
}

/// A line with single blanks between its words, and nothing else.
pub(super) fn tidied(line: &str) -> String {
    let bare = line.replace([',', ';', '(', ')'], " ");
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn exchanged(line: &str) -> Option<String> {
    let mut words: Vec<&str> = line.split(' ').collect();
    let numbers: Vec<usize> = (0..words.len())
        .filter(|&at| words[at].parse::<i64>().is_ok())
        .collect();
    let &[one, other] = &numbers[..] else {
        return None;
    };
    words.swap(one, other);
    Some(words.join(" ")).filter(|swapped| swapped != line)
}

fn shifted(line: &str, by: i64) -> Option<String> {
    let shift = |word: &str| match word.parse::<i64>() {
        Ok(number) => Some(number.checked_add(by)?.to_string()),
        Err(_) => Some(word.to_string()),
    };
    let words: Option<Vec<String>> = line.split(' ').map(shift).collect();
    words
        .map(|words| words.join(" "))
        .filter(|shifted| shifted != line)
}
