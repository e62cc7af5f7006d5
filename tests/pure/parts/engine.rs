//! Engines that are the rules themselves, and engines with a planted fault: what each law says of them, word for word.

use crate::snapshots::holds_in;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRng, TestRunner};
use std::collections::BTreeSet;
use std::fmt::Write;
use stickler::engine::state_machine::{
    Reference, ReferenceStateMachine, StateMachineTest, Tested, Transition,
};
use stickler::engine::strategies::{
    Ply, Reached, illegal_actions, legal_actions, positions, whole_games,
};
use stickler::engine::{Effort, Engine, EngineError, GameStatus, Law, Typed, check};
use stickler::game::{Actor, Notation, Outcome, Rules, Seat, Turn};
use stickler::games::betris::{self, Betris};
use stickler::games::blackout::{self, Blackout};
use stickler::games::blokus::{self, Blokus};
use stickler::games::gomoku::{self, Contest, Gomoku};
use stickler::games::tetris::{self, Tetris};
use stickler::games::{GAMES, Game, erased::AnyGame};
use stickler::params::{Parameters, Settings};

/// No fault.
const NONE: u8 = 0;
/// It refuses the last of the legal actions.
const REFUSES: u8 = 1;
/// It takes an illegal action for a legal one, and stays as it was.
const TAKES: u8 = 2;
/// It leaves the first legal action out.
const OMITS: u8 = 3;
/// It never sees the end.
const ENDLESS: u8 = 4;
/// It swaps the winner and the loser.
const SWAPS: u8 = 5;
/// It panics at its third action.
const PANICS: u8 = 6;
/// It loses its place after an illegal action.
const FORGETS: u8 = 7;
/// It knows no list, no end and no points.
const LACKS: u8 = 8;
/// It lists its last action, too.
const ADDS: u8 = 9;
/// It lists an action twice.
const DOUBLES: u8 = 10;

struct Own<R: Rules, const FAULT: u8> {
    rules: Option<R>,
    at: Option<R::Position>,
    done: usize,
    latest: Option<R::Action>,
}

impl<R: Rules, const FAULT: u8> Default for Own<R, FAULT> {
    fn default() -> Self {
        Own {
            rules: None,
            at: None,
            done: 0,
            latest: None,
        }
    }
}

fn swapped(outcome: Outcome) -> Outcome {
    let mut points = outcome.points().to_vec();
    points.reverse();
    Outcome::new(&points)
}

impl<R: Rules, const FAULT: u8> Own<R, FAULT> {
    fn now(&self) -> (&R, &R::Position) {
        (
            self.rules.as_ref().expect("started"),
            self.at.as_ref().expect("started"),
        )
    }
}

impl<R: Rules, const FAULT: u8> Engine<R> for Own<R, FAULT> {
    fn start(&mut self, rules: &R) {
        *self = Own {
            rules: Some(rules.clone()),
            at: Some(rules.start()),
            done: 0,
            latest: None,
        };
    }

    fn apply(&mut self, by: Actor, action: &R::Action) -> bool {
        let (rules, at) = self.now();
        let mut legal = Vec::new();
        rules.actions(at, by, &mut legal);
        let rules = rules.clone();
        if rules.check(at, by, action).is_err() {
            if FAULT == FORGETS {
                self.at = Some(rules.start());
            }
            return FAULT == TAKES;
        }
        if FAULT == REFUSES && legal.len() > 1 && legal.last() == Some(action) {
            return false;
        }
        self.done += 1;
        assert!(
            FAULT != PANICS || self.done < 3,
            "on purpose: the third action"
        );
        self.latest = Some(action.clone());
        rules.apply(self.at.as_mut().expect("started"), by, action);
        true
    }

    fn actions(&mut self, by: Actor) -> Option<Vec<R::Action>> {
        let (rules, at) = self.now();
        let mut actions = Vec::new();
        rules.actions(at, by, &mut actions);
        actions.reverse();
        match FAULT {
            OMITS => drop(actions.pop()),
            ADDS => actions.extend(self.latest.clone()),
            DOUBLES => actions.extend(actions.last().cloned()),
            _ => {}
        }
        (FAULT != LACKS).then_some(actions)
    }

    fn outcome(&mut self) -> Option<GameStatus> {
        let (rules, at) = self.now();
        let end = match rules.turn(at) {
            Turn::Over(_) if FAULT == ENDLESS => GameStatus::Running,
            Turn::Over(outcome) => GameStatus::Over(if FAULT == SWAPS {
                swapped(outcome)
            } else {
                outcome
            }),
            _ => GameStatus::Running,
        };
        (FAULT != LACKS).then_some(end)
    }

    fn score(&mut self) -> Option<Outcome> {
        let (rules, at) = self.now();
        let score = rules.score(at).filter(|_| FAULT != LACKS)?;
        Some(if FAULT == SWAPS {
            swapped(score)
        } else {
            score
        })
    }
}

fn params<P: Parameters + Default>(settings: &Settings) -> P {
    P::with(settings).expect("settings")
}

/// What every law says of an engine of this game.
fn said<R: Notation + 'static, const FAULT: u8>(
    game: &dyn AnyGame,
    settings: &Settings,
    rules: R,
    text: &mut String,
) {
    let start = game.with(settings).expect("the game").rules();
    let effort = Effort {
        seed: 1,
        walks: 2,
        plies: 40,
        nodes: 60,
    };
    for law in Law::ALL {
        let mut engine = Typed::<R, Own<R, FAULT>>::new(rules.clone(), Own::default);
        let said = match check(&*start, &mut engine, law, effort) {
            Ok(report) => report.to_string(),
            Err(failure) => failure.to_string(),
        };
        let _ = writeln!(text, "{}: {said}", law.word());
    }
    text.push('\n');
}

#[test]
fn laws_say_what_an_engine_gets_wrong() {
    let settings = |set: &[&str]| Settings::read(set.iter().copied()).expect("settings");
    let game = |name: &str| GAMES.find(name).expect("the game");
    macro_rules! of {
        ($name:literal, $rules:ident, $params:ty, $set:expr, $($fault:ident)*) => {{
            let set = settings(&$set);
            $(
                let fault = stringify!($fault).to_lowercase();
                let mut text = format!("{} {set}, an engine that {fault}\n", $name);
                said::<_, $fault>(game($name), &set, $rules::new(&params::<$params>(&set)), &mut text);
                holds_in("laws_of_engines", &format!("{} {fault}", $name), &text);
            )*
        }};
    }
    of!("gomoku", Gomoku, gomoku::Params, ["board=4x4", "row=3"], NONE REFUSES TAKES OMITS ADDS DOUBLES ENDLESS SWAPS PANICS FORGETS LACKS);
    of!("betris", Betris, betris::Params, ["board=4x4", "rounds=2", "chips=4"], NONE REFUSES SWAPS OMITS);
    of!("blackout", Blackout, blackout::Params, ["board=3x3"], NONE TAKES ENDLESS);
    of!("blokus", Blokus, blokus::Params, ["board=6", "shapes=I1,I2,I3,L3"], NONE SWAPS FORGETS);
    of!("tetris", Tetris, tetris::Params, ["alphabet=LIT"], NONE REFUSES LACKS);
}

/// The first complaint about an engine that is led through a game in which seat 0 wins.
fn complaint<const FAULT: u8>() -> Option<String> {
    let rules = Gomoku::new(&params(
        &Settings::read(["board=3x3", "row=3"]).expect("settings"),
    ));
    let mut engine = Typed::<Gomoku, Own<Gomoku, FAULT>>::new(rules, Own::default);
    let game = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];
    game.iter().enumerate().find_map(|(ply, &(row, col))| {
        let cell = rules.grid.cell(row, col).expect("a cell");
        engine
            .follow(Actor::Seat(Seat((ply % 2) as u8)), &cell)
            .err()
    })
}

#[test]
fn an_engine_in_rust_is_followed_move_by_move() {
    assert_eq!(
        (
            complaint::<NONE>(),
            complaint::<LACKS>(),
            complaint::<TAKES>()
        ),
        (None, None, None)
    );
    for (complaint, said) in [
        (
            complaint::<ENDLESS>(),
            "after MOVE 1 3: seat 0 wins; by the engine the game goes on",
        ),
        (
            complaint::<SWAPS>(),
            "after MOVE 1 3: seat 0 wins; by the engine seat 1 wins",
        ),
        (
            complaint::<OMITS>(),
            "after MOVE 1 1: the engine does not list MOVE 1 2, which is legal",
        ),
        (
            complaint::<ADDS>(),
            "after MOVE 1 1: the engine lists MOVE 1 1, which is not legal",
        ),
        (
            complaint::<DOUBLES>(),
            "after MOVE 1 1: the engine lists an action twice",
        ),
    ] {
        assert_eq!(complaint.as_deref(), Some(said));
    }
    let rules = Gomoku::new(&gomoku::Params::default());
    let mut refusing = Typed::<Gomoku, Own<Gomoku, REFUSES>>::new(rules, Own::default);
    let last = rules.grid.cell(14, 14).expect("a cell");
    let refused = refusing.follow(Actor::Seat(Seat(0)), &last);
    assert_eq!(
        refused,
        Err("the engine refuses MOVE 15 15, which is legal".into())
    );
    assert_eq!(
        EngineError::Engine("it is silent".into()).to_string(),
        "the engine does not answer: it is silent"
    );
    assert_eq!(
        EngineError::Harness("no memory".into()).to_string(),
        "no memory"
    );
}

/// Games of up to sixty actions against the engine; false: it was found out.
fn survives<const FAULT: u8>() -> bool {
    let config = Config {
        cases: 8,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(
        config.clone(),
        TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let games = Reference::<Contest>::sequential_strategy(1..60);
    (0..config.cases).all(|_| {
        let game = games.new_tree(&mut runner).expect("a game");
        let (state, transitions, seen) = proptest::strategy::ValueTree::current(&game);
        let config = config.clone();
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            Tested::<Contest, Own<Gomoku, FAULT>>::test_sequential(config, state, transitions, seen)
        }))
        .is_ok()
    })
}

#[test]
fn a_state_machine_finds_what_laws_find() {
    assert!(survives::<NONE>());
    assert!(!survives::<PANICS>());
    // What is legal, and nothing after the end, is asked of the engine.
    let start = Reference::<Contest>::init_state()
        .new_tree(&mut TestRunner::deterministic())
        .expect("a start");
    let start = proptest::strategy::ValueTree::current(&start);
    let cell = start.rules.grid.cell(0, 0).expect("a cell");
    let ply = Ply::new(&start.rules, Actor::Seat(Seat(0)), cell);
    let action = Transition(Some(ply));
    let after = Reference::<Contest>::apply(start.clone(), &action);
    assert!(
        Reference::<Contest>::preconditions(&start, &action)
            && !Reference::<Contest>::preconditions(&after, &action)
    );
    assert!(!Reference::<Contest>::preconditions(
        &start,
        &Transition(None)
    ));
}

/// The rules of a small board, where games end soon.
fn small() -> Gomoku {
    let set = Settings::read(["board=5x5", "row=3"]).expect("settings");
    let params = <Contest as Game>::Params::with(&set).expect("parameters");
    Contest::rules(&params)
}

/// Draws of a strategy, each with the simplest value to which it shrinks.
fn drawn<S: Strategy>(strategy: S) -> Vec<(S::Value, S::Value)> {
    let mut runner = TestRunner::deterministic();
    let each = (0..40).map(|_| {
        let mut tree = strategy.new_tree(&mut runner).expect("a value");
        let first = tree.current();
        while tree.simplify() {}
        (first, tree.current())
    });
    each.collect()
}

/// The position after these actions, each of which has to be legal.
fn replayed(reached: &Reached<Gomoku>) -> Reached<Gomoku> {
    let mut again = Reached::start(reached.rules);
    for (by, action) in &reached.actions {
        assert!(again.rules.check(&again.at, *by, action).is_ok());
        again.play(*by, *action);
    }
    again
}

#[test]
fn strategies_reach_what_games_reach_and_shrink_to_shorter_games() {
    let (mut lengths, mut ends) = (BTreeSet::new(), BTreeSet::new());
    for (reached, simplest) in drawn(positions(small(), 12)) {
        assert_eq!(replayed(&reached).at, reached.at);
        assert!(!reached.movers().is_empty() && simplest.actions.is_empty());
        lengths.insert(reached.actions.len());
    }
    assert!(lengths.len() > 4, "{lengths:?}");
    for (game, simplest) in drawn(whole_games(small(), 25)) {
        assert_eq!(replayed(&game).at, game.at);
        assert!(game.movers().is_empty() && simplest.movers().is_empty());
        assert!(simplest.actions.len() <= 9, "{simplest:?}");
        ends.insert(format!("{:?}", game.rules.turn(&game.at)));
    }
    assert!(ends.len() > 1, "{ends:?}");
    let mut clauses = BTreeSet::new();
    for ((reached, ply), _) in drawn(legal_actions(small(), 12)) {
        assert!(
            reached
                .rules
                .check(&reached.at, ply.by, &ply.action)
                .is_ok()
        );
    }
    for ((reached, ply), _) in drawn(illegal_actions(small(), 12)) {
        let breach = reached.rules.check(&reached.at, ply.by, &ply.action);
        clauses.insert(breach.expect_err("an illegal action").clause.id());
    }
    assert!(clauses.contains("gomoku.move.empty"), "{clauses:?}");
}

#[test]
fn what_a_strategy_drew_is_shown_as_people_write_it() {
    let mut reached = Reached::start(small());
    assert_eq!(format!("{reached:?}"), "the start");
    let (by, action) = reached.legal()[7];
    let ply = Ply::new(&reached.rules, by, action);
    reached.play(by, action);
    assert_eq!(
        format!("{ply:?} {:?}", Transition(Some(ply.clone()))),
        "MOVE 2 3 MOVE 2 3"
    );
    let shown = format!("{reached:?}");
    assert!(
        shown.starts_with("after MOVE 2 3\n") && shown.contains("\n  2 . .[B]. ."),
        "{shown}"
    );
}
