//! `validate` of a broken log.

use crate::support::needs::tests;
use crate::support::programs::run;

tests! {
    broken_logs_are_named_with_their_line,
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
