//! A failure under a value that no document gives: whether it is of the bot or of the value.

use crate::bot::{Plan, Played, RunSummary};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stickler::error_policy::ErrorPolicy;
use stickler::game::{Bot, Seat};
use stickler::games::GAMES;

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
#[test]
fn a_failure_before_the_value_changes_anything_is_the_bot_s() {
    let (failing, summary) =
        assumed_otherwise("gomoku", |moment| moment.is_turn && moment.game == 0);
    let failing = failing.expect("a failure of the run");
    let (fault, _) = failing.error(&ErrorPolicy::default()).expect("a fault");
    assert_eq!(fault.breach.clause.id(), "gomoku.move.inside");
    assert!(summary.assumptions.is_empty(), "{:?}", summary.assumptions);
}

/// Once a pass is not told, and it fails. It never does so again.
#[test]
fn a_failure_that_never_comes_again_under_the_value_is_the_bot_s() {
    let (failing, summary) = assumed_otherwise("betris", |moment| {
        moment.is_turn && moment.untold == Some(0)
    });
    let failing = failing.expect("a failure of the run");
    assert!(failing.record.transcript.contains("MOVE 0 0"));
    assert!(summary.assumptions.is_empty(), "{:?}", summary.assumptions);
}

/// A bot that draws its moves need not fail in each game.
#[test]
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
