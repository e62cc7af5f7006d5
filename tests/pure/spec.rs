//! Ties the pages of `spec/`, the code and the fixtures together, and keeps `spec/coverage.md` and the JSON Schemas.
//!
//! Set `STICKLER_BLESS=1` to write the kept files anew.

use crate::support::files::{below, case_files, keep, root, text};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use stickler::check::{engine, results};
use stickler::clause::{Binds, Entry};
use stickler::fixture::{self, Case};
use stickler::games::GAMES;
use stickler::{json, oracle, vectors, wire};

tests! {
    ids_are_unique_and_begin_with_their_page,
    cited_clauses_exist,
    parameter_tables_agree_with_the_code,
    names_of_cases_are_unique_within_a_game,
    refused_cases_outnumber_accepted_ones,
    every_clause_has_a_case_that_obeys_and_one_that_breaks_it,
    the_kept_files_are_up_to_date,
}

fn cases() -> Vec<(String, Case)> {
    let folder = root().join("fixtures");
    let read = |path: PathBuf| {
        let text = text(&path);
        let name = path.with_extension("").strip_prefix(&folder).expect("below").display().to_string();
        let cases = fixture::read(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        cases.into_iter().map(move |case| (format!("{name}::{}", case.name), case)).collect::<Vec<_>>()
    };
    case_files().into_iter().flat_map(read).collect()
}

fn clauses() -> Vec<&'static Entry> {
    GAMES.pages().flat_map(|page| &page.clauses).collect()
}

fn ids_are_unique_and_begin_with_their_page() {
    let mut seen = BTreeSet::new();
    for page in GAMES.pages() {
        let name = &page.name;
        for entry in &page.clauses {
            assert!(entry.id.starts_with(&format!("{name}.")), "{} stands on the page {name}", entry.id);
            assert!(seen.insert(&entry.id), "{} stands twice", entry.id);
        }
    }
}

/// Every id that the code or a fixture cites stands on a page.
fn cited_clauses_exist() {
    let known: BTreeSet<&str> = clauses().iter().map(|entry| entry.id.as_str()).collect();
    let pages: Vec<&str> = GAMES.pages().map(|page| page.name.as_str()).collect();
    for path in below(&root().join("src"), "rs") {
        let text = text(&path);
        let code: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for literal in code.split('"').skip(1).step_by(2) {
            let cites = literal.split_once('.').is_some_and(|(page, rest)| pages.contains(&page) && rest.contains('.'));
            let is_id = literal.chars().all(|c| c.is_ascii_lowercase() || c == '.' || c == '-');
            assert!(
                !(cites && is_id) || known.contains(literal),
                "{} cites {literal}, which no page has",
                path.display()
            );
        }
    }
    for (name, case) in cases() {
        for id in case.clauses.iter().chain(&case.breaks).chain(&case.warns).chain(&case.after) {
            assert!(known.contains(id.as_str()), "{name} cites {id}, which no page has");
        }
    }
}

/// Every default of the code is the one in the page's table, and the other way round.
fn parameter_tables_agree_with_the_code() {
    for game in GAMES.games() {
        let page = game.page();
        let table: Vec<(&str, &str)> =
            page.parameters.iter().map(|row| (row.name.as_str(), row.value.split(' ').next().unwrap_or(""))).collect();
        let code = game.with(&Default::default()).expect("defaults").parameters();
        let code: Vec<(&str, &str)> = code.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(table, code, "spec/{}.md against the code", game.name());
    }
    let cap = &wire::page().parameters[0];
    assert_eq!(
        (cap.name.as_str(), cap.value.as_str()),
        ("line-cap", format!("{} B", stickler::wire::LINE_CAP).as_str())
    );
}

fn names_of_cases_are_unique_within_a_game() {
    let mut seen = BTreeSet::new();
    for (name, case) in cases() {
        let game = name.split('/').next().unwrap_or("").to_string();
        assert!(seen.insert((game, case.name.clone())), "{name} has the name of another case");
    }
}

fn refused_cases_outnumber_accepted_ones() {
    let cases = cases();
    let refused = cases.iter().filter(|(_, case)| case.breaks.is_some() || !case.warns.is_empty()).count();
    assert!(2 * refused > cases.len(), "{refused} of {} cases are refused", cases.len());
}

type Coverage = BTreeMap<String, [Vec<String>; 2]>;

fn coverage() -> Coverage {
    let mut coverage = Coverage::new();
    for (name, case) in cases() {
        for id in &case.clauses {
            coverage.entry(id.clone()).or_default()[0].push(name.clone());
        }
        for id in case.breaks.iter().chain(&case.warns).chain(&case.after) {
            coverage.entry(id.clone()).or_default()[1].push(name.clone());
        }
    }
    coverage
}

fn every_clause_has_a_case_that_obeys_and_one_that_breaks_it() {
    let coverage = coverage();
    let mut missing = Vec::new();
    for entry in clauses().into_iter().filter(|entry| entry.unobservable.is_none()) {
        let [obeys, breaks] = coverage.get(&entry.id).cloned().unwrap_or_default();
        if obeys.is_empty() {
            missing.push(format!("{}: no case obeys it", entry.id));
        }
        if breaks.is_empty() && entry.binds != Binds::Rules {
            missing.push(format!("{}: no case breaks it", entry.id));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn the_kept_files_are_up_to_date() {
    keep(&root().join("spec/coverage.md"), &coverage_page());
    keep(&root().join("fixtures/schema.json"), &json::schema::<Vec<Case>>());
    keep(&root().join("fixtures/mutants/schema.json"), &json::schema::<fixture::mutants::Mutants>());
    keep(&root().join("spec/engine-protocol.schema.json"), &json::schema::<engine::message::Message>());
    keep(&root().join("spec/vectors.schema.json"), &json::schema::<vectors::Vector>());
    keep(&root().join("spec/report.schema.json"), &json::schema::<results::Line>());
    keep(&root().join("spec/oracle.schema.json"), &json::schema::<oracle::message::Message>());
}

fn coverage_page() -> String {
    let mut text = String::from(
        "# Which fixture obeys and which breaks each clause\n\nWritten by `tests/pure/spec.rs`; up to two of each are named.\n",
    );
    let coverage = coverage();
    for page in GAMES.pages() {
        let name = &page.name;
        text += &format!("\n## {name}\n\n| clause | obeyed by | broken by |\n|---|---|---|\n");
        for entry in &page.clauses {
            let [obeys, breaks] = coverage.get(&entry.id).cloned().unwrap_or_default();
            let broken = match (&entry.unobservable, entry.binds, breaks.is_empty()) {
                (Some(why), _, _) => format!("unobservable: {why}"),
                (_, Binds::Rules, true) => "an engine that fails the obeying cases".to_string(),
                _ => few(&breaks),
            };
            text += &format!("| {} | {} | {broken} |\n", entry.id, few(&obeys));
        }
    }
    text
}

fn few(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(2).map(String::as_str).collect();
    match names.len().saturating_sub(2) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
