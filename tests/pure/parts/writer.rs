//! Parts of `transcript/writer.rs`.

use stickler::game::Seat;
use stickler::params::{Ms, Settings};
use stickler::referee::Death;
use stickler::transcript::{Event, Writer};

fn written(mut writer: Writer) -> Writer {
    writer.told(Seat(0), "2\nREADY");
    writer.said(Seat(1), b"one @5ms\n\xff\\", Some(Ms(7)));
    writer.said(Seat(1), b"", None);
    writer.chosen("DEAL \u{1}");
    writer.note("a note");
    for event in [
        Event::Silent(Ms(3)),
        Event::Unfinished(b"un"),
        Event::Unflushed(b"\t"),
        Event::Closed,
        Event::Died(Death::Exit(1)),
        Event::Died(Death::Signal(9)),
        Event::Left(2),
        Event::Flood,
        Event::Used {
            cpu: Ms(20),
            memory: 3,
        },
    ] {
        writer.event(Seat(0), event);
    }
    writer
}

const ENDS: &str = "0! silent @3ms\n0! unfinished un\n0! unflushed \\t\n0! closed\n0! exit 1\n0! signal 9\n0! left 2\n0! flood\n";

#[test]
fn every_entry_is_a_line() {
    let settings = Settings::read(["row=4", "board=5x5"]).expect("settings");
    let mut writer = written(Writer::new("gomoku", &settings, &[("seed", "5".into())]));
    let header = "stickler: 1\ngame: gomoku\nset: row=4 board=5x5\nseed: 5\n";
    let body = "0< 2\n0< READY\n1> one \\x405ms\n1> \\xff\\\\ @7ms\n1> \n* DEAL \\x01\n# a note\n";
    let text = format!("{header}{body}{ENDS}0! used cpu 20ms memory 3MB\n");
    assert_eq!(
        (writer.text(), writer.lines()),
        (text.as_str(), text.lines().count())
    );
    // Lines are counted on after they are drained.
    assert_eq!(writer.drain(), text);
    writer.note("more");
    assert_eq!(
        (writer.text(), writer.lines()),
        ("# more\n", 1 + text.lines().count())
    );
    assert_eq!(
        Writer::new(None, &Settings::default(), &[]).text(),
        "stickler: 1\n"
    );
}

#[test]
fn what_differs_from_run_to_run_is_left_out() {
    let writer = written(Writer::default().untimed());
    let body = "0< 2\n0< READY\n1> one \\x405ms\n1> \\xff\\\\\n1> \n* DEAL \\x01\n";
    assert_eq!(writer.text(), format!("{body}{ENDS}"));
    assert_eq!(writer.lines(), writer.text().lines().count());
}
