//! Bots that play correctly, with times from a clock of their own: at the limit, and beyond it.

use super::mutant_trial::{MutantTrial, Sighting};
use libtest_mimic::Failed;
use stickler::clock::Micros;
use stickler::game::Seat;
use stickler::games::erased::Variant;
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::live::players::HarnessError;
use stickler::live::{MatchReport, NoBuiltinPlayers};
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;

/// Parameters that limit the first answer, and those that limit one answer or all, by the names that games have for them.
const FIRST: &[&str] = &["ready", "first-time", "wall", "time", "bank"];
const ALL: &[&str] = &["bank", "turn-time", "wall", "time"];

/// Bots that play correctly, with times from a clock of their own.
pub(super) const CLOCKED_BOTS: &[ClockedBot] = &[
    ClockedBot {
        name: "clock_exact",
        needs: &[],
        at: |answer, limit, _| if answer == 2 { limit } else { 0 },
    },
    ClockedBot {
        name: "clock_late_by_1_ms",
        needs: ALL,
        at: |answer, limit, _| if answer == 2 { limit + 1 } else { 0 },
    },
    ClockedBot {
        name: "clock_first_late_by_1_ms",
        needs: FIRST,
        at: |answer, limit, _| if answer == 0 { limit + 1 } else { 0 },
    },
    ClockedBot {
        name: "clock_bank_used_up",
        needs: &["bank"],
        at: |answer, limit, in_all| match (answer, in_all.saturating_sub(1)) {
            (0, _) | (_, 0) => 0,
            (_, answers) => limit / answers as u64 + 1,
        },
    },
];

pub(super) struct ClockedBot {
    pub(super) name: &'static str,
    /// The bot is late in games with one of these parameters.
    pub(super) needs: &'static [&'static str],
    /// Milliseconds for the answer of this number, from 0, of so many in a whole game. All answers together may take the limit.
    at: fn(usize, u64, usize) -> u64,
}

impl MutantTrial<'_> {
    /// A whole game of reference bots in memory, seat 0 at the pace.
    pub(super) fn clocked(&self, pace: &ClockedBot) -> Result<Sighting, Failed> {
        let scenario = self.game.scenario(&self.table.scenario);
        let scenario =
            scenario.ok_or_else(|| format!("there is no scenario {}", self.table.scenario))?;
        let own: Settings = scenario.set.iter().copied().collect();
        let variant = self.game.with(&own.and(&self.row.set.iter().collect()))?;
        let limits = variant.parameters();
        let limit = |names: &[&str]| {
            let found = names
                .iter()
                .find_map(|name| limits.iter().find(|(known, _)| known == name));
            found
                .and_then(|(_, value)| value.parse::<u64>().ok())
                .unwrap_or(0)
        };
        let (first, all) = (limit(FIRST), limit(ALL));
        let by_first = |line: &&str| line.starts_with("0> ");
        let in_all = answered(&*variant, |_| 0)?.transcript;
        let in_all = in_all.lines().filter(by_first).count();
        let at = pace.at;
        let record = answered(&*variant, move |answer| {
            let limit = if answer == 0 { first } else { all };
            at(answer, limit, in_all)
        })?;
        let fault = record
            .verdict
            .faults
            .iter()
            .find(|fault| fault.seat == Seat(0))
            .cloned();
        Ok(Sighting {
            fault,
            transcript: record.transcript,
            acted: true,
        })
    }
}

/// A game of reference bots in memory: how many milliseconds the answer of each number of seat 0 takes.
fn answered(
    variant: &dyn Variant,
    mut took: impl FnMut(usize) -> u64 + 'static,
) -> Result<MatchReport, HarnessError> {
    let (seats, mut answers) = (variant.seats(), 0);
    let bots = (0..seats).map(|_| Some(variant.bot())).collect();
    let mut table = MemoryPlayers::new(bots, move |seat| {
        if seat != Seat(0) {
            return Micros(0);
        }
        answers += 1;
        Micros(1000 * took(answers - 1))
    });
    live::play(
        variant.referee(),
        seats,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut Seeded::new(SplitMix64(5)),
        Writer::default(),
    )
}
