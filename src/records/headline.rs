//! The result of a check as a headline. Its code and its arguments are for programs and other languages, its sentence for people.

use super::CheckedFile;
use crate::explain::{Conclusion, Culprit, Extent, Finding, Judged, Note};
use crate::game::{Outcome, Points, Seat};
use crate::referee::FaultKind;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The colour of a result: what the judge did, and where the file says nothing of it, what the players did.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mood {
    /// The judge was wrong.
    Wrong,
    /// A rule was broken, and nothing is known of the judge's decision.
    Broken,
    /// Nobody can tell, or not of all of it.
    #[default]
    Unknown,
    /// The judge was right, or everybody kept to the rules.
    Right,
}

impl Mood {
    /// True where a rule was broken, by the judge or by somebody whom it may have let pass.
    pub fn is_bad(self) -> bool {
        matches!(self, Mood::Wrong | Mood::Broken)
    }

    /// A sign for those who do not see the colour.
    pub fn sign(self) -> char {
        match self {
            Mood::Wrong | Mood::Broken => '✗',
            Mood::Unknown => '?',
            Mood::Right => '✓',
        }
    }
}

/// A kind of headline: its code, its colour, and its sentence, in which `{name}` stands for an argument.
pub type HeadlineKind = (&'static str, Mood, &'static str);

macro_rules! kinds {
    ($($name:ident $code:literal $mood:ident $sentence:literal,)+) => {
        $(const $name: HeadlineKind = ($code, Mood::$mood, $sentence);)+

        /// All kinds of headline; a page in another language has words for each of them.
        pub const HEADLINES: &[HeadlineKind] = &[$($name),+];
    };
}

kinds! {
    UNREAD "unread" Unknown "This file cannot be judged.",
    JUDGE_WRONG "judge-wrong" Wrong "The judge was wrong here.",
    ANSWER_MISSING "answer-missing" Unknown "{who} failed, and the answer that failed is not in the file. All other answers are right.",
    ANSWERS_MISSING "answers-missing" Unknown "{who} failed, and the answers that failed are not in the file. All other answers are right.",
    LOG_UNCLEAR "log-unclear" Unknown "This file alone does not tell whether a rule was broken.",
    UNCLEAR "unclear" Unknown "Nobody can tell from this file.",
    PART_KEPT "part-kept" Unknown "What is here keeps to the rules; a part could not be checked.",
    MESSAGES_RIGHT_ALL_KEPT "messages-right-all-kept" Right "Everybody kept to the rules, and so did the judge's messages.",
    MESSAGES_RIGHT "messages-right" Broken "A rule was broken; the judge's messages are right.",
    JUDGE_RIGHT_ALL_KEPT "judge-right-all-kept" Right "The judge was right: {outcome}. Everybody kept to the rules.",
    JUDGE_RIGHT "judge-right" Right "The judge was right: {outcome}.",
    JUDGE_RIGHT_WINNER_UNKNOWN "judge-right-winner-unknown" Right "The judge was right.",
    BOTH_FAILED "both-failed" Broken "Both failed: {outcome}.",
    BOTH_FAILED_WINNER_UNKNOWN "both-failed-winner-unknown" Broken "Both failed.",
    ALL_KEPT "all-kept" Right "Everybody kept to the rules.",
    RULE_BROKEN "rule-broken" Broken "A rule was broken.",
}

/// The result of a check in a sentence for people, with a code for programs. It calls the players by their seats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Headline {
    /// The kind of result: `judge-wrong`, `all-kept`, …
    pub code: String,
    /// The arguments of its sentence, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, String>,
    /// The sentence.
    pub text: String,
    /// Who was right, as a colour shows it.
    pub mood: Mood,
}

impl Headline {
    fn new((code, mood, sentence): HeadlineKind, args: &[(&str, String)]) -> Headline {
        let fill = |text: String, (name, value): &(&str, String)| {
            text.replace(&format!("{{{name}}}"), value)
        };
        Headline {
            code: code.into(),
            args: args
                .iter()
                .map(|(name, value)| (name.to_string(), value.clone()))
                .collect(),
            text: args.iter().fold(sentence.to_string(), fill),
            mood,
        }
    }

    /// The headline of a file that could not be read.
    pub fn unread() -> Headline {
        Headline::new(UNREAD, &[])
    }

    /// The headline of a file that was checked.
    pub fn of(looked: &CheckedFile<'_>, strict: bool) -> Headline {
        let checked = &looked.checked;
        let (judged, conclusion) = (checked.judged(), checked.conclusion(strict));
        let plain = |kind| Headline::new(kind, &[]);
        if judged == Judged::Wrong {
            return plain(JUDGE_WRONG);
        }
        if conclusion == Conclusion::Unknown {
            let missing = seats_without_answer(looked, strict);
            let kind = match &missing[..] {
                [] if looked.is_log => return plain(LOG_UNCLEAR),
                [] => return plain(UNCLEAR),
                [_] => ANSWER_MISSING,
                _ => ANSWERS_MISSING,
            };
            let who: Vec<String> = missing.iter().map(|seat| format!("seat {seat}")).collect();
            return Headline::new(kind, &[("who", who.join(", "))]);
        }
        let is_kept = conclusion == Conclusion::Conforms;
        let is_right = judged == Judged::Right;
        match (is_right, is_kept) {
            (_, true) if matches!(checked.extent, Extent::Gap(_)) => plain(PART_KEPT),
            (true, true) if looked.is_log => plain(MESSAGES_RIGHT_ALL_KEPT),
            (true, false) if looked.is_log => plain(MESSAGES_RIGHT),
            (true, _) => match outcome(looked) {
                Some(end) if is_kept => Headline::new(JUDGE_RIGHT_ALL_KEPT, &[("outcome", end)]),
                Some(end) => Headline::new(JUDGE_RIGHT, &[("outcome", end)]),
                None => plain(JUDGE_RIGHT_WINNER_UNKNOWN),
            },
            (false, true) => plain(ALL_KEPT),
            // A log claims no winner.
            (false, false) if have_both_failed(looked) => {
                match outcome(looked).filter(|_| !looked.is_log) {
                    Some(end) => Headline::new(BOTH_FAILED, &[("outcome", end)]),
                    None => plain(BOTH_FAILED_WINNER_UNKNOWN),
                }
            }
            (false, false) => plain(RULE_BROKEN),
        }
    }
}

/// How the game ended; points of one and none say no more than who won.
fn outcome(looked: &CheckedFile<'_>) -> Option<String> {
    let is_whole = looked.checked.extent == Extent::Whole;
    let outcome: Outcome = looked.checked.verdict.outcome.filter(|_| is_whole)?;
    let points = outcome.points();
    let tells_more = points.len() > 1 && points.iter().any(|own| *own > Points::whole(1));
    let by_seat = |(own, seat): (&Points, u8)| format!("seat {seat} {own}");
    let each: Vec<String> = points.iter().zip(0..).map(by_seat).collect();
    Some(match tells_more {
        true => format!("{outcome} ({})", each.join(", ")),
        false => outcome.to_string(),
    })
}

/// The seats that failed by an answer that the file does not have, where all else is right.
fn seats_without_answer(looked: &CheckedFile<'_>, strict: bool) -> Vec<Seat> {
    let checked = &looked.checked;
    let is_not_shown = |note: &Note| matches!(note, Note::FailureNotShown { .. });
    if !checked.findings.is_empty() || checked.notes.iter().any(is_not_shown) {
        return Vec::new();
    }
    let seat = |note| match note {
        Note::AnswerMissing { seat } => Some(seat),
        _ => None,
    };
    checked.missing(strict).filter_map(seat).collect()
}

/// True where both of two players failed for certain: by an answer that is here, or by the record's word for it.
fn have_both_failed(looked: &CheckedFile<'_>) -> bool {
    let checked = &looked.checked;
    let failed = |found: &Finding| match found.culprit {
        Culprit::Seat(seat, kind)
            if kind != FaultKind::Habit && found.is_error(false) && checked.is_certain(found) =>
        {
            Some(seat)
        }
        _ => None,
    };
    let shown: BTreeSet<Seat> = checked.findings.iter().filter_map(failed).collect();
    let by_word = checked.notes.iter().filter_map(|note| match note {
        Note::FailedByWord { seat } => Some(*seat),
        _ => None,
    });
    let all: BTreeSet<Seat> = shown.iter().copied().chain(by_word).collect();
    looked.players.len() <= 2 && !shown.is_empty() && all.len() == 2
}
