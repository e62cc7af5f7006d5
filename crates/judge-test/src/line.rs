//! What became of a match of a judge under test, as a line of JSON: `stickler judge --json`. Schema: `spec/judge.schema.json`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A match, or an output that was graded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatchLine {
    /// Its name, as `--only` takes it; where a validator is joined to its bot, the join comes last.
    #[serde(rename = "match")]
    pub name: String,
    /// What the judge had to make of it, in words.
    pub due: String,
    /// What it said, and in how many runs.
    pub said: BTreeMap<String, u32>,
    /// How often it was played.
    pub runs: u32,
    /// In how many runs something was wrong.
    pub wrong_runs: u32,
    /// What was wrong.
    pub wrong: Vec<String>,
    /// The clauses that its messages broke.
    pub clauses: Vec<String>,
    /// What could not be looked at.
    pub unknown: Vec<String>,
    /// False where a bot was to misbehave, and the game was over before that.
    pub tried: bool,
    /// True where it blamed the seat that it had to blame.
    pub caught: bool,
}
