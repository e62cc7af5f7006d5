//! Results as JSON lines: their schema, runs in parts, and runs that were killed.

use crate::support::files::{root, scratch};
use crate::support::needs::{not_working, tests};
use crate::support::programs::STICKLER;
use crate::support::trials::skipped;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stickler::games::GAMES;

tests! {
    four_parts_joined_are_one_run [GATE],
    the_searches_of_two_parts_are_joined,
    parts_are_told_apart_from_strangers_and_doubles,
    a_killed_run_goes_on_where_it_was_killed,
    every_game_reports_its_own_results [GATE],
    the_scripts_for_many_parts_work,
    a_corpus_is_part_of_the_results [GATE],
}

/// A bot that answers correctly for a while and then breaks one clause or another, the same one whenever it is played again.
const FAILING: &str = "read l; echo OK; n=0; while read l; do case $l in TURN*) n=$((n+1)); \
    if [ $n -lt 4 ]; then echo MOVE $((3 * n)) 7; else echo NO; fi;; FINISH*) exit 0;; esac; done";

fn stickler(folder: &Path, words: &[&str]) -> (i32, String) {
    let output = Command::new(STICKLER)
        .args(words)
        .current_dir(folder)
        .output()
        .expect("stickler runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.code() != Some(2),
        "{words:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    (output.status.code().unwrap_or(-1), text)
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// The lines without what the clock says and without these fields, games in an order of their own.
fn timeless(text: &str, without: &[&str]) -> Vec<Value> {
    let mut lines = lines(text);
    for line in &mut lines {
        let inner = line
            .as_object_mut()
            .and_then(|line| line.values_mut().next())
            .expect("one kind");
        let fields = inner.as_object_mut().expect("fields");
        for clock in [
            "slowest_ms",
            "first_ms",
            "later_ms",
            "slowest_spent",
            "usage",
            "peak_bytes",
            "situations",
            // Games that the machine held up are played again.
            "stalls",
        ]
        .iter()
        .chain(without)
        {
            fields.remove(*clock);
        }
        if let Some(Value::String(transcript)) = fields.get_mut("transcript") {
            let is_clock = |line: &&str| !line.contains("! used ");
            // A message of Gomoku tells the time of the other's answer.
            let tells_times = transcript.contains("< TURN ");
            let unclocked = |line| unclocked(line, tells_times);
            *transcript = transcript.lines().filter(is_clock).map(unclocked).collect();
        }
    }
    lines.sort_by_cached_key(|line| line.to_string());
    lines
}

/// A line of a transcript without the time counted for it, the banks that are left, and the other seat's time.
fn unclocked(line: &str, tells_times: bool) -> String {
    let words: Vec<&str> = line.split(" @").next().unwrap_or(line).split(' ').collect();
    let kept = match words[..] {
        [_, "TURN", ..] => 2,
        [_, "OPP", ..] if tells_times => words.len() - 1,
        [_, "PHASE1", _, _, ..] => 4,
        [_, "PHASE2", _, _, _, ..] => 5,
        _ => words.len(),
    };
    words[..kept].join(" ") + "\n"
}

/// The same games with the same results, whatever the clock said, and whatever stands in these fields.
fn agree_without(without: &[&str], one: &str, other: &str) {
    let (one, other) = (timeless(one, without), timeless(other, without));
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        let (one, other) = (one.to_string(), other.to_string());
        let pairs = one.bytes().zip(other.bytes());
        let same = pairs.take_while(|(one, other)| one == other).count();
        let from = |line: &str| String::from_utf8_lossy(&line.as_bytes()[same..]).into_owned();
        assert!(
            one == other,
            "{:.200} … {:.800}\nis not\n{:.800}",
            one,
            from(&one),
            from(&other)
        );
    }
}

fn four_parts_joined_are_one_run() {
    let folder = scratch("parts");
    let failing = ["--", "/bin/sh", "-c", FAILING];
    for (game, more, bot) in [
        ("gomoku", &["--cases", "9"][..], &[][..]),
        ("gomoku", &["--cases", "9", "--enough", "0"], &failing),
        ("gomoku", &["--cases", "9", "--enough", "7"], &failing),
        (
            "tetris",
            &["--cases", "9"],
            &["--", "sh", "-c", "cat > /dev/null; echo YES; sleep 0.05"],
        ),
        ("betris", &["--cases", "3"], &[]),
    ] {
        let check = |shard: &[&str]| {
            let words = [
                &["check", game, "--json", "--shrink", "0", "--search", "0"][..],
                &["--time-box", "600"],
                more,
                shard,
                bot,
            ]
            .concat();
            stickler(&folder, &words)
        };
        let (code, whole) = check(&[]);
        std::fs::write(folder.join("whole.jsonl"), &whole).expect("written");
        let files: Vec<String> = (1..=4).map(|part| format!("{part}.jsonl")).collect();
        for (at, file) in files.iter().enumerate() {
            let (_, text) = check(&["--shard", &format!("{}/4", at + 1)]);
            std::fs::write(folder.join(file), text).expect("written");
        }
        let files: Vec<&str> = files.iter().rev().map(String::as_str).collect();
        let merge = |form: &[&str], files: &[&str]| {
            stickler(&folder, &[&["report", "merge"], form, files].concat())
        };
        let (merged_code, merged) = merge(&["--json"], &files);
        assert_eq!(code, merged_code, "{merged}");
        agree_without(&[], &whole, &merged);
        let tables = |text: &str| {
            let verdict = text
                .lines()
                .find(|line| line.contains("; slowest"))
                .expect("a verdict");
            let (_, tables) = text.split_once("\n  scenario ").expect("a table");
            let timeless = |line: &str| {
                line.split("; slowest")
                    .next()
                    .unwrap_or_default()
                    .to_string()
            };
            [verdict]
                .into_iter()
                .chain(tables.lines())
                .map(timeless)
                .collect::<Vec<_>>()
        };
        let (one, four) = (
            merge(&["--verbose"], &["whole.jsonl"]).1,
            merge(&["--verbose"], &files).1,
        );
        assert_eq!(tables(&one), tables(&four));
    }
}

/// Each part of a run searches in games of its own.
fn the_searches_of_two_parts_are_joined() {
    let folder = scratch("searches");
    let part = |shard: &str| {
        let words = ["check", "betris", "--json", "--only", "search"];
        let limits = ["--search", "600", "--time-box", "600"];
        let (code, text) = stickler(
            &folder,
            &[&words[..], &limits, &["--cases", "5", "--shard", shard]].concat(),
        );
        assert_eq!(code, 0, "{text}");
        let file = format!("{}.jsonl", &shard[..1]);
        std::fs::write(folder.join(&file), text).expect("written");
        file
    };
    let files = [part("1/2"), part("2/2")];
    let merge = ["report", "merge", "--verbose", &files[0], &files[1]];
    let (code, text) = stickler(&folder, &merge);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("search                         0      10       10  ok")
            && text.contains("conforms: 10 games"),
        "{text}"
    );
}

fn parts_are_told_apart_from_strangers_and_doubles() {
    let folder = scratch("strangers");
    for (seed, shard, file) in [("1", "1/2", "a"), ("2", "2/2", "b"), ("1", "2/2", "c")] {
        let (_, text) = stickler(
            &folder,
            &[
                "check", "gomoku", "--json", "--cases", "1", "--search", "0", "--seed", seed,
                "--shard", shard,
            ],
        );
        std::fs::write(folder.join(file), text).expect("written");
    }
    let merge = |files: &[&str]| {
        let output = Command::new(STICKLER)
            .args(["report", "merge"])
            .args(files)
            .current_dir(&folder)
            .output()
            .expect("runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned()
                + &String::from_utf8_lossy(&output.stdout),
        )
    };
    let (code, text) = merge(&["a", "b"]);
    assert!(
        code == Some(2) && text.contains("b: line 2: these results are of another plan"),
        "{text}"
    );
    let (code, text) = merge(&["a", "a"]);
    assert!(code == Some(2) && text.contains("is there twice"), "{text}");
    let (code, text) = merge(&["a"]);
    assert!(
        code == Some(2) && text.contains("games not played: they are in none of these results"),
        "{text}"
    );
    // Each scenario has a game in the part that is there, and still nothing can be told.
    for (shard, file) in [("1/2", "e"), ("2/2", "f")] {
        let (code, text) = stickler(
            &folder,
            &[
                "check", "gomoku", "--json", "--cases", "2", "--search", "0", "--shard", shard,
            ],
        );
        assert_eq!(code, 0);
        std::fs::write(folder.join(file), text).expect("written");
    }
    let (code, text) = merge(&["e"]);
    assert!(
        code == Some(2) && text.contains("games not played: they are in none of these results"),
        "{text}"
    );
    let (code, text) = merge(&["e", "f"]);
    assert!(code == Some(0), "{text}");
    std::fs::write(folder.join("d"), "{\"game\":{}}\n").expect("written");
    let (code, text) = merge(&["d"]);
    assert!(
        code == Some(2) && text.contains("d: line 1: game"),
        "{text}"
    );
}

fn a_killed_run_goes_on_where_it_was_killed() {
    let folder = scratch("killed");
    let words = [
        "check",
        "gomoku",
        "--cases",
        "6",
        "--set",
        "board=7x7",
        "--shrink",
        "0",
        "--enough",
        "0",
        "--search",
        "600",
        "--time-box",
        "600",
    ];
    let (_, whole) = stickler(&folder, &[&words[..], &["--json"]].concat());
    let file = folder.join("kept.jsonl");
    let resumed = [&words[..], &["--resume", "kept.jsonl"]].concat();
    let mut child = Command::new(STICKLER)
        .args(&resumed)
        .current_dir(&folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("stickler starts");
    let count = || {
        std::fs::read_to_string(&file)
            .unwrap_or_default()
            .lines()
            .count()
    };
    let until = Instant::now() + Duration::from_secs(60);
    while count() < 20 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(1));
    }
    // Killed at once, whatever it was doing.
    child.kill().expect("killed");
    child.wait().expect("reaped");
    let mut text = std::fs::read_to_string(&file).expect("results");
    let before = text.lines().count();
    assert!(
        (20..whole.lines().count()).contains(&before),
        "{before} lines"
    );
    let kept: Vec<String> = text.lines().take(15).map(str::to_string).collect();
    let half = text.find("\n{\"game\"").expect("a game") + 60;
    let half_line = text[text.find("\n{\"game\"").expect("a game") + 1..half].to_string();
    text.push_str(&half_line);
    std::fs::write(&file, text).expect("written");
    let output = Command::new(STICKLER)
        .args(&resumed)
        .current_dir(&folder)
        .output()
        .expect("stickler runs");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("its half-written last line is dropped")
    );
    let text = std::fs::read_to_string(&file).expect("results");
    assert_eq!(
        text.lines()
            .take(15)
            .map(str::to_string)
            .collect::<Vec<_>>(),
        kept,
        "finished games stay as they are"
    );
    // Nothing lost, nothing twice. How many games were played under values that no document gives is a matter of time.
    let agree = |one: &str, other: &str| agree_without(&["assumptions"], one, other);
    agree(&text, &whole);
    // A run that is complete plays nothing more.
    let again = stickler(&folder, &[&resumed[..], &["--json"]].concat()).1;
    let games = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("{\"game\""));
        lines.map(str::to_string).collect()
    };
    let now = std::fs::read_to_string(&file).expect("results");
    assert_eq!(
        games(&now),
        games(&text),
        "the same lines with the same times"
    );
    agree(&now, &text);
    agree(&again, &whole);
}

fn every_game_reports_its_own_results() {
    let folder = scratch("games");
    for game in GAMES.games() {
        let name = game.name();
        let (code, text) = stickler(&folder, &["check", name, "--json", "--cases", "1"]);
        assert_eq!(code, 0, "{text}");
        std::fs::write(folder.join(name), &text).expect("written");
        let (code, merged) = stickler(&folder, &["report", "merge", "--json", name]);
        assert_eq!((code, merged), (0, text), "{name}");
        let (_, quiet) = stickler(&folder, &["report", "merge", "-q", name]);
        assert!(
            quiet.starts_with("conforms: ") && quiet.lines().count() == 1,
            "{quiet}"
        );
    }
}

/// The scripts of the documentation play all parts, a second time nothing more, and end as one run does.
fn the_scripts_for_many_parts_work() {
    let examples = root().join("examples/ci");
    let run = |folder: &Path, script: &str, words: &[&str], part: &str| {
        let mut command = Command::new("bash");
        command
            .arg(examples.join(script))
            .args(words)
            .current_dir(folder)
            .env("STICKLER", STICKLER);
        let output = command
            .env("SLURM_ARRAY_TASK_ID", part)
            .env("SLURM_ARRAY_TASK_COUNT", "3")
            .output()
            .expect("bash runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr),
        )
    };
    let scenarios = stickler::games::GAMES
        .find("gomoku")
        .expect("the game")
        .scenarios()
        .len();
    let all = format!("of {} games", 2 * scenarios);
    let folder = scratch("slurm");
    for part in ["1", "2", "3", "2"] {
        let (code, text) = run(
            &folder,
            "slurm.sh",
            &[
                "gomoku", "--cases", "2", "--enough", "0", "--", "sh", "-c", FAILING,
            ],
            part,
        );
        assert_eq!(code, Some(0), "{text}");
    }
    let files = ["1", "2", "3"].map(|part| format!("stickler-parts/{part}-of-3.jsonl"));
    let (code, text) = stickler(
        &folder,
        &[
            &["report", "merge", "-q"],
            &files.each_ref().map(String::as_str)[..],
        ]
        .concat(),
    );
    assert!(
        code == 1 && text.contains(&all) && !text.contains("were not played"),
        "{text}"
    );
    if let Some(why) = not_working("parallel", &["--version"]) {
        return skipped(&format!("examples/ci/parallel.sh is not tried: {why}"));
    }
    let folder = scratch("parallel");
    let words = [
        "4", "gomoku", "--cases", "2", "--enough", "0", "--", "sh", "-c", FAILING,
    ];
    let (code, text) = run(&folder, "parallel.sh", &words, "");
    assert!(
        code == Some(1) && text.contains(&all) && !text.contains("were not played"),
        "{text}"
    );
    let kept =
        || std::fs::read_to_string(folder.join("stickler-parts/3-of-4.jsonl")).expect("a part");
    let before = kept();
    run(&folder, "parallel.sh", &words, "");
    assert_eq!(kept(), before, "finished games are not played again");
}

/// The games of a corpus come before the search, are lines of the results, are shared by the parts of a run, and are not played
/// again by a run that goes on.
fn a_corpus_is_part_of_the_results() {
    let folder = scratch("corpus-results");
    let check = |more: &[&str]| {
        let words = ["check", "gomoku", "--cases", "12", "--jobs", "1", "--json"];
        // The games end the search, and not the clock of a busy machine.
        let limits = ["--search", "600", "--time-box", "600"];
        let corpus = ["--corpus", "kept"];
        stickler(&folder, &[&words[..], &limits, &corpus, more].concat())
    };
    let games_of = |text: &str, scenario: &str| -> Vec<u64> {
        let games = lines(text);
        let own = games
            .iter()
            .map(|line| &line["game"])
            .filter(|game| game["scenario"] == scenario);
        own.map(|game| game["index"].as_u64().expect("a number"))
            .collect()
    };
    let (code, text) = check(&[]);
    let kept = std::fs::read_dir(folder.join("kept"))
        .expect("it is made")
        .count();
    assert_eq!((code, games_of(&text, "corpus").len()), (0, 0));
    assert!((2..=12).contains(&kept), "{kept} games kept");
    std::fs::write(folder.join("kept/of-betris.yaml"), "not: a game").expect("a file");

    let (code, text) = check(&["--resume", "one.jsonl"]);
    assert_eq!(code, 0);
    assert_eq!(
        games_of(&text, "corpus"),
        (0..kept as u64).collect::<Vec<_>>()
    );
    // The results once more, each game once: a second line of a game would be refused.
    let (code, again) = check(&["--resume", "one.jsonl"]);
    assert_eq!(
        (code, games_of(&again, "corpus")),
        (0, games_of(&text, "corpus"))
    );

    let (code, alone) = check(&["--only", "corpus"]);
    assert_eq!((code, games_of(&alone, "corpus").len()), (0, kept));
    assert_eq!(games_of(&alone, "search").len(), 0);

    let mut parts = Vec::new();
    for (shard, file) in [("1/2", "1.jsonl"), ("2/2", "2.jsonl")] {
        let (code, text) = check(&["--shard", shard]);
        assert_eq!(code, 0);
        parts.extend(games_of(&text, "corpus"));
        std::fs::write(folder.join(file), text).expect("a file");
    }
    parts.sort_unstable();
    assert_eq!(parts, (0..kept as u64).collect::<Vec<_>>());
    let (code, text) = stickler(&folder, &["report", "merge", "1.jsonl", "2.jsonl"]);
    let row = format!("  corpus                         0 {kept:>7} {kept:>8}  ok");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(&row), "{row}: {text}");
}
