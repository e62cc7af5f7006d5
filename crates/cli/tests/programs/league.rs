//! Leagues: the schedule, the table, and what is kept.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, refbot};
use std::collections::BTreeMap;
use std::process::Command;
use stickler::game::{Outcome, Points, Seats};
use stickler_check::league::{League, schedule};

tests! {
    everybody_meets_everybody_from_every_seat,
    who_wins_rises_and_what_is_sure_shrinks,
    bots_of_the_command_line_play_as_many_games_as_they_are_asked_for,
    the_plot_of_two_bots_does_not_depend_on_their_order,
    a_league_keeps_every_transcript_and_comes_again,
}

fn everybody_meets_everybody_from_every_seat() {
    for (players, seats) in [(2, 2), (5, 2), (4, 4), (5, 4)] {
        let games = 120;
        let fixtures = schedule(players, seats, games, true, 7).expect("a schedule");
        assert_eq!(
            fixtures,
            schedule(players, seats, games, true, 7).expect("a schedule"),
            "the same seed"
        );
        assert_eq!(fixtures.len(), games);
        if players > seats {
            assert_ne!(
                fixtures,
                schedule(players, seats, games, true, 8).expect("a schedule"),
                "another seed"
            );
        }
        let mut seated: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for rotations in fixtures.chunks(seats) {
            assert!(
                rotations
                    .iter()
                    .all(|fixture| fixture.seed == rotations[0].seed),
                "the same choices"
            );
            for fixture in rotations {
                fixture
                    .players
                    .iter()
                    .enumerate()
                    .for_each(|place| *seated.entry((place.0, *place.1)).or_default() += 1);
            }
        }
        assert_eq!(seated.len(), players * seats);
        assert!(
            seated.values().all(|times| *times == games / players),
            "{seated:?}"
        );
    }
    // Without swaps too nobody always begins, and another seed is another order.
    let order = |seed| -> Vec<Vec<usize>> {
        schedule(3, 2, 30, false, seed)
            .expect("a schedule")
            .into_iter()
            .map(|fixture| fixture.players)
            .collect()
    };
    assert!(
        (0..3).all(|player| order(7).iter().any(|players| players[0] == player)),
        "{:?}",
        order(7)
    );
    assert_ne!(order(7), order(8));
    assert!(schedule(2, 2, 7, true, 1).is_err_and(|why| why.contains("multiple")));
    assert!(schedule(3, 4, 8, false, 1).is_err_and(|why| why.contains("at least as many")));
    assert!(schedule(3, 1, 8, false, 1).is_err_and(|why| why.contains("two seats")));
}

fn who_wins_rises_and_what_is_sure_shrinks() {
    let fixtures = schedule(2, 2, 40, true, 1).expect("a schedule");
    let (mut league, mut uncertain) = (League::new(2), f64::INFINITY);
    for (number, fixture) in fixtures.iter().enumerate() {
        let points = fixture.players.iter().map(|&player| Points {
            halves: if player == 1 { 2 } else { 0 },
        });
        let outcome = Outcome::new(&points.collect::<Vec<_>>());
        league.add(fixture, Some(&outcome), Seats::NONE, &number.to_string());
        let before = league.table();
        let mut again = league.clone();
        again.add(fixture, Some(&outcome), Seats::NONE, &number.to_string());
        assert_eq!(
            again.table()[0].1.rating,
            before[0].1.rating,
            "a game that only repeats another moves no rating"
        );
        let first = &league.table()[0];
        assert!(first.0 == 1 && first.1.rating.1 < uncertain);
        uncertain = first.1.rating.1;
    }
    let table = league.table();
    assert_eq!(
        (table[0].1.won, table[1].1.lost, table[0].1.points),
        (40, 40, 40.0)
    );
}

fn bots_of_the_command_line_play_as_many_games_as_they_are_asked_for() {
    let folder = scratch("many");
    let loud = format!("sh -c 'echo oops >&2; exec {REFBOT} gomoku --set board=7x7 --fault crash'");
    let right = refbot("gomoku --set board=7x7");
    let words = [
        "play",
        "gomoku",
        "--set",
        "board=7x7",
        "--bot",
        &right,
        "--bot",
        &loud,
        "--games",
        "4",
        "--swap-seats",
    ];
    let output = Command::new(STICKLER)
        .args(words)
        .current_dir(&folder)
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("gomoku · 4 games · seed 1"), "{said}");
    assert!(
        said.contains(" is stronger than sh: +∞ Elo, from +")
            || said.contains("not told apart yet"),
        "{said}"
    );
    assert!(said.contains("likelihood that "), "{said}");
    // The lines below compare two bots, so no rating stands beside them; who won more stands first.
    let table: Vec<&str> = said.lines().take(2).collect();
    assert!(
        !table[0].contains("rating") && table[1].trim().starts_with("refbot "),
        "{said}"
    );
    assert!(!said.contains("more would tell"), "{said}");
    let kept = |name: &str| {
        std::fs::read_to_string(folder.join("stickler-league").join(name)).unwrap_or_default()
    };
    assert!(kept("game-00004.log").contains("note: seat "), "{said}");
    let errors: String = [0, 1]
        .map(|seat| kept(&format!("game-00001.seat{seat}.err")))
        .concat();
    assert!(errors.starts_with("oops\n"), "{errors}");
    // The same program twice has two names; without a number of games one match is played, and options for many are refused.
    let words = [
        "play",
        "gomoku",
        "--set",
        "board=7x7",
        "--bot",
        &right,
        "--bot",
        &right,
        "--games",
        "2",
    ];
    let output = Command::new(STICKLER)
        .args(words)
        .current_dir(&folder)
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains(" 2 ") && said.contains("distinct games"),
        "{said}"
    );
    assert!(
        !said.contains("random openings") && !said.contains("games would"),
        "{said}"
    );
    let words = [
        "play",
        "gomoku",
        "--bot",
        &right,
        "--bot",
        &right,
        "--swap-seats",
    ];
    let output = Command::new(STICKLER)
        .args(words)
        .current_dir(&folder)
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && said.contains("say how many with --games"),
        "{said}"
    );
}

/// Who is named first on the command line does not matter: two bots with as many points stand in the order of their names.
fn the_plot_of_two_bots_does_not_depend_on_their_order() {
    let folder = scratch("two-bots");
    let named = |name: &str| {
        let path = folder.join(name);
        let script = format!("#!/bin/sh\nexec {REFBOT} gomoku --set board=7x7\n");
        std::fs::write(&path, script).expect("written");
        format!("sh {}", path.display())
    };
    let bots = [named("alder.sh"), named("birch.sh")];
    let play = |[one, other]: [&String; 2], out: &str| {
        let words = [
            "play",
            "gomoku",
            "--set",
            "board=7x7",
            "--bot",
            one,
            "--bot",
            other,
        ];
        let output = Command::new(STICKLER)
            .args(words)
            .args(["--games", "4", "--swap-seats", "--out", out])
            .current_dir(&folder)
            .output()
            .expect("runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}");
        std::fs::read_to_string(folder.join(out).join("ratings.svg")).expect("a plot")
    };
    let plot = play([&bots[0], &bots[1]], "one");
    let alder = plot.find(">alder.sh<").expect("a row");
    assert!(
        plot.find(">birch.sh<").is_some_and(|birch| birch > alder),
        "{plot}"
    );
    for part in [
        "<title>gomoku: ",
        "distinct game",
        "share of the points in per cent",
        ">50.0 (",
    ] {
        assert!(plot.contains(part), "{part}: {plot}");
    }
    assert_eq!(plot, play([&bots[1], &bots[0]], "two"));
}

fn a_league_keeps_every_transcript_and_comes_again() {
    let folder = scratch("league");
    for bots in [
        ": true\nb: true\n",
        "a: true\na : true\n",
        "a\tb: true\nc: true\n",
    ] {
        std::fs::write(folder.join("bots"), bots).expect("written");
        let words = ["play", "gomoku", "--bots", "bots"];
        let output = Command::new(STICKLER)
            .args(words)
            .current_dir(&folder)
            .output()
            .expect("runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && said.contains("bots: line "),
            "{bots}: {said}"
        );
    }
    let refbot = REFBOT;
    let bots = format!(
        "# three\nfirst: {refbot} gomoku --set board=7x7\nsecond: {refbot} gomoku --set board=7x7\n\nbroken: {refbot} gomoku --set board=7x7 --fault crash\n"
    );
    std::fs::write(folder.join("bots"), bots).expect("written");
    let play = |out: &str| {
        let words = [
            "play",
            "gomoku",
            "--set",
            "board=7x7",
            "--bots",
            "bots",
            "--games",
            "12",
            "--swap-seats",
            "--out",
            out,
        ];
        let output = Command::new(STICKLER)
            .args(words)
            .current_dir(&folder)
            .output()
            .expect("runs");
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let read = |name: &str| std::fs::read_to_string(folder.join(out).join(name)).expect("kept");
        let shown = String::from_utf8(output.stdout).expect("text");
        assert!(
            shown.starts_with(&read("table.txt")) && read("ratings.svg").starts_with("<svg"),
            "{shown}"
        );
        for number in 1..=12 {
            let log = folder.join(out).join(format!("game-{number:05}.log"));
            let valid = Command::new(STICKLER)
                .args(["validate", "-q"])
                .arg(&log)
                .output()
                .expect("runs");
            let broken = read(&format!("game-{number:05}.log")).contains("! exit 1");
            assert_eq!(
                valid.status.code(),
                Some(i32::from(broken)),
                "{}",
                log.display()
            );
        }
        (read("table.txt"), read("games.tsv"))
    };
    let (table, games) = play("one");
    assert_eq!(
        (table.clone(), games.clone()),
        play("two"),
        "the same seed, the same league"
    );
    assert!(games.contains("\tbroken: wire.process.alive\n"), "{games}");
    let log = std::fs::read_to_string(folder.join("two/game-00001.log")).expect("kept");
    assert!(log.contains("note: seat 0 is "), "{log}");
    let words = [
        "play",
        "gomoku",
        "--set",
        "board=7x7",
        "--bots",
        "bots",
        "--games",
        "6",
        "--out",
        "two",
    ];
    let output = Command::new(STICKLER)
        .args(words)
        .current_dir(&folder)
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let logs = std::fs::read_dir(folder.join("two"))
        .expect("a folder")
        .flatten();
    let logs = logs
        .filter(|file| file.file_name().to_string_lossy().ends_with(".log"))
        .count();
    assert_eq!(logs, 6, "no game of the league before is left: {said}");
    std::fs::write(
        folder.join("same"),
        format!("a: {refbot} gomoku\nb: {refbot} gomoku\n"),
    )
    .expect("written");
    let words = [
        "play",
        "gomoku",
        "--bots",
        "same",
        "--games",
        "6",
        "--out",
        "same-games",
    ];
    let output = Command::new(STICKLER)
        .args(words)
        .current_dir(&folder)
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("warning: 6 games, 2 distinct: "), "{said}");
    let output = Command::new(STICKLER)
        .args([&words[..], &["--log", "x"]].concat())
        .current_dir(&folder)
        .output();
    assert_eq!(
        output.expect("runs").status.code(),
        Some(2),
        "a league has many logs"
    );
    let last = table
        .lines()
        .take_while(|line| !line.is_empty())
        .last()
        .expect("a line");
    assert!(
        last.trim_start().starts_with("broken") && last.contains('±'),
        "{table}"
    );
}
