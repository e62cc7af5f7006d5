//! Records of Blokus: replays of CodinGame, and the letters that no record tells.

mod alphabets;
mod codingame;
mod letters;
mod sizes;

pub(super) use letters::searched;

use crate::formats::Format;

/// The formats that Blokus has beside those of all games.
pub(super) const FORMATS: &[Format] = &[codingame::CODINGAME];
