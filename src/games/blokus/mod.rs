//! Blokus: two to four seats cover a board with shapes that meet their own at corners only. The page is `spec/blokus.md`.

mod alphabet;
mod bot;
mod compare;
#[cfg(feature = "files")]
mod formats;
mod landmarks;
mod notation;
mod protocol;
mod rules;
mod setup;
mod state;
mod turn_message;

pub use alphabet::{Alphabet, Figure, LETTERS, Letter, LetterShapes};
pub use bot::Reference;
pub use notation::{Code, Move, codes};
pub use protocol::Dialogue;
pub use rules::{Action, Blokus, Cells, Placement, Position};
pub use setup::{Counts, Starts, Stock};
pub use state::{Play, Step};
pub use turn_message::{Head, Say};

use crate::params::{Preset, Settings};
use crate::prelude::*;
use crate::referee::Lines;
use crate::{choice_parameter, clauses, parameters};

choice_parameter! {
    /// Which moves of the others a message tells.
    Others {
        /// Those since the seat's turn before.
        Since "since",
        /// All of the game.
        All "all",
    }
}

parameters! {
    /// Every number of Blokus; the page's table says what they mean and how they are known.
    Params {
        /// Players.
        players "players": Within<2, 4> = Within(2),
        /// Rows and columns, as many of each.
        board "board": Within<5, 20> = Within(13),
        /// The cell that each player's first shape covers.
        starts "starts": Starts = Starts::Corners,
        /// The shapes in play.
        shapes "shapes": Stock = Stock::Drawn,
        /// How many are drawn for two, three and four players.
        drawn "drawn": Counts = Counts([18, 13, 10]),
        /// The shape of each letter.
        letters "letters": LetterShapes = LetterShapes::USUAL,
        /// Whether players 0 and 1 of three open with a small shape.
        small_first "small-first": Flag = Flag::Yes,
        /// Whether the start cell is marked before the first move.
        mark_start "mark-start": Flag = Flag::Yes,
        /// Which moves of the others are told.
        others "others": Others = Others::Since,
        /// Whether a code counts that the list does not show.
        unlisted "unlisted": Flag = Flag::Yes,
        /// Whether the game ends as soon as only the leader can move.
        stop_early "stop-early": Flag = Flag::No,
        /// Whether the last player that has not failed plays on alone.
        play_alone "play-alone": Flag = Flag::No,
        /// Points for placing every shape.
        bonus_all "bonus-all": Within<0, 100> = Within(0),
        /// Further points where the single cell was the last of them.
        bonus_single "bonus-single": Within<0, 100> = Within(0),
        /// Time for a player's first answer.
        first_time "first-time": Ms = Ms(1_000),
        /// Time for each later answer.
        turn_time "turn-time": Ms = Ms(200),
        /// Peak resident memory.
        memory "memory": Megabytes = Megabytes(768),
        /// How an answer's time becomes whole milliseconds.
        rounding "rounding": Rounding = Rounding::Down,
        /// Whether an answer that uses exactly its whole time is in time.
        exact "exact": Exact = Exact::InTime,
    }
    agree Params::starts_agree
}

impl Params {
    /// The board.
    pub fn grid(&self) -> Grid {
        let side = self.board.0 as u8;
        Grid {
            rows: side,
            cols: side,
        }
    }

    fn starts_agree(&self) -> Result<(), String> {
        self.starts.agree(self.players.0 as usize, self.grid())
    }
}

/// The boxed game.
pub const BOXED: Preset = Preset {
    name: "boxed",
    about: "the boxed game: 20x20, four colours clockwise, all shapes, its bonus",
    set: &[
        ("players", "4"),
        ("board", "20"),
        ("starts", "clockwise"),
        ("shapes", "all"),
        ("bonus-all", "15"),
        ("bonus-single", "5"),
    ],
};

/// The boxed game for two.
pub const DUO: Preset = Preset {
    name: "duo",
    about: "the boxed game for two: 14x14, start cells (4,4) and (9,9), all shapes, its bonus",
    set: &[
        ("players", "2"),
        ("board", "14"),
        ("starts", "4,4/9,9"),
        ("shapes", "all"),
        ("bonus-all", "15"),
        ("bonus-single", "5"),
    ],
};

clauses! {
    page include_str!("../../../spec/blokus.md");
    SHAPE_SMALL "blokus.shape.small",
    SHAPE_SIZE "blokus.shape.size",
    SHAPE_COUNT "blokus.shape.count",
    SHAPE_SAME "blokus.shape.same",
    SHAPE_DRAWING "blokus.shape.drawing",
    TURN_ORDER "blokus.turn.order",
    TURN_FIRST "blokus.turn.first",
    TURN_SKIP "blokus.turn.skip",
    MOVE_LETTER "blokus.move.letter",
    MOVE_USED "blokus.move.used",
    MOVE_SQUARE "blokus.move.square",
    MOVE_SHAPE "blokus.move.shape",
    MOVE_INSIDE "blokus.move.inside",
    MOVE_FREE "blokus.move.free",
    MOVE_START "blokus.move.start",
    MOVE_SIDE "blokus.move.side",
    MOVE_CORNER "blokus.move.corner",
    MOVE_ANCHOR "blokus.move.anchor",
    MOVE_OPENING "blokus.move.opening",
    CODE_UNLISTED "blokus.code.unlisted",
    SCORE_SQUARES "blokus.score.squares",
    SCORE_BONUS "blokus.score.bonus",
    END_STUCK "blokus.end.stuck",
    END_EARLY "blokus.end.early",
    INPUT_ONCE "blokus.input.once",
    INPUT_SHAPES "blokus.input.shapes",
    INPUT_SINGLE "blokus.input.single",
    INPUT_SEATS "blokus.input.seats",
    INPUT_LETTERS "blokus.input.letters",
    BOARD_OWNERS "blokus.board.owners",
    BOARD_MARKS "blokus.board.marks",
    BOARD_START "blokus.board.start",
    OTHERS_MOVES "blokus.others.moves",
    OTHERS_ORDER "blokus.others.order",
    OTHERS_SINCE "blokus.others.since",
    LIST_VALID "blokus.list.valid",
    LIST_WHOLE "blokus.list.whole",
    LIST_UNIQUE "blokus.list.unique",
    ANSWER_FORM "blokus.answer.form",
    ANSWER_TIME "blokus.answer.time",
    CLOCK_ROUNDING "blokus.clock.rounding",
    CLOCK_EXACT "blokus.clock.exact",
    FAULT_OUT "blokus.fault.out",
    FAULT_STAY "blokus.fault.stay",
    FAULT_ALONE "blokus.fault.alone",
    FAULT_POINTS "blokus.fault.points",
    LIMIT_MEMORY "blokus.limit.memory",
}

/// The entry of Blokus in the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = Blokus;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "blokus";
    const ABOUT: &'static str =
        "cover a 13x13 board, two to four seats, corner to corner, no bank of time (CodinGame)";
    const PAGE: fn() -> &'static Page = page;
    const SCENARIOS: &'static [Scenario] = SCENARIOS;
    const VARIES: &'static [(&'static str, &'static [&'static str])] = &[
        ("players", &["2", "3", "4"]),
        ("board", &["5", "9", "14", "20"]),
        ("shapes", &["all"]),
    ];
    const DECIDED: &'static [(Clause, Decided)] = &[
        (MOVE_FREE, Decided::Cell { row: 1, col: 0 }),
        (MOVE_USED, Decided::Answer),
        (MOVE_SIDE, Decided::Answer),
    ];
    const FAULT_OVERRIDES: &'static [(&'static str, Option<FaultKind>)] =
        &[("slow", Some(FaultKind::Late))];
    const PRESETS: &'static [Preset] = &[BOXED, DUO];
    #[cfg(feature = "files")]
    const FORMATS: &'static [Format] = formats::FORMATS;
    const TELLS_THE_END: bool = false;

    fn seats(params: &Params) -> usize {
        params.players.0 as usize
    }

    fn bot(_params: &Params) -> Box<dyn Bot> {
        Box::new(Reference::default())
    }

    fn told_settings(lines: Lines<'_, '_>) -> Settings {
        let set = |[players, board]: [i64; 2]| {
            Settings(vec![
                ("players".into(), players.to_string()),
                ("board".into(), board.to_string()),
            ])
        };
        turn_message::told_sizes(lines).map(set).unwrap_or_default()
    }

    #[cfg(feature = "files")]
    fn searched(
        record: &Record<'_>,
        settings: &Settings,
        keep: bool,
        check: CheckRecord<'_>,
    ) -> Option<Result<CheckedRecord, String>> {
        formats::searched(record, settings, keep, check)
    }

    fn word(kind: FaultKind) -> &'static str {
        match kind {
            FaultKind::Habit => "OK",
            FaultKind::Format
            | FaultKind::Illegal
            | FaultKind::Unasked
            | FaultKind::Flood
            | FaultKind::Lost => "invalid action",
            FaultKind::Late
            | FaultKind::Died
            | FaultKind::Ending
            | FaultKind::Limit
            | FaultKind::Unlogged => "timeout",
        }
    }
}

const TWO: &[(&str, &str)] = &[("players", "2")];
const THREE: &[(&str, &str)] = &[("players", "3")];
const FOUR: &[(&str, &str)] = &[("players", "4")];

const SCENARIOS: &[Scenario] = &[
    Scenario::new(
        "reference",
        "two players, the other prefers large shapes",
        Opponent::Reference,
        2,
    )
    .with(TWO),
    Scenario::new(
        "three",
        "three players; the first two open with a small shape",
        Opponent::Any,
        3,
    )
    .with(THREE),
    Scenario::new(
        "four",
        "four players, the others play anything",
        Opponent::Any,
        4,
    )
    .with(FOUR),
    Scenario::new(
        "first_listed",
        "two players, the other plays the first move of its list",
        Opponent::First,
        2,
    )
    .with(TWO),
    Scenario::new(
        "last_listed",
        "two players, the other plays the last move of its list",
        Opponent::Last,
        2,
    )
    .with(TWO),
    Scenario::new(
        "crashing",
        "four players, some of whom crash in mid-game",
        Opponent::Failing,
        4,
    )
    .with(FOUR),
    Scenario::new(
        "crashing_three",
        "three players, some of whom crash in mid-game",
        Opponent::Failing,
        3,
    )
    .with(THREE),
    Scenario::new(
        "stuck",
        "four players on a small board: some can move no more while others can",
        Opponent::Reference,
        4,
    )
    .with(&[("players", "4"), ("board", "7"), ("drawn", "18/13/10")]),
    Scenario::new(
        "cramped",
        "few moves: on the smallest board",
        Opponent::Any,
        2,
    )
    .with(&[("board", "5")]),
    Scenario::new("roomy", "many: from the middle", Opponent::Any, 1)
        .with(&[("shapes", "all"), ("starts", "4,4/8,8")]),
    Scenario {
        writes: Writes::Split,
        ..Scenario::new(
            "split",
            "the longest lists, in many small writes",
            Opponent::Any,
            2,
        )
        .with(&[("shapes", "all")])
    },
    Scenario::LINES.with(TWO),
];
