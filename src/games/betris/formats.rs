//! Records of Betris: the logs of local testing tools, and what follows where any record has a gap.

mod follows;
mod local;

pub(super) use follows::follows;

use crate::formats::Format;

/// The formats that Betris has beside those of all games.
pub(super) const FORMATS: &[Format] = &[local::LOCAL];
