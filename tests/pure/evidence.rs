//! Evidence of every broken case: without any of its lines the claim does not follow, or the log could not be read so far.
//! Clauses of whose breach the line itself is all the proof there is are listed in a snapshot.

use crate::snapshots::holds;
use crate::support::files::{case_files, text};
use std::collections::BTreeSet;
use stickler::explain::{Culprit, Finding, validate};
use stickler::fixture::{self, Fixture};
use stickler::games::{GAMES, erased::AnyGame};
use stickler::referee::FaultKind;
use stickler::report::diagnostic::Source;
use stickler::report::evidence::evidence;

/// The log without a line.
fn without(log: &str, number: usize) -> String {
    log.lines()
        .zip(1..)
        .filter(|(_, at)| *at != number)
        .map(|(line, _)| format!("{line}\n"))
        .collect()
}

#[test]
fn every_line_that_is_shown_is_needed() {
    let (mut shown, mut alone) = (0, BTreeSet::new());
    for file in case_files() {
        let folder = file
            .parent()
            .and_then(|folder| folder.file_stem())
            .expect("a folder")
            .to_string_lossy()
            .into_owned();
        for case in fixture::read(&text(&file)).expect("cases") {
            let Some(log) = case.transcript.clone() else {
                continue;
            };
            let game = GAMES
                .find(case.game.as_deref().unwrap_or(&folder))
                .expect("a game");
            let (count, own) = proven(game, &case, &log);
            shown += count;
            alone.extend(own);
        }
    }
    assert!(shown > 100, "{shown} lines");
    let alone: Vec<String> = alone.into_iter().collect();
    holds("evidence_of_its_own_line", &alone.join("\n"));
}

/// How many lines of evidence a case has, and the clauses that bind the judge or the rules of whose breach its own line is all.
fn proven(game: &dyn AnyGame, case: &Fixture, log: &str) -> (usize, Vec<String>) {
    let settings = case.settings();
    let findings = |log: &str| {
        validate(game, &settings, log.as_bytes()).map_or(Vec::new(), |checked| checked.findings)
    };
    let (mut shown, mut alone) = (0, Vec::new());
    for finding in findings(log) {
        let found = evidence(
            game,
            &settings,
            &Source::new("game.log", log.as_bytes()),
            &finding,
        );
        shown += found.len();
        for proof in &found {
            assert!(proof.line < finding.line, "{}: {proof:?}", case.name);
            let moved = Finding {
                line: finding.line - 1,
                ..finding
            };
            let same = |found: &Finding| {
                found.line == moved.line
                    && found.culprit == moved.culprit
                    && found.breach.why == moved.breach.why
            };
            let left = findings(&without(log, proof.line));
            assert!(
                !left.iter().any(same),
                "{}: not needed: {proof:?}",
                case.name
            );
        }
        let needs = matches!(
            finding.culprit,
            Culprit::Judge | Culprit::Seat(_, FaultKind::Illegal)
        );
        if found.is_empty() && needs {
            alone.push(finding.breach.clause.to_string());
        }
    }
    (shown, alone)
}
