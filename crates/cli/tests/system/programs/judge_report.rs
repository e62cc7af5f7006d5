//! The report of `stickler judge`: the match that is shown of those with the same error.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{holds, said, stickler};

tests! {
    a_judge_is_shown_the_shortest_match_with_an_error [PYTHON],
}

/// Of matches that show the same error the report draws the one with the shortest log.
fn a_judge_is_shown_the_shortest_match_with_an_error() {
    let Some(python) = crate::support::programs::python() else {
        return;
    };
    let folder = scratch("shortest-match");
    let whole = std::fs::read_to_string(root().join("examples/judges/gomoku.py"));
    let whole = whole.expect("a judge");
    let broken = whole.replace("(0, 1), (1, 0), (1, 1), (1, -1):", "((1, 1),):");
    assert_ne!(whole, broken);
    std::fs::write(folder.join("judge.py"), broken).expect("a judge");
    let shared = root().join("examples/judges/programs.py");
    std::fs::copy(shared, folder.join("programs.py")).expect("a file");
    let python = python.to_string_lossy();
    let words = [
        "judge",
        "gomoku",
        "--set",
        "bank=3000",
        "--only",
        "level",
        "--",
        &python,
        "judge.py",
        "--bank",
        "3000",
        "{0}",
        "{1}",
    ];
    let text = said(&stickler(&folder, &words));
    holds(
        &text,
        &[
            "Some(1)",
            "\nlevel-1: the judge must blame nobody",
            "  the same in 4 more matches: level-0, level-2, level-4, level-5\n",
        ],
    );
}
