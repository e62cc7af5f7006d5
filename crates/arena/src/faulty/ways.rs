//! The ways to misbehave that every game knows.

use super::When::{End, Third};
use super::{Misbehaviour, Moment, When};
use crate::stdio::{close_input, close_output};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread::{sleep, spawn};
use std::time::Duration;
use stickler::referee::FaultKind;

const fn way(
    name: &'static str,
    about: &'static str,
    kind: FaultKind,
    act: fn(&mut Moment<'_>),
) -> Misbehaviour {
    Misbehaviour::new(name, about, Some(kind), act)
}

const fn at(
    when: When,
    name: &'static str,
    about: &'static str,
    kind: FaultKind,
    act: fn(&mut Moment<'_>),
) -> Misbehaviour {
    Misbehaviour {
        when,
        ..way(name, about, kind, act)
    }
}

/// Every way there is.
pub const MISBEHAVIOURS: &[Misbehaviour] = &[
    // Too late, or never.
    way("silent", "never answers", FaultKind::Late, |turn| {
        turn.said.clear()
    }),
    way(
        "hang",
        "stops answering after the second answer",
        FaultKind::Late,
        |turn| {
            if turn.is_late() {
                turn.said.clear();
            }
        },
    ),
    at(
        Third,
        "late",
        "sleeps for twelve seconds before the third answer",
        FaultKind::Late,
        |_| sleep(Duration::from_secs(12)),
    ),
    way(
        "slow",
        "takes half a second for each answer, until its time is used up",
        FaultKind::Late,
        |turn| {
            if !turn.said.is_empty() {
                turn.comes();
                sleep(Duration::from_millis(500));
            }
        },
    )
    .needs("bank"),
    way(
        "no-newline",
        "leaves the newline out",
        FaultKind::Late,
        |turn| turn.on_answer(|said| said.strip_suffix('\n').unwrap_or(said).to_string()),
    ),
    way(
        "no-flush",
        "does not flush its answers",
        FaultKind::Late,
        |turn| turn.hold(),
    ),
    at(
        Third,
        "stops-reading",
        "reads nothing more after the second answer, and waits",
        FaultKind::Late,
        |_| {
            close_input();
            sleep(Duration::from_secs(60));
        },
    ),
    // Lines that are no answers.
    way(
        "lower-case",
        "writes in lower case",
        FaultKind::Format,
        |turn| turn.on_answer(str::to_lowercase),
    ),
    way(
        "wrong-word",
        "begins its answers with another word",
        FaultKind::Format,
        |turn| {
            turn.on_lines(|line| {
                format!(
                    "ANSWER {}",
                    line.split_once(' ').map_or("", |(_, rest)| rest)
                )
            })
        },
    ),
    way(
        "junk",
        "writes a line of its own before each answer",
        FaultKind::Format,
        |turn| turn.on_answer(|said| format!("thinking\n{said}")),
    ),
    way(
        "empty",
        "answers with an empty line",
        FaultKind::Format,
        |turn| turn.on_answer(|_| "\n"),
    ),
    way(
        "extra-word",
        "writes a word too many",
        FaultKind::Format,
        |turn| turn.on_answer(|said| said.replace('\n', " x\n")),
    ),
    way(
        "missing-word",
        "leaves the last word out",
        FaultKind::Format,
        |turn| turn.on_lines(|line| line.rsplit_once(' ').map_or("", |(rest, _)| rest).into()),
    ),
    way(
        "binary",
        "writes bytes that are no text",
        FaultKind::Format,
        |turn| turn.on_answer(|_| "\0\u{7f}\n"),
    ),
    way(
        "nul",
        "ends its lines with a NUL byte",
        FaultKind::Format,
        |turn| turn.on_answer(|said| said.replace('\n', "\0\n")),
    ),
    way(
        "invalid-utf8",
        "writes a byte that is in no UTF-8",
        FaultKind::Format,
        |turn| turn.on_answer(|said| [said.trim_end().as_bytes(), b"\xff\n"].concat()),
    ),
    way(
        "unicode-digits",
        "writes other scripts' digits",
        FaultKind::Format,
        |turn| turn.on_answer(|said| said.chars().map(arabic).collect::<String>()),
    ),
    way("fraction", "writes 3.0 for 3", FaultKind::Format, |turn| {
        turn.on_numbers(|number| format!("{number}.0"))
    }),
    way(
        "underscore",
        "writes -1_0 for a number",
        FaultKind::Format,
        |turn| turn.on_numbers(|_| "-1_0".into()),
    ),
    way(
        "huge-number",
        "writes numbers of twenty digits",
        FaultKind::Illegal,
        |turn| turn.on_numbers(|_| "18446744073709551616".into()),
    ),
    // Lines nobody asked for.
    way(
        "twice",
        "gives each answer twice",
        FaultKind::Unasked,
        |turn| turn.on_answer(|said| said.repeat(2)),
    ),
    way(
        "junk-after",
        "writes a line of its own after each answer",
        FaultKind::Unasked,
        |turn| turn.on_answer(|said| format!("{said}thinking\n")),
    ),
    way(
        "unasked",
        "writes a line to each message that asks nothing",
        FaultKind::Format,
        |turn| {
            if turn.said.is_empty() && !turn.told.is_empty() && !turn.ends {
                turn.said.extend(b"thinking\n");
            }
        },
    ),
    way(
        "before-the-ask",
        "writes a line before it hears anything",
        FaultKind::Format,
        |turn| {
            if turn.told.is_empty() {
                turn.said.extend(b"hello\n");
            }
        },
    ),
    at(
        End,
        "after-the-end",
        "writes a line after the end",
        FaultKind::Unasked,
        |turn| turn.said.extend(b"bye\n"),
    ),
    // Processes.
    at(
        Third,
        "crash",
        "exits with code 1 instead of the third answer",
        FaultKind::Died,
        |turn| turn.quit(1),
    ),
    at(
        Third,
        "early-exit",
        "exits with code 0 instead of the third answer",
        FaultKind::Died,
        |turn| turn.quit(0),
    ),
    at(
        Third,
        "signal",
        "is ended by a signal instead of the third answer",
        FaultKind::Died,
        |_| std::process::abort(),
    ),
    at(
        Third,
        "panic",
        "panics instead of the third answer",
        FaultKind::Died,
        |_| panic!("this bot panics on purpose"),
    ),
    at(
        Third,
        "closed",
        "closes standard output before the third answer, and goes on",
        FaultKind::Died,
        |_| {
            close_output();
            sleep(Duration::from_secs(60));
        },
    ),
    way(
        "flood",
        "writes a line of 100 MB",
        FaultKind::Flood,
        |turn| turn.on_answer(|_| vec![b'x'; 100_000_000]),
    ),
    at(
        Third,
        "endless",
        "writes lines without end instead of the third answer",
        FaultKind::Format,
        |_| {
            let mut out = std::io::stdout();
            while out.write_all(b"thinking\n").is_ok() {}
        },
    ),
    at(End, "lingers", "does not end", FaultKind::Ending, |turn| {
        finish(turn);
        sleep(Duration::from_secs(60));
    }),
    at(
        End,
        "ignores-sigterm",
        "does not end, and would ignore a request to",
        FaultKind::Ending,
        |turn| {
            finish(turn);
            if Command::new("/bin/sh")
                .args(["-c", "trap '' TERM INT HUP; exec sleep 60"])
                .status()
                .is_err()
            {
                sleep(Duration::from_secs(60));
            }
        },
    ),
    at(
        End,
        "exit-code",
        "ends with exit code 3",
        FaultKind::Ending,
        |turn| turn.end(3),
    ),
    at(
        Third,
        "memory",
        "uses a gigabyte and more",
        FaultKind::Limit,
        |_| {
            let eaten = vec![1u8; 1100 << 20];
            std::hint::black_box(&eaten);
        },
    )
    .needs("memory"),
    at(
        Third,
        "threads",
        "burns CPU time in four threads, for more than three seconds in all",
        FaultKind::Limit,
        |_| {
            let threads = [(); 4].map(|()| spawn(|| burn(Duration::from_millis(800))));
            threads.into_iter().for_each(|thread| drop(thread.join()));
        },
    )
    .needs("cpu"),
    // What judges forgive, or treat differently.
    way(
        "crlf",
        "ends its lines with CRLF",
        FaultKind::Habit,
        |turn| turn.on_answer(|said| said.replace('\n', "\r\n")),
    ),
    way(
        "blanks",
        "doubles its blanks and ends its lines with one",
        FaultKind::Habit,
        |turn| turn.on_answer(|said| said.replace(' ', "  ").replace('\n', " \n")),
    ),
    way(
        "leading-blank",
        "begins its lines with a blank",
        FaultKind::Habit,
        |turn| turn.on_lines(|line| format!(" {line}")),
    ),
    way(
        "trailing-blank",
        "ends its lines with a blank",
        FaultKind::Habit,
        |turn| turn.on_answer(|said| said.replace('\n', " \n")),
    ),
    way(
        "tabs",
        "separates its words by tabs",
        FaultKind::Habit,
        |turn| turn.on_answer(|said| said.replace(' ', "\t")),
    ),
    way("plus", "writes +3 for 3", FaultKind::Habit, |turn| {
        turn.on_numbers(|number| format!("+{number}"))
    }),
    way(
        "leading-zero",
        "writes 03 for 3",
        FaultKind::Habit,
        |turn| turn.on_numbers(|number| format!("0{number}")),
    ),
    Misbehaviour::new(
        "stderr",
        "writes megabytes to standard error, which is no fault",
        None,
        |turn| {
            if turn.answers.is_empty() && !turn.told.is_empty() {
                turn.comes();
                let _ = std::io::stderr().write_all(&vec![b'.'; 4 << 20]);
            }
        },
    ),
    way(
        "child",
        "leaves a child process running",
        FaultKind::Habit,
        |turn| {
            if turn.told.is_empty() {
                turn.comes();
                let quiet = |command: &mut Command| {
                    command
                        .stdin(Stdio::null())
                        .stdout(Stdio::null())
                        .stderr(Stdio::null())
                        .spawn()
                        .is_ok()
                };
                if !quiet(Command::new("sleep").arg("4719")) {
                    quiet(Command::new("ping").args(["-n", "4719", "127.0.0.1"]));
                }
            }
        },
    )
    .left(),
];

/// Output that must be written before a misbehaviour that takes long.
fn finish(turn: &mut Moment<'_>) {
    let mut out = std::io::stdout();
    let _ = out.write_all(turn.said).and_then(|()| out.flush());
    turn.said.clear();
}

fn arabic(digit: char) -> char {
    digit
        .to_digit(10)
        .and_then(|digit| char::from_u32('\u{660}' as u32 + digit))
        .unwrap_or(digit)
}

/// Computes until this thread has used so much CPU time; if the system does not tell, for as long as four threads need that share
/// the CPUs.
fn burn(time: Duration) {
    #[cfg(unix)]
    let used = || {
        let clock = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(clock).unwrap_or(time)
    };
    #[cfg(not(unix))]
    let used = {
        let (begun, cpus) = (
            std::time::Instant::now(),
            std::thread::available_parallelism().map_or(4, usize::from),
        );
        move || begun.elapsed().mul_f64(cpus.min(4) as f64 / 4.0)
    };
    while used() < time {
        std::hint::spin_loop();
    }
}
