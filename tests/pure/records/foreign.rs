//! Files as other programs and people leave them: marks, other encodings, several games, wrappers, fields that nobody understands.

use crate::support::record_files::{folders, list, made, seen, table};
use serde_json::Value;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::records::json_line::{Argument, Examined};
use stickler::records::{CheckOptions, Text, games};
use stickler::report::file_report;

fn ask(given: &Settings) -> CheckOptions<'_> {
    CheckOptions::new(GAMES, given)
}

fn examined(text: Text<'_>) -> Examined {
    ask(&Settings::default()).examine(text).1
}

fn trouble(bytes: &[u8]) -> String {
    examined(Text::new("it", bytes))
        .trouble
        .expect("trouble")
        .why
}

fn file(name: &str) -> String {
    crate::support::files::text(
        &crate::support::files::root()
            .join("fixtures/records")
            .join(name),
    )
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    for (format, folder) in folders() {
        let table = table(&folder).expect("a table");
        for row in list(&table, "good") {
            let (good, bytes) = made(&table, &folder, row);
            let marked = [b"\xef\xbb\xbf", &bytes[..]].concat();
            assert_eq!(
                seen(format, good, &marked).1,
                seen(format, good, &bytes).1,
                "{format}: {}",
                row["file"]
            );
        }
    }
}

#[test]
fn another_encoding_is_named() {
    let five = file("alphano/five.json");
    for mark in [&b"\xff\xfe"[..], b""] {
        let wide = [
            mark,
            &five
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<u8>>(),
        ]
        .concat();
        assert!(
            trouble(&wide).starts_with("this file is UTF-16: save it as UTF-8"),
            "{}",
            trouble(&wide)
        );
    }
    let big = [
        &b"\xfe\xff"[..],
        &five
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect::<Vec<u8>>(),
    ]
    .concat();
    assert!(
        trouble(&big).starts_with("this file is UTF-16"),
        "{}",
        trouble(&big)
    );
}

#[test]
fn each_match_of_a_list_is_checked() {
    let five = file("alphano/five.json");
    let wrong = five.replace("AGENT1_WIN", "AGENT2_WIN");
    let both = format!("[{five},{wrong}]");
    let found: Vec<Examined> = games(Text::new("it.json", both.as_bytes()))
        .into_iter()
        .map(examined)
        .collect();
    assert_eq!(
        found.iter().map(|one| &*one.verdict).collect::<Vec<_>>(),
        ["conforms", "violates"]
    );
    let line = five
        .lines()
        .position(|line| line.contains("AGENT1_WIN"))
        .expect("the line");
    let before =
        five.trim_end_matches('\n').matches('\n').count() + usize::from(five.ends_with('\n'));
    let place = &found[1].findings[0].place;
    assert_eq!(
        (place.line, place.path.as_deref()),
        (before + line + 1, Some("result"))
    );
    let alone = format!("[{five}]");
    let found: Vec<Examined> = games(Text::new("it.json", alone.as_bytes()))
        .into_iter()
        .map(examined)
        .collect();
    assert_eq!(
        (found.len(), &*found[0].file, &*found[0].verdict),
        (1, "it.json", "conforms")
    );
}

#[test]
fn a_match_within_another_object_is_read() {
    let five = file("alphano/five.json");
    for key in ["match", "response", "data"] {
        let wrapped = format!("{{\"ok\": true, \"{key}\": {five}}}");
        let found = examined(Text::new("it", wrapped.as_bytes()));
        assert_eq!(found.verdict, "conforms", "{found:?}");
        assert!(
            found.notes.iter().any(|note| note.code == "match-within"
                && note.args["key"] == Argument::Word(key.into())),
            "{:?}",
            found.notes
        );
    }
    let listed = format!("{{\"matches\": [{five}, {five}]}}");
    assert!(
        trouble(listed.as_bytes()).contains("the list `matches` has 2 matches"),
        "{}",
        trouble(listed.as_bytes())
    );
    let replay = format!("{{\"answer\": {}}}", file("codingame/two.json"));
    assert!(
        examined(Text::new("it", replay.as_bytes()))
            .notes
            .iter()
            .any(|note| note.code == "replay-within"
                && note.args["key"] == Argument::Word("answer".into()))
    );
}

/// A file, a change of it after which it still conforms, and a part of the note.
const PASSED_OVER: &[[&str; 4]] = &[
    [
        "alphano/five.json",
        "\"exit\": 0",
        "\"exit\": \"ABORTED\"",
        "`exit` of seat 0, `\"ABORTED\"`",
    ],
    [
        "alphano/five.json",
        "\"exit\": 0",
        "\"exit\": [0]",
        "`exit` of seat 0",
    ],
    [
        "alphano/five.json",
        "\"exit\": 0",
        "\"exit\": 0.5",
        "`exit` of seat 0",
    ],
    [
        "alphano/five.json",
        "\"exit\": 0",
        "\"exit\": {\"code\": 0}",
        "`exit` of seat 0",
    ],
    ["alphano/five.json", "COMPLETED", "ENDED", "`status`"],
    ["alphano/five.json", "\"COMPLETED\"", "4", "`status`"],
    ["alphano/five.json", "\"alder\"", "17", "`agent1_username`"],
    [
        "alphano/five.json",
        "\"memory_limit_mb\": 1024",
        "\"memory_limit_mb\": \"1 GB\"",
        "`memory_limit_mb`",
    ],
    [
        "alphano/five.json",
        "\"total_time\": 420",
        "\"total_time\": \"0.42\"",
        "`total_time` of seat 0",
    ],
    [
        "alphano/five.json",
        "\"total_turn\": 9",
        "\"total_turn\": \"nine\"",
        "`total_turn`",
    ],
    ["alphano/five.json", "AGENT1_WIN", "WIN", "`result`"],
    [
        "alphano/five.json",
        "\"winner\": \"FIRST\"",
        "\"winner\": 1",
        "`winner`",
    ],
    ["codingame/two.json", "\"seat 0\"", "0", "agent 0"],
    [
        "codingame/two.json",
        "    1,\n    0\n",
        "    null,\n    0\n",
        "seat 0 of `ranks`",
    ],
    [
        "alphano/five.json",
        "\"seed\": 5,",
        "\"seed\": 5, \"rows\": 9, \"overline\": false,",
        "`data.meta.rows`, `data.meta.overline`",
    ],
    [
        "alphano/five.json",
        "\"turn\": 3",
        "\"turn\": 3, \"swap\": true",
        "`data.move[2].swap`",
    ],
    [
        "alphano/five.json",
        "\"role\": \"SECOND\"",
        "\"role\": \"SECOND\", \"forfeit\": 1",
        "`data.agent2.forfeit`",
    ],
    [
        "local/five.txt",
        "# Debug FIRST",
        "[RULE \"renju\"]\n# Debug FIRST",
        "the heading, `[RULE",
    ],
    [
        "local/five.txt",
        "SCOREFIRST 1",
        "SCOREFIRST one",
        "the line of a score",
    ],
    ["local/five.txt", "1-0", "FIRST", "the line of the result"],
];

#[test]
fn what_nobody_understands_is_a_note() {
    for [path, from, to, note] in PASSED_OVER {
        let whole = file(path);
        assert!(whole.contains(from), "`{from}` is not in {path}");
        let (format, name) = path.split_once('/').expect("a folder");
        let folder = crate::support::files::root()
            .join("fixtures/records")
            .join(format);
        let good = list(&table(&folder).expect("a table"), "good")
            .iter()
            .find(|good| good["file"] == *name)
            .cloned();
        let good: Value = good.expect("a whole record of this name");
        let (_, examined) = seen(format, &good, whole.replacen(from, to, 1).as_bytes());
        assert_eq!(examined.verdict, "conforms", "{path}, {to}: {examined:#?}");
        let is_noted = examined
            .notes
            .iter()
            .any(|own| own.text.contains(note) && own.text.contains("not understood"));
        assert!(is_noted, "{path}, {to}: {:?}", examined.notes);
    }
}

#[test]
fn json_that_is_no_record_is_named() {
    let sdk =
        br#"{"errors": {}, "outputs": {"0": ["0 0 A001\n"], "1": []}, "scores": {"0": 1, "1": 2}, "ids": {"0": 1}}"#;
    assert!(
        trouble(sdk).contains("the result of a game of CodinGame's SDK"),
        "{}",
        trouble(sdk)
    );
    let why = trouble(br#"{"moves": [], "players": 2}"#);
    assert!(
        why.starts_with("this JSON is no record that is known")
            && why.ends_with("there are moves, players"),
        "{why}"
    );
    assert!(
        trouble(b"[]").contains("a list in JSON has a record for each item"),
        "{}",
        trouble(b"[]")
    );
}

#[test]
fn what_is_no_record_is_not_called_a_log() {
    for foreign in [
        "<!DOCTYPE html>\n<html>",
        "<?xml version=\"1.0\"?>",
        "move,row,col\n1,8,8\n",
        "1. e4 e5 2. Nf3",
    ] {
        let why = trouble(foreign.as_bytes());
        assert!(
            why.starts_with("no known format of a record; there are log, "),
            "{foreign}: {why}"
        );
    }
    // What is nearly a log is spoken of as one.
    assert!(
        trouble(b"hello\n0> OK\n").contains("expected `key: value`, or a line such as `0< READY`")
    );
}

#[test]
fn a_second_match_is_not_passed_over() {
    let five = file("alphano/five.json");
    let replay = file("codingame/two.json");
    let local = file("local/five.txt");
    let moves = file("moves/five.log");
    for (twice, why) in [
        (
            format!("{{\"a\": {five}, \"b\": {five}}}"),
            "a second match stands here",
        ),
        (
            format!("{{\"a\": {replay}, \"b\": {replay}}}"),
            "a second match stands here",
        ),
        (
            format!("{five}{five}"),
            "a second object of JSON begins here",
        ),
        (
            format!("{local}{local}"),
            "another game begins after the result",
        ),
        (format!("{moves}{moves}"), "a second log begins here"),
    ] {
        let seen = named("gomoku", &twice);
        let trouble = seen.trouble.map(|trouble| trouble.why).unwrap_or_default();
        assert!(seen.findings.is_empty(), "{:?}", seen.findings);
        assert!(trouble.contains(why), "{why}: {trouble}");
    }
}

#[test]
fn a_file_that_is_no_text_is_named_for_what_it_is() {
    let mut tar = vec![b'a'; 300];
    tar[257..262].copy_from_slice(b"ustar");
    let kinds: [(&[u8], &str); 15] = [
        (b"PK\x03\x04rest", "a zip archive"),
        (
            b"\x1f\x8b\x08rest",
            "packed by gzip: give it a name that ends in `.gz`",
        ),
        (b"BZh91AY&SYrest", "packed by bzip2"),
        (b"\xfd7zXZ\0rest", "packed by xz"),
        (b"\x28\xb5\x2f\xfdrest", "packed by zstd"),
        (b"7z\xbc\xaf\x27\x1crest", "a 7z archive"),
        (&tar, "a tar archive"),
        (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
        (b"\xff\xd8\xff\xe0", "a picture (JPEG)"),
        (b"RIFF\0\0\0\0WEBPVP8", "a picture (WebP)"),
        (b"%PDF-1.4", "a PDF"),
        (b"\x7fELF\x02", "a program"),
        (b"SQLite format 3\0", "a database"),
        (b"\xff\xfe\0\0{\0\0\0", "UTF-32"),
        (b"some\0bytes\0of zero", "no text"),
    ];
    for (bytes, what) in kinds {
        let given = Settings::default();
        let seen = ask(&given).examine(Text::new("it", bytes)).1;
        let why = seen.trouble.expect("no record").why;
        assert!(why.contains(what), "{what}: {why}");
    }
    assert!(trouble(b"<?xml version=\"1.0\"?>").contains("it looks like HTML or XML"));
    for empty in ["", " \n\n", "\u{feff}"] {
        let seen = named("gomoku", empty);
        let why = seen.trouble.expect("nothing there").why;
        assert!(why.starts_with("it is empty"), "{why}");
    }
    let near = named("gomoku", "BZh\n");
    assert!(
        near.trouble
            .is_some_and(|trouble| trouble.why.starts_with("no known format"))
    );
}

/// What is said of a file when this game is named.
fn named(game: &str, text: &str) -> Examined {
    let given = Settings::default();
    let ask = CheckOptions {
        game: GAMES.find(game).ok(),
        ..ask(&given)
    };
    ask.examine(Text::new("it", text.as_bytes())).1
}

/// Lines that begin with arrows are no dialogue of the game where no message of it comes first: nobody is accused.
#[test]
fn a_text_with_arrows_accuses_nobody() {
    let foreign = [
        (
            ">>> play black H8\n<<< =\n>>> genmove white\n<<< = H9\n",
            "GTP",
        ),
        ("< START 20\n> OK\n< BEGIN\n> 10,10\n", "Gomocup"),
        ("< uci\n> uciok\n", "UCI"),
        ("<game id=\"1\"><move>h8 h9</move></game>\n", "XML"),
        ("<div>\n<p>MOVE 8 8</p>\n</div>\n", "XML"),
        ("> see the game\n> 1. h8 h9\n", "no line begins with `<`"),
        (">>> 1 + 1\n", "no line begins with `<`"),
        ("> > what?\n< this\n", "another protocol"),
        ("> quoted\nwords\n", "expected `<` or `>`"),
        ("< old\n---\n> new\n", "another pass"),
        ("\n \n<!DOCTYPE html>\n", "no known format"),
    ];
    for game in ["gomoku", "betris", "blokus", "blackout", "tetris"] {
        for (text, known) in foreign {
            let seen = named(game, text);
            let why = seen.trouble.expect("no record").why;
            assert!(seen.findings.is_empty(), "{game}: {text}");
            assert!(why.contains(known), "{game}: {text}: {why}");
        }
    }
}

#[test]
fn a_dialogue_with_arrows_is_judged() {
    let seen = named(
        "gomoku",
        "<READY FIRST\n>OK\n<TURN 10000 10000\n>MOVE 0 8\n",
    );
    assert_eq!(seen.findings[0].clause, "gomoku.move.inside", "{seen:?}");
    // Who says what it is wants it judged.
    let given = Settings::default();
    let ask = CheckOptions {
        game: GAMES.find("gomoku").ok(),
        format: Some("interaction"),
        ..ask(&given)
    };
    let seen = ask.examine(Text::new("it", b"<REDY FIRST\n>OK\n")).1;
    assert_eq!(seen.findings[0].clause, "wire.judge.form", "{seen:?}");
}

#[test]
fn seats_that_count_from_1_accuse_nobody() {
    let log = "1< READY FIRST\n2< READY SECOND\n1> OK @3ms\n2> OK @2ms\n1< TURN 10000 10000\n1> MOVE 8 8 @5ms\n";
    let seen = named("gomoku", log);
    let trouble = seen.trouble.expect("seats of another game");
    assert!(
        trouble.why.contains("seats count from 0"),
        "{}",
        trouble.why
    );
    assert_eq!(
        trouble.place.map(|place| (place.line, place.column)),
        Some((2, 1))
    );
    assert!(named("blackout", "1< 2\n1> 1 1 1 1\n").trouble.is_some());
    let moves = named("gomoku", "1> OK @1ms\n2> OK @1ms\n1> MOVE 8 8 @3ms\n");
    let place = moves.trouble.and_then(|trouble| trouble.place);
    assert_eq!(place.map(|place| (place.line, place.column)), Some((2, 1)));
    // A log of the second seat alone is one, and so is a log with a seat too many beside seat 0.
    let second = named("gomoku", "1< READY SECOND\n1> OK @3ms\n");
    assert!(
        second.trouble.is_none() && second.findings.is_empty(),
        "{second:?}"
    );
    let beyond = named(
        "gomoku",
        "0< READY FIRST\n1< READY SECOND\n2< READY THIRD\n",
    );
    assert_eq!(beyond.findings[0].by, "log", "{beyond:?}");
}

#[test]
fn a_log_whose_messages_were_all_in_the_head_accuses_nobody_of_an_end() {
    let log = "stickler: 1\ngame: gomoku\nomits: head\n1! exit 0\n";
    let seen = named("gomoku", log);
    assert_eq!(
        (seen.verdict.as_str(), &seen.findings[..]),
        ("unknown", &[][..])
    );
}

/// Games that contests do not write are named, each with its converter.
#[test]
fn what_a_converter_reads_is_named() {
    for (text, what, converter) in [
        (
            "Piskvorky 15x15, 11:11, 0\n8,8,1\n",
            "Piskvork",
            "psq_to_log.py",
        ),
        ("\u{feff}\n(;FF[4]GM[4];B[hh])", "SGF", "sgf_to_log.py"),
        ("( ;GM[1];B[aa])", "SGF", "sgf_to_log.py"),
        ("(;GM[Blokus Duo];B[e10])", "pentobi", "blksgf_to_log.py"),
        ("(;GM[Callisto])", "pentobi", "blksgf_to_log.py"),
    ] {
        let why = trouble(text.as_bytes());
        assert!(
            why.contains(what)
                && why.contains(&format!(
                    "examples/converters/{converter} FILE | stickler validate"
                )),
            "{text}: {why}"
        );
    }
    let why = trouble(b"(a remark)");
    assert!(why.starts_with("no known format of a record"), "{why}");
    let why = trouble(b" \n");
    assert!(why.starts_with("it is empty"), "{why}");
}

/// The sizes of the shapes tell whether the points can come out: little is left to search for.
#[test]
fn a_wrong_score_is_found_with_bounded_work() {
    let whole = file("codingame/two.json");
    for (from, to) in [
        ("    17,\n    19", "    17,\n    12"),
        ("    17,\n    19", "    3,\n    19"),
    ] {
        let twin = whole.replacen(from, to, 1);
        let given = Settings::read(["board=7", "drawn=6/6/6"]).expect("settings");
        let Ok(looked) = ask(&given).look(Text::new("it", twin.as_bytes()), false) else {
            panic!("a record")
        };
        assert_eq!(
            looked.checked.findings[0].breach.clause.id(),
            "records.score.points"
        );
        assert!(
            looked.checked.work < 10_000,
            "{to}: {}",
            looked.checked.work
        );
    }
}

/// A path counts from 0, and people count turns from 1.
#[test]
fn an_item_of_a_list_has_its_number() {
    let twin = file("alphano/five.json").replacen("\"x\": 9, \"y\": 9", "\"x\": 8, \"y\": 9", 1);
    let text = Text::new("it", twin.as_bytes());
    let text = file_report::report(ask(&Settings::default()), text).to_string();
    assert!(
        text.contains("data.move[7].x, number 8 of its list"),
        "{text}"
    );
}
