//! The result of a match of a judge under test, as a line of JSON: `stickler judge --json`. Schema: `spec/judge.schema.json`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A match, or an output that was graded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatchLine {
    /// The name, as `--only` takes it; where a validator is joined to its bot, the join comes last.
    #[serde(rename = "match")]
    pub name: String,
    /// The duty of the judge, in words.
    pub due: String,
    /// The judge's words, and in how many runs.
    pub said: BTreeMap<String, u32>,
    /// How often it was played.
    pub runs: u32,
    /// In how many runs something was wrong.
    pub wrong_runs: u32,
    /// Errors of the judge.
    pub wrong: Vec<String>,
    /// The clauses that its messages broke.
    pub clauses: Vec<String>,
    /// The clauses on which it put the judge to the test: those that a bot broke, and those that few games come to.
    pub tries: Vec<String>,
    /// Parts that could not be looked at.
    pub unknown: Vec<String>,
    /// Clauses that no document states and that it broke: nobody is accused of that.
    pub warned: Vec<String>,
    /// False where a bot was to misbehave, and the game was over before that.
    pub tried: bool,
    /// True where it blamed the seat that it had to blame.
    pub caught: bool,
}
