//! Reports for people: diagnoses with the line and a caret, boards, the table of a run, and pages; and for programs.

pub mod board;
pub mod diagnostic;
pub mod evidence;
mod hint;
#[cfg(feature = "pages")]
pub mod html;
#[cfg(feature = "pages")]
pub mod junit;
#[cfg(feature = "arena")]
pub mod markdown;
#[cfg(feature = "records")]
pub mod place;
#[cfg(feature = "pages")]
pub mod plot;
#[cfg(feature = "arena")]
pub mod run;
pub mod svg;
#[cfg(feature = "records")]
pub mod told;
#[cfg(feature = "pages")]
pub mod viewer;
pub mod visible;
