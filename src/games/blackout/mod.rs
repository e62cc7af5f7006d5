//! Black Out: a program against the jury, who blackens the last square wins. The page is `spec/blackout.md`.

mod advice;
mod bot;
mod jury;
mod notation;
mod protocol;
mod rules;
mod solver;
mod state;

pub use bot::Reference;
pub use notation::Say;
pub use protocol::Dialogue;
pub use rules::{Blackout, Position, Segment};
pub use solver::Values;
pub use state::Run;

use crate::params::Settings;
use crate::prelude::*;
use crate::referee::Lines;
use crate::{choice_parameter, clauses, parameters};

choice_parameter! {
    /// How the jury plays.
    Jury {
        /// Wins wherever it can; otherwise it plays where most replies are blunders.
        Perfect "perfect",
        /// Any legal move.
        Random "random",
        /// The first legal move in order.
        First "first",
        /// A move that blackens the most white squares.
        Greedy "greedy",
    }
}

choice_parameter! {
    /// How words after the four integers of a move are judged.
    ExtraWords {
        /// They make the move unreadable.
        Strict "strict",
        /// They are ignored.
        Lenient "lenient",
    }
}

parameters! {
    /// Every number of Black Out; the page's table says what they mean and how they are known.
    Params {
        /// Rows and columns.
        board "board": Size<5, 6> = Size(Grid { rows: 5, cols: 6 }),
        /// Games of a run.
        games "games": Within<1, 100> = Within(1),
        /// CPU time of the whole run.
        cpu "cpu": Ms = Ms(3_000),
        /// Time of all answers of a run together.
        wall "wall": Ms = Ms(10_000),
        /// Peak resident memory.
        memory "memory": Megabytes = Megabytes(1024),
        /// How words after the four integers of a move are judged.
        extra_words "extra-words": ExtraWords = ExtraWords::Strict,
        /// How the jury plays.
        jury "jury": Jury = Jury::Perfect,
        /// Time to end after the last GAME.
        grace "grace": Ms = Ms(1_000),
    }
}

clauses! {
    page include_str!("../../../spec/blackout.md");
    TURN_FIRST "blackout.turn.first",
    TURN_ALTERNATE "blackout.turn.alternate",
    MOVE_INSIDE "blackout.move.inside",
    MOVE_ORDER "blackout.move.order",
    MOVE_STRAIGHT "blackout.move.straight",
    MOVE_NEW "blackout.move.new",
    MOVE_ANSWER "blackout.move.answer",
    MOVE_EXTRA "blackout.move.extra",
    GAMES_FIRST "blackout.games.first",
    GAME_WON "blackout.game.won",
    GAME_UNSENT "blackout.game.unsent",
    GAME_ONLY "blackout.game.only",
    GAME_NEXT "blackout.game.next",
    GAME_LAST "blackout.game.last",
    JURY_LEGAL "blackout.jury.legal",
    JURY_PERFECT "blackout.jury.perfect",
    WIN_EVERY "blackout.win.every",
    CLOCK_WALL "blackout.clock.wall",
    END_SILENT "blackout.end.silent",
    END_EXIT "blackout.end.exit",
    FAULT_END "blackout.fault.end",
    LIMIT_CPU "blackout.limit.cpu",
    LIMIT_MEMORY "blackout.limit.memory",
}

/// The entry of Black Out in the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl Game for Contest {
    type Params = Params;
    type Rules = Blackout;
    type Referee = Match<Dialogue>;

    const NAME: &'static str = "blackout";
    const ABOUT: &'static str =
        "blacken the last square of 5x6, one seat against the jury, many games a run (BAPC 2012)";
    const PAGE: fn() -> &'static Page = page;
    const SCENARIOS: &'static [Scenario] = SCENARIOS;
    const VARIES: &'static [(&'static str, &'static [&'static str])] = &[
        ("games", &["1", "2", "9", "10", "99", "100"]),
        ("jury", &["random", "first", "greedy"]),
    ];
    const DECIDED: &'static [(Clause, Decided)] = &[(MOVE_NEW, Decided::Cells)];
    const FAULT_OVERRIDES: &'static [(&'static str, Option<FaultKind>)] = &[
        ("slow", Some(FaultKind::Late)),
        ("lower-case", None),
        ("unasked", None),
    ];

    fn seats(_params: &Params) -> usize {
        1
    }

    fn bot(params: &Params) -> Box<dyn Bot> {
        Box::new(Reference::new(params))
    }

    fn prepare(params: &Params) {
        if params.jury == Jury::Perfect {
            Values::of(&Blackout::new(params));
        }
    }

    fn told_settings(lines: Lines<'_, '_>) -> Settings {
        let set = |games: u32| Settings(vec![("games".into(), games.to_string())]);
        lines
            .next()
            .and_then(|line| notation::read_games(line).ok())
            .map(set)
            .unwrap_or_default()
    }

    fn word(kind: FaultKind) -> &'static str {
        match kind {
            FaultKind::Late | FaultKind::Unlogged => "TLE",
            FaultKind::Limit => "TLE or RTE",
            FaultKind::Died | FaultKind::Ending => "RTE",
            FaultKind::Flood => "OLE",
            FaultKind::Habit => "AC",
            FaultKind::Format | FaultKind::Illegal | FaultKind::Unasked | FaultKind::Lost => "WA",
        }
    }
}

/// There is no other seat: scenarios differ in the play of the jury and in the number of games.
const SCENARIOS: &[Scenario] = &[
    Scenario::new(
        "one_game",
        "one game against a jury that punishes every blunder",
        Opponent::Any,
        2,
    )
    .with(&[("games", "1")]),
    Scenario::new(
        "three_games",
        "so that nothing may be left of the game before",
        Opponent::Any,
        2,
    )
    .with(&[("games", "3")]),
    Scenario::new(
        "hundred_games",
        "the longest run, against the perfect jury",
        Opponent::Any,
        1,
    )
    .with(&[("games", "100")]),
    Scenario::new(
        "random_jury",
        "against a jury that plays anything",
        Opponent::Any,
        3,
    )
    .with(&[("games", "20"), ("jury", "random")]),
    Scenario::new(
        "long_games",
        "against a jury that takes one square at a time",
        Opponent::Any,
        1,
    )
    .with(&[("games", "5"), ("jury", "first")]),
    Scenario::new(
        "short_games",
        "against a jury that takes all it can",
        Opponent::Any,
        1,
    )
    .with(&[("games", "5"), ("jury", "greedy")]),
    Scenario {
        games: 1,
        ..Scenario::SPLIT.with(&[("games", "3")])
    },
    Scenario {
        games: 1,
        ..Scenario::LINES.with(&[("games", "3")])
    },
];
