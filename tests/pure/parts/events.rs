//! Events of a log: each is read as it is written, and none with a word more, a word less or another number.

use stickler::game::Seat;
use stickler::params::Ms;
use stickler::referee::Death;
use stickler::transcript::{Entry, Event, Line, Transcript};

tests! {
    an_event_is_read_as_it_is_written,
    an_event_has_no_word_more_and_none_less,
    an_event_has_its_own_numbers,
}

/// What the log says in its one line, and the breach if it is no event.
fn read(text: &str) -> Result<String, String> {
    let log = format!("0! {text}\n");
    let transcript = Transcript::parse(log.as_bytes()).expect("no header is missing");
    let Some(Line { entry, .. }) = transcript.body().next() else { panic!("no line") };
    match entry {
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
    ("used cpu 1ms memory 2MB", Event::Used { cpu: Ms(1), memory: 2 }),
];

fn an_event_is_read_as_it_is_written() {
    for (text, event) in EVENTS {
        assert_eq!(read(text), Ok(format!("{event:?}")), "{text}");
    }
    for text in ["unfinished a  b", "unflushed a  b"] {
        assert!(read(text).is_ok_and(|event| event.contains(&format!("{:?}", b"a  b"))), "{text}");
    }
}

fn an_event_has_no_word_more_and_none_less() {
    for (text, _) in EVENTS {
        for text in [format!("{text} x"), format!("{text} "), format!("{text}x"), format!("x{text}")] {
            assert!(read(&text).is_err_and(|why| why.starts_with("an unknown event")), "{text}");
        }
        if let Some((less, _)) = text.rsplit_once(' ') {
            assert!(read(less).is_err_and(|why| why.starts_with("an unknown event")), "{less}");
        }
    }
}

fn an_event_has_its_own_numbers() {
    for text in [
        "silent 5ms",
        "silent @5",
        "silent @ms",
        "silent @-1ms",
        "exit",
        "exit one",
        "signal 0",
        "left 0",
        "left -1",
        "used cpu 1 memory 2MB",
        "used cpu 1ms memory 2",
        "used memory 2MB cpu 1ms",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    for text in ["exit 2147483648", "signal 2147483648", "silent @99999999999999999999ms"] {
        assert!(read(text).is_err(), "{text}");
    }
    assert_eq!(read("exit 2147483647"), Ok(format!("{:?}", Event::Died(Death::Exit(i32::MAX)))));
}
