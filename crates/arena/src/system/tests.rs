//! The memory of processes that share it, by looks at one process after the other while they come to share more.

use crate::system::at_least;
use stickler::referee::Stream;
use stickler::stream::SplitMix64;

/// Pages, each with the processes that have mapped it.
struct Pages(Vec<Vec<bool>>);

impl Pages {
    /// The share of a process: of each page that it has, its part.
    fn share(&self, process: usize) -> u64 {
        let part = |page: &Vec<bool>| 4096 / page.iter().filter(|has| **has).count() as u64;
        self.0.iter().filter(|page| page[process]).map(part).sum()
    }

    fn all(&self) -> u64 {
        4096 * self.0.iter().filter(|page| page.contains(&true)).count() as u64
    }
}

#[test]
fn what_stays_as_it_is_counts_once_and_whole() {
    assert_eq!(at_least(&[], &[]), 0);
    assert_eq!(at_least(&[700, 50, 50], &[700, 50, 50]), 800);
    let forked = Pages(vec![vec![true; 3]; 300]);
    let shares: Vec<u64> = (0..3).map(|process| forked.share(process)).collect();
    assert!(
        forked.all() - at_least(&shares, &shares) <= 300,
        "{shares:?}"
    );
}

/// Between any two reads, more pages come to be shared.
#[test]
fn what_comes_to_be_shared_during_the_looks_never_counts_twice() {
    let mut has_counted_twice = false;
    for seed in 0..300 {
        let mut dice = SplitMix64(seed);
        let processes = 2 + dice.pick(4);
        let mut pages = Pages(
            (0..60)
                .map(|_| (0..processes).map(|process| process == 0).collect())
                .collect(),
        );
        let mut look = |pages: &mut Pages| -> Vec<u64> {
            let read = |process| {
                for _ in 0..dice.pick(30) {
                    let (page, process) = (dice.pick(60), dice.pick(processes));
                    pages.0[page][process] = true;
                }
                pages.share(process)
            };
            (0..processes).map(read).collect()
        };
        let (first, second) = (look(&mut pages), look(&mut pages));
        has_counted_twice |= first.iter().sum::<u64>() > pages.all();
        assert!(
            at_least(&first, &second) <= pages.all(),
            "seed {seed}: {first:?}, {second:?}"
        );
    }
    assert!(has_counted_twice, "one look alone would do as well");
}

#[test]
fn what_grows_counts_once_it_stays() {
    assert!(at_least(&[500, 0], &[900, 0]) < 500);
    assert_eq!(at_least(&[900, 0], &[900, 0]), 900);
}
