//! Parts of `wire.rs`.

use stickler::wire::*;

fn integers(line: &str) -> (Vec<Option<i64>>, Remarks) {
    let mut words = Words::new(line.as_bytes());
    let mut seen = Vec::new();
    while !words.end() {
        seen.push(words.integer());
    }
    (seen, words.remarks)
}

#[test]
fn plain_numbers_have_up_to_nine_digits() {
    assert_eq!(plain(b"TURN 0 999999999", b"TURN"), Some([0, 999_999_999]));
    for line in [
        "TURN 1 9999999999",
        "TURN 1 99999999999999999999",
        "TURN 01 2",
        "TURN 1",
        "TURN 1 2 3",
        "TURN  1 2",
    ] {
        assert_eq!(plain::<2>(line.as_bytes(), b"TURN"), None, "{line}");
    }
}

#[test]
fn plain_numbers_pass_without_remark() {
    assert_eq!(
        integers("8 -12 0"),
        (vec![Some(8), Some(-12), Some(0)], Remarks::default())
    );
}

#[test]
fn habits_are_forgiven_and_remembered() {
    for (line, clause, at) in [
        ("+3 4", "wire.number.plain", 0),
        ("3 04", "wire.number.plain", 2),
        ("3 -0", "wire.number.plain", 2),
        (" 3", "wire.line.blanks", 0),
        ("3  4", "wire.line.blanks", 1),
        ("3\t4", "wire.line.tabs", 1),
        ("3 ", "wire.line.blanks", 1),
        ("3 4\t", "wire.line.blanks", 3),
        ("\t3", "wire.line.blanks", 0),
        ("3\r", "wire.line.crlf", 1),
        // Of several the first is shown.
        ("1 +3 04 -0", "wire.number.plain", 2),
        ("3  4  5 ", "wire.line.blanks", 1),
        ("3\t4\t5", "wire.line.tabs", 1),
    ] {
        let seen: Vec<_> = integers(line)
            .1
            .breaches()
            .map(|breach| (breach.clause.id(), breach.span))
            .collect();
        let [(id, span)] = seen[..] else {
            panic!("{line:?}: {seen:?}")
        };
        let columns = span.columns(line.as_bytes());
        assert_eq!((id, columns.start), (clause, at), "{line:?}");
        assert_eq!(
            columns.len(),
            if id == "wire.number.plain" { 2 } else { 1 },
            "{line:?}"
        );
    }
    let both: Vec<_> = integers("3 \t4")
        .1
        .breaches()
        .map(|breach| breach.span.columns(b"3 \t4").start)
        .collect();
    assert_eq!(both, [2, 1], "the tab, and the gap that it is in");
}

#[test]
fn what_is_no_integer_is_none() {
    for word in ["3.0", "-1_0", "--1", "0x3", "٣", "", "+", "-"] {
        assert_eq!(Words::new(word.as_bytes()).integer(), None, "{word}");
    }
    assert_eq!(
        Words::new(b"99999999999999999999").integer(),
        Some(i64::MAX)
    );
}

#[test]
fn plain_lines_are_read_at_once_and_others_are_left() {
    assert_eq!(plain(b"MOVE 8 15", b"MOVE"), Some([8, 15]));
    assert_eq!(plain(b"MOVE 0 999999999", b"MOVE"), Some([0, 999_999_999]));
    for line in [
        "MOVE 8",
        "MOVE 8 9 1",
        "MOVE 08 9",
        "MOVE  8 9",
        "MOVE 8 9 ",
        "MOVE +8 9",
        "MOVES 8 9",
        "MOVE 8 1234567890",
        "MOVE",
    ] {
        assert_eq!(plain::<2>(line.as_bytes(), b"MOVE"), None, "{line}");
    }
}

#[test]
fn digits_are_those_of_the_formatter() {
    for number in [0, 7, 10, 99, 10_000, u64::MAX] {
        assert_eq!(digits(number, &mut [0; 20]), number.to_string());
    }
}

#[test]
fn words_know_their_columns() {
    assert_eq!(word_at(b"MOVE  8 9", 1), 6..7);
    assert_eq!(word_at(b"MOVE 8", 2), 6..6);
    assert_eq!(word_at(b"", 0), 0..0);
}
