//! `--strict`: warnings fail where they are made to.

use super::validate_log::validate;
use crate::support::needs::tests;
use crate::support::programs::run;

tests! {
    warnings_do_not_fail_unless_they_are_made_to,
}

fn warnings_do_not_fail_unless_they_are_made_to() {
    let script = "printf 'OK\\r\\n' && exec cat > /dev/null";
    let words = |strict: &'static str| {
        [
            "check",
            "gomoku",
            "--cases",
            "1",
            "--time-bank",
            "100",
            strict,
            "--",
            "/bin/sh",
            "-c",
            script,
        ]
    };
    let (code, text) = run(&words("--verbose"), b"");
    assert_eq!(code, 1, "{text}");
    let log =
        b"0< READY FIRST\n1< READY SECOND\n0> OK\\r @1ms\n1> OK @1ms\n...\n0< FINISH\n1< FINISH\n";
    assert_eq!(validate(log).0, 0);
    assert_eq!(run(&["validate", "gomoku", "-", "--strict"], log).0, 1);
}
