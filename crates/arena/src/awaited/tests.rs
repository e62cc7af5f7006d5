//! Parts of `awaited.rs`.

use super::{
    ELSE, INPUT, InputWait, TIME, by_call, by_place, call_of, is_active, waits, watched_by,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::getpid;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[test]
fn the_kernels_line_on_a_call_is_read() {
    let line = "281 0xe 0x7fff6b874020 0x400 0xffffffff 0x0 0x8 0x7fff6b8732c0 0x7f6c71c46cae\n";
    assert_eq!(
        call_of(line),
        Some((281, [0xe, 0x7fff_6b87_4020, 0x400, 0xffff_ffff, 0, 8]))
    );
    for other in [
        "running\n",
        "-1 0x7ffe 0x7f\n",
        "",
        "281 0xe",
        "281 e 0 0 0 0 0",
        "x 0x0 0x0 0x0 0x0 0x0 0x0",
    ] {
        assert_eq!(call_of(other), None, "{other}");
    }
}

#[test]
fn where_no_call_is_told_the_place_must_do() {
    for place in [
        "anon_pipe_read",
        "pipe_read",
        "do_epoll_wait",
        "poll_schedule_timeout.constprop.0",
        "io_cqring_wait",
        "0",
        "",
    ] {
        assert_eq!(by_place(place), INPUT, "{place}");
    }
    assert_eq!(by_place("hrtimer_nanosleep\n"), TIME);
    assert_eq!(by_place("futex_do_wait"), ELSE);
    assert_eq!(by_place("do_wait"), ELSE);
}

#[test]
fn an_epoll_names_the_files_that_it_watches() {
    let text = "pos:\t0\nflags:\t02000002\nino:\t1038\n\
        tfd:        0 events:       19 data:                0  pos:0 ino:98c138 sdev:fe00000\n\
        tfd:       17 events:       19 data:               11  pos:0 ino:40e sdev:10\ntfd: 3\n";
    assert_eq!(watched_by(text).collect::<Vec<_>>(), [0x98_c138, 0x40e]);
}

/// The calls by which a thread waits, given as the kernel tells them of this process.
#[test]
fn a_call_waits_for_what_it_was_given() {
    let of = |number: libc::c_long, given: [u64; 6]| {
        by_call(Path::new("/proc/self/task/self"), Some(1), number, given)
    };
    assert_eq!(of(libc::SYS_nanosleep, [0; 6]), Some(TIME));
    assert_eq!(of(libc::SYS_clock_nanosleep, [0; 6]), Some(TIME));
    assert_eq!(of(libc::SYS_wait4, [0; 6]), None);
    // The last of the names in `/proc/self/task/self` is that of the process, as it is of its first thread.
    let wait = libc::FUTEX_WAIT_BITSET as u64 | 0x180;
    assert_eq!(of(libc::SYS_futex, [1, wait, 0, 0, 0, 0]), Some(ELSE));
    assert_eq!(of(libc::SYS_futex, [1, wait, 0, 1, 0, 0]), Some(TIME));
    let other = Path::new("/proc/self/task/7");
    assert_eq!(
        by_call(other, Some(1), libc::SYS_futex, [1, wait, 0, 1, 0, 0]),
        Some(ELSE)
    );
    // No file, and a time or none.
    assert_eq!(of(libc::SYS_ppoll, [0, 0, 1, 0, 0, 0]), Some(TIME));
    assert_eq!(of(libc::SYS_ppoll, [0, 0, 0, 0, 0, 0]), Some(ELSE));
    assert_eq!(of(libc::SYS_pselect6, [9, 0, 0, 0, 1, 0]), Some(TIME));
    assert_eq!(of(libc::SYS_pselect6, [9, 0, 0, 0, 0, 0]), Some(ELSE));
    // Memory that cannot be read may name the input.
    assert_eq!(of(libc::SYS_ppoll, [8, 1, 0, 0, 0, 0]), Some(INPUT));
    // A pipe: it is the input, or it is not.
    let (out, _into) = pipe_with(PipeFlags::CLOEXEC).expect("a pipe");
    let file = std::fs::File::from(out);
    let inode = file.metadata().expect("told").ino();
    let descriptor = u64::from(std::os::fd::AsRawFd::as_raw_fd(&file).unsigned_abs());
    let read = |input| {
        by_call(
            Path::new("/proc/self/task/self"),
            input,
            libc::SYS_read,
            [descriptor, 0, 0, 0, 0, 0],
        )
    };
    assert_eq!(
        [read(Some(inode)), read(Some(inode + 1)), read(None)],
        [Some(INPUT), Some(ELSE), Some(INPUT)]
    );
}

/// A time that was waited for has passed when the thread has waited again.
#[test]
fn a_time_that_has_passed_is_told_from_one_that_goes_on() {
    let own = PathBuf::from(format!(
        "/proc/{}/task/{}",
        getpid(),
        rustix::thread::gettid()
    ));
    let before = waits(&own).expect("told");
    let wait = |before: u64| InputWait {
        timed: [(own.clone(), before)].into(),
    };
    std::thread::sleep(Duration::from_millis(1));
    assert!(wait(before).has_outlasted_times());
    assert!(!wait(waits(&own).expect("told")).has_outlasted_times());
    let gone = InputWait {
        timed: [(PathBuf::from("/proc/0/task/0"), 1)].into(),
    };
    assert!(gone.has_outlasted_times());
}

/// A child that reads its input waits for it, and not for another pipe; one that runs waits for nothing.
#[test]
fn a_child_that_reads_waits_for_its_input() {
    let started = |script: &str| {
        let mut command = std::process::Command::new("/bin/sh");
        command.args(["-c", script]);
        let piped = std::process::Stdio::piped;
        command
            .stdin(piped())
            .stdout(piped())
            .spawn()
            .expect("a shell")
    };
    let mut reads = started("echo up; read line");
    let pid = rustix::process::Pid::from_child(&reads);
    let mut up = [0; 3];
    reads
        .stdout
        .as_mut()
        .expect("piped")
        .read_exact(&mut up)
        .expect("it is up");
    let until = Instant::now() + Duration::from_secs(10);
    while InputWait::of(&[pid], None).is_none() {
        assert!(Instant::now() < until, "it reads");
        std::thread::sleep(Duration::from_millis(1));
    }
    let inode = std::fs::metadata(format!("/proc/{pid}/fd/0"))
        .expect("its input")
        .ino();
    assert!(InputWait::of(&[pid], Some(inode)).is_some());
    assert!(InputWait::of(&[pid], Some(inode + 1)).is_none());
    assert!(!is_active(&[pid]));
    drop(reads.stdin.take());
    reads.wait().expect("it has ended");
    assert!(InputWait::of(&[pid], None).is_none());

    let mut runs = started("echo up; while :; do :; done");
    let pid = rustix::process::Pid::from_child(&runs);
    runs.stdout
        .as_mut()
        .expect("piped")
        .read_exact(&mut up)
        .expect("it is up");
    assert!(is_active(&[pid]) && InputWait::of(&[pid], None).is_none());
    runs.kill().expect("killed");
    runs.wait().expect("it has ended");
}
