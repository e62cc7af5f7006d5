//! Real programs and real time: hangs, floods, deaths and leftovers. One test at a time, with slack.

mod common;

use common::running;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};
use stickler::arena::live::{self, NoHouse, Record};
use stickler::arena::process::Processes;
use stickler::arena::table::{HarnessError, Table};
use stickler::check::scenario::Opponents;
use stickler::check::stream::{Recorded, Seeded, SplitMix64};
use stickler::game::{Seat, Seats};
use stickler::games;
use stickler::params::Settings;
use stickler::scenario::{Opponent, Writes};
use stickler::transcript::Writer;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

const SHORT: &[&str] = &["bank=300", "ready=300", "grace=300"];

/// A shell script at seat 0 against an opponent that plays the first cells; once more where the machine held it up.
fn play(script: &str, set: &[&str]) -> Record {
    loop {
        match play_once(script, set) {
            Err(HarnessError::Stalled { .. }) => {}
            record => return record.expect("a match"),
        }
    }
}

fn play_once(script: &str, set: &[&str]) -> Result<Record, HarnessError> {
    let game = games::find("gomoku").expect("the game");
    let settings = Settings::read(set.iter().copied()).expect("settings");
    let command = ["/bin/sh", "-c", script].map(str::to_string).to_vec();
    let mut table = Processes::start(&[Some(command), None]).expect("a shell");
    let mut house = Opponents::explicit(Seats::only(Seat(1)), Opponent::First);
    let referee = game.referee(&settings).expect("a referee");
    let mut stream = Recorded::new(Vec::new());
    live::play(referee, 2, &mut table, &mut house, &mut stream, Writer::default())
}

fn fault(record: &Record) -> (&'static str, &'static str) {
    let fault = record.verdict.faults.iter().find(|fault| fault.seat == Seat(0)).expect("a fault of seat 0");
    (fault.kind.word(), fault.breach.clause.id())
}

#[test]
fn an_echoing_opponent_bets_what_the_candidate_bets() {
    let game = games::find("betris").expect("the game");
    let settings = Settings::default();
    let command = [env!("CARGO_BIN_EXE_refbot"), "betris"].map(str::to_string).to_vec();
    for (candidate, other) in [(Seat(0), Seat(1)), (Seat(1), Seat(0))] {
        let commands = [Seat(0), Seat(1)].map(|seat| (seat == candidate).then(|| command.clone()));
        let mut table = Processes::start(&commands).expect("the reference bot");
        let mut house = Opponents::new(Seats::only(other), Opponent::Echo, SplitMix64(5), Vec::new());
        let referee = game.referee(&settings).expect("a referee");
        let mut stream = Seeded::new(SplitMix64(5));
        let record = live::play(referee, 2, &mut table, &mut house, &mut stream, Writer::default()).expect("a match");
        let bets = |seat: Seat| -> Vec<String> {
            let prefix = format!("{seat}> BET ");
            let bets = record.transcript.lines().filter_map(|line| line.strip_prefix(&prefix));
            bets.filter_map(|bet| Some(bet.split_once(" @")?.0.to_string())).collect()
        };
        assert!(record.verdict.faults.is_empty(), "{}", record.transcript);
        assert!(!bets(candidate).is_empty());
        let same = bets(candidate).iter().zip(bets(other)).filter(|(mine, others)| **mine == *others).count();
        assert!(2 * same > bets(candidate).len(), "only {same} ties\n{}", record.transcript);
    }
}

/// How long something takes, and how long a thread that wants a CPU all the while is kept from it.
fn watched(take: impl Fn() -> Duration) -> (Duration, Duration) {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let (mut last, mut lost) = (Instant::now(), Duration::ZERO);
            while !over.load(Ordering::Relaxed) {
                let now = Instant::now();
                lost += Some(now - last).filter(|gap| *gap > Duration::from_millis(1)).unwrap_or_default();
                last = now;
            }
            lost
        });
        let taken = take();
        over.store(true, Ordering::Relaxed);
        (taken, watch.join().expect("a watch"))
    })
}

#[test]
fn a_hang_is_judged_within_its_limit_and_fifty_milliseconds() {
    let _alone = alone();
    for hang in ["exec sleep 4711", "while :; do :; done"] {
        let judged = || {
            let started = Instant::now();
            let record = play(&format!("read line; {hang}"), SHORT);
            assert_eq!(fault(&record), ("late", "gomoku.ready.time"));
            started.elapsed()
        };
        // What the machine takes for itself is given back, so a busy one is tried until it has a quiet moment.
        let (most, mut tries) = (Duration::from_millis(350), Vec::new());
        while tries.len() < 40 && !tries.iter().any(|&(after, _)| after <= most) {
            tries.push(watched(judged));
        }
        assert!(tries.iter().all(|&(after, _)| after >= Duration::from_millis(300)), "{hang}: judged after {tries:?}");
        if tries.iter().all(|&(after, lost)| after > most && lost > Duration::from_millis(20)) {
            common::skipped("the machine is too busy to tell how soon a hang is judged");
        } else {
            assert!(tries.iter().any(|&(after, _)| after <= most), "{hang}: judged after, of it lost: {tries:?}");
        }
    }
    assert_eq!(running("sleep\u{0}4711"), 0);
}

/// It sleeps when its time is over, and does not wait for more input: what comes then is late, and was not withheld.
#[test]
fn a_late_answer_is_told_from_one_that_was_not_flushed() {
    let _alone = alone();
    for seconds in ["0.305", "0.312", "0.32", "0.328"] {
        let record = play(&format!("read line; sleep {seconds}; echo OK; read line"), SHORT);
        assert_eq!(fault(&record), ("late", "gomoku.ready.time"), "{seconds}\n{}", record.transcript);
    }
}

#[test]
fn a_line_that_is_too_long_is_so_however_it_comes() {
    let _alone = alone();
    let record = play("read line; printf 'OK%70000s\\n' ''; read line", SHORT);
    assert_eq!(fault(&record), ("flood", "wire.line.length"));
    let record = play("read line; printf 'OK%70000s' ''; sleep 0.1; echo; read line", SHORT);
    assert_eq!(fault(&record), ("flood", "wire.line.length"));
}

/// A program cannot make its own lateness the machine's by what it starts, wherever that runs.
#[test]
fn load_that_a_program_makes_is_its_own() {
    let _alone = alone();
    let burn = "for i in 1 2 3 4 5 6 7 8; do setsid timeout 3 sh -c 'while :; do :; done' & done";
    let late = "n=0; while [ $n -lt 3000000 ]; do n=$((n+1)); done; echo OK";
    let played = (0..3).find_map(|_| play_once(&format!("read line; {burn}; {late}"), SHORT).ok());
    assert_eq!(fault(&played.expect("a verdict, not a stall")), ("late", "gomoku.ready.time"));
}

#[test]
fn the_whole_group_is_ended_with_its_leader() {
    let _alone = alone();
    let record = play("sleep 4712 & sleep 4712 & read line; echo NO; wait", SHORT);
    assert_eq!(fault(&record), ("format", "gomoku.ready.answer"));
    assert_eq!(running("sleep\u{0}4712"), 0);
}

#[test]
fn a_child_that_outlives_its_bot_is_ended_too() {
    let _alone = alone();
    let record = play("sleep 4713 & exit 0", SHORT);
    assert_eq!(fault(&record), ("died", "wire.process.alive"));
    assert_eq!(running("sleep\u{0}4713"), 0);
}

#[test]
fn a_bot_that_ignores_signals_is_ended() {
    let _alone = alone();
    let record = play("trap '' TERM INT HUP; while :; do sleep 4714; done", SHORT);
    assert_eq!(fault(&record), ("late", "gomoku.ready.time"));
    assert_eq!(running("sleep\u{0}4714"), 0);
}

#[test]
fn deaths_are_told_apart() {
    let _alone = alone();
    assert_eq!(fault(&play("read line; kill -SEGV $$", SHORT)), ("died", "wire.process.alive"));
    assert_eq!(fault(&play("read line; exit 3", SHORT)), ("died", "wire.process.alive"));
    assert_eq!(fault(&play("read line; exec >&-; exec sleep 4715", SHORT)), ("died", "wire.process.stdout"));
    assert!(play("read line; exit 3", SHORT).transcript.contains("0! exit 3\n"));
    assert!(play("read line; kill -SEGV $$", SHORT).transcript.contains("0! signal 11\n"));
}

#[test]
fn a_flood_of_standard_error_stops_nobody() {
    let _alone = alone();
    let script = "head -c 20000000 /dev/zero >&2; echo last words >&2; read line; echo OK; read line; echo NO";
    let record = play(script, &["ready=5000"]);
    assert_eq!(fault(&record), ("format", "gomoku.turn.answer"));
    let usage = record.usage[0].as_ref().expect("accounts");
    assert_eq!(usage.stderr_total, 20_000_011);
    assert!(usage.stderr.len() <= 16 * 1024 && usage.stderr.ends_with(b"last words\n"));
}

#[test]
fn a_line_without_end_is_cut_short() {
    let _alone = alone();
    let started = Instant::now();
    let record = play("read line; exec head -c 100000000 /dev/zero", &["ready=20000"]);
    assert_eq!(fault(&record), ("flood", "wire.line.length"));
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn endless_output_is_no_answer_and_does_not_fill_the_memory() {
    let _alone = alone();
    let record = play("read line; echo OK; exec yes", &["bank=300"]);
    // What comes before the ask is unasked; a line that comes a moment later passes for the answer.
    assert!([("unasked", "wire.answer.asked"), ("format", "gomoku.turn.answer")].contains(&fault(&record)));
    assert!(record.transcript.len() < 64 << 20);
}

#[test]
fn what_a_program_used_is_reported() {
    let _alone = alone();
    let script = "read line; i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo NO; read more";
    let record = play(script, &["ready=20000"]);
    let usage = record.usage[0].as_ref().expect("accounts");
    assert!(usage.cpu.0 > 0, "CPU time of a loop: {:?}", usage.cpu);
    assert!(usage.peak > 100_000 && usage.peak < 100 << 20, "memory of a shell: {}", usage.peak);
}

#[test]
fn a_program_that_cannot_be_started_is_the_harness_s_error() {
    let _alone = alone();
    for command in [vec!["/no/such/program".to_string()], vec!["/etc/passwd".into()], vec![]] {
        let started = Processes::start(&[Some(command)]);
        assert!(matches!(started, Err(HarnessError::Start { .. })));
    }
}

#[test]
fn variables_that_hide_a_missing_flush_are_removed() {
    let _alone = alone();
    let record = play("read line; echo \"[$PYTHONUNBUFFERED$_STDBUF_O]\"", SHORT);
    assert!(record.transcript.contains("0> [] @"), "{}", record.transcript);
}

#[test]
fn a_hundred_runs_leave_no_descriptor_and_no_child_behind() {
    let _alone = alone();
    let descriptors = || std::fs::read_dir("/proc/self/fd").expect("descriptors").count();
    play("exit 1", SHORT);
    let before = descriptors();
    for n in 0..100 {
        let script = ["exit 1", "read line; echo OK; exit 0", "echo stray; sleep 4716", "kill -9 $$"][n % 4];
        play(script, SHORT);
    }
    assert_eq!(descriptors(), before);
    assert_eq!(running("sleep\u{0}4716"), 0);
    let children = std::fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id()));
    assert_eq!(children.unwrap_or_default().trim(), "");
}

#[test]
fn two_programs_play_each_other() {
    let _alone = alone();
    let game = games::find("gomoku").expect("the game");
    let bot = || Some(vec![env!("CARGO_BIN_EXE_refbot").to_string(), "gomoku".into()]);
    let mut table = Processes::start(&[bot(), bot()]).expect("bots");
    let referee = game.referee(&Settings::default()).expect("a referee");
    let mut stream = Recorded::new(Vec::new());
    let record = live::play(referee, 2, &mut table, &mut NoHouse, &mut stream, Writer::default()).expect("a match");
    assert_eq!(record.verdict.faults, vec![]);
    assert!(record.verdict.outcome.is_some());
    assert!(Path::new("/proc").exists());
}

/// A program that leaves its group, its session and its parents behind, with or without its environment.
#[test]
fn programs_that_escape_into_a_session_of_their_own_are_ended() {
    let _alone = alone();
    for escape in ["setsid sleep 4721", "env -i setsid sleep 4721", "env STICKLER_RUN=other setsid sleep 4721"] {
        let record =
            play(&format!("( ( {escape} & ) & ) >/dev/null 2>&1 </dev/null; sleep 0.1; read line; echo NO"), SHORT);
        assert_eq!(fault(&record), ("format", "gomoku.ready.answer"));
        assert_eq!(running("sleep\u{0}4721"), 0, "{escape}");
    }
}

/// As in a container that is entered from outside: the session's leader has no number there, and reads as 0.
#[test]
fn programs_that_escape_are_ended_where_the_session_has_no_number() {
    let _alone = alone();
    let bot = "( ( env -i setsid sleep 4723 & ) & ) >/dev/null 2>&1 </dev/null; sleep 0.1; read line; echo NO";
    let run = |script: &str| {
        let unshare = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "/bin/sh", "-c", script, "sh"];
        let check =
            [env!("CARGO_BIN_EXE_stickler"), "check", "gomoku", "--only", "any", "--cases", "2", "--", "/bin/sh"];
        std::process::Command::new("unshare").args(unshare).args(check).args(["-c", bot]).output()
    };
    match run("ps -o sid= -p $$ | grep -qw 0") {
        Ok(output) if output.status.success() => {}
        _ => return common::skipped("a session without a number: this machine makes no process namespace here"),
    }
    let output = run("\"$@\"; code=$?; ps -C sleep && exit 9; exit $code").expect("unshare");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("gomoku.ready.answer"), "{said}");
}

/// One of the CPUs that this process may use.
fn one_cpu() -> CpuSet {
    let allowed = sched_getaffinity(None).expect("the CPUs");
    let mut one = CpuSet::new();
    one.set((0..CpuSet::MAX_CPU).find(|&cpu| allowed.is_set(cpu)).expect("a CPU"));
    one
}

/// Wants that CPU until it is over.
fn busy(one: &CpuSet, over: &AtomicBool) {
    sched_setaffinity(None, one).expect("pinned");
    while !over.load(Ordering::Relaxed) {
        std::hint::spin_loop();
    }
}

/// What the machine took from each of these shell scripts in a second, while so many others want the same CPU.
fn taken(scripts: &[&str], others: usize) -> Vec<Duration> {
    let (over, one) = (AtomicBool::new(false), one_cpu());
    std::thread::scope(|scope| {
        for _ in 0..others {
            scope.spawn(|| busy(&one, &over));
        }
        let measured = scope.spawn(|| {
            sched_setaffinity(None, &one).expect("pinned");
            let command = |script: &&str| Some(["/bin/sh", "-c", script].map(str::to_string).to_vec());
            let commands: Vec<_> = scripts.iter().map(command).collect();
            let mut table = Processes::start(&commands).expect("shells");
            std::thread::sleep(Duration::from_secs(1));
            let seats = Seats::first(scripts.len()).iter();
            seats.map(|seat| Duration::from_micros(table.stalled(seat).0)).collect::<Vec<_>>()
        });
        let taken = measured.join().expect("measured");
        over.store(true, Ordering::Relaxed);
        taken
    })
}

/// A program that waits for a CPU which others have was held up by the machine; one that sleeps, or whose own processes
/// wait for each other, was not.
#[test]
fn waiting_for_a_cpu_is_held_against_the_machine_and_not_the_program() {
    let _alone = alone();
    let (busy, asleep) = ("while :; do :; done", "sleep 60");
    let taken_by_three = taken(&[busy, asleep], 3);
    assert!(taken_by_three[0] > Duration::from_millis(300), "{taken_by_three:?}");
    assert!(taken_by_three[1] < Duration::from_millis(100), "{taken_by_three:?}");
    // Each of them waits for three quarters of the second; whatever else this machine does may take some of it as well.
    let own = (0..10).map(|_| taken(&["for n in 1 2 3; do while :; do :; done & done; while :; do :; done"], 0)[0]);
    let own: Vec<Duration> = own.take_while(|&taken| taken > Duration::from_millis(500)).collect();
    assert!(own.len() < 10, "{own:?}");
}

/// A program that answers at once, whenever it gets a CPU that others have nearly all of the time.
#[test]
fn a_program_that_gets_no_cpu_is_not_accused() {
    let _alone = alone();
    let (over, one) = (AtomicBool::new(false), one_cpu());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| busy(&one, &over));
        }
        let played = scope.spawn(|| {
            sched_setaffinity(None, &one).expect("pinned");
            let bot = format!("exec nice -n 19 {} gomoku --set board=5x5", env!("CARGO_BIN_EXE_refbot"));
            let set = ["board=5x5", "ready=40", "bank=40", "grace=40"];
            (0..12).map(|_| play_once(&bot, &set)).collect::<Vec<_>>()
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
        println!("{stalls} of 12 games were held up");
    });
}

#[test]
fn children_of_other_parts_of_this_process_are_left_alone() {
    let _alone = alone();
    let mut other = std::process::Command::new("sleep").arg("4722").spawn().expect("sleep");
    play("exit 1", SHORT);
    assert_eq!(running("sleep\u{0}4722"), 1);
    other.kill().and_then(|()| other.wait()).expect("ended");
}

/// Reads a piece at a time and says how often it had to.
const PIECES: &str = "import os
reads = 0
text = b''
while text.count(b'\\n') < 2:
    if text == b'READY FIRST\\n':
        os.write(1, b'OK\\n')
    text += os.read(0, 4096)
    reads += 1
    if text == b'READY FIRST\\n':
        first, reads = reads, 0
os.write(1, b'%d %d\\n' % (first, reads))
";

/// Its first thread has ended, and another has closed the output and lives on.
const HEADLESS: &str = "import ctypes, os, threading, time
def rest():
    os.close(1)
    time.sleep(60)
threading.Thread(target=rest).start()
ctypes.CDLL(None).syscall(60, 0)
";

#[test]
fn an_output_that_is_closed_is_told_from_a_program_that_ends() {
    let _alone = alone();
    assert_eq!(fault(&play("read line; exec >&-; sleep 60", &[])), ("died", "wire.process.stdout"));
    assert_eq!(fault(&play("read line; exit 0", &[])), ("died", "wire.process.alive"));
    let python = "/usr/bin/python3";
    if !Path::new(python).exists() || !cfg!(target_arch = "x86_64") {
        return common::skipped("no python3 here, or another number for the call that ends one thread");
    }
    let started = Instant::now();
    let record = play(&format!("exec {python} -c '{HEADLESS}'"), &[]);
    assert_eq!(fault(&record), ("died", "wire.process.stdout"), "{}", record.transcript);
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn messages_come_whole_in_pieces_or_line_by_line() {
    let _alone = alone();
    let Some(python) = ["/usr/bin/python3", "/usr/local/bin/python3"].into_iter().find(|path| Path::new(path).exists())
    else {
        return common::skipped("how messages are written: there is no Python here");
    };
    let reads = |writes: Writes| -> Vec<u32> {
        let game = games::find("gomoku").expect("the game");
        let command = [python, "-c", PIECES].map(str::to_string).to_vec();
        let mut table = Processes::start_writing(&[Some(command), None], writes).expect("Python");
        let mut house = Opponents::explicit(Seats::only(Seat(1)), Opponent::First);
        let referee = game.referee(&Settings::default()).expect("a referee");
        let mut stream = Recorded::new(Vec::new());
        let record = live::play(referee, 2, &mut table, &mut house, &mut stream, Writer::default()).expect("a match");
        let line = record.transcript.lines().filter(|line| line.starts_with("0> ")).nth(1).expect("a second answer");
        line[3..].split(' ').filter_map(|word| word.parse().ok()).collect()
    };
    assert_eq!(reads(Writes::Whole), [1, 1]);
    // On a busy machine a program may find some pieces together.
    assert!((0..5).any(|_| reads(Writes::Split).iter().any(|&reads| reads >= 2)), "no line came in pieces");
}

/// `STICKLER_SOAK` is the number of runs.
#[test]
#[ignore = "takes half an hour or so"]
fn ten_thousand_hostile_runs_leave_nothing_behind() {
    let _alone = alone();
    let runs: usize = std::env::var("STICKLER_SOAK").ok().and_then(|runs| runs.parse().ok()).unwrap_or(10_000);
    let entries = |folder: &str| std::fs::read_dir(folder).expect("a folder").count();
    let scripts = [
        "exit 1",
        "kill -9 $$",
        "read line; echo OK; exit 0",
        "sleep 4731 & exit 0",
        "( ( setsid sleep 4731 & ) & ); exit 3",
        "( ( env -i setsid sleep 4731 & ) & ) >/dev/null 2>&1; sleep 0.01; exit 3",
        "trap '' TERM INT HUP; while :; do sleep 4731; done",
        "exec yes",
        "exec head -c 100000000 /dev/zero",
        "head -c 1000000 /dev/zero >&2; exec sleep 4731",
        "exec >&-; exec sleep 4731",
        "exec <&-; echo OK; exec sleep 4731",
    ];
    play("exit 1", SHORT);
    let files = entries("/tmp");
    let before = entries("/proc/self/fd");
    for run in 0..runs {
        play(scripts[run % scripts.len()], &["bank=20", "ready=20", "grace=20"]);
    }
    assert_eq!(entries("/proc/self/fd"), before);
    assert_eq!(running("sleep\u{0}4731"), 0);
    println!(
        "{runs} hostile runs; {} files in the folder for temporary files before, {} after",
        files,
        entries("/tmp")
    );
    let children = std::fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id()));
    assert_eq!(children.unwrap_or_default().trim(), "");
}
