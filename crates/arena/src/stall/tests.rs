//! Parts of `stall.rs`.

use crate::stall::{LoopDelay, Pressure, StealTime, longest_wait, time_of};
use std::time::{Duration, Instant};

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// It looks every fifty milliseconds, and a wake-up may take five.
#[test]
fn a_look_at_the_clock_that_comes_too_late_was_held_up() {
    let start = Instant::now();
    let at = |after: u64| start + ms(after);
    let mut pulse = LoopDelay::default();
    pulse.look(at(1000));
    assert_eq!(pulse.lost, ms(0), "no look was due");
    assert_eq!(pulse.next(at(0), at(20)), at(20));
    assert_eq!(pulse.next(at(0), at(70)), at(50));
    assert_eq!(pulse.next(at(30), at(20)), at(30), "the time is over");
    pulse.look(at(35));
    assert_eq!(pulse.lost, ms(0));
    pulse.look(at(36));
    assert_eq!(pulse.lost, ms(6));
    pulse.next(at(40), at(1000));
    pulse.look(at(80));
    assert_eq!(pulse.lost, ms(6), "it comes early where something happens");
    pulse.look(at(190));
    assert_eq!(pulse.lost, ms(106));
    // Between two waits nobody looks.
    pulse.begin();
    pulse.look(at(5000));
    assert_eq!(pulse.lost, ms(106));
}

#[test]
fn who_waits_for_its_own_threads_is_not_kept_waiting() {
    let wait = |accounts: &[[u64; 2]], cpu: u64| {
        longest_wait(accounts, Duration::from_nanos(cpu)).as_nanos()
    };
    assert_eq!(wait(&[], 0), 0);
    assert_eq!(wait(&[[10, 70]], 0), 70);
    assert_eq!(wait(&[[10, 70]], 10), 70);
    assert_eq!(wait(&[[10, 70], [30, 60]], 0), 40);
    assert_eq!(wait(&[[10, 70], [30, 60]], 40), 40);
    // Processes that have ended had more.
    assert_eq!(wait(&[[10, 70], [30, 60]], 60), 20);
    assert_eq!(wait(&[[10, 70]], 90), 0);
}

#[test]
fn the_host_s_share_is_read_off_the_system_s_accounts() {
    let at = |first: u64, second: u64| {
        StealTime::of(&format!(
            "cpu  9 9 9 9 9 9 9 70 0 0\ncpu0 1 2 3 4 5 6 7 {first} 0 0\ncpu1 1 2 3 4 5 6 7 {second} 0 0\nintr 5\n"
        ))
    };
    assert_eq!(at(40, 30).0, [40, 30]);
    assert_eq!(at(40, 30).until(&at(42, 37)), 7);
    assert_eq!(at(40, 30).until(&at(39, 30)), 0);
    assert_eq!(StealTime::of("cpu0 1 2 3 4\n").0, [0]);
    assert_eq!(StealTime::of("").until(&at(40, 30)), 0);
    assert!(StealTime::now().since() < Duration::from_secs(5));
    let accounts = "some avg10=1.50 avg60=0.00 avg300=0.00 total=2500\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n";
    assert_eq!(Pressure::of(accounts), Some(Duration::from_micros(2500)));
    assert_eq!(
        ["", "some avg10=1.50", "some total=x"].map(Pressure::of),
        [None; 3]
    );
    assert_eq!(
        [0, 5, 250].map(|ticks| time_of(ticks, 100)),
        [0, 50, 2500].map(ms)
    );
    assert_eq!(time_of(3, 0), ms(3000), "a system that does not tell");
}
