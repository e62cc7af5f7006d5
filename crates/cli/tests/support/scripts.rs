//! Shell scripts that play Gomoku at seat 0 against an opponent that plays the first cells.

use super::trials::leave_out;
use stickler::game::{Seat, Seats};
use stickler::games::GAMES;
use stickler::live;
use stickler::live::MatchReport;
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler::scenario::{Opponent, Writes};
use stickler::stream::Recorded;
use stickler::transcript::Writer;
use stickler_arena::launch::Launch;
use stickler_arena::process_players::ProcessPlayers;
use stickler_check::opponents::Opponents;

/// Limits that soon are over.
pub(crate) const SHORT: &[&str] = &["bank=300", "ready=300", "grace=300"];

/// A shell script at seat 0 against an opponent that plays the first cells; again where the machine held it up.
pub(crate) fn play(script: &str, set: &[&str]) -> MatchReport {
    for _ in 0..50 {
        match play_once(script, set) {
            Err(HarnessError::Stalled { .. }) => {}
            record => return record.expect("a match"),
        }
    }
    leave_out("the machine held fifty matches in a row up");
}

pub(crate) fn play_once(script: &str, set: &[&str]) -> Result<MatchReport, HarnessError> {
    play_by(&Launch::default(), script, set)
}

/// The same, started in some way.
pub(crate) fn play_by(
    launch: &Launch,
    script: &str,
    set: &[&str],
) -> Result<MatchReport, HarnessError> {
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(set.iter().copied()).expect("settings");
    let command = ["/bin/sh", "-c", script].map(str::to_string).to_vec();
    let mut table =
        ProcessPlayers::start_by(launch, &[Some(command), None], Writes::Whole).expect("a shell");
    let mut house = Opponents::explicit(Seats::only(Seat(1)), Opponent::First);
    let referee = game.with(&settings).expect("a referee").referee();
    let mut stream = Recorded::new(Vec::new());
    live::play(
        referee,
        2,
        &mut table,
        &mut house,
        &mut stream,
        Writer::default(),
    )
}

pub(crate) fn fault(record: &MatchReport) -> (&'static str, &'static str) {
    let fault = record
        .verdict
        .faults
        .iter()
        .find(|fault| fault.seat == Seat(0))
        .expect("a fault of seat 0");
    (fault.kind.word(), fault.breach.clause.id())
}
