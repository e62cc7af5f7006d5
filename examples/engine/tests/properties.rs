//! Properties of the board, in a `proptest!` of its own. The strategies are stickler's.

use myengine::Board;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use stickler::engine::strategies::{Reached, illegal_actions, legal_actions, whole_games};
use stickler::engine::{Engine, GameStatus};
use stickler::game::Rules;
use stickler::games::Game;
use stickler::games::gomoku::{Contest, Gomoku};
use stickler::params::{Parameters, Settings};

/// The rules on a small board, where games end soon.
fn rules() -> Gomoku {
    let small = Settings::read(["board=7x7", "row=4"]).expect("settings");
    let params = <Contest as Game>::Params::with(&small).expect("parameters");
    Contest::rules(&params)
}

/// The board after the same moves.
fn board(reached: &Reached<Gomoku>) -> Board {
    let mut board = Board::default();
    board.start(&reached.rules);
    for (by, cell) in &reached.actions {
        board.apply(*by, cell);
    }
    board
}

proptest! {
    // The same games every time: a bug is found always or never.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_board_knows_the_end(game in whole_games(rules(), 49)) {
        let outcome = game.rules.turn(&game.at).outcome().expect("the end");
        prop_assert_eq!(board(&game).outcome(), Some(GameStatus::Over(outcome)));
    }

    #[test]
    fn a_legal_move_takes_a_cell((reached, ply) in legal_actions(rules(), 30)) {
        let mut board = board(&reached);
        let before = board.actions(ply.by).map(|free| free.len());
        prop_assert!(board.apply(ply.by, &ply.action));
        prop_assert!(board.actions(ply.by).map(|free| free.len()) < before);
    }

    #[test]
    fn an_illegal_move_changes_nothing((reached, ply) in illegal_actions(rules(), 30)) {
        let mut board = board(&reached);
        let before = board.actions(ply.by);
        prop_assert!(!board.apply(ply.by, &ply.action));
        prop_assert_eq!(board.actions(ply.by), before);
    }
}
