//! Shrinking of games in memory: the smallest game of each faulty bot, and the way to it.

use crate::bot::Plan;
use crate::in_memory::{altered, in_memory};
use crate::shrink::{Shrunk, shrink};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stickler::clause::Clause;

/// Whether a bot errs after these lines.
type Errs = fn(&[String]) -> bool;

/// The reference bot, which says `NO` where it is told to by what it has heard, in one of so many games.
fn plan(game: &str, every: usize, errs: Errs) -> Plan {
    let games = Arc::new(AtomicUsize::new(0));
    in_memory(game, move |bot| {
        let game = games.fetch_add(1, Ordering::Relaxed);
        altered(bot, move |_, heard, _| {
            (errs(heard) && game.is_multiple_of(every)).then(|| "NO\n".into())
        })
    })
}

/// The first game of a scenario in which it fails, shrunk; how many games were watched.
fn shrunk(plan: &Plan, scenario: &str, time_box: Duration) -> (Option<Shrunk>, usize) {
    let cases = plan
        .stream()
        .expect("cases")
        .filter(|case| case.scenario.name == scenario);
    let mut games = cases.map(|case| plan.play(case).expect("a game"));
    let failing = games
        .find(|played| played.error(&plan.policy).is_some())
        .expect("one of them fails");
    let clause: Clause = failing
        .error(&plan.policy)
        .expect("it fails")
        .0
        .breach
        .clause;
    let watched = AtomicUsize::new(0);
    let watch = || {
        watched.fetch_add(1, Ordering::Relaxed);
    };
    (
        shrink(plan, &failing, clause, time_box, &watch),
        watched.into_inner(),
    )
}

const LONG: Duration = Duration::from_secs(600);

/// Told of a move in this column, or of a bet of this many chips.
fn has_word(heard: &[String], first: &str, at: usize, word: &str) -> bool {
    heard
        .iter()
        .any(|line| line.starts_with(first) && line.split(' ').nth(at) == Some(word))
}

/// The chips that the other has left, as PHASE2 tells them.
fn chips(heard: &[String]) -> impl Iterator<Item = u32> {
    heard
        .iter()
        .filter(|line| line.starts_with("PHASE2"))
        .filter_map(|line| line.split(' ').nth(3)?.parse().ok())
}

#[test]
fn games_shrink_to_the_smallest() {
    let bots: [(&str, &str, &str, Errs); 8] = [
        ("gomoku", "any", "at once", |_| true),
        ("gomoku", "any", "at its third answer", |heard| {
            heard.iter().filter(|line| line.starts_with("TURN")).count() == 2
        }),
        ("gomoku", "any", "after a move in column 5", |heard| {
            has_word(heard, "OPP", 1, "5")
        }),
        ("gomoku", "any", "after three moves", |heard| {
            heard.iter().filter(|line| line.starts_with("OPP")).count() == 3
        }),
        ("betris", "any", "after a bet", |heard| {
            chips(heard).any(|chips| chips < 18)
        }),
        ("betris", "any", "after two placements", |heard| {
            heard.iter().filter(|line| line.starts_with("OPP")).count() == 2
        }),
        (
            "blackout",
            "random_jury",
            "after a move from row 3",
            |heard| has_word(heard, "MOVE", 1, "3"),
        ),
        ("blackout", "three_games", "in the second game", |heard| {
            heard.iter().filter(|line| *line == "GAME").count() == 1
        }),
    ];
    let mut text = String::new();
    for (game, scenario, name, errs) in bots {
        let plan = plan(game, 1, errs);
        let (found, watched) = shrunk(&plan, scenario, LONG);
        let Shrunk {
            played,
            runs,
            rate,
            is_minimal,
            stopped: None,
        } = found.expect("it fails every time")
        else {
            panic!("nothing stops it");
        };
        assert_eq!(watched, runs);
        let _ = writeln!(
            text,
            "{game}, {name}: {runs} runs, {rate:?}, minimal: {is_minimal}, {:?}",
            played.choices
        );
        let body = played
            .record
            .transcript
            .lines()
            .filter(|line| line.get(1..2).is_some_and(|arrow| "<>".contains(arrow)));
        let _ = writeln!(text, "{}\n", body.collect::<Vec<_>>().join("\n"));
    }
    insta::assert_snapshot!("games_shrink_to_the_smallest", text);
}

#[test]
fn a_bot_that_fails_now_and_then_is_tried_more_often() {
    let errs: Errs = |heard| has_word(heard, "OPP", 1, "5");
    let plan = plan("gomoku", 2, errs);
    let (found, watched) = shrunk(&plan, "any", LONG);
    let Shrunk {
        played,
        runs,
        rate,
        is_minimal,
        stopped: None,
    } = found.expect("it fails now and then")
    else {
        panic!("nothing stops it");
    };
    assert!(
        is_minimal && runs == watched,
        "{runs} runs, {watched} watched"
    );
    assert!(rate == (2, 5) || rate == (3, 5), "{rate:?}");
    let told = format!("{}< OPP", played.case.seat);
    let heard: Vec<&str> = played
        .record
        .transcript
        .lines()
        .filter(|line| line.starts_with(&told))
        .collect();
    assert_eq!(heard.len(), 1, "{heard:?}");
    // One that never fails again was a chance.
    let plan = self::plan("gomoku", 1000, |heard| {
        heard.iter().filter(|line| line.starts_with("OPP")).count() == 3
    });
    let (found, watched) = shrunk(&plan, "any", LONG);
    assert!(found.is_none() && watched == 6, "{watched} watched");
}

#[test]
fn without_time_the_smallest_is_not_known() {
    let errs: Errs = |heard| has_word(heard, "OPP", 1, "5");
    let plan = plan("gomoku", 1, errs);
    let (found, watched) = shrunk(&plan, "any", Duration::ZERO);
    assert!(
        watched == 1 && found.is_none_or(|found| !found.is_minimal && found.runs == 1),
        "{watched} watched"
    );
    // Nothing is smaller than a game in which nobody else says anything, whatever the time.
    let plan = self::plan("blackout", 1, |_| true);
    let cases = plan
        .stream()
        .expect("cases")
        .filter(|case| case.scenario.name == "one_game");
    let failing = cases
        .map(|case| plan.play(case).expect("a game"))
        .next()
        .expect("a game");
    let clause = failing
        .error(&plan.policy)
        .expect("it fails")
        .0
        .breach
        .clause;
    let found = shrink(&plan, &failing, clause, Duration::ZERO, &|| {}).expect("it fails");
    assert_eq!(
        (found.runs, found.rate, found.is_minimal),
        (1, (1, 1), true)
    );
}
