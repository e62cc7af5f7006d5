//! Parts of `pipes.rs`: what is written is read here, and what is read is written here.

use crate::pipes::{Drain, Inbox, Outbox, nonblocking};
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};
use std::fs::File;
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use stickler::scenario::Writes;

fn outbox(writes: Writes) -> (Outbox, File) {
    // Every read gives what one write has given; each takes a page of the pipe.
    let (read, write) = pipe_with(PipeFlags::DIRECT | PipeFlags::CLOEXEC).expect("a pipe");
    fcntl_setpipe_size(&write, 1 << 20).expect("a large one");
    nonblocking(&read).expect("set");
    nonblocking(&write).expect("set");
    (Outbox::new(Box::new(write), writes), File::from(read))
}

/// Does it until it is true, for ten seconds at most: until it has become another program, a child that another test starts holds
/// each end of a pipe open.
fn until(mut is_so: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + Duration::from_secs(10);
    while !is_so() {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// The written bytes, write by write; true where the pipe is closed.
fn written(read: &mut File) -> (Vec<String>, bool) {
    let mut all = Vec::new();
    let mut bytes = vec![0; 1 << 16];
    loop {
        match read.read(&mut bytes) {
            Ok(0) => return (all, true),
            Ok(count) => all.push(String::from_utf8_lossy(&bytes[..count]).into_owned()),
            Err(_) => return (all, false),
        }
    }
}

#[test]
fn what_is_queued_is_written_as_far_as_the_pipe_takes_it() {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC).expect("a pipe");
    nonblocking(&write).expect("set");
    let (mut read, mut outbox) = (
        File::from(read),
        Outbox::new(Box::new(write), Writes::Whole),
    );
    assert!(outbox.awaited().is_none() && outbox.waiting() == 0);
    let line = "x".repeat(199_999);
    outbox.push(&line);
    outbox.end();
    assert!(outbox.has_ended() && outbox.waiting() == 200_000 && outbox.awaited().is_some());
    let mut all = Vec::new();
    while outbox.awaited().is_some() {
        let before = outbox.waiting();
        outbox.flush().expect("written");
        assert!(outbox.waiting() < before, "{before} bytes wait");
        let mut chunk = vec![0; 1 << 16];
        let count = read.read(&mut chunk).expect("read");
        all.extend_from_slice(&chunk[..count]);
    }
    read.read_to_end(&mut all)
        .expect("to the end, since it is closed");
    assert_eq!(all.len(), 200_000);
    assert!(all.ends_with(b"x\n"));
}

#[test]
fn a_pipe_is_closed_when_all_is_written() {
    let (mut outbox, mut read) = outbox(Writes::Whole);
    outbox.push("one");
    outbox.pass(b"two");
    assert!(!outbox.has_ended() && outbox.waiting() == 7);
    outbox.flush().expect("written");
    assert_eq!(
        (written(&mut read), outbox.waiting()),
        ((vec!["one\ntwo".to_string()], false), 0)
    );
    outbox.push("three");
    outbox.end();
    assert!(outbox.has_ended());
    assert_eq!(written(&mut read), (vec![], false));
    outbox.flush().expect("written");
    assert_eq!(written(&mut read).0, ["three\n"]);
    assert!(until(|| written(&mut read) == (vec![], true)));
}

#[test]
fn a_program_that_has_closed_its_input_takes_nothing() {
    let (mut outbox, read) = outbox(Writes::Whole);
    drop(read);
    assert!(until(|| {
        outbox.push("one");
        outbox
            .flush()
            .expect("no error: it is judged by what it answers");
        assert_eq!(outbox.waiting(), 0);
        outbox.push("two");
        outbox.awaited().is_none()
    }));
}

#[test]
fn messages_are_split_as_they_are_to_be() {
    let pieces = |writes, text: &str| {
        let (mut outbox, mut read) = outbox(writes);
        outbox.pass(text.as_bytes());
        outbox.flush().expect("written");
        assert_eq!(outbox.waiting(), 0);
        written(&mut read).0
    };
    assert_eq!(
        pieces(Writes::Whole, "READY\nTURN 1\nrest"),
        ["READY\nTURN 1\nrest"]
    );
    assert_eq!(
        pieces(Writes::Lines, "READY\nTURN 1\nrest"),
        ["READY\n", "TURN 1\n", "rest"]
    );
    assert_eq!(
        pieces(Writes::Split, "READY\nTURN 1\nrest"),
        ["READY\nT", "URN 1\nr", "est"]
    );
    // Seven bytes, or a twenty-fourth.
    let lengths = |bytes: usize| -> Vec<usize> {
        pieces(Writes::Split, &"x".repeat(bytes))
            .iter()
            .map(String::len)
            .collect()
    };
    assert_eq!(lengths(7 * 24 + 23), [&[7; 27][..], &[2]].concat());
    assert_eq!(lengths(240), [10; 24]);
    assert_eq!(lengths(2400 + 1), [&[100; 24][..], &[1]].concat());
}

fn inbox() -> (Inbox, File) {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC).expect("a pipe");
    nonblocking(&read).expect("set");
    (Inbox::new(Box::new(read)), File::from(write))
}

/// The written and read bytes; the writer's end is closed.
fn filled(text: &[u8]) -> Inbox {
    let (mut inbox, mut write) = inbox();
    write.write_all(text).expect("written");
    inbox.fill().expect("read");
    inbox
}

#[test]
fn lines_are_taken_one_after_the_other() {
    let (mut inbox, mut write) = inbox();
    inbox.fill().expect("there is nothing yet");
    assert!(inbox.is_open() && inbox.rest().is_empty() && inbox.awaited().is_some());
    write.write_all(b"one\n\nthree\nfo").expect("written");
    inbox.fill().expect("read");
    assert_eq!(inbox.newlines().collect::<Vec<_>>(), [3, 4, 10]);
    assert_eq!(inbox.take_lines(0), None);
    assert_eq!(inbox.take_lines(4), None);
    assert_eq!(inbox.take_lines(2), Some(&b"one\n"[..]));
    assert_eq!(inbox.rest(), b"three\nfo");
    assert_eq!(inbox.newlines().collect::<Vec<_>>(), [5]);
    write.write_all(b"ur\n").expect("written");
    inbox.fill().expect("read");
    assert_eq!(inbox.take_lines(1), Some(&b"three"[..]));
    assert_eq!(inbox.take_lines(1), Some(&b"four"[..]));
    assert_eq!(inbox.take_lines(1), None);
    assert!(inbox.is_open());
    drop(write);
    assert!(until(|| {
        inbox.fill().expect("read");
        !inbox.is_open()
    }));
    assert!(inbox.awaited().is_none());
}

#[test]
fn all_that_is_there_is_taken() {
    for (text, taken) in [
        ("one\ntwo", "one\ntwo"),
        ("one\n", "one"),
        ("one\n\n", "one\n"),
        ("\n", ""),
        ("", ""),
    ] {
        let mut inbox = filled(text.as_bytes());
        assert_eq!(inbox.take_rest(), taken.as_bytes(), "{text:?}");
        assert_eq!(inbox.rest(), b"", "{text:?}");
        assert_eq!(inbox.take_rest(), b"", "{text:?}");
    }
    let mut inbox = filled(b"one\ntwo\n");
    assert_eq!(inbox.take_lines(1), Some(&b"one"[..]));
    assert_eq!(inbox.take_rest(), b"two");
}

#[test]
fn a_long_line_is_seen_whether_it_is_over_or_not() {
    let longer = |text: &str, cap, lines| filled(text.as_bytes()).has_longer(cap, lines);
    for (text, cap, lines, is_longer) in [
        ("12345", 5, 1, false),
        ("123456", 5, 1, true),
        ("12345\n", 5, 1, false),
        ("123456\n", 5, 1, true),
        ("1\n123456", 5, 1, false),
        ("1\n123456", 5, 2, true),
        ("123\n456\n", 5, 2, false),
    ] {
        assert_eq!(
            longer(text, cap, lines),
            is_longer,
            "{text:?}, {lines} lines of {cap}"
        );
    }
}

#[test]
fn no_more_is_kept_than_is_wanted() {
    let mut inbox = filled(b"one\ntwo\nthree");
    assert!(inbox.take_lines(1).is_some());
    inbox.keep(100);
    assert_eq!(inbox.rest(), b"two\nthree");
    inbox.keep(5);
    assert_eq!(inbox.rest(), b"two\nt");
    inbox.keep(0);
    assert_eq!(inbox.rest(), b"");
}

#[test]
fn a_flood_is_read_up_to_a_cap() {
    const CAP: usize = 4 << 20;
    let (mut inbox, mut write) = inbox();
    let flood = std::thread::spawn(move || {
        let chunk = [b'x'; 1 << 16];
        while write.write_all(&chunk).is_ok() {}
    });
    let until = Instant::now() + Duration::from_secs(60);
    while inbox.awaited().is_some() {
        assert!(
            Instant::now() < until,
            "{} bytes have come",
            inbox.rest().len()
        );
        inbox.fill().expect("read");
    }
    let full = inbox.rest().len();
    assert!((CAP..CAP + (1 << 20)).contains(&full), "{full}");
    inbox.fill().expect("nothing is read");
    assert_eq!(inbox.rest().len(), full);
    inbox.keep(CAP - 1);
    assert!(inbox.awaited().is_some());
    drop(inbox);
    flood.join().expect("it ends with its pipe");
}

#[test]
fn the_time_of_an_answer_is_that_of_its_last_bytes() {
    let (mut inbox, mut write) = inbox();
    let begun = inbox.arrived;
    std::thread::sleep(Duration::from_millis(2));
    inbox.fill().expect("nothing is there");
    assert_eq!(inbox.arrived, begun);
    write.write_all(b"one").expect("written");
    inbox.fill().expect("read");
    let first = inbox.arrived;
    assert!(first >= begun + Duration::from_millis(2));
    drop(write);
    inbox.fill().expect("read");
    assert_eq!(inbox.arrived, first);
}

fn drain() -> (Drain, File) {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC).expect("a pipe");
    fcntl_setpipe_size(&write, 1 << 20).expect("a large one");
    nonblocking(&read).expect("set");
    (Drain::new(Some(Box::new(read))), File::from(write))
}

#[test]
fn standard_error_keeps_its_end() {
    let (mut drain, mut write) = drain();
    write.write_all(b"first words\n").expect("written");
    drain.drain();
    assert_eq!(
        (drain.tail.as_slice(), drain.total),
        (&b"first words\n"[..], 12)
    );
    write.write_all(&[b'x'; 16 * 1024 - 11]).expect("written");
    write.write_all(b"last words\n").expect("written");
    drop(write);
    assert!(until(|| {
        drain.drain();
        drain.from.is_none()
    }));
    assert_eq!((drain.tail.len(), drain.total), (16 * 1024, 16 * 1024 + 12));
    assert!(drain.tail.starts_with(b"xxx") && drain.tail.ends_with(b"last words\n"));
    let mut none = Drain::new(None);
    none.drain();
    assert_eq!((none.tail.len(), none.total), (0, 0));
}

#[test]
fn a_flood_of_standard_error_is_read_in_parts() {
    const PART: u64 = 32 * 8192;
    let (mut drain, mut write) = drain();
    write.write_all(&[b'x'; 600_000]).expect("written");
    for total in [PART, 2 * PART, 600_000, 600_000] {
        drain.drain();
        assert_eq!(drain.total, total);
    }
    assert!(drain.from.is_some());
}
