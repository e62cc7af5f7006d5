//! `solve blackout`: who wins, and by which first moves.

use crate::support::needs::tests;
use crate::support::programs::run;

tests! {
    a_solved_game_names_its_winning_first_moves,
}

fn a_solved_game_names_its_winning_first_moves() {
    let (code, text) = run(&["solve", "blackout"], b"");
    assert_eq!(code, 0);
    assert!(
        text.starts_with("5x6: the first player wins, by 5 of 165 first moves:\n")
            && text.contains("3 1 3 6"),
        "{text}"
    );
    assert!(
        run(&["solve", "blackout", "--rows", "4", "--cols", "4"], b"")
            .1
            .contains("the second player wins")
    );
    assert_eq!(run(&["solve", "blackout", "--rows", "9"], b"").0, 2);
    assert_eq!(run(&["solve", "gomoku"], b"").0, 2);
}
