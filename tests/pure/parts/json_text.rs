//! The JSON of records, held against serde_json: it takes the same texts, and finds the same values in them at their places.

use crate::support::tier::cases;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::Value;
use stickler::formats::json;

/// Pieces that a text is changed by.
const PIECES: [&str; 26] = [
    "\"",
    "\\",
    "\\u00e9",
    "\\ud83d",
    "\\ud83d\\ude00",
    "\\x",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\n",
    "\t",
    "        ",
    "\u{1}",
    "\u{7f}",
    "é",
    "0",
    "-",
    ".5",
    "e1",
    "null",
    "tru",
    "a",
    "",
];

fn strings() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]{0,3}", "[ -~]{0,12}", "[\"\\\\/\n\té😀\u{1}]{0,4}"]
}

fn values() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-20..20i64).prop_map(Value::from),
        (-20..20i8).prop_map(|halves| (f64::from(halves) / 2.0).into()),
        strings().prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 60, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            btree_map(strings(), inner, 0..20)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A text of the value, with blanks and escapes as these bytes say.
fn written(value: &Value, ways: &mut impl Iterator<Item = u8>, text: &mut String) {
    let mut blanks = |text: &mut String| {
        let way = ways.next().unwrap_or(0);
        text.push_str(["", "", " ", "\n", "\r\n\t", "\n                   "][usize::from(way) % 6]);
        way
    };
    let way = blanks(text);
    match value {
        Value::String(string) if way % 2 == 0 => {
            let units = string.encode_utf16().map(|unit| format!("\\u{unit:04X}"));
            text.push_str(&format!("\"{}\"", units.collect::<String>()));
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                text.push(if at == 0 { '[' } else { ',' });
                written(item, ways, text);
            }
            text.push_str(if items.is_empty() { "[ ]" } else { "]" });
        }
        Value::Object(members) => {
            for (at, (name, value)) in members.iter().enumerate() {
                text.push(if at == 0 { '{' } else { ',' });
                written(&name.as_str().into(), ways, text);
                text.push(':');
                written(value, ways, text);
            }
            text.push_str(if members.is_empty() { "{}" } else { "\n}" });
        }
        _ => text.push_str(&value.to_string()),
    }
}

/// A text of a value, and the value.
fn texts() -> impl Strategy<Value = (String, Value)> {
    (values(), vec(any::<u8>(), 1..40)).prop_map(|(value, ways)| {
        let mut text = String::new();
        written(&value, &mut ways.into_iter().cycle(), &mut text);
        (text, value)
    })
}

/// The value is this one, and so is the text at its place. False where an object has a name twice, which serde_json takes.
fn is_same(text: &str, own: json::Value<'_>, value: &Value) -> bool {
    let there = serde_json::from_str::<Value>(&text[own.at()]).expect("a value at its place");
    assert_eq!(there, *value);
    assert_eq!(own.text().ok(), value.as_str());
    // serde_json takes this one for a float.
    if &text[own.at()] != "-0" {
        assert_eq!(own.integer().ok(), value.as_i64());
    }
    assert_eq!(own.number(u64::MAX).ok(), value.as_u64());
    assert_eq!(own.list("").is_ok(), value.is_array());
    match value {
        Value::Array(items) => {
            let own: Vec<_> = own.list("").expect("a list").collect();
            assert_eq!(own.len(), items.len());
            own.into_iter()
                .zip(items)
                .all(|(own, item)| is_same(text, own, item))
        }
        Value::Object(members) => {
            let Ok(object) = own.object("") else {
                return false;
            };
            assert_eq!(
                object.names(),
                members
                    .keys()
                    .take(12)
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(", ")
            );
            members.iter().all(|(name, value)| match object.get(name) {
                Some(own) => is_same(text, own, value),
                None => value.is_null(),
            })
        }
        _ => {
            assert!(own.object("").is_err());
            true
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn whole_texts_have_the_same_values((text, value) in texts()) {
        let json = json::read(&text).expect("JSON");
        prop_assert!(is_same(&text, json.whole(), &value), "{text}");
    }

    #[test]
    fn broken_texts_are_refused_alike(
        (mut text, _) in texts(),
        edits in vec((any::<prop::sample::Index>(), 0..3usize, 0..PIECES.len()), 1..4),
    ) {
        for (at, removed, piece) in edits {
            let from = text.floor_char_boundary(at.index(text.len() + 1));
            let to = text.ceil_char_boundary((from + removed).min(text.len()));
            text.replace_range(from..to, PIECES[piece]);
        }
        match (json::read(&text), serde_json::from_str::<Value>(&text)) {
            (Ok(json), Ok(value)) => {
                is_same(&text, json.whole(), &value);
            }
            // A text may hold a number that is none of Rust, and one half of a pair.
            (Ok(_), Err(why)) => {
                let why = why.to_string();
                let is_known = ["out of range", "surrogate", "hex escape"].iter().any(|word| why.contains(word));
                prop_assert!(is_known, "{text}: {why}");
            }
            (Err(why), Ok(_)) => prop_assert!(false, "{text}: {why:?}"),
            (Err(why), Err(_)) => prop_assert!(why.at.start <= text.len()),
        }
    }

    #[test]
    fn a_name_that_stands_twice_is_found(names in vec("[a-d]{1,3}", 0..40)) {
        let mut text = String::from("{");
        let mut repeated = None;
        for (at, name) in names.iter().enumerate() {
            text.push_str(&format!("{}\"{name}\":", if at == 0 { "" } else { ", " }));
            if names[..at].contains(name) {
                repeated.get_or_insert((text.len(), name));
            }
            text.push('0');
        }
        text.push('}');
        let json = json::read(&text).expect("JSON");
        let found = json.whole().object("it").err().map(|why| (why.at.start, why.why));
        let twice = |(at, name)| (at, format!("`{name}` stands in this object twice"));
        prop_assert_eq!(found, repeated.map(twice));
    }
}

#[test]
fn an_error_stands_where_the_text_can_no_longer_be_json() {
    let deep = |count| format!("{}{}", "[".repeat(count), "]".repeat(count));
    assert!(json::read(&deep(128)).is_ok());
    assert!(json::read(&deep(100_000)).is_ok());
    let places = [
        ("", 0),
        (" \u{feff}1", 1),
        ("{\"a\": tru, 1", 7),
        ("{\"a\"; 1}", 4),
        ("{a: 1}", 1),
        ("[1, ]", 4),
        ("[1 2]", 3),
        ("[01]", 2),
        ("[-]", 2),
        ("[1.e5]", 3),
        ("\"a\u{1}b\"", 3),
        ("\"a\\xb\"", 4),
        ("\"\\u12G4\"", 6),
        ("\"a", 2),
        ("{} {}", 3),
        ("\u{feff}[1;", 5),
        (&deep(129)[..257], 257),
        (&deep(129).replace("[]", "[,]"), 129),
        (&deep(129).replace("[]", "[1 2]"), 131),
        (&deep(129).replace("[]", "{\"a\":1,}"), 135),
        (&deep(129).replace("[]", "{\"a\" 1}"), 133),
        (&deep(129).replace("[]", "[}"), 129),
        ("\"\\ud83d\\x\"", 8),
        ("\"\\ud83d\u{1}\"", 7),
    ];
    for (text, at) in places {
        let why = json::read(text)
            .err()
            .unwrap_or_else(|| panic!("{text} is taken"));
        assert_eq!(why.at.start, at, "{text}");
        assert_eq!(why.why.ends_with("cut short"), at == text.len(), "{text}");
    }
}

#[test]
fn half_of_a_pair_is_a_sign_that_cannot_be_shown() {
    for (written, shown) in [
        (r#""a\ud83d""#, "a\u{fffd}"),
        (r#""\ude00b\n""#, "\u{fffd}b\n"),
        (r#""\ud83d\ud83d\ude00\ude00""#, "\u{fffd}😀\u{fffd}"),
        (
            r#""\ud83d\u0041\"\\\/\b\f\r\té""#,
            "\u{fffd}A\"\\/\u{8}\u{c}\r\té",
        ),
        (r#""\ud83d\n\udfff\udbff""#, "\u{fffd}\n\u{fffd}\u{fffd}"),
    ] {
        let json = json::read(written).expect("JSON");
        assert_eq!(json.whole().text().ok(), Some(shown), "{written}");
        assert_eq!(json.whole().at(), 0..written.len());
    }
}

#[test]
fn what_lies_deep_has_its_place() {
    let many = 300;
    let text = format!(
        "{}[1, {{\"b\": \"c\", \"d\": []}}, true]{}",
        "{\"a\": ".repeat(many),
        "}".repeat(many)
    );
    let json = json::read(&text).expect("JSON");
    let mut value = json.whole();
    for _ in 0..many {
        value = value.object("it").expect("an object").get("a").expect("a");
    }
    let items: Vec<_> = value.list("it").expect("a list").collect();
    assert_eq!(items.len(), 3);
    let object = items[1].object("it").expect("an object");
    assert_eq!(
        object.get("b").and_then(|value| value.text().ok()),
        Some("c")
    );
    assert_eq!(&text[object.get("d").expect("d").at()], "[]");
    assert_eq!(&text[object.at()], "{\"b\": \"c\", \"d\": []}");
    assert_eq!(&text[items[2].at()], "true");
}
