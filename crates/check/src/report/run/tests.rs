//! Which game a report shows, and how many games broke a clause.

use crate::bot::Plan;
use crate::in_memory::{altered, in_memory};
use crate::report::closing_line::closing;
use crate::report::run::smallest;
use std::sync::atomic::{AtomicUsize, Ordering};
use stickler::game::Bot;
use stickler::games::GAMES;

/// The bot fails at once in each game, in the odd ones first.
#[test]
fn an_ordinary_game_is_shown_before_an_odd_one_of_its_length() {
    struct Silent;
    impl Bot for Silent {
        fn hear(&mut self, _: &str, say: &mut String) -> bool {
            *say += "NO\n";
            true
        }
    }
    let game = GAMES.find("betris").expect("the game");
    let plan = Plan::in_memory(game, |_| Box::new(Silent));
    let mut cases = Vec::new();
    for scenario in ["low_bank", "split", "any"] {
        cases.extend(plan.stream_of(&[scenario]).expect("cases"));
    }
    let summary = plan.run(&cases, &|_| ()).expect("played");
    let shown = smallest(&plan, &summary);
    let (played, ..) = shown.first().expect("a failure");
    assert_eq!(played.case.scenario.name, "any");
}

/// One bot fails in its handshake, the others in their first move.
#[test]
fn each_of_two_clauses_has_its_games() {
    let made = AtomicUsize::new(0);
    let plan = in_memory("gomoku", move |bot| {
        let wrong = if made.fetch_add(1, Ordering::Relaxed) == 0 {
            1
        } else {
            2
        };
        altered(bot, move |number, _, _| {
            (number == wrong).then(|| "NO\n".into())
        })
    });
    let cases: Vec<_> = plan.stream_of(&["any"]).expect("cases").take(3).collect();
    let summary = plan.run(&cases, &|_| ()).expect("played");
    let text = closing(&plan, &summary);
    let counts =
        "violates: 3 of 3 games break gomoku.ready.answer (in 1) and gomoku.turn.answer (in 2)";
    assert!(text.starts_with(counts), "{text}");
}
