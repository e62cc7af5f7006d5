//! `spec` and `games`: clauses and parameters, by their ids and by the words that people have.

use crate::support::needs::tests;
use crate::support::programs::{holds, run, screen_of};

tests! {
    clauses_and_parameters_can_be_read,
    rules_are_found_by_the_words_that_people_have,
    the_page_of_a_game_has_its_numbers_and_points_to_the_wire,
}

fn clauses_and_parameters_can_be_read() {
    let (code, text) = run(&["spec", "gomoku.move"], b"");
    assert_eq!(code, 0);
    assert!(
        text.contains("gomoku.move.inside\n") && !text.contains("gomoku.turn"),
        "{text}"
    );
    let (code, text) = run(&["games"], b"");
    assert_eq!(code, 0);
    assert!(
        text.contains("bank") && text.contains("10000") && text.contains("assumed"),
        "{text}"
    );
}

fn rules_are_found_by_the_words_that_people_have() {
    let first = |words: &[&str]| {
        let (code, text) = run(&[&["spec"], words].concat(), b"");
        assert_eq!(code, 0, "{words:?}: {text}");
        (text.lines().next().unwrap_or_default().to_string(), text)
    };
    assert_eq!(first(&["betris", "tie"]).0, "betris.bet.tie");
    assert_eq!(first(&["gomoku", "move", "empty"]).0, "gomoku.move.empty");
    assert_eq!(first(&["flush"]).0, "wire.line.flush");
    assert!(
        first(&["gomoku", "bank"])
            .0
            .trim_start()
            .starts_with("bank "),
        "a parameter comes first"
    );
    let (title, page) = first(&["gomoku"]);
    assert_eq!(title, "# Gomoku");
    assert!(
        page.contains("0< READY FIRST\n") && page.contains("gomoku.move.empty\n"),
        "{page}"
    );
    let (_, clause) = first(&["gomoku.move.empty"]);
    assert!(clause.contains("that break it: gomoku/"), "{clause}");
    assert!(
        clause.contains("kept, as in fixtures/gomoku/rules.yaml, ") && clause.contains("[B]"),
        "{clause}"
    );
    assert!(
        clause.contains("`MOVE 8 8` is refused: (8,8) holds a stone"),
        "{clause}"
    );
    let (_, clause) = first(&["betris.pay.winner"]);
    assert!(
        clause.contains("error[betris.pay.winner]: the judge: seat 0 succeeded and pays"),
        "{clause}"
    );
    assert!(
        first(&["betris"]).1.contains("| V5 | `#../#../###` |"),
        "its blocks are drawn"
    );
    assert_eq!(run(&["spec", "gomoku", "zeppelin"], b"").0, 2);
}

fn the_page_of_a_game_has_its_numbers_and_points_to_the_wire() {
    let text = screen_of("page", &["spec", "betris"]);
    holds(
        &text,
        &[
            "\n## Parameters\n",
            "\n  max-bet      5         recovered  chips that",
            "`stickler spec wire`",
        ],
    );
}
