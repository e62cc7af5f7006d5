//! The ways to misbehave that every game knows.

use super::{Misbehaviour, Moment};
use crate::referee::FaultKind;
use rustix::time::{ClockId, clock_gettime};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread::{sleep, spawn};
use std::time::Duration;

const fn way(name: &'static str, about: &'static str, kind: FaultKind, act: fn(&mut Moment<'_>)) -> Misbehaviour {
    Misbehaviour::new(name, about, Some(kind), act)
}

const fn harmless(name: &'static str, about: &'static str, act: fn(&mut Moment<'_>)) -> Misbehaviour {
    Misbehaviour::new(name, about, None, act)
}

/// Every way there is.
pub const MISBEHAVIOURS: &[Misbehaviour] = &[
    // Too late, or never.
    way("silent", "never answers", FaultKind::Late, |turn| turn.said.clear()),
    way("hang", "stops answering after the second answer", FaultKind::Late, |turn| {
        if turn.is_late() {
            turn.said.clear();
        }
    }),
    way("late", "sleeps for twelve seconds before the third answer", FaultKind::Late, |turn| {
        if turn.is_third() {
            sleep(Duration::from_secs(12));
        }
    }),
    way("slow", "takes half a second for each answer, until its time is used up", FaultKind::Late, |turn| {
        if !turn.said.is_empty() {
            sleep(Duration::from_millis(500));
        }
    })
    .needs("bank"),
    way("no-newline", "leaves the newline out", FaultKind::Late, |turn| {
        turn.on_answer(|said| said.strip_suffix('\n').unwrap_or(said).to_string());
    }),
    way("no-flush", "does not flush its answers", FaultKind::Late, |turn| turn.hold()),
    way("stops-reading", "reads nothing more after the second answer, and waits", FaultKind::Late, |turn| {
        if turn.is_third() {
            replace(rustix::stdio::dup2_stdin);
            sleep(Duration::from_secs(60));
        }
    }),
    // Lines that are no answers.
    way("lower-case", "writes in lower case", FaultKind::Format, |turn| turn.on_answer(str::to_lowercase)),
    way("wrong-word", "begins its answers with another word", FaultKind::Format, |turn| {
        turn.on_answer(|said| {
            let line = |line: &str| format!("ANSWER {}\n", line.split_once(' ').map_or("", |(_, rest)| rest));
            said.lines().map(line).collect::<String>()
        });
    }),
    way("junk", "writes a line of its own before each answer", FaultKind::Format, |turn| {
        turn.on_answer(|said| format!("thinking\n{said}"));
    }),
    way("empty", "answers with an empty line", FaultKind::Format, |turn| turn.on_answer(|_| "\n")),
    way("extra-word", "writes a word too many", FaultKind::Format, |turn| {
        turn.on_answer(|said| said.replace('\n', " x\n"));
    }),
    way("missing-word", "leaves the last word out", FaultKind::Format, |turn| {
        turn.on_answer(|said| {
            let line = |line: &str| line.rsplit_once(' ').map_or("", |(rest, _)| rest).to_string() + "\n";
            said.lines().map(line).collect::<String>()
        });
    }),
    way("binary", "writes bytes that are no text", FaultKind::Format, |turn| turn.on_answer(|_| "\0\u{7f}\n")),
    way("nul", "ends its lines with a NUL byte", FaultKind::Format, |turn| {
        turn.on_answer(|said| said.replace('\n', "\0\n"));
    }),
    way("invalid-utf8", "writes a byte that is in no UTF-8", FaultKind::Format, |turn| {
        turn.on_answer(|said| [said.trim_end().as_bytes(), b"\xff\n"].concat());
    }),
    way("unicode-digits", "writes other scripts' digits", FaultKind::Format, |turn| {
        turn.on_answer(|said| said.chars().map(arabic).collect::<String>());
    }),
    way("fraction", "writes 3.0 for 3", FaultKind::Format, |turn| turn.on_numbers(|number| format!("{number}.0"))),
    way("underscore", "writes -1_0 for a number", FaultKind::Format, |turn| turn.on_numbers(|_| "-1_0".into())),
    way("huge-number", "writes numbers of twenty digits", FaultKind::Illegal, |turn| {
        turn.on_numbers(|_| "18446744073709551616".into());
    }),
    // Lines nobody asked for.
    way("twice", "gives each answer twice", FaultKind::Unasked, |turn| turn.on_answer(|said| said.repeat(2))),
    way("junk-after", "writes a line of its own after each answer", FaultKind::Unasked, |turn| {
        turn.on_answer(|said| format!("{said}thinking\n"));
    }),
    way("unasked", "writes a line to each message that asks nothing", FaultKind::Format, |turn| {
        if turn.said.is_empty() && !turn.told.is_empty() && !turn.ends {
            turn.said.extend(b"thinking\n");
        }
    }),
    way("before-the-ask", "writes a line before it hears anything", FaultKind::Format, |turn| {
        if turn.told.is_empty() {
            turn.said.extend(b"hello\n");
        }
    }),
    way("after-the-end", "writes a line after the end", FaultKind::Unasked, |turn| {
        if turn.ends {
            turn.said.extend(b"bye\n");
        }
    })
    .at_end(),
    // Processes.
    way("crash", "exits with code 1 instead of the third answer", FaultKind::Died, |turn| {
        if turn.is_third() {
            turn.quit(1);
        }
    }),
    way("early-exit", "exits with code 0 instead of the third answer", FaultKind::Died, |turn| {
        if turn.is_third() {
            turn.quit(0);
        }
    }),
    way("signal", "is ended by a signal instead of the third answer", FaultKind::Died, |turn| {
        if turn.is_third() {
            std::process::abort();
        }
    }),
    way("panic", "panics instead of the third answer", FaultKind::Died, |turn| {
        assert!(!turn.is_third(), "this bot panics on purpose");
    }),
    way("closed", "closes standard output before the third answer, and goes on", FaultKind::Died, |turn| {
        if turn.is_third() {
            replace(rustix::stdio::dup2_stdout);
            sleep(Duration::from_secs(60));
        }
    }),
    way("flood", "writes a line of 100 MB", FaultKind::Flood, |turn| turn.on_answer(|_| vec![b'x'; 100_000_000])),
    way("endless", "writes lines without end instead of the third answer", FaultKind::Format, |turn| {
        if turn.is_third() {
            let mut out = std::io::stdout();
            while out.write_all(b"thinking\n").is_ok() {}
        }
    }),
    way("lingers", "does not end", FaultKind::Ending, |turn| {
        if turn.ends {
            finish(turn);
            sleep(Duration::from_secs(60));
        }
    })
    .at_end(),
    way("ignores-sigterm", "does not end, and would ignore a request to", FaultKind::Ending, |turn| {
        if turn.ends {
            finish(turn);
            let _ = Command::new("/bin/sh").args(["-c", "trap '' TERM INT HUP; exec sleep 60"]).status();
        }
    })
    .at_end(),
    way("exit-code", "ends with exit code 3", FaultKind::Ending, |turn| {
        if turn.ends {
            turn.end(3);
        }
    })
    .at_end(),
    way("memory", "uses a gigabyte and more", FaultKind::Limit, |turn| {
        if turn.is_third() {
            let eaten = vec![1u8; 1100 << 20];
            std::hint::black_box(&eaten);
        }
    })
    .needs("memory"),
    way("threads", "burns CPU time in four threads, for more than three seconds in all", FaultKind::Limit, |turn| {
        if turn.is_third() {
            let threads = [(); 4].map(|()| spawn(|| burn(Duration::from_millis(800))));
            threads.into_iter().for_each(|thread| drop(thread.join()));
        }
    })
    .needs("cpu"),
    // What judges forgive, or treat differently.
    way("crlf", "ends its lines with CRLF", FaultKind::Habit, |turn| turn.on_answer(|said| said.replace('\n', "\r\n"))),
    way("blanks", "doubles its blanks and ends its lines with one", FaultKind::Habit, |turn| {
        turn.on_answer(|said| said.replace(' ', "  ").replace('\n', " \n"));
    }),
    way("leading-blank", "begins its lines with a blank", FaultKind::Habit, |turn| {
        turn.on_answer(|said| said.lines().map(|line| format!(" {line}\n")).collect::<String>());
    }),
    way("trailing-blank", "ends its lines with a blank", FaultKind::Habit, |turn| {
        turn.on_answer(|said| said.replace('\n', " \n"));
    }),
    way("tabs", "separates its words by tabs", FaultKind::Habit, |turn| turn.on_answer(|said| said.replace(' ', "\t"))),
    way("plus", "writes +3 for 3", FaultKind::Habit, |turn| turn.on_numbers(|number| format!("+{number}"))),
    way("leading-zero", "writes 03 for 3", FaultKind::Habit, |turn| turn.on_numbers(|number| format!("0{number}"))),
    harmless("stderr", "writes megabytes to standard error, which is no fault", |turn| {
        if turn.answers.is_empty() && !turn.told.is_empty() {
            let _ = std::io::stderr().write_all(&vec![b'.'; 4 << 20]);
        }
    }),
    way("child", "leaves a child behind that lives on", FaultKind::Habit, |turn| {
        if turn.told.is_empty() {
            let quiet = |command: &mut Command| {
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
            };
            quiet(Command::new("sleep").arg("4719"));
        }
    }),
];

/// What is still to be said before a misbehaviour that takes long.
fn finish(turn: &mut Moment<'_>) {
    let mut out = std::io::stdout();
    let _ = out.write_all(turn.said).and_then(|()| out.flush());
    turn.said.clear();
}

/// Puts the null device in place of a standard stream.
fn replace<E>(put: impl FnOnce(std::fs::File) -> Result<(), E>) {
    if let Ok(null) = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null") {
        let _ = put(null);
    }
}

fn arabic(digit: char) -> char {
    digit.to_digit(10).and_then(|digit| char::from_u32('\u{660}' as u32 + digit)).unwrap_or(digit)
}

/// Until this thread has used so much CPU time.
fn burn(time: Duration) {
    let used = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or(time);
    while used() < time {
        std::hint::spin_loop();
    }
}
