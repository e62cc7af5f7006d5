//! Rows and columns exchanged: nothing shows it on a square board of a symmetric game, and a board that is not square does.

use crate::bot::Plan;
use crate::in_memory::{in_memory, settings};
use stickler::explain::Conclusion;
use stickler::game::Bot;

/// Takes rows for columns wherever it reads or writes.
struct Exchanged(Box<dyn Bot>);

fn exchanged(line: &str) -> String {
    match line.split(' ').collect::<Vec<_>>()[..] {
        [word @ ("OPP" | "MOVE"), row, col, ref rest @ ..] => {
            [&[word, col, row][..], rest].concat().join(" ")
        }
        _ => line.into(),
    }
}

impl Bot for Exchanged {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        let mut said = String::new();
        let goes_on = self.0.hear(&exchanged(line), &mut said);
        said.lines()
            .for_each(|line| *say += &format!("{}\n", exchanged(line)));
        goes_on
    }
}

#[test]
fn a_board_that_is_not_square_shows_rows_and_columns_exchanged() {
    for (board, wanted) in [
        ("15x15", Conclusion::Conforms),
        ("9x15", Conclusion::Violates),
    ] {
        let plan = in_memory("gomoku", |bot| Box::new(Exchanged(bot)));
        let plan = Plan {
            settings: settings(&[&format!("board={board}")]),
            ..plan
        };
        let cases: Vec<_> = plan.stream_of(&["any"]).expect("cases").collect();
        let summary = plan.run(&cases, &|_| ()).expect("a run");
        assert_eq!(summary.conclusion(), wanted, "{board}");
    }
}
