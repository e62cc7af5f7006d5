//! Records as sites, judges and tools write them: moves and times, and what came of them. The page is `spec/records.md`.
//!
//! A [`Format`]'s reader turns bytes into one neutral [`Record`]; [`check`] plays it to the referee, and each finding points into
//! the bytes as they came.
//!
//! Its files:
//! - `general`: the formats of all games, and which one a file has. Their readers are `moves`, `alphano` and `domjudge`; those of one game live with the game
//! - `check`: a record played to the referee, as a log of its answers · `readings`: what else a record can mean · `claims`: its own verdict
//! - `convert`: written in another format · `examine`, `json_line`: what is said of one, for programs · `shown`: as a log

mod alphano;
mod check;
mod claims;
#[cfg(feature = "files")]
mod convert;
mod domjudge;
mod examine;
mod general;
pub mod json_line;
mod moves;
mod readings;
mod shown;

pub use crate::explain::{Checked, Judged, Kept, Ply};
pub use crate::finding::CheckedRecord;
pub use crate::formats::collection::games;
pub use crate::formats::json::path_in;
pub use crate::formats::text::Text;
pub use crate::formats::{
    Claim, Format, Opened, ReadError, Record, RecordSource, RecordStep, Says, StepFact,
};
pub use crate::transcript::Reason;
pub use check::check;
#[cfg(feature = "files")]
pub use convert::{Converted, convert};
pub use examine::{CheckOptions, CheckedFile, OpenError, game_of};
pub use general::{
    ALPHANO, DOMJUDGE, INTERACTION, LOG, ListedFormat, MOVES, formats, guess, open, said,
};
pub use moves::{of_log, played};
pub use shown::ShownLog;
