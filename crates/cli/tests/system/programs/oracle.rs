//! The oracle and the vectors as commands.

use crate::support::files::root;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, stickler};

tests! {
    a_caller_that_waits_for_each_answer_gets_it,
    the_command_line_writes_the_corpus,
}

/// An answer comes before the next question is sent: nothing waits in a buffer.
fn a_caller_that_waits_for_each_answer_gets_it() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(STICKLER)
        .args(["oracle", "gomoku"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the oracle starts");
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe"));
    for id in 0..50 {
        // The beginning of the next line may be there already.
        to.write_all(format!("{{\"id\":{id},\"ask\":{{\"hello\":{{}}}}}}\n{{\"id\"").as_bytes())
            .expect("written");
        let mut line = String::new();
        from.read_line(&mut line).expect("an answer");
        assert!(line.starts_with(&format!("{{\"id\":{id},")), "{line}");
        to.write_all(b":-1}\n").expect("written");
        line.clear();
        from.read_line(&mut line).expect("an answer");
        assert!(line.starts_with("{\"id\":-1,\"error\""), "{line}");
    }
    drop(to);
    assert_eq!(child.wait().expect("ended").code(), Some(0));
}

/// The command writes the same bytes.
fn the_command_line_writes_the_corpus() {
    let output = stickler(
        root(),
        &["vectors", "gomoku", "--seed", "1", "--count", "48"],
    );
    assert_eq!(
        output.stdout,
        std::fs::read(root().join("fixtures/vectors/gomoku.jsonl")).expect("the corpus")
    );
}
