//! `validate` of a record: the mark under a late answer, and the names of its seats.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{holds, said, stickler};

tests! {
    a_late_answer_of_a_record_has_its_mark_under_the_time,
    a_record_calls_its_seats_by_their_names,
}

fn a_late_answer_of_a_record_has_its_mark_under_the_time() {
    let folder = scratch("late-record");
    let five = root().join("fixtures/records/alphano/five.json");
    let record = std::fs::read_to_string(five).expect("a record");
    let at = record.find("\"time\":").expect("a time") + "\"time\":".len();
    let end = at + record[at..].find([',', '}', '\n']).expect("its end");
    let late = format!("{} 60000{}", &record[..at], &record[end..]);
    std::fs::write(folder.join("late.json"), late).expect("a file");
    let text = said(&stickler(&folder, &["validate", "late.json"]));
    let marked = text
        .lines()
        .find(|line| line.contains('^'))
        .expect("a mark");
    let line = text
        .lines()
        .zip(text.lines().skip(1))
        .find(|(_, next)| *next == marked)
        .expect("its line")
        .0;
    let from = marked.find('^').expect("a mark");
    assert!(line[from..].trim_start().starts_with("60000"), "{text}");
    holds(&text, &["this is one of them"]);
    assert!(!text.contains("nearest"), "{text}");
}

/// The file's own words for its seats, and a board that two findings share once.
fn a_record_calls_its_seats_by_their_names() {
    let folder = scratch("names");
    let taken = root().join("fixtures/records/alphano/taken.json");
    let record = std::fs::read_to_string(taken).expect("a record");
    let record = record
        .replace("\"RE\"", "\"OK\"")
        .replace("INTERRUPTED", "OK");
    std::fs::write(folder.join("taken.json"), record).expect("a file");
    let text = said(&stickler(&folder, &["validate", "taken.json"]));
    holds(
        &text,
        &[
            "error[gomoku.move.empty]: seat ",
            "\nnote: seat 0 is FIRST, ",
            "; seat 1 is SECOND, ",
            "\nthe board before it: the one above\n",
        ],
    );
    let title = text
        .lines()
        .find(|line| line.starts_with("error[gomoku.move.empty]"))
        .expect("a title");
    assert!(
        title.contains(" (FIRST, ") || title.contains(" (SECOND, "),
        "{text}"
    );
    assert_eq!(text.matches("the board before it:\n").count(), 1, "{text}");
}
