//! `grade`, `generate` and `decide`: the commands of a batch task, Tetris.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::fed;

tests! {
    a_batch_is_graded_generated_and_decided,
}

fn a_batch_is_graded_generated_and_decided() {
    let folder = scratch("batch");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    let run = |words: &[&str]| {
        let output = fed(&folder, words, b"");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    write("in", "3\n3\nLIT\n14\nJOTLIZZJSOTLSO\n3\nLOL\n");
    write("right", "YES\nYES\nNO\n");
    write("wrong", "YES\nYES\nYES\n");
    assert_eq!(run(&["grade", "tetris", "in", "right"]).0, Some(0));
    assert_eq!(
        run(&["grade", "tetris", "in", "right", "--kattis"]).0,
        Some(42)
    );
    assert_eq!(
        run(&["grade", "tetris", "in", "wrong", "--kattis"]).0,
        Some(43)
    );
    let (code, text) = run(&["grade", "tetris", "in", "wrong"]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("error[tetris.answer.no]")
            && text.contains("wrong:3:1")
            && text.contains("places L as piece 3"),
        "{text}"
    );
    write("in", "1\n3\nLIX\n");
    assert_eq!(run(&["grade", "tetris", "in", "right"]).0, Some(2));
    assert_eq!(run(&["grade", "tetris", "in", "no-such-file"]).0, Some(2));
    assert_eq!(run(&["grade", "gomoku", "in", "right"]).0, Some(2));
    let (code, text) = run(&["decide", "tetris", "ZOSLJTZLOSIJI"]);
    assert!(
        code == Some(0) && text.starts_with("YES\n") && text.contains("Q   _   Z"),
        "{text}"
    );
    assert!(
        run(&["decide", "tetris", "--set=preset=generation", "JJTT"])
            .1
            .starts_with("0\n")
    );
    let generated = run(&["generate", "tetris", "--seed", "3"]).1;
    assert_eq!(run(&["generate", "tetris", "--seed", "3"]).1, generated);
    write("in", &generated);
    let refbot = fed(&folder, &["refbot", "tetris"], generated.as_bytes());
    std::fs::write(folder.join("right"), refbot.stdout).expect("written");
    assert_eq!(run(&["grade", "tetris", "in", "right"]).0, Some(0));
}
