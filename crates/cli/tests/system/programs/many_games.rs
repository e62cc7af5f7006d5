//! `play --games`: who sits where, the table, what is kept, and who is ahead.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, named_programs, quoted, refbot};
use std::path::Path;
use std::process::Command;

tests! {
    many_games_have_a_table_every_log_and_an_interval,
    repeated_games_count_once,
    the_order_on_the_command_line_does_not_matter,
    what_cannot_be_played_many_times_is_refused,
    bots_are_told_apart_by_their_paths,
    bots_that_end_at_once_are_not_compared,
    a_bot_that_fails_in_every_game_is_told_with_the_reason,
    games_that_were_played_have_a_table_where_their_logs_cannot_be_kept,
    a_run_that_was_killed_leaves_no_log_among_the_next,
}

/// The exit code, standard output and standard error of `play` on a small board of Gomoku.
fn play(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(STICKLER)
        .args(["play", "gomoku", "--isolation=off", "--set", "board=7x7"])
        .args(words)
        .current_dir(folder)
        .envs(named_programs())
        .output()
        .expect("runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

fn right() -> String {
    refbot("gomoku --set board=7x7")
}

fn many_games_have_a_table_every_log_and_an_interval() {
    let folder = scratch("many");
    let loud =
        "sh -c 'echo oops >&2; exec \"$REFBOT\" gomoku --set board=7x7 --fault crash'".to_string();
    let bots = ["--bot", &right(), "--bot", &loud];
    let games = ["--games", "6", "--swap-seats"];
    let (code, said, _) = play(&folder, &[&bots[..], &games].concat());
    assert_eq!(code, Some(0), "{said}");
    let out = folder.join("stickler-games");
    assert!(said.starts_with(&read(&out, "table.txt")), "{said}");
    let table: Vec<Vec<&str>> = said
        .lines()
        .take(3)
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(table[1], ["refbot", "6", "6", "0", "0", "6", "0"]);
    assert_eq!(table[2], ["sh", "6", "0", "0", "6", "0", "6"]);
    assert!(said.contains("gomoku · 6 games · seed 1"), "{said}");
    assert!(
        said.contains(": refbot won 100.0 % against sh, with 95 % certainty from "),
        "{said}"
    );
    for number in 1..=6 {
        let name = format!("game-{number:05}");
        let (first, second) = [("refbot", "sh"), ("sh", "refbot")][(number + 1) % 2];
        let log = read(&out, &format!("{name}.log"));
        let note = format!("note: seat 0 is {first}, seat 1 is {second}\n");
        assert!(log.contains(&note), "{log}");
        let games = read(&out, "games.tsv");
        let row = format!("\n{number}\t{first}, {second}\t");
        assert!(games.contains(&row), "{games}");
        let seat = usize::from(first != "sh");
        assert_eq!(read(&out, &format!("{name}.seat{seat}.err")), "oops\n");
        let valid = Command::new(STICKLER)
            .args(["validate", "-q"])
            .arg(out.join(format!("{name}.log")))
            .output()
            .expect("runs");
        assert_eq!(valid.status.code(), Some(1), "{log}");
    }
    // The same choices in both rotations of the seats, then others.
    let seed = |number: usize| {
        let log = read(&out, &format!("game-{number:05}.log"));
        let seed = log.lines().find(|line| line.starts_with("seed: "));
        seed.expect("a seed").to_string()
    };
    assert_eq!(seed(1), seed(2));
    assert_ne!(seed(2), seed(3));
    // Fewer games leave none of the run before.
    let (code, said, _) = play(&folder, &[&bots[..], &["--games", "2"]].concat());
    assert_eq!(code, Some(0), "{said}");
    let left = std::fs::read_dir(&out).expect("a folder").flatten();
    let left = left
        .filter(|file| file.file_name().to_string_lossy().starts_with("game-"))
        .count();
    assert_eq!(left, 4, "two logs, and what each loud bot said: {said}");
}

/// The same program twice has two names; games that only repeat others are told, and count once.
fn repeated_games_count_once() {
    let folder = scratch("repeated");
    let bots = ["--bot", &right(), "--bot", &right()];
    let (code, said, _) = play(&folder, &[&bots[..], &["--games", "6"]].concat());
    assert_eq!(code, Some(0), "{said}");
    for part in [
        "warning: 6 games, 2 distinct: ",
        "refbot and refbot 2 are not told apart yet: refbot won 50.0 % against refbot 2, with 95 % certainty from 9.5 to 90.5 %; 2 distinct games",
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert!(!said.contains("four times"), "{said}");
    let (_, again, _) = play(&folder, &[&bots[..], &["--games", "6"]].concat());
    assert_eq!(said, again, "the same seed");
}

/// Who is named first on the command line does not matter: bots that won as much stand in the order of their names.
fn the_order_on_the_command_line_does_not_matter() {
    let folder = scratch("two-bots");
    let named = |name: &str| {
        let path = folder.join(name);
        std::fs::write(&path, format!("#!/bin/sh\nexec {}\n", right())).expect("written");
        format!("sh {}", quoted(path))
    };
    let bots = [named("alder.sh"), named("birch.sh")];
    let said = |[one, other]: [&String; 2]| {
        let words = ["--bot", one, "--bot", other, "--games", "2"];
        play(&folder, &words).1
    };
    let text = said([&bots[0], &bots[1]]);
    assert!(text.contains("\n  alder.sh "), "{text}");
    assert_eq!(text, said([&bots[1], &bots[0]]));
}

fn what_cannot_be_played_many_times_is_refused() {
    let folder = scratch("refused");
    let right = right();
    let two = ["--bot", &right, "--bot", &right];
    for (words, why) in [
        (&["--swap-seats"][..], "--games <N>"),
        (&["--swap-seats", "--games", "3"], "has to be a multiple"),
        (&["--games", "0"], "0 is not in 1..=1000000"),
        (&["--games", "18446744073709551615"], "number too large"),
        (&["--games", "2", "--log", "x"], "cannot be used with"),
        (
            &["--games", "2", "--bot", "true"],
            "--bot was given 3 times",
        ),
    ] {
        let (code, _, said) = play(&folder, &[&two[..], words].concat());
        assert!(code == Some(2) && said.contains(why), "{words:?}: {said}");
    }
    let words = ["play", "blackout", "--bot", "true", "--games", "2"];
    let output = Command::new(STICKLER).args(words).output().expect("starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("blackout has one seat"), "{said}");
}

fn bots_are_told_apart_by_their_paths() {
    let folder = scratch("paths");
    for version in ["v1", "v2"] {
        std::fs::create_dir(folder.join(version)).expect("a folder");
        let script = "exec \"$REFBOT\" gomoku --set board=7x7\n";
        std::fs::write(folder.join(version).join("bot.sh"), script).expect("a bot");
    }
    let bots = ["--bot", "sh v1/bot.sh", "--bot", "sh v2/bot.sh"];
    let (code, said, _) = play(&folder, &[&bots[..], &["--games", "2"]].concat());
    assert_eq!(code, Some(0), "{said}");
    for name in ["  v1/bot.sh ", "  v2/bot.sh "] {
        assert!(said.contains(name), "{said}");
    }
    let bots = ["--bot", "sh v1/bot.sh", "--bot", "sh -x v1/bot.sh"];
    let (code, said, _) = play(&folder, &[&bots[..], &["--games", "2"]].concat());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("bot.sh 2 is sh -x v1/bot.sh\n"), "{said}");
}

fn bots_that_end_at_once_are_not_compared() {
    let folder = scratch("dead");
    let dead = "sh -c 'echo no model file >&2; exit 1'";
    let bots = ["--bot", dead, "--bot", dead];
    let (code, said, errors) = play(&folder, &[&bots[..], &["--games", "2"]].concat());
    assert_eq!(code, Some(2), "{said}{errors}");
    let warned = "warning: in 2 of 2 games every bot failed before its first answer, as in game-00001.log; the last line of standard error: no model file\n";
    assert!(said.contains(warned), "{said}");
    assert!(!said.contains("with 95 % certainty"), "{said}");
    assert!(errors.contains("could not tell"), "{errors}");
}

/// A bot that runs this script before it plays.
fn scripted(folder: &Path, script: &str) -> String {
    let play = "exec \"$REFBOT\" gomoku --set board=7x7\n";
    std::fs::write(folder.join("bot.sh"), format!("{script}\n{play}")).expect("a bot");
    "sh bot.sh".into()
}

fn games_that_were_played_have_a_table_where_their_logs_cannot_be_kept() {
    let folder = scratch("gone");
    let bot = scripted(
        &folder,
        "[ -e out/game-00003.log ] && mv out gone 2>/dev/null",
    );
    let words = [
        "--out",
        "out",
        "--games",
        "9",
        "--bot",
        &bot,
        "--bot",
        &right(),
    ];
    let (code, said, errors) = play(&folder, &words);
    assert_eq!(code, Some(2), "{said}{errors}");
    assert!(errors.contains("out/games.tsv: No such file"), "{errors}");
    for part in [
        "gomoku · 4 games · seed 1",
        "  refbot",
        "with 95 % certainty",
    ] {
        assert!(said.contains(part), "{part} is missing in:\n{said}");
    }
    assert!(folder.join("gone/game-00003.log").exists());
}

fn a_run_that_was_killed_leaves_no_log_among_the_next() {
    let folder = scratch("killed");
    let bot = scripted(&folder, "[ -e out/game-00004.log ] && kill -9 $PPID");
    let right = right();
    let run = |games| {
        let bots = ["--bot", &bot, "--bot", &right];
        play(
            &folder,
            &[&["--out", "out", "--games", games][..], &bots].concat(),
        )
    };
    let (code, ..) = run("9");
    assert_eq!(code, None, "it was killed");
    assert!(folder.join("out/game-00004.log").exists());
    let (code, said, _) = run("2");
    assert_eq!(code, Some(0), "{said}");
    let entries = std::fs::read_dir(folder.join("out"))
        .expect("a folder")
        .flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    assert_eq!(names.filter(|name| name.ends_with(".log")).count(), 2);
}

fn a_bot_that_fails_in_every_game_is_told_with_the_reason() {
    let folder = scratch("always");
    let bad = "sh -c 'read l; echo no model file >&2; exit 3'";
    let bots = ["--bot", bad, "--bot", &right()];
    let (code, said, errors) = play(&folder, &[&bots[..], &["--games", "2"]].concat());
    assert_eq!(code, Some(0), "{said}{errors}");
    let warned =
        "warning: sh failed in each of its 2 games, as in game-00001.log: wire.process.alive: ";
    let words = "; the last line of standard error: no model file\n";
    assert!(said.contains(warned) && said.contains(words), "{said}");
    assert!(!said.contains("refbot failed"), "{said}");
}
