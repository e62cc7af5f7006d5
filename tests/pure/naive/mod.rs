#![allow(dead_code, unreachable_pub)]
//! Deliberately slow second models, written from the pages under `spec/` alone.

pub mod betris;
pub mod betris_log;
pub mod blackout;
pub mod blokus;
pub mod blokus_codes;
pub mod blokus_log;
pub mod gomoku;
pub mod tetris;

/// True where an answer, without its time, holds an `@` with a number: an `@` of a bot is written as an escape, so it is a time that
/// somebody wrote wrongly.
pub fn holds_a_time(answer: &str) -> bool {
    let behind = answer.rsplit_once('@').map_or("", |(_, behind)| behind);
    let number = behind.trim_start_matches([' ', '+', '-']);
    number.starts_with(|c: char| c.is_ascii_digit())
}

/// What judging a log has found first; lines are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The log is whole and no clause is broken.
    Valid,
    /// This line is no line of the format, or tells what cannot have happened.
    Form(usize),
    /// The judge's line cannot stand here.
    Judge(usize),
    /// At this line it shows that the bot of a seat has broken a clause.
    Bot {
        /// Index of the line.
        line: usize,
        /// The seat that failed.
        seat: usize,
    },
    /// Possible so far, but the game is not over (or a gap hides how it went on).
    Cut,
}
