//! The messages to and from an engine's program; `spec/engine-protocol.schema.json` is made from these types.

use crate::json::Points;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of these messages.
pub const VERSION: u32 = 1;

/// A line to the engine.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum EngineRequest {
    /// Go to the position before the first action; the first line, and again for every game.
    Start {
        /// The version of these messages.
        version: u32,
        /// The game.
        game: String,
        /// All its parameters.
        set: BTreeMap<String, String>,
    },
    /// Do an action, or refuse it and stay as you are.
    Apply {
        /// The action, in the game's notation.
        action: String,
    },
    /// List all legal actions.
    Actions {},
    /// Say how the game ended, if it did.
    Outcome {},
    /// Count the points of each seat as they stand.
    Score {},
}

/// A line from the engine: one for each line to it, under the same name.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum EngineReply {
    /// Methods that it has besides `start` and `apply`.
    Start(Vec<Method>),
    /// True: the action is done. False: it is refused.
    Apply(bool),
    /// In any order, each once.
    Actions(Vec<String>),
    /// Points by seat; `null`: the game goes on.
    Outcome(Option<Points>),
    /// Points by seat.
    Score(Points),
}

/// Methods that an engine need not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The engine lists legal actions.
    Actions,
    /// The engine knows the end.
    Outcome,
    /// The engine counts points.
    Score,
}

/// Every message, for the schema.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[allow(dead_code)]
#[schemars(title = "Lines to and from an engine of `stickler engine`", untagged)]
pub enum EngineMessage {
    /// A line to the engine.
    Request(EngineRequest),
    /// A line from the engine.
    Reply(EngineReply),
}
