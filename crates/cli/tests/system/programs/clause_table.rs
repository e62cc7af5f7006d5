//! The clauses of a report: those that passed, those that passed until the fault, and those that never came up.

use crate::support::needs::tests;
use crate::support::programs::{holds, screen_of};

tests! {
    a_clause_that_was_kept_before_the_fault_did_come_up [USAGE],
}

/// Its `READY` was answered five times, so nobody may read that no game came to it.
fn a_clause_that_was_kept_before_the_fault_did_come_up() {
    let script = "read l; echo OK; read l; echo MOVE 8 8; while read l; do echo NO; done";
    let check = |more: &[&str]| {
        let bot = [
            "--shrink", "0", "--seat", "0", "--", "/bin/sh", "-c", script,
        ];
        screen_of(
            "until-the-fault",
            &[&["check", "gomoku"][..], more, &bot].concat(),
        )
    };
    let usual = check(&[]);
    let until = "\n  passed until the fault: wire.line.newline, wire.line.flush, wire.line.bytes and 14 more (--verbose)\n";
    let never = "\n  never came up: wire.process.children, gomoku.finish.silent, gomoku.finish.exit and 1 more (--verbose)\n";
    holds(&usual, &[until, never]);
    assert!(!usual.contains("not exercised"), "{usual}");
    let row = |name: &str, cells: &str| format!("\n  {name:<30} {cells}\n");
    let title = row(
        "games by clause",
        "  passed   failed   warned   passed until the fault  never came up",
    );
    let ready = row(
        "gomoku.ready.answer",
        "       ·        ·        ·                        5              ·",
    );
    let finish = row(
        "gomoku.finish.silent",
        "       ·        ·        ·                        ·              1",
    );
    holds(&check(&["--verbose"]), &[&title, &ready, &finish]);
}
