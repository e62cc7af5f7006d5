//! Matches of Gomoku in memory, and what a judge is told to have said of them, for the tests of this crate.

use crate::verdict_patterns::{StatedVerdict, VerdictPatterns};
use crate::{Judgement, MatchKind, MatchRun, judged};
use stickler::clock::Micros;
use stickler::game::Bot;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::live;
use stickler::live::NoBuiltinPlayers;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;

pub(crate) fn gomoku() -> &'static dyn AnyGame {
    GAMES.find("gomoku").expect("a game")
}

pub(crate) fn none() -> Settings {
    Settings::default()
}

/// A match of these bots, in memory.
pub(crate) fn played(
    game: &dyn AnyGame,
    settings: &Settings,
    bots: Vec<Option<Box<dyn Bot>>>,
) -> live::MatchReport {
    let mut table = MemoryPlayers::new(bots, |_| Micros(0));
    let writer = Writer::new(game.name(), settings, &[]);
    let mut stream = Seeded::new(SplitMix64(3));
    let variant = game.with(settings).expect("a variant");
    live::play(
        variant.referee(),
        variant.seats(),
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        writer,
    )
    .expect("a match")
}

pub(crate) fn reference() -> Vec<Option<Box<dyn Bot>>> {
    let variant = gomoku().with(&none()).expect("a variant");
    vec![Some(variant.bot()), Some(variant.bot())]
}

/// The logs that taps would have made of a transcript: each line with a stamp, and the end of both bots.
pub(crate) fn taps(transcript: &str) -> Vec<Option<String>> {
    let tap = |seat: usize| {
        let mut log = format!("stickler: 1\ngame: gomoku\nseats: {seat}\nclock: own\n");
        let mut number = 0;
        for (at, line) in transcript.lines().enumerate() {
            if line.starts_with(&format!("{seat}<")) || line.starts_with(&format!("{seat}>")) {
                log += &format!("# at {}\n{line}\n", at * 1000);
                number = at;
            }
        }
        Some(log + &format!("# at {}\n{seat}! exit 0\n", number * 1000 + 500))
    };
    vec![tap(0), tap(1)]
}

pub(crate) fn said(text: &str) -> StatedVerdict {
    VerdictPatterns::default().said(text)
}

pub(crate) fn went(transcript: &str, words: &str) -> MatchRun {
    MatchRun {
        taps: taps(transcript),
        said: said(words),
        fault_came: true,
        ..MatchRun::default()
    }
}

/// The errors of a judgement, in its own words.
pub(crate) fn wrong(judgement: &Judgement) -> Vec<&str> {
    judgement
        .wrong
        .iter()
        .map(|wrong| wrong.what.as_str())
        .collect()
}

pub(crate) fn of(played: &MatchKind, went: &MatchRun) -> Judgement {
    judged(gomoku(), &none(), played, went)
}

/// A match that is called so.
pub(crate) fn named(name: &str) -> MatchKind {
    MatchKind::named(gomoku(), name, 2).expect("a match")
}

pub(crate) const OK: &str = "winner 0\nseat 0 OK\nseat 1 OK\n";
