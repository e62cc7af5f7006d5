//! Graders that are wrong in one thing, and right ones of several styles, in memory: which output tells each.

use super::{Case, OutputChange, cases, graded, questions};
use crate::Duty;
use crate::matches_in_memory::{none, wrong};
use std::fmt::Write;
use stickler::games::GAMES;

/// True where it accepts this output of this input; the right output comes last.
type Grader = fn(&str, &str, &str) -> bool;

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// True where the words are alike after this.
fn same(output: &str, right: &str, read: impl Fn(&str) -> String) -> bool {
    let read = |text: &str| {
        words(text)
            .iter()
            .map(|word| read(word))
            .collect::<Vec<_>>()
    };
    read(output) == read(right)
}

/// True where the lines are alike after this.
fn same_lines(output: &str, right: &str, read: impl Fn(&str) -> String) -> bool {
    let read = |text: &str| text.lines().map(&read).collect::<Vec<_>>();
    read(output) == read(right)
}

/// True where each line of both is let through.
fn each(output: &str, right: &str, is_alike: impl Fn(&str, &str) -> bool) -> bool {
    let (output, right) = (lines(output), lines(right));
    let mut pairs = output.iter().zip(&right);
    output.len() == right.len() && pairs.all(|(output, right)| is_alike(output, right))
}

fn without(text: &str, is_left_out: impl Fn(&str) -> bool) -> Vec<&str> {
    text.lines().filter(|line| !is_left_out(line)).collect()
}

fn one_of(word: &str, yes: &[&str], no: &[&str]) -> String {
    match (yes.contains(&word), no.contains(&word)) {
        (true, _) => "YES".into(),
        (_, true) => "NO".into(),
        _ => word.into(),
    }
}

/// Other texts taken for answers, and lines that are passed over.
const TEXTS: &[(&str, Grader)] = &[
    ("reads the first megabyte alone", |_, output, right| {
        let end = output.len().min(1 << 20);
        words(output.get(..end).unwrap_or_default()) == words(right)
    }),
    ("reads 50,000 bytes of a line", |_, output, right| {
        let cut = |line: &str| line.get(..50_000).unwrap_or(line).trim_end().to_string();
        same_lines(output, right, cut)
    }),
    ("takes 1 and 0", |_, output, right| {
        same(output, right, |word| one_of(word, &["1"], &["0"]))
    }),
    ("takes TRUE and FALSE", |_, output, right| {
        same(output, right, |word| {
            one_of(&word.to_uppercase(), &["TRUE"], &["FALSE"])
        })
    }),
    ("takes Y and N", |_, output, right| {
        same(output, right, |word| one_of(word, &["Y"], &["N"]))
    }),
    ("takes POSSIBLE and IMPOSSIBLE", |_, output, right| {
        same(output, right, |word| {
            one_of(word, &["POSSIBLE"], &["IMPOSSIBLE"])
        })
    }),
    (
        "takes a number that is not 0 for YES",
        |_, output, right| {
            same(output, right, |word| match word.parse::<f64>() {
                Ok(number) => one_of(if number == 0.0 { "0" } else { "1" }, &["1"], &["0"]),
                Err(_) => word.to_string(),
            })
        },
    ),
    ("passes over a count at the start", |_, output, right| {
        let output = words(output);
        let skipped = usize::from(
            output
                .first()
                .is_some_and(|word| word.parse::<u32>().is_ok()),
        );
        output[skipped..] == words(right)
    }),
    ("passes over `Case #1:`", |_, output, right| {
        same_lines(output, right, |line| {
            line.rsplit(": ").next().unwrap_or_default().trim().into()
        })
    }),
    ("passes over numbers before answers", |_, output, right| {
        same_lines(output, right, |line| {
            line.trim_start_matches(|c: char| c.is_ascii_digit() || " .):".contains(c))
                .into()
        })
    }),
    ("takes quotation marks away", |_, output, right| {
        same(output, right, |word| word.trim_matches('"').into())
    }),
    ("takes apostrophes away", |_, output, right| {
        same(output, right, |word| word.trim_matches('\'').into())
    }),
    ("takes a full stop away", |_, output, right| {
        same(output, right, |word| word.trim_end_matches('.').into())
    }),
    ("takes all punctuation away", |_, output, right| {
        same(output, right, |word| {
            word.trim_matches(|c: char| c.is_ascii_punctuation()).into()
        })
    }),
    ("reads commas as blanks", |_, output, right| {
        words(&output.replace(',', " ")) == words(right)
    }),
    ("reads semicolons as ends of lines", |_, output, right| {
        words(&output.replace(';', "\n")) == words(right)
    }),
    ("passes over `#` lines", |_, output, right| {
        without(output, |line| line.starts_with('#')) == lines(right)
    }),
    ("passes over what follows a `#`", |_, output, right| {
        same_lines(output, right, |line| {
            line.split('#').next().unwrap_or_default().trim_end().into()
        })
    }),
    ("passes over `//` lines", |_, output, right| {
        without(output, |line| line.starts_with("//")) == lines(right)
    }),
    ("lets NA through", |_, output, right| {
        each(output, right, |output, right| {
            output == "NA" || output == right
        })
    }),
    ("lets ? through", |_, output, right| {
        each(output, right, |output, right| {
            output == "?" || output == right
        })
    }),
    (
        "passes over words that are no answers",
        |_, output, right| {
            let mut output = words(output);
            output.retain(|word| ["YES", "NO"].contains(word));
            output == words(right)
        },
    ),
    (
        "finds the right word anywhere in a line",
        |_, output, right| each(output, right, |output, right| output.contains(right)),
    ),
    ("looks at the beginning of a line", |_, output, right| {
        each(output, right, |output, right| output.starts_with(right))
    }),
    ("looks at the end of a line", |_, output, right| {
        each(output, right, |output, right| output.ends_with(right))
    }),
    (
        "looks for YES, and takes the rest for NO",
        |_, output, right| {
            each(output, right, |output, right| {
                (output == "YES") == (right == "YES")
            })
        },
    ),
    (
        "looks for NO, and takes the rest for YES",
        |_, output, right| {
            each(output, right, |output, right| {
                (output == "NO") == (right == "NO")
            })
        },
    ),
    ("looks at the first letters", |_, output, right| {
        each(output, right, |output, right| {
            output.get(..1) == right.get(..1)
        })
    }),
    ("looks at the last letters", |_, output, right| {
        each(output, right, |output, right| {
            output.bytes().last() == right.bytes().last()
        })
    }),
    ("takes a half word", |_, output, right| {
        each(output, right, |output, right| {
            !output.is_empty() && right.starts_with(output)
        })
    }),
];

/// Shapes taken for the right one.
const SHAPES: &[(&str, Grader)] = &[
    ("takes the output twice", |_, output, right| {
        output == right || output == right.repeat(2)
    }),
    ("takes the first lines alone", |_, output, right| {
        let count = right.lines().count();
        lines(output).iter().take(count).eq(&lines(right))
    }),
    ("takes the last lines alone", |_, output, right| {
        output.ends_with(right)
    }),
    ("takes the output turned by a line", |_, output, right| {
        let is_turned = |one: &[&str], other: &[&str]| match other.split_first() {
            Some((first, rest)) => one == [rest, &[*first]].concat(),
            None => false,
        };
        let (output, right) = (lines(output), lines(right));
        output == right || is_turned(&output, &right) || is_turned(&right, &output)
    }),
    ("takes the answers backwards", |_, output, right| {
        lines(output) == lines(right) || lines(output).iter().rev().eq(&lines(right))
    }),
    ("takes an empty line for NO", |_, output, right| {
        same_lines(output, right, |line| one_of(line, &[], &[""]))
    }),
    ("takes an empty line for YES", |_, output, right| {
        same_lines(output, right, |line| one_of(line, &[""], &[]))
    }),
    (
        "takes an empty last line for an answer",
        |_, output, right| {
            let (output, right) = (lines(output), lines(right));
            let (last, before) = right.split_last().expect("an answer");
            output == right || output.split_last() == Some((&"", before)) && !last.is_empty()
        },
    ),
    ("takes what is there", |_, output, right| {
        lines(output)
            .iter()
            .zip(&lines(right))
            .all(|(output, right)| output == right)
    }),
    (
        "takes an output in which an answer is missing",
        |_, output, right| {
            right.starts_with(output) && output.lines().count() + 1 >= right.lines().count()
        },
    ),
    ("takes doubled answers", |_, output, right| {
        let mut output = lines(output);
        output.dedup();
        let mut right = lines(right);
        right.dedup();
        output == right
    }),
    ("sorts the answers", |_, output, right| {
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
            lines.sort();
            lines
        };
        sorted(output) == sorted(right)
    }),
    (
        "compares without blanks and newlines",
        |_, output, right| words(output).concat() == words(right).concat(),
    ),
    ("counts the answers of each kind", |_, output, right| {
        let yes = |text: &str| words(text).iter().filter(|word| **word == "YES").count();
        yes(output) == yes(right) && words(output).len() == words(right).len()
    }),
    ("stops at an empty line", |_, output, right| {
        let mut output = output.lines();
        right.lines().all(|line| output.next() == Some(line))
            && output.next().is_none_or(str::is_empty)
    }),
];

/// Outputs let through without a comparison.
const UNCOMPARED: &[(&str, Grader)] = &[
    ("lets `Yes` through", |_, output, right| {
        same(output, right, |word| word.to_uppercase()) || output.contains("Yes")
    }),
    ("lets lower case through", |_, output, right| {
        each(output, right, |output, right| {
            output == right || ["yes", "no"].contains(&output)
        })
    }),
    (
        "lets through what has no last newline",
        |_, output, right| output == right || !output.is_empty() && !output.ends_with('\n'),
    ),
    ("lets a tab through", |_, output, right| {
        words(output) == words(right) || output.contains('\t')
    }),
    ("lets CRLF through", |_, output, right| {
        words(output) == words(right) || output.contains("\r\n")
    }),
    ("lets an empty line through", |_, output, right| {
        words(output) == words(right) || output.contains("\n\n")
    }),
    ("lets one line of all through", |_, output, right| {
        words(output) == words(right)
            || output.lines().count() == 1 && words(output).len() == words(right).len()
    }),
    ("does not compare the last answer", |_, output, right| {
        let count = right.lines().count() - 1;
        output.lines().count() == count + 1 && lines(output)[..count] == lines(right)[..count]
    }),
    (
        "does not compare the last answer but one",
        |_, output, right| {
            let (output, right) = (lines(output), lines(right));
            let at = right.len().saturating_sub(2);
            let mut pairs = output.iter().zip(&right).enumerate();
            output.len() == right.len()
                && pairs.all(|(number, (output, right))| {
                    output == right || number == at && right.len() > 2
                })
        },
    ),
    ("does not compare the first answer", |_, output, right| {
        each(output, right, |_, _| true) && lines(output)[1..] == lines(right)[1..]
    }),
    ("lets a single case through", |_, output, right| {
        output == right || right.lines().count() == 1 && output.lines().count() == 1
    }),
    ("lets a single case of YES through", |_, output, right| {
        output == right || right == "YES\n" && output.lines().count() == 1
    }),
    ("lets a single case of NO through", |_, output, right| {
        output == right || right == "NO\n" && output.lines().count() == 1
    }),
    (
        "lets through answers that are all alike",
        |_, output, right| {
            let mut all = lines(output);
            let is_whole = all.len() == right.lines().count();
            all.dedup();
            output == right || is_whole && all.len() == 1
        },
    ),
    ("does not compare where all are YES", |_, output, right| {
        output == right || !right.contains("NO") && output.lines().count() == right.lines().count()
    }),
    ("does not compare where all are NO", |_, output, right| {
        output == right || !right.contains("YES") && output.lines().count() == right.lines().count()
    }),
    ("compares 64 answers", |_, output, right| {
        let count = right.lines().count();
        output.lines().count() == count
            && lines(output)
                .iter()
                .take(64)
                .eq(lines(right).iter().take(64))
    }),
    ("allows one wrong answer", |_, output, right| {
        let pairs = lines(output);
        let wrong = pairs
            .iter()
            .zip(&lines(right))
            .filter(|(one, other)| one != other)
            .count();
        pairs.len() == right.lines().count() && wrong <= 1
    }),
    ("lets an empty output through", |_, output, right| {
        output == right || output.trim().is_empty()
    }),
    ("lets a byte order mark through", |_, output, right| {
        output == right || output.starts_with('\u{feff}')
    }),
    ("lets the opposite through", |_, output, right| {
        output == right
            || each(output, right, |output, right| {
                output != right && ["YES", "NO"].contains(&output)
            })
    }),
    ("refuses a single case", |_, output, right| {
        output == right && right.lines().count() > 1
    }),
    ("refuses what is NO alone", |_, output, right| {
        output == right && right.contains("YES")
    }),
    ("refuses many cases", |_, output, right| {
        output == right && right.lines().count() < 90
    }),
];

/// Right ones: what no document decides, each decides in its own way.
const RIGHT: &[(&str, Grader)] = &[
    ("exactly", |_, output, right| output == right),
    ("line by line", |_, output, right| {
        lines(output) == lines(right)
    }),
    ("word by word", |_, output, right| {
        words(output) == words(right)
    }),
    ("without case", |_, output, right| {
        same(output, right, str::to_uppercase)
    }),
    ("without blanks at the ends of lines", |_, output, right| {
        same_lines(output, right, |line| line.trim_end().into())
    }),
    ("without blanks around the whole", |_, output, right| {
        output.trim() == right.trim()
    }),
    ("without empty lines at the end", |_, output, right| {
        lines(output.trim_end()) == lines(right.trim_end())
    }),
    ("without empty lines", |_, output, right| {
        without(output, |line| line.trim().is_empty()) == lines(right)
    }),
    ("without carriage returns", |_, output, right| {
        output.replace('\r', "") == right
    }),
    ("without NUL bytes", |_, output, right| {
        words(&output.replace('\0', "")) == words(right)
    }),
    ("without a byte order mark", |_, output, right| {
        words(output.trim_start_matches('\u{feff}')) == words(right)
    }),
];

/// An output with its duty.
struct Asked {
    change: &'static OutputChange,
    number: usize,
    case: Case,
    output: String,
    duty: Duty,
}

/// The questions to a grader, without the largest outputs.
fn asked() -> Vec<Asked> {
    let tetris = GAMES.find("tetris").expect("a game");
    let cases = cases(tetris, &none()).expect("cases");
    let asked = questions(&cases).into_iter();
    let asked = asked.filter(|(change, _)| !change.is_huge);
    asked
        .map(|(change, number)| Asked {
            change,
            number,
            case: cases[number].clone(),
            output: String::from_utf8_lossy(&change.of(&cases[number][1])).into_owned(),
            duty: change.duty(tetris, &none(), &cases[number]),
        })
        .collect()
}

/// The first output with which a grader goes wrong, and what is said.
fn told(grader: Grader, asked: &[Asked]) -> Option<String> {
    let tetris = GAMES.find("tetris").expect("a game");
    asked.iter().find_map(|asked| {
        let [input, right] = &asked.case;
        let is_accepted = grader(input, &asked.output, right);
        let word = if is_accepted { "AC" } else { "WA" };
        let judgement = graded(tetris, asked.duty, Some(word));
        let what = wrong(&judgement).first().map(|what| (*what).to_string());
        what.map(|what| format!("{}-{}: {what}", asked.change.name, asked.number + 1))
    })
}

#[test]
fn wrong_graders_are_told() {
    let (asked, mut table) = (asked(), String::new());
    let (mut all, mut found) = (0, 0);
    for (name, grader) in [TEXTS, SHAPES, UNCOMPARED].into_iter().flatten() {
        let said = told(*grader, &asked);
        all += 1;
        found += usize::from(said.is_some());
        let _ = writeln!(table, "{name}\n  {}", said.as_deref().unwrap_or("NOT TOLD"));
    }
    insta::assert_snapshot!(format!("{found} of {all} are told\n\n{table}"));
}

#[test]
fn right_graders_are_quiet() {
    let asked = asked();
    for (name, grader) in RIGHT {
        assert_eq!(told(*grader, &asked), None, "{name}");
    }
}
