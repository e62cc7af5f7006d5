//! A grader of a batch task under test: the right output, and the same with one change.

use super::{Duty, Judgement, is_decided};
use stickler::clock::Micros;
use stickler::explain::{Culprit, validate};
use stickler::game::Seat;
use stickler::games::erased::AnyGame;
use stickler::live;
use stickler::live::NoBuiltinPlayers;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler::two_streams::{Streams, interleaved};

/// A change of an output.
pub struct OutputChange {
    /// Its name on the command line.
    pub name: &'static str,
    /// The property of the output, as the end of "the output …".
    pub about: &'static str,
    change: fn(&str) -> Vec<u8>,
    /// True where the output is so large that the rules are not asked.
    is_huge: bool,
}

/// How much the largest output holds, in bytes.
const HUGE: usize = 100 << 20;

impl OutputChange {
    /// All of them; the first leaves the output as it is.
    pub const ALL: &'static [OutputChange] = &[
        OutputChange::new("right", "is right", |right| right.into()),
        OutputChange::new("no-last-newline", "has no newline at its end", |right| {
            right.trim_end_matches('\n').into()
        }),
        OutputChange::new("blank-line-after", "has a blank line at its end", |right| {
            format!("{right}\n").into()
        }),
        OutputChange::new("blank-line-first", "begins with a blank line", |right| {
            format!("\n{right}").into()
        }),
        OutputChange::new("blank-lines", "has a blank line after each line", |right| {
            right.replace('\n', "\n\n").into()
        }),
        OutputChange::new("crlf", "has lines that end with CRLF", |right| {
            right.replace('\n', "\r\n").into()
        }),
        OutputChange::new(
            "trailing-blank",
            "has a blank at the end of each line",
            |right| right.replace('\n', " \n").into(),
        ),
        OutputChange::new("leading-blank", "has a blank before each line", |right| {
            right
                .lines()
                .map(|line| format!(" {line}\n"))
                .collect::<String>()
                .into()
        }),
        OutputChange::new("one-line", "has all its words in one line", |right| {
            format!("{}\n", right.trim().replace('\n', " ")).into()
        }),
        OutputChange::new("lower-case", "is in lower case", |right| {
            right.to_lowercase().into()
        }),
        OutputChange::new(
            "capitals",
            "has words that begin with a capital letter",
            |right| {
                let capital = |line: &str| {
                    line.get(1..)
                        .map(|rest| format!("{}{}\n", &line[..1], rest.to_lowercase()))
                };
                right.lines().filter_map(capital).collect::<String>().into()
            },
        ),
        OutputChange::new("first-wrong", "has another first answer", |right| {
            exchanged(right, 0)
        }),
        OutputChange::new("last-wrong", "has another last answer", |right| {
            exchanged(right, right.lines().count() - 1)
        }),
        OutputChange::new("all-wrong", "has the other answer in each line", |right| {
            (0..right.lines().count()).fold(right.into(), |text, at| {
                exchanged(&String::from_utf8_lossy(&text), at)
            })
        }),
        OutputChange::new(
            "middle-wrong",
            "has another answer in its middle",
            |right| exchanged(right, right.lines().count() / 2),
        ),
        OutputChange::new(
            "one-wrong",
            "has another answer in place of the first of its first kind",
            |right| exchanged(right, first(right, 0)),
        ),
        OutputChange::new(
            "other-wrong",
            "has another answer in place of the first of its second kind",
            |right| exchanged(right, first(right, 1)),
        ),
        OutputChange::new(
            "two-swapped",
            "has two different answers in each other's place",
            |right| {
                let text = exchanged(right, first(right, 0));
                exchanged(&String::from_utf8_lossy(&text), first(right, 1))
            },
        ),
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
        OutputChange::new(
            "blank-for-answer",
            "has an empty line in place of an answer",
            |right| replaced(right, 1, |_| String::new()),
        ),
        OutputChange::new("glued", "has no newline between two answers", |right| {
            right.replacen('\n', "", 1).into()
        }),
        OutputChange::new("cut-word", "has a blank within an answer", |right| {
            replaced(right, 0, |word| cut_in_two(word, ' '))
        }),
        OutputChange::new("cut-line", "has a newline within an answer", |right| {
            replaced(right, 0, |word| cut_in_two(word, '\n'))
        }),
        OutputChange::new(
            "crlf-wrong",
            "has lines that end with CRLF, and another last answer",
            |right| last_wrong(right).replace('\n', "\r\n").into(),
        ),
        OutputChange::new(
            "blanks-wrong",
            "has blanks around its answers, and another last answer",
            |right| last_wrong(right).replace('\n', " \n ").into(),
        ),
        OutputChange::new(
            "lower-case-wrong",
            "is in lower case, and has another last answer",
            |right| last_wrong(right).to_lowercase().into(),
        ),
        OutputChange::new(
            "nul-wrong",
            "has a NUL byte after each line, and another last answer",
            |right| last_wrong(right).replace('\n', "\0\n").into(),
        ),
        OutputChange::new("two-in-a-line", "has two answers in one line", |right| {
            right.replacen('\n', " ", 1).into()
        }),
        OutputChange::new("one-fewer", "lacks the last answer", |right| {
            right
                .lines()
                .take(right.lines().count() - 1)
                .map(|line| format!("{line}\n"))
                .collect::<String>()
                .into()
        }),
        OutputChange::new("one-more", "has an answer too many", |right| {
            format!("{right}{}\n", right.lines().last().unwrap_or_default()).into()
        }),
        OutputChange::new(
            "word-too-many",
            "has a word too many in its first line",
            |right| right.replacen('\n', " x\n", 1).into(),
        ),
        OutputChange::new("text-after", "has a line of text at its end", |right| {
            format!("{right}done\n").into()
        }),
        OutputChange::new("text-first", "begins with a line of text", |right| {
            format!("answers:\n{right}").into()
        }),
        OutputChange::new("empty", "is empty", |_| Vec::new()),
        OutputChange::new("blank", "holds one newline alone", |_| b"\n".to_vec()),
        OutputChange::new("binary", "is no text", |right| {
            right.bytes().map(|byte| byte ^ 0x80).collect()
        }),
        OutputChange::new("nul", "has a NUL byte after each line", |right| {
            right.replace('\n', "\0\n").into()
        }),
        OutputChange::huge("huge", "holds 100 MB after the answers", |right| {
            let line = b"YES\n";
            [right.as_bytes(), &line.repeat(HUGE / line.len())].concat()
        }),
        OutputChange::huge("long-line", "holds a line of 100 MB", |right| {
            let right = right.trim_end_matches('\n').as_bytes();
            [right, &vec![b'S'; HUGE], b"\n"].concat()
        }),
    ];

    const fn new(
        name: &'static str,
        about: &'static str,
        change: fn(&str) -> Vec<u8>,
    ) -> OutputChange {
        OutputChange {
            name,
            about,
            change,
            is_huge: false,
        }
    }

    const fn huge(
        name: &'static str,
        about: &'static str,
        change: fn(&str) -> Vec<u8>,
    ) -> OutputChange {
        OutputChange {
            is_huge: true,
            ..OutputChange::new(name, about, change)
        }
    }

    /// The duty of the grader.
    pub fn duty(
        &self,
        game: &dyn AnyGame,
        settings: &Settings,
        [input, right]: &[String; 2],
    ) -> Duty {
        if self.is_huge {
            return Duty::Must(None);
        }
        let output = self.of(right);
        match duty(game, settings, input, &output) {
            Duty::Must(_) if is_alike(&output, right) => {
                Duty::May("contest systems compare exactly, word by word, or without case")
            }
            duty => duty,
        }
    }

    /// The output, changed.
    pub fn of(&self, right: &str) -> Vec<u8> {
        (self.change)(right)
    }
}

/// True where two outputs hold the same words, but for capital letters.
fn is_alike(output: &[u8], right: &str) -> bool {
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_lowercase)
            .collect::<Vec<_>>()
    };
    str::from_utf8(output).is_ok_and(|output| words(output) == words(right))
}

/// The first line with the answer of the first kind, or of the second, in order of their appearance.
fn first(right: &str, kind: usize) -> usize {
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

/// The output with another text for one answer of a kind.
fn replaced(right: &str, kind: usize, other: fn(&str) -> String) -> Vec<u8> {
    let wanted = first(right, kind);
    let line = |(at, line): (usize, &str)| match at == wanted {
        true => other(line) + "\n",
        false => format!("{line}\n"),
    };
    right
        .lines()
        .enumerate()
        .map(line)
        .collect::<String>()
        .into()
}

/// The output with another last answer.
fn last_wrong(right: &str) -> String {
    let bytes = exchanged(right, right.lines().count() - 1);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The word with this behind its first letter; a digit has nothing to be cut, and gets another one.
fn cut_in_two(word: &str, by: char) -> String {
    match word.len() {
        0 | 1 => format!("{word}{by}{word}"),
        _ => format!("{}{by}{}", &word[..1], &word[1..]),
    }
}

/// The first letter, or more than a digit.
fn shortened(word: &str) -> String {
    match word.len() {
        0 | 1 => format!("{word}{word}"),
        _ => word[..1].to_string(),
    }
}

/// The output with another word of its own for this line.
fn exchanged(right: &str, at: usize) -> Vec<u8> {
    let line = right.lines().nth(at).unwrap_or_default();
    let other = right
        .lines()
        .find(|other| *other != line)
        .unwrap_or("no answer");
    let lines = right
        .lines()
        .enumerate()
        .map(|(number, line)| if number == at { other } else { line });
    lines
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .into()
}

/// The input of one game of a batch task, and the right output; the error says why there is none. After the first, inputs have
/// in turn the values of the parameters that the contest varies; the one of the number [`FULLEST`] has the most answers that a scenario
/// of the game with such a parameter asks for.
pub fn case(game: &dyn AnyGame, settings: &Settings, seed: u64) -> Result<[String; 2], String> {
    let is_set = |name: &str| settings.0.iter().any(|(set, _)| set == name);
    let open = game.varies().iter().filter(|(name, _)| !is_set(name));
    let nth = |values: &[&str]| {
        values[(seed.saturating_sub(2) % values.len() as u64) as usize].to_string()
    };
    let drawn: Settings = open
        .filter(|_| seed > 1)
        .map(|(name, values)| (*name, nth(values)))
        .collect();
    if seed != FULLEST {
        return drawn_case(game, &settings.and(&drawn), seed);
    }
    let is_open = |(name, _): &(&str, &str)| {
        !is_set(name) && game.varies().iter().any(|(own, _)| own == name)
    };
    let scenarios = game.scenarios().iter().map(|scenario| scenario.set);
    let varied = scenarios.filter(|set| !set.is_empty() && set.iter().all(is_open));
    let cases = varied.filter_map(|set| {
        let set: Settings = set
            .iter()
            .map(|(name, value)| (*name, value.to_string()))
            .collect();
        drawn_case(game, &settings.and(&set), seed).ok()
    });
    let fullest = cases.max_by_key(|[_, right]| right.lines().count());
    fullest.map_or_else(|| drawn_case(game, &settings.and(&drawn), seed), Ok)
}

/// The number of the input that has the most answers.
pub const FULLEST: u64 = 5;

fn drawn_case(game: &dyn AnyGame, settings: &Settings, seed: u64) -> Result<[String; 2], String> {
    let variant = game.with(settings)?;
    let mut table = MemoryPlayers::new(vec![Some(variant.bot())], |_| Micros(0));
    let writer = Writer::new(game.name(), settings, &[]);
    let mut stream = Seeded::new(SplitMix64(seed));
    let record = live::play(
        variant.referee(),
        1,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        writer,
    )
    .map_err(|error| error.to_string())?;
    let lines = |mark: &str| -> String {
        let lines = record
            .transcript
            .lines()
            .filter_map(|line| line.strip_prefix(mark));
        lines
            .map(|line| {
                format!(
                    "{}\n",
                    line.rsplit_once(" @").map_or(line, |(text, _)| text)
                )
            })
            .collect()
    };
    Ok([lines("0< "), lines("0> ")])
}

/// The verdict of the rules on an output.
fn duty(game: &dyn AnyGame, settings: &Settings, input: &str, output: &[u8]) -> Duty {
    // A missing last newline changes nothing for the rules here: the output is complete.
    let ended = if output.is_empty() || output.ends_with(b"\n") {
        output.to_vec()
    } else {
        [output, b"\n"].concat()
    };
    let streams = Streams {
        seat: Some(Seat(0)),
        told: input.as_bytes(),
        said: &ended,
        omits: "",
    };
    let log = interleaved(game, settings, streams).map(|log| log + "0! exit 0\n");
    let Some(checked) = log
        .ok()
        .and_then(|log| validate(game, settings, log.as_bytes()).ok())
    else {
        return Duty::May("the rules cannot follow it");
    };
    let kinds = checked
        .findings
        .iter()
        .filter_map(|finding| match finding.culprit {
            Culprit::Seat(_, kind) => Some((kind, is_decided(finding.breach.clause))),
            _ => None,
        });
    let kinds: Vec<(FaultKind, bool)> = kinds.collect();
    match kinds
        .iter()
        .find(|(kind, is_must)| *kind != FaultKind::Habit && *is_must)
    {
        Some((kind, _)) => Duty::Must(Some(*kind)),
        None if kinds.is_empty() && output == ended => Duty::Nobody,
        None if kinds.is_empty() => {
            Duty::May("contest systems differ about a missing last newline")
        }
        None => Duty::May("no document says what becomes of it"),
    }
}

/// Compares what a grader said of an output with its duty. `word` is `AC` or the word of a fault; `None`: it said nothing.
pub fn graded(game: &dyn AnyGame, duty: Duty, word: Option<&str>) -> Judgement {
    let mut judgement = Judgement::default();
    let Some(word) = word else {
        judgement.unknown.push("no verdict was read".into());
        return judgement;
    };
    let is_refused = word != "AC";
    match duty {
        Duty::Must(kind) if !is_refused => {
            let due = kind.map_or("a refusal", |kind| game.word(kind));
            judgement.blame(format!("it says {word}, where {due} is due"));
        }
        Duty::Must(_) => judgement.has_caught = true,
        Duty::Nobody if is_refused => {
            judgement.blame(format!("it says {word} of an output that is right"));
        }
        Duty::Nobody | Duty::May(_) | Duty::Told => {}
    }
    judgement
}

#[cfg(test)]
mod tests;
