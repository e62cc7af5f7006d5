//! The result of a check of a record, as a line of JSON. Schema: `spec/validate.schema.json`.

use super::headline::Headline;
use super::{CheckedFile, Format, ReadError, Text};
use crate::explain::{Checked, Conclusion, Culprit, Extent, Finding, Note};
use crate::formats::json::Paths;
use crate::json::Points;
use crate::wire::Index;
use serde::{Deserialize, Serialize};
use std::cell::LazyCell;
use std::collections::{BTreeMap, HashMap};

/// The version of these lines.
pub const VERSION: u32 = 1;

/// A line.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Line")
)]
#[serde(rename_all = "snake_case")]
pub enum JsonLine {
    /// A record: a file, or a line of a file of JSON lines.
    Record(Box<Examined>),
    /// The last line: what the records come to.
    Summary(Summary),
}

/// A record that was looked at.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Examined {
    /// The file; of a file of JSON lines also the line, after a colon.
    pub file: String,
    /// `conforms`, `violates` or `unknown`.
    pub verdict: String,
    /// The format, as `--from` names it; none: no known one.
    pub shape: Option<String>,
    /// The game; none: it is not known.
    pub game: Option<String>,
    /// The judge: `right`, `wrong` or `unknown`.
    pub judge: String,
    /// The result in a sentence, with its code.
    pub headline: Headline,
    /// Clauses broken, in their order.
    pub findings: Vec<Broken>,
    /// How far the check went: `whole`, `no_tail`, `gap`, `open`, `cut`, `torn`, `empty` or `contradicted`; none: it could not be
    /// read.
    pub extent: Option<String>,
    /// How the game ended, in words; none: it was not followed to its end.
    pub outcome: Option<String>,
    /// Points by seat at the end.
    pub points: Option<Points>,
    /// The names of the players by seat, where the record has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The assumed clauses that the verdict rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
    /// A condition under which the judge, of whom the findings speak, is right: nobody can tell then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_if: Option<String>,
    /// Where somebody is wrong under each value that no document excludes, and not the same one: what is wrong under another value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or_else: Option<String>,
    /// Facts that are not told, and facts that were assumed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Remark>,
    /// Why it could not be read or checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Unread>,
}

/// A clause that is broken.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Broken {
    /// The clause.
    pub clause: String,
    /// How hard it binds: must, should or unsaid.
    pub level: String,
    /// Who broke it: `seat N`, `judge` or `log`.
    pub by: String,
    /// The class of a seat's fault: late, format, illegal, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Where it stands in the file.
    pub place: Place,
    /// The error, in words.
    pub why: String,
    /// True where it proves nothing, because of what `right_if` says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_doubt: bool,
}

/// A remark on a file: a fact that it does not show, or that was assumed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The kind of remark: `answer-missing`, `read-with`, …
    pub code: String,
    /// The arguments of its sentence, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, Argument>,
    /// The sentence.
    pub text: String,
}

/// An argument of a remark.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
pub enum Argument {
    /// A seat, a time in milliseconds, or how many there are.
    Number(u64),
    /// A name, or a part of the sentence.
    Word(String),
}

impl From<&Note> for Remark {
    fn from(note: &Note) -> Remark {
        // A note is an enum with named fields alone, so it is always an object.
        let mut value = serde_json::to_value(note).unwrap_or_default();
        let code = value["code"].as_str().unwrap_or_default().into();
        let args = serde_json::from_value(value["args"].take()).unwrap_or_default();
        let text = note.to_string();
        Remark { code, args, text }
    }
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// How many bytes it has; 0: all of the line.
    pub length: usize,
    /// The value in a file of JSON: `data.move[17]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// Why a record could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Unread {
    /// Where; none: the file as a whole.
    pub place: Option<Place>,
    /// The expectation, and what to do.
    pub why: String,
    /// The kind of error: `content`, `no-format`, `no-game` or `other-game`.
    pub code: String,
}

/// The totals of all records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// The version of these lines: 1.
    pub stickler: u32,
    /// Records.
    pub records: usize,
    /// Records in which no clause is broken.
    pub conform: usize,
    /// Records in which a clause is broken.
    pub violate: usize,
    /// Records of which it cannot be told.
    pub unknown: usize,
}

impl Place {
    /// The place of bytes of a file, whose lines are known, in the value of this path.
    pub fn of(
        text: Text<'_>,
        lines: &Index,
        path: Option<String>,
        at: std::ops::Range<usize>,
    ) -> Place {
        let (line, column) = text.line_by(lines, at.start);
        Place {
            line,
            column: column + 1,
            length: at.len(),
            path,
        }
    }
}

/// A word for a conclusion.
pub fn word(conclusion: Conclusion) -> &'static str {
    ["conforms", "violates", "unknown"][conclusion as usize]
}

fn extent(extent: Extent) -> String {
    match extent {
        Extent::Whole => "whole",
        Extent::NoTail => "no_tail",
        Extent::Gap(_) => "gap",
        Extent::Open => "open",
        Extent::Cut => "cut",
        Extent::Torn => "torn",
        Extent::Empty => "empty",
        Extent::Contradicted => "contradicted",
    }
    .into()
}

fn broken(
    &Finding {
        culprit, breach, ..
    }: &Finding,
    place: Place,
    in_doubt: bool,
) -> Broken {
    let kind = if let Culprit::Seat(_, kind) = culprit {
        Some(kind.word().to_string())
    } else {
        None
    };
    let level = breach.clause.statement().level.word().to_string();
    let (clause, by) = (breach.clause.id().into(), culprit.to_string());
    Broken {
        clause,
        level,
        by,
        kind,
        place,
        why: breach.why.to_string(),
        in_doubt,
    }
}

impl Examined {
    /// A record that could not be read.
    pub fn unread(text: Text<'_>, format: Option<Format>, trouble: &ReadError) -> Examined {
        let lines = Index::new(text.bytes);
        let place = (!trouble.at.is_empty()).then(|| {
            let path = Paths::new(text.bytes).of(trouble.at.start);
            Place::of(text, &lines, path, trouble.at.clone())
        });
        let trouble = Some(Unread {
            place,
            why: trouble.why.clone(),
            code: trouble.kind.word().into(),
        });
        let shape = format.map(|format| format.name.to_string());
        Examined {
            file: text.name(),
            verdict: "unknown".into(),
            shape,
            judge: "unknown".into(),
            headline: Headline::unread(),
            trouble,
            ..Examined::default()
        }
    }

    /// A log or record that was checked.
    pub(crate) fn of(text: Text<'_>, looked: &CheckedFile<'_>, strict: bool) -> Examined {
        let CheckedFile {
            game,
            format,
            checked,
            ..
        } = looked;
        let Checked {
            findings,
            extent,
            verdict,
            notes,
            excuse,
            ..
        } = checked;
        let outcome = verdict.outcome.filter(|_| *extent == Extent::Whole);
        // Most files have no finding, and then nobody asks for a line.
        let of_file = LazyCell::new(|| Index::new(text.bytes));
        let of_log = LazyCell::new(|| Index::new(&looked.log));
        let starts = findings
            .iter()
            .filter_map(|found| Some(found.bytes()?.start));
        let starts: Vec<usize> = starts.collect();
        let mut paths = match starts[..] {
            [] => Vec::new(),
            _ => Paths::new(text.bytes).of_all(&starts),
        }
        .into_iter();
        let mut certain: HashMap<(usize, usize), Vec<&Finding>> = HashMap::new();
        let spot = |found: &Finding| (found.line, found.bytes().map_or(0, |at| at.start));
        for found in &checked.certain {
            certain.entry(spot(found)).or_default().push(found);
        }
        let is_certain = |found: &Finding| {
            let there = certain.get(&spot(found));
            there.is_some_and(|there| there.contains(&found))
        };
        Examined {
            file: text.name(),
            verdict: word(checked.conclusion(strict)).into(),
            judge: checked.judged().word().into(),
            headline: Headline::of(looked, strict),
            shape: Some(format.name.into()),
            game: Some(game.name().into()),
            findings: findings
                .iter()
                .map(|found| {
                    let in_doubt = checked.has_doubts() && !is_certain(found);
                    let path = found.bytes().and_then(|_| paths.next().flatten());
                    let place = looked.place(text, [&of_file, &of_log], path, found);
                    broken(found, place, in_doubt)
                })
                .collect(),
            extent: Some(self::extent(*extent)),
            outcome: outcome.map(|outcome| outcome.to_string()),
            points: outcome.map(Points::from),
            players: match looked.players.iter().all(String::is_empty) {
                true => Vec::new(),
                false => looked.players.clone(),
            },
            rests_on: verdict
                .rests_on
                .iter()
                .map(|clause| clause.id().into())
                .collect(),
            right_if: excuse.as_ref().map(|excuse| excuse.to_string()),
            or_else: checked.either.as_ref().map(|other| other.to_string()),
            notes: { notes.iter().cloned().chain(checked.missing(strict)) }
                .map(|note| Remark::from(&note))
                .collect(),
            trouble: None,
        }
    }
}

impl Summary {
    /// Counts one record more.
    pub fn add(&mut self, conclusion: Conclusion) {
        self.stickler = VERSION;
        self.records += 1;
        *match conclusion {
            Conclusion::Conforms => &mut self.conform,
            Conclusion::Violates => &mut self.violate,
            Conclusion::Unknown => &mut self.unknown,
        } += 1;
    }

    /// The worst of all.
    pub fn worst(&self) -> Conclusion {
        match (self.violate, self.unknown) {
            (1.., _) => Conclusion::Violates,
            (0, 1..) => Conclusion::Unknown,
            (0, 0) => Conclusion::Conforms,
        }
    }
}
