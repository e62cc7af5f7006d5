//! How turns, points and broken clauses are written in JSON, by the oracle, in vectors and to engines.

use crate::clause::Breach;
use crate::game::{Outcome, Turn};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::error::Category;
use std::fmt;

/// What a position waits for.
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
        Points(outcome.points().iter().map(|points| f64::from(points.halves) / 2.0).collect())
    }
}

/// Why an action is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// The clause it breaks.
    pub clause: String,
    /// The clause's own sentence.
    pub sentence: String,
    /// What is wrong with this action.
    pub why: String,
}

impl From<Breach> for Refusal {
    fn from(breach: Breach) -> Refusal {
        Refusal {
            clause: breach.clause.id().into(),
            sentence: breach.clause.entry().sentence.clone(),
            why: breach.why.to_string(),
        }
    }
}

/// A field of a message that cannot be taken, and why.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Trouble {
    /// The field, such as `ask.apply.action`; `.` is the message as a whole.
    pub field: String,
    /// What was expected, and what to do.
    pub reason: String,
}

impl Trouble {
    /// Trouble with this field.
    pub fn new(field: impl Into<String>, reason: impl Into<String>) -> Trouble {
        Trouble { field: field.into(), reason: reason.into() }
    }
}

/// Reads one JSON object; the error names the field.
pub fn read<T: for<'a> Deserialize<'a>>(text: &[u8]) -> Result<T, Trouble> {
    // Serde would take an array as an object without names.
    if !text.trim_ascii_start().starts_with(b"{") {
        return Err(Trouble::new(".", "expected a JSON object, `{...}`, on one line"));
    }
    let mut from = serde_json::Deserializer::from_slice(text);
    let Once(value) = serde_path_to_error::deserialize(&mut from).map_err(|error| match error.inner().classify() {
        Category::Data => Trouble::new(error.path().to_string(), TWICE),
        _ => no_json(error.path().to_string(), error.inner()),
    })?;
    from.end().map_err(|error| no_json(String::new(), &error))?;
    let wrong = |error: serde_path_to_error::Error<serde_json::Error>| {
        Trouble::new(error.path().to_string(), expected(&error.inner().to_string()))
    };
    serde_path_to_error::deserialize(value).map_err(wrong)
}

/// What is no JSON is at fault as a whole, unless it is the value of a field alone.
fn no_json(path: String, error: &serde_json::Error) -> Trouble {
    let column = error.column();
    let reason = match error.classify() {
        Category::Eof => format!("the message breaks off after column {column}, before its object ends"),
        _ => format!("this is no JSON at column {column}"),
    };
    let is_known = !error.is_eof() && !path.is_empty() && !path.contains('?') && path.len() < 100;
    Trouble::new(if is_known { path } else { ".".into() }, reason)
}

/// What was expected, in the words of JSON and not of the parser.
fn expected(reason: &str) -> String {
    let reason = reason.split(" at line ").next().unwrap_or(reason);
    if let Some(rest) = reason.strip_prefix("unknown variant ") {
        return format!("nothing is called {rest}");
    }
    let Some((_, kind)) = reason.strip_prefix("invalid ").and_then(|rest| rest.split_once(", expected ")) else {
        return reason.to_string();
    };
    let kind = match kind {
        "string or map" | "map with a single key" => "an object with one name, `{\"...\": {...}}`",
        "a string" => "a text, `\"...\"`",
        "a sequence" => "a list, `[...]`",
        "a boolean" => "true or false",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        kind if kind == "a map" || kind.contains("struct") || kind.contains("variant") => "an object, `{...}`",
        kind => kind,
    };
    format!("expected {kind}")
}

/// What is wrong with the second of two equal names.
pub(crate) const TWICE: &str = "this name stands here twice";

/// A value in which no object has a name twice.
pub(crate) struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Once, D::Error> {
        from.deserialize_any(OnceVisitor).map(Once)
    }
}

struct OnceVisitor;

/// Stands where a name comes again, so that the error has its path.
struct Twice;

impl<'de> Deserialize<'de> for Twice {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Twice, D::Error> {
        Err(D::Error::custom(TWICE))
    }
}

impl<'de> Visitor<'de> for OnceVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Once(value)) = from.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut object = serde_json::Map::new();
        while let Some(name) = from.next_key::<String>()? {
            if object.contains_key(&name) {
                from.next_value::<Twice>()?;
            }
            let Once(value) = from.next_value()?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

/// The JSON Schema of messages of a type, as text.
#[cfg(feature = "schema")]
pub fn schema<T: schemars::JsonSchema>() -> String {
    serde_json::to_string_pretty(&schemars::schema_for!(T)).unwrap_or_default() + "\n"
}
