//! Laws of Betris over generated games and boards, and its rules against the second model.

use crate::naive::betris::{self as slow, Board};
use crate::support::tier::cases;
use proptest::prelude::*;
use std::collections::BTreeSet;
use stickler::cells::{Cell, Grid};
use stickler::game::{Actor, Notation, Rules, Seat, Seats, Turn};
use stickler::games::betris::{
    Action, Bet, Betris, Cells, Params, Position, Stage, Yard, largest_square,
};
use stickler::params::Parameters;
use stickler::polyomino::{Form, Shape};
use stickler::referee::Stream;
use stickler::stream::Recorded;

fn choices() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..120)
}

fn rules(set: &[(&str, String)]) -> Betris {
    let mut params = Params::default();
    set.iter()
        .for_each(|(name, value)| params.set(name, value).expect("a setting"));
    Betris::new(&params)
}

fn board_of(rows: u8, cols: u8) -> Betris {
    rules(&[("board", format!("{rows}x{cols}"))])
}

fn legal(rules: &Betris, at: &Position, by: Actor) -> Vec<Action> {
    let mut actions = Vec::new();
    rules.actions(at, by, &mut actions);
    actions
}

/// Every position of a game that the stream plays; a pass is as rare as any placement.
fn walk(rules: &Betris, numbers: Vec<u32>) -> Vec<Position> {
    let mut stream = Recorded::new(numbers);
    let mut at = rules.start();
    let mut seen = vec![at.clone()];
    while let Some(&by) = rules.turn(&at).actors().first() {
        let actions = legal(rules, &at, by);
        rules.apply(&mut at, by, &actions[stream.pick(actions.len())]);
        seen.push(at.clone());
    }
    seen
}

fn cells(rules: &Betris, filled: &Board) -> Cells {
    let is_filled = |cell: &Cell| {
        let (row, col) = rules.grid.place(*cell);
        filled.0[usize::from(row)][usize::from(col)]
    };
    rules.grid.cells().filter(is_filled).collect()
}

fn plain(grid: Grid, cells: &Cells) -> Vec<slow::Cell> {
    cells
        .iter()
        .map(|cell| grid.place(cell))
        .map(|(row, col)| (i32::from(row), i32::from(col)))
        .collect()
}

fn any_board() -> impl Strategy<Value = Board> {
    (1usize..=10, 1usize..=10, 0u8..=100).prop_flat_map(|(rows, cols, percent)| {
        let cell = (0u8..100).prop_map(move |number| number < percent);
        proptest::collection::vec(proptest::collection::vec(cell, cols), rows).prop_map(Board)
    })
}

#[test]
fn ninety_one_forms_each_reached_by_turns_and_flips() {
    let mut all = BTreeSet::new();
    for &shape in Shape::ALL {
        let ours: BTreeSet<Vec<slow::Cell>> = shape.forms().iter().map(plain_form).collect();
        let ways: BTreeSet<Vec<slow::Cell>> = slow::eight_ways(slow::kind(shape.name()))
            .into_iter()
            .collect();
        assert_eq!(ours, ways, "{shape}");
        for form in shape.forms() {
            assert!(
                shape.forms().contains(&form.turned()) && shape.forms().contains(&form.mirrored())
            );
        }
        all.extend(ours);
    }
    assert_eq!(all.len(), 91);
    let grown: BTreeSet<Vec<slow::Cell>> = (1..=5).flat_map(slow::fixed_shapes).collect();
    assert_eq!(all, grown, "the kinds are all there is");
}

fn plain_form(form: &Form) -> Vec<slow::Cell> {
    form.cells()
        .iter()
        .map(|&(row, col)| (i32::from(row), i32::from(col)))
        .collect()
}

#[test]
fn a_pair_is_of_two_kinds_in_play() {
    let rules = rules(&[("blocks", "I1,I2".into())]);
    let block = |name: &str| {
        *Shape::ALL
            .iter()
            .find(|shape| shape.name() == name)
            .expect("a block")
    };
    let [one, two, other] = ["I1", "I2", "F5"].map(block);
    let broken = |a, b| {
        let drawn = rules.check(&rules.start(), Actor::Nature, &Action::Draw(a, b));
        drawn.err().map_or("", |breach| breach.clause.id())
    };
    assert_eq!((broken(one, two), broken(two, one)), ("", ""));
    assert_eq!(
        (broken(one, other), broken(other, one)),
        ("betris.pair.kinds", "betris.pair.kinds")
    );
    assert_eq!(broken(one, one), "betris.pair.different");
    let (mut at, bet) = (
        rules.start(),
        Action::Bet(Bet {
            block: one,
            chips: 1,
        }),
    );
    rules.apply(&mut at, Actor::Nature, &Action::Draw(one, two));
    [0, 1]
        .into_iter()
        .for_each(|seat| rules.apply(&mut at, Actor::Seat(Seat(seat)), &bet));
    let award = |seat| {
        rules
            .check(&at, Actor::Nature, &Action::Award(Seat(seat)))
            .is_ok()
    };
    assert_eq!([0, 1, 2].map(award), [true, true, false]);
}

proptest! {
    #![proptest_config(cases(256))]

    /// Chips never grow, and the prices that the bets name explain what is paid.
    #[test]
    fn payments_explain_the_chips(numbers in choices(), chips in 0u32..30, max_bet in 0u32..8) {
        let rules = rules(&[("chips", chips.to_string()), ("max-bet", max_bet.to_string())]);
        for pair in walk(&rules, numbers).windows(2) {
            let [before, after] = [0, 1].map(|i| pair[i].yards.each_ref().map(|yard| yard.chips));
            let paid = [0, 1].map(|seat| before[seat].checked_sub(after[seat]));
            let expected = match (&pair[0].stage, &pair[1].stage) {
                (Stage::Place { .. }, _) => [0, 0],
                (_, Stage::Place { deal, .. }) => [0, 1].map(|seat| deal.price(Seat(seat))),
                _ => [0, 0],
            };
            prop_assert_eq!(paid, expected.map(Some));
        }
    }

    /// Filled cells are the sum of the blocks placed, which do not overlap.
    #[test]
    fn filled_cells_are_the_blocks_placed(numbers in choices(), rows in 1u8..=10, cols in 1u8..=10) {
        let rules = board_of(rows, cols);
        for yard in walk(&rules, numbers).iter().flat_map(|at| &at.yards) {
            prop_assert_eq!(yard.filled.len(), yard.placed.iter().map(|(block, _)| block.size()).sum::<usize>());
            let union = yard.placed.iter().fold(Cells::EMPTY, |all, (_, cells)| all.union(cells));
            prop_assert_eq!(union, yard.filled);
            prop_assert!(yard.filled.without(&rules.all).is_empty());
            prop_assert!(yard.placed.iter().all(|(block, cells)| block.is_made_of(rules.grid, cells)));
        }
    }

    /// A game has its number of rounds, and its end compares the scores.
    #[test]
    fn games_end_with_the_last_round(numbers in choices(), rounds in 1u32..5) {
        let rules = rules(&[("rounds", rounds.to_string())]);
        let seen = walk(&rules, numbers);
        let last = &seen[seen.len() - 1];
        prop_assert_eq!(last.rounds, rounds);
        let Turn::Over(outcome) = rules.turn(last) else { return Err(TestCaseError::fail("not over")) };
        let [first, second] = last.yards.each_ref().map(|yard| rules.score(yard));
        prop_assert_eq!(outcome.points(), &[first, second][..]);
        let winner = if first == second { None } else { Some(Seat(u8::from(second > first))) };
        prop_assert_eq!(outcome.winner(), winner);
    }

    /// Passing is always legal, and `actions` are sorted, all different, accepted, and written as they are read.
    #[test]
    fn actions_are_accepted_and_written_as_they_are_read(numbers in choices(), rows in 1u8..=8, cols in 1u8..=8) {
        let rules = board_of(rows, cols);
        for at in walk(&rules, numbers).iter().step_by(7) {
            for by in rules.turn(at).actors() {
                let actions = legal(&rules, at, by);
                prop_assert!(actions.is_sorted_by(|a, b| a < b));
                for action in &actions {
                    prop_assert_eq!(rules.check(at, by, action), Ok(()));
                    prop_assert_eq!(rules.parse(at, &rules.print(by, action)), Ok((by, *action)));
                }
                if matches!(at.stage, Stage::Place { .. }) {
                    prop_assert_eq!(actions.first(), Some(&Action::Place(Cells::EMPTY)));
                }
            }
        }
    }

    /// `check` accepts nothing that `actions` does not list: any bets, any small sets of cells, out of turn too.
    #[test]
    fn nothing_else_is_accepted(
        numbers in choices(), most in 0usize..60, seat in 0u8..2,
        tried in proptest::collection::vec((0i64..6, 0i64..6), 0..6), shape in 0usize..21, chips in 0u32..8,
    ) {
        let rules = rules(&[("board", "5x5".into()), ("chips", "6".into())]);
        let seen = walk(&rules, numbers);
        let at = &seen[most.min(seen.len() - 1)];
        let set: Cells = tried.iter().filter_map(|&(row, col)| rules.grid.cell(row, col)).collect();
        let block = Shape::ALL[shape];
        let bet = Action::Bet(Bet { block, chips });
        for by in [Actor::Seat(Seat(seat)), Actor::Nature] {
            let actions = legal(&rules, at, by);
            for action in [Action::Place(set), bet, Action::Award(Seat(seat)), Action::Draw(block, Shape::F5)] {
                prop_assert_eq!(rules.check(at, by, &action).is_ok(), actions.contains(&action), "{:?}", action);
            }
        }
    }

    /// Legal placements are those of the second model, on any board.
    #[test]
    fn placements_are_the_second_model_s(board in any_board()) {
        let rules = board_of(board.0.len() as u8, board.0[0].len() as u8);
        let filled = cells(&rules, &board);
        for &shape in Shape::ALL {
            let ours: Vec<Vec<slow::Cell>> = rules.placements(&filled, shape).map(|cells| plain(rules.grid, &cells)).collect();
            let set: BTreeSet<Vec<slow::Cell>> = ours.iter().cloned().collect();
            prop_assert_eq!(ours.len(), set.len(), "{} comes twice", shape);
            prop_assert_eq!(set, board.placements(slow::kind(shape.name())), "{}", shape);
        }
    }

    /// The score is the second model's, and the same from all eight sides of the board.
    #[test]
    fn scores_do_not_depend_on_the_side_one_looks_from(board in any_board(), chips in 0u32..25) {
        let score = |board: &Board| {
            let rules = board_of(board.0.len() as u8, board.0[0].len() as u8);
            let yard = Yard { chips, filled: cells(&rules, board), placed: Vec::new() };
            let side = largest_square(rules.grid, &yard.filled);
            assert_eq!(side * side, board.largest_square());
            rules.score(&yard).halves
        };
        prop_assert_eq!(score(&board), board.double_score(chips as usize) as i32);
        let turned = |board: &Board| {
            let columns = 0..board.0[0].len();
            Board(columns.map(|col| board.0.iter().rev().map(|row| row[col]).collect()).collect())
        };
        let mirrored = Board(board.0.iter().rev().cloned().collect());
        for mut looked_at in [board.clone(), mirrored] {
            for _ in 0..4 {
                looked_at = turned(&looked_at);
                prop_assert_eq!(score(&looked_at), score(&board));
            }
        }
    }

    /// Blocks and prices are those of the second model, for any bets and either draw.
    #[test]
    fn bets_are_resolved_as_by_the_second_model(on in [0usize..2, 0usize..2], chips in [0usize..6, 0usize..6], tie in 0usize..2) {
        let (rules, pair) = (Betris::new(&Params::default()), [Shape::I2, Shape::F5]);
        let bets = [0, 1].map(|seat| slow::Bet { on: on[seat], chips: chips[seat] });
        let mut at = rules.start();
        rules.apply(&mut at, Actor::Nature, &Action::Draw(pair[0], pair[1]));
        for seat in [1, 0] {
            let bet = Bet { block: pair[bets[seat].on], chips: bets[seat].chips as u32 };
            rules.apply(&mut at, Actor::Seat(Seat(seat as u8)), &Action::Bet(bet));
        }
        if rules.turn(&at) == Turn::Nature {
            rules.apply(&mut at, Actor::Nature, &Action::Award(Seat(tie as u8)));
        }
        let Stage::Place { deal, waiting } = at.stage else { return Err(TestCaseError::fail("no deal")) };
        prop_assert_eq!(waiting, Seats::first(2));
        let expected = slow::resolve(bets[0], bets[1], tie).map(|(block, price)| (pair[block], price as u32));
        prop_assert_eq!([Seat(0), Seat(1)].map(|seat| (deal.block(seat), deal.price(seat))), expected);
    }
}
