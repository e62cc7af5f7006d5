//! The files that are made of pages and cases are up to date: coverage, examples, JSON Schemas. Each sentence of `spec/documents.md`
//! has its clauses.
//!
//! Set `STICKLER_BLESS=1` to write the kept files anew.

use crate::support::files::{keep, root, scratch};
use std::collections::BTreeSet;
use stickler::clause::{Binds, Page, Provenance, Statement};
use stickler::engine;
use stickler::fixture::{self, Fixture};
use stickler::games::GAMES;
use stickler::polyomino::Shape;
use stickler::{json, oracle, vectors, wire};
use stickler_check::testing::Suite;

fn suite() -> Suite {
    Suite::new(GAMES, root()).with_shared_pages()
}

#[test]
fn the_line_cap_is_that_of_the_page() {
    let cap = &wire::page().parameters[0];
    assert_eq!(
        (cap.name.as_str(), cap.value.as_str()),
        ("line-cap", format!("{} B", wire::LINE_CAP).as_str())
    );
}

#[test]
fn the_kept_files_are_up_to_date() {
    let title = "# Which fixture obeys and which breaks each clause\n\nWritten by `tests/pure/spec.rs`; up to two of each are named.\n";
    let coverage: String = GAMES.pages().map(section).collect();
    keep(
        &root().join("spec/coverage.md"),
        &format!("{title}{coverage}"),
    );
    keep(&root().join("spec/examples.yaml"), &examples());
    keep(
        &root().join("fixtures/schema.json"),
        &json::schema::<Vec<Fixture>>(),
    );
    keep(
        &root().join("fixtures/mutants/schema.json"),
        &json::schema::<fixture::mutant_table::Mutants>(),
    );
    keep(
        &root().join("spec/engine-protocol.schema.json"),
        &json::schema::<engine::engine_message::EngineMessage>(),
    );
    keep(
        &root().join("spec/vectors.schema.json"),
        &json::schema::<vectors::Vector>(),
    );
    keep(
        &root().join("spec/validate.schema.json"),
        &json::schema::<stickler::records::json_line::JsonLine>(),
    );
    keep(
        &root().join("spec/oracle.schema.json"),
        &json::schema::<oracle::oracle_message::OracleMessage>(),
    );
}

/// The smallest case that keeps each clause, and the smallest that breaks it.
fn examples() -> String {
    let title = "# Written by `tests/pure/spec.rs`: for `stickler spec CLAUSE`, the smallest case that keeps each clause and the\n# smallest that breaks it.\n";
    let cases = suite().cases().expect("cases");
    // What happens behind a gap shows a clause badly.
    let has_gap = |case: &Fixture| {
        case.transcript
            .as_ref()
            .is_some_and(|log| log.lines().any(|line| line == "..."))
    };
    let (mut gaps, mut others): (Vec<_>, Vec<_>) =
        cases.into_iter().partition(|(_, case)| has_gap(case));
    for (name, case) in others.iter_mut().chain(&mut gaps) {
        let folder = name.split('/').next().unwrap_or_default().to_string();
        case.game.get_or_insert(folder);
        case.name.clone_from(name);
        case.catches = None;
    }
    let size = |case: &Fixture| fixture::write(std::slice::from_ref(case)).len();
    let by_size = |cases: Vec<(String, Fixture)>| {
        let mut sized: Vec<(usize, Fixture)> = cases
            .into_iter()
            .map(|(_, case)| (size(&case), case))
            .collect();
        sized.sort_by(|(a, one), (b, other)| (a, &one.name).cmp(&(b, &other.name)));
        sized
    };
    let sized = [by_size(others), by_size(gaps)].concat();
    let mut wanted = BTreeSet::new();
    for entry in GAMES.pages().flat_map(|page| &page.clauses) {
        let keeps = |case: &Fixture| {
            case.clauses.contains(&entry.id) && case.breaks.as_ref() != Some(&entry.id)
        };
        let breaks = |case: &Fixture| case.broken().any(|id| *id == entry.id);
        wanted.extend(sized.iter().position(|(_, case)| keeps(case)));
        wanted.extend(sized.iter().position(|(_, case)| breaks(case)));
    }
    let chosen: Vec<Fixture> = wanted.into_iter().map(|at| sized[at].1.clone()).collect();
    format!("{title}{}", fixture::write(&chosen))
}

/// Which cases obey and which break each clause of a page.
fn section(page: &Page) -> String {
    let cases = suite().cases().expect("cases");
    let few = |id: &String, cited: fn(&Fixture) -> Vec<&String>| {
        let citing = cases
            .iter()
            .flat_map(|(name, case)| cited(case).into_iter().map(move |cited| (name, cited)));
        let names: Vec<&str> = citing
            .filter(|(_, cited)| *cited == id)
            .map(|(name, _)| name.as_str())
            .collect();
        match names.len().saturating_sub(2) {
            0 => names.join(", "),
            more => format!("{} and {more} more", names[..2].join(", ")),
        }
    };
    let row = |entry: &Statement| {
        let obeyed = few(&entry.id, |case| case.clauses.iter().collect());
        let broken = few(&entry.id, |case| {
            case.breaks
                .iter()
                .chain(&case.warns)
                .chain(&case.after)
                .collect()
        });
        let broken = match (&entry.unobservable, entry.binds, broken.is_empty()) {
            (Some(why), _, _) => format!("unobservable: {why}"),
            (_, Binds::Rules, true) => "an engine that fails the obeying cases".to_string(),
            _ => broken,
        };
        format!("| {} | {obeyed} | {broken} |\n", entry.id)
    };
    let head = "| clause | obeyed by | broken by |\n|---|---|---|\n";
    format!(
        "\n## {}\n\n{head}{}",
        page.name,
        page.clauses.iter().map(row).collect::<String>()
    )
}

/// The tables of `spec/documents.md`, both ways: what a page takes from its document has a row, and a row names what is there.
#[test]
fn every_sentence_has_its_clauses() {
    let page = |name: &str| GAMES.pages().find(|page| page.name == name);
    let text =
        std::fs::read_to_string(root().join("spec/documents.md")).expect("spec/documents.md");
    let mut held = BTreeSet::new();
    let mut game = None;
    for (line, row) in text.lines().enumerate().map(|(at, row)| (at + 1, row)) {
        if let Some(title) = row.strip_prefix("## ") {
            game = page(title.split(':').next().unwrap_or_default());
            assert!(
                game.is_some(),
                "line {line}: expected `## GAME: document NNN`"
            );
        }
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let (Some(game), [sentence, names, why]) = (game, &cells[..]) else {
            continue;
        };
        if row.starts_with("|---") || *sentence == "the document says" {
            continue;
        }
        let names: Vec<String> = names
            .split(", ")
            .filter(|name| !name.is_empty())
            .map(|name| full(game, name))
            .collect();
        let marks = names
            .iter()
            .map(|name| mark(name).unwrap_or_else(|| panic!("line {line}: {name} is on no page")));
        let is_other = marks.filter(|&mark| !is_of_document(mark)).count() > 0 || names.is_empty();
        assert_eq!(
            is_other,
            !why.is_empty(),
            "line {line}: the third column says why a mark is neither stated nor example"
        );
        held.extend(names);
    }
    let clauses = GAMES.pages().flat_map(|page| {
        page.clauses
            .iter()
            .map(|entry| (entry.id.clone(), entry.provenance))
    });
    let parameters = GAMES.pages().flat_map(|page| {
        page.parameters
            .iter()
            .map(|row| (full(page, &row.name), row.provenance))
    });
    let of_documents = clauses
        .chain(parameters)
        .filter(|(_, mark)| is_of_document(*mark))
        .map(|(name, _)| name);
    let missing: Vec<String> = of_documents.filter(|name| !held.contains(name)).collect();
    assert!(
        missing.is_empty(),
        "stated or example, with no row in spec/documents.md: {missing:?}"
    );
}

/// A clause by its id, and a parameter with its page.
fn full(page: &Page, name: &str) -> String {
    if name.contains('.') {
        name.to_string()
    } else {
        format!("{} {name}", page.name)
    }
}

fn mark(name: &str) -> Option<Provenance> {
    let clause = GAMES
        .pages()
        .find_map(|page| page.clause(name))
        .map(|entry| entry.provenance);
    let rows = || {
        GAMES.pages().flat_map(|page| {
            page.parameters
                .iter()
                .map(move |row| (full(page, &row.name), row))
        })
    };
    clause.or_else(|| {
        rows()
            .find(|(full, _)| full == name)
            .map(|(_, row)| row.provenance)
    })
}

fn is_of_document(mark: Provenance) -> bool {
    matches!(mark, Provenance::Stated | Provenance::Example)
}

#[test]
fn betris_draws_every_block() {
    let text = std::fs::read_to_string(root().join("spec/betris.md")).expect("spec/betris.md");
    let rows = text
        .lines()
        .skip_while(|row| !row.starts_with("| block | drawing |"))
        .skip(2);
    let cells: Vec<&str> = rows
        .take_while(|row| row.starts_with('|'))
        .flat_map(|row| {
            row.trim_matches('|')
                .split('|')
                .map(|cell| cell.trim().trim_matches('`'))
        })
        .collect();
    let drawn: BTreeSet<(&str, &str)> = cells.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    assert_eq!(
        drawn,
        Shape::ALL
            .iter()
            .map(|shape| (shape.name(), shape.picture()))
            .collect()
    );
}

#[test]
fn a_game_says_what_none_of_its_cases_holds() {
    let missing = suite().missing_cases().expect("cases");
    let of = |words: &str| missing.iter().any(|line| line.starts_with(words));
    // Each seat of Gomoku wins a match of its cases.
    assert!(!of("no case for a match of gomoku"), "{missing:?}");
    let empty = scratch("no-cases");
    let missing = Suite::new(GAMES, &*empty)
        .missing_cases()
        .expect("no cases");
    let of = |words: &str| missing.iter().any(|line| line.starts_with(words));
    assert!(
        of("no case for a long game of gomoku: the longest has 0 actions"),
        "{missing:?}"
    );
    assert!(of(
        "no case for a match of gomoku, with its messages, that seat 0 wins"
    ));
    assert!(of(
        "no case for a match of gomoku, with its messages, that seat 1 wins"
    ));
}
