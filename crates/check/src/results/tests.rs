//! A line of results holds its game: what is read back is what was written.

use crate::bot::{Plan, Played};
use crate::in_memory::{altered, in_memory};
use crate::results::{GameLine, GameResult, Planned};
use std::collections::{BTreeMap, BTreeSet};
use stickler::clause::Span;
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::json;
use stickler::live::players::Usage;
use stickler::params::Ms;

/// Makes another answer of one.
type Way = fn(&str) -> String;

const WAYS: [Way; 7] = [
    |answer| format!("X{answer}"),
    |answer| format!("{answer} "),
    |answer| answer.replace('\n', " 1\n"),
    |answer| answer.replace(char::is_numeric, "9"),
    |answer| answer.replace('1', "01"),
    |answer| format!("{answer}{answer}"),
    |_| String::new(),
];

/// The reference bot, which gives one of its answers in a way of its own.
fn plan(game: &str, wrong: usize, way: Way) -> Plan {
    Plan {
        seed: 3,
        ..in_memory(game, move |bot| {
            altered(bot, move |number, _, answer| {
                (number == wrong).then(|| way(answer))
            })
        })
    }
}

fn games(plan: &Plan) -> Vec<Played> {
    let cases: Vec<_> = plan.stream().expect("cases").step_by(7).take(2).collect();
    cases
        .into_iter()
        .map(|case| plan.play(case).expect("a game"))
        .collect()
}

fn faults(played: &Played) -> Vec<(String, usize)> {
    played
        .faults()
        .map(|(fault, line)| (format!("{fault:?} {}", fault.breach.why), line))
        .collect()
}

#[test]
fn a_game_is_read_back_as_it_was_written() {
    let (mut kinds, mut spans) = (BTreeSet::new(), BTreeSet::new());
    for (game, way, wrong) in GAMES.games().iter().flat_map(|game| {
        WAYS.iter()
            .flat_map(move |way| (1..4).map(move |wrong| (game.name(), *way, wrong)))
    }) {
        let plan = plan(game, wrong, way);
        for played in games(&plan) {
            let line = GameLine::of(&plan, &played);
            let text = serde_json::to_vec(&line).expect("JSON");
            let read: GameLine = json::read(&text).expect("its own line");
            assert_eq!(read, line);
            let again = read.played(&plan).expect("its own game");
            assert_eq!(faults(&again), faults(&played));
            let GameLine { points, .. } = &line;
            assert_eq!(
                GameLine {
                    points: points.clone(),
                    ..GameLine::of(&plan, &again)
                },
                line
            );
            for (fault, _) in played.faults() {
                kinds.insert(fault.kind.word());
                spans.insert(match fault.breach.span {
                    Span::Whole => "whole",
                    Span::Word(_) => "word",
                    Span::Columns(..) => "columns",
                });
            }
        }
    }
    assert!(kinds.len() >= 4 && spans.len() == 3, "{kinds:?} {spans:?}");
}

#[test]
fn a_line_of_another_plan_is_refused() {
    let plan = plan("gomoku", 2, WAYS[0]);
    let played = games(&plan).pop().expect("a game");
    let line = GameLine::of(&plan, &played);
    let refused = |change: &dyn Fn(&mut GameLine)| {
        let mut line = line.clone();
        change(&mut line);
        line.played(&plan).expect_err("it is refused")
    };
    assert_eq!(
        refused(&|line| line.game = "betris".into()),
        "a game of betris, and the plan is of gomoku"
    );
    assert_eq!(
        refused(&|line| line.scenario = "none".into()),
        "gomoku has no scenario called none"
    );
    assert_eq!(
        refused(&|line| line.seat = 2),
        "the game has seats 0 to 1; there is no seat 2"
    );
    assert_eq!(
        refused(&|line| line.faults[0].kind = "odd".into()),
        "no class of faults is called `odd`"
    );
    assert_eq!(
        refused(&|line| line.faults[0].clause = "odd".into()),
        "no clause is called `odd`"
    );
    assert_eq!(
        refused(&|line| line.held.push("odd".into())),
        "no clause is called `odd`"
    );
    assert_eq!(
        refused(&|line| line.rests_on.push("odd".into())),
        "no clause is called `odd`"
    );
}

/// A wrong answer, one that judges forgive, and a right one.
const WAYS_OUT: [(Way, GameResult); 3] = [
    (|answer| format!("X{answer}"), GameResult::Failed),
    (|answer| answer.replace('\n', " \n"), GameResult::Warned),
    (|answer| answer.into(), GameResult::Passed),
];

/// The transcript, the choices and standard error: of a game in which all is well nobody wants them.
#[test]
fn a_line_shows_a_game_in_which_something_is_wrong() {
    for (way, verdict) in WAYS_OUT {
        for stderr in ["", "said"] {
            let plan = plan("gomoku", 2, way);
            let mut played = games(&plan).pop().expect("a game");
            let usage = Usage {
                cpu: Ms(7),
                peak: 5,
                stderr: stderr.into(),
                ..Usage::default()
            };
            played.record.usage[played.case.seat.index()] = Some(usage);
            let line = GameLine::of(&plan, &played);
            let is_shown = verdict != GameResult::Passed;
            assert_eq!(line.verdict, verdict);
            assert_eq!(
                line.transcript,
                is_shown.then(|| played.record.transcript.clone())
            );
            assert_eq!(
                line.choices,
                if is_shown {
                    played.choices.clone()
                } else {
                    Vec::new()
                }
            );
            assert_eq!(
                line.stderr.as_deref(),
                Some(stderr).filter(|text| is_shown && !text.is_empty())
            );
            assert_eq!(
                line.usage
                    .as_ref()
                    .map(|usage| (usage.cpu_ms, usage.peak_bytes)),
                Some((7, 5))
            );
            let words: Vec<String> = line
                .faults
                .iter()
                .map(|fault| fault.words(plan.game).expect("its words"))
                .collect();
            let whys: Vec<String> = played
                .faults()
                .map(|(fault, _)| fault.breach.why.to_string())
                .collect();
            assert_eq!((words.is_empty(), words), (!is_shown, whys));
        }
    }
}

/// The plan of all games of a game, or of a part of them.
pub(crate) fn planned(game: &str, shard: Option<[usize; 2]>, only: Option<&str>) -> Planned {
    Planned {
        stickler: 1,
        game: game.into(),
        set: BTreeMap::new(),
        bot: Vec::new(),
        seed: 3,
        cases: Some(3),
        seat: None,
        only: only.map(str::to_string),
        strict: false,
        allowed: BTreeSet::new(),
        enough: None,
        withheld: Vec::new(),
        games: 0,
        no_clock: false,
        shard,
    }
}

#[test]
fn a_part_of_a_plan_has_every_so_many_th_game() {
    let cases = |shard, only| -> Result<Vec<(String, u32, Seat)>, String> {
        let planned = planned("gomoku", shard, only);
        let plan = planned.plan(GAMES)?;
        let cases = planned
            .cases(&plan)?
            .map(|case| (case.scenario.name.to_string(), case.index, case.seat));
        Ok(cases.collect())
    };
    let all = cases(None, None).expect("a plan");
    assert_eq!(cases(Some([1, 1]), None).as_ref(), Ok(&all));
    let [first, second] = [1, 2].map(|part| cases(Some([part, 2]), None).expect("a part"));
    assert_eq!(first, all.iter().step_by(2).cloned().collect::<Vec<_>>());
    assert_eq!(
        second,
        all.iter().skip(1).step_by(2).cloned().collect::<Vec<_>>()
    );
    assert_eq!(
        cases(Some([0, 2]), None),
        Err("there is no part 0 of 2; the first is 1/2".into())
    );
    assert_eq!(
        cases(Some([3, 2]), None),
        Err("there is no part 3 of 2; the first is 1/2".into())
    );
    let any = cases(None, Some("any")).expect("a scenario");
    assert_eq!(
        any,
        all.iter()
            .filter(|case| case.0 == "any")
            .cloned()
            .collect::<Vec<_>>()
    );
    // Of clauses all games are played: any of them may break one.
    assert_eq!(cases(None, Some("gomoku.turn")).as_ref(), Ok(&all));
    assert!(cases(None, Some("gomoku.none")).is_err());
    let later = Planned {
        stickler: 2,
        ..planned("gomoku", None, None)
    };
    assert!(
        later
            .plan(GAMES)
            .is_err_and(|why| why.starts_with("version 2 of these lines is not known"))
    );
    assert_eq!(
        planned("gomoku", Some([1, 2]), None).whole(),
        planned("gomoku", None, None)
    );
    let seated = Planned {
        seat: Some(1),
        ..planned("gomoku", None, None)
    };
    let plan = seated.plan(GAMES).expect("a plan");
    assert!(
        seated
            .cases(&plan)
            .expect("cases")
            .all(|case| case.scenario.seat.map_or(Seat(1), Seat) == case.seat)
    );
    assert_eq!((plan.seed, plan.cases), (3, Some(3)));
    let only = Planned {
        strict: true,
        allowed: ["x".to_string()].into(),
        ..planned("gomoku", None, Some("gomoku.turn"))
    };
    let policy = only.plan(GAMES).expect("a plan").policy;
    assert!(
        policy.strict
            && policy.allowed.contains("x")
            && policy.only.as_deref() == Some("gomoku.turn")
    );
    assert_eq!(
        planned("gomoku", None, Some("any"))
            .plan(GAMES)
            .expect("a plan")
            .policy
            .only,
        None
    );
    let set = Planned {
        set: [("row".to_string(), "4".to_string())].into(),
        ..planned("gomoku", None, None)
    };
    assert_eq!(
        set.plan(GAMES).expect("a plan").settings.to_string(),
        "row=4"
    );
}
