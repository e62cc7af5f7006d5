//! Values that no document gives: bots are tried under them, and the report says what comes of it.

use super::failure_report::check;
use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{holds, said, stickler};

tests! {
    an_assumed_clause_names_its_parameter_or_none,
    what_no_document_says_is_tried_and_never_counts,
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
        // A quarter of the search's limit is for these games, also on a slow machine; its games are few.
        let words = [
            "check",
            "betris",
            "--search",
            "120",
            "--time-box",
            "600",
            "--cases",
            "2",
        ];
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
