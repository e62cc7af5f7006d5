//! YAML, read strictly: every error has its place and speaks of lists, texts and names.

use crate::json;
use serde::de::DeserializeOwned;

/// Reads YAML; every error has line and column. The reader tells none for a character that no YAML may hold, and none for the
/// very first one.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_yaml::from_str(text).map_err(|error| {
        let error = in_words(&error.to_string());
        if error.contains(" line ") {
            return error;
        }
        let is_foreign = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        let before = &text[..text.find(is_foreign).unwrap_or(0)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[line_start..].chars().count() + 1;
        format!(
            "{error} at line {} column {column}",
            before.matches('\n').count() + 1
        )
    })
}

/// An error of the reader in the words of YAML: the reader speaks of the types that it fills.
fn in_words(error: &str) -> String {
    let Some((wrong, expected)) = error.split_once(", expected ") else {
        return error.into();
    };
    let Some((place, found)) = wrong
        .split_once("invalid type: ")
        .or_else(|| wrong.split_once("invalid value: "))
    else {
        return error.into();
    };
    let (kind, line) = expected.split_at(expected.find(" at line ").unwrap_or(expected.len()));
    let kind = match kind {
        "a sequence" => "a list",
        "a string" => "a text",
        kind if kind == "a map" || kind == "field identifier" || kind.starts_with("struct ") => {
            "lines `name: value`"
        }
        kind => json::plain(kind),
    };
    let found = match found {
        "sequence" => "a list",
        "map" => "lines `name: value`",
        "unit value" => "nothing",
        found => found.trim_start_matches(|c: char| c.is_alphabetic() || c == ' '),
    };
    format!("{place}expected {kind}, found {found}{line}")
}
