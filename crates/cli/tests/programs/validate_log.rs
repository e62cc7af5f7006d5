//! `validate` of a log: broken files, gaps, consequences, and errors that are folded.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{holds, run, said, stickler};

tests! {
    broken_logs_are_named_with_their_line,
    a_judge_s_breach_names_the_fault_that_it_follows_from,
    nobody_knows_the_board_after_a_gap,
    errors_that_differ_in_their_lines_alone_are_folded,
}

pub(crate) fn validate(input: &[u8]) -> (i32, String) {
    let (code, text) = run(&["validate", "gomoku", "-"], input);
    assert!(
        !text.is_empty(),
        "a diagnosis for {:?}",
        String::from_utf8_lossy(&input[..input.len().min(60)])
    );
    (code, text)
}

fn broken_logs_are_named_with_their_line() {
    let good = "0< READY FIRST\n1< READY SECOND\n0> OK @3ms\n1> OK @4ms\n0< TURN 10000 10000\n";
    let cases: [(Vec<u8>, i32, &str); 13] = [
        (Vec::new(), 2, "it is empty: expected a log or a record"),
        (
            b"\n\n# nothing\n".to_vec(),
            2,
            "there is no line of a seat in it",
        ),
        (
            b"\x00\x01\xff\xfe".to_vec(),
            2,
            "this is no text: it has bytes of zero",
        ),
        (
            b"\x7fELF\x02\x01\x01\x00".repeat(1000),
            2,
            "this is a program: name the log of a match",
        ),
        (
            b"stickler: 1\ngame: gomoku\n...\n".to_vec(),
            2,
            "there is no line of a seat in it",
        ),
        (good.as_bytes().to_vec(), 2, "error[log.end.whole]"),
        (
            good.replace('\n', "\r\n").into_bytes(),
            2,
            "error[log.end.whole]",
        ),
        (
            b"stickler: 9\n0< READY FIRST\n".to_vec(),
            2,
            "error[log.header.form]",
        ),
        (
            b"stickler: 1\ngame: chess\n0< READY FIRST\n".to_vec(),
            2,
            "another game, chess",
        ),
        (
            b"stickler: 1\nset: board=99x99\n0< READY FIRST\n".to_vec(),
            2,
            "board=99x99",
        ),
        (
            [good.as_bytes(), b"0> ", &vec![b'x'; 10_000_000]].concat(),
            1,
            "error[wire.line.length]",
        ),
        (
            format!("{good}0> MOVE 8 8 @5\n").into_bytes(),
            1,
            "error[log.line.form]: the log: a time is a whole number",
        ),
        (format!("{good}hello\n").into_bytes(), 1, "-:6:1"),
    ];
    for (bytes, wanted, part) in cases {
        let (code, text) = validate(&bytes);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
        assert_eq!(code, wanted, "{shown}\n{text}");
        assert!(
            text.contains(part),
            "{part} is missing for {shown}:\n{text}"
        );
        assert!(text.len() < 10_000, "a paragraph, not {} bytes", text.len());
    }
}

fn a_judge_s_breach_names_the_fault_that_it_follows_from() {
    let log = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 1 1 @50ms\n1< OPP 1 1 50\n1< TURN 10000 9950\n1> MOVE 1 1 @20ms\n0< OPP 1 1 20\n";
    let (code, text) = run(&["validate", "gomoku", "-"], log.as_bytes());
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("= consequence: of line 9, where seat 1 failed"),
        "{text}"
    );
    // A judge that errs after another answer does not err because of the fault.
    let log = log.replace(
        "1> MOVE 1 1 @20ms\n0< OPP 1 1 20\n",
        "1> MOVE 2 1  @20ms\n0< OPP 2 1 30\n",
    );
    let (code, text) = run(&["validate", "gomoku", "-"], log.as_bytes());
    assert!(code == 1 && !text.contains("consequence"), "{text}");
}

fn nobody_knows_the_board_after_a_gap() {
    let head = "0< READY FIRST\n1< READY SECOND\n0> OK @3ms\n1> OK @4ms\n0< TURN 10000 10000\n";
    let (code, text) = validate(format!("{head}0> MOVE 99 8 @5ms\n").as_bytes());
    assert!(
        code == 1 && !text.contains("the board before it") && text.contains("allowed here"),
        "an empty board: {text}"
    );
    let head = format!("{head}0> MOVE 8 8 @0ms\n1< OPP 8 8 0\n1< TURN 10000 10000\n");
    let (code, text) = validate(format!("{head}1> MOVE 99 8 @5ms\n").as_bytes());
    assert!(
        code == 1 && text.contains("the board before it") && text.contains("allowed here"),
        "{text}"
    );
    let (code, text) = validate(format!("{head}...\n1> MOVE 99 8 @5ms\n").as_bytes());
    assert!(
        code == 1 && !text.contains("the board before it") && !text.contains("allowed here"),
        "{text}"
    );
}

fn errors_that_differ_in_their_lines_alone_are_folded() {
    let folder = scratch("folded");
    let turns = "0< TURN 9000 9000\n0> MOVE 1\t1\n".repeat(16);
    std::fs::write(
        folder.join("odd.log"),
        format!("0< READY FIRST\n0> OK\n...\n{turns}"),
    )
    .expect("a file");
    let text = said(&stickler(&folder, &["validate", "gomoku", "odd.log"]));
    assert_eq!(text.matches("error[wire.line.tabs]").count(), 3, "{text}");
    holds(
        &text,
        &["\nwire.line.tabs: 13 more like it, on lines 11, 13, 15, 17,"],
    );
}
