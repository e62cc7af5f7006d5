//! The fault to be seen of a faulty bot of every game, where its table has no row.

use super::clocked_bots::CLOCKED_BOTS;
use stickler::fixture::declared;
use stickler::games::erased::AnyGame;
use stickler::referee::FaultKind;
use stickler_arena::faulty::MISBEHAVIOURS;

/// The fault to be seen of a faulty bot of every game, where the table has no row for it.
pub(super) struct Expected {
    /// The classes of fault; none: it conforms.
    pub(super) kinds: Vec<FaultKind>,
}

impl Expected {
    /// `None`: it is a bot of this game alone, so that only a row can tell.
    pub(super) fn of(game: &dyn AnyGame, name: &str) -> Option<Expected> {
        let kinds = if let Some(pace) = CLOCKED_BOTS.iter().find(|pace| pace.name == name) {
            let parameters = game.with(&Default::default()).ok()?.parameters();
            let limits = |(known, _): &(&str, String)| pace.needs.contains(known);
            if parameters.iter().any(limits) {
                vec![FaultKind::Late]
            } else {
                Vec::new()
            }
        } else {
            let way = MISBEHAVIOURS.iter().find(|way| way.name == name)?;
            match way.kind(game) {
                // It depends on when a line arrives whether it is an answer.
                Some(FaultKind::Format) => vec![FaultKind::Format, FaultKind::Unasked],
                Some(FaultKind::Illegal) => vec![FaultKind::Illegal, FaultKind::Format],
                kind => kind.into_iter().collect(),
            }
        };
        Some(Expected { kinds })
    }

    pub(super) fn word(&self) -> Option<String> {
        self.kinds.first().map(|kind| kind.word().to_string())
    }
}

/// The clauses that the judge of a game declares for faults of seats, each with the class of fault.
pub(super) fn declared_for_seats(
    game: &'static dyn AnyGame,
) -> Result<Vec<(String, String)>, String> {
    let cases = declared::of_game(game)?.into_iter();
    Ok(cases
        .filter_map(|case| case.kind.zip(case.breaks))
        .collect())
}
