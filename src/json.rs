//! JSON of the oracle, of vectors and of engines: how turns, points and broken clauses are written, and a strict reader whose errors
//! name the field.

use crate::clause::Breach;
use crate::game::{Outcome, Turn};
use serde::de::value::MapAccessDeserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::error::Category;
use std::fmt;
use std::marker::PhantomData;

/// Whose turn it is in a position.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    /// One action from each of these seats, in any order.
    Seats(Vec<u8>),
    /// A choice that no seat makes: dice, draws, a judge that plays.
    Nature,
    /// Nothing: the game is over, with these points by seat.
    Over(Points),
}

/// Points by seat, exact to a half.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Points(pub Vec<f64>);

impl From<Turn> for Awaited {
    fn from(turn: Turn) -> Awaited {
        match turn {
            Turn::Seats(seats) => Awaited::Seats(seats.iter().map(|seat| seat.0).collect()),
            Turn::Nature => Awaited::Nature,
            Turn::Over(outcome) => Awaited::Over(outcome.into()),
        }
    }
}

impl From<Outcome> for Points {
    fn from(outcome: Outcome) -> Points {
        Points(
            outcome
                .points()
                .iter()
                .map(|points| f64::from(points.halves) / 2.0)
                .collect(),
        )
    }
}

/// Why an action is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RefusedAction {
    /// The clause it breaks.
    pub clause: String,
    /// The clause's own sentence.
    pub sentence: String,
    /// The error of this action.
    pub why: String,
}

impl From<Breach> for RefusedAction {
    fn from(breach: Breach) -> RefusedAction {
        RefusedAction {
            clause: breach.clause.id().into(),
            sentence: breach.clause.statement().sentence.clone(),
            why: breach.why.to_string(),
        }
    }
}

/// A field of a message that cannot be taken, and why.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FieldError {
    /// The field, such as `ask.apply.action`; `.` is the message as a whole.
    pub field: String,
    /// The expectation, and what to do.
    pub reason: String,
}

impl FieldError {
    /// An error of this field.
    pub fn new(field: impl Into<String>, reason: impl Into<String>) -> FieldError {
        FieldError {
            field: field.into(),
            reason: reason.into(),
        }
    }
}

/// Reads one JSON object; the error names the field.
pub fn read<T: for<'a> Deserialize<'a>>(text: &[u8]) -> Result<T, FieldError> {
    // Serde would take an array as an object without names.
    if !text.trim_ascii_start().starts_with(b"{") {
        return Err(FieldError::new(
            ".",
            "expected a JSON object, `{...}`, on one line",
        ));
    }
    let value: Value =
        serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(text))
            .map_err(|error| no_json(error.path().to_string(), error.inner()))?;
    let value = serde_json::from_slice(text)
        .map(|_: IgnoredAny| value)
        .map_err(|error| no_json(String::new(), &error))?;
    if names(&value) < colons(text) {
        return Err(FieldError::new(".", "an object has the same name twice"));
    }
    let wrong = |error: serde_path_to_error::Error<serde_json::Error>| {
        FieldError::new(
            error.path().to_string(),
            expected(&error.inner().to_string()),
        )
    };
    serde_path_to_error::deserialize(value).map_err(wrong)
}

/// Reads an object; serde alone would take a list for one without names.
pub(crate) fn object<'a, D: Deserializer<'a>, T: Deserialize<'a>>(from: D) -> Result<T, D::Error> {
    struct Names<T>(PhantomData<T>);
    impl<'a, T: Deserialize<'a>> Visitor<'a> for Names<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<M: MapAccess<'a>>(self, names: M) -> Result<T, M::Error> {
            T::deserialize(MapAccessDeserializer::new(names))
        }
    }
    from.deserialize_map(Names(PhantomData))
}

/// How many names all objects of a value have, each name of an object once.
fn names(value: &Value) -> usize {
    match value {
        Value::Array(values) => values.iter().map(names).sum(),
        Value::Object(object) => object.values().map(|value| 1 + names(value)).sum(),
        _ => 0,
    }
}

/// How many names the text of a value has: one before each colon that is in no string.
fn colons(text: &[u8]) -> usize {
    let (mut count, mut quoted, mut bytes) = (0, false, text.iter());
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => quoted = !quoted,
            b':' if !quoted => count += 1,
            _ => {}
        }
    }
    count
}

/// A text that is no JSON is at fault as a whole, unless it is the value of a field alone.
fn no_json(path: String, error: &serde_json::Error) -> FieldError {
    let column = error.column();
    let reason = match error.classify() {
        Category::Eof => {
            format!("the message breaks off after column {column}, before its object ends")
        }
        _ => format!("this is no JSON at column {column}"),
    };
    let is_known = !error.is_eof() && !path.is_empty() && !path.contains('?') && path.len() < 100;
    FieldError::new(if is_known { path } else { ".".into() }, reason)
}

/// The expectation, in the words of JSON and not of the parser.
fn expected(reason: &str) -> String {
    let reason = reason.split(" at line ").next().unwrap_or(reason);
    if let Some(rest) = reason.strip_prefix("unknown variant ") {
        return format!("nothing is called {rest}");
    }
    let Some((_, kind)) = reason
        .strip_prefix("invalid ")
        .and_then(|rest| rest.split_once(", expected "))
    else {
        return reason.to_string();
    };
    let kind = match kind {
        "string or map" | "map with a single key" => "an object with one name, `{\"...\": {...}}`",
        "a string" => "a text, `\"...\"`",
        "a sequence" => "a list, `[...]`",
        kind if kind == "a map" || kind.contains("struct") || kind.contains("variant") => {
            "an object, `{...}`"
        }
        kind => plain(kind),
    };
    format!("expected {kind}")
}

/// A reader's expectation of a value without parts, in words that hold for JSON and for YAML.
pub(crate) fn plain(kind: &str) -> &str {
    match kind {
        "u8" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "f64" => "a number",
        "a boolean" => "true or false",
        kind => kind,
    }
}

/// The JSON Schema of messages of a type, as text.
#[cfg(feature = "schema")]
pub fn schema<T: schemars::JsonSchema>() -> String {
    serde_json::to_string_pretty(&schemars::schema_for!(T)).unwrap_or_default() + "\n"
}
