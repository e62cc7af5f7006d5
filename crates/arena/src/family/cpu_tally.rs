//! CPU time of a family, by looks at its members. A member that is gone counts with what was last seen.

use crate::linux_process::{cpu_of_process, started};
use rustix::process::Pid;
use std::collections::BTreeMap;
use std::time::Duration;

/// CPU time seen of each member, and of those that are gone.
#[derive(Debug, Default)]
pub(super) struct CpuTally {
    living: BTreeMap<(i32, u64), Duration>,
    gone: Duration,
    most: Duration,
}

impl CpuTally {
    /// The members that were seen last, each with the time of its start, which no later process with its number has.
    pub(super) fn living(&self) -> impl Iterator<Item = (Pid, u64)> {
        let numbers = self.living.keys();
        numbers.filter_map(|(number, since)| Some((Pid::from_raw(*number)?, *since)))
    }

    /// Looks at these members. A process counts with its ended threads and with the children that it waited for.
    pub(super) fn look(&mut self, members: &[Pid]) -> Duration {
        let mut living = BTreeMap::new();
        let mut with_waited_for = Duration::ZERO;
        for &member in members {
            if let (Some(since), Some([own, waited_for])) =
                (started(member), cpu_of_process(member))
            {
                living.insert((member.as_raw_nonzero().get(), since), own);
                with_waited_for += own + waited_for;
            }
        }
        let gone = self
            .living
            .iter()
            .filter(|(member, _)| !living.contains_key(member));
        self.gone += gone.map(|(_, cpu)| *cpu).sum::<Duration>();
        self.living = living;
        let seen = self.gone + self.living.values().sum::<Duration>();
        self.most = self.most.max(seen).max(with_waited_for);
        self.most
    }
}
