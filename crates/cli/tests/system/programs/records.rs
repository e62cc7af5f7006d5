//! Records of other judges and tools on the command line: one command from a file to a verdict, folders, and other shapes.

use crate::support::files::{Scratch, root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{said, stickler};
use serde_json::Value;
use std::fs;
use std::path::Path;

tests! {
    one_command_says_whether_the_judge_was_right,
    a_record_is_imported_converted_and_shown,
    folders_and_lines_of_records_are_counted,
    every_line_of_json_is_json_whatever_names_and_files_hold,
    a_broken_file_loses_nothing_of_the_others,
    many_records_are_said_in_their_order,
}

pub(crate) fn record(name: &str) -> String {
    root()
        .join("fixtures/records")
        .join(name)
        .to_string_lossy()
        .into_owned()
}

/// Exit code, what was printed, and its last line.
pub(crate) fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = stickler(folder, words);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().last().unwrap_or_default().to_string();
    assert!(!said(&output).contains("panicked"), "{}", said(&output));
    (output.status.code(), text, last)
}

fn written(folder: &Scratch, name: &str, text: impl AsRef<[u8]>) -> String {
    fs::write(folder.join(name), text).expect("written");
    name.to_string()
}

fn one_command_says_whether_the_judge_was_right() {
    let folder = scratch("judged");
    let five = fs::read_to_string(record("alphano/five.json")).expect("a match");
    let cases = [
        (five.clone(), 0, "conforms; the judge was right", ""),
        (
            five.replace("AGENT1_WIN", "AGENT2_WIN"),
            1,
            "violates; the judge was wrong here",
            "match.json:10:13",
        ),
        (
            five.replace("\"x\": 9, \"y\": 9", "\"x\": 8, \"y\": 9"),
            1,
            "violates; the judge was wrong here",
            "data.move[7].x",
        ),
        (
            five.replace("\"total_time\": 420", "\"total_time\": 42"),
            1,
            "violates (gomoku",
            "add up to 420 ms",
        ),
        (
            five[..900].to_string(),
            2,
            "could not tell",
            "the file is cut short",
        ),
        (
            five.replace("\"problem_id\": 7", "\"problem_id\": 8"),
            2,
            "could not tell",
            "match.json:3:17",
        ),
    ];
    for (text, code, last, part) in cases {
        let file = written(&folder, "match.json", &text);
        let (seen, all, end) = run(&folder, &["validate", &file]);
        assert_eq!(seen, Some(code), "{all}");
        assert!(
            end.contains(last) && all.contains(part),
            "{last} and {part} are missing:\n{all}"
        );
    }
    // An illegal move that the judge let pass is one error of the judge; what follows is a line each.
    let passed = written(
        &folder,
        "passed.json",
        five.replace("\"y\": 12, \"time\": 60", "\"y\": 8, \"time\": 60"),
    );
    let (_, all, _) = run(&folder, &["validate", &passed]);
    let count = |text: &str| all.matches(text).count();
    assert_eq!(
        (count("error[records."), count("\nconsequence[records.") > 0),
        (1, true),
        "{all}"
    );
    let (code, all, end) = run(&folder, &["validate", &record("alphano/late.json")]);
    assert!(
        code == Some(2) && end.contains("could not tell whether the judge was right"),
        "{all}"
    );
    assert!(
        all.contains("its answers add up to 9412 ms; the one that is missing had 588 ms"),
        "{all}"
    );
    let (_, all, _) = run(
        &folder,
        &[
            "validate",
            &record("alphano/one_line.json"),
            "--set",
            "board=7x7",
        ],
    );
    assert!(
        all.contains("one_line.json:1:") && all.contains("it reads: ") && all.len() < 3000,
        "{all}"
    );
}

fn a_record_is_imported_converted_and_shown() {
    let folder = scratch("imported");
    let five = record("alphano/five.json");
    assert_eq!(
        run(&folder, &["convert", &five, "--out", "game.log"]).0,
        Some(0)
    );
    let (code, _, end) = run(&folder, &["validate", "game.log"]);
    assert!(
        code == Some(0)
            && end.contains("lines of seats 0 and 1; the whole game; by these rules seat 0 wins"),
        "{end}"
    );
    for (to, file) in [("json", "a.json"), ("moves", "a.log")] {
        let output = stickler(&folder, &["convert", "game.log", "--to", to, "--out", file]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let says_what_is_lost =
            String::from_utf8_lossy(&output.stderr).contains("stickler: not in it: ");
        assert_eq!(says_what_is_lost, to != "moves", "{}", said(&output));
        let (code, all, _) = run(&folder, &["validate", file]);
        assert_eq!(code, Some(0), "{all}");
    }
    let (code, _, _) = run(&folder, &["convert", "game.log", "--to", "local"]);
    assert_eq!(code, Some(2));
    let (code, all, _) = run(&folder, &["show", &five, "--line", "36"]);
    assert!(
        code == Some(0) && all.contains("seat 1 to move") && all.matches('W').count() == 1,
        "{all}"
    );
    assert_eq!(
        run(&folder, &["show", &five, "--html", "game.html"]).0,
        Some(0)
    );
    let page = fs::read_to_string(folder.join("game.html")).expect("a page");
    assert!(
        page.contains("<html") && page.contains("\"names\":[\"alder\",\"birch\"]"),
        "the bots have their names"
    );
    let run_of_one = [
        "convert",
        &record("domjudge/two_games.txt"),
        "--game",
        "blackout",
        "--to",
        "interaction",
    ];
    let settings = ["--set", "board=2x3", "--set", "jury=first"];
    let (code, all, _) = run(&folder, &[&run_of_one[..], &settings].concat());
    assert_eq!(
        (code, all),
        (
            Some(0),
            fs::read_to_string(record("interaction/two_games.interaction")).expect("a file")
        )
    );
}

fn folders_and_lines_of_records_are_counted() {
    let folder = scratch("counted");
    fs::create_dir_all(folder.join("all/more")).expect("a folder");
    let one = fs::read_to_string(record("alphano/one_line.json")).expect("a match");
    let wrong = one.replace("AGENT1_WIN", "AGENT2_WIN");
    written(
        &folder,
        "all/more/lines.jsonl",
        [&one, "\n", &wrong, &one[..300], "\n", &one].concat(),
    );
    let squeezed = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    written(&folder, "all/broken.json.gz", squeezed);
    written(&folder, "all/.hidden", "nothing");
    let moves = fs::read(record("moves/five.log")).expect("a log");
    written(&folder, "all/five.log", moves);
    let (code, all, last) = run(&folder, &["validate", "all"]);
    assert_eq!(code, Some(1), "{all}");
    assert_eq!(
        last, "6 records: 3 conform, 1 violate, 2 could not be told",
        "{all}"
    );
    assert!(
        all.contains("all/more/lines.jsonl:3:13:") || all.contains("lines.jsonl:3:"),
        "{all}"
    );
    let (_, all, last) = run(&folder, &["validate", "all", "--json", "--jobs", "3"]);
    let lines: Vec<Value> = all
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let files: Vec<&str> = lines[..6]
        .iter()
        .filter_map(|line| line["record"]["file"].as_str())
        .collect();
    let more = |line| format!("all/more/lines.jsonl:{line}");
    assert_eq!(
        files,
        [
            "all/broken.json.gz",
            "all/five.log",
            &more(1),
            &more(3),
            &more(4),
            &more(5)
        ]
    );
    assert_eq!(
        lines[3]["record"]["findings"][0]["clause"], "records.verdict.winner",
        "{all}"
    );
    assert_eq!(lines[3]["record"]["findings"][0]["place"]["line"], 3);
    assert_eq!(lines[3]["record"]["findings"][0]["place"]["path"], "result");
    assert!(
        last.contains(r#""records":6,"conform":3,"violate":1,"unknown":2"#),
        "{last}"
    );
    assert_eq!(
        run(&folder, &["validate", "all/more", "--quiet"])
            .1
            .matches("judge was right")
            .count(),
        0
    );
}

fn every_line_of_json_is_json_whatever_names_and_files_hold() {
    let folder = scratch("steering");
    let names = [
        "plain",
        "del\u{7f}",
        "c1\u{9b}31m\u{85}",
        "bidi\u{202e}\u{2066}",
        "bell\u{7}\u{1b}[2J\n\r\t\"\\",
    ];
    let five = fs::read_to_string(record("alphano/five.json")).expect("a match");
    let name = serde_json::to_string(names[4]).expect("a text");
    let mut words = vec!["validate", "--json"];
    for odd in names {
        words.push(odd);
        written(&folder, odd, format!("{{\"problem_id\":7,\"{odd}\":[1,}}"));
    }
    let jsonl = names.map(|odd| format!("{{\"problem_id\":7,\"{odd}\":[1,}}\n")[..].to_string());
    let named = five.replace('\n', " ").replace("\"birch\"", &name);
    words.push(r"all.jsonl");
    written(&folder, "all.jsonl", [jsonl.concat(), named].concat());
    let (code, all, _) = run(&folder, &words);
    assert_eq!(code, Some(2), "{all}");
    let lines: Vec<Value> = all
        .split('\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}")))
        .collect();
    for (line, odd) in lines.iter().zip(names) {
        assert_eq!(line["record"]["file"], odd);
        assert!(!all.contains(['\u{7f}', '\u{9b}', '\u{202e}', '\u{1b}']));
    }
}

fn a_broken_file_loses_nothing_of_the_others() {
    let folder = scratch("broken");
    let names = ["a.json", "b.sgf", "c", "d.psq", "e.txt", "f.json"];
    let long = format!("{{\"data\": \"{}", "x".repeat(5_000_000));
    for (name, text) in names.iter().zip([
        "{\"data\": [",
        "(;GM[4]",
        "\0\0\0",
        "Piskvorky 15x15\n1,1",
        "FIRST",
        &long,
    ]) {
        written(&folder, name, text);
    }
    let five = record("alphano/five.json");
    let (code, all, last) = run(
        &folder,
        &[&["validate"], &names[..], &[&five, "missing.json"]].concat(),
    );
    assert_eq!(code, Some(2), "{all}");
    assert_eq!(last, "8 records: 1 conform, 0 violate, 7 could not be told");
    for name in names.iter().chain(&["missing.json"]) {
        assert_eq!(
            all.matches(&format!("\n{name}: could not tell")).count(),
            1,
            "{name}\n{all}"
        );
    }
    assert!(
        all.len() < 12_000,
        "a paragraph each, not {} bytes",
        all.len()
    );
}

fn many_records_are_said_in_their_order() {
    let folder = scratch("many");
    let moves = fs::read_to_string(record("moves/five.log")).expect("a log");
    fs::create_dir(folder.join("logs")).expect("a folder");
    for number in 0..300 {
        written(&folder, &format!("logs/{number:03}.log"), &moves);
    }
    let (code, alone, last) = run(&folder, &["validate", "logs", "--jobs", "1"]);
    assert_eq!(
        (code, last.as_str()),
        (
            Some(0),
            "300 records: 300 conform, 0 violate, 0 could not be told"
        )
    );
    assert_eq!(run(&folder, &["validate", "logs", "--jobs", "4"]).1, alone);
}
