//! Events and answers of a log: each is read as it is written, and no event with a word more, a word less or another number.

use stickler::game::Seat;
use stickler::params::Ms;
use stickler::referee::Death;
use stickler::transcript::{Entry, Event, Transcript, Unreadable, escape, unescape};

/// What the log says in its one line, and the breach if it is no event.
fn read(text: &str) -> Result<String, String> {
    let log = format!("0! {text}\n");
    let transcript = Transcript::parse(log.as_bytes()).expect("no header is missing");
    match transcript.body().next().expect("a line").entry() {
        Ok(Entry::Event(Seat(0), event)) => Ok(format!("{event:?}")),
        Ok(other) => panic!("{other:?}"),
        Err(unreadable) => Err(unreadable.breach().why.to_string()),
    }
}

const EVENTS: [(&str, Event<'static>); 8] = [
    ("silent @5ms", Event::Silent(Ms(5))),
    ("closed", Event::Closed),
    ("flood", Event::Flood),
    ("exit 0", Event::Died(Death::Exit(0))),
    ("exit 255", Event::Died(Death::Exit(255))),
    ("signal 9", Event::Died(Death::Signal(9))),
    ("left 3", Event::Left(3)),
    (
        "used cpu 1ms memory 2MB",
        Event::Used {
            cpu: Ms(1),
            memory: 2,
        },
    ),
];

#[test]
fn an_event_is_read_as_it_is_written() {
    for (text, event) in EVENTS {
        assert_eq!(read(text), Ok(format!("{event:?}")), "{text}");
    }
    for text in ["unfinished a  b", "unflushed a  b"] {
        assert!(
            read(text).is_ok_and(|event| event.contains(&format!("{:?}", b"a  b"))),
            "{text}"
        );
    }
}

#[test]
fn an_event_has_no_word_more_and_none_less() {
    for (text, _) in EVENTS {
        for text in [
            format!("{text} x"),
            format!("{text} "),
            format!("{text}x"),
            format!("x{text}"),
        ] {
            assert!(
                read(&text).is_err_and(|why| why.starts_with("an unknown event")),
                "{text}"
            );
        }
        if let Some((less, _)) = text.rsplit_once(' ') {
            assert!(
                read(less).is_err_and(|why| why.starts_with("an unknown event")),
                "{less}"
            );
        }
    }
}

#[test]
fn an_event_has_its_own_numbers() {
    for text in [
        "silent 5ms",
        "silent @5",
        "silent @ms",
        "silent @-1ms",
        "exit",
        "exit one",
        "signal 0",
        "signal 00",
        "left 0",
        "left -1",
        "used cpu 1 memory 2MB",
        "used cpu 1ms memory 2",
        "used memory 2MB cpu 1ms",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    for text in [
        "exit 2147483648",
        "signal 2147483648",
        "silent @99999999999999999999ms",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    assert_eq!(
        read("exit 2147483647"),
        Ok(format!("{:?}", Event::Died(Death::Exit(i32::MAX))))
    );
}

/// Nothing of an answer is lost or taken for something else: blanks at its end, `@`, bytes that are no text.
#[test]
fn an_answer_is_written_so_that_it_is_read_back() {
    for (bytes, text) in [
        (&b"a b"[..], "a b"),
        (b"a ", "a\\x20"),
        (b" ", "\\x20"),
        (b" a\t", " a\\t"),
        (b"a\r", "a\\r"),
        (b"a\\b", "a\\\\b"),
        (b"@", "\\x40"),
        (b"a @5ms", "a \\x405ms"),
        (b"\xff~\x7f", "\\xff~\\x7f"),
    ] {
        assert_eq!(escape(bytes), text);
        assert_eq!(&*unescape(text.as_bytes()), bytes);
    }
}

/// A time stands after a blank, or alone after an answer that is empty.
#[test]
fn the_time_of_an_answer_stands_after_it() {
    for (line, answer, time) in [
        ("0> 1 2 @50ms", "1 2", Some(Ms(50))),
        ("0> @50ms", "", Some(Ms(50))),
        ("0>  @50ms", "", Some(Ms(50))),
        ("0> 1@a", "1@a", None),
        ("0> 1@5", "1@5", None),
        ("0> 1 @ms", "1 @ms", None),
        ("0> 1 50ms", "1 50ms", None),
    ] {
        let log = format!("{line}\n");
        let transcript = Transcript::parse(log.as_bytes()).expect("no header is missing");
        let said = transcript.body().next();
        let Some(Ok(Entry::Said(_, text, took))) = said.map(|said| said.entry()) else {
            panic!("{line}")
        };
        assert_eq!(
            (String::from_utf8_lossy(text).as_ref(), took),
            (answer, time),
            "{line}"
        );
    }
}

#[test]
fn what_looks_like_a_time_and_is_none_is_a_slip_of_the_log() {
    for line in [
        "0> 1@50ms",
        "0> 1 @5",
        "0> 1 @3.2ms",
        "0> 1 @3 ms",
        "0> 1 @ 3ms",
        "0> 1 @0,003s",
        "0> 1 @-3ms",
        "0> 1 @1e3 us",
        "0> 1 @3µs",
        "0> 1 @3MS",
        "0> 1 @3ms @4ms",
        "0> 1 @3ms, quick",
        "0> @3ms ",
    ] {
        holds(line, |entry| matches!(entry, Err(Unreadable::Time(_))));
    }
    for line in [
        "0> 1 \\x403ms",
        "0> 1 @three",
        "0> 1 @3kg",
        "0> 1 @",
        "0< TURN @3.2ms",
    ] {
        holds(line, |entry| entry.is_ok());
    }
}

/// Reads a line of a log, and holds that this is true of it.
fn holds(line: &str, is_right: impl Fn(&Result<Entry<'_>, Unreadable>) -> bool) {
    let log = format!("{line}\n");
    let transcript = Transcript::parse(log.as_bytes()).expect("no header is missing");
    let entry = transcript.body().next().expect("a line").entry();
    assert!(is_right(&entry), "{line}: {entry:?}");
}

#[test]
fn a_line_of_another_seat_stays_unread() {
    let transcript = Transcript::parse(b"1> a @3ms\n1< b\n").expect("no header is missing");
    let mut body = transcript.body();
    assert_eq!(
        (body.next_said(Seat(0)), body.next_told(Seat(1))),
        (None, None)
    );
    assert_eq!(body.next_said(Seat(1)), Some((1, &b"a"[..], Some(Ms(3)))));
    assert_eq!(
        (body.next_told(Seat(0)), body.next_said(Seat(1))),
        (None, None)
    );
    assert_eq!(body.next_told(Seat(1)), Some((2, &b"b"[..])));
}
