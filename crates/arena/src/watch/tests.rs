//! The watch over an answer: what looks at a program's accounts make of its time.

use crate::watch::{Doing, FIRST_LOOK, Sample, ThreadAccount, Watch};
use std::time::{Duration, Instant};

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A look after so many milliseconds, that finds so much CPU time, so much of waiting and of the judge's lost time in all.
type Look = (u64, u64, Option<u64>, u64, Doing);

fn thread(id: u64, ran: u64, waited: u64) -> ThreadAccount {
    ThreadAccount {
        id,
        ran: ms(ran),
        waited: ms(waited),
    }
}

fn watched(looks: &[Look], stolen: u64) -> String {
    let start = Instant::now();
    let mut watch = Watch::default();
    watch.begin(start, ms(7));
    for &(after, cpu, waited, lost, doing) in looks {
        let threads = waited
            .map(|waited| thread(1, cpu, waited))
            .into_iter()
            .collect();
        watch.look(
            start + ms(after),
            Sample {
                cpu: ms(cpu),
                threads,
                cpus: 2,
                pressure: None,
                doing,
                lost: ms(7 + lost),
            },
        );
    }
    watch
        .spent(ms(stolen))
        .map_or("nothing".into(), |spent| spent.to_string())
}

#[test]
fn the_first_look_is_due_after_a_while() {
    let start = Instant::now();
    let mut watch = Watch::default();
    assert_eq!((watch.first_look(), watch.has_begun()), (None, false));
    watch.begin(start, ms(0));
    assert_eq!(
        (watch.first_look(), watch.has_begun()),
        (Some(start + FIRST_LOOK), false)
    );
    let seen = Sample {
        cpu: ms(90),
        threads: Vec::new(),
        cpus: 2,
        pressure: None,
        doing: Doing::Sleeping,
        lost: ms(0),
    };
    watch.look(start + ms(6), seen.clone());
    assert_eq!((watch.first_look(), watch.has_begun()), (None, true));
    watch.begin(start, ms(0));
    assert!(!watch.has_begun(), "each answer has its own watch");
    watch.give_up();
    assert_eq!(watch.first_look(), None);
    watch.look(start + ms(9), seen);
    assert_eq!(watch.spent(ms(0)), None);
    assert_eq!(watched(&[], 5), "nothing");
}

#[test]
fn what_the_accounts_grew_by_comes_first() {
    use Doing::Sleeping;
    // What it had before the first look belongs to earlier answers.
    let looks = [
        (5, 900, Some(300), 0, Sleeping),
        (105, 940, Some(330), 10, Sleeping),
    ];
    assert_eq!(
        watched(&looks, 0),
        "105 ms: 40 computing, 25 asleep, 30 waiting for a CPU, 10 the judge's"
    );
    // No more than there is.
    let looks = [
        (5, 0, Some(0), 0, Sleeping),
        (55, 40, Some(30), 90, Sleeping),
    ];
    assert_eq!(
        watched(&looks, 0),
        "55 ms: 40 computing, 5 asleep, 10 waiting for a CPU"
    );
    let looks = [
        (5, 0, Some(0), 0, Sleeping),
        (55, 20, Some(0), 90, Sleeping),
    ];
    assert_eq!(
        watched(&looks, 0),
        "55 ms: 20 computing, 5 asleep, 30 the judge's"
    );
}

#[test]
fn the_rest_goes_by_what_the_program_does() {
    for (doing, words) in [
        (Doing::Running, "105 ms: 5 computing, 100 waiting for a CPU"),
        (Doing::Sleeping, "105 ms: 105 asleep"),
        (Doing::Stopped, "105 ms: 105 stopped"),
    ] {
        assert_eq!(
            watched(&[(5, 0, Some(0), 0, doing), (105, 0, Some(0), 0, doing)], 0),
            words
        );
    }
    // It had a CPU, and waits for nothing any more: it slept in between.
    let woken = [
        (5, 0, Some(0), 0, Doing::Sleeping),
        (105, 30, Some(0), 0, Doing::Running),
    ];
    assert_eq!(watched(&woken, 0), "105 ms: 30 computing, 75 asleep");
}

#[test]
fn a_wait_that_no_account_has_yet_is_counted_once() {
    use Doing::{Running, Sleeping};
    let looks = [
        (5, 0, Some(0), 0, Running),
        (55, 0, Some(0), 0, Running),
        (105, 0, Some(0), 0, Running),
        // Now the kernel counts the hundred milliseconds, and forty more.
        (205, 60, Some(140), 0, Running),
        (305, 60, Some(150), 0, Sleeping),
    ];
    assert_eq!(
        watched(&looks, 0),
        "305 ms: 65 computing, 90 asleep, 150 waiting for a CPU"
    );
}

#[test]
fn several_cpus_are_told_of() {
    let of = |cpu: u64| {
        watched(
            &[
                (5, 0, Some(0), 0, Doing::Running),
                (105, cpu, Some(0), 0, Doing::Running),
            ],
            0,
        )
    };
    assert_eq!(of(100), "105 ms: 105 computing");
    assert_eq!(of(131), "105 ms: 105 computing");
    assert_eq!(
        of(300),
        "105 ms: 105 computing (300 ms of CPU time on several CPUs)"
    );
}

#[test]
fn what_the_host_took_is_no_sleep() {
    use Doing::{Running, Sleeping, Stopped};
    let slept = [
        (5, 0, Some(0), 0, Sleeping),
        (105, 30, Some(0), 0, Sleeping),
    ];
    assert_eq!(
        watched(&slept, 20),
        "105 ms: 30 computing, 55 asleep, 20 taken by the machine's host"
    );
    assert_eq!(
        watched(&slept, 2000),
        "105 ms: 30 computing, 75 taken by the machine's host"
    );
    let waited = [(5, 0, Some(0), 0, Running), (105, 0, Some(0), 0, Running)];
    assert_eq!(
        watched(&waited, 20),
        "105 ms: 5 computing, 80 waiting for a CPU, 20 taken by the machine's host"
    );
    // What the kernel has counted as a wait was one.
    let counted = [(5, 0, Some(0), 0, Stopped), (105, 0, Some(40), 0, Stopped)];
    assert_eq!(
        watched(&counted, 20),
        "105 ms: 40 waiting for a CPU, 65 stopped"
    );
}

#[test]
fn a_system_that_hides_waits_is_named() {
    let looks = [
        (5, 0, None, 0, Doing::Running),
        (105, 20, None, 0, Doing::Running),
    ];
    assert_eq!(
        watched(&looks, 0),
        "105 ms: 25 computing, 80 asleep (this system hides waits for a CPU)"
    );
    let looks = [
        (5, 0, None, 0, Doing::Sleeping),
        (105, 20, None, 0, Doing::Sleeping),
    ];
    assert_eq!(watched(&looks, 0), "105 ms: 20 computing, 85 asleep");
}

/// A search in a thread of its own, or in a helper process, ends before the answer: its account is gone with it.
#[test]
fn the_wait_of_a_thread_that_is_gone_is_the_machine_s() {
    // The first thread sleeps; the second computes, waits, and is gone at the last look. The machine's programs waited 60 ms.
    let told = |pressure: Option<u64>| {
        let start = Instant::now();
        let mut watch = Watch::default();
        watch.begin(start, ms(0));
        let looks = [
            (5, 0, vec![thread(1, 0, 0), thread(2, 0, 0)], 0),
            (55, 20, vec![thread(1, 0, 0), thread(2, 20, 30)], 40),
            (155, 50, vec![thread(1, 0, 0)], 100),
        ];
        for (after, cpu, threads, pressed) in looks {
            let pressure = pressure.map(|more| ms(pressed + more));
            let doing = Doing::Sleeping;
            watch.look(
                start + ms(after),
                Sample {
                    cpu: ms(cpu),
                    threads,
                    cpus: 2,
                    pressure,
                    doing,
                    lost: ms(0),
                },
            );
        }
        (
            watch.spent(ms(0)).expect("there were looks").to_string(),
            watch.taken(ms(0)),
        )
    };
    let (words, taken) = told(Some(0));
    assert_eq!(
        words,
        "155 ms: 50 computing, 15 asleep, 90 waiting for a CPU"
    );
    assert_eq!(taken, ms(90));
    // Where the system tells nothing of its load, nothing is presumed.
    assert_eq!(
        told(None),
        (
            "155 ms: 50 computing, 75 asleep, 30 waiting for a CPU".into(),
            ms(30)
        )
    );
}

/// Two threads with a CPU each for a fifth of the time: alone on the machine they take a fifth of the time as well.
#[test]
fn threads_that_compute_side_by_side_count_once() {
    let told = |cpus: usize, threads: [[u64; 2]; 2]| {
        let start = Instant::now();
        let mut watch = Watch::default();
        watch.begin(start, ms(0));
        let seen = |cpu: u64, threads: Vec<ThreadAccount>| Sample {
            cpu: ms(cpu),
            threads,
            cpus,
            pressure: Some(ms(0)),
            doing: Doing::Sleeping,
            lost: ms(0),
        };
        watch.look(start, seen(0, vec![thread(1, 0, 0), thread(2, 0, 0)]));
        let [[ran, waited], [other, also]] = threads;
        watch.look(
            start + ms(100),
            seen(
                ran + other,
                vec![thread(1, ran, waited), thread(2, other, also)],
            ),
        );
        watch.spent(ms(0)).expect("there were looks").to_string()
    };
    assert_eq!(
        told(2, [[20, 80], [20, 80]]),
        "100 ms: 20 computing, 80 waiting for a CPU (40 ms of CPU time on several CPUs)"
    );
    // On the only CPU that it may have, each waits for the other as well.
    assert_eq!(
        told(1, [[20, 80], [20, 80]]),
        "100 ms: 40 computing, 60 waiting for a CPU"
    );
    // The longer of two is what the answer waits for.
    assert_eq!(
        told(2, [[90, 0], [10, 60]]),
        "100 ms: 90 computing, 10 waiting for a CPU"
    );
}
