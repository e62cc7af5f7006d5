//! An executable reference of contest games: of their rules and of their judge protocols. It checks bots, engines and
//! transcripts. The result is `conforms`, or the broken clause, its place, and a game that shows the fault.
//!
//! The rules and protocols stand as numbered clauses on the pages of `spec/`; the code cites them. One state machine
//! judges every game: a [`referee::Referee`]. It takes facts and says what it waits for, without I/O, clock or chance.
//! Live matches, transcript checks and conformance runs drive it.
//!
//! ```
//! use stickler::explain::validate;
//! use stickler::games::GAMES;
//!
//! let game = GAMES.find("gomoku").unwrap();
//! let log = b"0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 16\n";
//! let checked = validate(game, &Default::default(), log).unwrap();
//! assert_eq!(checked.findings[0].line, 6);
//! assert_eq!(checked.findings[0].breach.clause.id(), "gomoku.move.inside");
//! ```

pub mod cells;
pub(crate) mod checker;
pub mod clause;
pub mod clock;
pub mod conduct;
pub mod dialogue;
pub mod encoding;
pub mod engine;
pub mod error_policy;
pub mod explain;
pub mod finding;
pub mod game;
pub mod games;
pub mod judges;
pub mod live;
pub mod message;
pub mod params;
pub mod picture;
pub mod polyomino;
pub mod precompute;
pub mod prelude;
pub mod referee;
pub mod scenario;
mod set;
pub mod shorter;
pub mod stream;
pub mod transcript;
pub mod two_streams;
pub mod walk;
pub mod wire;

#[cfg(feature = "files")]
pub mod examples;
#[cfg(feature = "files")]
pub mod fixture;
#[cfg(feature = "files")]
pub mod formats;
#[cfg(feature = "files")]
pub mod json;
#[cfg(feature = "files")]
pub mod oracle;
#[cfg(feature = "files")]
pub mod records;
#[cfg(feature = "files")]
pub mod report;
#[cfg(feature = "files")]
pub mod vectors;
#[cfg(feature = "files")]
pub mod yaml;
