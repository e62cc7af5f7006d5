//! An engine in Rust, held against the rules by its type.

use super::engine_laws::QUICK;
use stickler::cells::Cell;
use stickler::engine::{Effort, Engine, GameStatus, Kind, Law, Report, Typed, check};
use stickler::game::{Actor, Rules, Situation};
use stickler::games::gomoku::{Gomoku, Params, Position};
use stickler::params::{Parameters, Settings};

/// A Gomoku engine by the rules, which may be blind to rows in one direction, or panic.
struct Sighted<const BLIND: bool, const PANICS: bool> {
    rules: Gomoku,
    at: Position,
}

impl<const BLIND: bool, const PANICS: bool> Sighted<BLIND, PANICS> {
    fn new() -> Self {
        let rules = Gomoku::new(&Params::default());
        Sighted {
            at: rules.start(),
            rules,
        }
    }

    /// True where the row that ended the game leans to the left.
    fn leans(&self) -> bool {
        let Some(last) = self.at.last else {
            return false;
        };
        let stones = &self.at.stones[self.at.mover().other().index()];
        let step = self.rules.grid.step(1, -1);
        let run = |step: i16| {
            (1..9)
                .take_while(|n| stones.contains(last.stepped(step * n)))
                .count()
        };
        1 + run(step) + run(-step) >= self.rules.row
    }
}

impl<const BLIND: bool, const PANICS: bool> Engine<Gomoku> for Sighted<BLIND, PANICS> {
    fn start(&mut self, rules: &Gomoku) {
        self.rules = *rules;
        self.at = rules.start();
    }

    fn apply(&mut self, by: Actor, cell: &Cell) -> bool {
        let legal = self.rules.check(&self.at, by, cell).is_ok();
        if legal {
            self.rules.apply(&mut self.at, by, cell);
        }
        legal
    }

    fn outcome(&mut self) -> Option<GameStatus> {
        let Some(outcome) = self.at.over else {
            return Some(GameStatus::Running);
        };
        assert!(!PANICS, "the end is not handled, on purpose");
        Some(if BLIND && self.leans() {
            GameStatus::Running
        } else {
            GameStatus::Over(outcome)
        })
    }
}

fn sighted<const BLIND: bool, const PANICS: bool>(law: Law, effort: Effort) -> Report {
    let rules = Gomoku::new(
        &Params::with(&Settings::read(["board=9x9"]).expect("settings")).expect("parameters"),
    );
    let mut engine = Typed::new(rules, Sighted::<BLIND, PANICS>::new);
    check(&Situation::start(rules), &mut engine, law, effort).expect("a report")
}

#[test]
fn an_engine_in_rust_is_held_against_the_rules() {
    for law in Law::ALL {
        let report = sighted::<false, false>(law, QUICK);
        assert_eq!(report.divergence, None, "{}", law.word());
        assert_eq!(
            report.lacks,
            matches!(law, Law::Actions | Law::Score),
            "{}: {report}",
            law.word()
        );
    }
    let part = sighted::<true, false>(
        Law::Outcome,
        Effort {
            plies: 300,
            walks: 8,
            ..QUICK
        },
    )
    .divergence
    .expect("found");
    assert_eq!(
        (part.kind, part.actions.len()),
        (Kind::Outcome, 9),
        "{part}"
    );
    assert_eq!(
        (part.rules.as_str(), part.engine.as_str()),
        ("1 to 0", "the game goes on")
    );
    let part = sighted::<false, true>(
        Law::Outcome,
        Effort {
            plies: 300,
            ..QUICK
        },
    )
    .divergence
    .expect("found");
    assert_eq!((part.kind, part.actions.len()), (Kind::Silent, 9), "{part}");
    assert!(
        part.engine.contains("the end is not handled, on purpose"),
        "{part}"
    );
}
