//! Logs and records, played once more to a bot.

use crate::support::files::{root, scratch, sorted};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, quoted, refbot, stickler};
use crate::support::tier::by_tier;
use std::path::Path;
use std::process::Output;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::records::{self, CheckOptions, Text};

tests! {
    every_whole_record_is_played_to_the_reference_bot,
    games_of_faulty_bots_are_played_to_the_same_fault,
    both_answers_are_shown_where_a_bot_parts_from_the_record,
    a_bot_that_plays_with_other_numbers_is_asked_about_them,
    the_seat_must_be_known,
}

fn said(output: &Output) -> (Option<i32>, String) {
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

/// The whole records of every format, each with its game and parameters.
fn records() -> Vec<(String, String, Vec<String>)> {
    let mut all = Vec::new();
    for folder in sorted(&root().join("fixtures/records"))
        .into_iter()
        .filter(|path| path.is_dir())
    {
        let name = folder.file_name().and_then(|name| name.to_str());
        let format = records::said(GAMES, name, "").expect("a format");
        let table = std::fs::read_to_string(folder.join("twins.json")).expect("a table");
        let table: serde_json::Value = serde_json::from_str(&table).expect("JSON");
        for good in table["good"].as_array().expect("a list") {
            let path = folder.join(good["file"].as_str().expect("a file"));
            let set = good["set"].as_object().into_iter().flatten();
            let set: Vec<String> = set
                .map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or_default()))
                .collect();
            let given = Settings::read(set.iter().map(String::as_str)).expect("settings");
            let game = good["game"]
                .as_str()
                .map(|name| GAMES.find(name).expect("the game"));
            let bytes = std::fs::read(&path).expect("a record");
            let ask = CheckOptions {
                games: GAMES,
                game,
                format,
                given: &given,
                strict: false,
            };
            let (_, examined) = ask.examine(Text::new("record", &bytes));
            all.push((
                path.to_string_lossy().into_owned(),
                examined.game.expect("a game"),
                set,
            ));
        }
    }
    all
}

fn every_whole_record_is_played_to_the_reference_bot() {
    let folder = scratch("again");
    let records = records();
    assert!(records.len() > 20, "{}", records.len());
    for (path, game, set) in records {
        let set: Vec<&str> = set.iter().flat_map(|set| ["--set", set]).collect();
        // The bot has to know the numbers that no message tells.
        let (_, log) = said(&stickler(
            &folder,
            &[&["convert", &path, "--game", &game], &set[..]].concat(),
        ));
        let known = log
            .lines()
            .find_map(|line| line.strip_prefix("set: "))
            .unwrap_or_default()
            .to_string();
        let known: Vec<&str> = known
            .split(' ')
            .filter(|word| !word.is_empty())
            .flat_map(|set| ["--set", set])
            .collect();
        let replay = ["replay", &path, "--seat", "0", "--game", &game];
        let words = [
            &replay,
            &set[..],
            &["--", STICKLER, "refbot", &game],
            &set[..],
            &known[..],
        ];
        let (code, text) = said(&stickler(&folder, &words.concat()));
        // Its judge is stickler itself.
        let speaks_of_judge =
            text.contains("messages were right") || text.contains("by these rules");
        assert!(!speaks_of_judge, "{path}: {text}");
        // A record may hold what no answers tell: then it says so.
        let is_refused = code == Some(2) && text.contains("table of letters of its own");
        assert!(
            is_refused || code == Some(0) && text.contains("answers of the record"),
            "{path}: {text}"
        );
    }
}

fn games_of_faulty_bots_are_played_to_the_same_fault() {
    let folder = scratch("again");
    let faults = ["crash", "empty", "twice", "junk", "signal"];
    let broken = |text: &str| {
        let clause = text.lines().find_map(|line| {
            line.strip_prefix("error[")?
                .split(']')
                .next()
                .map(str::to_string)
        });
        clause.unwrap_or_else(|| panic!("{text}"))
    };
    for number in 0..by_tier(5, 20, 100) {
        let (game, fault) = (
            ["gomoku", "betris", "blackout", "blokus"][number % 4],
            faults[number / 4 % faults.len()],
        );
        let seed = number.to_string();
        let faulty = refbot(&format!("{game} --fault {fault}"));
        let right = format!("{} refbot {game}", quoted(STICKLER));
        let bots = if game == "blackout" {
            vec!["--bot", &faulty]
        } else {
            vec!["--bot", &right, "--bot", &faulty]
        };
        // A run long enough that every fault comes.
        let set: &[&str] = if game == "blackout" {
            &["--set", "games=4", "--set", "jury=random"]
        } else {
            &[]
        };
        let words = [
            &["play", game, "--log", "match.log", "--seed", &seed],
            set,
            &bots[..],
        ]
        .concat();
        let (code, text) = said(&stickler(&folder, &words));
        assert_eq!(code, Some(1), "{text}");
        let before = broken(&said(&stickler(&folder, &["validate", "match.log"])).1);
        let (code, text) = said(&stickler(
            &folder,
            &["replay", "match.log", "--", REFBOT, game, "--fault", fault],
        ));
        assert_eq!(code, Some(1), "{game} {fault}: {text}");
        assert_eq!(broken(&text), before, "{game} {fault}: {text}");
    }
}

fn five() -> String {
    Path::new(root())
        .join("fixtures/records/alphano/five.json")
        .to_string_lossy()
        .into_owned()
}

fn both_answers_are_shown_where_a_bot_parts_from_the_record() {
    let folder = scratch("again");
    let five = five();
    let words = [
        "replay",
        &five,
        "--seat",
        "0",
        "--strict",
        "--times-over",
        "2",
        "--",
        STICKLER,
        "refbot",
        "gomoku",
    ];
    let (code, text) = said(&stickler(&folder, &words));
    assert_eq!(code, Some(2), "{text}");
    for shown in [
        "answer 4 of seat 0:\n  recorded  MOVE 8 10  @80ms\n  now       MOVE 9 8  @",
        "the board before it:\n",
        "of 2 games the bot failed in 0, and answered otherwise in 2",
        "the bot gives the first 3 of the 6 answers of the record, then others",
    ] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
}

/// No message of Gomoku tells a bot the size of the board.
fn a_bot_that_plays_with_other_numbers_is_asked_about_them() {
    let log = root().join("examples/logs/gomoku_taken.log");
    let log = log.to_string_lossy();
    let words = [
        "replay", &log, "--seat", "0", "--", STICKLER, "refbot", "gomoku",
    ];
    let (code, text) = said(&stickler(&scratch("again"), &words));
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("; the record was played with board=5x5: does your bot take the same values, or other ones?"),
        "{text}"
    );
}

fn the_seat_must_be_known() {
    let folder = scratch("again");
    let five = five();
    let replay = |more: &[&str]| {
        let words = [
            &["replay", &five],
            more,
            &["--", STICKLER, "refbot", "gomoku"],
        ]
        .concat();
        said(&stickler(&folder, &words))
    };
    let (code, text) = replay(&[]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("nobody failed in this game: name the bot's seat"),
        "{text}"
    );
    let (code, text) = replay(&["--seat", "2"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("--seat 2: the game has seats 0 to 1"),
        "{text}"
    );
}
