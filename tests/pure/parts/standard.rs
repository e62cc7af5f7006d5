//! Parts of `check/standard.rs`.

use stickler::check::standard::{begins, read_allowed, write_allowed};
use stickler::games::GAMES;

tests! {
    a_list_of_known_failures_is_read_as_it_is_written,
    ids_lie_below_others_by_whole_words,
}

fn a_list_of_known_failures_is_read_as_it_is_written() {
    let written =
        write_allowed(&["gomoku.move.empty", "wire.line.flush"].map(|id| GAMES.clause(id).expect("a clause")));
    let read = read_allowed(GAMES, &written).expect("a list");
    assert_eq!(read.into_iter().collect::<Vec<_>>(), ["gomoku.move.empty", "wire.line.flush"]);
    assert_eq!(read_allowed(GAMES, "gomoku.no.such\n"), Err("line 1: no clause is called `gomoku.no.such`".into()));
}

fn ids_lie_below_others_by_whole_words() {
    assert!(begins("gomoku.move.empty", "gomoku.move") && begins("gomoku.move.empty", "gomoku.move.empty"));
    assert!(!begins("gomoku.move.empty", "gomoku.mov"));
}
