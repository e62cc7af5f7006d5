//! Reversi as a contest task: two programs, a board of even size, a bank of time each. The page is `spec/reversi.md`.

pub mod bot;
mod notation;
pub mod protocol;
pub mod rules;

use stickler::prelude::*;

stickler::clauses! {
    page include_str!("../spec/reversi.md");
    TURN_ALTERNATE "reversi.turn.alternate",
    MOVE_INSIDE "reversi.move.inside",
    MOVE_EMPTY "reversi.move.empty",
    MOVE_FLIPS "reversi.move.flips",
    PASS_ONLY "reversi.pass.only",
    START_COLOUR "reversi.start.colour",
    START_ANSWER "reversi.start.answer",
    START_TIME "reversi.start.time",
    START_BOTH "reversi.start.both",
    GO_FULL "reversi.go.full",
    GO_CLOCKS "reversi.go.clocks",
    GO_ANSWER "reversi.go.answer",
    GO_TIME "reversi.go.time",
    TOLD_MOVE "reversi.told.move",
    TOLD_TIME "reversi.told.time",
    TOLD_FIRST "reversi.told.first",
    END_ONLY "reversi.end.only",
    END_BOTH "reversi.end.both",
    END_SILENT "reversi.end.silent",
    END_EXIT "reversi.end.exit",
    FAULT_END "reversi.fault.end",
    LIMIT_MEMORY "reversi.limit.memory",
}

stickler::parameters! {
    /// Every number of Reversi.
    Params {
        board "board": Size<10> = Size(Grid { rows: 8, cols: 8 }),
        bank "bank": Ms = Ms(5_000),
        ready "ready": Ms = Ms(2_000),
        grace "grace": Ms = Ms(1_000),
        memory "memory": Megabytes = Megabytes(512),
    }
    agree has_a_middle
}

fn has_a_middle(params: &Params) -> Result<(), String> {
    let Grid { rows, cols } = params.board.0;
    if rows % 2 + cols % 2 == 0 {
        Ok(())
    } else {
        Err("board: rows and columns are even".into())
    }
}

/// The games of this crate.
pub const GAMES: Registry = Registry::new(&[&Contest]);

/// Reversi in a list of games.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = rules::Reversi;
    type Referee = Match<protocol::Dialogue>;

    const NAME: &'static str = "reversi";
    const ABOUT: &'static str = "turn the other's discs on 8x8, two seats, one bank of time each";
    const PAGE: fn() -> &'static Page = page;
    const DECIDED: &'static [(Clause, Decided)] = &[
        (MOVE_EMPTY, Decided::Cell { row: 0, col: 1 }),
        (GO_CLOCKS, Decided::Bank),
    ];
    const SCENARIOS: &'static [Scenario] = &[
        Scenario::ANY,
        Scenario::REFERENCE,
        Scenario::FIRST,
        Scenario::FAILING,
        Scenario::SPLIT,
        Scenario::new("stuck", "it has to pass", Opponent::Seeks(PASS_ONLY), 2),
    ];
    const CASES: &'static [&'static str] = &[
        include_str!("../fixtures/reversi/rules.yaml"),
        include_str!("../fixtures/reversi/dialogue.yaml"),
    ];

    fn bot(params: &Params) -> Box<dyn Bot> {
        Box::new(bot::Reference(Situation::start(Contest::rules(params))))
    }
}
