//! Records of Blokus: replays of CodinGame, and the letters that no record tells.

mod alphabets;
mod codingame;
mod letters;
mod sizes;

pub(crate) use letters::searched;

use crate::formats::Format;

/// The formats that Blokus has beside those of all games.
pub(crate) const FORMATS: &[Format] = &[codingame::CODINGAME];
