//! `--seed`: the same seed plays the same games.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::fed;

tests! {
    the_same_seed_plays_the_same_games,
}

fn the_same_seed_plays_the_same_games() {
    let log = |seed: &str| {
        let folder = scratch(&format!("seed-{seed}"));
        // It answers correctly for five turns, so that the opponent's moves are in the log.
        let script = "read l; echo OK; n=0; while read l; do case $l in TURN*) n=$((n+1)); \
            if [ $n -lt 6 ]; then echo MOVE $((2 * n)) 14; else echo NO; fi;; esac; done";
        let words = [
            "check", "gomoku", "--seed", seed, "--shrink", "0", "--only", "any", "--seat", "1",
            "--", "/bin/sh", "-c", script,
        ];
        let output = fed(&folder, &words, b"");
        assert_eq!(
            output.status.code(),
            Some(1),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
        let saved = std::fs::read_dir(folder.join("stickler-failures"))
            .expect("saved")
            .flatten()
            .find(|entry| entry.path().extension().is_some_and(|end| end == "yaml"))
            .expect("a file");
        let text = std::fs::read_to_string(saved.path()).expect("text");
        let saved = stickler::fixture::Saved::read(&text).expect("a saved failure");
        let opponent = saved
            .transcript
            .lines()
            .filter(|line| line.starts_with("0> "));
        (
            saved.choices,
            opponent.map(str::to_string).collect::<Vec<_>>(),
        )
    };
    let (choices, opponent) = log("7");
    assert!(opponent.len() > 3 && !choices.is_empty(), "{opponent:?}");
    assert_eq!(log("7"), (choices.clone(), opponent.clone()));
    assert_ne!(log("8").1, opponent);
}
