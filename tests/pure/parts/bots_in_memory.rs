//! A bot in memory is heard as a program would be: what it says too early, too late, in part, or when it has ended.

use stickler::clock::Micros;
use stickler::game::{Bot, Seat, Seats};
use stickler::live::memory::MemoryPlayers;
use stickler::live::players::{HarnessError, Players};
use stickler::params::Ms;
use stickler::referee::{Ask, Death, Observation};

/// Says back what it hears, with `/` for newlines, and ends with what ends in `!`.
struct Echo;

impl Bot for Echo {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        say.push_str(&line.trim_end_matches('!').replace('/', "\n"));
        !line.ends_with('!')
    }
}

const SEAT: Seat = Seat(1);

fn table(took: u64) -> MemoryPlayers {
    MemoryPlayers::new(vec![None, Some(Box::new(Echo))], move |_| Micros(took))
}

fn ask(lines: usize) -> [Ask; 1] {
    [Ask {
        seat: SEAT,
        lines,
        budget: Ms(20),
    }]
}

fn heard(table: &mut MemoryPlayers, lines: usize) -> (String, u64) {
    let (seat, heard, took) = table.wait(&ask(lines)).expect("an observation");
    assert_eq!(seat, SEAT);
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let heard = match heard {
        Observation::Lines(lines) => text(lines),
        Observation::Silent {
            unfinished,
            unflushed: b"",
        } => format!("silent after {:?}", text(unfinished)),
        Observation::Died(Death::Exit(0)) => "ended".into(),
        other => panic!("{other:?}"),
    };
    (heard, took.0)
}

fn stray(table: &mut MemoryPlayers) -> Option<String> {
    table
        .unsolicited(SEAT)
        .expect("its output")
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

#[test]
fn lines_are_taken_as_they_are_asked_for() {
    let mut table = table(300);
    assert_eq!(stray(&mut table), None);
    table.tell(SEAT, "a/b/\nc/d/");
    assert_eq!(heard(&mut table, 1), ("a".into(), 300));
    assert_eq!(heard(&mut table, 2), ("b\nc".into(), 300));
    assert_eq!(stray(&mut table), Some("d".into()));
    assert_eq!(stray(&mut table), None);
    // What was taken is gone when more is told.
    table.tell(SEAT, "e/");
    assert_eq!(heard(&mut table, 1).0, "e");
    table.tell(SEAT, "f/");
    assert_eq!(heard(&mut table, 1).0, "f");
}

#[test]
fn an_answer_counts_until_the_time_is_over() {
    for (took, answer) in [(20_000, "a"), (21_000, "a"), (21_001, "silent after \"\"")] {
        let mut table = table(took);
        table.tell(SEAT, "a/");
        assert_eq!(heard(&mut table, 1), (answer.into(), took.min(21_000)));
    }
}

#[test]
fn what_is_unfinished_is_no_answer() {
    let mut table = table(5);
    table.tell(SEAT, "a");
    assert_eq!(heard(&mut table, 1), ("silent after \"a\"".into(), 21_000));
    table.tell(SEAT, "b/");
    assert_eq!(heard(&mut table, 2), ("silent after \"b\"".into(), 21_000));
}

#[test]
fn a_bot_that_has_ended_hears_and_says_nothing() {
    let mut table = table(5);
    table.tell(SEAT, "a/!\nb/");
    assert_eq!(heard(&mut table, 1).0, "a");
    assert_eq!(heard(&mut table, 1).0, "ended");
    table.tell(SEAT, "c/");
    assert_eq!(heard(&mut table, 1).0, "ended");
}

#[test]
fn the_end_is_heard_or_waited_for() {
    let end = |table: &mut MemoryPlayers| {
        let (seat, heard, took) = table.end(Seats::only(SEAT), Ms(7)).expect("an end");
        assert_eq!(seat, SEAT);
        (format!("{heard:?}"), took.0)
    };
    let silent = Observation::Silent {
        unfinished: b"",
        unflushed: b"",
    };
    let mut table = table(5);
    table.tell(SEAT, "a/b/");
    assert_eq!(
        end(&mut table),
        (format!("{:?}", Observation::Lines(b"a\nb")), 0)
    );
    assert_eq!(end(&mut table), (format!("{silent:?}"), 7_000));
    table.tell(SEAT, "!");
    assert_eq!(
        end(&mut table),
        (format!("{:?}", Observation::Died(Death::Exit(0))), 7_000)
    );
}

#[test]
fn a_seat_without_a_bot_is_refused() {
    for seat in [Seat(0), Seat(2)] {
        let mut table = table(5);
        table.tell(seat, "a/");
        assert!(matches!(
            table.unsolicited(seat),
            Err(HarnessError::DriverError(_))
        ));
        assert!(matches!(
            table.wait(&[Ask { seat, ..ask(1)[0] }]),
            Err(HarnessError::DriverError(_))
        ));
        assert!(matches!(
            table.end(Seats::only(seat), Ms(7)),
            Err(HarnessError::DriverError(_))
        ));
    }
    assert!(matches!(
        table(5).wait(&[]),
        Err(HarnessError::DriverError(_))
    ));
    assert!(matches!(
        table(5).end(Seats::NONE, Ms(7)),
        Err(HarnessError::DriverError(_))
    ));
}
