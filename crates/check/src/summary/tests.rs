//! The summary of a run of many games: its numbers, whichever order the games end in.

use crate::bot::{Plan, Played, RunSummary};
use crate::in_memory::in_memory;
use crate::report::closing_line::closing;
use std::collections::BTreeSet;
use std::fmt::Write;
use stickler::clause::{Breach, Clause};
use stickler::error_policy::ErrorPolicy;
use stickler::explain::Conclusion;
use stickler::game::{Bot, Seat};
use stickler::params::Ms;
use stickler::referee::{Fault, FaultKind};

/// Ends every answer with a blank, and says `NO` from its sixth answer on.
struct Sloppy {
    bot: Box<dyn Bot>,
    is_wrong: bool,
    answers: usize,
}

impl Bot for Sloppy {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        let mut said = String::new();
        let goes_on = self.bot.hear(line, &mut said);
        for answer in said.lines() {
            self.answers += 1;
            say.push_str(if self.is_wrong && self.answers > 5 {
                "NO\n"
            } else {
                answer
            });
            say.push_str(" \n");
        }
        goes_on
    }
}

fn plan(is_wrong: bool) -> Plan {
    in_memory("gomoku", move |bot| {
        Box::new(Sloppy {
            bot,
            is_wrong,
            answers: 0,
        })
    })
}

fn place(played: &Played) -> String {
    format!(
        "{} {} as {}",
        played.case.scenario.name, played.case.index, played.case.seat
    )
}

fn ids(clauses: &BTreeSet<Clause>) -> String {
    clauses
        .iter()
        .map(|clause| clause.id())
        .collect::<Vec<_>>()
        .join(" ")
}

fn summed_up(games: Vec<Played>, plan: &Plan, policy: &ErrorPolicy) -> String {
    let mut summary = RunSummary::new(plan.game);
    let mut text = String::new();
    games
        .into_iter()
        .for_each(|played| summary.add(played, policy));
    let RunSummary {
        games,
        stalls,
        slowest,
        peak,
        beyond_play,
        clocks,
        ..
    } = &summary;
    let _ = writeln!(
        text,
        "{games} games, {stalls} stalls, {beyond_play} beyond play, {} counting",
        summary.counting()
    );
    let _ = writeln!(
        text,
        "slowest {slowest} ms, of each game {:?}; peak {peak}",
        clocks.0
    );
    for (name, row) in &summary.scenarios {
        let _ = writeln!(
            text,
            "{name}: {} played, {} failed, up to {}: {}",
            row.played,
            row.failed,
            row.end,
            ids(&row.broken)
        );
    }
    let _ = writeln!(
        text,
        "broken: {}; warned: {}",
        ids(&summary.broken),
        ids(&summary.warned)
    );
    let _ = writeln!(
        text,
        "failing {:?}",
        summary.failing.iter().map(place).collect::<Vec<_>>()
    );
    let _ = writeln!(
        text,
        "warning {:?}",
        summary.warning.iter().map(place).collect::<Vec<_>>()
    );
    for (clause, tally) in &summary.clauses {
        let _ = writeln!(
            text,
            "{}: {} kept, {} broke, {} warned",
            clause.id(),
            tally.passed,
            tally.failed,
            tally.warned
        );
        if tally.until_fault > 0 {
            let _ = writeln!(
                text,
                "{}: {} kept until the fault",
                clause.id(),
                tally.until_fault
            );
        }
    }
    let touched: Vec<(&Clause, _)> = summary
        .clauses
        .iter()
        .map(|(clause, tally)| (clause, *tally))
        .collect();
    assert!(
        touched
            .iter()
            .all(|(clause, tally)| summary.tally(clause.id()) == *tally)
    );
    let untouched: Vec<&str> = summary
        .not_exercised(plan.game)
        .iter()
        .map(|entry| entry.id.as_str())
        .collect();
    let _ = writeln!(text, "untouched: {}", untouched.join(" "));
    for (played, fault, line) in summary.warnings(policy) {
        let _ = writeln!(
            text,
            "warning of {} in {}, line {line}",
            fault.breach.clause.id(),
            place(played)
        );
    }
    let _ = writeln!(
        text,
        "{} clauses kept; {:?}\n",
        summary.kept(),
        summary.conclusion()
    );
    text
}

#[test]
fn a_run_is_summed_up() {
    let strict = ErrorPolicy {
        strict: true,
        ..ErrorPolicy::default()
    };
    let mut text = String::new();
    for (is_wrong, policy) in [
        (false, ErrorPolicy::default()),
        (true, ErrorPolicy::default()),
        (false, strict),
    ] {
        let plan = plan(is_wrong);
        let wanted = ["any", "reference", "low_bank"];
        let cases = plan
            .stream()
            .expect("cases")
            .filter(|case| wanted.contains(&case.scenario.name) && case.index < 3);
        let games: Vec<Played> = cases
            .map(|case| {
                let mut played = plan.play(case).expect("a game");
                played.stalls += 1;
                played.record.slowest[case.seat.index()] = Ms([0, 3, 90][case.index as usize]);
                played
            })
            .collect();
        let backwards = summed_up(games.iter().rev().cloned().collect(), &plan, &policy);
        let forwards = summed_up(games, &plan, &policy);
        assert_eq!(forwards, backwards, "the order makes no difference");
        text.push_str(&forwards);
    }
    insta::assert_snapshot!("a_run_summed_up", text);
}

/// A game in which an answer of our own opponent is refused tells nothing of the candidate.
#[test]
fn an_opponent_that_is_refused_is_no_pass() {
    let plan = in_memory("gomoku", |bot| bot);
    let case = plan.cases().expect("cases")[0];
    let mut played = plan.play(case).expect("a game");
    let summary = |played: &Played| {
        let mut summary = RunSummary::new(plan.game);
        summary.add(played.clone(), &plan.policy);
        summary
    };
    assert_eq!(summary(&played).conclusion(), Conclusion::Conforms);
    let seat = Seat(1 - case.seat.0);
    let answer = format!("{seat}> MOVE");
    let mut lines = played.record.transcript.lines();
    let line = lines.position(|line| line.starts_with(&answer));
    played.record.fault_lines.push(line.expect("a move") + 1);
    let clause = plan.game.clause("gomoku.move.empty").expect("a clause");
    played.record.verdict.faults.push(Fault {
        seat,
        kind: FaultKind::Illegal,
        breach: Breach::new(clause, "this cell is taken"),
    });
    let refused = summary(&played);
    assert_eq!(refused.conclusion(), Conclusion::Unknown);
    let line = closing(&plan, &refused);
    assert!(
        line.contains("refused an answer of stickler's own opponent"),
        "{line}"
    );
}
