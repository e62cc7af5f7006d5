//! How long bots think in a match that holds the judge's clocks, and before which answers.

use super::illegal::{AIMS, walk};
use super::match_kind::{MatchKind, Quirk};
use super::steered_bot::{Overdraft, SteeredBot};
use std::time::Duration;
use stickler::game::Seat;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;

/// The milliseconds that are left after a long thought, at least.
const LEFT: u64 = 400;
/// The banks in which a bot can think for long, in milliseconds.
const LONG: std::ops::RangeInclusive<u64> = 2 * LEFT..=12_000;

/// In a smaller bank no thought is told from what a judge takes by itself, in milliseconds.
const SMALL: u64 = 2_000;
/// How long a bot with a bank thinks, in milliseconds, and the part of a bank that is as much as that.
const ONCE: u64 = 700;
const PART: u64 = 10;
/// The first answers before which the first seat thinks; the other seats think later by their numbers.
const AT: [usize; 5] = [1, 4, 13, 20, 58];

/// Before which answers a bot thinks that is late with the second of them.
const OVERDRAWN_AT: [usize; 2] = [1, 2];

/// The milliseconds that a parameter of the game has.
pub(super) fn millis_of(game: &dyn AnyGame, settings: &Settings, name: &str) -> Option<u64> {
    let value = game.with(settings).ok()?.parameter(name)?;
    value.parse().ok()
}

/// Limits of answers, in milliseconds.
#[derive(Clone, Copy)]
struct Limits {
    first: u64,
    shortest: u64,
    longest: u64,
}

/// The limits of this seat's answers, or of all, in a game that is played anyhow.
fn limits(game: &dyn AnyGame, settings: &Settings, of: Option<Seat>) -> Option<Limits> {
    let mut found: Option<Limits> = None;
    let variant = game.with(settings).ok()?;
    walk(&*variant, AIMS[0], 0, &mut |referee, seat, _, _| {
        let ask = { referee.awaits() }
            .ask(seat)
            .filter(|_| of.is_none_or(|of| of == seat));
        if let Some(limit) = ask.map(|ask| ask.budget.0) {
            let limits = found.get_or_insert(Limits {
                first: limit,
                shortest: limit,
                longest: limit,
            });
            limits.shortest = limits.shortest.min(limit);
            limits.longest = limits.longest.max(limit);
        }
    });
    found
}

/// The most milliseconds that an answer may take, in a game that is played anyhow.
pub fn longest_answer(game: &dyn AnyGame, settings: &Settings) -> u64 {
    limits(game, settings, None).map_or(0, |limits| limits.longest)
}

/// The limits of a seat whose first answer may take much longer than others.
fn long_first(game: &dyn AnyGame, settings: &Settings, seat: Seat) -> Option<Limits> {
    limits(game, settings, Some(seat)).filter(|limits| limits.first >= limits.shortest + LEFT)
}

impl Quirk {
    /// How long the long thought of a bot is in a game in which each seat has a bank: little is left after it. `None`: there is no
    /// bank, or one that is too small or too large for that.
    pub fn long_thought(game: &dyn AnyGame, settings: &Settings) -> Option<Duration> {
        let bank = millis_of(game, settings, "bank").filter(|bank| LONG.contains(bank))?;
        Some(Duration::from_millis(bank - LEFT.max(bank / 16)))
    }
}

/// This bot, which thinks as in [`MatchKind::Thoughts`]: with a bank now and then and at the end of the game, and else before its
/// first answer, for longer than the shortest limit. `None`: the bank is small, or no answer has longer than another.
pub(super) fn thinking(
    bot: SteeredBot,
    game: &dyn AnyGame,
    settings: &Settings,
    seat: Seat,
) -> Option<SteeredBot> {
    if let Some(bank) = millis_of(game, settings, "bank") {
        let thought = Duration::from_millis(ONCE.min(bank / PART));
        let at = AT.map(|at| at + seat.index());
        let thinks = |bot: SteeredBot| bot.thinking(thought, at.into()).thinking_at_the_end();
        return (bank >= SMALL).then(|| thinks(bot));
    }
    let Limits {
        first, shortest, ..
    } = long_first(game, settings, seat)?;
    let thought = Duration::from_millis(shortest + (first - shortest) / 2);
    Some(bot.thinking(thought, vec![0]))
}

/// This bot, which is late as in [`MatchKind::Overdraws`]: with a bank it thinks for more than half of it twice, and else it takes
/// half of the way from its limit to that of the first answer. `None`: the bank is too small or too large for that, or no answer has
/// longer than another.
pub(super) fn overdrawing(
    bot: SteeredBot,
    game: &dyn AnyGame,
    settings: &Settings,
    seat: Seat,
) -> Option<SteeredBot> {
    let [first_at, late_at] = OVERDRAWN_AT;
    if let Some(bank) = millis_of(game, settings, "bank") {
        let thought = Duration::from_millis(bank * 3 / 5);
        let late = |bot: SteeredBot| {
            bot.thinking(thought, vec![first_at])
                .overdrawing(late_at, Overdraft::Again(thought))
        };
        return LONG.contains(&bank).then(|| late(bot));
    }
    let Limits { first, .. } = long_first(game, settings, seat)?;
    Some(bot.overdrawing(late_at, Overdraft::Towards(first)))
}

impl MatchKind {
    /// Why no bot thinks for a known time in the matches of this variant; `None`: bots do, or there is no bank.
    pub fn without_thoughts(game: &dyn AnyGame, settings: &Settings) -> Option<String> {
        let bank = millis_of(game, settings, "bank").filter(|bank| *bank < SMALL)?;
        let enough = ONCE * PART;
        Some(format!(
            "a bank of {bank} ms is too small for bots that think for a known time, so the judge's times were compared only roughly; \
             --set bank={enough} lets them think for {ONCE} ms"
        ))
    }

    /// Why a judge may limit the CPU time of its bots or not; `None`: the game has no such limit.
    pub fn without_cpu_time(game: &dyn AnyGame, settings: &Settings) -> Option<String> {
        let limit = millis_of(game, settings, "cpu")?;
        Some(format!(
            "contests often limit CPU time ({limit} ms) outside the judge, so a judge may limit it or not; \
             --only threads-0 --table shows what yours says of a bot that computes for longer"
        ))
    }
}
