//! Every kind of message keeps to its published schema, as Python's jsonschema reads it.

use crate::support::files::{below, root, scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{example, python, quoted, started, stickler};
use crate::support::trials::leave_out;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use stickler::games::GAMES;

tests! {
    lines_of_records_keep_to_their_schema [JSONSCHEMA],
    lines_of_a_run_keep_to_their_schema [JSONSCHEMA],
    vectors_keep_to_their_schema [JSONSCHEMA],
    lines_to_and_from_engines_keep_to_their_schema [JSONSCHEMA],
    questions_and_answers_of_the_oracle_keep_to_their_schema [JSONSCHEMA],
}

/// How many lines keep to the schema of `spec/`, or the first that does not.
fn held(schema: &str, lines: &Path) -> Result<usize, String> {
    let python = python().expect("an interpreter");
    let script = root().join("crates/cli/tests/system/outside/schemas.py");
    let output = Command::new(python)
        .args([&script, &root().join("spec").join(schema), lines])
        .output();
    let output = output.expect("Python starts");
    let [out, err] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if output.status.success() {
        Ok(out.trim().parse().expect("a number"))
    } else {
        Err(err)
    }
}

/// All lines of these texts keep to the schema, and these wrong ones do not.
fn hold(schema: &str, texts: &[String], wrong: &[Value]) {
    let folder = scratch("schema");
    let file = folder.join("lines");
    std::fs::write(&file, texts.concat()).expect("written");
    let found = held(schema, &file);
    assert_eq!(
        found,
        Ok(texts.iter().map(|text| text.lines().count()).sum())
    );
    for line in wrong {
        std::fs::write(&file, format!("{line}\n")).expect("written");
        assert!(held(schema, &file).is_err(), "{line} passes");
    }
}

/// A bot that answers correctly for a while and then breaks a clause.
const FAILING: &str = "read l; echo OK; n=0; while read l; do case $l in TURN*) n=$((n+1)); \
    if [ $n -lt 4 ]; then echo MOVE $((3 * n)) 7; else echo NO; fi;; FINISH*) exit 0;; esac; done";

fn lines_of_records_keep_to_their_schema() {
    let records = root()
        .join("fixtures/records")
        .to_string_lossy()
        .into_owned();
    let broken = root()
        .join("fixtures/broken")
        .to_string_lossy()
        .into_owned();
    let output = stickler(
        &scratch("records"),
        &["validate", &records, &broken, "--json"],
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.lines().count() > 50, "{text}");
    let wrong = [
        json!({"record": {"file": "a"}}),
        json!({"summary": {"records": -1}}),
        json!({"found": 1}),
    ];
    hold("validate.schema.json", &[text], &wrong);
}

fn lines_of_a_run_keep_to_their_schema() {
    let folder = scratch("run");
    let mut texts = Vec::new();
    for bot in [&["--", "/bin/sh", "-c", FAILING][..], &[]] {
        let output = stickler(
            &folder,
            &[
                &["check", "gomoku", "--json", "--enough", "0", "--cases", "3"],
                bot,
            ]
            .concat(),
        );
        assert_eq!(output.status.code(), Some(i32::from(!bot.is_empty())));
        texts.push(String::from_utf8(output.stdout).expect("text"));
        assert!(texts[texts.len() - 1].lines().count() > 15);
    }
    hold(
        "report.schema.json",
        &texts,
        &[json!({ "game": { "index": 1 } })],
    );
}

fn vectors_keep_to_their_schema() {
    let texts: Vec<String> = below(&root().join("fixtures/vectors"), "jsonl")
        .iter()
        .map(|path| text(path))
        .collect();
    assert!(texts.len() > GAMES.games().len());
    hold("vectors.schema.json", &texts, &[json!({ "position": 7 })]);
}

fn lines_to_and_from_engines_keep_to_their_schema() {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("engine");
    let log = folder.join("lines");
    let engine = example("engines/gomoku.py");
    let script = format!(
        "tee -a {0} | {1} {2} | tee -a {0}",
        quoted(&log),
        quoted(python),
        quoted(engine)
    );
    let engine = [
        "engine",
        "gomoku",
        "--set",
        "board=4x4",
        "--set",
        "row=3",
        "--walks",
        "1",
        "--",
        "/bin/sh",
        "-c",
        &script,
    ];
    assert_eq!(stickler(&folder, &engine).status.code(), Some(0));
    let lines = text(&log);
    assert!(lines.lines().count() > 200);
    let wrong = [
        json!({ "apply": 1 }),
        json!({ "fly": {} }),
        json!({ "start": ["fly"] }),
        json!({ "outcome": 7 }),
        json!([]),
    ];
    hold("engine-protocol.schema.json", &[lines], &wrong);
}

/// Questions of every kind, of which some are answered and some refused.
fn questions(game: &str) -> Vec<Value> {
    let of = |name: &str| json!({ "position": name });
    let first = match game {
        "gomoku" => "MOVE 8 8",
        "blackout" => "3 1 3 6",
        _ => "nothing",
    };
    let log =
        "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 8 @50ms\n";
    vec![
        json!({ "hello": {} }),
        json!({ "new": { "as": "a" } }),
        json!({ "new": { "as": "a" } }),
        json!({ "new": { "as": "b", "actions": [first] } }),
        json!({ "new": { "as": "c", "set": { "board": "3x3" } } }),
        json!({ "new": { "as": "d", "transcript": log, "line": 6 } }),
        json!({ "copy": { "position": "a", "as": "e" } }),
        json!({ "check": { "position": "a", "action": first } }),
        json!({ "check": { "position": "a", "action": "nonsense" } }),
        json!({ "apply": { "position": "a", "action": first } }),
        json!({ "apply": { "position": "a", "action": first } }),
        json!({ "turn": of("a") }),
        json!({ "actions": of("a") }),
        json!({ "score": of("a") }),
        json!({ "outcome": of("a") }),
        json!({ "observe": of("a") }),
        json!({ "value": of("c") }),
        json!({ "render": { "position": "a", "format": "svg" } }),
        json!({ "render": of("a") }),
        json!({ "undo": of("a") }),
        json!({ "undo": of("a") }),
        json!({ "witness": { "wanted": "LIT" } }),
        json!({ "witness": { "wanted": "LOL", "set": {} } }),
        json!({ "drop": of("a") }),
    ]
}

fn questions_and_answers_of_the_oracle_keep_to_their_schema() {
    let folder = scratch("oracle");
    let (mut texts, mut asked, mut answered) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for game in GAMES.games().iter().map(|game| game.name()) {
        let line = |(id, ask): (usize, Value)| {
            asked.extend(ask.as_object().expect("a question").keys().cloned());
            let id = if id % 2 == 0 {
                json!(id)
            } else {
                json!(id.to_string())
            };
            format!("{}\n", json!({ "id": id, "ask": ask }))
        };
        let lines: String = questions(game).into_iter().enumerate().map(line).collect();
        let mut child = started(&folder, &["oracle", game]);
        let mut to = child.stdin.take().expect("a pipe");
        let text = lines.clone() + "no JSON at all\n{\"ask\":{\"hello\":{}}}\n";
        let writer = std::thread::spawn(move || to.write_all(text.as_bytes()));
        let output = child.wait_with_output().expect("the oracle ends");
        writer.join().expect("a writer").expect("written");
        let answers = String::from_utf8(output.stdout).expect("text");
        for answer in answers
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        {
            answered.extend(
                answer["answer"]
                    .as_object()
                    .into_iter()
                    .flat_map(|answer| answer.keys().cloned()),
            );
        }
        texts.extend([lines, answers]);
    }
    let schema: Value =
        serde_json::from_str(&text(&root().join("spec/oracle.schema.json"))).expect("JSON");
    let kinds: BTreeSet<String> = schema["$defs"]["Question"]["oneOf"]
        .as_array()
        .expect("kinds of questions")
        .iter()
        .flat_map(|kind| kind["properties"].as_object().expect("one").keys().cloned())
        .collect();
    assert_eq!(
        (&asked, &answered),
        (&kinds, &kinds),
        "every kind is asked and answered"
    );
    hold(
        "oracle.schema.json",
        &texts,
        &[json!({ "ask": { "fly": {} } }), json!({ "answer": 7 })],
    );
}
