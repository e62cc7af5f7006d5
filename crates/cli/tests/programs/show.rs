//! `show`: a position of a log, a turn of a record, and the page of `--html`.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{holds, run, said, screen, stickler};

tests! {
    show_says_what_is_known_of_a_position,
    the_page_of_a_record_begins_with_its_verdict,
    a_turn_is_counted_from_the_first_move,
}

fn show_says_what_is_known_of_a_position() {
    let yes = run(
        &["show", "-"],
        b"stickler: 1\ngame: tetris\n0< 1\n0< 3\n0< LIT\n",
    )
    .1;
    assert!(
        yes.contains("LIT YES")
            && yes.contains("because: this game places it")
            && yes.contains("Q   _   L"),
        "{yes}"
    );
    let no = run(
        &["show", "-"],
        b"stickler: 1\ngame: tetris\n0< 1\n0< 3\n0< LOL\n",
    )
    .1;
    assert!(no.contains("because: no game places L as piece 3"), "{no}");
    let log = b"stickler: 1\ngame: blackout\nset: board=2x2\n0< 1\n0> 1 1 1 1\n0< MOVE 2 2 2 2\n";
    let value = run(&["show", "-"], log).1;
    assert!(value.contains("value: the player to move loses"), "{value}");
}

/// A verdict stands where somebody looks first, and it is that of `validate`.
fn the_page_of_a_record_begins_with_its_verdict() {
    let folder = scratch("page-verdict");
    let record = std::fs::read_to_string(root().join("fixtures/records/alphano/five.json"));
    let record = record.expect("a record");
    let wrong = record.replace("AGENT1_WIN", "AGENT2_WIN");
    assert_ne!(record, wrong);
    std::fs::write(folder.join("right.json"), &record).expect("written");
    std::fs::write(folder.join("wrong.json"), &wrong).expect("written");
    for (file, parts) in [
        (
            "right.json",
            &["</h1><p class=\"closing\">right.json: conforms; the judge was right ("][..],
        ),
        (
            "wrong.json",
            &[
                "</h1><p class=\"closing failed\">wrong.json: violates; the judge was wrong here (",
                "the judge: records.verdict.winner: the record says that seat 1 won; seat 0 did",
            ],
        ),
    ] {
        let shown = said(&stickler(&folder, &["show", file, "--html", "page.html"]));
        let page = std::fs::read_to_string(folder.join("page.html")).expect(&shown);
        holds(&page, parts);
        let told = said(&stickler(&folder, &["validate", file]));
        let last = told.lines().last().expect("a verdict");
        holds(&page, &[last]);
    }
}

fn a_turn_is_counted_from_the_first_move() {
    let five = root().join("fixtures/records/alphano/five.json");
    let show = |turn: &str| {
        let file = five.to_string_lossy();
        screen(&scratch("turn"), &["show", &file, "--turn", turn])
    };
    let stones = |board: &str| board.matches(['B', 'W']).count();
    assert_eq!([stones(&show("1")), stones(&show("5"))], [0, 4]);
    holds(
        &show("10"),
        &["Some(2)", "has 9 turns, the first of which is 1"],
    );
    holds(&show("0"), &["Some(2)"]);
}
