//! Records of `fixtures/records/` and their tables: whole records, and twins that differ from them.

use super::files::{root, text};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::records::json_line::Examined;
use stickler::records::{self, CheckOptions, Text};

/// The first finding: the clause, who breaks it and where; or why the record cannot be read; or how far it went, and its verdict.
pub(crate) type Seen = [Option<String>; 6];

/// The folders of records; logs with every message have fixtures of their own.
pub(crate) fn folders() -> Vec<(&'static str, PathBuf)> {
    let names: BTreeSet<&str> = records::formats(GAMES)
        .map(|(format, _)| format.name)
        .collect();
    let names = names.into_iter().filter(|name| *name != "log");
    names
        .map(|name| (name, root().join("fixtures/records").join(name)))
        .collect()
}

/// The format that a file seems to have.
pub(crate) fn guessed(bytes: &[u8]) -> Option<&'static str> {
    records::guess(bytes, None, None, GAMES).map(|(format, _)| format.name)
}

/// `twins.json` of a folder: whole records, and twins that differ from one of them by the first text of `change`, which the second
/// replaces. With an empty first text all is cut from the second on.
pub(crate) fn table(folder: &Path) -> Result<Value, String> {
    let file = folder.join("twins.json");
    let text = std::fs::read_to_string(&file).map_err(|error| {
        let file = file.display();
        format!("{file}: {error} (CONTRIBUTING, \"Add a format of records\")")
    })?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

pub(crate) fn list<'a>(table: &'a Value, name: &str) -> &'a [Value] {
    table[name].as_array().expect("a list")
}

/// A text with the change of a row: its first text is replaced by the second; with an empty first text all is cut from the second on.
pub(crate) fn changed(whole: &str, row: &Value) -> String {
    match [0, 1].map(|at| row["change"][at].as_str().unwrap_or_default()) {
        ["", ""] => whole.to_string(),
        ["", from] => {
            let (kept, _) = whole.split_once(from).expect("the text at which it is cut");
            kept.to_string()
        }
        [from, to] => {
            assert!(whole.contains(from), "`{from}` is not in the file");
            whole.replacen(from, to, 1)
        }
    }
}

/// The whole record of a row, and the row's own bytes.
pub(crate) fn made<'a>(table: &'a Value, folder: &Path, row: &Value) -> (&'a Value, Vec<u8>) {
    let file = row["of"].as_str().or(row["file"].as_str()).expect("a file");
    let good = list(table, "good")
        .iter()
        .find(|good| good["file"] == file)
        .expect("a whole record of this name");
    (good, changed(&text(&folder.join(file)), row).into_bytes())
}

/// The fields of a row that say what is to be seen.
const FIELDS: [&str; 6] = ["breaks", "by", "refused", "at", "extent", "judge"];

pub(crate) fn wanted(row: &Value) -> Seen {
    FIELDS.map(|name| row[name].as_str().map(str::to_string))
}

/// The fields that differ, a line each: `judge: expected right, got unknown`.
pub(crate) fn differences(wanted: &Seen, seen: &Seen) -> String {
    let word = |own: &Option<String>| own.clone().unwrap_or("nothing".into());
    let fields = FIELDS.iter().zip(wanted.iter().zip(seen));
    let lines =
        fields
            .filter(|(_, (wanted, seen))| wanted != seen)
            .map(|(name, (wanted, seen))| {
                format!("{name}: expected {}, got {}", word(wanted), word(seen))
            });
    lines.collect::<Vec<_>>().join("\n")
}

pub(crate) fn seen(format: &str, good: &Value, bytes: &[u8]) -> (Seen, Examined) {
    let game = good["game"]
        .as_str()
        .map(|name| GAMES.find(name).expect("the game"));
    let set = good["set"].as_object().into_iter().flatten();
    let given = Settings(
        set.map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().into()))
            .collect(),
    );
    let ask = CheckOptions {
        games: GAMES,
        game,
        format: Some(format),
        given: &given,
        strict: false,
    };
    let (_, examined) = ask.examine(Text::new("record", bytes));
    let (first, trouble) = (examined.findings.first(), examined.trouble.as_ref());
    let place = trouble.map_or(first.map(|broken| &broken.place), |trouble| {
        trouble.place.as_ref()
    });
    let at = place.map(|place| format!("{}:{}", place.line, place.column));
    let is_clean = first.is_none() && trouble.is_none();
    let seen = [
        first.map(|broken| broken.clause.clone()),
        first.map(|broken| broken.by.clone()),
        trouble.map(|trouble| trouble.why.clone()),
        at,
        examined.extent.clone().filter(|_| is_clean),
        Some(examined.judge.clone()),
    ];
    (seen, examined)
}
