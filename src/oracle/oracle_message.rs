//! The messages of the oracle; `spec/oracle.schema.json` is made from these types.

use crate::json::{self, Awaited, FieldError, Points, RefusedAction};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The version of these messages.
pub const VERSION: u32 = 1;

/// A line to the oracle.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Comes back with the answer.
    pub id: Option<Id>,
    /// The version that the caller speaks; another one is refused.
    pub version: Option<u32>,
    /// The question.
    pub ask: Question,
}

/// A caller's mark: a number or a text in JSON, kept as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "IdForm")
)]
pub struct Id(String);

/// The forms of a mark, for the schema.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[allow(dead_code)]
#[schemars(rename = "Mark", untagged)]
enum IdForm {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl<'a> Deserialize<'a> for Id {
    fn deserialize<D: Deserializer<'a>>(from: D) -> std::result::Result<Id, D::Error> {
        let text = Box::<RawValue>::deserialize(from)?.get().to_string();
        let is_number = text.parse().is_ok_and(f64::is_finite);
        let is_mark = is_number || serde_json::from_str::<String>(&text).is_ok();
        if is_mark {
            Ok(Id(text))
        } else {
            Err(D::Error::custom("expected a number or a text"))
        }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone())
            .map_err(S::Error::custom)?
            .serialize(to)
    }
}

/// Questions.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// Which game this is, its parameters, and the version of these messages.
    Hello {},
    /// A new position: the start, or after actions, or from a transcript.
    New(#[serde(deserialize_with = "json::object")] NewPosition),
    /// The same position again under another name; it remembers the same past.
    Copy {
        /// The position.
        position: String,
        /// The name of the new one.
        #[serde(rename = "as")]
        name: String,
    },
    /// Forget a position.
    Drop(#[serde(deserialize_with = "json::object")] Of),
    /// All legal actions.
    Actions(#[serde(deserialize_with = "json::object")] Of),
    /// Whether an action is legal.
    Check(#[serde(deserialize_with = "json::object")] Act),
    /// Do an action, where it is legal.
    Apply(#[serde(deserialize_with = "json::object")] Act),
    /// Take the last applied action back.
    Undo(#[serde(deserialize_with = "json::object")] Of),
    /// Whose turn it is.
    Turn(#[serde(deserialize_with = "json::object")] Of),
    /// The points of each seat as they stand.
    Score(#[serde(deserialize_with = "json::object")] Of),
    /// How the game ended.
    Outcome(#[serde(deserialize_with = "json::object")] Of),
    /// Everything that can be observed, by name.
    Observe(#[serde(deserialize_with = "json::object")] Of),
    /// The end that best play leads to, where the game is solved.
    Value(#[serde(deserialize_with = "json::object")] Of),
    /// Actions of a game that shows the wanted thing, such as one that places this sequence.
    Witness {
        /// The wanted thing, in the game's own notation.
        wanted: String,
        /// Parameters that differ from those the oracle was started with.
        #[serde(default)]
        set: BTreeMap<String, String>,
    },
    /// The board to look at.
    Render {
        /// The position.
        position: String,
        /// Text or SVG.
        #[serde(default)]
        format: PictureFormat,
    },
}

/// A position by its name.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Of {
    /// The position.
    pub position: String,
}

/// An action at a position.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The position.
    pub position: String,
    /// The action, in the game's notation.
    pub action: String,
}

/// Where a new position comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPosition {
    /// The name.
    #[serde(rename = "as")]
    pub name: String,
    /// Parameters that differ from those the oracle was started with.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Actions from the start of a game.
    pub actions: Option<Vec<String>>,
    /// A transcript, instead of actions: the position after its last line.
    pub transcript: Option<String>,
    /// The position before this line of the transcript, from 1.
    pub line: Option<usize>,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Format")
)]
#[serde(rename_all = "snake_case")]
pub enum PictureFormat {
    /// Plain text.
    #[default]
    Text,
    /// A picture.
    Svg,
}

/// A line from the oracle: one for each line to it, in the same order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The request's own; `null` where it had none that could be read.
    pub id: Option<Id>,
    /// The result.
    #[serde(flatten)]
    pub result: Result,
}

/// An answer, or why there is none.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Result {
    /// The answer, under the name of what was asked.
    Answer(Answer),
    /// The request cannot be taken; nothing has changed.
    Error(FieldError),
}

/// Answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Which game this is.
    Hello(Hello),
    /// The new position waits for this.
    New(Awaited),
    /// The copy waits for this.
    Copy(Awaited),
    /// Positions that are left.
    Drop(usize),
    /// In the game's order, without duplicates.
    Actions(Vec<String>),
    /// `null`: it is legal.
    Check(Option<RefusedAction>),
    /// The result of the action.
    Apply(Applied),
    /// The position now waits for this.
    Undo(Awaited),
    /// Whose turn it is.
    Turn(Awaited),
    /// `null`: the game goes on, and counts no points before its end.
    Score(Option<Points>),
    /// `null`: the game goes on.
    Outcome(Option<Points>),
    /// Values by name.
    Observe(BTreeMap<String, String>),
    /// `null`: nobody has solved this game.
    Value(Option<Points>),
    /// A game that shows it, or why there is none.
    Witness(Witnessed),
    /// The board.
    Render(String),
}

/// The first answer of a careful caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of these messages.
    pub version: u32,
    /// The game.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// All parameters.
    pub set: BTreeMap<String, String>,
}

/// The result of an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Applied {
    /// It was legal and is done; the position now waits for this.
    Done(Awaited),
    /// It is illegal, and nothing has changed.
    Refused(RefusedAction),
}

/// The proof that something is possible, or why it is not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Witness")
)]
#[serde(rename_all = "snake_case")]
pub enum Witnessed {
    /// Actions from the start of a game.
    Actions(Vec<String>),
    /// No game shows it.
    Refused(RefusedAction),
}

/// Every message, for the schema: lines to the oracle and lines from it.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[allow(dead_code)]
#[schemars(title = "Lines to and from `stickler oracle`", untagged)]
pub enum OracleMessage {
    /// A line to the oracle.
    Request(Request),
    /// A line from the oracle.
    Reply(Reply),
}
