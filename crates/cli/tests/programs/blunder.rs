//! The blunder of a lost game, and the move that would have won.

use crate::support::needs::tests;
use crate::support::programs::run;

tests! {
    a_lost_game_names_the_blunder_and_what_would_have_won,
}

fn a_lost_game_names_the_blunder_and_what_would_have_won() {
    let log =
        b"stickler: 1\ngame: blackout\nset: board=1x3\n0< 1\n0> 1 1 1 1\n0< GAME\n0! exit 0\n";
    let (code, text) = run(&["validate", "-"], log);
    assert_eq!(code, 1);
    assert!(
        text.contains("blunder: move 1 of the game, `1 1 1 1`"),
        "{text}"
    );
    assert!(text.contains("would have won: `1 1 1 3`"), "{text}");
}
