//! Whether the machine is busy, where the system does not tell: a short computation then takes longer than it should.

use std::time::{Duration, Instant};

/// CPU time of the computation: longer than one time slice of a shared CPU.
#[cfg(unix)]
const WORK: Duration = Duration::from_millis(5);
/// After this long the machine is certainly busy.
const MOST: Duration = Duration::from_millis(50);
/// A smaller share is usual.
const USUAL: f64 = 0.25;

/// The share of its time for which a program must now wait for a CPU, from 0 to 1; a usual share counts as 0.
pub(in super::super) fn share_lost() -> f64 {
    let lost = 1.0 - share_had();
    if lost < USUAL { 0.0 } else { lost }
}

/// Measures by this thread's own CPU time.
#[cfg(unix)]
fn share_had() -> f64 {
    let clock = || {
        Duration::try_from(rustix::time::clock_gettime(
            rustix::time::ClockId::ThreadCPUTime,
        ))
    };
    let (begun, Ok(before)) = (Instant::now(), clock()) else {
        return 1.0;
    };
    let had = loop {
        let had = clock().map_or(WORK, |now| now.saturating_sub(before));
        if had >= WORK || begun.elapsed() > MOST {
            break had;
        }
        turn();
    };
    had.as_secs_f64() / begun.elapsed().as_secs_f64().max(f64::MIN_POSITIVE)
}

/// Measures against the fastest run of the same computation. The first run comes before any clock starts.
#[cfg(not(unix))]
fn share_had() -> f64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static QUICKEST: AtomicU64 = AtomicU64::new(u64::MAX);
    // About so many turns take this long on a machine of today.
    const TURNS: usize = 250;
    let begun = Instant::now();
    let turns = (0..TURNS).take_while(|_| {
        turn();
        begun.elapsed() < MOST
    });
    let turns = turns.count().max(1) as u64;
    let each = (begun.elapsed().as_nanos() as u64 / turns).max(1);
    let quickest = QUICKEST.fetch_min(each, Ordering::Relaxed).min(each);
    quickest as f64 / each as f64
}

/// Some microseconds of computing.
fn turn() {
    let sum = (0..20_000u64).fold(0u64, |sum, number| {
        std::hint::black_box(sum.wrapping_mul(31) ^ number)
    });
    std::hint::black_box(sum);
}

/// Measures the speed of the machine, where that must be known beforehand.
pub(in super::super) fn look_first() {
    #[cfg(not(unix))]
    {
        use std::sync::Once;
        static ONCE: Once = Once::new();
        ONCE.call_once(|| (0..2).for_each(|_| _ = share_had()));
    }
}
