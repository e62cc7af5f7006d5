//! Bots that disturb each other, as with a file of one name: right alone, and wrong beside other games of the same program.

use crate::bot::{Plan, RunSummary};
use crate::in_memory::in_memory;
use crate::report::closing_line::closing;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stickler::explain::Conclusion;
use stickler::game::Bot;

/// A bot that says NO at its turn while so many others are there.
struct Disturbed {
    bot: Box<dyn Bot>,
    there: Arc<AtomicUsize>,
    bears: usize,
}

impl Bot for Disturbed {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        let goes_on = self.bot.hear(line, say);
        if line.starts_with("READY") {
            // So that two games that begin one after the other are there together.
            std::thread::sleep(Duration::from_millis(30));
        }
        if line.starts_with("TURN") && self.there.load(Ordering::SeqCst) > self.bears {
            *say = "NO\n".into();
        }
        goes_on
    }
}

impl Drop for Disturbed {
    fn drop(&mut self) {
        self.there.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The run of a bot that allows so many of its kind, its own game included, with so many games at a time; and how it closes.
fn run(bears: usize, jobs: usize) -> (RunSummary, String) {
    let there = Arc::new(AtomicUsize::new(0));
    let plan = Plan {
        jobs,
        cases: Some(1),
        ..in_memory("gomoku", move |bot| {
            there.fetch_add(1, Ordering::SeqCst);
            let there = Arc::clone(&there);
            Box::new(Disturbed { bot, there, bears })
        })
    };
    let cases = plan.cases().expect("cases");
    let summary = plan.run(&cases, &|_| ()).expect("games");
    let text = closing(&plan, &summary);
    (summary, text)
}

#[test]
fn what_fails_only_beside_others_accuses_nobody_and_is_no_pass() {
    let (summary, text) = run(1, 3);
    assert!(summary.failing.is_empty(), "{text}");
    assert_eq!(summary.conclusion(), Conclusion::Unknown);
    let told = "it breaks gomoku.turn.answer beside other games of the same program, 3 at a time, and went well 3 times alone";
    assert!(text.contains(told) && text.contains("--jobs 1"), "{text}");
    // It is told once: later games are played one at a time.
    assert_eq!(text.matches("beside other games").count(), 1, "{text}");
}

#[test]
fn what_fails_alone_as_well_counts() {
    let (summary, text) = run(0, 3);
    assert_eq!(summary.conclusion(), Conclusion::Violates, "{text}");
    assert!(summary.beside_others.is_empty());
    let (summary, text) = run(1, 1);
    assert_eq!(summary.conclusion(), Conclusion::Conforms, "{text}");
}
