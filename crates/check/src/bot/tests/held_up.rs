//! Games that the machine keeps from being judged: played again at the end, and told of one by one.

use crate::bot::{Plan, Played, RunOptions, RunSummary, STALLS, unstalled};
use crate::in_memory::in_memory;
use crate::report::closing_line::closing;
use crate::summary::SkipReason;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stickler::explain::Conclusion;
use stickler::game::{Bot, Seat};
use stickler::live::players::HarnessError;
use stickler::params::Ms;

/// Says `NO` where `OK` is due.
struct Wrong;

impl Bot for Wrong {
    fn hear(&mut self, _: &str, said: &mut String) -> bool {
        said.push_str("NO\n");
        true
    }
}

/// What a run of a scenario comes to whose second game is held up so often, and the order in which its games were played.
fn run(stalls: usize, is_wrong: bool) -> (Plan, RunSummary, Vec<u32>) {
    let plan = in_memory(
        "gomoku",
        move |bot| if is_wrong { Box::new(Wrong) } else { bot },
    );
    let cases = plan
        .stream()
        .expect("cases")
        .filter(|case| case.scenario.name == "any")
        .take(4);
    let (order, tries) = (
        Mutex::new(Vec::new()),
        Mutex::new(BTreeMap::<u32, usize>::new()),
    );
    let watch = |played: &Played| {
        order.lock().expect("unbroken").push(played.case.index);
        Ok(())
    };
    let options = RunOptions {
        enough: None,
        before: RunSummary::new(plan.game),
        watch: &watch,
    };
    let (summary, trouble) = plan.run_with(cases, options, &|case| {
        let mut tries = tries.lock().expect("unbroken");
        let tries = tries.entry(case.index).or_default();
        *tries += 1;
        let is_held_up = case.index == 1 && *tries <= stalls;
        if is_held_up {
            Err(HarnessError::Stalled {
                seat: Seat(0),
                over: Ms(40),
                lost: Ms(700),
                spent: None,
            })
        } else {
            plan.play(case)
        }
    });
    assert!(trouble.is_none(), "{trouble:?}");
    (plan, summary, order.into_inner().expect("unbroken"))
}

#[test]
fn a_game_that_is_held_up_is_played_again_after_the_others() {
    let (plan, summary, order) = run(1, false);
    assert_eq!(order, [0, 2, 3, 1]);
    assert_eq!(
        (summary.games, summary.skipped, summary.conclusion()),
        (4, 0, Conclusion::Conforms)
    );
    let text = closing(&plan, &summary);
    assert!(
        text.starts_with("conforms: 4 games, 21 clauses kept"),
        "{text}"
    );
}

#[test]
fn a_game_that_stays_held_up_is_told_of_alone() {
    let (plan, summary, order) = run(usize::MAX, false);
    assert_eq!(order, [0, 2, 3]);
    assert_eq!(
        (summary.skipped, summary.skipped_why),
        (1, Some(SkipReason::HeldUp))
    );
    assert_eq!(summary.conclusion(), Conclusion::Unknown);
    let text = closing(&plan, &summary);
    assert!(
        text.starts_with("could not tell: nothing failed in 3 games"),
        "{text}"
    );
    assert!(
        text.contains("\ncould not tell of scenario any, game 2, seat 1: ")
            && text.contains("700 ms"),
        "{text}"
    );
}

#[test]
fn a_breach_elsewhere_decides() {
    let (plan, summary, order) = run(usize::MAX, true);
    assert_eq!(
        (order, summary.conclusion()),
        (vec![0, 2, 3], Conclusion::Violates)
    );
    let text = closing(&plan, &summary);
    assert_eq!(summary.kept(), 0, "{:?}", summary.clauses);
    assert!(
        text.starts_with("violates: 3 of 3 games break gomoku.")
            && text.contains("could not tell of scenario any, game 2"),
        "{text}"
    );
}

#[test]
fn a_run_ends_with_enough_failures_or_its_time() {
    let cases = |plan: &Plan| {
        plan.stream()
            .expect("cases")
            .filter(|case| case.scenario.name == "any")
            .take(4)
    };
    let summed_up = |plan: &Plan, enough| {
        let watch = |_: &Played| Ok(());
        let options = RunOptions {
            enough,
            before: RunSummary::new(plan.game),
            watch: &watch,
        };
        let summary = plan
            .run_with(cases(plan), options, &|case| plan.play(case))
            .0;
        (
            summary.games,
            summary.skipped,
            summary.skipped_why,
            summary.conclusion(),
        )
    };
    let wrong = Plan {
        jobs: 1,
        ..in_memory("gomoku", |_| Box::new(Wrong))
    };
    assert_eq!(
        summed_up(&wrong, Some(2)),
        (2, 2, Some(SkipReason::Enough), Conclusion::Violates)
    );
    assert_eq!(
        summed_up(&wrong, Some(9)),
        (4, 0, None, Conclusion::Violates)
    );
    assert_eq!(summed_up(&wrong, None), (4, 0, None, Conclusion::Violates));
    let right = Plan {
        jobs: 1,
        ..in_memory("gomoku", |bot| bot)
    };
    assert_eq!(
        summed_up(&right, Some(1)),
        (4, 0, None, Conclusion::Conforms)
    );
    let hurried = Plan {
        time_box: Duration::ZERO,
        ..right
    };
    assert_eq!(
        summed_up(&hurried, None),
        (0, 4, Some(SkipReason::TimeBox), Conclusion::Unknown)
    );
}

#[test]
fn games_that_come_in_order_end_with_the_first_that_fails() {
    let games = |make: fn(Box<dyn Bot>) -> Box<dyn Bot>| {
        let plan = Plan {
            jobs: 1,
            ..in_memory("tetris", make)
        };
        let cases = plan
            .stream()
            .expect("cases")
            .filter(|case| case.scenario.steps.is_some())
            .take(3);
        let watch = |_: &Played| Ok(());
        let run = |before| {
            let options = RunOptions {
                enough: None,
                before,
                watch: &watch,
            };
            plan.run_with(cases.clone(), options, &|case| plan.play(case))
                .0
        };
        let first = run(RunSummary::new(plan.game));
        let played = first.games;
        (played, run(first).games - played)
    };
    assert_eq!(games(|bot| bot), (3, 3));
    // A run that goes on does not begin anew with them.
    assert_eq!(games(|_| Box::new(Wrong)), (1, 0));
}

#[test]
fn a_match_is_played_again_so_often() {
    let plan = in_memory("gomoku", |bot| bot);
    let case = plan.stream().expect("cases").next().expect("a case");
    for stalls in 0..=STALLS + 1 {
        let plays = AtomicUsize::new(0);
        let played = unstalled(|| match plays.fetch_add(1, Ordering::Relaxed) {
            before if before < stalls => Err(HarnessError::Stalled {
                seat: Seat(0),
                over: Ms(40),
                lost: Ms(700),
                spent: None,
            }),
            _ => plan.play(case),
        });
        match played {
            Ok(played) if stalls <= STALLS => {
                assert_eq!((played.stalls, plays.into_inner()), (stalls, stalls + 1))
            }
            Ok(_) => panic!("it was played after {stalls} stalls"),
            Err(HarnessError::Stalled { .. }) => {
                assert_eq!((stalls, plays.into_inner()), (STALLS + 1, STALLS + 1))
            }
            Err(other) => panic!("{other}"),
        }
    }
    let plays = AtomicUsize::new(0);
    let played = unstalled(|| {
        plays.fetch_add(1, Ordering::Relaxed);
        Err(HarnessError::Interrupted)
    });
    assert!(matches!(played, Err(HarnessError::Interrupted)) && plays.into_inner() == 1);
}

#[test]
fn an_error_says_whose_it_is() {
    let ours = HarnessError::System(std::io::Error::other("the pipe is closed"));
    assert_eq!(ours.to_string(), "the pipe is closed");
    let systems = HarnessError::System(std::io::Error::from_raw_os_error(2)).to_string();
    assert!(
        systems.starts_with("a call to the system failed: "),
        "{systems}"
    );
}
