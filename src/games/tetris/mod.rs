//! Tetris: can a game with bags and a hold slot place this sequence? The page is `spec/tetris.md`.

pub mod batch;
mod bot;
mod cases;
pub mod decide;
mod mix;
mod notation;
mod pieces;
mod referee;
mod rules;
mod short_sequences;

pub use bot::Reference;
pub use cases::{Cases, draw};
pub use notation::Batch;
pub use pieces::{Alphabet, MOST_KINDS, Piece, Pieces};
pub use referee::BatchReferee;
pub use rules::{Action, Position, Table, Tetris};

use crate::params::Preset;
use crate::prelude::*;
use crate::{choice_parameter, clauses, parameters};

choice_parameter! {
    /// Where the queue begins.
    Start {
        /// With the first piece of a bag.
        BagStart "bag-start",
        /// Anywhere inside a bag.
        MidBag "mid-bag",
    }
}

choice_parameter! {
    /// How a case is written.
    Layout {
        /// A line with the length, then a line with the pieces.
        Counted "counted",
        /// A line with the pieces.
        Bare "bare",
    }
}

choice_parameter! {
    /// The two answers.
    Answers {
        /// `YES` and `NO`.
        YesNo "YES-NO",
        /// `1` and `0`.
        OneZero "1-0",
    }
}

impl Answers {
    /// The word for possible or impossible.
    pub fn word(self, possible: bool) -> &'static str {
        match (self, possible) {
            (Answers::YesNo, true) => "YES",
            (Answers::YesNo, false) => "NO",
            (Answers::OneZero, true) => "1",
            (Answers::OneZero, false) => "0",
        }
    }
}

choice_parameter! {
    /// Which cases the judge draws.
    Mix {
        /// Some of each kind below, up to forty pieces long.
        Mixed "mixed",
        /// All short sequences in order of length, a hundred a page.
        Short "short",
        /// Any sequence, each piece as likely as the others; every batch can be drawn.
        Any "any",
        /// Pieces of legal games.
        Games "games",
        /// The sequence of a legal game, with one piece replaced late.
        NearMisses "near-misses",
        /// Sequences that well-known wrong programs get wrong.
        Traps "traps",
        /// One case of the largest length.
        Largest "largest",
        /// As many cases as there may be.
        Many "many",
        /// Batches at a border: of lengths, of their total, of the number of cases, or of where a sequence becomes impossible.
        Borders "borders",
    }
}

parameters! {
    /// Every number of Tetris; the page's table says what they mean and how they are known.
    Params {
        /// The letters of a bag.
        alphabet "alphabet": Alphabet = Alphabet::TETROMINOES,
        /// Whether there is a hold slot.
        hold "hold": Flag = Flag::Yes,
        /// Where the queue begins.
        start "start": Start = Start::BagStart,
        /// How a case is written.
        layout "layout": Layout = Layout::Counted,
        /// The two answers.
        answers "answers": Answers = Answers::YesNo,
        /// Most cases.
        cases "cases": Within<1, 100_000> = Within(100),
        /// Most pieces of a case.
        length "length": Within<1, 1_000_000> = Within(100_000),
        /// Most pieces of all cases.
        total "total": Within<1, 10_000_000> = Within(100_000),
        /// Time for all answers.
        time "time": Ms = Ms(1_000),
        /// Peak resident memory.
        memory "memory": Megabytes = Megabytes(256),
        /// How the time becomes whole milliseconds.
        rounding "rounding": Rounding = Rounding::Down,
        /// Whether answers that use exactly the whole time are in time.
        exact "exact": Exact = Exact::InTime,
        /// Time to end after the last answer.
        grace "grace": Ms = Ms(1_000),
        /// Which cases the judge draws.
        mix "mix": Mix = Mix::Mixed,
        /// Which page of the short sequences, from 0.
        page "page": Within<0, 1_000_000> = Within(0),
    }
}

/// "Tetris Generation": no hold, a start anywhere inside a bag, its own input and output.
pub const GENERATION: Preset = Preset {
    name: "generation",
    about: "Tetris Generation (ICPC Pacific Northwest 2021): no hold, any start, its own input and output",
    set: &[
        ("hold", "no"),
        ("start", "mid-bag"),
        ("layout", "bare"),
        ("answers", "1-0"),
        ("cases", "100000"),
        ("length", "1000"),
    ],
};

clauses! {
    page include_str!("../../../spec/tetris.md");
    BAG_WHOLE "tetris.bag.whole",
    BAG_MIDDLE "tetris.bag.middle",
    TURN_RECEIVE "tetris.turn.receive",
    HOLD_NONE "tetris.hold.none",
    INPUT_CASES "tetris.input.cases",
    INPUT_PAIR "tetris.input.pair",
    INPUT_LENGTH "tetris.input.length",
    INPUT_LETTERS "tetris.input.letters",
    INPUT_TOTAL "tetris.input.total",
    INPUT_ONCE "tetris.input.once",
    ANSWER_WORD "tetris.answer.word",
    ANSWER_YES "tetris.answer.yes",
    ANSWER_NO "tetris.answer.no",
    ANSWER_COUNT "tetris.answer.count",
    ANSWER_ONLY "tetris.answer.only",
    ANSWER_TIME "tetris.answer.time",
    ANSWER_EXIT "tetris.answer.exit",
    CLOCK_ROUNDING "tetris.clock.rounding",
    CLOCK_EXACT "tetris.clock.exact",
    LIMIT_MEMORY "tetris.limit.memory",
}

/// The entry of Tetris in the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = Tetris;
    type Referee = BatchReferee;

    const NAME: &'static str = "tetris";
    const ABOUT: &'static str =
        "is this placement sequence possible with 7-bags and a hold slot? one batch (CALICO)";
    const PAGE: fn() -> &'static Page = page;
    const SCENARIOS: &'static [Scenario] = SCENARIOS;
    const VARIES: &'static [(&'static str, &'static [&'static str])] = &[(
        "mix",
        &[
            "borders",
            "traps",
            "borders",
            "borders",
            "any",
            "games",
            "near-misses",
        ],
    )];
    const FAULT_OVERRIDES: &'static [(&'static str, Option<FaultKind>)] = &[
        ("silent", Some(FaultKind::Format)),
        ("hang", Some(FaultKind::Format)),
        ("no-newline", None),
        ("no-flush", None),
        ("unicode-digits", None),
        ("fraction", None),
        ("underscore", None),
        ("huge-number", None),
        ("early-exit", Some(FaultKind::Format)),
        ("tabs", None),
        ("plus", None),
        ("leading-zero", None),
    ];
    const PRESETS: &'static [Preset] = &[GENERATION];

    fn seats(_params: &Params) -> usize {
        1
    }

    fn bot(params: &Params) -> Box<dyn Bot> {
        Box::new(Reference::new(params))
    }

    fn reach(params: &Params, games: u32) -> Option<String> {
        Some(short_sequences::reach(params, games))
    }

    fn word(kind: FaultKind) -> &'static str {
        match kind {
            FaultKind::Late | FaultKind::Unlogged => "TLE",
            FaultKind::Habit => "AC",
            FaultKind::Format | FaultKind::Illegal | FaultKind::Unasked | FaultKind::Lost => "WA",
            FaultKind::Flood | FaultKind::Died | FaultKind::Ending | FaultKind::Limit => "RTE",
        }
    }
}

/// The walk through all short sequences, a page a game.
const SHORT: Scenario = Scenario {
    steps: Some("page"),
    ..Scenario::new(
        "short",
        "all short sequences in order of length",
        Opponent::First,
        40,
    )
    .with(&[("mix", "short")])
};

const SCENARIOS: &[Scenario] = &[
    SHORT,
    Scenario::new("mixed", "some of everything, short", Opponent::First, 8),
    Scenario::new(
        "traps",
        "what well-known wrong programs get wrong",
        Opponent::First,
        1,
    )
    .with(&[("mix", "traps")]),
    Scenario::new("any", "short sequences of any pieces", Opponent::First, 4)
        .with(&[("mix", "any"), ("length", "14")]),
    Scenario::new(
        "games",
        "what legal games place, with few and many holds",
        Opponent::First,
        4,
    )
    .with(&[("mix", "games"), ("length", "400")]),
    Scenario::new(
        "near_misses",
        "legal games with one piece replaced, late",
        Opponent::First,
        4,
    )
    .with(&[("mix", "near-misses"), ("length", "400")]),
    Scenario::new("one_piece", "one case of one piece", Opponent::First, 1).with(&[
        ("mix", "games"),
        ("cases", "1"),
        ("length", "1"),
    ]),
    Scenario::new("many", "as many cases as there may be", Opponent::First, 1)
        .with(&[("mix", "many")]),
    Scenario::new(
        "largest",
        "one case of the largest length",
        Opponent::First,
        2,
    )
    .with(&[("mix", "largest")]),
    Scenario {
        opponent: Opponent::First,
        games: 1,
        ..Scenario::SPLIT
    },
    Scenario {
        opponent: Opponent::First,
        games: 1,
        ..Scenario::LINES
    },
];
