//! Evidence of every broken case: without any of its lines the claim does not follow, or the log could not be read so far.
//! Listed in snapshots are lines without which the claim follows all the same, and clauses of whose breach the line itself is
//! all the proof there is.

use crate::snapshots::holds;
use crate::support::files::fixture_cases;
use crate::support::tier::by_tier;
use std::collections::BTreeSet;
use stickler::explain::{Culprit, Finding, validate};
use stickler::fixture::Fixture;
use stickler::fixture::declared::whole_games;
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::report::diagnostic::Source;
use stickler::report::journal::Journal;

/// The log without a line.
fn without(log: &str, number: usize) -> String {
    log.lines()
        .zip(1..)
        .filter(|(_, at)| *at != number)
        .map(|(line, _)| format!("{line}\n"))
        .collect()
}

#[test]
fn nearly_every_line_that_is_shown_is_needed() {
    let mut all = Proven::default();
    let step = by_tier(8, 1, 1);
    for (game, case) in fixture_cases().into_iter().step_by(step) {
        let Some(log) = case.transcript.clone() else {
            continue;
        };
        all.add(GAMES.find(&game).expect("a game"), &case, &log);
    }
    assert!(all.shown > 100 / step, "{} lines", all.shown);
    if step > 1 {
        return;
    }
    let alone: Vec<String> = all.alone.into_iter().collect();
    holds("evidence_of_its_own_line", &alone.join("\n"));
    holds("evidence_that_is_not_needed", &all.not_needed.join("\n"));
}

#[derive(Default)]
struct Proven {
    /// How many lines of evidence there are.
    shown: usize,
    /// Those without which the same finding stands.
    not_needed: Vec<String>,
    /// The clauses that bind the judge or the rules of whose breach its own line is all.
    alone: BTreeSet<String>,
}

impl Proven {
    fn add(&mut self, game: &dyn AnyGame, case: &Fixture, log: &str) {
        let settings = case.settings();
        let checked = |log: &str| validate(game, &settings, log.as_bytes());
        let Ok(own) = checked(log) else { return };
        let source = Source::new("game.log", log.as_bytes());
        let around = Journal::of(game, &own, &source).around(&own.findings, false);
        for (finding, around) in own.findings.iter().zip(around) {
            self.shown += around.evidence.len();
            for proof in &around.evidence {
                assert!(proof.line < finding.line, "{}: {proof:?}", case.name);
                let is_unasked = |found: &Finding| {
                    let is_of_the_kind =
                        matches!(found.culprit, Culprit::Seat(_, FaultKind::Unasked));
                    is_of_the_kind && found.line == proof.line
                };
                assert!(
                    !own.findings.iter().any(is_unasked),
                    "{}: {proof:?}",
                    case.name
                );
                let same = |found: &Finding| {
                    found.line + 1 == finding.line
                        && found.culprit == finding.culprit
                        && found.breach.why == finding.breach.why
                };
                let left = checked(&without(log, proof.line));
                if left.is_ok_and(|left| left.findings.iter().any(same)) {
                    let label = proof.label;
                    self.not_needed
                        .push(format!("{}: line {}: {label}", case.name, proof.line));
                }
            }
            let needs = matches!(
                finding.culprit,
                Culprit::Judge | Culprit::Seat(_, FaultKind::Illegal)
            );
            if around.evidence.is_empty() && needs {
                self.alone.insert(finding.breach.clause.to_string());
            }
        }
    }
}

/// The lines that are marked for the last finding of a log of Gomoku.
fn marked(log: &str) -> Vec<usize> {
    let game = GAMES.find("gomoku").expect("a game");
    let checked = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
    let source = Source::new("game.log", log.as_bytes());
    let around = Journal::of(game, &checked, &source).around(&checked.findings, false);
    let last = around.last().expect("a finding");
    last.evidence.iter().map(|proof| proof.line).collect()
}

const START: &str =
    "0< READY FIRST\n1< READY SECOND\n0> OK @3ms\n1> OK @4ms\n0< TURN 10000 10000\n";

#[test]
fn a_line_that_nothing_asked_for_proves_nothing() {
    let bank = "0> MOVE 1 1 @50ms\n1< OPP 1 1 50\n1< TURN 10000 9950\n1> MOVE 2 1 @20ms\n0> MOVE 1 2 @10ms\n0< OPP 2 1 20\n0< TURN 9960 9980\n";
    assert_eq!(marked(&format!("{START}{bank}")), [5, 6]);
    let decided = "1> MOVE 9 9 @10ms\n0> MOVE 1 1 @50ms\n1< OPP 2 1 50\n";
    assert_eq!(marked(&format!("{START}{decided}")), [7]);
}

/// A bet of more chips than a seat has: the message that told it its chips is the proof.
#[test]
fn the_message_that_told_a_number_proves_it() {
    let game = GAMES.find("betris").expect("a game");
    let logs = whole_games(game, &Settings::default(), 24).expect("games");
    let mut shown = 0;
    for log in logs {
        let lines: Vec<&str> = log.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(("1> BET", answer)) = line.split_at_checked(6) else {
                continue;
            };
            let told = lines[..at]
                .iter()
                .rposition(|line| line.starts_with("1< PHASE2 "));
            let chips = told.and_then(|told| lines[told].split(' ').nth(3)?.parse::<u32>().ok());
            let Some(chips @ 1..) = chips else {
                continue;
            };
            let block = answer.split(' ').nth(1).expect("a block");
            let text = format!(
                "{}\n1> BET {block} {} @3ms\n",
                lines[..at].join("\n"),
                chips + 1
            );
            let checked = validate(game, &Settings::default(), text.as_bytes()).expect("a log");
            let found = checked.findings.last().expect("a finding");
            if found.breach.clause.id() != "betris.bet.affordable" {
                continue;
            }
            let source = Source::new("game.log", text.as_bytes());
            let around = Journal::of(game, &checked, &source).around(&checked.findings, false);
            let proofs = &around.last().expect("a finding").evidence;
            let of_told = proofs
                .iter()
                .filter(|proof| proof.label == "told to this seat here");
            let of_told: Vec<usize> = of_told.map(|proof| proof.line).collect();
            let tells = |line: &usize| {
                let mut words = lines[line - 1].split(' ');
                let is_of_bets = words.nth(1) == Some("PHASE2");
                is_of_bets && words.nth(1).and_then(|word| word.parse().ok()) == Some(chips)
            };
            // Chips that have never changed were told by nobody.
            assert!(of_told.iter().all(tells), "{text}");
            shown += of_told.len();
        }
    }
    assert!(shown > 10, "{shown}");
}
