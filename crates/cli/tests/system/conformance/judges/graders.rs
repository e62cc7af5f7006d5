//! `judge tetris`: graders of a batch task.

use crate::support::files::scratch;
use crate::support::programs::{STICKLER, said, stickler};
use crate::support::tier::is_deep;
use crate::support::trials::{named, of_gate, usual_if};
use libtest_mimic::{Failed, Trial};

/// Wrong graders: a name, a script, the outputs that show its mistake, and what is said of it.
type Wrong = (&'static str, &'static str, &'static str, &'static str);

const WRONG: &[Wrong] = &[
    (
        "accepts_everything",
        "exit 42",
        "first-wrong",
        "first-wrong: the judge must say WA; the output has another first answer\n  it says AC, where WA is due",
    ),
    (
        "wants_what_is_wrong",
        "cmp -s $1 $2 && exit 43; exit 42",
        "right",
        "it says WA of an output that is right",
    ),
    (
        "counts_lines_alone",
        "test $(wc -l < $1) = $(wc -l < $2) && exit 42; exit 43",
        "all-wrong",
        "all-wrong: the judge must say WA",
    ),
    (
        "reads_the_first_bytes_alone",
        "head -c 9 $1 | cmp -s - $2 -n 9 && exit 42; exit 43",
        "text-after",
        "text-after: the judge must say WA",
    ),
    // Whatever is not the first kind counts as the second, or the other way round.
    (
        "takes_other_words_for_NO",
        "read_all() { sed 's/^YES$/1/; /^1$/!s/.*/0/' $1; }; test \"$(read_all $1)\" = \"$(read_all $2)\" && exit 42; exit 43",
        "another-word",
        "has a word that is no answer in place of one of its ",
    ),
    (
        "takes_other_words_for_YES",
        "read_all() { sed 's/^NO$/0/; /^0$/!s/.*/1/' $1; }; test \"$(read_all $1)\" = \"$(read_all $2)\" && exit 42; exit 43",
        "another-word",
        "has a word that is no answer in place of one of its ",
    ),
    (
        "reads_the_first_letter_alone",
        "test \"$(cut -c1 $1)\" = \"$(cut -c1 $2)\" && exit 42; exit 43",
        "longer-word",
        "longer-word: the judge must say WA",
    ),
    (
        "sorts_the_answers",
        "test \"$(sort $1)\" = \"$(sort $2)\" && exit 42; exit 43",
        "two-swapped",
        "two-swapped: the judge must say WA",
    ),
    // The last case of as many as there may be.
    (
        "leaves_out_the_last_case",
        "test \"$(head -n 99 $1)\" = \"$(head -n 99 $2)\" || exit 43; test $(wc -l < $1) = $(wc -l < $2) && exit 42; exit 43",
        "last-wrong-5",
        "last-wrong-5: the judge must say WA",
    ),
    (
        "lets_through_what_has_a_tab",
        "cmp -s $1 $2 && exit 42; grep -q \"$(printf '\\t')\" $1 && exit 42; exit 43",
        "tab-wrong",
        "tab-wrong: the judge must say WA",
    ),
    (
        "takes_one_and_zero",
        "test \"$(sed 's/^1$/YES/; s/^0$/NO/' $1)\" = \"$(cat $2)\" && exit 42; exit 43",
        "other-form",
        "other-form: the judge must say WA",
    ),
    (
        "lets_a_single_case_through",
        "cmp -s $1 $2 && exit 42; test $(wc -l < $2) = 1 && exit 42; exit 43",
        "first-wrong-6",
        "first-wrong-6: the judge must say WA",
    ),
    (
        "never_ends",
        "sleep 60",
        "first-wrong",
        "it had not ended after ",
    ),
    (
        "leaves_a_process",
        "cmp -s $1 $2 && exit 42; sleep 60 & exit 43",
        "first-wrong",
        "it left 1 processes running",
    ),
];

/// By default ours is tried, and a few of the wrong ones.
const USUAL: [&str; 3] = [
    "accepts_everything",
    "sorts_the_answers",
    "leaves_a_process",
];

pub(crate) fn tests() -> Vec<Trial> {
    let wrong = WRONG.iter().map(|wrong| {
        let name = format!("judges::graders::{}", wrong.0);
        let trial = named(&name, || is_told(wrong));
        usual_if(USUAL.contains(&wrong.0), trial)
    });
    let mut trials: Vec<Trial> = wrong.collect();
    trials.extend([
        named("judges::graders::ours_is_right", ours_is_right),
        of_gate(named(
            "judges::graders::ours_is_right_by_other_codes",
            by_other_codes,
        )),
        of_gate(named("judges::graders::one_that_fails_itself", crashes)),
        named("judges::graders::one_that_says_nothing", says_nothing),
        named(
            "judges::graders::one_that_refuses_by_a_traceback",
            refuses_by_a_traceback,
        ),
    ]);
    trials
}

/// What `judge tetris` says of a grader.
fn told(more: &[&str], words: &[&str]) -> (Option<i32>, String) {
    let folder = scratch("judges");
    let words = [&["judge", "tetris"], more, &["--"], words].concat();
    let output = stickler(&folder, &words);
    (output.status.code(), said(&output))
}

const OURS: [&str; 6] = [
    STICKLER, "grade", "tetris", "--kattis", "{input}", "{output}",
];

fn ours_is_right() -> Result<(), Failed> {
    let (code, text) = told(&[], &OURS);
    assert_eq!(code, Some(0), "{text}");
    let open = "\nthe grader may accept or refuse 18 outputs, as no document decides them or contest systems differ:\n  it accepts: no-last-newline, ";
    assert!(text.contains(open), "{text}");
    Ok(())
}

fn by_other_codes() -> Result<(), Failed> {
    let ours = OURS;
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
    Ok(())
}

fn is_told((_, script, only, shows): &Wrong) -> Result<(), Failed> {
    let more = ["--limit", "1", "--only", only];
    let more = if is_deep() { &more[..2] } else { &more };
    let (code, text) = told(more, &["sh", "-c", script, "sh", "{output}", "{answer}"]);
    assert_eq!(code, Some(1), "{script}\n{text}");
    assert!(text.contains(shows), "{shows}\n{text}");
    Ok(())
}

/// A checker that fails on what is no text has failed itself.
fn crashes() -> Result<(), Failed> {
    let crash = "test \"$(tr -d '\\000-\\177' <$1 | wc -c)\" = 0 || exit 1; cmp -s $1 $2 && exit 42; exit 43";
    let (code, text) = told(&[], &["sh", "-c", crash, "sh", "{output}", "{answer}"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("\n  it failed itself: exit code 1 is no verdict\n"),
        "{text}"
    );
    Ok(())
}

/// A checker that says nothing was not tested.
fn says_nothing() -> Result<(), Failed> {
    let (code, text) = told(&["--only", "right"], &["true", "{output}"]);
    assert_eq!(code, Some(2), "{text}");
    Ok(())
}

/// A checker that dies of what it should refuse, in a convention in which any code but 0 refuses.
fn refuses_by_a_traceback() -> Result<(), Failed> {
    let script = "cmp -s $1 $2 && exit 0; echo 'Traceback (most recent call last):' >&2; echo \"KeyError: 'MAYBE'\" >&2; exit 1";
    let more = ["--verdict", "exit", "--only", "first-wrong"];
    let (code, text) = told(&more, &["sh", "-c", script, "sh", "{output}", "{answer}"]);
    assert_eq!(code, Some(0), "{text}");
    let warned = "warning: the grader ended by an error of its own on ";
    assert!(text.contains(warned), "{text}");
    assert!(text.contains("ends with `KeyError: 'MAYBE'`"), "{text}");
    Ok(())
}
