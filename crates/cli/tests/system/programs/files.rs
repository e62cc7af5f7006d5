//! Files as editors and shells of Windows leave them, and folders that hold more than files.

use crate::support::files::{root, scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, said, stickler};
use std::path::Path;
use std::process::Output;

tests! {
    a_byte_order_mark_is_skipped_by_every_reader,
    what_a_program_wrote_is_taken_as_it_is,
    another_encoding_is_named_by_every_reader,
    a_folder_with_a_pipe_and_a_socket_is_read_past_them,
    each_game_of_a_file_is_named,
    a_source_without_a_record_is_named,
    the_first_game_of_a_file_is_shown_with_a_word,
}

const MARK: &str = "\u{feff}";
const CASES: &str = "3\n3\nLIT\n14\nJOTLIZZJSOTLSO\n3\nLOL\n";

/// A file's name and its text.
type NamedFile = (&'static str, String);
/// The words of a command that reads such files, and its exit code.
type Reader = (Vec<String>, i32);

fn readers() -> (Vec<NamedFile>, Vec<Reader>) {
    let fixture = |name: &str| text(&root().join("fixtures").join(name));
    let files = vec![
        ("five.log", fixture("records/moves/five.log")),
        ("five.json", fixture("records/alphano/five.json")),
        ("five.txt", fixture("records/local/five.txt")),
        (
            "two.interaction",
            fixture("records/interaction/two_games.interaction"),
        ),
        ("lines.jsonl", fixture("records/alphano/one_line.json")),
        ("allow.txt", "gomoku.move.inside\n".into()),
        (
            "verdict.yaml",
            "winner: [\"winner: player {seat}\"]\ndraw: [\"no winner\"]\n".into(),
        ),
    ];
    let commands = [
        ("validate gomoku five.log", 0),
        ("validate five.json lines.jsonl", 0),
        ("validate gomoku five.txt", 0),
        (
            "validate blackout --set board=2x3 --set jury=first two.interaction",
            0,
        ),
        ("convert five.json --to moves", 0),
        ("show five.txt", 0),
        ("check gomoku --allow allow.txt --only any --cases 1", 1),
        (
            "judge gomoku --verdict verdict.yaml --list -- cat {0} {1}",
            0,
        ),
    ];
    let words = |line: &str| line.split(' ').map(str::to_string).collect();
    (
        files,
        commands
            .into_iter()
            .map(|(line, code)| (words(line), code))
            .collect(),
    )
}

fn run(folder: &Path, words: &[String]) -> Output {
    stickler(
        folder,
        &words.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

fn a_byte_order_mark_is_skipped_by_every_reader() {
    let folder = scratch("marked");
    let (files, commands) = readers();
    for (name, text) in &files {
        std::fs::write(folder.join(name), format!("{MARK}{text}")).expect("written");
    }
    for (words, code) in commands {
        let output = run(&folder, &words);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{words:?}: {}",
            said(&output)
        );
        assert!(
            !said(&output).contains(MARK),
            "{words:?}: {}",
            said(&output)
        );
    }
    let saved = stickler(
        &folder,
        &["replay", "five.json", "--seat", "0", "--", REFBOT, "gomoku"],
    );
    assert!(
        matches!(saved.status.code(), Some(0 | 1)),
        "{}",
        said(&saved)
    );
}

fn another_encoding_is_named_by_every_reader() {
    let folder = scratch("wide");
    let (files, commands) = readers();
    for (name, text) in &files {
        let wide: Vec<u8> = format!("{MARK}{text}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        std::fs::write(folder.join(name), wide).expect("written");
    }
    for (words, _) in commands {
        let output = run(&folder, &words);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{words:?}: {}",
            said(&output)
        );
        assert!(
            said(&output).contains("this file is UTF-16: save it as UTF-8"),
            "{words:?}: {}",
            said(&output)
        );
    }
}

fn what_a_program_wrote_is_taken_as_it_is() {
    let folder = scratch("as_written");
    let marked = |text: &str| [MARK.as_bytes(), text.as_bytes()].concat();
    let wide = |text: &str, big: bool| -> Vec<u8> {
        let bytes = if big {
            u16::to_be_bytes
        } else {
            u16::to_le_bytes
        };
        format!("{MARK}{text}")
            .encode_utf16()
            .flat_map(bytes)
            .collect()
    };
    let bare = |text: &str| wide(text, false)[2..].to_vec();
    let ways = |text: &str| {
        [
            (marked(text), "byte order mark"),
            (wide(text, false), "UTF-16"),
            (wide(text, true), "UTF-16"),
            (bare(text), "UTF-16"),
        ]
    };
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.join(name), bytes).expect("written");
    };
    let case = |line: &str, code: i32, words: &[&str]| {
        let output = stickler(&folder, &line.split(' ').collect::<Vec<_>>());
        let text = said(&output);
        assert_eq!(output.status.code(), Some(code), "{line}: {text}");
        for word in words {
            assert!(text.contains(word), "{line}: {word}: {text}");
        }
    };
    let (answers, told, moves) = (
        "YES\nYES\nNO\n",
        "1\nMOVE 2 1 2 1\nGAME\n",
        "1 1 1 3\n2 2 2 3\n",
    );
    let streams =
        "validate blackout --set board=2x3 --set games=1 --set jury=first --told told --said said";
    for (name, text) in [
        ("in", CASES),
        ("out", answers),
        ("told", told),
        ("said", moves),
    ] {
        write(name, text.as_bytes());
    }
    case("grade tetris in out --kattis", 42, &[]);
    case(streams, 0, &[]);
    let bytes = ["wire.line.bytes", "seat 0, format"];
    for (output, known) in ways(answers) {
        write("out", &output);
        case("grade tetris in out", 1, &[&bytes[..], &[known]].concat());
        case("grade tetris in out --kattis", 43, &[]);
    }
    write("out", answers.as_bytes());
    // The input is what the program read: nobody's answer is wrong.
    for (input, known) in ways(CASES).into_iter().take(3) {
        write("in", &input);
        case("grade tetris in out --kattis", 2, &["--> in:1:1", known]);
    }
    for (wrote, known) in ways(moves) {
        write("said", &wrote);
        case(streams, 1, &[&bytes[..], &[known]].concat());
    }
    write("said", moves.as_bytes());
    for (heard, _) in ways(told) {
        write("told", &heard);
        case(streams, 1, &["wire.judge.form", "the judge was wrong"]);
    }
}

fn a_folder_with_a_pipe_and_a_socket_is_read_past_them() {
    let folder = scratch("special");
    let five = root().join("fixtures/records/alphano/five.json");
    std::fs::copy(five, folder.join("five.json")).expect("copied");
    rustix::fs::mkfifoat(
        rustix::fs::CWD,
        folder.join("pipe.log"),
        rustix::fs::Mode::RUSR,
    )
    .expect("a pipe");
    std::os::unix::fs::symlink("pipe.log", folder.join("link.jsonl")).expect("a link to it");
    let _socket =
        std::os::unix::net::UnixListener::bind(folder.join("socket.log")).expect("a socket");
    let output = stickler(&folder, &["validate", "."]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for name in ["pipe.log", "link.jsonl", "socket.log"] {
        assert!(
            text.contains(&format!("./{name} is skipped: it is no file")),
            "{name}: {text}"
        );
    }
    std::fs::remove_file(folder.join("five.json")).expect("removed");
    let output = stickler(&folder, &["validate", "."]);
    assert_eq!(
        output.status.code(),
        Some(2),
        "nothing was checked: {}",
        said(&output)
    );
}

fn two_games(folder: &Path) {
    let right = text(&root().join("fixtures/records/alphano/five.json"));
    let wrong = right.replace("AGENT1_WIN", "AGENT2_WIN");
    std::fs::write(folder.join("two.json"), format!("[{right},{wrong}]")).expect("written");
}

fn a_source_without_a_record_is_named() {
    let folder = scratch("nothing");
    std::fs::create_dir(folder.join("bare")).expect("a folder");
    let files: [(&str, &[u8], &str); 6] = [
        (
            "empty.jsonl",
            b"",
            "it is empty: expected a record on each line",
        ),
        (
            "blank.ndjson",
            b"\n \n",
            "it is empty: expected a record on each line",
        ),
        ("empty.log", b"", "it is empty: expected a log or a record"),
        ("plain.log.gz", b"0< READY\n", "it is not packed by gzip"),
        (
            "cut.log.gz",
            b"\x1f\x8b\x08\0\0\0",
            "the packed file is cut short",
        ),
        ("lines.jsonl", b"PK\x03\x04\n\n1\n", "this is a zip archive"),
    ];
    for (name, bytes, _) in files {
        std::fs::write(folder.join(name), bytes).expect("written");
    }
    let five = root().join("fixtures/records/alphano/five.json");
    let nothing = [("bare", "there is no file in this folder")];
    let named = files.map(|(name, _, why)| (name, why));
    for (name, why) in named.into_iter().chain(nothing) {
        let output = stickler(&folder, &["validate", name, &five.to_string_lossy()]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {text}");
        assert!(
            text.contains(&format!("could not tell: {why}")) || text.contains(why),
            "{text}"
        );
        assert!(text.contains("2 records: 1 conform"), "{name}: {text}");
    }
}

fn each_game_of_a_file_is_named() {
    let folder = scratch("collection");
    two_games(&folder);
    let output = stickler(&folder, &["validate", "two.json"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("two.json, game 1: conforms") && text.contains("two.json, game 2: violates"),
        "{text}"
    );
    let output = stickler(&folder, &["validate", "--json", "two.json"]);
    assert!(
        said(&output).contains(r#""records":2,"conform":1,"violate":1"#),
        "{}",
        said(&output)
    );
}

fn the_first_game_of_a_file_is_shown_with_a_word() {
    let folder = scratch("first_game");
    two_games(&folder);
    for words in [&["show", "two.json"][..], &["convert", "two.json"]] {
        let output = stickler(&folder, words);
        let text = said(&output);
        assert!(
            text.contains("two.json has 2 games, and this is the first"),
            "{text}"
        );
        assert_eq!(output.status.code(), Some(0), "{text}");
    }
}
