//! Where the time of an answer went, of programs that spend it in a known way: each part within a tenth of the whole.

use super::processes::{busy, one_cpu, watched};
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::scripts::play_once;
use crate::support::trials::{leave_out, skipped};
use rustix::process::{Pid, Signal, kill_process};
use rustix::thread::{sched_getaffinity, sched_setaffinity};
use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stickler::live::MatchReport;
use stickler::params::Ms;
use stickler::transcript::{Spending, TimeSpent};

tests! {
    one_that_sleeps,
    one_that_waits_for_a_line_that_does_not_come,
    one_that_computes,
    one_whose_children_compute,
    one_that_computes_on_two_cpus [GATE],
    one_that_others_keep_from_its_cpu,
    one_that_is_stopped_for_a_second,
    one_that_answers_at_once_is_not_looked_into,
}

const LONG: &[&str] = &["ready=20000"];
const COMPUTE: &str = "n=0; while [ $n -lt 600000 ]; do n=$((n+1)); done";

/// A program that does this before its answer to READY, and `NO` is that answer.
fn doing(what: &str, set: &[&str]) -> Option<MatchReport> {
    play_once(&format!("read line; {what}; echo NO"), set).ok()
}

/// Plays until the time went where it should, a few times; on a machine that is never quiet nothing can be said.
fn holds(
    play: impl Fn() -> Option<MatchReport>,
    is_right: impl Fn(&TimeSpent, &MatchReport) -> bool,
) {
    let seen = RefCell::new(Vec::new());
    let mut lost = Duration::ZERO;
    for _ in 0..10 {
        let (_, away) = watched(|| {
            seen.borrow_mut()
                .extend(play().and_then(|record| Some((record.spent[0]?, record))));
            Duration::ZERO
        });
        lost += away;
        if seen
            .borrow()
            .last()
            .is_some_and(|(spent, record)| is_right(spent, record))
        {
            return;
        }
    }
    if lost > Duration::from_secs(1) {
        leave_out("the machine is too busy to tell where a program's time goes");
    }
    let seen: Vec<String> = seen
        .borrow()
        .iter()
        .map(|(spent, _)| spent.to_string())
        .collect();
    panic!("{}", seen.join("\n"));
}

/// Within a tenth of the whole.
fn is_about(spent: &TimeSpent, of: Spending, time: Ms) -> bool {
    spent.of(of).0.abs_diff(time.0) <= spent.total.0 / 10
}

fn cpu(record: &MatchReport) -> Ms {
    record.usage[0].as_ref().expect("its usage").cpu
}

fn one_that_sleeps() {
    let is_right = |spent: &TimeSpent, _: &MatchReport| {
        is_about(spent, Spending::Asleep, Ms(500))
            && spent
                .advice(None)
                .is_some_and(|advice| advice.contains("slept"))
    };
    holds(|| doing("sleep 0.5", LONG), is_right);
}

fn one_that_waits_for_a_line_that_does_not_come() {
    holds(
        || doing("read more", &["ready=500"]),
        |spent, record| {
            let told = record
                .transcript
                .lines()
                .find_map(|line| TimeSpent::read(line.as_bytes()));
            assert_eq!(
                told.map(|(seat, spent)| (seat.index(), spent)),
                Some((0, *spent)),
                "{}",
                record.transcript
            );
            is_about(spent, Spending::Asleep, spent.total)
        },
    );
}

fn one_that_computes() {
    holds(
        || doing(COMPUTE, LONG),
        |spent, record| {
            spent.total.0 > 100
                && is_about(spent, Spending::Computing, cpu(record))
                && is_about(spent, Spending::Asleep, Ms(0))
                && spent.cpu.is_none()
        },
    );
}

fn one_whose_children_compute() {
    let child = format!("( {COMPUTE} ) & wait");
    holds(
        || doing(&child, LONG),
        |spent, record| {
            is_about(spent, Spending::Computing, cpu(record))
                && is_about(spent, Spending::Asleep, Ms(0))
        },
    );
}

fn one_that_computes_on_two_cpus() {
    if sched_getaffinity(None).expect("the CPUs").count() < 2 {
        leave_out("a program on two CPUs: here is one");
    }
    let children = format!("( {COMPUTE} ) & ( {COMPUTE} ) & wait");
    holds(
        || doing(&children, LONG),
        |spent, record| {
            let all = spent
                .cpu
                .is_some_and(|all| all.0.abs_diff(cpu(record).0) <= all.0 / 10);
            all && is_about(spent, Spending::Computing, spent.total)
        },
    );
}

/// Another wants the same CPU, so each has half of it.
fn one_that_others_keep_from_its_cpu() {
    let (over, one) = (AtomicBool::new(false), one_cpu());
    std::thread::scope(|scope| {
        scope.spawn(|| busy(&one, &over));
        let pinned = scope.spawn(|| {
            sched_setaffinity(None, &one).expect("pinned");
            let is_right = |spent: &TimeSpent, record: &MatchReport| {
                is_about(spent, Spending::Computing, cpu(record))
                    && is_about(
                        spent,
                        Spending::Waiting,
                        Ms(spent.total.0.saturating_sub(cpu(record).0)),
                    )
                    && spent.of(Spending::Waiting).0 > spent.total.0 / 4
            };
            let done = std::panic::catch_unwind(|| holds(|| doing(COMPUTE, LONG), is_right));
            over.store(true, Ordering::Relaxed);
            done
        });
        if let Err(why) = pinned.join().expect("joined") {
            std::panic::resume_unwind(why);
        }
    });
}

/// The number of a process with this word on its command line that a signal has stopped.
fn stopped(word: &str) -> Option<Pid> {
    let is_it = |folder: &Path| {
        let line = fs::read(folder.join("cmdline")).unwrap_or_default();
        let status = fs::read_to_string(folder.join("status")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word) && status.contains("State:\tT")
    };
    let processes = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let found = processes
        .filter(|folder| is_it(folder))
        .find_map(|folder| folder.file_name()?.to_str()?.parse().ok());
    found.and_then(Pid::from_raw)
}

fn one_that_is_stopped_for_a_second() {
    let word = &format!("stopped{}", Mark::new());
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(2));
                if let Some(process) = stopped(word) {
                    std::thread::sleep(Duration::from_secs(1));
                    let _ = kill_process(process, Signal::CONT);
                }
            }
        });
        // The shell whose process stops may have another number for itself than for others.
        let stop = format!(": {word}; kill -STOP $$");
        let is_right =
            |spent: &TimeSpent, _: &MatchReport| is_about(spent, Spending::Stopped, Ms(1000));
        let done = std::panic::catch_unwind(|| holds(|| doing(&stop, LONG), is_right));
        over.store(true, Ordering::Relaxed);
        if let Err(why) = done {
            std::panic::resume_unwind(why);
        }
    });
}

fn one_that_answers_at_once_is_not_looked_into() {
    let answered =
        || (0..10).find(|_| doing(":", LONG).is_some_and(|record| record.spent[0].is_none()));
    if answered().is_none() {
        skipped("the machine is too busy for an answer within 5 ms");
    }
}
