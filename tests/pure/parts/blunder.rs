//! Black Out: a blunder, and a failure after a lost game.

use crate::support::in_memory::{altered, in_memory};
use stickler::game::Points;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler_check::bot::Plan;

/// The bot itself never gives a win away.
#[test]
fn a_blunder_is_told_with_its_number() {
    for number in [1, 2] {
        let mut seen = 0;
        for (row, col) in (1..=3).flat_map(|row| (1..=4).map(move |col| (row, col))) {
            let answer = format!("{row} {col} {row} {col}\n");
            let plan = in_memory("blackout", move |bot| {
                let answer = answer.clone();
                altered(bot, move |at, _, _| (at == number).then(|| answer.clone()))
            });
            let plan = Plan {
                settings: Settings::read(["board=3x4"]).expect("settings"),
                ..plan
            };
            let case = plan
                .stream()
                .expect("cases")
                .find(|case| case.scenario.name == "one_game")
                .expect("a case");
            let played = plan.play(case).expect("a game");
            for fault in played
                .record
                .verdict
                .faults
                .iter()
                .filter(|fault| fault.kind == FaultKind::Lost)
            {
                let why = format!(
                    "game 1 of 1 is lost: the contestant's move {number} of it gave the win away"
                );
                assert_eq!(fault.breach.why.to_string(), why);
                seen += 1;
            }
        }
        assert!(seen > 0, "no answer of number {number} is a blunder");
    }
}

/// The first game is lost by its first move, and the second ends with a word.
#[test]
fn who_fails_after_a_lost_game_has_no_point() {
    let mut seen = 0;
    for (row, col) in (1..=3).flat_map(|row| (1..=4).map(move |col| (row, col))) {
        let answer = format!("{row} {col} {row} {col}\n");
        let plan = in_memory("blackout", move |bot| {
            let answer = answer.clone();
            altered(bot, move |at, heard, _| {
                match heard.last().map(String::as_str) {
                    Some("GAME") => Some("NO\n".into()),
                    _ => (at == 1).then(|| answer.clone()),
                }
            })
        });
        let plan = Plan {
            settings: Settings::read(["board=3x4", "games=2"]).expect("settings"),
            ..plan
        };
        let case = plan
            .stream()
            .expect("cases")
            .find(|case| case.scenario.name == "one_game")
            .expect("a case");
        let record = plan.play(case).expect("a game").record;
        let (verdict, is_over) = (record.verdict, record.transcript.contains("0< GAME\n"));
        let is_lost = verdict
            .faults
            .iter()
            .any(|fault| fault.kind == FaultKind::Lost);
        let points = verdict.outcome.expect("a result").points()[0];
        assert_eq!(
            points,
            Points::whole(i32::from(is_over && !is_lost)),
            "{row} {col}"
        );
        seen += usize::from(is_lost);
    }
    assert!(seen > 0, "no first move loses");
}
