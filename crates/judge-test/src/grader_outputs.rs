//! A grader of a batch task under test: the right output, and the same with one change.
//!
//! The table of changes: `changes`, by means of `edits` · The inputs: `inputs`

mod changes;
mod edits;
mod inputs;

pub use inputs::{Case, case, cases};

use super::{Duty, Judgement, Tells, is_decided};
use stickler::explain::{Culprit, validate};
use stickler::game::Seat;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::two_streams::{Streams, interleaved};

/// A change of an output.
pub struct OutputChange {
    /// The name on the command line.
    pub name: &'static str,
    /// The property of the output, as the end of "the output …".
    pub about: &'static str,
    change: fn(&str) -> Vec<u8>,
    /// True where its last answer is wrong before the change.
    is_wrong: bool,
    /// True where the output is so large that the rules are not asked.
    is_huge: bool,
}

/// The changes that a grader sees on each input.
const OF_EACH: &[&str] = &[
    "right",
    "first-wrong",
    "last-wrong",
    "one-wrong",
    "other-wrong",
];
/// The changes that it sees on an input whose answers are all alike.
const OF_EQUAL: &[&str] = &["right", "first-wrong", "last-wrong", "empty"];

/// The questions to a grader: each change of the output of the first of these inputs, and a few of each other input, which has its
/// number, from 0.
pub fn questions(cases: &[Case]) -> Vec<(&'static OutputChange, usize)> {
    let mut questions: Vec<_> = OutputChange::all().map(|change| (change, 0)).collect();
    for (number, [_, right]) in cases.iter().enumerate().skip(1) {
        let few = match inputs::is_equal(right) {
            true => OF_EQUAL,
            false => OF_EACH,
        };
        let few = OutputChange::all().filter(|change| few.contains(&change.name));
        let is_one = right.lines().count() == 1;
        let few = few.filter(|change| !is_one || change.name != "last-wrong");
        questions.extend(few.map(|change| (change, number)));
    }
    questions
}

impl OutputChange {
    /// All of them; the first leaves the output as it is.
    pub fn all() -> impl Iterator<Item = &'static OutputChange> {
        let tables = [
            changes::FORMS,
            changes::ANSWERS,
            changes::WRONG_FORMS,
            changes::WORDS,
            changes::SHAPES,
            changes::LARGE,
        ];
        tables.into_iter().flatten()
    }

    const fn new(
        name: &'static str,
        about: &'static str,
        change: fn(&str) -> Vec<u8>,
    ) -> OutputChange {
        OutputChange {
            name,
            about,
            change,
            is_wrong: false,
            is_huge: false,
        }
    }

    /// A form of an output whose last answer is wrong.
    const fn wrong(
        name: &'static str,
        about: &'static str,
        form: fn(&str) -> Vec<u8>,
    ) -> OutputChange {
        OutputChange {
            is_wrong: true,
            ..OutputChange::new(name, about, form)
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
    pub fn duty(&self, game: &dyn AnyGame, settings: &Settings, [input, right]: &Case) -> Duty {
        if self.is_huge {
            return Duty::Must(None);
        }
        let output = self.of(right);
        match duty(game, settings, input, &output) {
            Duty::Must(_) if is_alike(&output, right) => {
                Duty::May("contest systems compare exactly, word by word, or without case")
            }
            // Whatever becomes of its form, its last answer is wrong.
            Duty::May(_) if self.is_wrong => Duty::Must(None),
            duty => duty,
        }
    }

    /// The output, changed.
    pub fn of(&self, right: &str) -> Vec<u8> {
        match self.is_wrong {
            true => (self.change)(&edits::last_wrong(right)),
            false => (self.change)(right),
        }
    }
}

/// True where two outputs hold the same words, but for capital letters.
fn is_alike(output: &[u8], right: &str) -> bool {
    let words = |text: &str| {
        text.split_ascii_whitespace()
            .map(str::to_lowercase)
            .collect::<Vec<_>>()
    };
    str::from_utf8(output).is_ok_and(|output| words(output) == words(right))
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
            judgement.blame(
                format!("it says {word}, where {due} is due"),
                Tells::Nothing,
            );
        }
        Duty::Must(_) => judgement.has_caught = true,
        Duty::Nobody if is_refused => {
            judgement.blame(
                format!("it says {word} of an output that is right"),
                Tells::Nothing,
            );
        }
        Duty::Nobody | Duty::May(_) | Duty::Told => {}
    }
    judgement
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod wrong_graders;
