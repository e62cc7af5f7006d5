//! `play tetris`: a program that reads one input and prints one output.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{said, stickler};
use std::path::Path;

tests! {
    a_batch_program_that_dies_is_named_for_its_death,
    the_end_of_the_output_ends_a_batch_s_last_answer,
}

/// A batch of so many sequences of one piece, all of them possible, to a shell script.
fn batch(folder: &Path, cases: &str, script: &str) -> String {
    let bot = format!("sh -c 'cat > input; {script}'");
    let set = [
        "--set",
        cases,
        "--set",
        "length=1",
        "--set",
        "mix=games",
        "--set",
        "time=20000",
    ];
    let words = [
        &["play", "tetris", "--isolation=off", "--log=batch.log"][..],
        &set,
        &["--bot", &bot],
    ]
    .concat();
    let text = said(&stickler(folder, &words));
    let log = std::fs::read_to_string(folder.join("batch.log")).expect("a transcript");
    let checked = stickler(folder, &["validate", "tetris", "batch.log"]);
    format!("{text}{log}{}", said(&checked))
}

fn a_batch_program_that_dies_is_named_for_its_death() {
    let folder = scratch("batch-death");
    for end in ["exit 3", "kill -SEGV $$"] {
        let text = batch(&folder, "cases=5", &format!("echo YES; {end}"));
        let places = [
            "wire.process.alive (line",
            "tetris.answer.count",
            "error[wire.process.alive]",
        ]
        .map(|word| text.find(word));
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{end}: {text}"
        );
    }
    // Who ends as it should has only left answers out.
    let text = batch(&folder, "cases=5", "echo YES");
    assert!(
        text.contains("tetris.answer.count") && !text.contains("wire.process.alive"),
        "{text}"
    );
}

fn the_end_of_the_output_ends_a_batch_s_last_answer() {
    let folder = scratch("batch-newline");
    let answers = "for i in $(seq 2 $(head -n 1 input)); do echo YES; done; printf YES";
    for script in [answers, "printf YES"] {
        let text = batch(
            &folder,
            if script == answers {
                "cases=5"
            } else {
                "cases=1"
            },
            script,
        );
        assert!(
            text.starts_with("Some(0)") && text.contains("batch.log: conforms"),
            "{text}"
        );
    }
}
