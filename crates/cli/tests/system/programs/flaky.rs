//! The report of a flaky bot: one whose failure does not come again with the same choices. Its other words are tested in
//! `crates/check/src/smallest/tests.rs`.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::python;
use crate::support::programs::{fed, holds};
use crate::support::trials::leave_out;

tests! {
    a_failure_that_does_not_come_again_is_called_flaky [PYTHON],
}

fn a_failure_that_does_not_come_again_is_called_flaky() {
    let folder = scratch("flaky");
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let python = python.to_string_lossy().into_owned();
    let bot = "import os, sys\n\
        first = not os.path.exists('played')\n\
        open('played', 'w').close()\n\
        for line in sys.stdin:\n\
        \x20   word = line.split()[0]\n\
        \x20   if word == 'READY':\n\
        \x20       print('OK', flush=True)\n\
        \x20   elif word == 'TURN':\n\
        \x20       if first: sys.exit(3)\n\
        \x20       print('MOVE 1 1', flush=True)\n\
        \x20   elif word == 'FINISH':\n\
        \x20       break\n";
    std::fs::write(folder.join("bot.py"), bot).expect("a bot");
    let set = ["--set", "board=1x3", "--set", "row=1"];
    let check = [
        &["check", "gomoku", "--only", "any", "--jobs", "1"],
        &set[..],
        &["--html", "r.html", "--markdown", "r.md"],
        &["--", &python, "bot.py"],
    ]
    .concat();
    let output = fed(&folder, &check, b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let flaky = "flaky: it failed 1 of 7 times with the same choices; it gave the same answers, so it differs in its times, or in how it ends";
    assert!(text.contains(flaky), "{text}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a report");
    holds(&read("r.md"), &[flaky]);
    holds(
        &read("r.html"),
        &[
            "<span class=\"badge\">flaky: it failed 1 of 7 times</span>",
            flaky,
        ],
    );
}
