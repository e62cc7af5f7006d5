//! Slips: what would break a clause where a match stands, by what its judge declares.

use super::{Death, FaultKind};
use crate::clause::Clause;
use crate::game::Seat;
use crate::params::{Megabytes, Ms};

/// A wrong deed of a judge or a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// The judge tells this message.
    Told(String),
    /// A program writes this line, after this time.
    Said(String, Ms),
    /// A program says nothing for this time.
    Silent(Ms),
    /// A program ends.
    Died(Death),
    /// A program has used so much CPU time and memory.
    Used(Ms, Megabytes),
}

/// One deed that breaks a clause here, and who breaks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The name, in words joined by `_`.
    pub name: String,
    /// The seat that is told it, or does it.
    pub seat: Seat,
    /// The deed.
    pub deed: Deed,
    /// The clause that it breaks.
    pub clause: Clause,
    /// The class of the seat's fault; `None`: the judge breaks the clause.
    pub kind: Option<FaultKind>,
    /// True where the deed is a message with another time of an answer, or another rest of a bank.
    pub is_time: bool,
}
