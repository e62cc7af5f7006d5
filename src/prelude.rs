//! The names that the files of a game use: `use stickler::prelude::*;`.

pub use crate::cells::{Cell, CellSet, Grid};
pub use crate::clause::{Breach, Clause, Page};
pub use crate::clock::{BankLeft, Exact, Rounding};
pub use crate::dialogue::{
    AfterFault, AnswerRules, Clock, ClockShownIn, DialogueMemory, DialogueState, Farewell,
    FaultClauses, Faults, Handshake, Match, OnFault, Patience, Phase, Policy, Protocol, Refusal,
    Telling, Timing,
};
#[cfg(feature = "files")]
pub use crate::finding::{CheckedRecord, Note};
#[cfg(feature = "files")]
pub use crate::formats::{
    CheckRecord, Follows, Format, Opened, ReadError, ReadErrorKind, Record, RecordSource, Says,
};
pub use crate::game::{
    Actor, Bot, Feature, Notation, Outcome, Points, Rules, Seat, Seats, Situation, Turn,
};
pub use crate::games::matches::{AnswerFields, MatchRecord, MoveField};
pub use crate::games::{Decided, Game, Registry};
pub use crate::judges::BankLimits;
pub use crate::message::{Difference, Elapsed, Field, Message, Token, read_number};
pub use crate::params::{Flag, Megabytes, Ms, Size, Within};
pub use crate::picture::{Board, Look, Mark, OffBoard, Picture, Sign, Spot, Tile};
pub use crate::referee::{FaultKind, Revealed, Stream, Verdict};
pub use crate::scenario::{Opponent, Scenario, Writes};
pub use crate::wire::Words;
