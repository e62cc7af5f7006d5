//! The notes of a check: each has words in each language of the site, with the same arguments.

use crate::support::files::{root, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use stickler::explain::Note;
use stickler::game::Seat;
use stickler::records::headline::HEADLINES;

/// The code of a note, from its name in Rust.
fn code(name: &str) -> String {
    let mut code = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !code.is_empty() {
            code.push('-');
        }
        code.extend(letter.to_lowercase());
    }
    code
}

/// The arguments that a sentence names.
fn arguments(sentence: &str) -> BTreeSet<&str> {
    let parts = sentence.split('{').skip(1);
    parts
        .filter_map(|part| Some(part.split_once('}')?.0))
        .collect()
}

#[test]
fn each_note_has_korean_words_with_the_same_arguments() {
    let table: Value =
        serde_json::from_str(&text(&root().join("site/src/web/korean.json"))).expect("JSON");
    let table = table.as_object().expect("an object");
    let mut codes = BTreeSet::new();
    for (name, sentence) in Note::SENTENCES {
        // The words of a format of another crate are its own.
        if *name == "OfFormat" {
            continue;
        }
        let key = format!("remark: {}", code(name));
        let words = table.get(&key).and_then(Value::as_str);
        let words = words.unwrap_or_else(|| panic!("site/src/web/korean.json has no `{key}`"));
        assert_eq!(arguments(words), arguments(sentence), "{key}");
        codes.insert(key);
    }
    for key in table.keys().filter(|key| key.starts_with("remark: ")) {
        assert!(codes.contains(key), "no note has the code of `{key}`");
    }
}

#[test]
fn each_headline_has_korean_words_with_the_same_arguments() {
    let table = text(&root().join("site/src/web/korean.json"));
    let table: BTreeMap<String, String> = serde_json::from_str(&table).expect("JSON");
    let own = table.keys().filter(|key| key.starts_with("headline: "));
    assert_eq!(own.count(), HEADLINES.len(), "headlines in Korean");
    for (code, _, sentence) in HEADLINES {
        let words = table.get(&format!("headline: {code}"));
        let words = words.unwrap_or_else(|| panic!("korean.json has no `headline: {code}`"));
        assert_eq!(arguments(words), arguments(sentence), "{code}");
    }
}

#[test]
fn a_note_is_its_code_its_arguments_and_its_sentence() {
    let note = Note::AnswerMissing { seat: Seat(1) };
    let value = serde_json::to_value(&note).expect("JSON");
    assert_eq!(
        value,
        serde_json::json!({"code": "answer-missing", "args": {"seat": 1}})
    );
    assert_eq!(
        note.to_string(),
        "every answer that is here is legal and in time; that of seat 1 which failed is not here"
    );
}
