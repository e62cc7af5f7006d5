//! Gomoku: two seats, a row of five wins. The page is `spec/gomoku.md`.

mod bot;
#[cfg(feature = "files")]
mod formats;
mod landmarks;
mod notation;
mod protocol;
mod rules;

pub use bot::Reference;
pub use notation::{Point, Role};
pub use protocol::{Dialogue, Say};
pub use rules::{Gomoku, Position, Stones};

use crate::prelude::*;
use crate::{clauses, parameters};

/// The most rows, and columns, of a board.
pub const BOARD_SIDE: u8 = 20;

parameters! {
    /// Every number of Gomoku; the page's table says what they mean and how they are known.
    Params {
        /// Rows and columns.
        board "board": Size<BOARD_SIDE> = Size(Grid { rows: 15, cols: 15 }),
        /// Stones in line that win.
        row "row": Within<1, { BOARD_SIDE as u32 }> = Within(5),
        /// Time of a seat for all its moves.
        bank "bank": Ms = Ms(10_000),
        /// Time for the answer to READY.
        ready "ready": Ms = Ms(3_000),
        /// Peak resident memory.
        memory "memory": Megabytes = Megabytes(1024),
        /// How an answer's time becomes whole milliseconds.
        rounding "rounding": Rounding = Rounding::Down,
        /// Whether an answer that uses exactly the rest of the bank is in time.
        exact "exact": Exact = Exact::InTime,
        /// Whether the other seat hears the last move before FINISH.
        last_opp "last-opp": Flag = Flag::Yes,
        /// Who hears FINISH after a fault.
        after_fault "after-fault": AfterFault = AfterFault::Innocent,
        /// Time to end after FINISH.
        grace "grace": Ms = Ms(1_000),
    }
}

clauses! {
    page include_str!("../../../spec/gomoku.md");
    TURN_ALTERNATE "gomoku.turn.alternate",
    MOVE_INSIDE "gomoku.move.inside",
    MOVE_EMPTY "gomoku.move.empty",
    WIN_ROW "gomoku.win.row",
    WIN_OVERLINE "gomoku.win.overline",
    DRAW_FULL "gomoku.draw.full",
    READY_ROLE "gomoku.ready.role",
    READY_ANSWER "gomoku.ready.answer",
    READY_TIME "gomoku.ready.time",
    READY_BOTH "gomoku.ready.both",
    TURN_CLOCKS "gomoku.turn.clocks",
    TURN_ANSWER "gomoku.turn.answer",
    TURN_TIME "gomoku.turn.time",
    CLOCK_READY "gomoku.clock.ready",
    CLOCK_ROUNDING "gomoku.clock.rounding",
    CLOCK_EXACT "gomoku.clock.exact",
    CLOCK_EMPTY "gomoku.clock.empty",
    OPP_MOVE "gomoku.opp.move",
    OPP_TIME "gomoku.opp.time",
    OPP_BEFORE "gomoku.opp.before",
    OPP_LAST "gomoku.opp.last",
    FINISH_ONLY "gomoku.finish.only",
    FINISH_BOTH "gomoku.finish.both",
    FINISH_SILENT "gomoku.finish.silent",
    FINISH_EXIT "gomoku.finish.exit",
    FINISH_NORMAL "gomoku.finish.normal",
    FAULT_LATE "gomoku.fault.late",
    FAULT_INVALID "gomoku.fault.invalid",
    FAULT_CRASH "gomoku.fault.crash",
    FAULT_END "gomoku.fault.end",
    LIMIT_MEMORY "gomoku.limit.memory",
}

/// The entry of Gomoku in the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = Gomoku;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "gomoku";
    const ABOUT: &'static str =
        "five or more in a row on 15x15, two seats, one bank of time each (ALPHANO)";
    const PAGE: fn() -> &'static Page = page;
    const SCENARIOS: &'static [Scenario] = SCENARIOS;
    const DECIDED: &'static [(Clause, Decided)] = &[
        (MOVE_EMPTY, Decided::Cell { row: 0, col: 1 }),
        (TURN_CLOCKS, Decided::Bank),
    ];

    const MATCH_RECORD: Option<MatchRecord> = Some(MatchRecord {
        problem: Some(7),
        answers: &[AnswerFields {
            word: "MOVE",
            fields: &[MoveField::Number("x"), MoveField::Number("y")],
        }],
        has_points: false,
        names_roles: false,
    });
    #[cfg(feature = "files")]
    const FORMATS: &'static [Format] = formats::FORMATS;

    fn bot(params: &Params) -> Box<dyn Bot> {
        Box::new(Reference::new(params))
    }

    fn word(kind: FaultKind) -> &'static str {
        match kind {
            FaultKind::Late | FaultKind::Unlogged => "TLE",
            FaultKind::Habit => "OK",
            _ => "RE",
        }
    }
}

const SCENARIOS: &[Scenario] = &[
    Scenario::new(
        "reference",
        "against an opponent that wins and blocks where it can",
        Opponent::Reference,
        4,
    ),
    // A game that is won at once leaves too much of the bank.
    Scenario {
        opponent: Opponent::Long,
        ..Scenario::LOW_BANK
    },
    Scenario::new(
        "any",
        "against an opponent that plays anywhere",
        Opponent::Any,
        6,
    ),
    Scenario::new(
        "eager",
        "against an opponent that takes every win at once",
        Opponent::Eager,
        2,
    ),
    Scenario::new(
        "first_cells",
        "against an opponent that fills the board from the top left corner",
        Opponent::First,
        2,
    ),
    Scenario::new(
        "last_cells",
        "against an opponent that fills the board from the bottom right corner",
        Opponent::Last,
        2,
    ),
    Scenario::new(
        "failing",
        "FINISH comes in mid-game because the opponent fails",
        Opponent::Failing,
        4,
    ),
    Scenario::SMALL_BANK,
    Scenario::new(
        "long",
        "against an opponent that blocks and never wins, so that the bank has to last",
        Opponent::Long,
        2,
    ),
    Scenario::SPLIT,
    Scenario::LINES,
];
