//! Games played in memory, for tests of what is made of them.

use stickler::clock::Micros;
use stickler::game::Seat;
use stickler::games::erased::AnyGame;
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::live::{MatchReport, NoBuiltinPlayers};
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;

/// Every number of a game under these settings: where all are set, a check tries no others.
pub(crate) fn every_number(game: &dyn AnyGame, settings: &Settings) -> Settings {
    game.with(settings)
        .expect("parameters")
        .parameters()
        .into_iter()
        .collect()
}

/// A whole game between reference bots, each answer at this pace; `writer` says what the transcript begins with.
pub(crate) fn by_reference_bots(
    game: &dyn AnyGame,
    settings: &Settings,
    writer: Writer,
    pace: impl FnMut(Seat) -> Micros + 'static,
) -> MatchReport {
    let seats = game.with(settings).expect("seats").seats();
    let bots = (0..seats)
        .map(|_| Some(game.with(settings).expect("a bot").bot()))
        .collect();
    let (mut table, mut stream) = (MemoryPlayers::new(bots, pace), Seeded::new(SplitMix64(5)));
    let referee = game.with(settings).expect("a referee").referee();
    live::play(
        referee,
        seats,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        writer,
    )
    .expect("a game")
}
