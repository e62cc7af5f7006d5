//! The tests of one engine, one a law. A difference is told in full once, as the shortest game; the other laws that it breaks name it.

use crate::engine_report::{SHORTER, difference, shown_before};
use crate::test_arguments::TestArguments;
use libtest_mimic::{Failed, Trial};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use stickler::engine::{Divergence, Effort, Law, Report, Spoken, check_until, lacks};
use stickler::games::erased::AnyRules;

/// Puts questions to a fresh engine at the start of a game.
type Ask<'a> = &'a mut dyn FnMut(&dyn AnyRules, &mut dyn Spoken);

/// Hands a fresh engine to whoever asks; an error says what is wrong with its settings.
type WithEngine = dyn Fn(Ask<'_>) -> Result<(), String> + Send + Sync;

/// An engine, and what each law has found so far.
pub(super) struct EngineUnderTest {
    game: &'static str,
    seed: u64,
    with_engine: Box<WithEngine>,
    /// The laws that are asked for, each with its result once it is known.
    laws: Vec<(Law, OnceLock<Result<Report, String>>)>,
}

impl EngineUnderTest {
    pub(super) fn new(
        arguments: &TestArguments,
        game: &'static str,
        seed: u64,
        with_engine: impl Fn(Ask<'_>) -> Result<(), String> + Send + Sync + 'static,
    ) -> EngineUnderTest {
        let is_meant = |law: &Law| arguments.asks_for(&name(game, *law));
        let laws = Law::ALL.into_iter().filter(is_meant);
        EngineUnderTest {
            game,
            seed,
            with_engine: Box::new(with_engine),
            laws: laws.map(|law| (law, OnceLock::new())).collect(),
        }
    }

    pub(super) fn trials(self) -> Vec<Trial> {
        let tested = Arc::new(self);
        let laws = tested.laws.iter().map(|(law, _)| *law);
        let trial = |law: Law| {
            let name = name(tested.game, law);
            let is_lacking = tested.lacks(law);
            if is_lacking {
                eprintln!(
                    "{name} is skipped: the engine has no method for this law, or the game has no such value"
                );
            }
            let tested = Arc::clone(&tested);
            Trial::test(name, move || tested.hold(law)).with_ignored_flag(is_lacking)
        };
        laws.map(trial).collect()
    }

    fn lacks(&self, law: Law) -> bool {
        let mut is_lacking = false;
        let asked = (self.with_engine)(&mut |start, engine| {
            is_lacking = lacks(start, engine, law).unwrap_or(false);
        });
        asked.is_ok() && is_lacking
    }

    /// The result of a law, which is looked at when it is asked for first.
    fn report(&self, law: Law) -> Result<&Report, Failed> {
        let known = self.laws.iter().find(|(other, _)| *other == law);
        let (_, known) = known.ok_or("no such law")?;
        let looked = || {
            let effort = Effort {
                seed: self.seed,
                ..Effort::default()
            };
            let mut result = Err("the engine was not asked".to_string());
            (self.with_engine)(&mut |start, engine| {
                let mut ends = None;
                let mut has_time = |_: usize| {
                    Instant::now() < *ends.get_or_insert_with(|| Instant::now() + SHORTER)
                };
                let report = check_until(start, engine, law, effort, &mut has_time);
                result = report.map_err(|error| error.to_string());
            })?;
            result
        };
        known.get_or_init(looked).as_ref().map_err(Failed::from)
    }

    fn hold(&self, law: Law) -> Result<(), Failed> {
        let report = self.report(law)?;
        let Some(divergence) = &report.divergence else {
            return Ok(());
        };
        let mut told = String::new();
        let first = self.first();
        (self.with_engine)(&mut |start, engine| {
            let before = first.filter(|(other, _)| *other != law);
            let before = before
                .and_then(|(other, first)| shown_before(start, engine, (other, first), divergence));
            told = before.unwrap_or_else(|| difference(start, report, divergence, false));
        })?;
        Err(told.into())
    }

    /// The shortest difference of all laws: it shows the cause best.
    fn first(&self) -> Option<(Law, &Divergence)> {
        let broken = self.laws.iter().filter_map(|(law, _)| {
            let report = self.report(*law).ok().filter(|report| !report.lacks)?;
            Some((*law, report.divergence.as_ref()?))
        });
        broken.min_by_key(|(law, divergence)| (divergence.actions.len(), *law != Law::Outcome))
    }
}

fn name(game: &str, law: Law) -> String {
    format!("{game}::{}", law.word())
}

#[cfg(test)]
mod tests {
    use super::{EngineUnderTest, Law, TestArguments};
    use libtest_mimic::Arguments;
    use stickler::cells::Cell;
    use stickler::engine::{Engine, GameStatus, Typed};
    use stickler::game::{Actor, Rules, Seat, Situation};
    use stickler::games::Game;
    use stickler::games::gomoku::{Contest, Gomoku};
    use stickler::params::{Parameters, Settings};

    /// It never sees the end, and lists cells after it.
    #[derive(Default)]
    struct Endless {
        rules: Option<Gomoku>,
        filled: Vec<Cell>,
    }

    impl Engine<Gomoku> for Endless {
        fn start(&mut self, rules: &Gomoku) {
            (self.rules, self.filled) = (Some(*rules), Vec::new());
        }

        fn apply(&mut self, by: Actor, cell: &Cell) -> bool {
            let Some(rules) = &self.rules else {
                return false;
            };
            let mut at = rules.start();
            for (cell, seat) in self.filled.iter().zip([0, 1].into_iter().cycle()) {
                rules.apply(&mut at, Actor::Seat(Seat(seat)), cell);
            }
            let is_legal = rules.check(&at, by, cell).is_ok();
            self.filled.extend(is_legal.then_some(*cell));
            is_legal
        }

        fn actions(&mut self, _: Actor) -> Option<Vec<Cell>> {
            let cells = self.rules.iter().flat_map(|rules| rules.grid.cells());
            Some(cells.filter(|cell| !self.filled.contains(cell)).collect())
        }

        fn outcome(&mut self) -> Option<GameStatus> {
            Some(GameStatus::Running)
        }
    }

    fn told(names: &[&str], law: Law) -> String {
        let arguments = TestArguments {
            options: Arguments::default(),
            names: names.iter().map(ToString::to_string).collect(),
        };
        let tested = EngineUnderTest::new(&arguments, "gomoku", 1, |ask| {
            let small = Settings::read(["board=5x5", "row=3"])?;
            let rules = Contest::rules(&<Contest as Game>::Params::with(&small)?);
            ask(
                &Situation::start(rules),
                &mut Typed::new(rules, Endless::default),
            );
            Ok(())
        });
        let failed = tested.hold(law).err();
        failed.map_or(String::new(), |failed| {
            failed.message().unwrap_or_default().to_string()
        })
    }

    #[test]
    fn one_mistake_is_told_once_with_its_board() {
        let whole = told(&[], Law::Outcome);
        for part in [
            "error[gomoku.win.row]: the engine has another end of the game",
            "the board then:\n    1 2 3 4 5\n",
            "the game is over: seat 0 wins\nby the rules: seat 0 has 3 in a row",
        ] {
            assert!(whole.contains(part), "{part}: {whole}");
        }
        assert_eq!(told(&[], Law::Legal), "");
        let other = told(&[], Law::Divide);
        assert!(
            other.contains("the difference of `outcome` above shows: fix that first"),
            "{other}"
        );
        // Who asks for one law alone is told in full.
        let alone = told(&["gomoku::divide"], Law::Divide);
        assert!(alone.contains("the board then:"), "{alone}");
    }
}
