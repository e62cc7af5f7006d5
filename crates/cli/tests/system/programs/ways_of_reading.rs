//! Ways of reading input that work under one judge and fail under another: each fails in the scenario that is there for it.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{plan, refbot, words};
use crate::support::trials::leave_out;
use std::path::PathBuf;
use stickler_check::bot::{Plan, Played};

tests! {
    each_way_of_reading_fails_where_it_must,
    a_bot_that_reads_to_the_end_of_its_input_conforms_where_the_input_ends,
}

/// Whether a bot that reads like this conforms in the scenarios `any`, `split` and `line_by_line`; `None`: it is a
/// matter of chance, since lines that are written one by one may still be found together.
type Way = (&'static str, &'static str, [Option<bool>; 3]);

const WAYS: &[Way] = &[
    (
        "line by line",
        "    yield from sys.stdin",
        [Some(true), Some(true), Some(true)],
    ),
    (
        "by descriptor, with a buffer of its own",
        "    text = b''
    while piece := os.read(0, 4096):
        *lines, text = (text + piece).split(b'\\n')
        yield from (line.decode() for line in lines)",
        [Some(true), Some(true), Some(true)],
    ),
    (
        "as if each read got whole lines",
        "    while text := os.read(0, 4096):
        yield from text.decode().splitlines()",
        [Some(true), Some(false), Some(true)],
    ),
    (
        "as if each read got one line",
        "    while text := os.read(0, 4096):
        yield text.decode().splitlines()[0]",
        [Some(false), Some(false), None],
    ),
    (
        "by select() and buffered lines",
        "    while True:
        select.select([sys.stdin], [], [])
        line = sys.stdin.readline()
        if not line:
            return
        yield line",
        [Some(false), None, None],
    ),
    (
        "after a pause, and then whatever is there",
        "    import time
    while True:
        time.sleep(0.005)
        text = os.read(0, 4096)
        if not text:
            return
        yield from text.decode().splitlines()",
        [Some(true), None, Some(true)],
    ),
];

fn each_way_of_reading_fails_where_it_must() {
    let pythons = ["/usr/bin/python3", "/usr/local/bin/python3"].map(PathBuf::from);
    let Some(python) = pythons.into_iter().find(|path| path.is_file()) else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("reading");
    let path = folder.join("bot.py");
    let source = root().join("examples/bots/gomoku.py");
    let source = std::fs::read_to_string(source).expect("the example");
    for (name, way, expected) in WAYS {
        let bot = source.replace(
            "import sys\n",
            &format!("import os, select, sys\n\ndef lines():\n{way}\n\n"),
        );
        let bot = bot.replace("in sys.stdin:", "in lines():");
        assert!(
            bot.contains("in lines():"),
            "the example reads line by line"
        );
        std::fs::write(&path, bot).expect("written");
        for (scenario, conforms) in ["any", "split", "line_by_line"].into_iter().zip(expected) {
            let command = words([&python, &path]);
            // A bot that conforms has time on a slow machine, too.
            let limits = match conforms {
                Some(true) => ["ready=15000", "bank=15000"],
                _ => ["ready=1500", "bank=1500"],
            };
            let plan = Plan {
                seed: 7,
                cases: Some(1),
                ..plan("gomoku", &limits, command)
            };
            let cases = plan.cases().expect("cases");
            let case = cases
                .into_iter()
                .find(|case| case.scenario.name == scenario)
                .expect("the scenario");
            let played = || plan.play(case).expect("a match");
            let fails = |played: &Played| played.faults().count() > 0;
            match conforms {
                Some(true) => {
                    let played = played();
                    assert!(
                        !fails(&played),
                        "{name}, {scenario}:\n{}",
                        played.record.transcript
                    );
                }
                // A busy machine may hold a program up until all pieces of a message are there.
                Some(false) => assert!(
                    (0..20).any(|_| fails(&played())),
                    "{name}, {scenario}: it conforms"
                ),
                None => {
                    played();
                }
            }
        }
    }
}

fn a_bot_that_reads_to_the_end_of_its_input_conforms_where_the_input_ends() {
    for (game, ends) in [
        ("blackout", true),
        ("tetris", true),
        ("blokus", true),
        ("gomoku", false),
        ("betris", false),
    ] {
        let bot = format!("{}; exec cat > /dev/null", refbot(game));
        let command = ["sh", "-c", &bot].map(str::to_string).to_vec();
        let plan = Plan {
            cases: Some(1),
            ..plan(game, &[], command)
        };
        let played = plan
            .play(plan.cases().expect("cases").swap_remove(0))
            .expect("a match");
        assert_eq!(
            played.faults().count() == 0,
            ends,
            "{game}:\n{}",
            played.record.transcript
        );
    }
}
