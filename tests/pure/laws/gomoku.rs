//! Laws of Gomoku over generated games.

use crate::naive::gomoku::{End, Naive};
use crate::support::tier::cases;
use proptest::prelude::*;
use stickler::explain::validate;
use stickler::game::Turn;
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::stream::Recorded;

fn choices() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..300)
}

fn gomoku() -> &'static dyn AnyGame {
    GAMES.find("gomoku").expect("the game")
}

fn board(rows: u8, cols: u8, row: u8) -> Settings {
    let words = [format!("board={rows}x{cols}"), format!("row={row}")];
    Settings::read(words.iter().map(String::as_str)).expect("settings")
}

/// Plays by the rules alone, as the stream says; the actions taken.
fn walk(
    game: &dyn AnyGame,
    settings: &Settings,
    stream: &mut dyn Stream,
    most: usize,
) -> Vec<String> {
    let mut rules = game.with(settings).expect("rules").rules();
    let mut taken = Vec::new();
    while taken.len() < most && !matches!(rules.turn(), Turn::Over(_)) {
        let actions = rules.actions();
        let action = actions[stream.pick(actions.len())].clone();
        rules.play(&action).expect("a legal action");
        taken.push(action);
    }
    taken
}

fn cells(actions: &[String]) -> Vec<(usize, usize)> {
    let pair = |action: &String| {
        let numbers: Vec<usize> = action
            .split(' ')
            .skip(1)
            .map(|word| word.parse().expect("a number"))
            .collect();
        (numbers[0], numbers[1])
    };
    actions.iter().map(pair).collect()
}

proptest! {
    #![proptest_config(cases(256))]

    /// `actions` is exactly what `check` accepts, by our rules and by the second model.
    #[test]
    fn actions_are_exactly_what_is_accepted(rows in 1u8..9, cols in 1u8..9, row in 1u8..6, numbers in choices(), most in 0usize..60) {
        let settings = board(rows, cols, row);
        let taken = walk(gomoku(), &settings, &mut Recorded::new(numbers), most);
        let naive = Naive { rows: rows.into(), cols: cols.into(), row: row.into(), ..Naive::default() };
        let replay = || {
            let mut rules = gomoku().with(&settings).expect("rules").rules();
            taken.iter().for_each(|action| rules.play(action).expect("legal"));
            rules
        };
        let legal = replay().actions();
        prop_assert_eq!(cells(&legal), naive.legal(&cells(&taken)));
        for x in 0..=rows + 1 {
            for y in 0..=cols + 1 {
                let action = format!("MOVE {x} {y}");
                prop_assert_eq!(replay().play(&action).is_ok(), legal.contains(&action), "{}", action);
            }
        }
    }

    /// Our end of a game is the second model's, and no game outlives the board.
    #[test]
    fn games_end_as_the_second_model_says(rows in 1u8..8, cols in 1u8..8, row in 1u8..6, numbers in choices()) {
        let settings = board(rows, cols, row);
        let taken = walk(gomoku(), &settings, &mut Recorded::new(numbers), usize::MAX);
        prop_assert!(taken.len() <= usize::from(rows) * usize::from(cols));
        let naive = Naive { rows: rows.into(), cols: cols.into(), row: row.into(), ..Naive::default() };
        let mut rules = gomoku().with(&settings).expect("rules").rules();
        for (at, action) in taken.iter().enumerate() {
            rules.play(action).expect("legal");
            let ours = match rules.turn() {
                Turn::Over(outcome) => outcome.winner().map_or(End::Draw, |seat| End::Wins(seat.index())),
                _ => End::Running,
            };
            prop_assert_eq!(Ok(ours), naive.play(&cells(&taken[..=at])));
        }
    }

    /// Swapping rows and columns commutes with play.
    #[test]
    fn rows_and_columns_can_be_swapped(rows in 1u8..10, cols in 1u8..10, row in 1u8..6, numbers in choices()) {
        let taken = walk(gomoku(), &board(rows, cols, row), &mut Recorded::new(numbers), usize::MAX);
        let mut swapped = gomoku().with(&board(cols, rows, row)).expect("rules").rules();
        let mut straight = gomoku().with(&board(rows, cols, row)).expect("rules").rules();
        for (action, (x, y)) in taken.iter().zip(cells(&taken)) {
            straight.play(action).expect("legal");
            swapped.play(&format!("MOVE {y} {x}")).expect("legal");
            prop_assert_eq!(straight.turn(), swapped.turn());
        }
    }

    /// Lines that look like a log, in any order, make no check panic.
    #[test]
    fn no_order_of_lines_makes_a_check_panic(lines in proptest::collection::vec(prop_oneof![
        Just("0< READY FIRST"), Just("1< READY SECOND"), Just("0> OK @3ms"), Just("1> OK"), Just("0< TURN 10000 10000"),
        Just("0> MOVE 8 8 @50ms"), Just("0> MOVE 8 8"), Just("1< OPP 8 8 50"), Just("1< TURN 10000 9950"), Just("1> MOVE 9 8"), Just("0< OPP 9 8 20"),
        Just("..."), Just("0< FINISH"), Just("1< FINISH"), Just("0! exit 0"), Just("1! signal 9"), Just("0! silent @10001ms"),
        Just("1! closed"), Just("0! unfinished X"), Just("1! used cpu 1ms memory 1MB"), Just("0! flood"), Just("# x"), Just("")], 0..30)) {
        let text = lines.join("\n");
        let _ = validate(gomoku(), &Settings::default(), text.as_bytes());
    }
}
