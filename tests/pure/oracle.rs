//! The oracle: what it answers, and what it makes of broken input.

use crate::support::tier::cases;
use proptest::prelude::*;
use serde_json::{Value, json};
use stickler::games::GAMES;
use stickler::oracle::{self, LIMIT};

/// Answers to lines of bytes.
fn answers(game: &str, lines: &[u8]) -> Vec<Value> {
    let game = GAMES.find(game).expect("the game");
    let mut output = Vec::new();
    oracle::run(game, &Default::default(), lines, &mut output).expect("memory");
    let lines = output
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty());
    lines
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect()
}

/// Answers to questions.
fn ask(game: &str, asks: &[Value]) -> Vec<Value> {
    let mut lines = String::new();
    for (id, ask) in asks.iter().enumerate() {
        lines += &format!("{}\n", json!({ "id": id, "ask": ask }));
    }
    let answers = answers(game, lines.as_bytes());
    assert_eq!(answers.len(), asks.len());
    answers
        .iter()
        .enumerate()
        .for_each(|(id, answer)| assert_eq!(answer["id"], id));
    answers
        .into_iter()
        .map(|mut answer| {
            if answer["error"].is_null() {
                answer["answer"].take()
            } else {
                answer["error"].take()
            }
        })
        .collect()
}

fn of(position: &str) -> Value {
    json!({ "position": position })
}

fn checked(game: &str, set: Value, actions: &[&str], action: &str) -> Value {
    let check = json!({ "check": { "position": "a", "action": action } });
    let new = json!({ "new": { "as": "a", "set": set, "actions": actions } });
    ask(game, &[new, check])[1]["check"].take()
}

#[test]
fn a_seat_s_action_is_read_as_a_judge_reads_it() {
    let set = || json!({ "board": "8", "shapes": "all" });
    for forgiven in ["+0 0 A001", "00 0 A001", "0  0 A001", " 0 0 A001"] {
        assert_eq!(
            checked("blokus", set(), &[], forgiven),
            Value::Null,
            "{forgiven}"
        );
    }
    for refused in ["0\t0 A001", "0 0\tA001", "\t0 0 A001"] {
        assert_eq!(
            checked("blokus", set(), &[], refused)["clause"],
            "wire.line.tabs",
            "{refused}"
        );
    }
    assert_eq!(
        checked("gomoku", json!({}), &[], "MOVE\t8 8")["clause"],
        "wire.line.tabs"
    );
    assert_eq!(checked("gomoku", json!({}), &[], "MOVE 8 8"), Value::Null);
}

/// Every other code of every legal move of a position counts, or none does.
#[test]
fn a_code_that_is_not_listed_counts_where_the_parameter_says_so() {
    let game = GAMES.find("blokus").expect("the game");
    let at = |unlisted: &str, actions: &[&str]| {
        let set = ["board=8", "shapes=all", unlisted];
        let settings = stickler::params::Settings::read(set).expect("settings");
        let mut rules = game.with(&settings).expect("a variant").rules();
        actions
            .iter()
            .for_each(|action| rules.play(action).expect("legal"));
        rules
    };
    let opening = ["0 0 F001", "7 7 I004"];
    let (free, strict) = (at("unlisted=yes", &opening), at("unlisted=no", &opening));
    assert_eq!(free.actions(), strict.actions());
    let mut others = 0;
    for action in free.actions() {
        let texts = free.texts(&action);
        assert_eq!(texts[0], action);
        assert_eq!(strict.check(&action), Ok(()), "{action}");
        for other in &texts[1..] {
            others += 1;
            assert_eq!(free.check(other), Ok(()), "{other}");
            let breach = strict.check(other).expect_err("it is not listed");
            assert_eq!(breach.clause.id(), "blokus.code.unlisted", "{other}");
        }
    }
    assert!(others > 100, "{others}");
    // A first move may have any code, and an illegal one breaks the clause that it breaks.
    let first = at("unlisted=no", &[]);
    assert!(
        first
            .texts("0 0 A001")
            .iter()
            .all(|text| first.check(text).is_ok())
    );
    let clause = |text: &str| strict.check(text).expect_err("illegal").clause.id();
    assert_eq!(
        clause("0 0 A001"),
        free.check("0 0 A001").expect_err("illegal").clause.id()
    );
}

#[test]
fn a_game_is_played_asked_and_taken_back() {
    let row = [
        "MOVE 1 1", "MOVE 2 1", "MOVE 1 2", "MOVE 2 2", "MOVE 1 3", "MOVE 2 3", "MOVE 1 4",
        "MOVE 2 4",
    ];
    let got = ask(
        "gomoku",
        &[
            json!({ "hello": {} }),
            json!({ "new": { "as": "a", "actions": row } }),
            json!({ "check": { "position": "a", "action": "MOVE 1 4" } }),
            json!({ "check": { "position": "a", "action": "MOVE 1 5" } }),
            json!({ "copy": { "position": "a", "as": "b" } }),
            json!({ "apply": { "position": "a", "action": "MOVE 1 5" } }),
            json!({ "turn": of("a") }),
            json!({ "turn": of("b") }),
            json!({ "outcome": of("a") }),
            json!({ "outcome": of("b") }),
            json!({ "actions": of("a") }),
            json!({ "apply": { "position": "a", "action": "MOVE 9 9" } }),
            json!({ "undo": of("a") }),
            json!({ "undo": of("a") }),
            json!({ "observe": of("b") }),
            json!({ "value": of("b") }),
            json!({ "score": of("b") }),
            json!({ "drop": of("b") }),
            json!({ "turn": of("b") }),
        ],
    );
    assert_eq!(got[0]["hello"]["version"], 1);
    assert_eq!(got[0]["hello"]["set"]["board"], "15x15");
    assert_eq!(got[1], json!({ "new": { "seats": [0] } }));
    assert_eq!(got[2]["check"]["clause"], "gomoku.move.empty");
    assert_eq!(got[2]["check"]["why"], "(1,4) holds a stone of seat 0");
    assert_eq!(got[3], json!({ "check": null }));
    assert_eq!(
        got[5],
        json!({ "apply": { "done": { "over": [1.0, 0.0] } } })
    );
    assert_eq!(got[6], json!({ "turn": { "over": [1.0, 0.0] } }));
    assert_eq!(got[7], json!({ "turn": { "seats": [0] } }));
    assert_eq!(got[8], json!({ "outcome": [1.0, 0.0] }));
    assert_eq!(got[9], json!({ "outcome": null }));
    assert_eq!(got[10], json!({ "actions": [] }));
    assert_eq!(
        got[11]["apply"]["refused"]["clause"],
        "gomoku.turn.alternate"
    );
    assert_eq!(got[12], json!({ "undo": { "seats": [0] } }));
    assert_eq!(got[13]["field"], "ask.undo.position");
    assert_eq!(got[14]["observe"]["plies"], "8");
    assert_eq!(
        (&got[15], &got[16]),
        (&json!({ "value": null }), &json!({ "score": null }))
    );
    assert_eq!(got[17], json!({ "drop": 1 }));
    assert_eq!(got[18]["field"], "ask.turn.position");
}

#[test]
fn every_game_answers_every_question() {
    for game in GAMES.games() {
        let name = game.name();
        let set = if name == "blackout" {
            json!({ "board": "3x3" })
        } else {
            json!({})
        };
        let mut asks = vec![json!({ "new": { "as": "a", "set": set } })];
        for kind in ["turn", "actions", "score", "outcome", "observe", "value"] {
            asks.push(json!({ kind: of("a") }));
        }
        asks.extend(
            ["text", "svg"]
                .map(|format| json!({ "render": { "position": "a", "format": format } })),
        );
        let got = ask(name, &asks);
        assert!(
            got.iter().all(|answer| answer["field"].is_null()),
            "{name}: {got:?}"
        );
        let first = got[2]["actions"][0]
            .as_str()
            .expect("an action")
            .to_string();
        let svg = got[8]["render"]["svg"]
            .as_str()
            .or(got[8]["render"].as_str())
            .expect("a picture");
        assert!(
            svg.starts_with("<svg") && svg.contains("role=\"img\"") && svg.contains("<title>"),
            "{svg}"
        );
        assert!(
            !svg.replace("http://www.w3.org/2000/svg", "")
                .contains("http"),
            "nothing is loaded from elsewhere"
        );
        assert!(
            svg.contains("</style><rect class=\"ground\""),
            "a picture that stands alone has a ground: {svg}"
        );
        let act = json!({ "position": "a", "action": first });
        let got = ask(
            name,
            &[
                asks[0].clone(),
                json!({ "check": act }),
                json!({ "apply": act }),
                json!({ "undo": of("a") }),
            ],
        );
        assert!(
            got[1]["check"].is_null()
                && got[2]["apply"]["done"].is_object() | got[2]["apply"]["done"].is_string(),
            "{name}: {got:?}"
        );
    }
}

#[test]
fn black_out_is_solved_and_betris_counts() {
    let small = json!({ "as": "a", "set": { "board": "1x3" } });
    let got = ask(
        "blackout",
        &[
            json!({ "new": small }),
            json!({ "value": of("a") }),
            json!({ "apply": { "position": "a", "action": "1 1 1 1" } }),
            json!({ "value": of("a") }),
        ],
    );
    assert_eq!(
        (&got[1], &got[3]),
        (&json!({ "value": [1.0] }), &json!({ "value": [0.0] }))
    );
    let got = ask(
        "betris",
        &[json!({ "new": { "as": "a" } }), json!({ "score": of("a") })],
    );
    assert_eq!(got[1], json!({ "score": [12.0, 12.0] }));
}

#[test]
fn a_witness_is_a_game_that_places_the_sequence() {
    for (wanted, set) in [
        ("ZOSLJTZLOSIJI", json!({})),
        ("JJTO", json!({ "hold": "no", "start": "mid-bag" })),
        ("LIT", json!({ "hold": "no" })),
    ] {
        let got = ask(
            "tetris",
            &[json!({ "witness": { "wanted": wanted, "set": set } })],
        );
        let actions = got[0]["witness"]["actions"].clone();
        let replayed = ask(
            "tetris",
            &[
                json!({ "new": { "as": "a", "set": set, "actions": actions } }),
                json!({ "observe": of("a") }),
            ],
        );
        assert_eq!(
            replayed[1]["observe"]["placed"],
            wanted.len().to_string(),
            "{actions}"
        );
        let placed = |action: &Value| {
            action
                .as_str()
                .expect("text")
                .strip_prefix("RECEIVE ")
                .map(str::to_string)
        };
        let (mut hand, mut slot, mut sequence) = (String::new(), None, String::new());
        for action in actions.as_array().expect("a list") {
            match action.as_str() {
                Some("PLACE") => sequence += &hand,
                Some("HOLD") => sequence += &slot.replace(hand.clone()).unwrap_or_default(),
                _ => hand = placed(action).unwrap_or_default(),
            }
        }
        assert_eq!(sequence, wanted);
    }
    let got = ask(
        "tetris",
        &[
            json!({ "witness": { "wanted": "LOL" } }),
            json!({ "witness": { "wanted": "LxL" } }),
        ],
    );
    assert_eq!(got[0]["witness"]["refused"]["clause"], "tetris.answer.no");
    assert_eq!(
        got[1]["witness"]["refused"]["clause"],
        "tetris.input.letters"
    );
    assert_eq!(
        ask("gomoku", &[json!({ "witness": { "wanted": "x" } })])[0]["field"],
        "ask.witness"
    );
}

#[test]
fn a_transcript_gives_a_position() {
    let text = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 8 @50ms\n1< OPP 8 8 50\n\
        1< TURN 10000 9950\n1> MOVE 9 8 @20ms\n0< OPP 9 8 20\n";
    let new = |name: &str, text: &str, line: Value| json!({ "new": { "as": name, "transcript": text, "line": line } });
    let gap = format!("{text}...\n0< FINISH\n");
    let got = ask(
        "gomoku",
        &[
            new("whole", text, Value::Null),
            new("before", text, json!(9)),
            json!({ "observe": of("whole") }),
            json!({ "observe": of("before") }),
            new("gap", &gap, Value::Null),
            new("bad", &text.replace("MOVE 9 8", "MOVE 8 8"), Value::Null),
            json!({ "new": { "as": "x", "transcript": text, "actions": [] } }),
            json!({ "new": { "as": "x", "line": 3 } }),
        ],
    );
    assert_eq!(
        (&got[2]["observe"]["plies"], &got[3]["observe"]["plies"]),
        (&json!("2"), &json!("1"))
    );
    assert!(
        got[4]["reason"]
            .as_str()
            .is_some_and(|why| why.contains("gap")),
        "{}",
        got[4]
    );
    assert!(
        got[5]["reason"]
            .as_str()
            .is_some_and(|why| why.contains("gomoku.move.empty")),
        "{}",
        got[5]
    );
    assert_eq!(
        (&got[6]["field"], &got[7]["field"]),
        (&json!("ask.new.actions"), &json!("ask.new.line"))
    );
    let got = ask(
        "tetris",
        &[new("t", "0< 1\n0< 1\n0< Z\n0> YES\n", Value::Null)],
    );
    assert_eq!(got[0]["field"], "ask.new.transcript");
}

/// As on the command line; what is set beside it wins, and an unknown one is refused by name.
#[test]
fn a_preset_stands_for_its_parameters() {
    let new = |name: &str, set: Value| json!({ "new": { "as": name, "set": set } });
    let got = ask(
        "blokus",
        &[
            new("boxed", json!({ "preset": "boxed" })),
            json!({ "turn": of("boxed") }),
            new(
                "other",
                json!({ "preset": "boxed", "players": "3", "starts": "corners" }),
            ),
            json!({ "outcome": of("other") }),
            new("none", json!({ "preset": "chess" })),
        ],
    );
    let cells = |answer: &Value| answer["render"].as_str().map(|text| text.lines().count());
    assert!(
        got[..4].iter().all(|answer| answer["field"].is_null()),
        "{got:?}"
    );
    assert_eq!(got[4]["field"], "ask.new.set");
    assert!(
        got[4]["reason"]
            .as_str()
            .is_some_and(|why| why.contains("known: ")),
        "{}",
        got[4]
    );
    let boards = ask(
        "blokus",
        &[
            new("a", json!({ "preset": "boxed" })),
            json!({ "render": of("a") }),
            new("b", json!({})),
            json!({ "render": of("b") }),
        ],
    );
    assert!(
        cells(&boards[1]) > cells(&boards[3]),
        "the boxed board has twenty rows"
    );
}

#[test]
fn a_bad_line_is_answered_with_field_and_reason_and_ends_nothing() {
    let deep = "[".repeat(1_000_000);
    let cases: &[(&[u8], &str)] = &[
        (b"", "."),
        (b"hello", "."),
        (b"\xff\xfe", "."),
        (
            b"{\"id\":7,\"ask\":{\"turn\":{\"position\":\"\xff\"}}}",
            "ask.turn.position",
        ),
        (deep.as_bytes(), "."),
        (br#"{"id":1e999,"ask":{"hello":{}}}"#, "id"),
        (br#"{"id":true,"ask":{"hello":{}}}"#, "id"),
        (
            br#"{"id":1,"ask":{"new":{"as":"a","transcript":"0< READY FIRST\n0> OK\n","line":3}}}"#,
            "ask.new.line",
        ),
        (
            br#"{"id":1,"ask":{"new":{"as":"a","transcript":"0< READY FIRST\n0> OK\n","line":0}}}"#,
            "ask.new.line",
        ),
        (
            br#"{"id":1,"ask":{"new":{"as":"a","line":-3}}}"#,
            "ask.new.line",
        ),
        (
            br#"{"id":1,"ask":{"new":{"as":"a","actions":["MOVE 1 1","MOVE 1 1"]}}}"#,
            "ask.new.actions[1]",
        ),
        (
            br#"{"id":1,"ask":{"new":{"as":"a","actions":[7]}}}"#,
            "ask.new.actions[0]",
        ),
        (
            br#"{"id":1,"ask":{"new":{"as":"a","set":{"board":"0x0"}}}}"#,
            "ask.new.set",
        ),
        (
            br#"{"id":1,"ask":{"new":{"as":"a","sett":{}}}}"#,
            "ask.new.sett",
        ),
        (br#"{"id":1,"ask":{"fly":{}}}"#, "ask"),
        (
            br#"{"id":1,"ask":{"turn":{"position":"nobody"}}}"#,
            "ask.turn.position",
        ),
        (br#"{"id":1,"id":2,"ask":{"hello":{}}}"#, "."),
        (br#"{"#, "."),
        (br#"{"id":1,"ask":{"new":"#, "."),
        (
            br#"{"id":1,"ask":{"new":{"as":"a","set":{"board":"5x5","board":"7x7"}}}}"#,
            ".",
        ),
        (br#"{"id":1,"ask":"turn"}"#, "ask.turn"),
        (br#"{"id":1,"ask":{"turn":5}}"#, "ask.turn"),
        (br#"{"id":1,"ask":{"turn":["a"]}}"#, "ask.turn"),
        (br#"{"id":1,"ask":{"new":["a"]}}"#, "ask.new"),
        (br#"{"id":1,"ask":{"check":["a","MOVE 1 1"]}}"#, "ask.check"),
        (br#"{"id":1,"ask":{"copy":["a","b"]}}"#, "ask.copy"),
        (br#"{"id":1,"ask":{"hello":[]}}"#, "ask.hello"),
        (br#"{"id":1,"version":1.5,"ask":{"hello":{}}}"#, "version"),
        (br#"{"id":1,"ask":{"hello":{}},}"#, "."),
        (br#"{"id":1,"version":2,"ask":{"hello":{}}}"#, "version"),
        (
            br#"{"id":1,"ask":{"turn":{"position":"a"},"drop":{"position":"a"}}}"#,
            "ask",
        ),
        (br#"{"id":1,"ask":{}}"#, "ask"),
        (br#"{"id":1,"ask":{"hello":null}}"#, "ask.hello"),
        (br#"{"id":1}"#, "."),
    ];
    for (line, field) in cases {
        let lines = [
            line,
            &b"\n{\"id\":\"still here\",\"ask\":{\"hello\":{}}}\n"[..],
        ]
        .concat();
        let got = answers("gomoku", &lines);
        let shown = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
        assert_eq!(got.len(), 2, "{shown}");
        assert_eq!(got[0]["error"]["field"], *field, "{shown}: {}", got[0]);
        let why = got[0]["error"]["reason"].as_str().expect("a reason");
        let parsers = [
            "struct",
            "variant",
            "EOF",
            "sequence",
            "u32",
            "usize",
            " map",
            " at line ",
        ];
        assert!(
            !why.is_empty() && parsers.iter().all(|word| !why.contains(word)),
            "{shown}: {why}"
        );
        assert_eq!(got[1]["id"], "still here");
    }
}

/// Also one that no number of a machine holds, and also beside an error.
#[test]
fn an_id_comes_back_as_it_was_written() {
    let largest = "9".repeat(40);
    for id in [
        "0",
        "-7",
        "9223372036854775808",
        "18446744073709551616",
        &largest,
        "1.50",
        r#""a""#,
        r#""9\u0041""#,
    ] {
        for ask in [r#"{"hello":{}}"#, r#"{"fly":{}}"#] {
            let line = format!(r#"{{"id":{id},"ask":{ask}}}"#);
            let mut output = Vec::new();
            let game = GAMES.find("gomoku").expect("the game");
            oracle::run(game, &Default::default(), line.as_bytes(), &mut output).expect("memory");
            let reply = String::from_utf8(output).expect("text");
            assert!(
                reply.starts_with(&format!(r#"{{"id":{id},"#)),
                "{line}: {reply}"
            );
        }
    }
}

#[test]
fn a_name_is_given_once_and_a_refused_request_changes_nothing() {
    let got = ask(
        "gomoku",
        &[
            json!({ "new": { "as": "a" } }),
            json!({ "new": { "as": "a" } }),
            json!({ "copy": { "position": "a", "as": "a" } }),
            json!({ "apply": { "position": "a", "action": "MOVE 0 0" } }),
            json!({ "turn": of("a") }),
        ],
    );
    assert_eq!(
        (&got[1]["field"], &got[2]["field"]),
        (&json!("ask.new.as"), &json!("ask.copy.as"))
    );
    assert_eq!(got[4], json!({ "turn": { "seats": [0] } }));
}

#[test]
fn a_line_of_a_hundred_megabytes_is_answered() {
    let mut lines = vec![b'x'; 100 << 20];
    lines.extend(b"\n{\"id\":1,\"ask\":{\"hello\":{}}}");
    let got = answers("gomoku", &lines);
    assert!(
        got[0]["error"]["reason"]
            .as_str()
            .is_some_and(|why| why.contains(&LIMIT.to_string())),
        "{}",
        got[0]
    );
    assert_eq!(got[1]["id"], 1);
}

proptest! {
    #![proptest_config(cases(256))]

    /// Whatever the lines hold, each is answered, and the oracle is there for the next.
    #[test]
    fn no_bytes_leave_a_line_unanswered(game in 0..GAMES.games().len(), bytes in proptest::collection::vec(any::<u8>(), 0..300), actions in proptest::collection::vec(".{0,20}", 0..6)) {
        let mut lines = bytes.clone();
        lines.push(b'\n');
        lines.extend(b"{\"ask\":{\"new\":{\"as\":\"a\"}}}\n");
        for action in &actions {
            for kind in ["apply", "check"] {
                lines.extend(json!({ "ask": { kind: { "position": "a", "action": action } } }).to_string().bytes());
                lines.push(b'\n');
            }
            lines.extend(json!({ "ask": { "witness": { "wanted": action } } }).to_string().bytes());
            lines.push(b'\n');
            lines.extend(json!({ "ask": { "new": { "as": action, "transcript": action } } }).to_string().bytes());
            lines.push(b'\n');
        }
        let mut output = Vec::new();
        oracle::run(GAMES.games()[game], &Default::default(), &lines[..], &mut output).expect("memory");
        let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
        prop_assert_eq!(count(&output), count(&lines));
    }
}
