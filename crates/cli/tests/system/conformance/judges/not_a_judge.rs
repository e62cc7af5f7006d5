//! Programs that start no bot, or whose words nobody reads.

use crate::support::files::scratch;
use crate::support::programs::{said, stickler};
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        named(
            "judges::not_a_judge::what_runs_nothing_is_no_judge",
            nothing_is_no_judge,
        ),
        named(
            "judges::not_a_judge::who_starts_one_bot_is_tried_in_every_match",
            who_starts_one_bot_is_tried_in_every_match,
        ),
        named(
            "judges::not_a_judge::who_never_starts_a_bot_is_not_tried_on",
            who_never_starts_a_bot_is_not_tried_on,
        ),
    ]
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
        text.contains(
            "could not tell of crash-end-0, crash-0, crash-1: it did not start the bot of seat 0"
        ),
        "{text}"
    );
    assert!(
        text.trim_end()
            .ends_with("could not tell: the judge started no bot in 3 matches"),
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

/// A program that ends at once, as one with a wrong word in its text does, is not tried in every match.
fn who_never_starts_a_bot_is_not_tried_on() -> Result<(), Failed> {
    let folder = scratch("judges");
    let words = [
        "judge",
        "gomoku",
        "--",
        "sh",
        "-c",
        "echo broken >&2; exit 1",
        "{0}",
        "{1}",
    ];
    let output = stickler(&folder, &words);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("could not tell: the judge started no bot in "),
        "{text}"
    );
    assert!(last.ends_with(" were skipped"), "{text}");
    assert!(text.contains("its last line: broken"), "{text}");
    Ok(())
}

/// A right judge, too, may start no second bot where the first one fails: that is no reason to skip the rest, which has many kinds.
fn who_starts_one_bot_is_tried_in_every_match() -> Result<(), Failed> {
    let folder = scratch("judges");
    let judge = "eval \"$0\" </dev/null >/dev/null; echo seat 0 RE; echo winner 1";
    let words = [
        "judge", "gomoku", "--only", "s", "--", "sh", "-c", judge, "{0}", "{1}",
    ];
    let text = said(&stickler(&folder, &words));
    assert!(
        text.contains("it did not start the bot of seat 1"),
        "{text}"
    );
    assert!(!text.contains("skipped: "), "{text}");
    Ok(())
}
