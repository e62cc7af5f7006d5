//! The outputs that a grader gets, each the right one with one change.

use super::OutputChange;
use super::edits::{
    all_replaced, capital, cut_in_two, exchanged, first, first_lines, in_other_form, last_wrong,
    lines, numbered, of_kind, replaced, shortened, spelled, turned, without_line,
};

/// The right output, and forms of it that contest systems differ about.
pub(super) const FORMS: &[OutputChange] = &[
    OutputChange::new("right", "is right", |right| right.into()),
    OutputChange::new(
        "no-last-newline",
        "has no newline at its end",
        without_last_newline,
    ),
    OutputChange::new(
        "blank-line-after",
        "has a blank line at its end",
        blank_line_after,
    ),
    OutputChange::new(
        "blank-line-first",
        "begins with a blank line",
        blank_line_first,
    ),
    OutputChange::new(
        "blank-lines",
        "has a blank line after each line",
        blank_lines,
    ),
    OutputChange::new("crlf", "has lines that end with CRLF", crlf),
    OutputChange::new(
        "trailing-blank",
        "has a blank at the end of each line",
        |right| lines(right, |line| format!("{line} ")),
    ),
    OutputChange::new("leading-blank", "has a blank before each line", |right| {
        lines(right, |line| format!(" {line}"))
    }),
    OutputChange::new("tab", "has a tab at the end of each line", tab),
    OutputChange::new("one-line", "has all its words in one line", one_line),
    OutputChange::new("two-in-a-line", "has two answers in one line", |right| {
        right.replacen('\n', " ", 1).into()
    }),
    OutputChange::new(
        "vertical-tab",
        "has a vertical tab in place of its first newline",
        |right| right.replacen('\n', "\x0b", 1).into(),
    ),
    OutputChange::new(
        "carriage-return",
        "has a carriage return in place of its first newline",
        |right| right.replacen('\n', "\r", 1).into(),
    ),
    OutputChange::new("lower-case", "is in lower case", lower_case),
    OutputChange::new(
        "capitals",
        "has words that begin with a capital letter",
        capitals,
    ),
    OutputChange::new("nul", "has a NUL byte after each line", nul),
    OutputChange::new("byte-order-mark", "begins with a byte order mark", marked),
    OutputChange::new("binary", "is no text", |right| {
        right.bytes().map(|byte| byte ^ 0x80).collect()
    }),
];

/// The forms of an output whose last answer is wrong.
pub(super) const WRONG_FORMS: &[OutputChange] = &[
    OutputChange::wrong(
        "no-last-newline-wrong",
        "has no newline at its end, and another last answer",
        without_last_newline,
    ),
    OutputChange::wrong(
        "blank-line-after-wrong",
        "has a blank line at its end, and another last answer",
        blank_line_after,
    ),
    OutputChange::wrong(
        "blank-line-first-wrong",
        "begins with a blank line, and has another last answer",
        blank_line_first,
    ),
    OutputChange::wrong(
        "blank-lines-wrong",
        "has a blank line after each line, and another last answer",
        blank_lines,
    ),
    OutputChange::wrong(
        "crlf-wrong",
        "has lines that end with CRLF, and another last answer",
        crlf,
    ),
    OutputChange::wrong(
        "blanks-wrong",
        "has blanks around its answers, and another last answer",
        |right| right.replace('\n', " \n ").into(),
    ),
    OutputChange::wrong(
        "tab-wrong",
        "has a tab at the end of each line, and another last answer",
        tab,
    ),
    OutputChange::wrong(
        "one-line-wrong",
        "has all its words in one line, and another last answer",
        one_line,
    ),
    OutputChange::wrong(
        "lower-case-wrong",
        "is in lower case, and has another last answer",
        lower_case,
    ),
    OutputChange::wrong(
        "capitals-wrong",
        "has words that begin with a capital letter, and another last answer",
        capitals,
    ),
    OutputChange::wrong(
        "line-separator-wrong",
        "has lines that end with the sign U+2028 alone, and another last answer",
        |text| text.replace('\n', "\u{2028}").into(),
    ),
    OutputChange::wrong(
        "nul-wrong",
        "has a NUL byte after each line, and another last answer",
        nul,
    ),
    OutputChange::wrong(
        "byte-order-mark-wrong",
        "begins with a byte order mark, and has another last answer",
        marked,
    ),
];

fn without_last_newline(text: &str) -> Vec<u8> {
    text.trim_end_matches('\n').into()
}

fn blank_line_after(text: &str) -> Vec<u8> {
    format!("{text}\n").into()
}

fn blank_line_first(text: &str) -> Vec<u8> {
    format!("\n{text}").into()
}

fn blank_lines(text: &str) -> Vec<u8> {
    text.replace('\n', "\n\n").into()
}

fn crlf(text: &str) -> Vec<u8> {
    text.replace('\n', "\r\n").into()
}

fn tab(text: &str) -> Vec<u8> {
    text.replace('\n', "\t\n").into()
}

fn one_line(text: &str) -> Vec<u8> {
    format!("{}\n", text.trim().replace('\n', " ")).into()
}

fn lower_case(text: &str) -> Vec<u8> {
    text.to_lowercase().into()
}

fn capitals(text: &str) -> Vec<u8> {
    lines(text, capital)
}

fn nul(text: &str) -> Vec<u8> {
    text.replace('\n', "\0\n").into()
}

fn marked(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").into()
}

/// A printable ASCII character as the one of twice its width that East Asian fonts have.
fn full_width(letter: char) -> char {
    let wide = u32::from(letter).checked_add(0xfee0);
    let wide = wide.filter(|_| letter.is_ascii_graphic());
    wide.and_then(char::from_u32).unwrap_or(letter)
}

/// The right words at the wrong places.
pub(super) const ANSWERS: &[OutputChange] = &[
    OutputChange::new("first-wrong", "has another first answer", |right| {
        exchanged(right, 0).into()
    }),
    OutputChange::new("second-wrong", "has another second answer", |right| {
        exchanged(right, 1).into()
    }),
    OutputChange::new("last-wrong", "has another last answer", |right| {
        last_wrong(right).into()
    }),
    OutputChange::new(
        "last-but-one-wrong",
        "has another last answer but one",
        |right| exchanged(right, right.lines().count().saturating_sub(2)).into(),
    ),
    OutputChange::new("all-wrong", "has the other answer in each line", |right| {
        numbered(right, |number, _| {
            let other = exchanged(right, number - 1);
            other
                .lines()
                .nth(number - 1)
                .unwrap_or_default()
                .to_string()
        })
    }),
    OutputChange::new(
        "middle-wrong",
        "has another answer in its middle",
        |right| exchanged(right, right.lines().count() / 2).into(),
    ),
    OutputChange::new(
        "one-wrong",
        "has another answer in place of the first of its first kind",
        |right| exchanged(right, first(right, 0)).into(),
    ),
    OutputChange::new(
        "other-wrong",
        "has another answer in place of the first of its second kind",
        |right| exchanged(right, first(right, 1)).into(),
    ),
    OutputChange::new(
        "two-swapped",
        "has two different answers in each other's place",
        |right| exchanged(&exchanged(right, first(right, 0)), first(right, 1)).into(),
    ),
    OutputChange::new(
        "all-the-first",
        "has an answer of its first kind in each line",
        |right| lines(right, |_| of_kind(right, 0).to_string()),
    ),
    OutputChange::new(
        "all-the-second",
        "has an answer of its second kind in each line",
        |right| lines(right, |_| of_kind(right, 1).to_string()),
    ),
    OutputChange::new("turned", "has its first answer at its end", |right| {
        turned(right, 1)
    }),
    OutputChange::new("turned-back", "begins with its last answer", |right| {
        turned(right, right.lines().count() - 1)
    }),
    OutputChange::new("backwards", "has its answers in reverse order", |right| {
        let lines = right.lines().rev();
        lines
            .map(|line| format!("{line}\n"))
            .collect::<String>()
            .into()
    }),
];

/// Other texts in place of the answers.
pub(super) const WORDS: &[OutputChange] = &[
    OutputChange::new(
        "other-form",
        "has the answers of another form of the task, 1 for YES and 0 for NO or the other way round",
        in_other_form,
    ),
    OutputChange::new("true-false", "says TRUE and FALSE", |right| {
        spelled(right, ["TRUE", "FALSE"])
    }),
    OutputChange::new("letters", "says Y and N", |right| {
        spelled(right, ["Y", "N"])
    }),
    OutputChange::new("possible", "says POSSIBLE and IMPOSSIBLE", |right| {
        spelled(right, ["POSSIBLE", "IMPOSSIBLE"])
    }),
    OutputChange::new("ok-fail", "says OK and FAIL", |right| {
        spelled(right, ["OK", "FAIL"])
    }),
    OutputChange::new("decimals", "says 1.0 and 0.0", |right| {
        spelled(right, ["1.0", "0.0"])
    }),
    OutputChange::new("zeros", "says 01 and 00", |right| {
        spelled(right, ["01", "00"])
    }),
    OutputChange::new("signs", "says +1 and -1", |right| {
        spelled(right, ["+1", "-1"])
    }),
    OutputChange::new(
        "full-width",
        "has its answers in full-width letters",
        |right| lines(right, |line| line.chars().map(full_width).collect()),
    ),
    OutputChange::new("quoted", "has its answers in quotation marks", |right| {
        lines(right, |line| format!("\"{line}\""))
    }),
    OutputChange::new("apostrophes", "has its answers in apostrophes", |right| {
        lines(right, |line| format!("'{line}'"))
    }),
    OutputChange::new("brackets", "has its answers in brackets", |right| {
        lines(right, |line| format!("[{line}]"))
    }),
    OutputChange::new("full-stop", "has a full stop after each answer", |right| {
        lines(right, |line| format!("{line}."))
    }),
    OutputChange::new("comma", "has a comma after each answer", |right| {
        lines(right, |line| format!("{line},"))
    }),
    OutputChange::new("semicolon", "has a semicolon after each answer", |right| {
        lines(right, |line| format!("{line};"))
    }),
    OutputChange::new(
        "exclamation",
        "has an exclamation mark after each answer",
        |right| lines(right, |line| format!("{line}!")),
    ),
    OutputChange::new(
        "case-number",
        "has `Case #1:` before its answers",
        |right| numbered(right, |number, line| format!("Case #{number}: {line}")),
    ),
    OutputChange::new("numbered", "has numbers before its answers", |right| {
        numbered(right, |number, line| format!("{number} {line}"))
    }),
    OutputChange::new("numbered-after", "has numbers after its answers", |right| {
        numbered(right, |number, line| format!("{line} {number}"))
    }),
    OutputChange::new("word-before", "has a word before each answer", |right| {
        lines(right, |line| format!("answer: {line}"))
    }),
    OutputChange::new("word-after", "has a word after each answer", |right| {
        lines(right, |line| format!("{line} # because"))
    }),
    OutputChange::new(
        "answer-twice",
        "has each answer twice in its line",
        |right| lines(right, |line| format!("{line} {line}")),
    ),
    OutputChange::new("both", "has both answers in each line", |right| {
        lines(right, |_| {
            format!("{} {}", of_kind(right, 0), of_kind(right, 1))
        })
    }),
    OutputChange::new("both-glued", "has both answers in one word", |right| {
        lines(right, |_| {
            format!("{}{}", of_kind(right, 0), of_kind(right, 1))
        })
    }),
    OutputChange::new("not-available", "says NA in place of an answer", |right| {
        replaced(right, 0, |_| "NA".into())
    }),
    OutputChange::new(
        "not-available-for-other",
        "says NA in place of an answer of its second kind",
        |right| replaced(right, 1, |_| "NA".into()),
    ),
    OutputChange::new("all-not-available", "says NA in each line", |right| {
        lines(right, |_| "NA".into())
    }),
    OutputChange::new("question-marks", "says ? in each line", |right| {
        lines(right, |_| "?".into())
    }),
    OutputChange::new("dashes", "says - in each line", |right| {
        lines(right, |_| "-".into())
    }),
    OutputChange::new(
        "another-word",
        "has a word that is no answer in place of one of its first kind",
        |right| replaced(right, 0, |_| "MAYBE".into()),
    ),
    OutputChange::new(
        "another-word-for-other",
        "has a word that is no answer in place of one of its second kind",
        |right| replaced(right, 1, |_| "MAYBE".into()),
    ),
    OutputChange::new(
        "longer-word",
        "has an answer of its first kind that goes on",
        |right| replaced(right, 0, |word| format!("{word}LOW")),
    ),
    OutputChange::new(
        "longer-word-for-other",
        "has an answer of its second kind that goes on",
        |right| replaced(right, 1, |word| format!("{word}LOW")),
    ),
    OutputChange::new(
        "shorter-word",
        "has the first letter alone of an answer of its first kind",
        |right| replaced(right, 0, shortened),
    ),
    OutputChange::new(
        "shorter-word-for-other",
        "has the first letter alone of an answer of its second kind",
        |right| replaced(right, 1, shortened),
    ),
    OutputChange::new("cut-word", "has a blank within an answer", |right| {
        replaced(right, 0, |word| cut_in_two(word, ' '))
    }),
    OutputChange::new("cut-line", "has a newline within an answer", |right| {
        replaced(right, 0, |word| cut_in_two(word, '\n'))
    }),
];

/// Too many lines, too few, and lines that are no answers.
pub(super) const SHAPES: &[OutputChange] = &[
    OutputChange::new(
        "blank-for-answer",
        "has an empty line in place of an answer of its second kind",
        |right| replaced(right, 1, |_| String::new()),
    ),
    OutputChange::new(
        "blank-for-first",
        "has an empty line in place of each answer of its first kind",
        |right| all_replaced(right, 0, ""),
    ),
    OutputChange::new(
        "blank-for-second",
        "has an empty line in place of each answer of its second kind",
        |right| all_replaced(right, 1, ""),
    ),
    OutputChange::new(
        "blank-for-last",
        "has an empty line in place of its last answer",
        |right| {
            let count = right.lines().count() - 1;
            (first_lines(right, count) + "\n").into()
        },
    ),
    OutputChange::new("glued", "has no newline between two answers", |right| {
        right.replacen('\n', "", 1).into()
    }),
    OutputChange::new("all-glued", "has all its answers in one word", |right| {
        (right.replace('\n', "") + "\n").into()
    }),
    OutputChange::new(
        "commas",
        "has its answers in one line, with commas",
        |right| (right.trim_end().replace('\n', ",") + "\n").into(),
    ),
    OutputChange::new("list", "has its answers as a list of JSON", |right| {
        format!("[\"{}\"]\n", right.trim_end().replace('\n', "\", \"")).into()
    }),
    OutputChange::new("one-fewer", "has no last answer", |right| {
        first_lines(right, right.lines().count() - 1).into()
    }),
    OutputChange::new("first-missing", "has no first answer", |right| {
        without_line(right, 0).into()
    }),
    OutputChange::new(
        "middle-missing",
        "has one answer fewer, in its middle",
        |right| without_line(right, right.lines().count() / 2).into(),
    ),
    OutputChange::new("first-alone", "has the first answer alone", |right| {
        first_lines(right, 1).into()
    }),
    OutputChange::new("last-alone", "has the last answer alone", |right| {
        let last = right.lines().last().unwrap_or_default();
        format!("{last}\n").into()
    }),
    OutputChange::new("half", "has half of its answers", |right| {
        first_lines(right, right.lines().count() / 2).into()
    }),
    OutputChange::new("one-more", "has an answer too many", |right| {
        let last = right.lines().last().unwrap_or_default();
        format!("{right}{last}\n").into()
    }),
    OutputChange::new(
        "one-more-first",
        "begins with an answer too many",
        |right| format!("{}\n{right}", of_kind(right, 0)).into(),
    ),
    OutputChange::new("twice", "is written twice", |right| right.repeat(2).into()),
    OutputChange::new("each-twice", "has each answer twice", |right| {
        lines(right, |line| format!("{line}\n{line}"))
    }),
    OutputChange::new(
        "blank-and-more",
        "has a blank line and an answer too many at its end",
        |right| format!("{right}\n{}\n", of_kind(right, 0)).into(),
    ),
    OutputChange::new(
        "word-too-many",
        "has a word too many in its first line",
        |right| right.replacen('\n', " x\n", 1).into(),
    ),
    OutputChange::new(
        "count-first",
        "begins with the number of its answers",
        |right| format!("{}\n{right}", right.lines().count()).into(),
    ),
    OutputChange::new(
        "count-last",
        "ends with the number of its answers",
        |right| format!("{right}{}\n", right.lines().count()).into(),
    ),
    OutputChange::new("comment-first", "begins with a line `# answers`", |right| {
        format!("# answers\n{right}").into()
    }),
    OutputChange::new("comment-after", "ends with a line `# done`", |right| {
        format!("{right}# done\n").into()
    }),
    OutputChange::new(
        "slashes-first",
        "begins with a line `// answers`",
        |right| format!("// answers\n{right}").into(),
    ),
    OutputChange::new("comments", "has a line `#` after each answer", |right| {
        lines(right, |line| format!("{line}\n#"))
    }),
    OutputChange::new("text-after", "has a line of text at its end", |right| {
        format!("{right}done\n").into()
    }),
    OutputChange::new("text-first", "begins with a line of text", |right| {
        format!("answers:\n{right}").into()
    }),
    OutputChange::new("empty", "is empty", |_| Vec::new()),
    OutputChange::new("blank", "holds one newline alone", |_| b"\n".to_vec()),
    OutputChange::new("blank-each", "has an empty line for each answer", |right| {
        lines(right, |_| String::new())
    }),
    OutputChange::new(
        "answer-after-blank-lines",
        "has a million blank lines, and one more answer after them",
        |right| {
            format!(
                "{right}{}{}\n",
                "\n".repeat(1 << 20),
                right.lines().next().unwrap_or_default()
            )
            .into()
        },
    ),
    // Below the longest line that is read, and above usual buffers.
    OutputChange::new(
        "word-after-blanks",
        "has 60,000 blanks and one more word after its first answer",
        |right| {
            right
                .replacen('\n', &format!("{}x\n", " ".repeat(60_000)), 1)
                .into()
        },
    ),
];

/// How much the largest output holds, in bytes.
const HUGE: usize = 100 << 20;

/// Outputs that are too large.
pub(super) const LARGE: &[OutputChange] = &[
    OutputChange::huge("huge", "holds 100 MB after the answers", |right| {
        let line = b"YES\n";
        [right.as_bytes(), &line.repeat(HUGE / line.len())].concat()
    }),
    OutputChange::huge("long-line", "holds a line of 100 MB", |right| {
        let right = right.trim_end_matches('\n').as_bytes();
        [right, &vec![b'S'; HUGE], b"\n"].concat()
    }),
];
