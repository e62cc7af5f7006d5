//! A judge that ends a tap has ended its bot. The bot lives a moment longer, and reads what the judge had sent and the tap had not
//! read yet: so the log of a tap that was killed shows whether a message was never sent.

use crate::tap::unstarted;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, PidfdFlags, Signal, getpid, getppid, kill_process_group, pidfd_open};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use stickler_arena::tap::{self, HEARD};
use stickler_judge_test::joined_log::STAMP;

/// Ends this program, with what it has started, as soon as the tap has ended that started it. The log of the tap lies beside `mark`.
pub(super) fn end_with_tap(mark: Option<&Path>) {
    let log = mark.map(|mark| mark.with_extension("log"));
    let Some(tap) = getppid() else { return };
    let Ok(end) = pidfd_open(tap, PidfdFlags::empty()) else {
        // An old kernel: the kernel ends it, and nothing more is read.
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
        return;
    };
    // A judge ends the group of processes that it has started: a group of its own lets this program live on for a moment.
    let leads = rustix::process::setpgid(None, None).is_ok();
    let judge = input_of(tap);
    let watch = move || {
        while poll(&mut [PollFd::new(&end, PollFlags::IN)], None).is_err() {}
        if let (Some(log), Some(judge)) = (&log, judge) {
            let _ = add_rest(log, &judge);
        }
        if leads {
            let _ = kill_process_group(getpid(), Signal::KILL);
        }
        std::process::exit(0);
    };
    if getppid() != Some(tap) {
        std::process::exit(0);
    }
    if let Err(why) = std::thread::Builder::new().spawn(watch) {
        let _ = mark.map(|mark| std::fs::write(unstarted(mark), why.to_string()));
        std::process::exit(0);
    }
}

/// Waits for that end where this program's input has ended because the tap was killed: its streams end a moment before it does.
pub(super) fn wait_for_end(mark: Option<&Path>) {
    let log = mark.map(|mark| mark.with_extension("log"));
    let log = log.and_then(|log| std::fs::read_to_string(log).ok());
    let note = format!("# {HEARD}");
    // The tap itself has read to the end, and goes on.
    if log.is_none_or(|log| log.lines().any(|line| line == note)) {
        return;
    }
    let stdin = std::io::stdin();
    let mut input = [PollFd::new(&stdin, PollFlags::IN)];
    let is_over =
        poll(&mut input, Some(&NOW)).is_ok() && input[0].revents().contains(PollFlags::HUP);
    if is_over {
        std::thread::sleep(KILLED);
    }
}

const NOW: rustix::time::Timespec = rustix::time::Timespec {
    tv_sec: 0,
    tv_nsec: 0,
};

/// How long a program takes to end after it was killed, at most.
const KILLED: std::time::Duration = std::time::Duration::from_millis(200);

/// The tap's standard input again, to be read without a wait; `None`: it is no pipe.
fn input_of(tap: Pid) -> Option<OwnedFd> {
    let path: PathBuf = format!("/proc/{}/fd/0", tap.as_raw_nonzero()).into();
    open(path, OFlags::RDONLY | OFlags::NONBLOCK, Mode::empty()).ok()
}

/// Adds the rest to the log of a tap that was killed. If it was killed between reading and writing, that is lost, and nobody knows
/// whether it read all; so it is if its bot had ended.
fn add_rest(path: &Path, judge: &OwnedFd) -> std::io::Result<()> {
    let log = std::fs::read_to_string(path)?;
    let is_torn = !log.ends_with('\n')
        || log
            .lines()
            .last()
            .is_none_or(|line| line.starts_with(STAMP));
    let Some(seat) = log.lines().find_map(|line| line.strip_prefix("seats: ")) else {
        return Ok(());
    };
    let has_ended = log
        .lines()
        .any(|line| line.starts_with(&format!("{seat}! ")));
    if is_torn || has_ended {
        return Ok(());
    }
    let mut rest = Vec::new();
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = rustix::io::read(judge, &mut chunk) {
        rest.extend_from_slice(&chunk[..count]);
    }
    let Ok(text) = std::str::from_utf8(&rest) else {
        return Ok(());
    };
    let at = tap::stamp();
    let mut more = String::new();
    // Writing to a String cannot fail.
    for line in text.split_inclusive('\n') {
        let Some(line) = line.strip_suffix('\n') else {
            let _ = writeln!(more, "# {}{line}", tap::CUT);
            continue;
        };
        let _ = writeln!(more, "{STAMP}{at}\n{seat}< {line}");
    }
    let _ = writeln!(more, "{STAMP}{at}\n# {HEARD}");
    std::fs::OpenOptions::new()
        .append(true)
        .open(path)?
        .write_all(more.as_bytes())
}
