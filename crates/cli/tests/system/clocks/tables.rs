//! What is made before any clock starts.

use crate::support::needs::tests;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::precompute::{self, Precompute};

tests! {
    tables_are_made_where_the_jury_needs_them,
}

/// One thread, which counts the tables that it made.
struct Counting(AtomicUsize);

impl Precompute for Counting {
    fn progress(&self, made: usize, of: usize) {
        self.0.fetch_add(usize::from(made == of), Ordering::Relaxed);
    }
}

static COUNTING: Counting = Counting(AtomicUsize::new(0));

fn tables_are_made_where_the_jury_needs_them() {
    if !precompute::set(&COUNTING) {
        // Another test of this process has made tables before: a process of its own makes none.
        let this = std::env::current_exe().expect("the tests");
        let name = "clocks::tables::tables_are_made_where_the_jury_needs_them";
        let output = Command::new(this).args(["--exact", name]).output();
        let output = output.expect("the tests once more");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("1 passed"), "{text}");
        return;
    }
    let game = GAMES.find("blackout").expect("the game");
    let made_after = |set: [&str; 2]| {
        let settings = Settings::read(set).expect("settings");
        game.with(&settings).expect("the game").prepare();
        COUNTING.0.load(Ordering::Relaxed)
    };
    assert_eq!(made_after(["board=1x6", "jury=random"]), 0);
    assert_eq!(made_after(["board=1x6", "jury=perfect"]), 1);
    assert_eq!(made_after(["board=1x6", "jury=perfect"]), 1, "once");
}
