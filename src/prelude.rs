//! The names that the files of a game use: `use stickler::prelude::*;`.

pub use crate::cells::{Cell, CellSet, Grid};
pub use crate::clause::{Breach, Clause, Page};
pub use crate::clock::{Exact, Left, Rounding};
pub use crate::dialogue::{
    AfterFault, Clock, DialogueState, Due, Farewell, Faults, Handshake, JudgeState, Match,
    Patience, Policy, Protocol, Refusal, Shown, Telling, Then, Timing,
};
#[cfg(feature = "files")]
pub use crate::finding::CheckedRecord;
#[cfg(feature = "files")]
pub use crate::formats::{
    CheckRecord, Follows, Format, Opened, ReadError, Record, RecordSource, Says,
};
pub use crate::game::{Actor, Bot, Notation, Outcome, Points, Rules, Seat, Seats, Situation, Turn};
pub use crate::games::matches::{AnswerFields, MatchRecord, MoveField};
pub use crate::games::{Decided, Game, Registry};
pub use crate::message::{Difference, Field, Message, Took};
pub use crate::params::{Flag, Megabytes, Ms, Size, Within};
pub use crate::picture::{Board, Picture, Tile};
pub use crate::referee::{FaultKind, Known, Stream, Verdict};
pub use crate::scenario::{Opponent, Scenario, Writes};
pub use crate::wire::Words;
