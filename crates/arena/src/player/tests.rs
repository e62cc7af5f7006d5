//! Parts of `player.rs`: how an ask is settled, with a program that does as it is told and a clock that is named.

use crate::pipes::polled;
use crate::player::{How, Player, Settling};
use crate::running_program::{ExitReport, ProgramHandle};
use rustix::event::PollFd;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, getpid};
use std::fs::File;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stickler::clock::Micros;
use stickler::game::Seat;
use stickler::params::Ms;
use stickler::referee::{Ask, Death, Observation};
use stickler::scenario::Writes;

/// The part of a program in these tests, and the calls on it.
#[derive(Debug, Default)]
struct Script {
    members: Vec<Pid>,
    is_exiting: bool,
    cpu: Duration,
    cpu_limit: Option<Duration>,
    memory: u64,
    end: Option<ExitReport>,
    /// With which answers to "has it ended?" it was ended.
    ended: Vec<bool>,
}

#[derive(Debug)]
struct Scripted(Arc<Mutex<Script>>, Option<OwnedFd>);

impl ProgramHandle for Scripted {
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        self.1.as_ref().map(AsFd::as_fd)
    }
    fn members(&self) -> Vec<Pid> {
        self.0.lock().expect("told").members.clone()
    }
    fn is_exiting(&self) -> bool {
        self.0.lock().expect("told").is_exiting
    }
    fn cpu(&mut self) -> Duration {
        self.0.lock().expect("told").cpu
    }
    fn cpu_limit(&self) -> Option<Duration> {
        self.0.lock().expect("told").cpu_limit
    }
    fn memory(&self, _members: &[Pid], _enough: u64) -> u64 {
        self.0.lock().expect("told").memory
    }
    fn end(&mut self, has_ended: bool) -> ExitReport {
        let mut script = self.0.lock().expect("told");
        script.ended.push(has_ended);
        script.end.take().unwrap_or_default()
    }
}

/// A player with the other ends of its pipes.
struct Stage {
    player: Player,
    script: Arc<Mutex<Script>>,
    input: File,
    output: Option<File>,
    errors: File,
    /// Closed or written, it says that the program has ended.
    end: Option<File>,
}

fn stage(has_end: bool) -> Stage {
    let script = Arc::new(Mutex::new(Script::default()));
    let ([stdin, stdout, stderr], end) = (
        [(); 3].map(|()| pipe_with(PipeFlags::CLOEXEC).expect("a pipe")),
        pipe_with(PipeFlags::CLOEXEC).expect("a pipe"),
    );
    let program = Scripted(Arc::clone(&script), has_end.then_some(end.0));
    let streams = polled((stdin.1, stdout.0, Some(stderr.0))).expect("streams");
    let player = Player::new(Box::new(program), streams, Writes::Whole);
    Stage {
        player,
        script,
        input: File::from(stdin.0),
        output: Some(File::from(stdout.1)),
        errors: File::from(stderr.1),
        end: Some(File::from(end.1)),
    }
}

const BUDGET: u64 = 1000;
const PATIENCE: Duration = Duration::from_millis(25);
const LONGEST_STALL: Duration = Duration::from_secs(10);

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn ask(lines: usize) -> Ask {
    Ask {
        seat: Seat(0),
        lines,
        budget: Ms(BUDGET),
    }
}

impl Stage {
    fn with(self, set: impl FnOnce(&mut Script)) -> Stage {
        set(&mut self.script.lock().expect("told"));
        self
    }

    /// It is asked; since when.
    fn asked(&mut self) -> Instant {
        self.player.ask(Duration::ZERO).expect("written");
        self.player.asked.expect("it is asked")
    }

    fn writes(&mut self, text: &str) {
        self.output
            .as_mut()
            .expect("open")
            .write_all(text.as_bytes())
            .expect("written");
        self.player.stdout.fill().expect("read");
    }

    fn closes(&mut self) {
        self.output = None;
        self.player.stdout.fill().expect("read");
    }

    /// Everything that may be found, at once.
    fn serve(&mut self) {
        self.player.serve(&mut 0xFFFF).expect("served");
    }

    /// After so long, with so much lost by the machine: how the ask is settled, or how long it takes yet.
    fn settles(&mut self, lines: usize, after: Duration, lost: Duration) -> String {
        let asked = self.player.asked.expect("it is asked");
        told(self.player.settles(&ask(lines), asked + after, lost), asked)
    }

    fn ends(&mut self, after: Duration, lost: Duration) -> String {
        let asked = self.player.asked.expect("it is asked");
        told(self.player.ends(&ask(0), asked + after, lost), asked)
    }
}

fn told(progress: Settling, asked: Instant) -> String {
    match progress {
        Settling::Settled(how) => format!("{how:?}"),
        Settling::Until(until) => format!("until {:?}", until - asked),
    }
}

const NOTHING: Duration = Duration::ZERO;

#[test]
fn an_answer_settles_an_ask() {
    let mut stage = stage(true);
    stage.asked();
    stage.writes("o");
    assert_eq!(stage.settles(1, NOTHING, NOTHING), "until 1.001s");
    assert_eq!(stage.settles(0, NOTHING, NOTHING), "Rest");
    stage.writes("ne\ntwo\nth");
    assert_eq!(stage.settles(1, NOTHING, NOTHING), "Lines(1)");
    assert_eq!(stage.settles(2, NOTHING, NOTHING), "Lines(2)");
    assert_eq!(stage.settles(3, NOTHING, NOTHING), "until 1.001s");
    stage.player.line_cap = 2;
    assert_eq!(stage.settles(1, NOTHING, NOTHING), "TooMuch");
    stage.player.line_cap = 3;
    assert_eq!(stage.settles(1, NOTHING, NOTHING), "Lines(1)");
}

#[test]
fn the_clock_of_an_ask_starts_once() {
    let mut stage = stage(true);
    assert_eq!(stage.player.took(), Micros(0));
    stage.player.stdin.push("TURN");
    let asked = stage.asked();
    assert_eq!((stage.asked(), stage.player.stdin.waiting()), (asked, 0));
    stage.player.stdout.arrived = asked + Duration::from_micros(1234);
    assert_eq!(stage.player.took(), Micros(1234));
    stage.player.settled(&ask(1));
    assert_eq!((stage.player.asked, stage.player.took()), (None, Micros(0)));
}

/// Its budget, and a millisecond in which the budget's last one passes.
#[test]
fn silence_is_so_when_the_time_is_over() {
    let mut stage = stage(true);
    let asked = stage.asked();
    assert_eq!(stage.settles(1, ms(1000), NOTHING), "until 1.001s");
    assert_eq!(stage.settles(1, ms(1001), NOTHING), "Silent");
    assert_eq!(stage.player.stdout.arrived, asked + ms(1001));
    stage.writes("unfinished");
    assert_eq!(stage.settles(1, ms(1001), NOTHING), "Silent");
}

#[test]
fn time_that_the_machine_took_is_given_back_up_to_a_limit() {
    let mut stage = stage(true);
    stage.asked();
    assert_eq!(stage.settles(1, ms(1001), ms(50)), "until 1.051s");
    assert_eq!(stage.settles(1, ms(1050), ms(50)), "until 1.051s");
    assert_eq!(stage.settles(1, ms(1051), ms(50)), "Silent");
    assert_eq!(stage.settles(1, ms(1001), ms(60_000)), "until 11.001s");
    assert_eq!(
        stage.settles(1, ms(1001) + LONGEST_STALL, ms(60_000)),
        "Silent"
    );
    assert_eq!(stage.player.stalled(ms(7)), ms(7));
}

/// More than the longest time that is given back was the machine's: the program may have had no CPU at all.
#[test]
fn a_silence_that_was_all_the_machine_s_is_nobody_s() {
    let over = ms(1001) + LONGEST_STALL;
    for (lost, is_starved) in [
        (ms(60_000), true),
        (ms(5000), false),
        (ms(9000), false),
        (NOTHING, false),
    ] {
        let mut stage = stage(true).with(|script| script.members = vec![getpid()]);
        let asked = stage.asked();
        stage.player.idle(asked + over, lost);
        assert_eq!(stage.settles(1, over, lost), "Silent");
        let starved = stage.player.starved(&ask(1));
        assert_eq!(starved.is_some(), is_starved, "{lost:?}: {starved:?}");
        stage.player.settled(&ask(1));
        assert_eq!(stage.player.starved(&ask(1)), None);
    }
}

/// Of this process a thread computes: this one.
#[test]
fn who_wants_a_cpu_is_waited_for() {
    let wanting = || {
        let mut stage = stage(true).with(|script| script.members = vec![getpid()]);
        stage.asked();
        stage
    };
    assert_eq!(wanting().settles(1, ms(1000), NOTHING), "until 1.001s");
    assert_eq!(wanting().settles(1, ms(1001), NOTHING), "until 1.007s");
    assert_eq!(wanting().settles(1, ms(2000), NOTHING), "until 2.006s");
    assert_eq!(wanting().ends(ms(1000), NOTHING), "until 1.006s");
    // However long a machine may stand still: beyond this it is not even looked at.
    let after = wanting().settles(1, ms(1001) + LONGEST_STALL, NOTHING);
    assert_eq!(after, "Silent");
    let mut dead = wanting();
    dead.serve();
    assert!(dead.player.stalled(ms(7)) < ms(60_000));
}

#[test]
fn an_answer_that_came_since_the_last_look_counts() {
    let mut stage = stage(true);
    stage.asked();
    stage
        .output
        .as_mut()
        .expect("open")
        .write_all(b"OK\n")
        .expect("written");
    assert_eq!(stage.settles(1, ms(1000), NOTHING), "until 1.001s");
    assert_eq!(stage.settles(1, ms(1001), NOTHING), "Lines(1)");
}

#[test]
fn an_output_that_ends_is_awaited_for_a_moment() {
    let mut stage = stage(true);
    let asked = stage.asked();
    stage.closes();
    stage.player.stdout.arrived = asked + ms(100);
    assert_eq!(stage.settles(1, ms(100), NOTHING), "until 125ms");
    assert_eq!(stage.settles(1, ms(124), NOTHING), "until 125ms");
    assert_eq!(stage.settles(1, ms(125), NOTHING), "Closed");
    let mut stage = stage.with(|script| script.is_exiting = true);
    assert_eq!(stage.settles(1, ms(124), NOTHING), "until 125ms");
    assert_eq!(stage.settles(1, ms(125), NOTHING), "until 150ms");
    assert_eq!(
        stage.settles(1, ms(100) + PATIENCE + LONGEST_STALL, NOTHING),
        "Closed"
    );
}

#[test]
fn an_end_is_seen() {
    let mut stage = stage(true).with(|script| {
        script.end = Some(ExitReport {
            death: Death::Exit(3),
            ..ExitReport::default()
        });
        script.is_exiting = true;
    });
    stage.asked();
    assert_eq!(stage.settles(1, NOTHING, NOTHING), "until 1.001s");
    stage.end = None;
    stage.serve();
    assert_eq!(stage.settles(1, NOTHING, NOTHING), "Died(Exit(3))");
    assert_eq!(stage.settles(1, NOTHING, NOTHING), "Died(Exit(3))");
    assert_eq!(stage.script.lock().expect("told").ended, [true]);
    assert_eq!(stage.player.stalled(ms(7)), ms(7));
}

#[test]
fn answers_that_came_before_the_end_count() {
    let ended = |text: &str, input_ends: bool, lines: usize| {
        let mut stage = stage(true);
        stage.asked();
        stage.writes(text);
        stage.end = None;
        if input_ends {
            stage.player.stdin.end();
        }
        stage.serve();
        stage.settles(lines, NOTHING, NOTHING)
    };
    assert_eq!(ended("one\ntwo\nth", false, 3), "Lines(2)");
    assert_eq!(ended("one\ntwo\n", false, 2), "Lines(2)");
    assert_eq!(ended("one", false, 1), "Died(Exit(0))");
    assert_eq!(ended("", false, 1), "Died(Exit(0))");
    // A whole batch was asked for: what it wrote is all that it answers.
    assert_eq!(ended("one\ntwo\nth", true, 4), "Rest");
    assert_eq!(ended("", true, 4), "Died(Exit(0))");
}

#[test]
fn a_farewell_has_its_time() {
    let mut stage = stage(true).with(|script| {
        script.end = Some(ExitReport {
            death: Death::Exit(3),
            ..ExitReport::default()
        })
    });
    let asked = stage.asked();
    assert_eq!(stage.ends(ms(999), NOTHING), "until 1s");
    assert_eq!(stage.ends(ms(1000), ms(20)), "until 1.02s");
    assert_eq!(stage.ends(ms(1000), NOTHING), "Silent");
    assert_eq!(stage.player.stdout.arrived, asked + ms(1000));
    // Its output may end before it does.
    stage.closes();
    assert_eq!(stage.ends(ms(999), NOTHING), "until 1s");
    stage.end = None;
    stage.serve();
    assert_eq!(stage.ends(ms(1), NOTHING), "Died(Exit(3))");
    // What has ended is not still running, even where nobody said so in time.
    let end = Some(ExitReport {
        trouble: Some("it is stopped".into()),
        ..ExitReport::default()
    });
    let mut stage = self::stage(true).with(|script| (script.is_exiting, script.end) = (true, end));
    stage.asked();
    assert_eq!(stage.ends(ms(999), NOTHING), "until 1s");
    assert!(stage.player.is_sound().is_ok());
    assert_eq!(stage.ends(ms(1000), NOTHING), "Died(Exit(0))");
    assert!(stage.player.is_sound().is_err());
}

#[test]
fn a_program_that_somebody_else_started_ends_with_its_output() {
    let mut stage = stage(false);
    stage.asked();
    assert_eq!(stage.ends(ms(1), NOTHING), "until 1s");
    // It cannot be said to be silent: nobody sees whether it has ended.
    assert_eq!(stage.ends(ms(1000), NOTHING), "Died(Exit(0))");
    stage.closes();
    assert_eq!(stage.ends(ms(1), NOTHING), "Died(Exit(0))");
}

#[test]
fn last_words_are_kept_up_to_a_limit() {
    let mut stage = stage(true);
    stage.asked();
    stage.writes(&"x".repeat(3000));
    assert_eq!(stage.ends(ms(1), NOTHING), "Rest");
    let Observation::Lines(words) = stage.player.heard(How::Rest) else {
        panic!("lines")
    };
    assert_eq!(words.len(), 3000);
    assert_eq!(
        (stage.ends(ms(1), NOTHING).as_str(), stage.player.unkept()),
        ("until 1s", 0)
    );
    stage.writes(&"x".repeat(2000));
    assert_eq!(stage.ends(ms(1), NOTHING), "Rest");
    let Observation::Lines(words) = stage.player.heard(How::Rest) else {
        panic!("lines")
    };
    assert_eq!((words.len(), stage.player.unkept()), (1096, 904));
    stage.writes("x");
    assert_eq!(
        (stage.ends(ms(1), NOTHING).as_str(), stage.player.unkept()),
        ("until 1s", 905)
    );
}

#[test]
fn memory_is_held_against_its_limit() {
    for (memory, has_outgrown) in [(1000, false), (1001, true)] {
        let mut stage = stage(true).with(|script| {
            script.memory = memory;
            script.end = Some(ExitReport {
                death: Death::Signal(9),
                ..ExitReport::default()
            });
        });
        stage.player.limit_memory(1000);
        stage.asked();
        assert_eq!(stage.settles(1, NOTHING, NOTHING), "until 1.001s");
        stage.player.wait_longer();
        assert_eq!(stage.player.peak, memory);
        let settled = stage.settles(1, NOTHING, NOTHING);
        assert_eq!(
            settled,
            if has_outgrown {
                "Died(Signal(9))"
            } else {
                "until 1.001s"
            }
        );
        assert_eq!(stage.player.has_outgrown, has_outgrown);
        let script = stage.script.lock().expect("told");
        assert_eq!(script.ended.len(), usize::from(has_outgrown));
    }
    let mut stage = stage(true).with(|script| script.memory = 1001);
    stage.player.limit_memory(1000);
    stage.asked();
    stage.player.wait_longer();
    assert_eq!(stage.ends(ms(1), NOTHING), "Died(Exit(0))");
    assert!(stage.player.has_outgrown);
}

/// A quick program of one process is not looked at as a whole; its own mark says what it had.
#[test]
fn memory_is_looked_at_when_it_is_worth_it() {
    let mut stage = stage(true).with(|script| script.memory = 1 << 40);
    stage.player.sample_memory();
    assert_eq!(stage.player.peak, 0);
    let mut stage = stage.with(|script| script.members = vec![getpid()]);
    stage.player.sample_memory();
    assert!(
        (1 << 20..1 << 40).contains(&stage.player.peak),
        "{}",
        stage.player.peak
    );
    let mut stage = stage.with(|script| script.members = vec![getpid(); 2]);
    stage.player.sample_memory();
    assert_eq!(stage.player.peak, 1 << 40);
    let mut stage = stage.with(|script| script.memory = 1 << 41);
    stage.player.reap();
    stage.player.sample_memory();
    assert_eq!(
        stage.player.peak,
        1 << 40,
        "of a program that has ended nothing is looked at"
    );
}

#[test]
fn cpu_time_is_held_against_its_limit() {
    for (cpu, is_over) in [(5000, false), (5001, true)] {
        let mut stage = stage(true).with(|script| {
            script.cpu = ms(cpu);
            script.cpu_limit = Some(ms(5000));
        });
        stage.asked();
        stage.player.wait_longer();
        let settled = stage.settles(1, NOTHING, NOTHING);
        assert_eq!(
            settled,
            if is_over {
                "Died(Signal(24))"
            } else {
                "until 1.001s"
            }
        );
        assert!(!stage.player.has_outgrown);
    }
    // One that has ended is not ended for it.
    let mut stage = stage(true).with(|script| {
        script.cpu = ms(5001);
        script.cpu_limit = Some(ms(5000));
        script.end = Some(ExitReport {
            death: Death::Exit(3),
            ..ExitReport::default()
        });
    });
    stage.asked();
    stage.end = None;
    stage.serve();
    stage.player.wait_longer();
    assert_eq!(stage.settles(1, NOTHING, NOTHING), "Died(Exit(3))");
}

#[test]
fn what_keeps_a_program_says_that_it_failed() {
    let mut stage = stage(true).with(|script| {
        script.end = Some(ExitReport {
            trouble: Some("a wrapper failed: no box".into()),
            ..ExitReport::default()
        });
    });
    assert!(stage.player.is_sound().is_ok());
    stage.player.reap();
    let why = stage
        .player
        .is_sound()
        .expect_err("it has failed")
        .to_string();
    assert_eq!(why, "a wrapper failed: no box");
    let mut stage = self::stage(true);
    stage.player.reap();
    assert!(stage.player.is_sound().is_ok());
}

#[test]
fn what_was_heard_is_told() {
    let mut stage = stage(true);
    stage.writes("one\ntwo\nthree\nfour");
    assert_eq!(
        stage.player.heard(How::Lines(2)),
        Observation::Lines(b"one\ntwo")
    );
    assert_eq!(
        stage.player.heard(How::Rest),
        Observation::Lines(b"three\nfour")
    );
    assert_eq!(stage.player.heard(How::TooMuch), Observation::TooMuch);
    stage.player.withheld = [b"un".to_vec(), b"flushed".to_vec()];
    assert_eq!(
        stage.player.heard(How::Silent),
        Observation::Silent {
            unfinished: b"un",
            unflushed: b"flushed"
        }
    );
    assert_eq!(stage.player.heard(How::Closed), Observation::Closed);
    assert_eq!(
        stage.player.heard(How::Died(Death::Exit(4))),
        Observation::Died(Death::Exit(4))
    );
}

/// Output, standard error, input where something waits for it, and the end of the program.
#[test]
fn what_poll_found_is_taken_in_its_order() {
    let awaited = |stage: &Stage| {
        let mut fds: Vec<PollFd<'_>> = Vec::new();
        stage.player.poll_fds(&mut fds);
        fds.len()
    };
    let ready = |mut set: u16, is_queued: bool| {
        let mut stage = stage(true);
        stage
            .output
            .as_mut()
            .expect("open")
            .write_all(b"out")
            .expect("written");
        stage.errors.write_all(b"err").expect("written");
        stage.end = None;
        if is_queued {
            stage.player.stdin.push("TURN");
        }
        assert_eq!(awaited(&stage), 3 + usize::from(is_queued));
        stage.player.serve(&mut set).expect("served");
        let is_dead = matches!(
            stage.player.settles(&ask(9), Instant::now(), NOTHING),
            Settling::Settled(How::Died(_))
        );
        let found = [
            !stage.player.stdout.rest().is_empty(),
            stage.player.stderr.total == 3,
            is_queued && stage.player.stdin.waiting() == 0,
            is_dead,
        ];
        (found, set)
    };
    assert_eq!(ready(0b0000, true), ([false; 4], 0));
    assert_eq!(ready(0b0001, true).0, [true, false, false, false]);
    assert_eq!(ready(0b0010, true).0, [false, true, false, false]);
    assert_eq!(ready(0b0100, true).0, [false, false, true, false]);
    // What it wrote before its end is read as well.
    assert_eq!(ready(0b1000, true).0, [true, false, false, true]);
    assert_eq!(ready(0b0100, false).0, [true, false, false, true]);
    // The next player's come after these.
    assert_eq!(ready(0b1010_0000, true), ([false; 4], 0b1010));
    assert_eq!(ready(0b0101_0000, false), ([false; 4], 0b1010));

    // Of one that has ended nobody asks whether it has.
    let mut stage = stage(true);
    stage.serve();
    let mut set = 0b1100;
    stage.player.serve(&mut set).expect("served");
    assert_eq!((awaited(&stage), set), (2, 0b11));

    let mut stage = self::stage(true);
    stage.end = None;
    stage.closes();
    let closed = stage.player.stdout.arrived;
    assert_eq!(awaited(&stage), 2);
    stage.player.serve(&mut 0b10).expect("served");
    assert_eq!((awaited(&stage), stage.player.stdout.arrived), (1, closed));
    assert_eq!(
        awaited(&self::stage(false)),
        2,
        "nobody tells the end of what somebody else has started"
    );

    // An output that ends is awaited from then on.
    let mut stage = self::stage(true);
    stage.output = None;
    std::thread::sleep(ms(2));
    stage.player.serve(&mut 0b1).expect("served");
    assert!(stage.player.stdout.arrived >= closed + ms(2));
}

#[test]
fn a_player_that_is_dropped_is_ended_once() {
    let stage = stage(true);
    let script = Arc::clone(&stage.script);
    let mut input = stage.input;
    drop((stage.player, stage.output, stage.errors));
    assert_eq!(script.lock().expect("told").ended, [false]);
    assert_eq!(input.read(&mut [0]).expect("its input is closed"), 0);
}
