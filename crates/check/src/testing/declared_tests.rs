//! Cases that follow from the declarations of a judge: the suite makes and runs them, so nobody writes them.

use super::{Suite, Test};
use libtest_mimic::Failed;
use stickler::clause::Binds;
use stickler::fixture;
use stickler::fixture::Fixture;
use stickler::fixture::declared;
use stickler::games::erased::AnyGame;

impl Suite {
    /// One test a game: a log with one slip breaks the clause that the declaration names, there, by that one.
    pub fn declared_tests(&self) -> Vec<Test> {
        let test = |&game: &&'static dyn AnyGame| {
            let suite = self.clone();
            let name = format!(
                "contract::{}::slips_break_the_clauses_declared",
                game.name()
            );
            Test::new(name, move || suite.slips_are_found(game))
        };
        self.games.games().iter().map(test).collect()
    }

    /// The cases of all games, by name, as those in files.
    pub(super) fn declared(&self) -> Result<Vec<(String, Fixture)>, String> {
        let mut all = Vec::new();
        for &game in self.games.games() {
            let named = |case: Fixture| (format!("{}/declared::{}", game.name(), case.name), case);
            all.extend(declared::of_game(game)?.into_iter().map(named));
        }
        Ok(all)
    }

    fn slips_are_found(&self, game: &'static dyn AnyGame) -> Result<(), Failed> {
        let wrong = declared::of_game(game)?.into_iter().filter_map(|case| {
            let run = case.run(self.games, game.name());
            let why = run.and_then(|()| binds_its_breaker(game, &case)).err()?;
            Some(format!(
                "{why}\n{}",
                fixture::write(std::slice::from_ref(&case))
            ))
        });
        let wrong: Vec<String> = wrong.collect();
        match &wrong[..] {
            [] => Ok(()),
            wrong => Err(format!(
                "these cases follow from the declarations of the judge of {}, and do not hold:\n{}",
                game.name(),
                wrong.join("\n")
            )
            .into()),
        }
    }
}

/// A clause that a program breaks binds the bot on its page, and one that the judge breaks binds the judge.
fn binds_its_breaker(game: &dyn AnyGame, case: &Fixture) -> Result<(), String> {
    let (Some(id), Some(by)) = (&case.breaks, &case.by) else {
        return Ok(());
    };
    let wanted = if by == "judge" {
        Binds::Judge
    } else {
        Binds::Bot
    };
    match game.clause(id).map(|clause| clause.statement().binds) {
        Some(binds) if binds != wanted => Err(format!(
            "{by} breaks {id} here, and the page says that it binds {binds}: is it the clause that is meant?"
        )),
        _ => Ok(()),
    }
}
