//! Laws of Black Out: its rules and its table of values against the second model, and what is known of the game.

use crate::naive::blackout::{self as slow, Board, Move};
use crate::support::tier::{by_tier, cases};
use proptest::prelude::*;
use std::collections::HashMap;
use stickler::clock::Micros;
use stickler::explain::{Culprit, Finding, validate};
use stickler::game::{Actor, Points, Rules, Seat, Seats, Turn};
use stickler::games::blackout::{Blackout, Params, Position, Segment, Values};
use stickler::games::{GAMES, erased::AnyGame};
use stickler::live;
use stickler::live::NoBuiltinPlayers;
use stickler::live::memory::MemoryPlayers;
use stickler::params::{Parameters, Settings};
use stickler::precompute;
use stickler::referee::{FaultKind, Stream};
use stickler::scenario::Opponent;
use stickler::stream::{Recorded, Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_check::opponents::Opponents;

fn rules(rows: u8, cols: u8) -> Blackout {
    let mut params = Params::default();
    params
        .set("board", &format!("{rows}x{cols}"))
        .expect("a board");
    Blackout::new(&params)
}

fn board(rules: &Blackout, black: u32) -> Board {
    let square = |row, col| black & rules.square(row, col) != 0;
    (1..=rules.grid.rows)
        .map(|row| (1..=rules.grid.cols).map(|col| square(row, col)).collect())
        .collect()
}

fn numbers(segment: &Segment) -> Move {
    [segment.r1, segment.c1, segment.r2, segment.c2].map(usize::from)
}

fn position(black: u32) -> Position {
    Position {
        black,
        fresh: 0,
        last: 0,
        jury: 0,
        plies: 0,
    }
}

/// The squares where `at` takes them.
fn moved(rules: &Blackout, black: u32, to: &Blackout, at: impl Fn(u8, u8) -> (u8, u8)) -> u32 {
    let squares =
        (1..=rules.grid.rows).flat_map(|row| (1..=rules.grid.cols).map(move |col| (row, col)));
    let held = squares.filter(|&(row, col)| black & rules.square(row, col) != 0);
    held.map(|(row, col)| at(row, col))
        .map(|(row, col)| to.square(row, col))
        .sum()
}

const SMALL: &[(u8, u8)] = &[
    (1, 1),
    (1, 5),
    (1, 6),
    (2, 2),
    (2, 3),
    (2, 4),
    (2, 6),
    (3, 2),
    (3, 3),
    (3, 4),
    (4, 3),
    (4, 4),
    (5, 2),
];

#[test]
fn the_table_agrees_with_brute_force_on_every_position_of_small_boards() {
    for &(rows, cols) in SMALL {
        let rules = rules(rows, cols);
        let (values, mut known) = (Values::find(&rules, precompute::way()), HashMap::new());
        // Each by default, too, but on the largest boards.
        let step = if rows * cols > 9 { by_tier(7, 1, 1) } else { 1 };
        for black in (0..=rules.full()).step_by(step) {
            let won = slow::is_won(&board(&rules, black), &mut known);
            assert_eq!(values.is_won(black), won, "{rows}x{cols}, black {black:b}");
        }
    }
}

#[test]
fn the_reference_bot_opens_in_the_middle_and_answers_with_the_image() {
    for (board, opening, told, image) in [
        ("5x6", "3 1 3 6\n", "1 1 1 2", "5 5 5 6\n"),
        ("4x5", "1 3 4 3\n", "1 1 2 1", "3 5 4 5\n"),
        ("3x5", "2 1 2 5\n", "1 1 1 1", "3 5 3 5\n"),
        ("4x4", "1 1 1 1\n", "4 1 4 1", "1 4 1 4\n"),
        ("1x5", "1 1 1 5\n", "1 1 1 1", ""),
    ] {
        let settings = Settings::read([format!("board={board}").as_str()]).expect("settings");
        let mut bot = GAMES
            .find("blackout")
            .and_then(|game| game.with(&settings))
            .expect("the game")
            .bot();
        let mut said = String::new();
        assert!(bot.hear("1", &mut said));
        assert_eq!(said, opening, "{board}");
        said.clear();
        bot.hear(&format!("MOVE {told}"), &mut said);
        assert_eq!(said, image, "{board}");
    }
}

#[test]
fn segments_are_those_of_the_second_model() {
    for (rows, cols) in (1..=5).flat_map(|rows| (1..=6).map(move |cols| (rows, cols))) {
        let ours: Vec<Move> = rules(rows, cols)
            .segments()
            .map(|segment| numbers(&segment))
            .collect();
        assert_eq!(ours, slow::legal(&slow::white(rows.into(), cols.into())));
    }
    assert_eq!(rules(5, 6).segments().count(), 165);
}

#[test]
fn who_wins_small_boards() {
    let first_wins = |rows, cols| Values::of(&rules(rows, cols)).is_won(0);
    for (rows, cols) in [(2, 2), (3, 3), (2, 4), (4, 4)] {
        assert!(
            !first_wins(rows, cols),
            "{rows}x{cols} is won by the second player"
        );
    }
    for (rows, cols) in [(1, 1), (1, 6), (2, 3), (3, 4), (5, 4), (5, 5)] {
        assert!(
            first_wins(rows, cols),
            "{rows}x{cols} is won by the first player"
        );
    }
}

#[test]
fn exactly_the_five_full_rows_win_on_the_whole_board() {
    let rules = rules(5, 6);
    let values = Values::of(&rules);
    let wins = rules
        .segments()
        .filter(|segment| !values.is_won(rules.squares(segment)));
    let rows: Vec<Move> = (1..=5).map(|row| [row, 1, row, 6]).collect();
    assert_eq!(
        wins.map(|segment| numbers(&segment)).collect::<Vec<_>>(),
        rows
    );
}

/// With the middle row black, whoever is to move on a board that equals its half turn has lost: each move has an image.
#[test]
fn symmetric_positions_with_a_black_middle_row_are_lost() {
    let rules = rules(5, 6);
    let values = Values::of(&rules);
    let middle = rules.squares(&Segment {
        r1: 3,
        c1: 1,
        r2: 3,
        c2: 6,
    });
    for upper in 0..1u32 << 12 {
        let black = upper | middle | moved(&rules, upper, &rules, |row, col| (6 - row, 7 - col));
        assert!(!values.is_won(black), "black {black:b}");
        for segment in rules
            .segments()
            .filter(|segment| rules.squares(segment) & !black != 0)
        {
            let after = black | rules.squares(&segment);
            let Segment { r1, c1, r2, c2 } = segment;
            let image = Segment {
                r1: 6 - r2,
                c1: 7 - c2,
                r2: 6 - r1,
                c2: 7 - c1,
            };
            assert_ne!(
                rules.squares(&image) & !after,
                0,
                "the image of {segment} is legal"
            );
        }
    }
}

proptest! {
    #![proptest_config(cases(256))]

    /// `actions` is exactly what `check` and the second model accept; a board that is not full has one.
    #[test]
    fn actions_are_exactly_what_is_accepted(rows in 1u8..=5, cols in 1u8..=6, bits in any::<u32>(), more in any::<u32>()) {
        let rules = rules(rows, cols);
        let at = position((bits | more) & rules.full());
        let board = board(&rules, at.black);
        let mut actions = Vec::new();
        rules.actions(&at, Actor::Seat(Seat(0)), &mut actions);
        prop_assert_eq!(actions.iter().map(numbers).collect::<Vec<_>>(), slow::legal(&board));
        prop_assert_eq!(actions.is_empty(), at.black == rules.full());
        for (r1, c1) in (0..=rows + 1).flat_map(|row| (0..=cols + 1).map(move |col| (row, col))) {
            for (r2, c2) in (0..=rows + 1).flat_map(|row| (0..=cols + 1).map(move |col| (row, col))) {
                let action = Segment { r1, c1, r2, c2 };
                let is_legal = slow::is_legal(&board, numbers(&action));
                prop_assert_eq!(rules.check(&at, Actor::Seat(Seat(0)), &action).is_ok(), is_legal, "{}", action);
            }
        }
    }

    /// A game ends within as many moves as the board has squares, and who moved last has won.
    #[test]
    fn games_end(rows in 1u8..=5, cols in 1u8..=6, choices in proptest::collection::vec(any::<u32>(), 0..40)) {
        let rules = rules(rows, cols);
        let (mut at, mut stream, mut slow) = (rules.start(), Recorded::new(choices), slow::white(rows.into(), cols.into()));
        while !matches!(rules.turn(&at), Turn::Over(_)) {
            let (mut actions, by) = (Vec::new(), at.mover());
            rules.actions(&at, by, &mut actions);
            let action = actions[stream.pick(actions.len())];
            slow = slow::after(&slow, numbers(&action));
            rules.apply(&mut at, by, &action);
            prop_assert_eq!(&board(&rules, at.black), &slow);
        }
        prop_assert!(usize::from(at.plies) <= rules.grid.area());
        let Turn::Over(outcome) = rules.turn(&at) else { unreachable!() };
        prop_assert_eq!(outcome.points(), &[Points::whole((at.plies % 2).into())]);
    }

    /// Turned, mirrored and transposed positions have one value.
    #[test]
    fn values_are_symmetric(rows in 1u8..=5, cols in 1u8..=5, bits in any::<u32>(), more in any::<u32>()) {
        let (straight, across) = (rules(rows, cols), rules(cols, rows));
        let black = (bits | more) & straight.full();
        let won = Values::of(&straight).is_won(black);
        let images = [
            moved(&straight, black, &straight, |row, col| (rows + 1 - row, col)),
            moved(&straight, black, &straight, |row, col| (row, cols + 1 - col)),
        ];
        prop_assert!(images.iter().all(|&image| Values::of(&straight).is_won(image) == won));
        prop_assert_eq!(Values::of(&across).is_won(moved(&straight, black, &across, |row, col| (col, row))), won);
    }
}

fn game() -> &'static dyn AnyGame {
    GAMES.find("blackout").expect("the game")
}

/// A run of the reference bot in memory: its faults, and its transcript.
fn run(set: &[&str], seed: u64) -> (Vec<FaultKind>, String) {
    let settings = Settings::read(set.iter().copied()).expect("settings");
    let mut table = MemoryPlayers::new(
        vec![Some(game().with(&settings).expect("a bot").bot())],
        |_| Micros(50),
    );
    let referee = game().with(&settings).expect("a referee").referee();
    let mut stream = Seeded::new(SplitMix64(seed));
    let writer = Writer::default();
    let record = live::play(
        referee,
        1,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        writer,
    )
    .expect("a run");
    (
        record
            .verdict
            .faults
            .iter()
            .map(|fault| fault.kind)
            .collect(),
        record.transcript,
    )
}

#[test]
fn the_mirror_wins_every_game_against_every_jury() {
    for jury in ["jury=perfect", "jury=random", "jury=first", "jury=greedy"] {
        assert_eq!(run(&["games=100", jury], 7).0, vec![], "{jury}");
    }
}

/// Runs of a contestant that plays anything, judged again from their logs with the perfect jury's clause in force.
#[test]
fn a_log_shows_whether_the_jury_missed_a_win() {
    let check = |jury: &str, seed| {
        let settings = Settings::read(["games=10", jury]).expect("settings");
        let mut house =
            Opponents::new(Seats::first(1), Opponent::Any, SplitMix64(seed), Vec::new());
        let referee = game().with(&settings).expect("a referee").referee();
        let (mut table, mut stream) = (
            MemoryPlayers::new(vec![None], |_| Micros(0)),
            Seeded::new(SplitMix64(seed)),
        );
        let record = live::play(
            referee,
            1,
            &mut table,
            &mut house,
            &mut stream,
            Writer::default(),
        )
        .expect("a run");
        let strictly = settings.and(&Settings::read(["jury=perfect"]).expect("settings"));
        let checked = validate(game(), &strictly, record.transcript.as_bytes()).expect("a log");
        let missed = |finding: &&Finding| finding.culprit == Culprit::Judge;
        checked
            .findings
            .iter()
            .find(missed)
            .map(|finding| finding.breach.clause.id())
    };
    for seed in 0..10 {
        assert_eq!(check("jury=perfect", seed), None);
        assert_eq!(check("jury=random", seed), Some("blackout.jury.perfect"));
    }
}

#[test]
fn the_perfect_jury_varies_from_game_to_game_and_wins_what_can_be_won() {
    let (_, transcript) = run(&["games=20"], 3);
    let replies: std::collections::BTreeSet<&str> = transcript
        .split("0> 3 1 3 6")
        .skip(1)
        .filter_map(|game| game.lines().nth(1))
        .collect();
    assert!(replies.len() > 1, "{replies:?}");
    assert_eq!(
        run(&["games=20", "board=4x4"], 3).0,
        vec![FaultKind::Lost; 20]
    );
}
