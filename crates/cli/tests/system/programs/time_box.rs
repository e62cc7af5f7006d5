//! `--time-box`: a run that did not play every scenario conforms to nothing.

use crate::support::files::scratch;
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{said, stickler};

tests! {
    a_run_without_some_scenarios_conforms_to_nothing,
}

/// Whoever is slow enough leaves scenarios unplayed: nothing is said of those.
fn a_run_without_some_scenarios_conforms_to_nothing() {
    let folder = scratch("unplayed");
    let mark = Mark::new();
    let slow = format!(": {mark}; sleep 1.2; exec \"$REFBOT\" gomoku");
    let check = [
        "check",
        "gomoku",
        "--time-box",
        "1",
        "--resume",
        "kept.jsonl",
        "--",
        "/bin/sh",
        "-c",
        &slow,
    ];
    let output = stickler(&folder, &check);
    let text = said(&output);
    assert!(
        output.status.code() == Some(2)
            && text.contains(
                "could not tell: nothing failed in 1 game, but these scenarios were not played: "
            ),
        "{text}"
    );
    let why = "29 games not played: the time box was over";
    assert!(text.contains(why), "{text}");
    assert_eq!(mark.running(), 0);
    // Its results still know why.
    let joined = said(&stickler(&folder, &["report", "merge", "kept.jsonl"]));
    assert!(joined.contains(why), "{joined}");
}
