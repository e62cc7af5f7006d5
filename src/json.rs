//! How turns, points and broken clauses are written in JSON, by the oracle, in vectors and to engines.

use crate::clause::Breach;
use crate::game::{Outcome, Turn};
use serde::{Deserialize, Serialize};

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
    // The field is only looked for where there is an error; only in what is no JSON does it have a column.
    serde_json::from_slice(text).map_err(|plain| {
        let found = match serde_json::from_slice::<serde_json::Value>(text) {
            Ok(value) => serde_path_to_error::deserialize::<_, T>(value),
            Err(_) => serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(text)),
        };
        match found {
            Err(error) => Trouble::new(error.path().to_string(), error.inner().to_string()),
            Ok(_) => Trouble::new(".", plain.to_string()),
        }
    })
}

/// The JSON Schema of messages of a type, as text.
#[cfg(feature = "schema")]
pub fn schema<T: schemars::JsonSchema>() -> String {
    serde_json::to_string_pretty(&schemars::schema_for!(T)).unwrap_or_default() + "\n"
}
