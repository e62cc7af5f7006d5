//! `stickler referee`: one match in the conventions of arenas and local testers, and what it says of faulty players.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, quoted, refbot};
use crate::support::trials::leave_out;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

tests! {
    four_different_bots_play_the_same_game_twice,
    another_seed_draws_other_shapes,
    a_player_that_fails_has_a_negative_score_and_the_others_play_on,
    any_game_of_several_seats_can_be_judged,
    the_number_of_players_is_said_once,
    what_cannot_be_played_ends_with_two_and_a_word,
    a_tap_in_front_of_each_bot_learns_its_seat,
    how_a_program_ends_decides_no_game,
    nothing_but_an_error_stands_on_standard_error,
}

/// An interpreter may take longer to start on a busy machine than the contest allows.
const PATIENT: &str = "first-time=20000 turn-time=20000";

fn referee(words: &[&str]) -> Output {
    Command::new(STICKLER)
        .arg("referee")
        .args(words)
        .output()
        .expect("stickler starts")
}

/// Standard output of a match that was played; nothing stands on standard error.
fn played(words: &[&str]) -> String {
    let output = referee(words);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), &*error), (Some(0), ""));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn bundled(game: &str) -> String {
    format!("{} refbot {game}", quoted(STICKLER))
}

fn validates(log: &Path) {
    let output = Command::new(STICKLER)
        .arg("validate")
        .arg(log)
        .output()
        .expect("stickler starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("the whole game"), "{text}");
}

/// Python, a C++ compiler, and a folder for what it makes.
fn tools(folder: &Path) -> Option<(String, String)> {
    let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .into_iter()
        .find(|path| Path::new(path).exists())?;
    let program = folder.join("blokus");
    let source = root().join("examples/bots/blokus.cpp");
    let built = Command::new("g++")
        .args(["-std=c++17", "-O1", "-o"])
        .arg(&program)
        .arg(source)
        .status()
        .ok()?;
    built.success().then(|| (quoted(python), quoted(&program)))
}

fn four_different_bots_play_the_same_game_twice() {
    let folder = scratch("referee-four");
    let Some((python, program)) = tools(&folder) else {
        leave_out("want Python 3.9 or later and g++")
    };
    let script = |name: &str| {
        let bot = root().join(format!("examples/bots/{name}.py"));
        format!("{python} {}", quoted(bot))
    };
    let bots = [
        script("blokus"),
        program,
        script("blokus_first"),
        script("blokus_equivalent"),
    ];
    let data = format!("seed=11 {PATIENT}");
    let play = |log: &PathBuf, json: bool| {
        let log = log.display().to_string();
        let mut words = vec!["blokus", "-d", &data, "-l", &log];
        for (option, bot) in ["-p1", "-p2", "-p3", "-p4"].iter().zip(&bots) {
            words.extend([option, bot.as_str()]);
        }
        words.extend(json.then_some("--json"));
        played(&words)
    };
    let logs = ["plain", "again", "json"].map(|name| folder.join(name));
    let (plain, again, json) = (
        play(&logs[0], false),
        play(&logs[1], false),
        play(&logs[2], true),
    );
    assert_eq!(plain, again);
    let read = |log: &PathBuf| std::fs::read_to_string(log).expect("a log");
    assert_eq!(read(&logs[0]), read(&logs[1]));
    assert_eq!(read(&logs[0]), read(&logs[2]));
    validates(&logs[0]);

    let scores: Vec<i64> = plain.lines().map_while(|line| line.parse().ok()).collect();
    assert_eq!(scores.len(), 4, "{plain}");
    assert!(scores.iter().all(|&score| score > 0), "{plain}");
    assert!(
        plain.lines().skip(4).all(|line| line.contains('=')),
        "{plain}"
    );
    assert!(
        plain.contains("seed=11\n") && plain.contains("players=4\n"),
        "{plain}"
    );

    let object: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    assert_eq!(object["scores"], serde_json::json!(scores));
    assert_eq!(object["errors"], serde_json::json!([0, 0, 0, 0]));
    // psyleague wants both.
    assert_eq!(object["test_data"], serde_json::json!({"seed": 11}));
    assert_eq!(object["player_data"], serde_json::json!([{}, {}, {}, {}]));
    let rank = |score: &i64| scores.iter().filter(|other| *other > score).count();
    assert_eq!(
        object["ranks"],
        serde_json::json!(scores.iter().map(rank).collect::<Vec<_>>())
    );
}

/// Arenas take any byte there for an error of the game.
fn nothing_but_an_error_stands_on_standard_error() {
    let loud = format!(
        "sh -c {}",
        quoted(format!("echo loud >&2; exec {}", bundled("gomoku")))
    );
    let quiet = bundled("gomoku");
    for isolation in ["auto", "off"] {
        let words = [
            "gomoku",
            "-p1",
            &loud,
            "-p2",
            &quiet,
            "--isolation",
            isolation,
        ];
        played(&words);
        played(&[&words[..], &["--json"]].concat());
    }
    let output = referee(&["gomoku", "-p1", &quiet, "-p2", "no-such-program"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.is_empty());
}

fn another_seed_draws_other_shapes() {
    let folder = scratch("referee-seeds");
    let bot = bundled("blokus");
    let log = |seed: u32| {
        let path = folder.join(seed.to_string()).display().to_string();
        played(&[
            "blokus",
            "-p1",
            &bot,
            "-p2",
            &bot,
            "-d",
            &format!("seed={seed}"),
            "-l",
            &path,
        ]);
        std::fs::read_to_string(path).expect("a log")
    };
    let body = |log: String| {
        log.lines()
            .skip_while(|line| line.contains(':'))
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(body(log(1)), body(log(1)));
    assert_ne!(body(log(1)), body(log(2)));
}

fn a_player_that_fails_has_a_negative_score_and_the_others_play_on() {
    let (good, silent, ended) = (bundled("blokus"), "sleep 60", "true");
    let words = [
        "blokus", "-p1", &good, "-p2", silent, "-p3", ended, "-p4", &good,
    ];
    let lines = played(&words);
    let scores: Vec<i64> = lines.lines().map_while(|line| line.parse().ok()).collect();
    assert!(scores[0] > 0 && scores[3] > 0, "{lines}");
    assert_eq!(scores[1..3], [-1, -1], "{lines}");
    let object: serde_json::Value =
        serde_json::from_str(&played(&[&words[..], &["--json"]].concat())).expect("JSON");
    assert_eq!(object["errors"], serde_json::json!([0, 1, 1, 0]));
    assert_eq!([&object["ranks"][1], &object["ranks"][2]], [2, 2]);
}

fn any_game_of_several_seats_can_be_judged() {
    for game in ["gomoku", "betris"] {
        let bot = bundled(game);
        let lines = played(&[game, "-p1", &bot, "-p2", &bot, "-d", "seed=3"]);
        assert_eq!(lines.lines().count(), 3, "{lines}");
        assert!(lines.ends_with("seed=3\n"), "{lines}");
    }
}

fn the_number_of_players_is_said_once() {
    let folder = scratch("referee-players");
    let bot = bundled("blokus");
    let logs = ["seed=7 players=2", "seed=7"].map(|data| {
        let log = folder.join(data.replace(' ', "-"));
        let out = played(&[
            "blokus",
            "-p1",
            &bot,
            "-p2",
            &bot,
            "-d",
            data,
            "-l",
            &log.to_string_lossy(),
        ]);
        assert_eq!(out.matches("players=2").count(), 1, "{out}");
        std::fs::read_to_string(log).expect("a log")
    });
    assert!(
        logs[0] == logs[1] && logs[0].matches("players=2").count() == 1,
        "{}",
        &logs[0][..200]
    );
}

fn what_cannot_be_played_ends_with_two_and_a_word() {
    let bot = bundled("blokus");
    let wrong: [&[&str]; 8] = [
        &["chess", "-p1", &bot, "-p2", &bot],
        &["blokus", "-p1", &bot],
        &["blokus", "-p1", &bot, "-p3", &bot],
        &["blokus", "-p1", &bot, "-p2", "/no/such/program"],
        &["blokus", "-p1", &bot, "-p2", ""],
        &["blokus", "-p1", &bot, "-p2", &bot, "-d", "seed=-1"],
        &["blokus", "-p1", &bot, "-p2", &bot, "-d", "seed"],
        &[
            "blokus",
            "-p1",
            &bot,
            "-p2",
            &bot,
            "-d",
            "starts=4,4/9,9 board=9",
        ],
    ];
    for words in wrong {
        let output = referee(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{words:?}"
        );
    }
}

/// The first message has many lines, and only some way into it stands whose it is.
fn a_tap_in_front_of_each_bot_learns_its_seat() {
    let folder = scratch("referee-tap");
    let log = |seat: usize| folder.join(format!("seat{seat}.log"));
    let tap = |seat: usize| {
        format!(
            "{} tap --game blokus --set players=3 --log {} -- {}",
            quoted(STICKLER),
            quoted(log(seat)),
            refbot("blokus")
        )
    };
    let bots = [0, 1, 2].map(tap);
    played(&[
        "blokus",
        "-p1",
        &bots[0],
        "-p2",
        &bots[1],
        "-p3",
        &bots[2],
        "-d",
        "seed=4",
        "--isolation=off",
    ]);
    for seat in 0..3 {
        let text = std::fs::read_to_string(log(seat)).expect("a log");
        assert!(
            text.contains(&format!("\nseats: {seat}\n")),
            "{}",
            &text[..text.len().min(200)]
        );
        let output = Command::new(STICKLER)
            .arg("validate")
            .arg(log(seat))
            .output()
            .expect("stickler starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}");
    }
}

/// Both programs end with another exit code than 0, after the result stands: `play` and `referee` name the same winner.
fn how_a_program_ends_decides_no_game() {
    for (game, seed) in [("gomoku", "1"), ("betris", "2")] {
        let bot = refbot(&format!("{game} --fault exit-code"));
        let scores = played(&[
            game,
            "--p1",
            &bot,
            "--p2",
            &bot,
            "-d",
            &format!("seed={seed}"),
        ]);
        let scores: Vec<i32> = scores
            .lines()
            .take(2)
            .map(|line| line.parse().expect("a score"))
            .collect();
        assert!(scores.iter().all(|score| *score >= 0), "{game}: {scores:?}");
        let output = Command::new(STICKLER)
            .args(["play", game, "--bot", &bot, "--bot", &bot, "--seed", seed])
            .output()
            .expect("plays");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            text.contains(".finish.normal (line"),
            "the exit code is a finding: {text}"
        );
        if game == "gomoku" && scores[0] != scores[1] {
            let winner = usize::from(scores[1] > scores[0]);
            assert!(
                text.contains(&format!("seat {winner} wins")),
                "{scores:?}, {text}"
            );
        }
    }
}
