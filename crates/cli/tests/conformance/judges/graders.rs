//! `judge tetris`: graders of a batch task.

use crate::support::depth::is_deep;
use crate::support::files::scratch;
use crate::support::programs::{STICKLER, said, stickler};
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![named(
        "judges::graders::graders_are_tested",
        graders_are_tested,
    )]
}

/// A grader of a batch task: ours is right, and four others are not.
fn graders_are_tested() -> Result<(), Failed> {
    let folder = scratch("judges");
    let told = |more: &[&str], words: &[&str]| {
        let output = stickler(
            &folder,
            &[&["judge", "tetris"], more, &["--"], words].concat(),
        );
        (output.status.code(), said(&output))
    };
    let ours = [
        STICKLER, "grade", "tetris", "--kattis", "{input}", "{output}",
    ];
    let (code, text) = told(&[], &ours);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = told(&["--verdict", "exit"], &[&ours[..3], &ours[4..]].concat());
    assert_eq!(code, Some(0), "{text}");
    // The codes of testlib's checkers are no verdict where those of Kattis are due.
    let (code, text) = told(&["--only", "right"], &[&ours[..3], &ours[4..]].concat());
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains(
            "no verdict was read: exit code 0 is no verdict; a validator of Kattis ends with 42 (accepted) or 43 (wrong)"
        ),
        "{text}"
    );
    for (script, only, shows) in [
        (
            "exit 42",
            "first-wrong",
            "first-wrong: the judge must say WA; the output has another first answer\n  it says AC, where WA is due",
        ),
        (
            "cmp -s $1 $2 && exit 43; exit 42",
            "right",
            "it says WA of an output that is right",
        ),
        (
            "test $(wc -l < $1) = $(wc -l < $2) && exit 42; exit 43",
            "all-wrong",
            "all-wrong: the judge must say WA",
        ),
        (
            "head -c 9 $1 | cmp -s - $2 -n 9 && exit 42; exit 43",
            "text-after",
            "text-after: the judge must say WA",
        ),
        // Whatever is not the first kind counts as the second, or the other way round.
        (
            "read_all() { sed 's/^YES$/1/; /^1$/!s/.*/0/' $1; }; test \"$(read_all $1)\" = \"$(read_all $2)\" && exit 42; exit 43",
            "another-word",
            "has a word that is no answer in place of one of its ",
        ),
        (
            "read_all() { sed 's/^NO$/0/; /^0$/!s/.*/1/' $1; }; test \"$(read_all $1)\" = \"$(read_all $2)\" && exit 42; exit 43",
            "another-word",
            "has a word that is no answer in place of one of its ",
        ),
        (
            "test \"$(cut -c1 $1)\" = \"$(cut -c1 $2)\" && exit 42; exit 43",
            "longer-word",
            "longer-word: the judge must say WA",
        ),
        (
            "test \"$(sort $1)\" = \"$(sort $2)\" && exit 42; exit 43",
            "two-swapped",
            "two-swapped: the judge must say WA",
        ),
        // The last case of as many as there may be.
        (
            "test \"$(head -n 99 $1)\" = \"$(head -n 99 $2)\" || exit 43; test $(wc -l < $1) = $(wc -l < $2) && exit 42; exit 43",
            "last-wrong-5",
            "last-wrong-5: the judge must say WA",
        ),
        ("sleep 60", "first-wrong", "it had not ended after "),
        (
            "cmp -s $1 $2 && exit 42; sleep 60 & exit 43",
            "first-wrong",
            "it left 1 processes running",
        ),
    ] {
        let more = ["--limit", "1", "--only", only];
        let more = if is_deep() { &more[..2] } else { &more };
        let (code, text) = told(more, &["sh", "-c", script, "sh", "{output}", "{answer}"]);
        assert_eq!(code, Some(1), "{script}\n{text}");
        assert!(text.contains(shows), "{shows}\n{text}");
    }
    // A checker that fails on what is no text has failed itself.
    let crash = "test \"$(tr -d '\\000-\\177' <$1 | wc -c)\" = 0 || exit 1; cmp -s $1 $2 && exit 42; exit 43";
    let (code, text) = told(&[], &["sh", "-c", crash, "sh", "{output}", "{answer}"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("\n  it failed itself: exit code 1 is no verdict\n"),
        "{text}"
    );
    // A checker that says nothing was not tested.
    let (code, text) = told(&[], &["true", "{output}"]);
    assert_eq!(code, Some(2), "{text}");
    Ok(())
}
