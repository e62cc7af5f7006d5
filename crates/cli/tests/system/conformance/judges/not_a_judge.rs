//! Programs that start no bot, or whose words nobody reads.

use crate::support::files::scratch;
use crate::support::programs::{said, stickler};
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![named(
        "judges::not_a_judge::what_runs_nothing_is_no_judge",
        nothing_is_no_judge,
    )]
}

/// A program that starts no bot, or whose words nobody reads, was not tested.
fn nothing_is_no_judge() -> Result<(), Failed> {
    let folder = scratch("judges");
    let told = |words: &[&str]| {
        let words = [&["judge", "gomoku", "--only", "crash", "--"], words].concat();
        let output = stickler(&folder, &words);
        (output.status.code(), said(&output))
    };
    let (code, text) = told(&["sh", "-c", "echo winner 1; echo seat 0 RE", "{0}", "{1}"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("could not tell of crash-0, crash-1: it did not start the bot of seat 0"),
        "{text}"
    );
    assert!(
        text.trim_end().ends_with(
            "could not tell: no match had a fault that the judge had to see, and a verdict that could be read"
        ),
        "{text}"
    );
    let (code, text) = told(&["sh", "-c", "exit 0"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("the judge's command has no {0}, the place for the bot of seat 0"),
        "{text}"
    );
    let (code, text) = told(&["./no-such-judge", "{0}", "{1}"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("no-such-judge"), "{text}");
    Ok(())
}
