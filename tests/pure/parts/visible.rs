//! Text that a bot, an engine or a log wrote steers no terminal.

use stickler::clause::Breach;
use stickler::explain::{Culprit, Finding};
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::visible::{self, visible};
use stickler::wire::BYTES;

#[test]
fn control_characters_are_written_out() {
    for (text, shown) in [
        ("plain, grün, 日本\n\ttext", "plain, grün, 日本\n\ttext"),
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("over\rwritten\x08", "over\\x0dwritten\\x08"),
        ("\u{9b}31m\x7f", "\\x9b31m\\x7f"),
        ("\u{202e}drawkcab", "\\x202edrawkcab"),
    ] {
        assert_eq!(visible(text, false), shown);
        assert_eq!(visible(text, true), shown);
    }
}

#[test]
fn json_stays_json_and_steers_nothing() {
    let plain = serde_json::json!({"a": ["grün, 日本", "\n\t\"\\"]}).to_string();
    assert_eq!(visible::json(plain.clone()), plain);
    let every: String = (0..0x2100).filter_map(char::from_u32).collect();
    let value = serde_json::json!({&every: [&every, "\u{202e}\u{2066}\u{9b}31m\x7f"]});
    let line = visible::json(value.to_string());
    assert_eq!(
        visible(&line, true),
        line,
        "nothing is left to be written out"
    );
    let read: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(read, value);
}

#[test]
fn styles_stay_where_they_are_ours() {
    let ours = "\x1b[1m\x1b[91merror\x1b[0m \x1b[1;34mx\x1b[m";
    assert_eq!(visible(ours, true), ours);
    assert!(!visible(ours, false).contains('\x1b'));
    // One that hides, one that blinks, a move of the cursor, and what is broken off.
    for foreign in [
        "\x1b[8msecret",
        "\x1b[5m",
        "\x1b[1;8m",
        "\x1b[3A",
        "\x1b[31",
        "\x1b",
    ] {
        assert!(!visible(foreign, true).contains('\x1b'), "{foreign:?}");
    }
}

#[test]
fn a_diagnosis_steers_no_terminal() {
    let finding = Finding::new(1, Culprit::Log, Breach::new(BYTES, "a byte"));
    let diagnosis = Diagnosis::new(finding, false).fact("stderr", "loud \x1b[2J\x1b[31m words");
    let shown = diagnosis.render(&Source::new("ga\x1b[2Jme.log", b"0> \x1b]0;x\x07"), false);
    assert!(
        !visible(&shown, true).contains(['\x1b', '\x07']),
        "{shown:?}"
    );
    assert!(shown.contains("loud \\x1b[2J\\x1b[31m words"), "{shown}");
}
