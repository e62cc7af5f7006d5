//! Errors of a run: by the clauses' levels, and by what the user says of them.

use crate::clause::Clause;
use crate::games::Registry;
use crate::referee::Fault;
use std::collections::BTreeSet;

/// The standard that a run holds a bot to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ErrorPolicy {
    /// Warnings count as errors.
    pub strict: bool,
    /// Known failures: clauses that may be broken for now.
    pub allowed: BTreeSet<String>,
    /// Only this clause and those below it count; `None`: all clauses count.
    pub only: Option<String>,
}

impl ErrorPolicy {
    /// True where a fault is an error.
    pub fn is_error(&self, fault: &Fault) -> bool {
        let clause = fault.breach.clause;
        let counts = self
            .only
            .as_deref()
            .is_none_or(|only| begins(clause.id(), only));
        counts && !self.allowed.contains(clause.id()) && (self.strict || clause.is_must())
    }
}

/// True where an id is this one or lies below it: `gomoku.move` has `gomoku.move.empty`.
pub fn begins(id: &str, with: &str) -> bool {
    id.strip_prefix(with)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Reads a list of known failures: one clause of these games a line, `#` begins a comment.
pub fn read_allowed(games: Registry, text: &str) -> Result<BTreeSet<String>, String> {
    let mut allowed = BTreeSet::new();
    for (at, line) in text.lines().enumerate() {
        let id = line.split('#').next().unwrap_or("").trim();
        if id.is_empty() {
            continue;
        }
        if games.clause(id).is_none() {
            return Err(format!("line {}: no clause is called `{id}`", at + 1));
        }
        allowed.insert(id.to_string());
    }
    Ok(allowed)
}

/// Writes a list of known failures as [`read_allowed`] reads it.
pub fn write_allowed<'a>(clauses: impl IntoIterator<Item = &'a Clause>) -> String {
    let lines: String = clauses
        .into_iter()
        .map(|clause| format!("{clause}\n"))
        .collect();
    format!(
        "# Clauses that the bot is known to break. An entry that no longer fails is an error: remove it then.\n{lines}"
    )
}
