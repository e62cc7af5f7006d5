//! `stickler solve blackout`: who wins, and by which first moves.

use crate::cells::Grid;
use crate::check::transcript::Conclusion;
use crate::cli::common::{self, Done, code, print};
use crate::games::blackout::{Blackout, Params, Values};
use crate::params::{Parameters, Settings};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: blackout
    #[arg(value_parser = ["blackout"])]
    game: String,
    /// Rows of the board, from 1 to 5
    #[arg(long, default_value_t = 5)]
    rows: u8,
    /// Columns of the board, from 1 to 6
    #[arg(long, default_value_t = 6)]
    cols: u8,
}

pub(crate) fn run(args: &Args) -> Done {
    let board = Grid { rows: args.rows, cols: args.cols };
    let settings = Settings(vec![("board".into(), format!("{}x{}", board.rows, board.cols))]);
    let rules = Blackout::new(&Params::with(&settings)?);
    let values = common::with_machine("solving", |machine| Values::prepared(&rules, machine));
    let winning: Vec<String> = rules
        .moves(0)
        .filter(|(_, black)| !values.is_won(*black))
        .map(|(segment, _)| format!("  {segment}\n"))
        .collect();
    let all = rules.moves(0).count();
    let (rows, cols) = (board.rows, board.cols);
    print(&match winning.len() {
        0 => format!("{rows}x{cols}: the second player wins, whatever the first of {all} moves is\n"),
        won => format!("{rows}x{cols}: the first player wins, by {won} of {all} first moves:\n{}", winning.concat()),
    })?;
    Ok(code(Conclusion::Conforms))
}
