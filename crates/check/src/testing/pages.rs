//! Tests that hold pages, code and fixtures together.

use super::{Suite, Test};
use libtest_mimic::Failed;
use std::collections::{BTreeMap, BTreeSet};
use stickler::clause::{Binds, ParameterRow};

type Check = fn(&Suite) -> Result<(), Failed>;

/// The cases that obey and that break each clause.
type Coverage = BTreeMap<String, [Vec<String>; 2]>;

impl Suite {
    /// One test for each way in which pages, code and fixtures can disagree.
    pub fn page_tests(&self) -> Vec<Test> {
        let checks: [(&str, Check); 6] = [
            (
                "ids_are_unique_and_begin_with_their_page",
                Suite::ids_are_unique,
            ),
            ("parameter_tables_agree_with_the_code", Suite::tables_agree),
            ("cited_clauses_exist", Suite::cited_clauses_exist),
            (
                "names_of_cases_are_unique_within_a_game",
                Suite::names_are_unique,
            ),
            (
                "refused_cases_outnumber_accepted_ones",
                Suite::refused_cases_outnumber,
            ),
            (
                "every_clause_has_a_case_that_obeys_and_one_that_breaks_it",
                Suite::clauses_are_covered,
            ),
        ];
        let test = |(name, check): (&str, Check)| {
            let suite = self.clone();
            Test::new(format!("spec::{name}"), move || check(&suite))
        };
        checks.into_iter().map(test).collect()
    }

    fn ids_are_unique(&self) -> Result<(), Failed> {
        let mut seen = BTreeSet::new();
        for page in &self.pages {
            for entry in &page.clauses {
                if !entry.id.starts_with(&format!("{}.", page.name)) {
                    return Err(format!("{} stands on the page {}", entry.id, page.name).into());
                }
                if !seen.insert(&entry.id) {
                    return Err(format!("{} stands twice", entry.id).into());
                }
            }
        }
        match self
            .games
            .games()
            .iter()
            .find(|game| game.page().name != game.name())
        {
            Some(game) => Err(format!(
                "the clauses of {} begin with {}",
                game.name(),
                game.page().name
            )
            .into()),
            None => Ok(()),
        }
    }

    /// Every default of the code is the one in the page's table, and the other way round.
    fn tables_agree(&self) -> Result<(), Failed> {
        self.games.declared()?;
        for game in self.games.games() {
            let row = |row: &ParameterRow| {
                (
                    row.name.clone(),
                    row.value.split(' ').next().unwrap_or_default().to_string(),
                )
            };
            let table: Vec<(String, String)> = game.page().parameters.iter().map(row).collect();
            let code = game.with(&Default::default())?.parameters();
            let code: Vec<(String, String)> = code
                .into_iter()
                .map(|(name, value)| (name.to_string(), value))
                .collect();
            if let Some(at) =
                (0..table.len().max(code.len())).find(|&at| table.get(at) != code.get(at))
            {
                let words = |(name, value): &(String, String)| format!("{name} = {value}");
                let on = |rows: &[(String, String)], name: &str| {
                    rows.iter().any(|(other, _)| other == name)
                };
                let why = match (table.get(at), code.get(at)) {
                    (page, Some(row)) if !on(&table, &row.0) => {
                        let before =
                            page.map_or(String::new(), |page| format!(", before {}", page.0));
                        format!(
                            "the table of the page has no row for {}{before}: add it",
                            words(row)
                        )
                    }
                    (Some(row), _) if !on(&code, &row.0) => {
                        format!(
                            "the page has a row for {}, and the code has no such parameter",
                            words(row)
                        )
                    }
                    (page, row) => {
                        let [page, row] =
                            [page, row].map(|row| row.map_or("nothing".into(), words));
                        format!("row {} is {page} on the page and {row} in the code", at + 1)
                    }
                };
                return Err(format!("{}: {why}", game.name()).into());
            }
        }
        Ok(())
    }

    /// Every id that a fixture cites is on a page. The ids in the code are checked when their page is read.
    fn cited_clauses_exist(&self) -> Result<(), Failed> {
        for (name, case) in self.cases()? {
            let mut cited = case
                .clauses
                .iter()
                .chain(&case.breaks)
                .chain(&case.warns)
                .chain(&case.after);
            if let Some(id) = cited.find(|id| self.games.clause(id).is_none()) {
                return Err(format!("{name} cites {id}, which no page has").into());
            }
        }
        Ok(())
    }

    fn names_are_unique(&self) -> Result<(), Failed> {
        let mut seen = BTreeSet::new();
        for (name, case) in self.cases()? {
            if !seen.insert((
                name.split('/').next().unwrap_or_default().to_string(),
                case.name,
            )) {
                return Err(format!("{name} has the name of another case").into());
            }
        }
        Ok(())
    }

    fn refused_cases_outnumber(&self) -> Result<(), Failed> {
        let cases: Vec<_> = self.cases()?.into_iter().chain(self.declared()?).collect();
        let refused = cases
            .iter()
            .filter(|(_, case)| case.breaks.is_some() || !case.warns.is_empty())
            .count();
        if 2 * refused > cases.len() {
            return Ok(());
        }
        Err(format!(
            "{refused} of {} cases are refused: a judge is tested by what it refuses, so add cases with `breaks`",
            cases.len()
        )
        .into())
    }

    fn clauses_are_covered(&self) -> Result<(), Failed> {
        let coverage = self.coverage()?;
        let mut missing = Vec::new();
        for entry in self
            .pages
            .iter()
            .flat_map(|page| &page.clauses)
            .filter(|entry| entry.unobservable.is_none())
        {
            let [obeys, breaks] = coverage.get(&entry.id).cloned().unwrap_or_default();
            if obeys.is_empty() {
                missing.push(format!(
                    "{0}: no case keeps it: add one with `clauses: [{0}]`",
                    entry.id
                ));
            }
            if breaks.is_empty() && entry.binds != Binds::Rules {
                missing.push(format!(
                    "{0}: no case breaks it: add one with `breaks: {0}`; or, if it is about messages, name it where src/protocol.rs \
                     declares them, and the test makes the case. If it is named there, the test found no game in which a message \
                     breaks it: write the case by hand",
                    entry.id
                ));
            }
        }
        if missing.is_empty() {
            Ok(())
        } else {
            Err(missing.join("\n").into())
        }
    }

    fn coverage(&self) -> Result<Coverage, String> {
        let mut coverage = Coverage::new();
        for (name, case) in self.cases()?.into_iter().chain(self.declared()?) {
            for id in &case.clauses {
                coverage.entry(id.clone()).or_default()[0].push(name.clone());
            }
            for id in case.broken() {
                coverage.entry(id.clone()).or_default()[1].push(name.clone());
            }
        }
        Ok(coverage)
    }
}
