//! Every faulty bot of `fixtures/mutants/` is caught for its fault, under the clause that it breaks.

mod clocked_bots;
mod expected_fault;
mod mutant_trial;

use super::{Suite, Test, files, read};
use clocked_bots::CLOCKED_BOTS;
use expected_fault::{Expected, declared_for_seats};
use libtest_mimic::Failed;
use mutant_trial::{MutantTrial, proposed};
use std::collections::BTreeSet;
use std::path::PathBuf;
use stickler::clause::{Binds, Level};
use stickler::fixture::mutant_table::{Mutant, Mutants};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler_arena::faulty;
use stickler_arena::faulty::{Faulty, MISBEHAVIOURS, Misbehaviour};

impl Suite {
    /// One test for each faulty bot, and one that each clause has one.
    pub fn mutant_tests(&self) -> Vec<Test> {
        let suite = self.clone();
        let name = "mutants::every_clause_that_binds_a_bot_has_a_mutant".to_string();
        let mut tests = vec![Test::new(name, move || suite.clauses_have_mutants())];
        for (path, table) in self.tables() {
            let name = format!(
                "mutants::{}",
                path.file_stem().unwrap_or_default().to_string_lossy()
            );
            match table {
                Err(why) => tests.push(Test::failed(name, format!("{}: {why}", path.display()))),
                Ok(table) => tests.extend(self.tests_of_table(&table)),
            }
        }
        tests
    }

    /// Plays as a faulty bot over standard input and output, and ends this process.
    pub fn play_as(&self, game: &str, name: &str) -> ! {
        let bot = self
            .games
            .find(game)
            .and_then(|game| self.faulty(game, name));
        let code =
            bot.map(|bot| faulty::run(bot, std::io::stdin().lock(), std::io::stdout().lock()));
        std::process::exit(match code {
            Ok(Ok(code)) => code,
            Ok(Err(_)) => 1,
            Err(why) => {
                eprintln!("{why}");
                2
            }
        })
    }

    fn tables(&self) -> Vec<(PathBuf, Result<Mutants, String>)> {
        let paths = files(&self.fixtures().join("mutants"), "yaml");
        paths
            .into_iter()
            .map(|path| {
                (
                    path.clone(),
                    read(&path).and_then(|text| Mutants::read(&text)),
                )
            })
            .collect()
    }

    /// All ways to misbehave in a game.
    fn ways(&self, game: &str) -> impl Iterator<Item = &'static Misbehaviour> + use<> {
        let own = self
            .own
            .iter()
            .find(|(name, _)| *name == game)
            .map_or(&[][..], |(_, own)| own);
        MISBEHAVIOURS.iter().chain(own)
    }

    fn faulty(&self, game: &dyn AnyGame, name: &str) -> Result<Faulty, String> {
        let way = self.ways(game.name()).find(|way| way.name == name);
        let way = way.ok_or_else(|| format!("no mutant of {} is called {name}", game.name()))?;
        Ok(Faulty::new(game.with(&Settings::default())?.bot(), way))
    }

    fn tests_of_table(&self, table: &Mutants) -> Vec<Test> {
        let game = match self.games.find(&table.game) {
            Ok(game) => game,
            Err(why) => return vec![Test::failed(format!("mutants::{}", table.game), why)],
        };
        let names = self
            .ways(game.name())
            .map(|way| way.name)
            .chain(CLOCKED_BOTS.iter().map(|pace| pace.name));
        let names: BTreeSet<&str> = names.collect();
        let mut tests = Vec::new();
        for &name in &names {
            let row = table.mutants.iter().find(|row| row.mutant == name).cloned();
            let (is_given, expected) = (row.is_some(), Expected::of(game, name));
            // Where nothing limits CPU time, burning it for seconds is no fault.
            let conforms = match &row {
                Some(row) => row.conforms.is_some(),
                None => expected
                    .as_ref()
                    .is_some_and(|expected| expected.kinds.is_empty()),
            };
            let row = row.unwrap_or_else(|| Mutant {
                mutant: name.to_string(),
                kind: expected.as_ref().and_then(|expected| expected.word()),
                ..Mutant::default()
            });
            let (suite, table) = (self.clone(), table.clone());
            let hold = move || {
                let trying = MutantTrial {
                    suite: &suite,
                    game,
                    table: &table,
                    row: &row,
                };
                match expected.as_ref().filter(|_| !is_given) {
                    None if is_given => trying.hold(),
                    None => Err(format!(
                        "it has no row; this is what was seen: {}",
                        proposed(name, trying.seen()?.fault.as_ref())
                    )
                    .into()),
                    Some(expected) => trying.hold_without_row(expected),
                }
            };
            let test = Test::new(format!("mutants::{}::{name}", game.name()), hold);
            let is_slow = name == "threads" && conforms;
            tests.push(Test { is_slow, ..test });
        }
        for row in table
            .mutants
            .iter()
            .filter(|row| !names.contains(row.mutant.as_str()))
        {
            let name = format!("mutants::{}::{}", game.name(), row.mutant);
            tests.push(Test::failed(name, "no mutant has this name".into()));
        }
        tests
    }

    /// Every clause of level must that binds a bot is broken by a mutant, or its table says why none can.
    fn clauses_have_mutants(&self) -> Result<(), Failed> {
        let tables: Vec<Mutants> = self
            .tables()
            .into_iter()
            .filter_map(|(_, table)| table.ok())
            .collect();
        let games: BTreeSet<&str> = tables.iter().map(|table| table.game.as_str()).collect();
        let names = self.games.games().iter().map(|game| game.name());
        let missing: Vec<&str> = names.filter(|name| !games.contains(name)).collect();
        if !missing.is_empty() {
            return Err(format!("no table of faulty bots for {missing:?}").into());
        }
        let mut declared = Vec::new();
        for &game in self.games.games() {
            declared.extend(declared_for_seats(game)?);
        }
        let rows = tables.iter().flat_map(|table| &table.mutants);
        let broken: BTreeSet<&str> = rows
            .filter_map(|row| row.clause.as_deref())
            .chain(declared.iter().map(|(_, clause)| clause.as_str()))
            .collect();
        let without: BTreeSet<&str> = tables
            .iter()
            .flat_map(|table| table.without.keys())
            .map(String::as_str)
            .collect();
        let clauses = self.pages.iter().flat_map(|page| &page.clauses);
        let binding =
            clauses.filter(|entry| entry.binds == Binds::Bot && entry.level == Level::Must);
        let ids: Vec<&str> = binding.map(|entry| entry.id.as_str()).collect();
        let mut wrong = Vec::new();
        for id in ids {
            match (broken.contains(id), without.contains(id)) {
                (false, false) => wrong.push(format!(
                    "{id}: no faulty bot breaks it. Add one to the ways of this game in tests/suite.rs, or say why none can below \
                     `without:` in fixtures/mutants/"
                )),
                (true, true) => wrong.push(format!(
                    "{id}: a faulty bot breaks it, so take it out of `without:` in fixtures/mutants/"
                )),
                _ => {}
            }
        }
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(wrong.join("\n").into())
        }
    }
}
