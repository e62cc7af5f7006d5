//! Values that no document gives: bots are tried under them, and the report says what comes of it.

use super::failure_report::check;
use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, holds, said, stickler};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stickler::error_policy::ErrorPolicy;
use stickler::game::{Bot, Seat};
use stickler::games::GAMES;
use stickler_check::bot::{Plan, Played, RunSummary};

tests! {
    an_assumed_clause_names_its_parameter_or_none,
    what_no_document_says_is_tried_and_never_counts,
    a_failure_before_the_value_changes_anything_is_the_bot_s,
    a_failure_that_never_comes_again_under_the_value_is_the_bot_s,
    a_failure_that_comes_again_under_the_value_is_the_value_s,
}

fn an_assumed_clause_names_its_parameter_or_none() {
    let crash = check("crash", "read l; echo OK; read l; exit 3");
    assert!(!crash.contains("--set"), "{crash}");
    let folder = scratch("assumed");
    let log = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 8 @10ms\n1< OPP 8 8 11\n";
    std::fs::write(folder.join("rounding.log"), log).expect("a file");
    let text = said(&stickler(&folder, &["validate", "gomoku", "rounding.log"]));
    assert!(!text.contains("where it is a number"), "{text}");
}

/// A bot that conforms is tried under values that no document gives: a breach there is a warning that names the value.
fn what_no_document_says_is_tried_and_never_counts() {
    let folder = scratch("assumptions");
    // It takes for granted that the other seat's pass is told.
    let filter = "w=0; while IFS= read -r line; do case $line in PHASE2*) w=1 ;; OPP*) w=0 ;; \
         PHASE1*|FINISH*) [ $w = 0 ] || exit 3 ;; esac; printf '%s\\n' \"$line\"; \
         case $line in FINISH*) exit 0 ;; esac; done | \"$STICKLER\" refbot betris";
    let check = |more: &[&str]| {
        let words = ["check", "betris", "--search", "1"];
        let bot = ["--", "/bin/sh", "-c", filter];
        said(&stickler(&folder, &[&words[..], more, &bot].concat()))
    };
    let text = check(&[]);
    let warning = "warning: a judge may play with opp-after-pass=no, which no document excludes. The bot then breaks wire.";
    let again = "check again with --set opp-after-pass=no to see it";
    holds(
        &text,
        &[
            "Some(0)",
            warning,
            again,
            "also conforms where a judge plays with",
        ],
    );
    let text = check(&["--json"]);
    holds(
        &text,
        &[
            "Some(0)",
            "\"assumptions\":[{\"set\":\"opp-after-pass=no\",\"games\":",
            "\"broken\":\"wire.",
        ],
    );
    let text = check(&["--set", "opp-after-pass=no", "--quiet"]);
    holds(&text, &["Some(1)"]);
}

/// A moment of a game of a bot that may answer otherwise than the reference bot.
struct Moment {
    /// The number of the game among all that it played.
    game: usize,
    /// True for an answer to a turn.
    is_turn: bool,
    /// Where the pass before this turn was not told, which only `opp-after-pass=no` allows: the number of games of which that is so.
    untold: Option<usize>,
}

/// A failure of the run, and what is said of other values, where a bot answers wrongly at these moments of the first seat's games.
fn assumed_otherwise(game: &str, is_wrong: fn(&Moment) -> bool) -> (Option<Played>, RunSummary) {
    struct Wrong {
        bot: Box<dyn Bot>,
        is_wrong: fn(&Moment) -> bool,
        now: Moment,
        waits_for_opp: bool,
        games: Arc<AtomicUsize>,
    }
    impl Bot for Wrong {
        fn hear(&mut self, line: &str, say: &mut String) -> bool {
            let goes_on = self.bot.hear(line, say);
            let is_untold = line.starts_with("PHASE1") && self.waits_for_opp;
            if is_untold && self.now.untold.is_none() {
                self.now.untold = Some(self.games.fetch_add(1, Ordering::Relaxed));
            }
            match line.split(' ').next() {
                Some("PHASE2") => self.waits_for_opp = true,
                Some("OPP") => self.waits_for_opp = false,
                _ => {}
            }
            self.now.is_turn = line.starts_with("TURN") || is_untold;
            if (self.is_wrong)(&self.now) {
                *say = "MOVE 0 0\n".into();
            }
            goes_on
        }
    }
    let game = GAMES.find(game).expect("the game");
    let [played, untold] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
    let plan = Plan {
        seat: Some(Seat(0)),
        ..Plan::in_memory(game, move |bot| {
            let now = Moment {
                game: played.fetch_add(1, Ordering::Relaxed),
                is_turn: false,
                untold: None,
            };
            let games = Arc::clone(&untold);
            Box::new(Wrong {
                bot,
                is_wrong,
                now,
                waits_for_opp: false,
                games,
            })
        })
    };
    let mut summary = RunSummary::new(game);
    let failing = plan.assume_otherwise(&mut summary, Duration::from_secs(60));
    (failing, summary)
}

/// A bot that answers its first turn wrongly in the first of all games, and is right in the others.
fn a_failure_before_the_value_changes_anything_is_the_bot_s() {
    let (failing, summary) =
        assumed_otherwise("gomoku", |moment| moment.is_turn && moment.game == 0);
    let failing = failing.expect("a failure of the run");
    let (fault, _) = failing.error(&ErrorPolicy::default()).expect("a fault");
    assert_eq!(fault.breach.clause.id(), "gomoku.move.inside");
    assert!(summary.assumptions.is_empty(), "{:?}", summary.assumptions);
}

/// Once a pass is not told, and it fails. It never does so again.
fn a_failure_that_never_comes_again_under_the_value_is_the_bot_s() {
    let (failing, summary) = assumed_otherwise("betris", |moment| {
        moment.is_turn && moment.untold == Some(0)
    });
    let failing = failing.expect("a failure of the run");
    assert!(failing.record.transcript.contains("MOVE 0 0"));
    assert!(summary.assumptions.is_empty(), "{:?}", summary.assumptions);
}

/// A bot that draws its moves need not fail in each game.
fn a_failure_that_comes_again_under_the_value_is_the_value_s() {
    let (failing, summary) = assumed_otherwise("betris", |moment| {
        moment.is_turn && moment.untold.is_some_and(|games| games % 3 == 0)
    });
    assert!(failing.is_none());
    let broken = summary
        .assumptions
        .iter()
        .find(|value| value.broken.is_some());
    let broken = broken.expect("a value");
    assert_eq!(broken.set, "opp-after-pass=no");
}
