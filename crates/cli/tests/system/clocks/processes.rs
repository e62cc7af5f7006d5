//! Real time, and a process that nothing else runs in: how soon a hang is judged, whose time is whose, what is left behind.

use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{in_sandboxes, python, quoted, refbot};
use crate::support::scripts::{SHORT, fault, play, play_by, play_once};
use crate::support::tier::by_tier;
use crate::support::trials::{leave_out, skipped};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use stickler::game::{Seat, Seats};
use stickler::live::players::{HarnessError, Players};
use stickler::params::Ms;
use stickler::referee::{Ask, Observation};
use stickler_arena::launch::Launch;
use stickler_arena::process_players::ProcessPlayers;
use stickler_arena::stall::ProcStatSample;

tests! {
    a_hang_is_judged_within_its_limit_and_fifty_milliseconds,
    a_late_answer_is_told_from_one_that_was_not_flushed,
    load_that_a_program_makes_is_its_own [GATE],
    a_line_without_end_is_cut_short,
    a_hundred_runs_leave_no_descriptor_and_no_child_behind,
    programs_that_escape_into_a_session_of_their_own_are_ended,
    waiting_for_a_cpu_is_held_against_the_machine_and_not_the_program [TIMED],
    a_program_that_gets_no_cpu_is_not_accused [TIMED],
    the_wait_of_helpers_and_of_full_pipes_is_not_the_program_s [GATE],
    what_was_seen_long_ago_says_nothing_of_a_wait,
    children_of_other_parts_of_this_process_are_left_alone,
    what_another_program_left_is_left_alone,
    an_output_that_is_closed_is_told_from_a_program_that_ends [PYTHON],
    ten_thousand_hostile_runs_leave_nothing_behind [DEEP],
    ten_thousand_hostile_runs_in_sandboxes_leave_nothing_behind [DEEP, BUBBLEWRAP],
}

/// How long something takes, and how long a thread that wants a CPU all the while is kept from it.
pub(crate) fn watched(take: impl Fn() -> Duration) -> (Duration, Duration) {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let (mut last, mut lost) = (Instant::now(), Duration::ZERO);
            while !over.load(Ordering::Relaxed) {
                let now = Instant::now();
                lost += Some(now - last)
                    .filter(|gap| *gap > Duration::from_millis(1))
                    .unwrap_or_default();
                last = now;
            }
            lost
        });
        let taken = take();
        over.store(true, Ordering::Relaxed);
        (taken, watch.join().expect("a watch"))
    })
}

/// How long the one or the other of two threads that want a CPU is kept from it in this time: a judge needs one beside its bot's.
fn lost_by_two(time: Duration) -> Duration {
    let one = || {
        let sleep = || {
            std::thread::sleep(time);
            Duration::ZERO
        };
        watched(sleep).1
    };
    let (one, other) = watched(one);
    one.max(other)
}

fn a_hang_is_judged_within_its_limit_and_fifty_milliseconds() {
    let mark = Mark::new();
    for hang in [&format!("exec sleep {mark}"), "while :; do :; done"] {
        let judged = || {
            let started = Instant::now();
            let record = play(&format!("read line; {hang}"), SHORT);
            assert_eq!(fault(&record), ("late", "gomoku.ready.time"));
            started.elapsed()
        };
        // What the machine takes for itself is given back, so a busy one is tried until it has a quiet moment.
        let (most, mut tries) = (Duration::from_millis(350), Vec::new());
        while tries.len() < 40 && !tries.iter().any(|&after| after <= most) {
            tries.push(judged());
        }
        assert!(
            tries
                .iter()
                .all(|&after| after >= Duration::from_millis(300)),
            "{hang}: judged after {tries:?}"
        );
        if tries.iter().all(|&after| after > most) {
            let lost: Vec<Duration> = (0..5).map(|_| lost_by_two(most)).collect();
            let quiet = lost
                .iter()
                .filter(|lost| **lost < Duration::from_millis(10));
            assert!(
                quiet.count() < 3,
                "{hang}: judged after {tries:?}, of such a time lost by the machine: {lost:?}"
            );
            skipped("the machine is too busy to tell how soon a hang is judged");
        }
    }
    assert_eq!(mark.running(), 0);
}

/// It sleeps when its time is over, and does not wait for more input: what comes then is late, and was not withheld.
fn a_late_answer_is_told_from_one_that_was_not_flushed() {
    for seconds in ["0.305", "0.312", "0.32", "0.328"] {
        // In the second form a helper waits for input, and not for the judge's.
        for sleeps in ["sleep", "sleep 0.01 | cat; sleep 0.3 | cat; : "] {
            let record = play(
                &format!("read line; {sleeps} {seconds}; echo OK; read line"),
                SHORT,
            );
            assert_eq!(
                fault(&record),
                ("late", "gomoku.ready.time"),
                "{sleeps} {seconds}\n{}",
                record.transcript
            );
        }
    }
}

/// A program cannot make its own lateness the machine's by what it starts, wherever that runs.
fn load_that_a_program_makes_is_its_own() {
    let late = "n=0; while [ $n -lt 3000000 ]; do n=$((n+1)); done; echo OK";
    for burn in [
        "for i in 1 2 3 4 5 6 7 8; do setsid timeout 3 sh -c 'while :; do :; done' & done",
        // Orphans that are known by nothing.
        "for i in 1 2 3 4 5 6 7 8; do ( env -i setsid timeout 3 sh -c 'while :; do :; done' & ); done",
        // Processes that are gone at the next look.
        "for i in 1 2 3 4; do ( n=0; while [ $n -lt 2000 ]; do n=$((n+1)); /bin/true; done ) & done",
    ] {
        let played =
            (0..3).find_map(|_| play_once(&format!("read line; {burn}; {late}"), SHORT).ok());
        assert_eq!(
            fault(&played.expect("a verdict, not a stall")),
            ("late", "gomoku.ready.time"),
            "{burn}"
        );
    }
}

fn a_line_without_end_is_cut_short() {
    let started = Instant::now();
    let record = play(
        "read line; exec head -c 100000000 /dev/zero",
        &["ready=20000"],
    );
    assert_eq!(fault(&record), ("flood", "wire.line.length"));
    assert!(started.elapsed() < Duration::from_secs(5));
}

fn a_hundred_runs_leave_no_descriptor_and_no_child_behind() {
    let soon = ["bank=100", "ready=100", "grace=100"];
    let descriptors = || {
        std::fs::read_dir("/proc/self/fd")
            .expect("descriptors")
            .count()
    };
    play("exit 1", &soon);
    let before = descriptors();
    let mark = Mark::new();
    let stray = format!("echo stray; sleep {mark}");
    for n in 0..100 {
        let script = ["exit 1", "read line; echo OK; exit 0", &stray, "kill -9 $$"][n % 4];
        play(script, &soon);
    }
    assert_eq!(descriptors(), before);
    assert_eq!(mark.running(), 0);
    let children =
        std::fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id()));
    assert_eq!(children.unwrap_or_default().trim(), "");
}

/// A program that leaves its group, its session and its parents behind, with or without its environment.
fn programs_that_escape_into_a_session_of_their_own_are_ended() {
    let mark = Mark::new();
    for escape in [
        format!("setsid sleep {mark}"),
        format!("env -i setsid sleep {mark}"),
        format!("env STICKLER_RUN=other setsid sleep {mark}"),
        format!("bash -c 'set -m; env STICKLER_RUN=other sleep {mark} &'"),
    ] {
        let record = play(
            &format!(
                "( ( {escape} & ) & ) >/dev/null 2>&1 </dev/null; sleep 0.1; read line; echo NO"
            ),
            SHORT,
        );
        assert_eq!(fault(&record), ("format", "gomoku.ready.answer"));
        assert_eq!(mark.running(), 0, "{escape}");
    }
}

/// One of the CPUs that this process may use.
pub(crate) fn one_cpu() -> CpuSet {
    let allowed = sched_getaffinity(None).expect("the CPUs");
    let mut one = CpuSet::new();
    one.set(
        (0..CpuSet::MAX_CPU)
            .find(|&cpu| allowed.is_set(cpu))
            .expect("a CPU"),
    );
    one
}

/// Wants that CPU until it is over.
pub(crate) fn busy(one: &CpuSet, over: &AtomicBool) {
    sched_setaffinity(None, one).expect("pinned");
    while !over.load(Ordering::Relaxed) {
        std::hint::spin_loop();
    }
}

/// The time that the machine took from each of these shell scripts in a second, while so many others want the same CPU.
fn taken(scripts: &[&str], others: usize) -> Vec<Duration> {
    let (over, one) = (AtomicBool::new(false), one_cpu());
    std::thread::scope(|scope| {
        for _ in 0..others {
            scope.spawn(|| busy(&one, &over));
        }
        let measured = scope.spawn(|| {
            sched_setaffinity(None, &one).expect("pinned");
            let command =
                |script: &&str| Some(["/bin/sh", "-c", script].map(str::to_string).to_vec());
            let commands: Vec<_> = scripts.iter().map(command).collect();
            let mut table = ProcessPlayers::start(&commands).expect("shells");
            std::thread::sleep(Duration::from_secs(1));
            let seats = Seats::first(scripts.len()).iter();
            seats
                .map(|seat| Duration::from_micros(table.stalled(seat).0))
                .collect::<Vec<_>>()
        });
        let taken = measured.join().expect("measured");
        over.store(true, Ordering::Relaxed);
        taken
    })
}

/// A program that waits for a CPU which others have was held up by the machine; one that sleeps, or whose own processes
/// wait for each other, was not.
fn waiting_for_a_cpu_is_held_against_the_machine_and_not_the_program() {
    let (busy, asleep) = ("while :; do :; done", "sleep 60");
    let taken_by_three = taken(&[busy, asleep], 3);
    assert!(
        taken_by_three[0] > Duration::from_millis(300),
        "{taken_by_three:?}"
    );
    assert!(
        taken_by_three[1] < Duration::from_millis(100),
        "{taken_by_three:?}"
    );
    // Each of them waits for three quarters of the second; whatever else this machine does may take some of it as well.
    let script = "for n in 1 2 3; do while :; do :; done & done; while :; do :; done";
    let tries = (0..10).map(|_| watched(|| taken(&[script], 0)[0]));
    let tries: Vec<(Duration, Duration)> = tries
        .take_while(|(own, _)| *own > Duration::from_millis(500))
        .collect();
    if tries.len() == 10
        && tries
            .iter()
            .all(|(_, lost)| *lost > Duration::from_millis(100))
    {
        leave_out("the machine is too busy to tell a program's own load from that of others");
    }
    assert!(tries.len() < 10, "taken, and lost by a watch: {tries:?}");
}

/// A program that answers at once, whenever it gets a CPU that others have nearly all of the time.
fn a_program_that_gets_no_cpu_is_not_accused() {
    let (over, one) = (AtomicBool::new(false), one_cpu());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| busy(&one, &over));
        }
        let played = scope.spawn(|| {
            sched_setaffinity(None, &one).expect("pinned");
            let bot = format!("exec nice -n 19 {}", refbot("gomoku --set board=5x5"));
            let set = ["board=5x5", "ready=40", "bank=40", "grace=40"];
            (0..by_tier(6, 6, 12))
                .map(|_| play_once(&bot, &set))
                .collect::<Vec<_>>()
        });
        let played = played.join();
        over.store(true, Ordering::Relaxed);
        let mut stalls = 0;
        for record in played.expect("games") {
            match record {
                Ok(record) => assert_eq!(record.verdict.faults, vec![], "{}", record.transcript),
                Err(HarnessError::Stalled { .. }) => stalls += 1,
                Err(error) => panic!("{error}"),
            }
        }
        println!("{stalls} games were held up");
    });
}

/// Time that the report gives to the machine or to the judge is never the bot's: not where the work is done by a helper that has ended
/// before the answer, and not where the bot waits until the judge, which has no CPU either, empties a full pipe.
fn the_wait_of_helpers_and_of_full_pipes_is_not_the_program_s() {
    const COMPUTE: &str = "n=0; while [ $n -lt 150000 ]; do n=$((n+1)); done";
    let ways = [
        format!("( {COMPUTE} )"),
        format!("for n in 1 2 3; do ( {COMPUTE} ) & wait; done"),
        { "head -c 100000000 /dev/zero >&2".to_string() },
    ];
    let (over, one) = (AtomicBool::new(false), one_cpu());
    let took = |way: &str, limit: &str| {
        let begun = Instant::now();
        (
            play_once(
                &format!("read line; {way}; echo NO"),
                &["bank=60000", limit],
            ),
            begun.elapsed(),
        )
    };
    std::thread::scope(|scope| {
        let measured = scope.spawn(|| {
            sched_setaffinity(None, &one).expect("pinned");
            let alone = ways
                .each_ref()
                .map(|way| took(way, "ready=60000").1.as_millis() as u64);
            let hogs: Vec<_> = (0..3).map(|_| scope.spawn(|| busy(&one, &over))).collect();
            // A short wait for a full pipe is seen as sleep, whoever is to blame.
            let limits = alone.map(|alone| format!("ready={}", alone * 2 + 100));
            let played: Vec<_> = ways
                .iter()
                .zip(&limits)
                .map(|(way, limit)| took(way, limit).0)
                .collect();
            over.store(true, Ordering::Relaxed);
            hogs.into_iter().for_each(|hog| hog.join().expect("joined"));
            played
        });
        for (way, record) in ways.iter().zip(measured.join().expect("measured")) {
            match record {
                Ok(record) => {
                    assert_eq!(
                        fault(&record),
                        ("format", "gomoku.ready.answer"),
                        "{way}\n{}",
                        record.transcript
                    )
                }
                Err(HarnessError::Stalled { .. }) => {}
                Err(error) => panic!("{way}: {error}"),
            }
        }
    });
}

/// A program that had a CPU since the last look may wait for the next one now: a second look, soon after, tells.
fn what_was_seen_long_ago_says_nothing_of_a_wait() {
    let mut busy = std::process::Command::new("/bin/sh")
        .args(["-c", "while :; do :; done"])
        .spawn()
        .expect("a shell");
    let (members, ms) = (
        [rustix::process::Pid::from_child(&busy)],
        Duration::from_millis,
    );
    let mut glance = ProcStatSample::default();
    assert!(
        (0..100).any(|_| glance.finds_waiting(&members, ms(0))),
        "it never wants a CPU"
    );
    std::thread::sleep(ms(100));
    let long_after = glance.finds_waiting(&members, ms(90));
    let soon_after = (1..100).any(|look| {
        std::thread::sleep(ms(5));
        !glance.finds_waiting(&members, ms(90 + 5 * look))
    });
    busy.kill().and_then(|()| busy.wait()).expect("ended");
    assert!(long_after, "it wants a CPU");
    assert!(soon_after, "it has one");
}

fn children_of_other_parts_of_this_process_are_left_alone() {
    let mark = Mark::new();
    let mut other = std::process::Command::new("sleep")
        .arg(mark.to_string())
        .spawn()
        .expect("sleep");
    play("exit 1", SHORT);
    assert_eq!(mark.sleeping(), 1);
    other.kill().and_then(|()| other.wait()).expect("ended");
}

/// It ends with the program that left it, whether it is known by its mark or by nothing.
fn what_another_program_left_is_left_alone() {
    let shell = |script: &str| Some(["/bin/sh", "-c", script].map(str::to_string).to_vec());
    let own = Mark::new();
    for left in ["setsid", "env -i setsid"] {
        let mark = Mark::new();
        let leaves = format!(
            "( ( {left} sleep {mark} & ) & ) </dev/null >/dev/null 2>&1; sleep 0.1; echo left; exec sleep {own}"
        );
        let mut table =
            ProcessPlayers::start(&[shell(&format!("exec sleep {own}")), shell(&leaves)])
                .expect("shells");
        let ask = Ask {
            seat: Seat(1),
            lines: 1,
            budget: Ms(60_000),
        };
        assert_eq!(
            table.wait(&[ask]).expect("an answer").1,
            Observation::Lines(b"left")
        );
        let until = Instant::now() + Duration::from_secs(20);
        while mark.sleeping() == 0 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        table.retire(Seat(0)).expect("accounts");
        assert_eq!(mark.sleeping(), 1, "{left}");
        table.retire(Seat(1)).expect("accounts");
        assert_eq!(mark.sleeping(), 0, "{left}");
    }
    assert_eq!(own.running(), 0);
}

/// Its first thread has ended, and another has closed the output and lives on.
const HEADLESS: &str = "import ctypes, os, threading, time
def rest():
    os.close(1)
    time.sleep(60)
threading.Thread(target=rest).start()
ctypes.CDLL(None).syscall(60, 0)
";

fn an_output_that_is_closed_is_told_from_a_program_that_ends() {
    assert_eq!(
        fault(&play("read line; exec >&-; sleep 60", &[])),
        ("died", "wire.process.stdout")
    );
    assert_eq!(
        fault(&play("read line; exit 0", &[])),
        ("died", "wire.process.alive")
    );
    if !cfg!(target_arch = "x86_64") {
        leave_out("want x86_64: elsewhere the call that ends one thread has another number");
    }
    let python = quoted(python().expect("an interpreter"));
    let started = Instant::now();
    let record = play(&format!("exec {python} -c '{HEADLESS}'"), &[]);
    assert_eq!(
        fault(&record),
        ("died", "wire.process.stdout"),
        "{}",
        record.transcript
    );
    assert!(started.elapsed() < Duration::from_secs(5));
}

fn ten_thousand_hostile_runs_leave_nothing_behind() {
    hostile_runs(&Launch::default());
}

/// The same, each in a sandbox.
fn ten_thousand_hostile_runs_in_sandboxes_leave_nothing_behind() {
    hostile_runs(&in_sandboxes());
}

/// `STICKLER_SOAK` is the number of runs.
fn hostile_runs(launch: &Launch) {
    let runs: usize = std::env::var("STICKLER_SOAK")
        .ok()
        .and_then(|runs| runs.parse().ok())
        .unwrap_or(10_000);
    let entries = |folder: &str| std::fs::read_dir(folder).expect("a folder").count();
    let mark = Mark::new();
    let scripts = [
        "exit 1",
        "kill -9 $$",
        "read line; echo OK; exit 0",
        "sleep MARK & exit 0",
        "( ( setsid sleep MARK & ) & ); exit 3",
        "( ( env -i setsid sleep MARK & ) & ) >/dev/null 2>&1; sleep 0.01; exit 3",
        "trap '' TERM INT HUP; while :; do sleep MARK; done",
        "exec yes",
        "exec head -c 100000000 /dev/zero",
        "head -c 1000000 /dev/zero >&2; exec sleep MARK",
        "exec >&-; exec sleep MARK",
        "exec <&-; echo OK; exec sleep MARK",
    ];
    let scripts = scripts.map(|script| script.replace("MARK", &mark.to_string()));
    play("exit 1", SHORT);
    let files = entries("/tmp");
    let before = entries("/proc/self/fd");
    for run in 0..runs {
        let played = play_by(
            launch,
            &scripts[run % scripts.len()],
            &["bank=20", "ready=20", "grace=20"],
        );
        assert!(
            matches!(played, Ok(_) | Err(HarnessError::Stalled { .. })),
            "{played:?}"
        );
    }
    assert_eq!(entries("/proc/self/fd"), before);
    assert_eq!(mark.running(), 0);
    println!(
        "{runs} hostile runs; {} files in the folder for temporary files before, {} after",
        files,
        entries("/tmp")
    );
    let children =
        std::fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id()));
    assert_eq!(children.unwrap_or_default(), "");
}
