//! The duty of a judge in each kind of match.

use crate::matches_in_memory::{gomoku, named, none, of, played, reference, said, went, wrong};
use crate::{Duty, MatchKind, MatchRun, judged};
use stickler::games::GAMES;
use stickler::params::Settings;

#[test]
fn a_fault_has_its_duty() {
    let duty = |name: &str| named(name).duty(gomoku());
    assert!(matches!(duty("crash-1"), Duty::Must(Some(kind)) if gomoku().word(kind) == "RE"));
    assert!(matches!(duty("hang-0"), Duty::Must(Some(kind)) if gomoku().word(kind) == "TLE"));
    assert!(matches!(duty("closed-0"), Duty::Must(None)));
    assert!(matches!(duty("crlf-0"), Duty::May(_)));
    assert!(matches!(duty("lingers-1"), Duty::May(_)));
    assert_eq!(duty("plain"), Duty::Nobody);
    assert_eq!(duty("late-exit-0"), Duty::Nobody);
    assert_eq!(duty("illegal-gomoku.move.inside-3-1"), Duty::Told);
    let record = played(gomoku(), &none(), reference());
    let start: String = record
        .transcript
        .lines()
        .take(8)
        .map(|line| format!("{line}\n"))
        .collect();
    for (name, words, shown) in [
        ("crash-1", "winner 0\nseat 0 OK\nseat 1 RE\n", ""),
        (
            "crash-1",
            "winner 0\nseat 0 OK\nseat 1 TLE\n",
            "it says TLE of seat 1, where RE is due",
        ),
        (
            "crash-1",
            "winner 0\nseat 0 OK\nseat 1 OK\n",
            "it says OK of seat 1, where RE is due",
        ),
        (
            "crash-1",
            "winner 0\nseat 0 RE\nseat 1 RE\n",
            "it says RE of seat 0, which did nothing wrong",
        ),
        ("closed-1", "winner 0\nseat 1 TLE\n", ""),
        (
            "closed-1",
            "winner 0\nseat 1 OK\n",
            "it says OK of seat 1, where a fault is due",
        ),
        ("crlf-1", "winner 0\nseat 1 RE\n", ""),
        (
            "crlf-1",
            "winner 0\nseat 0 RE\n",
            "it says RE of seat 0, which did nothing wrong",
        ),
    ] {
        let judgement = of(&named(name), &went(&start, words));
        assert_eq!(
            wrong(&judgement).first().copied().unwrap_or_default(),
            shown,
            "{name}: {words}"
        );
        let is_caught = !name.starts_with("crlf") && !shown.contains("seat 1");
        assert_eq!(judgement.has_caught, is_caught, "{name}: {words}");
    }
    // Where a contest system joins validator and bot, it alone tells a crash from a wrong answer.
    let blackout = GAMES.find("blackout").expect("a game");
    let taps = vec![Some(
        "stickler: 1\ngame: blackout\nseats: 0\nclock: own\n# at 1\n0< 1\n# at 2\n0! exit 1\n"
            .to_string(),
    )];
    for (word, is_joined, shown) in [
        ("RTE", false, ""),
        ("WA", true, ""),
        ("WA", false, "it says WA of seat 0, where RTE is due"),
        ("TLE", true, "it says TLE of seat 0, where RTE is due"),
        ("AC", true, "it says AC of seat 0, where RTE is due"),
    ] {
        let went = MatchRun {
            taps: taps.clone(),
            said: said(&format!("seat 0 {word}\n")),
            is_joined,
            fault_came: true,
            ..MatchRun::default()
        };
        let crash = MatchKind::named(blackout, "crash-0", 1).expect("a match");
        let judgement = judged(
            blackout,
            &Settings(vec![("jury".into(), "first".into())]),
            &crash,
            &went,
        );
        assert_eq!(
            wrong(&judgement).first().copied().unwrap_or_default(),
            shown,
            "{word}"
        );
    }
}

#[test]
fn each_seat_makes_the_changes_that_a_judge_reads_by_code_of_its_own() {
    let matches = MatchKind::all(gomoku(), &none(), 2, false, "text-");
    let has = |name: &str| matches.iter().any(|kind| kind.to_string() == name);
    for kind in 0..2 {
        assert!((0..2).all(|seat| has(&format!("text-lower-case-{kind}-{seat}"))));
        assert!(
            has(&format!("text-long-word-{kind}-0")) != has(&format!("text-long-word-{kind}-1"))
        );
    }
}

#[test]
fn a_half_line_that_ends_the_game_may_be_taken() {
    let game = GAMES.find("blackout").expect("a game");
    let settings = Settings::read(["board=1x2", "games=1", "jury=first"]).expect("settings");
    let of = |answer: &str, word: &str| {
        let tap = format!("# at 1\n0< 1\n# at 2\n0! unfinished {answer}\n# at 3\n0! exit 0\n");
        let went = MatchRun {
            taps: vec![Some(tap)],
            said: said(&format!("seat 0 {word}\n")),
            fault_came: true,
            ..MatchRun::default()
        };
        let kind = MatchKind::named(game, "half-line-0", 1).expect("a match");
        judged(game, &settings, &kind, &went).wrong.is_empty()
    };
    // Both squares at once end the game; one of them does not.
    assert!(of("1 1 1 2", "AC") && of("1 1 1 2", "RTE"));
    assert!(!of("1 1 1 1", "AC"));
}

#[test]
fn a_bot_fails_in_place_of_the_last_answer_of_each_game() {
    for (game, set, names) in [
        ("gomoku", "row=5", &["late-end-0", "crash-end-0"][..]),
        ("betris", "rounds=2", &["late-end-0", "crash-end-0"]),
        ("blackout", "games=2", &["crash-end-0"]),
        ("blokus", "board=6", &["late-end-0", "crash-end-0"]),
    ] {
        let game = GAMES.find(game).expect("a game");
        let set = Settings::read([set]).expect("settings");
        let seats = game.with(&set).expect("a variant").seats();
        let all =
            ["late-end", "crash-end"].map(|only| MatchKind::all(game, &set, seats, false, only));
        let found: Vec<String> = all
            .iter()
            .flatten()
            .filter(|kind| matches!(kind, MatchKind::LastAnswer(..)))
            .map(MatchKind::to_string)
            .collect();
        assert_eq!(found, names, "{}", game.name());
    }
}

#[test]
fn a_result_stands_whatever_a_bot_does_after_the_end() {
    let record = played(gomoku(), &none(), reference());
    let winner = { record.verdict.outcome }.and_then(|outcome| outcome.winner());
    let winner = winner.expect("a winner").0;
    let loser = 1 - winner;
    for way in [
        "lingers",
        "ignores-sigterm",
        "after-the-end",
        "exit-code",
        "child",
    ] {
        let shown = |words: &str| {
            let kind = named(&format!("{way}-{loser}"));
            let mut went = went(&record.transcript, words);
            // It goes on after the end.
            let tap = went.taps[usize::from(loser)].as_mut().expect("a tap");
            let more = match way {
                "after-the-end" => format!("{loser}> MORE\n{loser}! exit 0\n"),
                "exit-code" => format!("{loser}! exit 3\n"),
                _ => format!("{loser}! signal 9\n"),
            };
            *tap = tap.replace(&format!("{loser}! exit 0\n"), &more);
            wrong(&of(&kind, &went)).join("; ")
        };
        let right = format!("winner {winner}\nseat 0 OK\nseat 1 OK\n");
        assert_eq!(shown(&right), "", "{way}");
        let other = format!("winner {loser}\nseat 0 OK\nseat 1 OK\n");
        let why = format!("it says that seat {loser} wins, and seat {winner} does");
        assert_eq!(shown(&other), why, "{way}");
        // No document says what such a bot gets.
        let blamed = format!("winner {loser}\nseat {loser} RE\n");
        assert_eq!(shown(&blamed), "", "{way}");
    }
}
