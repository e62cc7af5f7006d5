//! `--set preset=NAME`: a name for several parameters.

use crate::support::needs::tests;
use crate::support::programs::run;

tests! {
    a_preset_stands_for_its_parameters,
}

fn a_preset_stands_for_its_parameters() {
    let (code, text) = run(
        &[
            "games",
            "tetris",
            "--set",
            "hold=yes",
            "--set",
            "preset=generation",
        ],
        b"",
    );
    assert_eq!(code, 0);
    let value = |name: &str| {
        text.lines()
            .find_map(|line| line.trim().strip_prefix(name))
            .map(|rest| rest.trim_start())
    };
    assert!(
        value("start ").is_some_and(|rest| rest.starts_with("mid-bag")),
        "{text}"
    );
    assert!(
        value("hold ").is_some_and(|rest| rest.starts_with("yes")),
        "what is set beside a preset wins: {text}"
    );
    assert!(text.contains("--set preset=generation: "), "{text}");
    assert_eq!(
        run(&["games", "gomoku", "--set", "preset=generation"], b"").0,
        2
    );
}
