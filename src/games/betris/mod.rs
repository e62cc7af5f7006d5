//! Betris: two seats bet on polyominoes and fill their own boards. The page is `spec/betris.md`.

mod bot;
#[cfg(feature = "files")]
mod formats;
mod landmarks;
mod named;
mod notation;
mod protocol;
mod rules;
mod state;

pub use bot::Reference;
pub use named::NamedCells;
pub use protocol::{Dialogue, Say};
pub use rules::{Action, Bet, Betris, Cells, Deal, Position, Stage, Yard, largest_square};

use crate::params::{Preset, Weight};
use crate::polyomino::Shapes;
use crate::prelude::*;
use crate::{choice_parameter, clauses, parameters};

choice_parameter! {
    /// The effect of a fault on a phase in which the other seat still owes its answer.
    FaultPhase {
        /// That answer is awaited and judged.
        Whole "whole",
        /// The game ends without it.
        AtOnce "at-once",
    }
}

parameters! {
    /// Every number of Betris; the page's table says what they mean and how they are known.
    Params {
        /// Rows and columns of each board.
        board "board": Size<10> = Size(Grid { rows: 7, cols: 7 }),
        /// Chips of a seat at the start.
        chips "chips": Within<0, 1000> = Within(24),
        /// Rounds of a game.
        rounds "rounds": Within<1, 100> = Within(12),
        /// Kinds of block that are drawn.
        blocks "blocks": Shapes = Shapes::ALL,
        /// Chips that a bet may have at most.
        max_bet "max-bet": Within<0, 1000> = Within(5),
        /// Points for a filled cell.
        cell_points "cell-points": Weight = Weight(Points::whole(1)),
        /// Points for a cell of the largest filled square.
        square_points "square-points": Weight = Weight(Points::whole(1)),
        /// Points for a chip that is left.
        chip_points "chip-points": Weight = Weight(Points { halves: 1 }),
        /// Time of a seat for all its bets and placements.
        bank "bank": Ms = Ms(10_000),
        /// Time for the answer to READY.
        ready "ready": Ms = Ms(3_000),
        /// Peak resident memory.
        memory "memory": Megabytes = Megabytes(1024),
        /// How an answer's time becomes whole milliseconds.
        rounding "rounding": Rounding = Rounding::Down,
        /// Whether an answer that uses exactly the rest of the bank is in time.
        exact "exact": Exact = Exact::InTime,
        /// Whether a pass of the other seat is told as `OPP 0`.
        opp_after_pass "opp-after-pass": Flag = Flag::Yes,
        /// Whether the other seat's answer of the same phase still counts after a fault.
        fault_phase "fault-phase": FaultPhase = FaultPhase::Whole,
        /// Who hears FINISH after a fault.
        after_fault "after-fault": AfterFault = AfterFault::Innocent,
        /// Time to end after FINISH.
        grace "grace": Ms = Ms(1_000),
    }
}

clauses! {
    page include_str!("../../../spec/betris.md");
    ROUND_COUNT "betris.round.count",
    ROUND_ORDER "betris.round.order",
    PAIR_KINDS "betris.pair.kinds",
    PAIR_DIFFERENT "betris.pair.different",
    PAIR_SAME "betris.pair.same",
    BET_BLOCK "betris.bet.block",
    BET_RANGE "betris.bet.range",
    BET_AFFORDABLE "betris.bet.affordable",
    BET_BOTH "betris.bet.both",
    BET_DIFFERENT "betris.bet.different",
    BET_HIGHER "betris.bet.higher",
    BET_TIE "betris.bet.tie",
    PAY_WINNER "betris.pay.winner",
    PAY_LOSER "betris.pay.loser",
    PLACE_COUNT "betris.place.count",
    PLACE_INSIDE "betris.place.inside",
    PLACE_DISTINCT "betris.place.distinct",
    PLACE_EMPTY "betris.place.empty",
    PLACE_SHAPE "betris.place.shape",
    PLACE_FREE "betris.place.free",
    PLACE_PASS "betris.place.pass",
    PLACE_ORDER "betris.place.order",
    SCORE_HALF "betris.score.half",
    READY_FIRST "betris.ready.first",
    READY_ANSWER "betris.ready.answer",
    READY_TIME "betris.ready.time",
    READY_BOTH "betris.ready.both",
    PHASE1_CLOCKS "betris.phase1.clocks",
    PHASE1_ANSWER "betris.phase1.answer",
    PHASE1_TIME "betris.phase1.time",
    PHASE2_BLOCK "betris.phase2.block",
    PHASE2_CHIPS "betris.phase2.chips",
    PHASE2_CLOCKS "betris.phase2.clocks",
    PHASE2_ANSWER "betris.phase2.answer",
    PHASE2_TIME "betris.phase2.time",
    OPP_MOVE "betris.opp.move",
    OPP_PASS "betris.opp.pass",
    CLOCK_READY "betris.clock.ready",
    CLOCK_ROUNDING "betris.clock.rounding",
    CLOCK_EXACT "betris.clock.exact",
    CLOCK_EMPTY "betris.clock.empty",
    FINISH_ONLY "betris.finish.only",
    FINISH_BOTH "betris.finish.both",
    FINISH_SILENT "betris.finish.silent",
    FINISH_EXIT "betris.finish.exit",
    FINISH_NORMAL "betris.finish.normal",
    FAULT_LATE "betris.fault.late",
    FAULT_FORMAT "betris.fault.format",
    FAULT_CRASH "betris.fault.crash",
    FAULT_ILLEGAL "betris.fault.illegal",
    FAULT_PHASE "betris.fault.phase",
    FAULT_BOTH "betris.fault.both",
    FAULT_END "betris.fault.end",
    LIMIT_MEMORY "betris.limit.memory",
}

/// The entry of Betris in the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = Betris;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "betris";
    const ABOUT: &'static str =
        "bet on polyominoes and fill a 7x7 board, two seats at the same time (ALPHANO)";
    const PAGE: fn() -> &'static Page = page;
    const SCENARIOS: &'static [Scenario] = SCENARIOS;
    const VARIES: &'static [(&'static str, &'static [&'static str])] =
        &[("blocks", &["F5,P5", "X5,W5,Z5", "I1,I2", "I5,L5"])];
    const DECIDED: &'static [(Clause, Decided)] = &[
        (PLACE_EMPTY, Decided::Cell { row: 0, col: 1 }),
        (BET_AFFORDABLE, Decided::Value("chips")),
        (BET_BLOCK, Decided::Ask),
        (PLACE_COUNT, Decided::Ask),
        (PLACE_SHAPE, Decided::Ask),
        (PHASE1_CLOCKS, Decided::Bank),
        (PHASE2_CLOCKS, Decided::Bank),
    ];
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "5x5",
            about: "the variant \"Betris\"; its chips, blocks and rounds are not known: the main problem's stand in",
            set: &[("board", "5x5")],
        },
        Preset {
            name: "3x3",
            about: "\"Betris (Small)\"; its chips, blocks and rounds are not known: the main problem's stand in",
            set: &[("board", "3x3")],
        },
    ];

    const MATCH_RECORD: Option<MatchRecord> = Some(MatchRecord {
        problem: Some(5),
        answers: &[
            AnswerFields {
                word: "BET",
                fields: &[MoveField::Word("block"), MoveField::Number("chips")],
            },
            AnswerFields {
                word: "PLACE",
                fields: &[MoveField::Cells("cells")],
            },
        ],
        has_points: true,
        names_roles: true,
    });
    #[cfg(feature = "files")]
    const FORMATS: &'static [Format] = formats::FORMATS;
    #[cfg(feature = "files")]
    const FOLLOWS: Option<Follows> = Some(formats::follows);

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

/// No scenario changes a number that a program takes from the document without being told.
const SCENARIOS: &[Scenario] = &[
    Scenario::new(
        "reference",
        "against an opponent that places where it can",
        Opponent::Reference,
        4,
    ),
    Scenario::LOW_BANK,
    Scenario::new(
        "any",
        "against any bets, ties lost and won among them, and placements anywhere",
        Opponent::Any,
        8,
    ),
    Scenario::new(
        "ties",
        "against an opponent that makes the same bets, so that the judge draws who succeeds",
        Opponent::Echo,
        2,
    ),
    Scenario::new(
        "passing",
        "against an opponent that bets nothing and always passes",
        Opponent::First,
        2,
    ),
    Scenario::new(
        "highest_bets",
        "against an opponent that bets all it may and runs out of chips",
        Opponent::Last,
        4,
    ),
    Scenario::new(
        "same_blocks",
        "the same two blocks in every round",
        Opponent::Any,
        2,
    )
    .with(&[("blocks", "F5,P5")]),
    Scenario::new(
        "no_room",
        "blocks that soon fit nowhere, so that only a pass is legal",
        Opponent::Any,
        2,
    )
    .with(&[("blocks", "X5,W5,Z5")]),
    Scenario::new(
        "small_blocks",
        "the smallest blocks in every round",
        Opponent::Any,
        2,
    )
    .with(&[("blocks", "I1,I2")]),
    Scenario::new(
        "failing",
        "FINISH comes in mid-game because the opponent fails",
        Opponent::Failing,
        4,
    ),
    Scenario::new(
        "one_round",
        "FINISH comes after the first round",
        Opponent::Any,
        2,
    )
    .with(&[("rounds", "1")]),
    Scenario::SMALL_BANK,
    Scenario::SPLIT,
    Scenario::LINES,
];
