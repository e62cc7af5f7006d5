//! Records as sites, judges and tools write them: moves and times, and the result. The page is `spec/records.md`.
//!
//! A [`Format`]'s reader turns bytes into one neutral [`Record`]; [`check`] plays it to the referee, and each finding points into
//! the bytes as they came.

mod alphano;
mod check;
mod claims;
mod convert;
mod depends;
mod domjudge;
mod examine;
mod foreign;
mod general;
pub mod headline;
pub mod json_line;
mod moves;
mod players;
mod readings;
mod shown;

pub use crate::explain::{Checked, Judged, Kept, Ply};
pub use crate::finding::CheckedRecord;
pub use crate::formats::collection::games;
pub use crate::formats::json::path_in;
pub use crate::formats::text::Text;
pub use crate::formats::{
    Claim, Format, Opened, ReadError, ReadErrorKind, Record, RecordSource, RecordStep, Says,
    StepFact,
};
pub use crate::transcript::Reason;
pub use check::check;
pub use convert::{Converted, convert};
pub use depends::Depends;
pub use examine::{CheckOptions, CheckedFile, OpenError, game_of};
pub use general::{
    ALPHANO, DOMJUDGE, INTERACTION, LOG, ListedFormat, MOVES, formats, guess, open, said,
};
pub use moves::{of_log, played};
pub use players::names;
pub(crate) use players::{called, note_without_names};
pub use shown::ShownLog;
