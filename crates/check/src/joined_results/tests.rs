//! Results that are joined: the same summary as of one run, whatever the order of the lines.

use crate::bot::{Plan, Played, RunSummary};
use crate::in_memory::{altered, in_memory};
use crate::joined_results::{JoinedResults, read};
use crate::results::tests::planned;
use crate::results::{GameLine, Planned, ResultLine};
use crate::summary::{PlanPlace, SkipReason};
use std::collections::BTreeSet;
use stickler::error_policy::ErrorPolicy;
use stickler::games::GAMES;

/// Where a game begins with the bot's own move, or with a number.
fn is_wrong(heard: &[String]) -> bool {
    heard
        .last()
        .is_some_and(|line| line == "READY FIRST" || line.parse::<u32>().is_ok())
}

fn plan(game: &str, errs: bool) -> (Planned, Plan, Vec<Played>) {
    let planned = planned(game, None, None);
    let plan = Plan {
        seed: 3,
        cases: Some(3),
        ..in_memory(game, move |bot| {
            altered(bot, move |_, heard, _| {
                (errs && is_wrong(heard)).then(|| "NO\n".into())
            })
        })
    };
    let games: Vec<Played> = planned
        .cases(&plan)
        .expect("cases")
        .map(|case| plan.play(case).expect("a game"))
        .collect();
    (planned, plan, games)
}

fn joined(planned: &Planned, lines: &[GameLine]) -> (JoinedResults, usize) {
    let mut results = JoinedResults::new(planned, GAMES).expect("joined results");
    lines
        .iter()
        .for_each(|line| results.note(planned, line).expect("noted"));
    let added = lines
        .iter()
        .filter(|line| results.add(line).expect("added").is_some())
        .count();
    (results, added)
}

fn shown(summary: &RunSummary) -> String {
    let RunSummary {
        games,
        skipped,
        skipped_why,
        is_incomplete,
        ..
    } = summary;
    let failing: Vec<_> = summary
        .failing
        .iter()
        .map(|played| (played.case.scenario.name, played.case.index))
        .collect();
    format!(
        "{games} {skipped} {skipped_why:?} {is_incomplete} {failing:?} {} {:?}",
        summary.kept(),
        summary.conclusion()
    )
}

#[test]
fn results_in_any_order_are_one_run() {
    for errs in [false, true] {
        let (planned, plan, games) = plan("gomoku", errs);
        let mut lines: Vec<GameLine> = games
            .iter()
            .map(|played| GameLine::of(&plan, played))
            .collect();
        let mut direct = RunSummary::new(plan.game);
        games
            .iter()
            .for_each(|played| direct.add(played.clone(), &ErrorPolicy::default()));
        for _ in 0..2 {
            let (results, added) = joined(&planned, &lines);
            assert_eq!(added, games.len());
            assert_eq!(shown(&results.so_far()), shown(&direct));
            assert_eq!(
                shown(&results.summary().expect("a summary")),
                shown(&direct)
            );
            lines.reverse();
        }
        // A part of them is no whole.
        let (results, _) = joined(&planned, &lines[2..]);
        let part = results.summary().expect("a summary");
        assert!(part.is_incomplete && part.skipped == 2, "{}", shown(&part));
        assert_eq!(part.skipped_why, Some(SkipReason::Nowhere));
    }
}

#[test]
fn a_game_is_there_once_and_in_its_plan() {
    let (planned, plan, games) = plan("gomoku", false);
    let lines: Vec<GameLine> = games
        .iter()
        .map(|played| GameLine::of(&plan, played))
        .collect();
    let (mut results, _) = joined(&planned, &lines[1..]);
    let place = |played: &Played| results.place(&played.case);
    assert_eq!(
        BTreeSet::from_iter(games.iter().map(place)).len(),
        games.len()
    );
    assert!(
        !results.has(place(&games[0]))
            && games[1..].iter().all(|played| results.has(place(played)))
    );
    let nowhere = |scenario, index| PlanPlace {
        unplanned: None,
        index,
        scenario,
    };
    assert!(!results.has(nowhere(99, 0)) && !results.has(nowhere(0, 99)));
    let twice = format!(
        "game {} of scenario {} is there twice",
        lines[1].index, lines[1].scenario
    );
    assert_eq!(results.note(&planned, &lines[1]), Err(twice));
    let beyond = GameLine {
        index: 3,
        ..lines[0].clone()
    };
    let why = format!("scenario {} of this plan has no game 3", lines[0].scenario);
    assert_eq!(results.note(&planned, &beyond), Err(why));
    let other = Planned {
        seed: 4,
        ..planned.clone()
    };
    assert!(
        results
            .note(&other, &lines[0])
            .is_err_and(|why| why.starts_with("these results are of another plan"))
    );
    let part = Planned {
        shard: Some([1, 2]),
        ..planned
    };
    assert_eq!(
        results.note(&part, &lines[0]),
        Ok(()),
        "parts of one plan belong together"
    );
}

#[test]
fn what_one_run_would_not_have_played_is_left_out() {
    let (planned, plan, games) = plan("gomoku", true);
    let lines: Vec<GameLine> = games
        .iter()
        .map(|played| GameLine::of(&plan, played))
        .collect();
    for enough in [1, 2, 3, 100] {
        let planned = Planned {
            enough: Some(enough),
            ..planned.clone()
        };
        // Games in order do not count; and of them none is played after the first that fails.
        let (mut counted, mut ended, mut kept) = (0, BTreeSet::new(), 0);
        for played in &games {
            let scenario = played.case.scenario;
            if counted == enough || scenario.steps.is_some() && ended.contains(scenario.name) {
                continue;
            }
            kept += 1;
            if played.error(&plan.policy).is_some() {
                counted += usize::from(scenario.steps.is_none());
                ended.insert(scenario.name);
            }
        }
        let (results, added) = joined(&planned, &lines);
        assert_eq!(added, kept, "{enough}");
        let summary = results.summary().expect("a summary");
        assert_eq!(
            (summary.games, summary.skipped),
            (kept, games.len() - kept),
            "{enough}"
        );
    }
}

#[test]
fn why_a_run_ended_is_kept() {
    let (planned, plan, games) = plan("gomoku", false);
    let lines: Vec<GameLine> = games
        .iter()
        .map(|played| GameLine::of(&plan, played))
        .collect();
    for (told, kept) in [
        (&[][..], SkipReason::Nowhere),
        (&[None, Some("a reason nobody knows")], SkipReason::Nowhere),
        (
            &[
                None,
                Some("the time box was over"),
                Some("enough games failed"),
            ],
            SkipReason::TimeBox,
        ),
        (
            &[Some("the run was broken off"), None],
            SkipReason::BrokenOff,
        ),
    ] {
        let (mut results, _) = joined(&planned, &lines[1..]);
        told.iter().for_each(|why| results.stop(*why));
        let summary = results.summary().expect("a summary");
        assert_eq!(
            (summary.skipped_why, summary.is_incomplete),
            (Some(kept), kept != SkipReason::TimeBox)
        );
    }
}

#[test]
fn lines_are_read_up_to_the_last_whole_one() {
    let (planned, plan, games) = plan("gomoku", false);
    let json = |line: ResultLine| serde_json::to_string(&line).expect("JSON");
    let (head, game) = (
        json(ResultLine::Plan(planned)),
        json(ResultLine::Game(Box::new(GameLine::of(&plan, &games[0])))),
    );
    let whole = format!("{head}\n{game}\n");
    let mut seen = 0;
    let mut kept = |text: &str| {
        seen = 0;
        read(text.as_bytes(), |_, _| {
            seen += 1;
            Ok(())
        })
    };
    let found = kept(&whole).expect("read");
    assert_eq!(
        (found.whole, found.is_cut, found.plan.is_some()),
        (whole.len() as u64, false, true)
    );
    let found = kept(&format!("{whole}{}", &game[..20])).expect("read");
    assert_eq!((found.whole, found.is_cut), (whole.len() as u64, true));
    let found = kept("").expect("read");
    assert_eq!(
        (found.whole, found.is_cut, found.plan.is_some()),
        (0, false, false)
    );
    assert!(
        kept(&format!("{head}\n{head}\n"))
            .is_err_and(|why| why.starts_with("line 2: a second plan"))
    );
    assert!(
        kept(&format!("{game}\n")).is_err_and(|why| why.starts_with("line 1: expected the plan"))
    );
    assert!(kept(&format!("{whole}x\n")).is_err_and(|why| why.starts_with("line 3: ")));
}
